//! What is evaluated when the program starts, and when a generator is built.
//!
//! SOUNDNESS: OCaml builds the generators of a file when the program starts, those that no claim is about too. One that
//! fails, does not end or does something else there keeps the module from existing, and with it everything that is
//! claimed. In the same way it builds all arms of a choice, all generators that have a name, and all that is passed
//! along, drawn from or not. In direct style that evaluation is moved to the draw, or is gone. So it must be
//! *quiet*: each step of it is one that is listed; what is not known declines the claims of the file, or the
//! item. Functions that are passed to a combinator are called when something is drawn, which is nobody's business here.
//! A range that may be empty can be checked before (`build_check`).
//!
//! Not chosen: to list what may fail. A list of dangers is never complete; the one that was here had missed a dozen.

use super::building::{Facts, in_order};
use super::combinators::{self, Bounds, Family, library_name};
use super::texts::{character, code};
use super::{Known, Writer, tree};
use std::rc::Rc;

use crate::syntax::{Binding, Bindings, Case, Expr, ExprKind, Literal, Pattern};

/// Functions of OCaml's library that give a result for each argument. What they give may be a function, so that
/// with one argument more they may do anything.
const TOTAL_WITH_ONE: &str = "fst snd succ pred abs not ignore string_of_int string_of_bool float_of_int float Fun.id Char.code \
    List.length List.rev List.concat List.flatten String.length String.uppercase_ascii String.lowercase_ascii \
    Option.is_some Option.is_none Option.some Option.to_list Either.left Either.right Result.ok Result.error Int.to_string \
    Int.succ Int.pred Int.abs Int.neg";

/// The same for all pairs of arguments.
const TOTAL_WITH_TWO: &str = "List.append List.rev_append List.cons Option.value Fun.const Int.add Int.sub Int.mul Int.min Int.max \
    Int.compare Int.equal Char.compare Char.equal String.equal String.compare String.concat";

/// The same unless they meet a function.
const TOTAL_ON_DATA: &str = "min max compare List.mem List.mem_assoc List.assoc_opt";

/// Functions that call their first argument, and how many arguments they give it.
const TOTAL_IF_ITS_FUNCTION_IS: [(&str, usize); 8] = [
    ("List.map", 1),
    ("List.mapi", 2),
    ("List.filter", 1),
    ("List.concat_map", 1),
    ("List.filter_map", 1),
    ("List.for_all", 1),
    ("List.exists", 1),
    ("Option.map", 1),
];

/// Functions of more than one argument: with one alone they give a function.
const OF_SEVERAL: &str = "List.sort List.stable_sort List.fast_sort List.sort_uniq List.map List.mapi List.filter \
    List.concat_map List.filter_map List.for_all List.exists List.mem List.assoc List.nth List.append List.rev_append \
    List.fold_left List.fold_right List.init List.cons String.make String.concat String.sub String.init String.map \
    String.get String.contains Option.map Option.bind Fun.const Fun.flip Result.map Either.map_left Either.map_right \
    compare max min";

/// Operators that give a result for all arguments.
const TOTAL_OPERATORS: &str = "+ - * && || ^ @ +. -. *. land lor lxor";

/// Operators that fail on functions.
const COMPARISONS: &str = "= <> < > <= >= == != compare";

/// How deep calls of functions with the numbers that they are given are followed.
const DEEPEST_CALL: usize = 8;

/// A local variable at a place.
#[derive(Clone)]
struct Local {
    name: String,
    /// With at most so many arguments it may be called.
    quiet_arguments: usize,
    number: Option<i64>,
}

#[derive(Clone, Default)]
struct Locals {
    list: Vec<Local>,
    depth: usize,
    /// What is asked about stays in the program: its types are checked, and predicates in it are total.
    kept: bool,
    /// What conditions around the place say about variables.
    facts: Facts,
    /// Ranges that may be empty, where they can be checked before, and whether their bounds are variables of
    /// the expression itself.
    ranges: Option<Vec<(Expr, Expr, bool)>>,
}

impl Locals {
    fn find(&self, name: &str) -> Option<&Local> {
        self.list.iter().rev().find(|local| local.name == name)
    }

    fn push(&mut self, name: &str, quiet_arguments: usize, number: Option<i64>) {
        self.facts.bind(name);
        self.list.push(Local { name: name.to_owned(), quiet_arguments, number });
    }

