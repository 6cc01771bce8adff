//! The combinators of the library, one by one: QCheck.Gen, QCheck2.Gen, and QCheck itself (arbitraries).
//!
//! What a combinator draws from is a definition in `prelude/qcheck.ml`, in the dialect, with its exact support as its claim;
//! a test proves the claims. Combinators that take functions or lists of generators are written out here.
//! A name without a line here is declined where it is used.

pub(super) use super::family::Family;
use super::{Writer, call, texts, tree};
use crate::span::Span;
use crate::syntax::{ARRAY, Expr, ExprKind, Literal};

/// A version of qcheck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct QcheckVersion {
    /// The first number.
    pub major: u32,
    /// The second number.
    pub minor: u32,
}

impl QcheckVersion {
    /// Reads `0.20` or `v0.20.1`.
    #[must_use]
    pub fn parse(text: &str) -> Option<QcheckVersion> {
        let mut numbers = text.trim().trim_start_matches('v').split('.').map(|part| {
            part.chars().take_while(char::is_ascii_digit).collect::<String>().parse::<u32>().ok()
        });
        Some(QcheckVersion { major: numbers.next()??, minor: numbers.next()?? })
    }
}

impl std::fmt::Display for QcheckVersion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// A range that is built: it fails unless the first is at most the second.
pub(super) type Bounds = (Expr, Expr);

/// The family and the plain name of a name of the library.
pub(super) fn library_name(name: &str) -> Option<(Family, &str)> {
    if let Some(rest) = name.strip_prefix("QCheck.Gen.") {
        return Some((Family::Gen, rest));
    }
    if let Some(rest) = name.strip_prefix("QCheck2.Gen.") {
        return Some((Family::Gen2, rest));
    }
    if let Some(rest) = name.strip_prefix("QCheck.") {
        let inner = rest.starts_with(|c: char| c.is_ascii_uppercase());
        return Some((if inner { Family::Other } else { Family::Arbitrary }, rest));
    }
    name.strip_prefix("QCheck2.").map(|rest| (Family::Other, rest))
}

/// New names, and names of arbitraries, by the name that is described.
pub(super) fn old_name(family: Family, name: &str) -> &str {
    match (family, name) {
        (Family::Arbitrary, "pos_int") => "pint",
        (Family::Arbitrary, "printable_char") => "printable",
        (Family::Arbitrary, "numeral_char") => "numeral",
        (Family::Arbitrary, "list_of_size") => "list_size",
        (Family::Arbitrary, "array_of_size") => "array_size",
        (Family::Arbitrary, "always") => "return",
        (Family::Arbitrary, "choose") => "oneof",
        (Family::Arbitrary, "string_gen") => "string_of",
        (Family::Arbitrary, "string_gen_of_size") => "string_size_of",
        (_, "pure") => "return",
        (_, "int_pos") => "pint",
        (_, "int_pos_small" | "nat_small" | "small_int") => "small_nat",
        (_, "int_small") => "small_signed_int",
        (_, "int_pos_mid") => "nat",
        (_, "char_printable") => "printable",
        (_, "char_numeral") => "numeral",
        (_, "list_small") => "small_list",
        (_, "array_small") => "small_array",
        (_, "shuffle_list") => "shuffle_l",
        (_, "opt") => "option",
        (_, "oneof_list") => "oneofl",
        (_, "oneof_array") => "oneofa",
        (_, "oneof_weighted") => "frequency",
        (_, "oneof_list_weighted") => "frequencyl",
        (_, "flatten_list") => "flatten_l",
        (_, "flatten_option") => "flatten_opt",
        (_, "<$>") => "map",
        (_, "bind" | "let*") => ">>=",
        (_, "let+") => ">|=",
        (_, "and+" | "and*" | "tup2") => "pair",
        (_, "tup3") => "triple",
        (_, "tup4") => "quad",
        (_, "ap") => "<*>",
        (_, "--") => "int_range",
        (_, "ui32") => "int32",
        (_, "ui64") => "int64",
        (_, name) => name,
    }
}

