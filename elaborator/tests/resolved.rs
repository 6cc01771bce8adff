//! What OCaml's front end made of a file, as `covenant_read.ml` printed it: imported, compared with the
//! built-in reader, and damaged in every way that a file can be damaged.

use covenant_front::{Reading, agreement, load, load_resolved};

const TEXT: &str = include_str!("resolved/program.ml");
const JSON: &str = include_str!("resolved/program.json");

#[test]
fn both_readers_read_the_same() {
    let own = load("a.ml", TEXT).expect("it is OCaml");
    assert_eq!((own.units.len(), own.declined.len()), (2, 0), "{:?}", own.diagnostics);
    let by_ocaml = load_resolved("a.ml", TEXT, JSON, Reading::default()).expect("it is the reader's output");
    assert_eq!(agreement(&own, &by_ocaml), Ok(()));
}

/// Each change to what OCaml says is noticed, and where.
#[test]
fn a_difference_is_noticed_at_its_place() {
    let own = load("a.ml", TEXT).expect("it is OCaml");
    let cases = [
        ("\"Stdlib.<=\"", "\"Stdlib.<\"", "OCaml reads a lemma"),
        ("\"Covenant_runtime.nat_gen\"", "\"Covenant_runtime.int_gen\"", "OCaml reads this differently"),
        ("\"Covenant_runtime.bool_gen\"", "\"Stdlib.Random.bool\"", "`Stdlib.Random.bool`"),
        ("\"name\":\"covers\"", "\"name\":\"other\"", "it sees no claim about `shape`"),
        ("\"name\":\"measure\"", "\"name\":\"rank\"", "differently"),
        ("\"name\":\"lemma\"", "\"name\":\"other\"", "lemma"),
        ("\"mutable\":false", "\"mutable\":true", "OCaml reads this differently"),
    ];
    for (from, to, expected) in cases {
        let changed = JSON.replacen(from, to, 1);
        assert_ne!(changed, JSON, "{from}");
        let by_ocaml =
            load_resolved("a.ml", TEXT, &changed, Reading::default()).expect("it is the reader's output");
        let found = agreement(&own, &by_ocaml).expect_err(from);
        assert!(found.what.contains(expected), "{from}: {}", found.what);
    }
}

/// A claim that only OCaml sees was lost by the built-in reader.
#[test]
fn a_claim_that_was_not_read_is_a_difference() {
    let without = TEXT.replace("[@@covers {| unit ->", "[@@warning {| unit ->");
    let own = load("a.ml", &without).expect("it is OCaml");
    let by_ocaml = load_resolved("a.ml", TEXT, JSON, Reading::default()).expect("it is the reader's output");
    let found = agreement(&own, &by_ocaml).expect_err("a claim is missing");
    assert_eq!(found.what, "OCaml sees a claim about `point` here; it was not read");
    assert_eq!(TEXT.get(found.span.start..found.span.start + 9), Some("let point"));
}

#[test]
fn what_is_not_the_readers_output_is_an_error() {
    let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    let cut = JSON.get(..JSON.len() / 2).expect("text");
    for json in ["", "{}", "[]", "{\"format\":2,\"types\":[],\"datatypes\":[],\"items\":[]}", &deep, cut] {
        let problems = load_resolved("a.ml", TEXT, json, Reading::default()).expect_err("it is not");
        assert_eq!(problems[0].message, "what the OCaml reader printed cannot be read");
    }
}

/// Bytes that are not what they were may make the readings differ; they never make a panic or a loop.
#[test]
fn damage_is_never_a_panic() {
    let own = load("a.ml", TEXT).expect("it is OCaml");
    let mut compared = 0;
    // Numbers are places, types and constants; words are names and kinds of nodes.
    for (at, byte) in JSON.bytes().enumerate().step_by(23) {
        let mut bytes = JSON.as_bytes().to_vec();
        bytes[at] = match byte {
            b'0'..=b'8' => byte + 1,
            b'a'..=b'y' => byte + 1,
            b',' => b':',
            _ => b'9',
        };
        let changed = String::from_utf8(bytes).expect("ASCII");
        if let Ok(module) = load_resolved("a.ml", TEXT, &changed, Reading::default()) {
            compared += usize::from(agreement(&own, &module).is_ok());
        }
    }
    assert!(compared > 0, "places do not matter");
}
