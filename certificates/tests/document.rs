//! The document is the contract: its grammar, taken from its text, decodes the golden files.
//!
//! Nothing here uses the crate's codec or bincode. The result is compared with the values that
//! the golden file was made from, and every variant of the grammar must occur in it.
//! `COVENANT_WRITE_GOLDEN=1` writes the golden file anew, for a new version of the format.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::container::unseal;
use covenant_certificates::CertificateFile;
use covenant_kernel::tables::Kind;
use serde_json::{Map, Value, json};

const DOCUMENT: &str = include_str!("../../docs/CERTIFICATE.md");

/// What the golden files are made from: one for each kind of claim.
fn files() -> [CertificateFile; 3] {
    [common::everything(), common::everything_of(Kind::Only), common::everything_of(Kind::Exactly)]
}

fn golden_bytes(file: &CertificateFile) -> Vec<u8> {
    let name = match file.certificate.statement.kind {
        Kind::Every => "golden.cov",
        Kind::Only => "golden-only.cov",
        Kind::Exactly => "golden-exactly.cov",
    };
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    if std::env::var_os("COVENANT_WRITE_GOLDEN").is_some() {
        file.store(&path).unwrap();
    }
    std::fs::read(path).unwrap()
}

#[derive(Clone, Debug)]
enum Shape {
    Named(String),
    List(Box<Shape>),
    Option(Box<Shape>),
    Tuple(Vec<Shape>),
    Record(Vec<(String, Shape)>),
    Choice(Vec<(String, Option<Shape>)>),
}

/// Reads the grammar.
struct Grammar<'a> {
    tokens: Vec<&'a str>,
    at: usize,
}

impl<'a> Grammar<'a> {
    fn of_document() -> BTreeMap<String, Shape> {
        let blocks = DOCUMENT.split("```format\n").skip(1);
        let text: String = blocks.map(|b| b.split("```").next().unwrap()).collect();
        let mut tokens = Vec::new();
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let word = rest.find(|c: char| !(c.is_alphanumeric() || "_-".contains(c))).unwrap_or(rest.len());
            let (token, after) = rest.split_at(word.max(1));
            tokens.push(token);
            rest = after.trim_start();
        }
        let mut grammar = Grammar { tokens, at: 0 };
        let mut rules = BTreeMap::new();
        while grammar.at < grammar.tokens.len() {
            let name = grammar.word();
            grammar.expect("=");
            let shape = grammar.choice();
            assert!(rules.insert(name.clone(), shape).is_none(), "{name} twice");
        }
        rules
    }

    fn peek(&self, ahead: usize) -> &'a str {
        self.tokens.get(self.at + ahead).copied().unwrap_or("")
    }

    fn accept(&mut self, token: &str) -> bool {
        let found = self.peek(0) == token;
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, token: &str) {
        assert!(self.accept(token), "{token} expected at {:?}", self.peek(0));
    }

    fn word(&mut self) -> String {
        let word = self.peek(0);
        assert!(word.starts_with(char::is_alphanumeric), "{word} is no name");
        self.at += 1;
        word.to_owned()
    }

    /// A right-hand side. A single name is another rule, unless parts or alternatives follow.
    fn choice(&mut self) -> Shape {
        if !self.peek(0).starts_with(char::is_alphanumeric) {
            return self.shape();
        }
        if !["|", "(", "{"].contains(&self.peek(1)) {
            return self.shape();
        }
        let mut variants = Vec::new();
        loop {
            let name = self.word();
            let parts = match self.peek(0) {
                "(" | "{" => Some(self.shape()),
                _ => None,
            };
            variants.push((name, parts));
            if !self.accept("|") {
                return Shape::Choice(variants);
            }
        }
    }

    fn shape(&mut self) -> Shape {
        let mut shape = if self.accept("[") {
            let element = self.shape();
            self.expect("]");
            Shape::List(Box::new(element))
        } else if self.accept("(") {
            let mut parts = vec![self.shape()];
            while self.accept(",") {
                parts.push(self.shape());
            }
            self.expect(")");
            Shape::Tuple(parts)
        } else if self.accept("{") {
            let mut fields = Vec::new();
            while !self.accept("}") {
                let name = self.word();
                self.expect(":");
                fields.push((name, self.shape()));
                self.accept(",");
            }
            Shape::Record(fields)
        } else {
            Shape::Named(self.word())
        };
        if self.accept("?") {
            shape = Shape::Option(Box::new(shape));
        }
        shape
    }
}

/// Reads values, following the table of layouts.
struct Decoder<'a> {
    rules: &'a BTreeMap<String, Shape>,
    bytes: &'a [u8],
    /// The variants that occurred.
    seen: &'a mut BTreeSet<String>,
}