/// How many arguments without a label make a generator of it; none for what is declined by its name.
pub(super) fn arity(family: Family, name: &str) -> Option<usize> {
    if family == Family::Other {
        return None;
    }
    Some(match old_name(family, name) {
        "unit" | "bool" | "int" | "pint" | "neg_int" | "int_neg" | "small_nat" | "small_signed_int"
        | "nat" | "big_nat" => 0,
        "return" | "oneof" | "oneofl" | "oneofa" | "frequency" | "frequencyl" | "list" | "small_list"
        | "option" | "int_bound" | "sized" | "delay" | "join" | "flatten_l" | "flatten_opt"
        | "nat_split2" | "pos_split2" => 1,
        "make" | "gen" | "get_gen" if family == Family::Arbitrary => 1,
        "set_print"
        | "set_small"
        | "set_shrink"
        | "set_collect"
        | "set_stats"
        | "add_stat"
        | "set_gen"
        | "add_shrink_invariant"
        | "map_same_type"
            if family == Family::Arbitrary =>
        {
            2
        }
        "no_shrink" => 1,
        "set_shrink" | "add_shrink_invariant" => 2,
        "map" | ">>=" | ">|=" | "<*>" | "pair" | "list_size" | "list_repeat" | "int_range" | "sized_size"
        | "fix" | "map_keep_input" => 2,
        "map2" | "triple" => 3,
        "map3" | "quad" => 4,
        "map4" | "tup5" => 5,
        "map5" | "tup6" => 6,
        "tup7" => 7,
        "tup8" => 8,
        "tup9" => 9,
        "array" | "small_array" | "shuffle_l" => 1,
        "array_size" | "array_repeat" => 2,
        "result" if family != Family::Arbitrary => 2,
        // Those that are not read are generators all the same.
        name => return texts::arity(family, name).or_else(|| declined_arity(name)),
    })
}

/// The same for generators that are declined by name where they are drawn from.
fn declined_arity(name: &str) -> Option<usize> {
    Some(match name {
        "float" | "pfloat" | "nfloat" | "float_pos" | "float_neg" | "pos_float" | "neg_float" | "bytes"
        | "bytes_small" | "bytes_printable" | "int32" | "int64" => 0,
        "frequencya"
        | "bytes_of"
        | "bytes_size"
        | "float_bound_inclusive"
        | "float_bound_exclusive"
        | "shuffle_w_l"
        | "flatten_a"
        | "bytes_small_of" => 1,
        "float_range" | "--." => 2,
        "graft_corners" => 3,
        _ => return None,
    })
}

/// Whether a combinator makes a generator of whatever arguments; others look at a range, a list or weights first.
pub(super) fn never_fails(family: Family, name: &str) -> bool {
    !matches!(
        old_name(family, name),
        "int_range"
            | "int_bound"
            | "nat_split2"
            | "pos_split2"
            | "char_range"
            | "float_range"
            | "--."
            | "float_bound_inclusive"
            | "float_bound_exclusive"
            | "oneof"
            | "oneofl"
            | "frequency"
            | "frequencyl"
            | "oneofa"
            | "frequencya"
            | "shuffle_w_l"
            | "graft_corners"
    )
}

/// What to write instead of a name that is not read.
pub(super) fn instead_of(name: &str) -> &'static str {
    let last = name.rsplit('.').next().unwrap_or(name);
    match last {
        "generate" | "generate1" => "`let*` or `>>=`: this draws from another random state, once",
        "frequencya" | "oneof_array_weighted" => "`frequencyl`",
        "flatten_a" => "a list",
        "graft_corners" | "nng_corners" | "small_int_corners" | "int_small_corners" => {
            "`oneof [g; oneofl corners]`: this one remembers what it has returned"
        }
        "shuffle_a" | "shuffle_w_l" | "shuffle_array" => "`shuffle_l` of a short list",
        "fun1" | "fun2" | "fun3" | "fun4" | "fun_nary" => "data: a function is no set of values",
        _ if last.contains("float") || last == "exponential" => {
            "an integer: these floats are not all floats, and which ones depends on the version"
        }
        _ => "the combinators in docs/QCHECK.md",
    }
}

