//! Generators of QCheck in direct style.
//!
//! A generator of type `'a QCheck.Gen.t` becomes a function `unit -> 'a`, which draws once: `map f g` becomes
//! `fun () -> f (g ())`, `oneof [a; b]` becomes `fun () -> if bool_gen () then a () else b ()`. After this step
//! nothing knows the library; names are resolved before it (`modules`, or OCaml's own front end).
//! An arbitrary is its generator: printers and shrinkers are not read.
//!
//! | file | what |
//! |---|---|
//! | `shape` | which expressions are generators, or functions to generators |
//! | `draw` | an expression that is a generator, as an expression that draws from it |
//! | `value` | every other expression, with the generators in it as functions |
//! | `combinators` | the combinators of the library, one by one |
//! | `lists` | lists of generators, and weights |
//! | `texts` | characters and strings |
//! | `building` | whether building a recursive generator ends |
//! | `trial` | the same by trying, where arguments can be seen |
//! | `start` | whether what is evaluated when the program starts, or when a generator is *built*, ends well |
//! | `claims` | claims about generators; claims of recursive generators that have none |
//!
//! SOUNDNESS: in OCaml a generator is built once and drawn from many times. Moving the building to the draw changes
//! nothing as long as building ends and does not fail. `building` and `start` show that, or the item is declined.
//!
//! Combinators as higher-order functions of a library in the dialect were rejected: the core language
//! has no lists of functions, and first-order programs are proved much faster.

mod building;
mod claims;
mod combinators;
mod draw;
mod family;
mod lists;
mod shape;
mod start;
mod texts;
mod trial;
mod value;

use crate::aside::set_aside;
use crate::diagnostic::Problems;
use crate::span::Span;
use crate::syntax::{
    Binding, Bindings, Evaluated, Expr, ExprKind, Item, Label, Name, Operator, Pattern, PatternKind, Reason,
    TypeBody,
};
use crate::tree;

use std::rc::Rc;

use self::claims::Goal;
pub use self::combinators::QcheckVersion;
pub(crate) use self::combinators::WITHOUT_EFFECT;
use self::shape::Shape;
pub(crate) use self::shape::looks_like_generator;

/// How a file is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reading {
    /// The version of qcheck; without it, what all versions agree on.
    pub qcheck: Option<QcheckVersion>,
    /// Which of the claims that can be guessed for recursive generators is taken.
    pub guess: usize,
    /// Whether the file names the library; found when it is read.
    pub library: bool,
    /// Claims are judged as if everything that is evaluated when the program starts, or when a generator is built, ended
    /// well. What a generator cannot return then, it cannot return at all. Whoever asks for it must say so, and call
    /// nothing valid.
    pub taken_to_start: bool,
    /// Modules about which nothing is known are taken to define none of the names that mean something without them. Whoever
    /// asks for it must say so, and call nothing valid.
    pub opens_hide_nothing: bool,
}

/// A file in direct style.
pub(crate) struct Direct {
    pub items: Vec<Item>,
    /// How many guesses there are.
    pub guesses: usize,
    /// The generators that the file defines.
    pub generators: Vec<Defined>,
}

/// A generator, or a function to one.
pub(crate) struct Defined {
    pub name: Name,
    /// The whole definition.
    pub span: Span,
    pub claimed: bool,
    /// What it could not be written for.
    pub stopped: Option<Reason>,
}

