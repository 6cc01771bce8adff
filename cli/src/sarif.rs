//! SARIF 2.1.0 logs, which code review tools show as annotations at the lines concerned.

use serde_json::{Value, json};

/// A log with one run.
#[must_use]
pub fn log(version: &str, rules: &[(&str, &str)], results: Vec<Value>) -> Value {
    let rules: Vec<Value> =
        rules.iter().map(|(id, text)| json!({ "id": id, "shortDescription": { "text": text } })).collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "covenant", "version": version, "rules": rules }},
            "results": results,
        }],
    })
}

/// One result, at a line of a file.
#[must_use]
pub fn result(rule: &str, level: &str, text: &str, file: &str, line: u32, fingerprint: &Value) -> Value {
    json!({
        "ruleId": rule,
        "level": level,
        "message": { "text": text },
        "locations": [{ "physicalLocation": {
            "artifactLocation": { "uri": file },
            "region": { "startLine": line },
        }}],
        "partialFingerprints": { "covenant/claim": fingerprint },
    })
}
