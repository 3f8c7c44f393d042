//! Only our own page may talk to the server.

use std::net::IpAddr;

use axum::extract::Request;
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::Refusal;

/// The page may load nothing from anywhere else; styles are set from scripts as properties only.
const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; \
                                       frame-ancestors 'none'";

/// Refuses requests that another site has sent through a visitor's browser: those with a foreign origin, and those for a
/// host name that somebody has pointed at this machine (DNS rebinding).
pub(crate) async fn same_origin(request: Request, next: Next) -> Response {
    if let Err(refusal) = check(request.headers()) {
        return refusal.into_response();
    }
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(CONTENT_SECURITY_POLICY),
    );
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    headers.insert(
        header::REFERRER_POLICY,
        HeaderValue::from_static("no-referrer"),
    );
    response
}

fn check(headers: &HeaderMap) -> Result<(), Refusal> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text(HOST).unwrap_or_default();
    if !is_address(host) {
        return Err(Refusal::Forbidden(format!(
            "this server answers to localhost and to addresses in numbers, not to '{host}'"
        )));
    }
    match text(ORIGIN) {
        Some(origin) if origin.split_once("://").map(|(_, rest)| rest) != Some(host) => Err(
            Refusal::Forbidden(format!("requests from {origin} are not answered")),
        ),
        _ => Ok(()),
    }
}

fn is_address(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.parse::<u16>().is_ok() => name,
        _ => host,
    };
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    name == "localhost" || bare.parse::<IpAddr>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(host: &str, origin: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(ORIGIN, origin.parse().unwrap());
        }
        check(&headers).is_ok()
    }

    #[test]
    fn only_our_own_page_is_answered() {
        assert!(answers("127.0.0.1:7070", None));
        assert!(answers("[::1]:7070", None));
        assert!(answers("localhost:7070", Some("http://localhost:7070")));
        assert!(!answers("localhost:7070", Some("http://evil.example")));
        assert!(!answers("localhost:7070", Some("http://localhost:8080")));
        assert!(!answers("localhost:7070", Some("null")));
        assert!(!answers("rebound.example:7070", None));
        assert!(!answers(
            "rebound.example:7070",
            Some("http://rebound.example:7070")
        ));
    }
}
