//! Arguments from Python, and errors and data to Python.

use std::collections::hash_map::DefaultHasher;
use std::fmt::Display;
use std::hash::{Hash, Hasher};

use flagfall_core::Side;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::Value;

/// Whatever the engine refuses becomes a `ValueError` with the engine's own words.
pub(crate) fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// `"red"` or `"blue"`.
pub(crate) fn parse_side(text: &str) -> PyResult<Side> {
    text.parse().map_err(value_error)
}

/// The given side, or else `default`.
pub(crate) fn side_or(text: Option<&str>, default: Side) -> PyResult<Side> {
    text.map_or(Ok(default), parse_side)
}

/// For Python's `hash`: equal values have equal hashes.
pub(crate) fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Plain data as dictionaries, lists, numbers, strings and `None`.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Null => Ok(py.None().into_bound(py)),
        Value::Bool(value) => value.into_bound_py_any(py),
        Value::Number(value) => match (value.as_u64(), value.as_i64(), value.as_f64()) {
            (Some(value), ..) => value.into_bound_py_any(py),
            (_, Some(value), _) => value.into_bound_py_any(py),
            (.., value) => value.into_bound_py_any(py),
        },
        Value::String(value) => value.into_bound_py_any(py),
        Value::Array(values) => {
            let list = PyList::empty(py);
            for value in values {
                list.append(to_python(py, value)?)?;
            }
            Ok(list.into_any())
        }
        Value::Object(entries) => {
            let dict = PyDict::new(py);
            for (key, value) in entries {
                dict.set_item(key, to_python(py, value)?)?;
            }
            Ok(dict.into_any())
        }
    }
}
