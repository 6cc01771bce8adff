//! Names from the source. The tables have none for variables, so they are looked up in the text
//! around the place that a row was made from; a name that is not found costs only beauty.

use covenant_kernel::tables::CoreRef;

use covenant_front::{Source as From, Span, Weighed};

/// The text of a file, and the places that core rows come from.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub text: &'a str,
    pub cores: &'a [Span],
    /// The coins that are weighed.
    pub weights: &'a [Weighed],
}

impl Source<'_> {
    fn span(&self, core: CoreRef) -> Option<Span> {
        self.cores.get(core.0 as usize).copied().filter(|span| span.source == From::User)
    }

    /// The weights of the coin that a row tosses.
    pub fn weights(&self, core: CoreRef) -> Option<(u32, u32)> {
        let span = self.span(core)?;
        self.weights.iter().find(|weighed| weighed.coin == span).map(|weighed| (weighed.yes, weighed.no))
    }

    /// The name in `let name = …` or `let name : type = …`, where the row is the right side.
    pub fn binder(&self, core: CoreRef) -> Option<String> {
        let before = self.text.get(..self.span(core)?.start)?;
        let before = before.trim_end_matches([' ', '\n', '\t', '(']).strip_suffix('=')?;
        let binding = &before[before.rfind("let ")? + 4..];
        let name = binding.split(':').next()?.trim();
        is_name(name).then(|| name.to_owned())
    }

    /// The names in the pattern of a constructor inside a match.
    pub fn fields(&self, core: CoreRef, constructor: &str, count: usize) -> Vec<String> {
        self.pattern(core, constructor).filter(|names| names.len() == count).unwrap_or_default()
    }

    fn pattern(&self, core: CoreRef, constructor: &str) -> Option<Vec<String>> {
        let span = self.span(core)?;
        let text = self.text.get(span.start..span.end)?;
        // Patterns stand between `with` or `|` and the arrow.
        for piece in text.split("->") {
            let pattern = piece.rsplit('|').next()?.rsplit("with ").next()?.trim();
            let names = if constructor == "::" {
                pattern.split("::").collect::<Vec<_>>()
            } else {
                let Some(rest) = pattern.strip_prefix(constructor) else { continue };
                let rest = rest.trim().trim_start_matches('(').trim_end_matches(')');
                rest.split(',').collect()
            };
            let names: Vec<&str> = names.iter().map(|n| n.trim()).collect();
            if names.iter().all(|n| is_name(n)) {
                return Some(names.into_iter().map(str::to_owned).collect());
            }
        }
        None
    }
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase() || c == '_')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '\'')
}

/// Words that mean something in OCaml or Rust, and the names that exported modules use.
#[rustfmt::skip]
const RESERVED: &[&str] = &[
    "and", "as", "assert", "async", "await", "begin", "bool_gen", "box", "break", "class", "const",
    "constraint", "continue", "crate", "divide", "do", "done", "downto", "draw", "dyn", "else", "end",
    "enum", "exception", "extern", "external", "false", "fn", "for", "fuel", "fun", "function",
    "functor", "go_on", "if", "impl", "in", "include", "inherit", "initializer", "int_gen", "int_range", "lazy",
    "let", "loop", "macro", "match", "method", "mod", "module", "modulo", "move", "mut", "mutable",
    "nat_gen", "near", "new", "nonrec", "not", "object", "of", "open", "or", "priv", "private", "pub",
    "quotient", "raise", "rec", "redraw", "redraws", "ref", "remainder", "retrying", "return", "self", "sig", "spend", "st",
    "static", "strategy", "struct", "super", "then", "to", "trait", "true", "try", "type", "use", "val",
    "weighed", "where", "while", "with", "yield",
];

/// A name that is an identifier of both languages and no keyword.
pub(super) fn plain(wanted: &str) -> String {
    let mut name: String = match wanted {
        "@" => "append".to_owned(),
        other => other.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect(),
    };
    if name.starts_with(|c: char| c.is_ascii_digit()) || name.chars().all(|c| c == '_') {
        name.insert(0, 'x');
    }
    if RESERVED.contains(&name.as_str()) {
        name.push('_');
    }
    name
}

/// `stlc_ty` as `StlcTy`.
pub(super) fn camel(name: &str) -> String {
    let mut out = String::new();
    for part in plain(name).split('_').filter(|p| !p.is_empty()) {
        let mut chars = part.chars();
        out.extend(chars.next().map(|c| c.to_ascii_uppercase()));
        out.extend(chars);
    }
    out
}

/// What the written code calls types of the languages themselves; a type of the file is called otherwise.
pub(super) const TYPES_OF_OCAML: [&str; 5] = ["bool", "int", "list", "option", "unit"];
pub(super) const TYPES_OF_RUST: [&str; 5] = ["Box", "Option", "Result", "String", "Vec"];