    /// Whether an expression has a variable that is not the file's.
    fn hides_a_variable_of(&self, expr: &Expr) -> bool {
        let mut hides = false;
        tree::free_variables(expr, &mut Vec::new(), &mut |name| hides |= self.find(name).is_some());
        hides
    }

    /// Whether a list, apart from its elements, has such a variable.
    fn hide_part_of(&self, list: &Expr) -> bool {
        match &list.kind {
            ExprKind::Construct(name, parts) => match (name.text.as_str(), parts.as_slice()) {
                ("::", [_, tail]) => self.hide_part_of(tail),
                _ => false,
            },
            ExprKind::If(_, then, otherwise) => self.hide_part_of(then) || self.hide_part_of(otherwise),
            ExprKind::Typed(inner, _) => self.hide_part_of(inner),
            _ => self.hides_a_variable_of(list),
        }
    }

    /// Forgets what was bound since the list had this length.
    fn leave(&mut self, height: usize, outside: Facts) {
        self.list.truncate(height);
        self.facts = outside;
    }

    fn bind(&mut self, pattern: &Pattern) {
        let mut bound = Vec::new();
        tree::variables(pattern, &mut bound);
        bound.iter().for_each(|name| self.push(name, 0, None));
    }
}

impl Writer<'_> {
    /// Whether the evaluation of a definition ends and does nothing but give its value.
    pub(super) fn starts_quietly(&self, bindings: &Bindings) -> bool {
        bindings.list.iter().all(|binding| {
            let named = tree::bare(&binding.pattern).is_some();
            named && (!binding.parameters.is_empty() || self.is_quiet(&binding.body, &mut Locals::default()))
        })
    }

    /// With how many arguments each function of a definition may be called when the program starts.
    /// `known` is what is known about the names.
    pub(super) fn quiet_arguments(&mut self, bindings: &Bindings, known: &[Known]) -> Vec<(String, usize)> {
        let generators = known.iter().all(|known| known.shape.is_to_generator());
        // Whoever calls it may pass what its claim does not allow.
        let ends =
            !bindings.recursive || (generators && self.endless_building(bindings, known, false).is_none());
        if !ends {
            return Vec::new();
        }
        let quiet = self.quiet_if_it_ends(bindings);
        let always = quiet.is_empty() && bindings.recursive && self.quiet_if(bindings) == Some(Vec::new());
        match (bindings.list.as_slice(), always) {
            ([binding], true) => {
                let name = tree::bare(&binding.pattern).map(str::to_owned);
                name.into_iter().map(|name| (name, binding.parameters.len())).collect()
            }
            _ => quiet,
        }
    }

    /// The same if building ends. Within a recursive definition that has to be shown of it anyway.
    pub(super) fn quiet_if_it_ends(&self, bindings: &Bindings) -> Vec<(String, usize)> {
        // A fixed point of the library takes one argument, and gives its generator before it calls anything.
        let late = |binding: &Binding| self.built_late.contains(&binding.span);
        if bindings.list.iter().all(late) {
            let all = bindings.list.iter();
            return all.filter_map(|b| Some((tree::bare(&b.pattern)?.to_owned(), 1))).collect();
        }
        // A recursive call is as quiet as what is asked about.
        let itself =
            |binding: &Binding| Some((tree::bare(&binding.pattern)?.to_owned(), layers(binding).len()));
        // SOUNDNESS: it may be set aside later for its types, so that these are not known here.
        let mut own = Locals::default();
        if bindings.recursive {
            bindings.list.iter().filter_map(itself).for_each(|(name, most)| own.push(&name, most, None));
        }
        let alone = |binding: &&Binding| self.is_quiet_function(binding, &own);
        let all: Vec<_> = bindings.list.iter().filter(alone).filter_map(itself).collect();
        if bindings.recursive && all.len() < bindings.list.len() { Vec::new() } else { all }
    }

    fn is_quiet_function(&self, binding: &Binding, outer: &Locals) -> bool {
        if !layers(binding).into_iter().all(tree::is_irrefutable) {
            return false;
        }
        let mut locals = Locals { ranges: None, ..outer.clone() };
        layers(binding).into_iter().for_each(|parameter| locals.bind(parameter));
        self.has_quiet_defaults(binding, &mut locals) && self.is_quiet(innermost(binding), &mut locals)
    }

    /// Whether what stands for optional arguments that are left out is evaluated quietly.
    fn has_quiet_defaults(&self, binding: &Binding, locals: &mut Locals) -> bool {
        let labels = layers(binding).into_iter().filter_map(tree::label_of);
        labels.filter_map(|label| label.default.clone()).all(|default| self.is_quiet(&default, locals))
    }

    /// Whether an expression that is not part of what is written may be left out.
    pub(super) fn may_be_left_out(&mut self, expr: &Expr) -> Option<()> {
        if self.reading.taken_to_start
            || self.is_quiet(expr, &mut Locals::default())
            || self.is_quiet_in_a_trial(expr)
        {
            return Some(());
        }
        self.decline(
            expr.span,
            "something that may fail when it is evaluated, and says nothing about what is drawn,",
            "a function or a name there",
        )
    }

    /// What must hold for an expression to be evaluated quietly here, where the result stays in the program but is
    /// evaluated later, if at all. `None` if it may fail in a way that cannot be checked before.
    pub(super) fn build_check(&mut self, expr: &Expr) -> Option<Vec<Bounds>> {
        if self.covered.contains(&expr.span) {
            return Some(Vec::new());
        }
        let mut locals = Locals { kept: true, ranges: Some(Vec::new()), ..Locals::default() };
        let quiet = self.is_quiet(expr, &mut locals);
        if !quiet && self.is_quiet_in_a_trial(expr) {
            return Some(Vec::new());
        }
        if !quiet && self.reading.taken_to_start {
            return Some(Vec::new());
        }
        if !quiet {
            return self.decline(
                expr.span,
                "something that may fail when the generator is built, whatever is drawn,",
                "`let*` before it, or `delay`, so that it is built when it is drawn from",
            );
        }
        let mut bounds = Vec::new();
        for (low, high, inner) in locals.ranges.unwrap_or_default() {
            if inner && self.reading.taken_to_start {
                continue;
            }
            if inner {
                return self.decline(
                    low.span.to(high.span),
                    "a range whose bounds are computed inside of an arm and that may be empty when it is built",
                    "`let*` before it, or `delay`",
                );
            }
            bounds.push((self.value(&low)?, self.value(&high)?));
        }
        Some(bounds)
    }

    /// Whether a function gives a generator for each argument.
    pub(super) fn builds_for_any(&self, function: &Expr) -> bool {
        let mut locals = Locals { kept: true, ..Locals::default() };
        self.reading.taken_to_start || self.is_quiet_argument(function, 1, &mut locals)
    }

    /// The same where nothing can be checked before.
    pub(super) fn must_be_built(&mut self, expr: &Expr) -> Option<()> {
        let bounds = self.build_check(expr)?;
        if bounds.is_empty() || self.reading.taken_to_start {
            return Some(());
        }
        self.decline(
            expr.span,
            "a range in this place that may be empty when it is built,",
            "a name for the generator before it, or `let*`",
        )
    }

    /// Whether a call gives a result for just these arguments.
    fn is_quiet_for(&self, binding: &Binding, arguments: &[Expr], locals: &Locals) -> bool {
        let parameters = layers(binding);
        let fits = arguments.len() <= parameters.len() && parameters.iter().all(|p| tree::is_irrefutable(p));
        if locals.depth >= DEEPEST_CALL || !fits {
            return false;
        }
        let labels: Vec<_> = parameters.iter().map(|parameter| tree::label_of(parameter)).collect();
        let labels = if labels.iter().all(Option::is_none) { Vec::new() } else { labels };
        let given = in_order(&labels, arguments);
        // The function knows nothing of the variables where it is called.
        let mut inner = Locals { depth: locals.depth + 1, kept: locals.kept, ..Locals::default() };
        for (index, parameter) in parameters.iter().enumerate() {
            let default = labels.get(index).and_then(Option::as_ref).and_then(|label| label.default.as_ref());
            let left_out = |argument: &&Expr| matches!(argument.kind, ExprKind::Fail);
            let number = match given.get(index) {
                Some(argument) if !left_out(&argument) => self.number_at(argument, locals),
                _ => default.and_then(|value| self.number(value)),
            };
            match tree::bare(parameter) {
                Some(name) => inner.push(name, 0, number),
                None => inner.bind(parameter),
            }
        }
        self.has_quiet_defaults(binding, &mut inner) && self.is_quiet(innermost(binding), &mut inner)
    }

    /// The number that an expression is, if that can be seen.
    fn number_at(&self, expr: &Expr, locals: &Locals) -> Option<i64> {
        match &expr.kind {
            ExprKind::Variable(name) => match locals.find(name) {
                Some(local) => local.number,
                None => self.number(expr),
            },
            _ if locals.hides_a_variable_of(expr) => None,
            _ => self.number(expr),
        }
    }

    fn is_quiet(&self, expr: &Expr, locals: &mut Locals) -> bool {
        match &expr.kind {
            ExprKind::Variable(_) | ExprKind::Literal(_) | ExprKind::Function(..) | ExprKind::Cases(_) => {
                true
            }
            ExprKind::Construct(_, parts) | ExprKind::Tuple(parts) => {
                parts.iter().all(|part| self.is_quiet(part, locals))
            }
            ExprKind::Record(fields) => fields.iter().all(|(_, part)| self.is_quiet(part, locals)),
            ExprKind::Update(record, fields) => {
                self.is_quiet(record, locals) && fields.iter().all(|(_, part)| self.is_quiet(part, locals))
            }
            ExprKind::Field(part, _)
            | ExprKind::Typed(part, _)
            | ExprKind::Not(part)
            | ExprKind::Negate(part)
            | ExprKind::Labelled(_, _, part) => self.is_quiet(part, locals),
            ExprKind::Sequence(first, second) => {
                self.is_quiet(first, locals) && self.is_quiet(second, locals)
            }
            ExprKind::If(condition, then, otherwise) => {
                let outside = locals.facts.clone();
                let mut branch = |branch: &Expr, holds: bool| {
                    self.learn(condition, holds, &mut locals.facts);
                    let quiet = self.is_quiet(branch, locals);
                    locals.facts = outside.clone();
                    quiet
                };
                branch(then, true) && branch(otherwise, false) && self.is_quiet(condition, locals)
            }
            ExprKind::Match(scrutinee, cases) => {
                self.is_quiet(scrutinee, locals) && self.are_quiet_cases(cases, locals)
            }
            ExprKind::Let(bindings, body) => self.is_quiet_let(bindings, body, locals),
            ExprKind::Apply(..) | ExprKind::Infix(..) => self.is_quiet_call(expr, locals),
            ExprKind::Binary(..)
            | ExprKind::Quantified(..)
            | ExprKind::Fail
            | ExprKind::Raise(_)
            | ExprKind::Open(..) => false,
        }
    }

    fn are_quiet_cases(&self, cases: &[Case], locals: &mut Locals) -> bool {
        self.covers_everything(cases)
            && cases.iter().all(|case| {
                let (height, outside) = (locals.list.len(), locals.facts.clone());
                locals.bind(&case.pattern);
                let quiet = case.guard.iter().chain([&case.body]).all(|part| self.is_quiet(part, locals));
                locals.leave(height, outside);
                quiet
            })
    }

    fn is_quiet_let(&self, bindings: &Bindings, body: &Expr, locals: &mut Locals) -> bool {
        let (height, outside) = (locals.list.len(), locals.facts.clone());
        let mut bound = Vec::new();
        for binding in &bindings.list {
            let Some(name) = tree::bare(&binding.pattern) else { return false };
            let count = layers(binding).len();
            let callable = count > 0 && !bindings.recursive && self.is_quiet_function(binding, locals);
            if binding.parameters.is_empty() && !self.is_quiet(&binding.body, locals) {
                return false;
            }
            let number = if count == 0 { self.number_at(&binding.body, locals) } else { None };
            bound.push((name.to_owned(), if callable { count } else { 0 }, number));
        }
        bound.iter().for_each(|(name, most, number)| locals.push(name, *most, *number));
        let quiet = self.is_quiet(body, locals);
        locals.leave(height, outside);
        quiet
    }

    fn is_quiet_call(&self, expr: &Expr, locals: &mut Locals) -> bool {
        // Operators that the spine takes for application.
        if locals.find("@@").is_some() || locals.find("|>").is_some() {
            return false;
        }
        let (head, arguments) = self.spine(expr);
        if !arguments.iter().all(|argument| self.is_quiet(argument, locals)) {
            return false;
        }
        match &head.kind {
            ExprKind::Variable(name) => self.may_be_called(name, &arguments, locals),
            ExprKind::Infix(operator, left, right) if arguments.is_empty() => {
                let (name, by) = (operator.text.as_str(), self.number_at(right, locals));
                let known = self.find(name).is_none() && locals.find(name).is_none();
                let total = names(TOTAL_OPERATORS, name)
                    || (matches!(name, "/" | "mod") && by.is_some_and(|by| by != 0))
                    || (names(COMPARISONS, name) && (locals.kept || is_plain(left) || is_plain(right)));
                known && total && self.is_quiet(left, locals) && self.is_quiet(right, locals)
            }
            _ => false,
        }
    }

    /// Whether a function may be called with arguments that have been evaluated.
    fn may_be_called(&self, name: &str, arguments: &[Expr], locals: &mut Locals) -> bool {
        if let Some(local) = locals.find(name) {
            return arguments.len() <= local.quiet_arguments;
        }
        if let Some(at) = self.known.iter().rposition(|known| known.name == *name) {
            let known = &self.known[at];
            let as_written = |binding: &Rc<Binding>| {
                let mut hidden = false;
                tree::free_variables(&binding.body, &mut Vec::new(), &mut |free| {
                    hidden |= self.known.iter().skip(at + 1).any(|later| later.name == free);
                });
                !hidden && self.is_quiet_for(binding, arguments, locals)
            };
            return arguments.len() <= known.quiet_arguments
                || (locals.kept && known.predicate_of.is_some_and(|most| arguments.len() <= most))
                || known.written.as_ref().is_some_and(as_written);
        }
        if let Some((family, word)) = library_name(name) {
            return self.builds_quietly(family, word, arguments, locals);
        }
        match arguments {
            [_] => names(TOTAL_WITH_ONE, name) || names(OF_SEVERAL, name),
            [left, right] if names(TOTAL_ON_DATA, name) => locals.kept || is_plain(left) || is_plain(right),
            [function, _] => {
                let name = name.strip_prefix("Stdlib.").unwrap_or(name);
                let given = TOTAL_IF_ITS_FUNCTION_IS.iter().find(|(known, _)| *known == name);
                names(TOTAL_WITH_TWO, name)
                    || given.is_some_and(|(_, count)| self.is_quiet_argument(function, *count, locals))
            }
            _ => false,
        }
    }

    /// Whether an argument may be called with so many arguments.
    fn is_quiet_argument(&self, function: &Expr, count: usize, locals: &mut Locals) -> bool {
        match &function.kind {
            ExprKind::Function(parameters, body) if parameters.len() >= count => {
                let (height, outside) = (locals.list.len(), locals.facts.clone());
                parameters.iter().for_each(|parameter| locals.bind(parameter));
                let irrefutable = parameters.iter().all(|parameter| tree::bare(parameter).is_some());
                let quiet = irrefutable && self.is_quiet(body, locals);
                locals.leave(height, outside);
                quiet
            }
            ExprKind::Cases(cases) if count == 1 => self.are_quiet_cases(cases, locals),
            ExprKind::Variable(name) => match locals.find(name) {
                Some(local) => local.quiet_arguments >= count,
                None => match self.find(name) {
                    Some(known) => known.quiet_arguments >= count,
                    // Those that check their arguments are not among them; with one argument more they draw.
                    None => library_name(name).is_some_and(|(family, word)| {
                        combinators::arity(family, word).is_some_and(|arity| count <= arity)
                            && combinators::never_fails(family, word)
                    }),
                },
            },
            _ => false,
        }
    }

    /// Whether a combinator, with these arguments, makes a generator without drawing or failing.
    fn builds_quietly(&self, family: Family, word: &str, arguments: &[Expr], locals: &mut Locals) -> bool {
        let plain: Vec<&Expr> =
            arguments.iter().filter(|argument| !matches!(argument.kind, ExprKind::Labelled(..))).collect();
        if family == Family::Other {
            // Labels of tests are numbers of runs, which must not be negative, and texts.
            let labels_are_fine = arguments.iter().all(|argument| match &argument.kind {
                ExprKind::Labelled(_, _, value) => {
                    matches!(value.kind, ExprKind::Literal(Literal::String(_)))
                        || self.number_at(value, locals).is_some_and(|number| number >= 0)
                        || !word.starts_with("Test.")
                }
                _ => true,
            });
            return labels_are_fine && plain.len() <= before_it_calls(word);
        }
        // With one argument more it draws.
        if combinators::arity(family, word).is_none_or(|arity| plain.len() > arity) {
            return false;
        }
        if combinators::never_fails(family, word) {
            return true;
        }
        match (combinators::old_name(family, word), plain.as_slice()) {
            (_, []) => true,
            ("int_range", [low, high]) => self.is_quiet_range((*low).clone(), (*high).clone(), locals),
            ("int_bound" | "nat_split2", [high]) => {
                self.is_quiet_range(tree::number(0, high.span), (*high).clone(), locals)
            }
            ("pos_split2", [high]) => {
                self.is_quiet_range(tree::number(2, high.span), (*high).clone(), locals)
            }
            ("char_range", [low, high]) => match (character(low), character(high)) {
                (Some(low), Some(high)) => low <= high,
                _ => self.is_quiet_range(code(low), code(high), locals),
            },
            ("float_range" | "--.", [low, high]) => {
                matches!((float(low), float(high)), (Some(low), Some(high)) if low <= high && (high - low).is_finite())
            }
            ("float_bound_inclusive" | "float_bound_exclusive", [high]) => {
                float(high).is_some_and(|high| high > 0.0)
            }
            // A list that cannot be seen may be empty; a variable of the expression is not the file's.
            ("oneof" | "oneofl" | "frequency" | "frequencyl", [list]) if locals.hide_part_of(list) => false,
            ("oneof" | "oneofl", [list]) => self.is_list_of(list, &|all| !all.is_empty()),
            ("frequency" | "frequencyl", [list]) => self.is_list_of(list, &|all| {
                let weight = |entry: &Expr| match &entry.kind {
                    ExprKind::Tuple(parts) => parts.first().and_then(|weight| self.number_at(weight, locals)),
                    _ => None,
                };
                let weights: Option<Vec<i64>> = all.iter().map(weight).collect();
                let sum = weights.and_then(|all| all.into_iter().try_fold(0_i64, i64::checked_add));
                sum.is_some_and(|sum| (1..1 << 30).contains(&sum))
            }),
            _ => false,
        }
    }
}

