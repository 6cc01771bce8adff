//! The HTML pages: one file each, with everything in it, so that they work offline and can be
//! attached to a review. The data is JSON inside the page; the scripts build the page from it.

use covenant_certificates::shown::shown;
use serde::Serialize;
use serde_json::Value;

const STYLE: &str = include_str!("style.css");

/// The page of `covenant show`.
pub fn derivation(model: &impl Serialize) -> String {
    let script = concat!(include_str!("derivation.js"), include_str!("pictures.js"));
    page("Covenant: derivation", include_str!("derivation.html"), script, model)
}

/// The page of `covenant diff`.
pub fn diff(model: &impl Serialize) -> String {
    page("Covenant: what changed", include_str!("diff.html"), include_str!("diff.js"), model)
}

/// The page of `covenant check --html`.
pub fn claims(model: &impl Serialize) -> String {
    page("Covenant: claims", include_str!("claims.html"), include_str!("claims.js"), model)
}

fn page(title: &str, body: &str, script: &str, data: &impl Serialize) -> String {
    // A failure is impossible for these types (no maps with odd keys); an empty page would show.
    let mut data = serde_json::to_value(data).unwrap_or_default();
    write_out(&mut data);
    // Inside a script element only `</` and `<!--` would be taken for HTML.
    let data = data.to_string().replace('<', "\\u003c");
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{body}\
         <script type=\"application/json\" id=\"data\">{data}</script>\n<script>\n{script}</script>\n</body>\n</html>\n"
    )
}

/// Writes out, in every text, what a browser would obey and not show. Unlike in `--json`, the page
/// shows the escape itself.
fn write_out(value: &mut Value) {
    match value {
        Value::String(text) => *text = shown(text).into_owned(),
        Value::Array(items) => items.iter_mut().for_each(write_out),
        Value::Object(fields) => fields.values_mut().for_each(write_out),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