/// The items of a file in direct style.
pub(crate) fn in_direct_style(items: Vec<Item>, reading: Reading, problems: &mut Problems) -> Direct {
    let mut writer = Writer {
        problems,
        known: Vec::new(),
        fresh: 0,
        goal: None,
        reading,
        guesses: 0,
        nonnegative: Vec::new(),
        built_late: Vec::new(),
        covered: Vec::new(),
        constructors: [["[]", "::"], ["None", "Some"], ["true", "false"], ["Ok", "Error"]]
            .iter()
            .map(|names| names.iter().map(|name| (*name).to_owned()).collect())
            .collect(),
    };
    let mut written: Vec<Item> = Vec::new();
    let mut defined = Vec::new();
    for item in items {
        let start = writer.start_of(&item);
        let span = match &item {
            Item::Program(bindings) => bindings.list.first().map(|binding| binding.span),
            _ => None,
        };
        let mut here = writer.defined_by(&item);
        let item = writer.item(item);
        if let Some(Item::SetAside(aside)) = &item {
            here.iter_mut()
                .filter(|generator| generator.stopped.is_none())
                .for_each(|generator| generator.stopped = Some(aside.why.clone()));
        }
        defined.extend(here);
        // SOUNDNESS: what stands before may be about another item: not all have a mark of their own.
        let marked = |evaluated: &Evaluated| span.is_some_and(|span| evaluated.span.contains(span));
        match (start, written.last_mut()) {
            (Start::Quiet, Some(Item::Evaluated(evaluated))) if marked(evaluated) => {
                written.pop();
            }
            (Start::Unknown, Some(Item::Evaluated(evaluated))) if marked(evaluated) => {
                evaluated.postponed = true;
            }
            _ => {}
        }
        written.extend(item);
    }
    Direct { items: written, guesses: writer.guesses, generators: defined }
}

/// What an item does when the program starts.
enum Start {
    /// It builds no generator: what its functions are says the rest.
    BuildsNothing,
    /// It builds generators, which ends and does nothing else.
    Quiet,
    /// It builds generators, and nobody knows what else it does.
    Unknown,
}

/// A name of the file.
#[derive(Clone)]
struct Known {
    name: String,
    labels: Vec<Option<Label>>,
    shape: Shape,
    /// With so many arguments a predicate is complete.
    predicate_of: Option<usize>,
    /// With at most so many arguments it may be called when the program starts.
    quiet_arguments: usize,
    /// While it is defined: it may be called with so many arguments if these are not negative.
    quiet_if: Option<(usize, Vec<usize>)>,
    /// A function that is not recursive.
    written: Option<Rc<Binding>>,
    /// A definition at top level, to be tried.
    definition: Option<Rc<trial::Definition>>,
    /// What it stands for, where that is needed: a list of generators, a recursive generator, a number.
    stands_for: Option<StandsFor>,
}

#[derive(Clone)]
enum StandsFor {
    List(Expr),
    Recursive(Box<Binding>),
    Number(i64),
}

struct Writer<'p> {
    problems: &'p mut Problems,
    known: Vec<Known>,
    fresh: usize,
    goal: Option<Goal>,
    reading: Reading,
    guesses: usize,
    /// Variables that are not negative, because a claim says so.
    nonnegative: Vec<String>,
    /// Recursive definitions that are built when they are drawn from.
    built_late: Vec<Span>,
    /// The constructors of each type.
    constructors: Vec<Vec<String>>,
    /// Places of expressions that are known to be built quietly here, because what they are part of is.
    covered: Vec<Span>,
}