impl Writer<'_> {
    /// A range that is not empty, or one that can be checked before.
    fn is_quiet_range(&self, low: Expr, high: Expr, locals: &mut Locals) -> bool {
        if let (Some(low), Some(high)) = (self.number_at(&low, locals), self.number_at(&high, locals)) {
            return low <= high;
        }
        let from_zero = self.number_at(&low, locals).is_some_and(|low| low <= 0);
        if from_zero && self.is_nonnegative(&high, &locals.facts) {
            return true;
        }
        let inner = locals.hides_a_variable_of(&low) || locals.hides_a_variable_of(&high);
        let Some(ranges) = &mut locals.ranges else { return false };
        ranges.push((low, high, inner));
        true
    }
}

/// The parameters of a function, those of `fun` behind them too.
fn layers(binding: &Binding) -> Vec<&Pattern> {
    let mut parameters: Vec<_> = binding.parameters.iter().collect();
    let mut body = &binding.body;
    while let ExprKind::Function(more, inner) = &body.kind {
        parameters.extend(more);
        body = inner;
    }
    parameters
}

/// What a function gives when it has all of them.
fn innermost(binding: &Binding) -> &Expr {
    let mut body = &binding.body;
    while let ExprKind::Function(_, inner) = &body.kind {
        body = inner;
    }
    body
}

