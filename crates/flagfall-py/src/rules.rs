//! `Rules`.

use flagfall_core::Rules;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::convert::{hash_of, value_error};

/// The rules of a game.
#[pyclass(name = "Rules", module = "flagfall", frozen)]
pub(crate) struct PyRules(pub(crate) Rules);

#[pymethods]
impl PyRules {
    /// Rules from text: a preset and overrides, as in `isf,barrage,max_plies=4000`.
    #[new]
    #[pyo3(signature = (text = "isf"))]
    fn new(text: &str) -> PyResult<PyRules> {
        text.parse().map(PyRules).map_err(value_error)
    }

    /// The names of the presets.
    #[staticmethod]
    fn presets() -> Vec<&'static str> {
        Rules::PRESETS.iter().map(|(name, _)| *name).collect()
    }

    /// `classic` or `barrage`.
    #[getter]
    fn variant(&self) -> &'static str {
        self.0.variant.name()
    }

    /// In how many turns in a row a piece may cross one border; 0 if the two-squares rule is off.
    #[getter]
    fn two_squares(&self) -> u8 {
        self.0.two_squares
    }

    /// Whether the more-squares rule is on.
    #[getter]
    fn more_squares(&self) -> bool {
        self.0.more_squares
    }

    /// The game is drawn after this many plies.
    #[getter]
    fn max_plies(&self) -> Option<u32> {
        self.0.max_plies
    }

    /// The game is drawn after this many plies in a row without a battle.
    #[getter]
    fn max_quiet(&self) -> Option<u32> {
        self.0.max_quiet
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Rules('{}')", self.0)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<PyRules>()
            .is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        hash_of(&self.0)
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.0.to_string(),)
    }
}

/// Rules given as `Rules`, as text, or not at all.
pub(crate) fn rules_arg(given: Option<&Bound<'_, PyAny>>) -> PyResult<Rules> {
    let Some(given) = given else {
        return Ok(Rules::default());
    };
    if let Ok(rules) = given.cast::<PyRules>() {
        return Ok(rules.get().0);
    }
    let text: String = given
        .extract()
        .map_err(|_| PyTypeError::new_err("rules must be a Rules object or text such as 'isf'"))?;
    text.parse().map_err(value_error)
}
