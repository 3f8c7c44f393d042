//! `Setup`, and files of setups.

use std::path::PathBuf;

use flagfall_core::notation::{
    parse_readable_setup, parse_setup, write_readable_setup, write_setup,
};
use flagfall_core::{Seed, Setup, Side, Variant};
use flagfall_record::SetupForm;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::convert::{hash_of, parse_side, value_error};

/// One side's army on its forty squares.
#[pyclass(name = "Setup", module = "flagfall", frozen)]
pub(crate) struct PySetup(pub(crate) Setup);

/// The ways to write a setup.
#[derive(Clone, Copy)]
enum Form {
    File(SetupForm),
    Readable,
}

impl Form {
    fn parse(name: &str) -> PyResult<Form> {
        match name {
            "readable" => Ok(Form::Readable),
            _ => file_form(name).map(Form::File),
        }
    }
}

fn file_form(name: &str) -> PyResult<SetupForm> {
    match name {
        "strados2" => Ok(SetupForm::StraDoS2),
        "front-row-first" => Ok(SetupForm::FrontRowFirst),
        _ => Err(value_error(format!(
            "unknown form of setups '{name}'; the forms are strados2, front-row-first and, for single setups, readable"
        ))),
    }
}

#[pymethods]
impl PySetup {
    /// A setup from text. Forms: `strados2` (40 letters, back row first from the owner's right), `front-row-first` (40
    /// letters, as the owner sees them), `readable` (four lines, as the owner sees them).
    #[new]
    #[pyo3(signature = (text, form = "strados2"))]
    fn new(text: &str, form: &str) -> PyResult<PySetup> {
        match Form::parse(form)? {
            Form::File(form) => form.parse(text),
            Form::Readable => parse_readable_setup(text),
        }
        .map(PySetup)
        .map_err(value_error)
    }

    /// An army on squares drawn at random.
    #[staticmethod]
    #[pyo3(signature = (variant = "classic", seed = 0))]
    fn random(variant: &str, seed: u64) -> PyResult<PySetup> {
        let variant = parse_variant(variant)?;
        Ok(PySetup(Setup::random(variant, &mut Seed(seed).rng())))
    }

    /// `classic` or `barrage`.
    #[getter]
    fn variant(&self) -> &'static str {
        self.0.variant().name()
    }

    /// The setup as text in one of the forms of the constructor, in the letters of a side.
    #[pyo3(signature = (form = "strados2", side = "red"))]
    fn write(&self, form: &str, side: &str) -> PyResult<String> {
        let side = parse_side(side)?;
        Ok(match Form::parse(form)? {
            Form::Readable => write_readable_setup(&self.0),
            Form::File(SetupForm::StraDoS2) => write_setup(&self.0, side),
            Form::File(SetupForm::FrontRowFirst) => {
                write_setup(&self.0, side).chars().rev().collect()
            }
        })
    }

    /// The rank on each square when this side plays the setup.
    #[pyo3(signature = (side = "red"))]
    fn pieces<'py>(&self, py: Python<'py>, side: &str) -> PyResult<Bound<'py, PyDict>> {
        let pieces = PyDict::new(py);
        for (square, rank) in self.0.pieces(parse_side(side)?) {
            pieces.set_item(square.to_string(), rank.name())?;
        }
        Ok(pieces)
    }

    /// The same setup with left and right exchanged.
    fn mirrored(&self) -> PySetup {
        PySetup(self.0.mirrored())
    }

    fn __str__(&self) -> String {
        write_setup(&self.0, Side::Red)
    }

    fn __repr__(&self) -> String {
        format!("Setup('{}')", self.__str__())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<PySetup>()
            .is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        hash_of(&self.0)
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.__str__(),)
    }
}

/// All setups of a file, one a line.
#[pyfunction]
#[pyo3(signature = (path, form = "front-row-first"))]
pub(crate) fn read_setups(path: PathBuf, form: &str) -> PyResult<Vec<PySetup>> {
    let setups = flagfall_record::read_setups(path, file_form(form)?).map_err(value_error)?;
    Ok(setups.into_iter().map(PySetup).collect())
}

/// Writes a file of setups, whole or not at all.
#[pyfunction]
#[pyo3(signature = (path, setups, form = "front-row-first"))]
pub(crate) fn write_setups(path: PathBuf, setups: &Bound<'_, PyAny>, form: &str) -> PyResult<()> {
    flagfall_record::write_setups(path, &setup_list(setups)?, file_form(form)?).map_err(value_error)
}

fn parse_variant(name: &str) -> PyResult<Variant> {
    [Variant::Classic, Variant::Barrage]
        .into_iter()
        .find(|variant| variant.name() == name)
        .ok_or_else(|| {
            value_error(format!(
                "unknown variant '{name}'; the variants are classic and barrage"
            ))
        })
}

/// A setup given as `Setup` or as StraDoS2 letters.
pub(crate) fn setup_arg(given: &Bound<'_, PyAny>) -> PyResult<Setup> {
    if let Ok(setup) = given.cast::<PySetup>() {
        return Ok(setup.get().0);
    }
    let text: String = given
        .extract()
        .map_err(|_| PyTypeError::new_err("a setup must be a Setup object or 40 letters"))?;
    parse_setup(&text).map_err(value_error)
}

/// Setups to draw from, given as the path of a file (front row first) or as a list.
pub(crate) fn setups_arg(given: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Vec<Setup>>> {
    let Some(given) = given else {
        return Ok(None);
    };
    if let Ok(path) = given.extract::<PathBuf>() {
        return flagfall_record::read_setups(path, SetupForm::FrontRowFirst)
            .map(Some)
            .map_err(value_error);
    }
    setup_list(given).map(Some)
}

fn setup_list(given: &Bound<'_, PyAny>) -> PyResult<Vec<Setup>> {
    given.try_iter()?.map(|setup| setup_arg(&setup?)).collect()
}
