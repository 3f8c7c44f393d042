//! The page's files, from inside the binary.

use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../web/page"]
struct Assets;

/// The file that an address names. Browsers keep it and ask whether it has changed.
pub(crate) async fn serve(uri: Uri, headers: HeaderMap) -> Response {
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    let Some(file) = Assets::get(path) else {
        return (StatusCode::NOT_FOUND, "there is no such page\n").into_response();
    };
    let hash = file.metadata.sha256_hash();
    let tag = hash[..12]
        .iter()
        .fold("\"".to_owned(), |tag, byte| tag + &format!("{byte:02x}"))
        + "\"";
    let known = headers.get(header::IF_NONE_MATCH);
    if known.and_then(|value| value.to_str().ok()) == Some(&tag) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let headers = [
        (header::CONTENT_TYPE, content_type(path).to_owned()),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::ETAG, tag),
    ];
    (headers, file.data.into_owned()).into_response()
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a browser loads first: all of it, since pages are few and small.
    #[test]
    fn the_page_is_below_200_kilobytes() {
        let sizes = Assets::iter().map(|path| Assets::get(&path).unwrap().data.len());
        let total: usize = sizes.sum();
        assert!(total > 10_000, "the page is missing");
        assert!(total < 200_000, "{total} bytes");
    }

    #[test]
    fn nothing_is_fetched_from_elsewhere() {
        for path in Assets::iter() {
            let data = Assets::get(&path).unwrap().data;
            let text = String::from_utf8_lossy(&data).replace("http://www.w3.org/", "");
            for scheme in ["http://", "https://", "src=\"//"] {
                assert!(!text.contains(scheme), "{path} names {scheme}");
            }
        }
    }
}