impl Decoder<'_> {
    fn take(&mut self, count: usize) -> &[u8] {
        let (taken, rest) = self.bytes.split_at(count);
        self.bytes = rest;
        taken
    }

    fn unsigned(&mut self) -> u64 {
        let (width, least) = match self.take(1)[0] {
            small @ 0..=250 => return u64::from(small),
            251 => (2, 251),
            252 => (4, 1 << 16),
            253 => (8, 1 << 32),
            other => panic!("{other} starts no integer"),
        };
        let mut wide = [0; 8];
        wide[..width].copy_from_slice(self.take(width));
        let value = u64::from_le_bytes(wide);
        assert!(value >= least, "not the shortest encoding");
        value
    }

    fn value(&mut self, shape: &Shape, name: &str) -> Value {
        match shape {
            Shape::Named(primitive) => match primitive.as_str() {
                "u8" => json!(self.take(1)[0]),
                "u32" | "u64" => json!(self.unsigned()),
                "i64" => {
                    let zigzag = self.unsigned();
                    let half = (zigzag / 2) as i64;
                    json!(if zigzag.is_multiple_of(2) { half } else { -half - 1 })
                }
                "bool" => match self.take(1)[0] {
                    0 => json!(false),
                    1 => json!(true),
                    other => panic!("{other} is no boolean"),
                },
                "text" => {
                    let length = self.unsigned() as usize;
                    json!(std::str::from_utf8(self.take(length)).unwrap())
                }
                "hash" => {
                    let digits = self.take(32).iter().map(|byte| format!("{byte:02x}"));
                    json!(digits.collect::<String>())
                }
                rule => {
                    let rules = self.rules;
                    let shape = rules.get(rule).unwrap_or_else(|| panic!("no rule {rule}"));
                    self.value(shape, rule)
                }
            },
            Shape::List(element) => {
                let count = self.unsigned();
                (0..count).map(|_| self.value(element, name)).collect()
            }
            Shape::Option(inner) => match self.take(1)[0] {
                0 => Value::Null,
                1 => self.value(inner, name),
                other => panic!("{other} is no option"),
            },
            Shape::Tuple(parts) => parts.iter().map(|part| self.value(part, name)).collect(),
            Shape::Record(fields) => {
                let fields = fields.iter();
                let fields = fields.map(|(field, shape)| (field.clone(), self.value(shape, name)));
                Value::Object(fields.collect::<Map<_, _>>())
            }
            Shape::Choice(variants) => {
                let number = self.unsigned() as usize;
                let (variant, parts) = &variants[number];
                self.seen.insert(format!("{name}.{variant}"));
                let content = match parts {
                    None => return json!(variant),
                    Some(Shape::Tuple(parts)) if parts.len() == 1 => self.value(&parts[0], name),
                    Some(parts) => self.value(parts, name),
                };
                json!({ variant: content })
            }
        }
    }
}

/// The sections as the implementation sees them, in serde's own words.
fn expected_sections(file: &CertificateFile) -> Vec<(&'static str, Value)> {
    let (s, p) = (&file.certificate.statement, &file.certificate.proof);
    vec![
        ("Meta", json!(file.meta)),
        (
            "Theory",
            json!({
                "opaque_sorts": s.opaque_sorts, "literals": s.literals, "sorts": s.sorts,
                "datatypes": s.datatypes, "exprs": s.exprs, "defs": s.defs, "axioms": s.axioms,
            }),
        ),
        ("Program", json!({ "types": s.types, "cores": s.cores, "funs": s.funs })),
        match s.kind {
            Kind::Every => ("Claims", json!({ "globals": s.globals, "claim": s.claim })),
            kind => ("KindedClaims", json!({ "globals": s.globals, "claim": s.claim, "kind": kind })),
        },
        (
            "Derivations",
            json!({
                "sorts": p.sorts, "exprs": p.exprs, "types": p.types, "nodes": p.nodes,
                "derivations": p.derivations,
            }),
        ),
        ("EvidenceTables", json!({ "lemmas": p.lemmas, "steps": p.steps })),
        ("SolverLog", json!(file.log)),
        ("SourceMap", json!(file.source)),
        ("SourceHash", json!({ "bytes": file.source.text.len(), "hash": file.source_hash() })),
    ]
}

#[test]
fn the_documents_grammar_decodes_the_golden_file() {
    let rules = Grammar::of_document();
    let mut seen = BTreeSet::new();
    for file in files() {
        let expected = expected_sections(&file);
        for (section, (rule, expected)) in unseal(&golden_bytes(&file)).iter().zip(expected) {
            let mut decoder = Decoder { rules: &rules, bytes: section, seen: &mut seen };
            let value = decoder.value(&Shape::Named(rule.to_owned()), rule);
            assert!(decoder.bytes.is_empty(), "bytes left over in {rule}");
            assert_eq!(value, expected, "{rule}");
        }
    }

    let variants: BTreeSet<String> = rules
        .iter()
        .filter_map(|(rule, shape)| match shape {
            Shape::Choice(variants) => Some((rule, variants)),
            _ => None,
        })
        .flat_map(|(rule, variants)| variants.iter().map(move |(v, _)| format!("{rule}.{v}")))
        .collect();
    assert!(variants.len() > 100, "the grammar was read");
    // The kind of a claim that says *every* is the version of its file.
    assert!(!seen.contains("Kind.Every"));
    seen.insert("Kind.Every".to_owned());
    assert_eq!(seen, variants, "every variant occurs in a golden file");
}

#[test]
fn the_implementation_reads_and_writes_the_golden_file() {
    for file in files() {
        let bytes = golden_bytes(&file);
        assert_eq!(CertificateFile::from_bytes(&bytes).unwrap(), file);
        assert_eq!(file.to_bytes().unwrap(), bytes);
    }
}

#[test]
fn the_documents_numbers_are_the_implementations() {
    let header = common::container::HEADER;
    assert!(DOCUMENT.contains(&format!("| {header} | | the sections")));
    let mib = covenant_certificates::MAX_FILE_BYTES >> 20;
    assert!(DOCUMENT.contains(&format!("| size of a file | {mib} MiB |")));
    let mib = covenant_certificates::MAX_DECODED_BYTES >> 20;
    assert!(DOCUMENT.contains(&format!("rows and texts | {mib} MiB,")));
    for kind in covenant_certificates::container::SectionKind::ALL {
        assert!(DOCUMENT.contains(&format!("| {} | {} |", kind.number(), kind.name())));
    }
}