impl Writer<'_> {
    fn item(&mut self, item: Item) -> Option<Item> {
        let before = self.problems.error_count();
        let Item::Program(bindings) = item else {
            self.names_of(&item);
            return Some(item);
        };
        let original = Item::Program(bindings.clone());
        let (height, guesses) = (self.known.len(), self.guesses);
        self.goal = None;
        self.nonnegative.clear();
        let written = self.program(bindings);
        if let (Some(bindings), None) = (&written, self.problems.first_error_after(before)) {
            return (!bindings.list.is_empty()).then(|| Item::Program(written.unwrap_or_else(no_bindings)));
        }
        let why = self.problems.first_error_after(before)?;
        self.known.truncate(height);
        self.guesses = guesses;
        let aside = set_aside(&original, why);
        // What no claim is about is reported where one needs it.
        if aside.claims.is_empty() {
            self.problems.forget_after(before);
        }
        // What cannot be written can still be tried.
        let Item::Program(bindings) = &original else { return Some(Item::SetAside(aside)) };
        let bound = |binding: &Binding| tree::bare(&binding.pattern).map(str::to_owned);
        let names: Vec<_> = bindings.list.iter().filter_map(bound).collect();
        let alone = names.len() == bindings.list.len() && aside.names.len() == names.len();
        let definitions = if alone { trial::Definition::all(bindings, height) } else { Vec::new() };
        for (name, definition) in names.into_iter().zip(definitions) {
            self.known.push(Known { definition: Some(definition), ..Known::data(name) });
        }
        // One without a claim is written where it is used, with a claim that is guessed there.
        if let ([binding], true) = (bindings.list.as_slice(), alone && bindings.recursive)
            && let Some(known) = self.known_of(binding, true).pop()
            && matches!(known.stands_for, Some(StandsFor::Recursive(_)))
            && let Some(last) = self.known.last_mut()
        {
            (last.shape, last.labels, last.stands_for) = (known.shape, known.labels, known.stands_for);
        }
        if !alone {
            for (_, name) in &aside.names {
                self.push_data(&name.text);
            }
        }
        Some(Item::SetAside(aside))
    }

    /// The generators that an item defines. One that was not even read is one if it says so.
    fn defined_by(&self, item: &Item) -> Vec<Defined> {
        let bindings = match item {
            Item::Program(bindings) => bindings,
            Item::SetAside(aside) => {
                let claimed = |name: &Name| aside.claims.iter().any(|claim| claim.name.text == name.text);
                let listed = aside.generators.iter().map(|(name, span)| Defined {
                    claimed: claimed(name),
                    name: name.clone(),
                    span: *span,
                    stopped: Some(aside.why.clone()),
                });
                return listed.collect();
            }
            _ => return Vec::new(),
        };
        let generators = bindings.list.iter().filter_map(|binding| {
            let shape = self.shape_of_binding(binding, bindings.recursive);
            let text = tree::bare(&binding.pattern).filter(|_| shape.is_to_generator())?.to_owned();
            Some(Defined {
                name: Name { text, span: binding.pattern.span },
                span: binding.span,
                claimed: tree::claim_of(binding).is_some(),
                stopped: None,
            })
        });
        generators.collect()
    }

    /// What an item does when the program starts, as far as generators are built there.
    fn start_of(&self, item: &Item) -> Start {
        let Item::Program(bindings) = item else { return Start::BuildsNothing };
        let builds = |binding: &Binding| {
            let shape = self.shape_of_binding(binding, bindings.recursive);
            shape == Shape::Generators || shape.is_to_generator() || self.makes_tests(&binding.body)
        };
        if !bindings.list.iter().any(builds) {
            let quiet = self.starts_quietly_in_a_trial(bindings);
            return if quiet { Start::Quiet } else { Start::BuildsNothing };
        }
        if self.starts_quietly(bindings) || self.starts_quietly_in_a_trial(bindings) {
            Start::Quiet
        } else {
            Start::Unknown
        }
    }

    /// Whether an expression is a test, a printer or a shrinker of the library, or a list of these.
    fn makes_tests(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Construct(_, parts) => parts.first().is_some_and(|first| self.makes_tests(first)),
            ExprKind::Typed(inner, _) => self.makes_tests(inner),
            ExprKind::Apply(..) | ExprKind::Infix(..) => match &self.spine(expr).0.kind {
                ExprKind::Variable(name) => combinators::library_name(name).is_some_and(|(family, word)| {
                    family == combinators::Family::Other
                        && ["Test.make", "Print.", "Shrink."].iter().any(|made| word.starts_with(made))
                }),
                _ => false,
            },
            _ => false,
        }
    }

    /// Names that hide others.
    fn names_of(&mut self, item: &Item) {
        match item {
            Item::Predicates(bindings) => {
                let named = bindings.list.iter().all(|binding| tree::bare(&binding.pattern).is_some());
                let definitions = trial::Definition::all(bindings, self.known.len());
                for (binding, definition) in bindings.list.iter().zip(definitions) {
                    if let Some(name) = tree::bare(&binding.pattern) {
                        let predicate_of = Some(tree::parameters_of(binding).len());
                        let definition = Some(definition).filter(|_| named);
                        self.known.push(Known { predicate_of, definition, ..Known::data(name.to_owned()) });
                    }
                }
            }
            Item::Types(declarations) => {
                for declaration in declarations {
                    if let TypeBody::Variant(constructors) = &declaration.body {
                        self.constructors
                            .push(constructors.iter().map(|(name, _)| name.text.clone()).collect());
                    }
                }
            }
            Item::Fact(fact) => self.push_data(&fact.name.text.clone()),
            Item::Value(name, _) | Item::External(name, _) => self.push_data(&name.text.clone()),
            Item::SetAside(aside) => {
                for (_, name) in aside.names.clone() {
                    self.push_data(&name.text);
                }
            }
            _ => {}
        }
    }

    fn push_data(&mut self, name: &str) {
        self.known.push(Known::data(name.to_owned()));
    }

    fn find(&self, name: &str) -> Option<&Known> {
        self.known.iter().rev().find(|known| known.name == name)
    }

    /// A variable that no file can name: OCaml's begin with a small letter.
    fn fresh(&mut self, word: &str) -> String {
        self.fresh += 1;
        format!("{word}{}", self.fresh)
    }

    fn decline<T>(&mut self, span: Span, what: &str, advice: &str) -> Option<T> {
        self.problems.decline(span, what, advice);
        None
    }

    /// A top-level definition.
    fn program(&mut self, bindings: Bindings) -> Option<Bindings> {
        let mut bindings = bindings;
        for binding in &mut bindings.list {
            self.lift_fixed_point(binding, &mut bindings.recursive)?;
        }
        let top = true;
        let definitions = trial::Definition::all(&bindings, self.known.len());
        let (bindings, mut kept) = self.bindings(bindings, top)?;
        if kept.len() == definitions.len() {
            for (known, definition) in kept.iter_mut().zip(definitions) {
                known.definition = Some(definition);
            }
        }
        self.known.extend(kept);
        Some(bindings)
    }

    /// The bindings of a `let` in direct style, and what is known about their names afterwards. A list of generators is
    /// left out: it is written where it is used.
    fn bindings(&mut self, bindings: Bindings, top: bool) -> Option<(Bindings, Vec<Known>)> {
        let recursive = bindings.recursive;
        let mut kept = Vec::new();
        for binding in &bindings.list {
            kept.extend(self.known_of(binding, recursive));
        }
        let height = self.known.len();
        if recursive {
            set_quiet(&mut kept, &self.quiet_if_it_ends(&bindings));
            if let [only] = kept.as_mut_slice()
                && only.quiet_arguments == 0
            {
                let count = bindings.list.first().map_or(0, |binding| binding.parameters.len());
                only.quiet_if = self.quiet_if(&bindings).map(|required| (count, required));
            }
            self.known.extend(kept.iter().cloned());
        }
        let mut list = Vec::new();
        for binding in &bindings.list {
            let written = self.binding(binding, recursive, top)?;
            list.extend(written);
        }
        self.known.truncate(height);
        // One without a claim is judged where it is used, with a claim that is guessed, or not at all.
        let claimed = bindings.list.iter().any(|binding| tree::claim_of(binding).is_some());
        let must_end = claimed && !self.reading.taken_to_start;
        if recursive && must_end && !self.building_ends(&bindings, &kept) {
            return None;
        }
        let quiet = self.quiet_arguments(&bindings, &kept);
        set_quiet(&mut kept, &quiet);
        // Who calls it from outside may pass anything.
        kept.iter_mut().for_each(|known| known.quiet_if = None);
        for known in &mut kept {
            let binds = |binding: &&Binding| tree::bare(&binding.pattern) == Some(known.name.as_str());
            let function = bindings.list.iter().find(binds).filter(|_| top && !recursive);
            known.written = function.map(|binding| Rc::new(binding.clone()));
        }
        Some((Bindings { recursive: recursive && !list.is_empty(), list }, kept))
    }

    /// What a binding says about its name; a pattern binds data.
    fn known_of(&self, binding: &Binding, recursive: bool) -> Vec<Known> {
        let Some(name) = tree::bare(&binding.pattern) else {
            let mut names = Vec::new();
            tree::variables(&binding.pattern, &mut names);
            return names.into_iter().map(Known::data).collect();
        };
        let shape = self.shape_of_binding(binding, recursive);
        let labels = tree::parameters_of(binding).iter().map(tree::label_of).collect::<Vec<_>>();
        let labels = if labels.iter().all(Option::is_none) { Vec::new() } else { labels };
        let plain = binding.parameters.is_empty();
        let stands_for = match &shape {
            Shape::Generators if plain => Some(StandsFor::List(binding.body.clone())),
            Shape::Data if plain && tree::is_list_of_constants(tree::listed(&binding.body)) => {
                Some(StandsFor::List(tree::listed(&binding.body).clone()))
            }
            Shape::Data if plain && self.is_list_of(&binding.body, &|_| true) => {
                Some(StandsFor::List(binding.body.clone()))
            }
            Shape::Data if plain => self.number(&binding.body).map(StandsFor::Number),
            _ if recursive && tree::claim_of(binding).is_none() && shape.is_to_generator() => {
                Some(StandsFor::Recursive(Box::new(binding.clone())))
            }
            _ => None,
        };
        vec![Known {
            name: name.to_owned(),
            labels,
            shape,
            predicate_of: None,
            quiet_arguments: 0,
            quiet_if: None,
            written: None,
            definition: None,
            stands_for,
        }]
    }

    fn binding(&mut self, binding: &Binding, recursive: bool, top: bool) -> Option<Option<Binding>> {
        let shape = self.shape_of_binding(binding, recursive);
        if shape == Shape::Generators && binding.parameters.is_empty() {
            return Some(None);
        }
        let height = self.known.len();
        let nonnegative = self.nonnegative.len();
        let written = self.one_binding(binding, &shape, top);
        self.known.truncate(height);
        self.nonnegative.truncate(nonnegative);
        written.map(Some)
    }

    fn one_binding(&mut self, binding: &Binding, shape: &Shape, top: bool) -> Option<Binding> {
        let Some(count) = shape.parameters_to_generator() else {
            let parameters = self.plain_parameters(&binding.parameters)?;
            let body = self.value(&binding.body)?;
            return Some(Binding { parameters, body, result: binding.result.clone(), ..binding.clone() });
        };
        let (parameters, body) = tree::with_parameters(binding, count, &mut self.fresh);
        let claim = tree::claim_of(binding);
        let attributes = self.claims_of_generator(binding, count)?;
        let written = parameters;
        let mut parameters = self.plain_parameters(&written)?;
        if let Some(scheme) = claim {
            self.nonnegative.extend(claims::nonnegative_parameters(scheme, &written));
            if top || self.goal.is_none() {
                self.goal = Goal::of(scheme, &written);
            }
        } else if top {
            self.goal = None;
        }
        let covered = self.covered.len();
        if self.is_quiet_in_a_trial(&body) {
            building::built_parts(&body, &mut self.covered);
        }
        let drawn = self.draw(&body, true);
        self.covered.truncate(covered);
        let body = drawn?;
        parameters.push(tree::unit_pattern(binding.span));
        Some(Binding {
            pattern: tree::without_type(&binding.pattern),
            parameters,
            result: None,
            body,
            attributes,
            span: binding.span,
        })
    }

    /// Parameters without labels; what they bind is known from here on.
    fn plain_parameters(&mut self, parameters: &[Pattern]) -> Option<Vec<Pattern>> {
        let mut plain = Vec::new();
        for parameter in parameters {
            let parameter = match &parameter.kind {
                PatternKind::Labelled(_, inner) => (**inner).clone(),
                _ => parameter.clone(),
            };
            self.push_pattern(&parameter);
            plain.push(parameter);
        }
        Some(plain)
    }

    fn push_pattern(&mut self, pattern: &Pattern) {
        let mut names = Vec::new();
        tree::variables(pattern, &mut names);
        // Another variable of the same name.
        self.nonnegative.retain(|known| !names.contains(known));
        self.known.extend(names.into_iter().map(Known::data));
    }

    /// Binds a pattern to the value of a variable: what is known about one is known about the other.
    fn push_alias(&mut self, pattern: &Pattern, subject: Option<&Expr>) {
        let nonnegative = matches!(subject.map(|subject| &subject.kind),
            Some(ExprKind::Variable(name)) if self.nonnegative.contains(name));
        self.push_pattern(pattern);
        if nonnegative {
            self.nonnegative.extend(tree::bare(pattern).map(str::to_owned));
        }
    }

    /// `let f = fix (fun self n -> e)` is `let rec f n = e`, with `f` for `self`.
    fn lift_fixed_point(&mut self, binding: &mut Binding, recursive: &mut bool) -> Option<()> {
        let (Some(name), true) =
            (tree::bare(&binding.pattern).map(str::to_owned), binding.parameters.is_empty())
        else {
            return Some(());
        };
        let (head, arguments) = self.spine(&binding.body);
        let ExprKind::Variable(function) = &head.kind else { return Some(()) };
        let (Some((_, "fix")), [fixed]) = (combinators::library_name(function), arguments.as_slice()) else {
            return Some(());
        };
        let ExprKind::Function(parameters, body) = &fixed.kind else { return Some(()) };
        let Some((own, rest)) = parameters.split_first() else { return Some(()) };
        let Some(own) = tree::bare(own).map(str::to_owned) else { return Some(()) };
        let mut body = (**body).clone();
        if *recursive || !tree::rename(&mut body, &own, &name) {
            return Some(());
        }
        binding.parameters = rest.to_vec();
        binding.body = body;
        // Fixed points of the library are built when they are drawn from.
        self.built_late.push(binding.span);
        *recursive = true;
        Some(())
    }
}

impl Known {
    fn data(name: String) -> Known {
        Known {
            name,
            labels: Vec::new(),
            shape: Shape::Data,
            predicate_of: None,
            quiet_arguments: 0,
            quiet_if: None,
            written: None,
            definition: None,
            stands_for: None,
        }
    }
}

/// Notes with how many arguments each function may be called while something is built.
fn set_quiet(known: &mut [Known], quiet: &[(String, usize)]) {
    for known in known {
        let own = quiet.iter().find(|(name, _)| *name == known.name);
        known.quiet_arguments = own.map_or(0, |(_, most)| *most);
    }
}

fn no_bindings() -> Bindings {
    Bindings { recursive: false, list: Vec::new() }
}

fn variable(name: &str, span: Span) -> Expr {
    Expr { kind: ExprKind::Variable(name.to_owned()), span }
}

fn call(name: &str, arguments: Vec<Expr>, span: Span) -> Expr {
    Expr { kind: ExprKind::Apply(Box::new(variable(name, span)), arguments), span }
}

/// An operator that means what it always means, whatever the file defines.
fn binary(operator: Operator, left: Expr, right: Expr) -> Expr {
    let span = left.span;
    Expr { kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)), span }
}
