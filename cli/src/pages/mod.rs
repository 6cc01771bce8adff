//! The HTML pages: one file each, with everything in it, so that they work offline and can be
//! attached to a review. The data is JSON inside the page; the scripts build the page from it.

use serde::Serialize;

const STYLE: &str = include_str!("style.css");

/// The page of `covenant show`.
pub fn derivation(model: &impl Serialize) -> String {
    page("Covenant: derivation", include_str!("derivation.html"), include_str!("derivation.js"), model)
}

/// The page of `covenant diff`.
pub fn diff(model: &impl Serialize) -> String {
    page("Covenant: what changed", include_str!("diff.html"), include_str!("diff.js"), model)
}

fn page(title: &str, body: &str, script: &str, data: &impl Serialize) -> String {
    // A failure is impossible for these types (no maps with odd keys); an empty page would show.
    let data = serde_json::to_string(data).unwrap_or_default();
    // Inside a script element only `</` and `<!--` would be taken for HTML.
    let data = data.replace('<', "\\u003c");
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{body}\
         <script type=\"application/json\" id=\"data\">{data}</script>\n<script>\n{script}</script>\n</body>\n</html>\n"
    )
}