/// Where the definition of a combinator is.
fn in_library(word: &str) -> String {
    format!("QCheck.Gen.{word}")
}

/// Labelled arguments that say something about what is drawn.
#[derive(Default)]
struct Given {
    ratio: Option<Expr>,
    /// `~gen`, the characters of a string.
    alphabet: Option<Expr>,
}

/// Labels that say nothing about what is drawn.
pub(crate) const WITHOUT_EFFECT: [&str; 9] =
    ["print", "small", "shrink", "collect", "stats", "rev", "origin", "name", "count"];

impl Writer<'_> {
    /// A draw from a combinator of the library.
    pub(super) fn combinator(
        &mut self,
        family: Family,
        word: &str,
        written: &str,
        arguments: &[Expr],
        span: Span,
        last: bool,
    ) -> Option<Expr> {
        let mut plain = Vec::new();
        let mut given = Given::default();
        for argument in arguments {
            match &argument.kind {
                ExprKind::Labelled(label, _, value) if WITHOUT_EFFECT.contains(&label.text.as_str()) => {
                    self.may_be_left_out(value)?;
                }
                ExprKind::Labelled(label, false, value) if label.text == "ratio" => {
                    given.ratio = Some((**value).clone())
                }
                ExprKind::Labelled(label, false, value)
                    if label.text == "gen"
                        && matches!(word, "string" | "string_size" | "small_string")
                        && family != Family::Arbitrary =>
                {
                    given.alphabet = Some((**value).clone());
                }
                ExprKind::Labelled(label, ..) => {
                    let what = format!("the argument `~{}` of `{written}`", label.text);
                    return self.decline(argument.span, &what, "the combinators in docs/QCHECK.md");
                }
                _ => plain.push(argument.clone()),
            }
        }
        let declined = declined_arity(old_name(family, word)).is_some();
        let Some(count) = arity(family, word).filter(|_| !declined) else {
            return self.decline(span, &format!("`{written}`"), instead_of(written));
        };
        if self.is_of_older_version(word) {
            let what = format!("`{written}` of a qcheck older than 0.19");
            return self.decline(span, &what, "a newer version, or a definition in this file");
        }
        if plain.len() != count {
            let what = format!("`{written}` with {} arguments", plain.len());
            return self.decline(span, &what, "all its arguments and no more");
        }
        self.combination(family, old_name(family, word), &plain, &given, span, last)
    }

    /// Whether a support was another one in an old version that was asked for.
    fn is_of_older_version(&self, word: &str) -> bool {
        let changed = matches!(
            word,
            "small_nat"
                | "small_int"
                | "small_list"
                | "small_array"
                | "printable"
                | "string_printable"
                | "nat_split2"
                | "pos_split2"
                | "option"
                | "opt"
        );
        changed && self.reading.qcheck.is_some_and(|version| version < QcheckVersion { major: 0, minor: 19 })
    }

    fn combination(
        &mut self,
        family: Family,
        name: &str,
        arguments: &[Expr],
        given: &Given,
        span: Span,
        last: bool,
    ) -> Option<Expr> {
        match (name, arguments) {
            (
                "unit" | "bool" | "int" | "pint" | "neg_int" | "int_neg" | "small_nat" | "small_signed_int"
                | "nat" | "big_nat",
                [],
            ) => Some(call(&in_library(name), vec![tree::unit(span)], span)),
            ("return", [value]) => self.value(value),
            ("no_shrink" | "make" | "gen" | "get_gen", [generator]) => self.draw(generator, last),
            ("set_gen", [generator, other]) => {
                self.may_be_left_out(other)?;
                self.draw(generator, last)
            }
            (
                "set_print"
                | "set_small"
                | "set_shrink"
                | "set_collect"
                | "set_stats"
                | "add_stat"
                | "add_shrink_invariant",
                [other, generator],
            ) => {
                self.may_be_left_out(other)?;
                self.draw(generator, last)
            }
            ("map" | "map_same_type", [function, generator]) | (">|=", [generator, function]) => self
                .drawn_all(std::slice::from_ref(generator), |writer, drawn| {
                    writer.applied(function, drawn, false, last)
                }),
            (">>=", [generator, function]) => self
                .drawn_all(std::slice::from_ref(generator), |writer, drawn| {
                    writer.applied(function, drawn, true, last)
                }),
            ("map2" | "map3" | "map4" | "map5", [function, generators @ ..]) => {
                self.drawn_all(generators, |writer, drawn| writer.applied(function, drawn, false, last))
            }
            ("<*>", [left, right]) => self.applicative(left, right, span),
            ("pair" | "triple" | "quad" | "tup5" | "tup6" | "tup7" | "tup8" | "tup9", generators) => self
                .drawn_all(generators, |_, drawn| Some(Expr { kind: ExprKind::Tuple(drawn.to_vec()), span })),
            ("map_keep_input", [function, generator]) => {
                self.drawn_all(std::slice::from_ref(generator), |writer, drawn| {
                    let image = writer.applied(function, drawn, false, false)?;
                    let kind = ExprKind::Tuple(drawn.iter().cloned().chain([image]).collect());
                    Some(Expr { kind, span })
                })
            }
            ("oneof", [list]) => self.one_of(list, family, span, last),
            ("oneofl", [list]) => self.one_of_values(list, span),
            ("oneofa", [array]) => self.one_of_array(array, span),
            ("frequency", [list]) => self.weighted(list, family, span, Some(last)),
            ("frequencyl", [list]) => self.weighted(list, family, span, None),
            ("option", [generator]) => self.optional(generator, given.ratio.as_ref(), span),
            ("result", [ok, error]) => self.result(ok, error, given.ratio.as_ref(), span),
            ("flatten_l", [list]) => self.each_of(list, span),
            ("shuffle_l", [list]) => self.shuffled(list, span),
            ("array" | "small_array" | "array_size" | "array_repeat", _) => {
                self.array(family, name, arguments, given, span)
            }
            ("int_range", [low, high]) => self.range(low, high, span),
            ("int_bound", [high]) => self.range(&tree::number(0, span), high, span),
            ("list_size" | "list_repeat" | "list" | "small_list", _) => {
                self.list(family, name, arguments, span)
            }
            ("sized", [function]) => self.sized(function, span, last),
            ("sized_size", [size, function]) => self
                .drawn_all(std::slice::from_ref(size), |writer, drawn| {
                    writer.applied(function, drawn, true, last)
                }),
            ("delay", [function]) => {
                let unit = [tree::unit(span)];
                self.applied(function, &unit, true, last)
            }
            ("fix", [function, first]) => self.fixed_point(function, first, span, last),
            ("join", [generator]) => self.joined(generator, span, last),
            ("nat_split2" | "pos_split2", [total]) => {
                let total_value = self.value(total)?;
                Some(call(&in_library(name), vec![total_value, tree::unit(span)], span))
            }
            _ if texts::arity(family, name).is_some() => {
                self.text(family, name, arguments, given.alphabet.as_ref(), span)
            }
            _ => self.decline(span, &format!("`{name}`"), instead_of(name)),
        }
    }

    fn result(&mut self, ok: &Expr, error: &Expr, ratio: Option<&Expr>, span: Span) -> Option<Expr> {
        let ratio = self.ratio(ratio)?;
        let mut checked = self.build_check(ok)?;
        checked.extend(self.build_check(error)?);
        let made = |writer: &mut Self, name: &str, generator: &Expr| {
            writer.drawn_all(std::slice::from_ref(generator), |_, drawn| {
                Some(tree::construct(name, drawn.to_vec(), span))
            })
        };
        let (ok, error) = (made(self, "Ok", ok)?, made(self, "Error", error)?);
        let choice = if ratio >= 1.0 { ok } else { self.choice(vec![ok, error], span)? };
        Some(self.checked(checked, choice))
    }

    /// An array that is never changed is a list.
    fn array(
        &mut self,
        family: Family,
        name: &str,
        arguments: &[Expr],
        given: &Given,
        span: Span,
    ) -> Option<Expr> {
        let of_lists = match name {
            "array" => "list",
            "small_array" => "small_list",
            "array_size" => "list_size",
            _ => "list_repeat",
        };
        let list = self.combination(family, of_lists, arguments, given, span, false)?;
        Some(tree::construct(ARRAY, vec![list], span))
    }

    /// A list of a length that is drawn or given.
    fn list(&mut self, family: Family, name: &str, arguments: &[Expr], span: Span) -> Option<Expr> {
        match (name, arguments) {
            ("list_size", [size, generator]) => {
                let checked = self.build_check(generator)?;
                let drawn = self.drawn_all(std::slice::from_ref(size), |writer, drawn| {
                    writer.repeated(family, drawn[0].clone(), generator, span)
                })?;
                Some(self.checked(checked, drawn))
            }
            ("list" | "small_list", [generator]) => {
                let size = call(
                    &in_library(if name == "list" { "nat" } else { "small_nat" }),
                    vec![tree::unit(span)],
                    span,
                );
                let checked = self.build_check(generator)?;
                let count = self.fresh("Size");
                let drawn = self.under(&tree::named(&count, span), size, |writer| {
                    writer.repeated(family, super::variable(&count, span), generator, span)
                })?;
                Some(self.checked(checked, drawn))
            }
            ("list_repeat", [count, generator]) => {
                let checked = self.build_check(generator)?;
                let count = self.value(count)?;
                let drawn = self.repeated(family, count, generator, span)?;
                Some(self.checked(checked, drawn))
            }
            _ => self.decline(span, &format!("`{name}`"), instead_of(name)),
        }
    }

    fn sized(&mut self, function: &Expr, span: Span, last: bool) -> Option<Expr> {
        let size = call(&in_library("nat"), vec![tree::unit(span)], span);
        let name = self.fresh("Size");
        self.under(&tree::named(&name, span), size, |writer| {
            writer.nonnegative.push(name.clone());
            writer.applied(function, &[super::variable(&name, span)], true, last)
        })
    }

    /// `join (map f g)` is `g >>= f`.
    fn joined(&mut self, generator: &Expr, span: Span, last: bool) -> Option<Expr> {
        let (head, inner) = self.spine(generator);
        if let (ExprKind::Variable(word), [a, b]) = (&head.kind, inner.as_slice())
            && self.find(word).is_none()
            && let Some((family, word)) = library_name(word)
        {
            let bound = match old_name(family, word) {
                "map" => Some([b.clone(), a.clone()]),
                ">|=" => Some([a.clone(), b.clone()]),
                _ => None,
            };
            if let Some(bound) = bound {
                return self.combination(family, ">>=", &bound, &Given::default(), span, last);
            }
        }
        self.decline(span, "`join` of a generator that is not a `map`", "`>>=` or `let*`")
    }

    /// `int_range low high`, for bounds within which it is exact.
    fn range(&mut self, low: &Expr, high: &Expr, span: Span) -> Option<Expr> {
        // SOUNDNESS: the library draws the sign with a float, which is exact below 2^52 only.
        const EXACT: i64 = 1 << 52;
        let (first, last) = (self.number(low), self.number(high));
        let wide = |bound: Option<i64>| bound.is_some_and(|value| !(-EXACT..EXACT).contains(&value));
        if (wide(first) || wide(last)) && first.is_none_or(|value| value < 0) {
            return self.decline(
                span,
                "a range from a negative number whose bounds reach 2^52, which QCheck cannot draw evenly,",
                "smaller bounds, or `int`",
            );
        }
        if let (Some(first), Some(last)) = (first, last)
            && last < first
        {
            return self.decline(
                span,
                &format!(
                    "the range from {first} to {last}, which raises `Invalid_argument` when it is built,"
                ),
                "the smaller number first",
            );
        }
        let (low, high) = (self.value(low)?, self.value(high)?);
        Some(call("QCheck.Gen.int_range", vec![low, high, tree::unit(span)], span))
    }

    fn repeated(&mut self, family: Family, count: Expr, generator: &Expr, span: Span) -> Option<Expr> {
        // A negative length: one library never ends, the other returns the empty list.
        let name = if family == Family::Gen2 { "QCheck2.Gen.list_repeat" } else { "QCheck.Gen.list_repeat" };
        let generator = self.suspended(generator)?;
        Some(call(name, vec![count, generator], span))
    }

    /// The argument `~ratio`: the share of the first of two.
    fn ratio(&mut self, given: Option<&Expr>) -> Option<f64> {
        let Some(given) = given else { return Some(0.5) };
        let ExprKind::Literal(Literal::Float(text)) = &given.kind else {
            return self.decline(given.span, "a ratio that is computed", "a literal");
        };
        // SOUNDNESS: a number below 1 is drawn and compared with 1 - ratio. Near 0 that is 1, and near 1 less than the
        // smallest number that is drawn.
        const LEAST: f64 = 1e-9;
        let ratio = text.replace('_', "").parse::<f64>().ok().filter(|ratio| !ratio.is_nan());
        match ratio {
            Some(ratio) if ratio >= 1.0 || (LEAST..=1.0 - LEAST).contains(&ratio) => Some(ratio),
            _ => self.decline(
                given.span,
                "a ratio that is 0 or less, or too near to 0 or 1,",
                "the generator without a choice, or a ratio between 0.000000001 and 1",
            ),
        }
    }

    fn optional(&mut self, generator: &Expr, ratio: Option<&Expr>, span: Span) -> Option<Expr> {
        let none = tree::construct("None", Vec::new(), span);
        let ratio = self.ratio(ratio)?;
        let checked = self.build_check(generator)?;
        let some = self.drawn_all(std::slice::from_ref(generator), |_, drawn| {
            Some(tree::construct("Some", drawn.to_vec(), span))
        })?;
        if ratio >= 1.0 {
            return Some(some);
        }
        let choice = self.choice(vec![none, some], span)?;
        Some(self.checked(checked, choice))
    }

    /// `f <$> a <*> b <*> c`
    fn applicative(&mut self, left: &Expr, right: &Expr, span: Span) -> Option<Expr> {
        let mut generators = vec![right.clone()];
        let mut rest = left.clone();
        loop {
            let (head, arguments) = self.spine(&rest);
            let ExprKind::Variable(name) = &head.kind else { break };
            if self.find(name).is_some() {
                break;
            }
            let Some((family, word)) = library_name(name) else { break };
            match (old_name(family, word), arguments.as_slice()) {
                ("<*>", [left, right]) => {
                    generators.insert(0, right.clone());
                    rest = left.clone();
                }
                ("map", [function, generator]) | (">|=", [generator, function]) => {
                    generators.insert(0, generator.clone());
                    let function = function.clone();
                    return self.drawn_all(&generators, |writer, drawn| {
                        writer.applied(&function, drawn, false, false)
                    });
                }
                ("map2" | "map3", [function, more @ ..]) => {
                    for generator in more.iter().rev() {
                        generators.insert(0, generator.clone());
                    }
                    let function = function.clone();
                    return self.drawn_all(&generators, |writer, drawn| {
                        writer.applied(&function, drawn, false, false)
                    });
                }
                ("return", [function]) => {
                    let function = function.clone();
                    return self.drawn_all(&generators, |writer, drawn| {
                        writer.applied(&function, drawn, false, false)
                    });
                }
                _ => break,
            }
        }
        self.decline(span, "`<*>` after something other than `<$>` or `pure`", "`map2`, or `let+` and `and+`")
    }

    /// Puts what must hold for a generator to be built before what is drawn from it.
    pub(super) fn checked(&mut self, bounds: Vec<Bounds>, drawn: Expr) -> Expr {
        bounds.into_iter().rev().fold(drawn, |drawn, (low, high)| {
            let span = drawn.span;
            let condition = super::binary(crate::syntax::Operator::LessEqual, low, high);
            let fail = Expr { kind: ExprKind::Fail, span };
            Expr { kind: ExprKind::If(Box::new(condition), Box::new(drawn), Box::new(fail)), span }
        })
    }
}
