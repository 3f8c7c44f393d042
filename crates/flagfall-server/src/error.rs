//! What a request is refused with.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::store::StoreError;

/// Why a request was refused, in words for a person.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refusal {
    /// The request itself is wrong.
    #[error("{0}")]
    Bad(String),
    /// There is no such thing.
    #[error("{0}")]
    Missing(String),
    /// There is, but not for this caller.
    #[error("{0}")]
    Forbidden(String),
    /// The database failed.
    #[error("the database failed: {0}")]
    Store(#[from] StoreError),
}

impl Refusal {
    /// The request itself is wrong, as another error says.
    pub(crate) fn bad(error: impl ToString) -> Refusal {
        Refusal::Bad(error.to_string())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = match self {
            Refusal::Bad(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Refusal::Missing(_) => StatusCode::NOT_FOUND,
            Refusal::Forbidden(_) => StatusCode::FORBIDDEN,
            Refusal::Store(_) => StatusCode::INTERNAL_SERVER_ERROR,
        };
        (status, Json(json!({ "error": self.to_string() }))).into_response()
    }
}