fn names(list: &str, name: &str) -> bool {
    let name = name.strip_prefix("Stdlib.").unwrap_or(name);
    list.split_whitespace().any(|known| known == name)
}

/// Whether a comparison with it cannot meet a function.
fn is_plain(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Literal(_) | ExprKind::Negate(_) | ExprKind::Not(_) => true,
        ExprKind::Construct(_, parts) => parts.is_empty(),
        ExprKind::Infix(operator, ..) => names("+ - * / mod ^ land lor lxor", &operator.text),
        ExprKind::Typed(inner, _) => is_plain(inner),
        _ => false,
    }
}

/// How many arguments a printer, a shrinker or a test takes before it calls anything. A test is made, and not run.
pub(super) fn before_it_calls(word: &str) -> usize {
    match word {
        "Print.list" | "Print.array" | "Print.option" | "Shrink.list" | "Shrink.array" | "Shrink.option" => 1,
        "Print.pair" | "Print.comap" | "Print.contramap" | "Shrink.pair" => 2,
        "Print.triple" | "Shrink.triple" => 3,
        "Print.int" | "Print.bool" | "Print.float" | "Print.char" | "Print.string" | "Print.unit" => 1,
        "Test.make" | "Test.make_cell" | "Test.make_neg" => 2,
        _ => 0,
    }
}

fn float(expr: &Expr) -> Option<f64> {
    match &expr.kind {
        ExprKind::Literal(Literal::Float(text)) => text.replace('_', "").parse().ok(),
        ExprKind::Negate(inner) => float(inner).map(|value| -value),
        _ => None,
    }
}
