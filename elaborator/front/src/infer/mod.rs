//! Step 2, *infer*: resolve names and give every expression a basic type.
//!
//! Hindley–Milner with the written annotations, generalising at top level only.
//! Local polymorphism was left out: local functions are inlined where they are
//! called or carry a claim of their own, and neither needs it.
//!
//! Two worlds share the expressions. *Programs* see functions, primitives and
//! predicates; *formulas* see predicates only. A mistake is reported at its
//! place and replaced by a term of any type, so that one run reports several.

mod bindings;
mod claims;
mod data;
mod declarations;
mod expressions;
mod finish;
mod inhabited;
mod items;
mod libraries;
mod local_claims;
mod names;
mod operators;
mod patterns;
mod recovery;
mod scope;
mod top_level;
mod unify;

use std::collections::BTreeMap;

pub(crate) use self::names::{is_built_in, is_primitive};
use self::scope::{ItemScope, OpenDefinitions};
use self::top_level::{TopLevel, TypeEntry};
use self::unify::{Printer, Unifier};
use super::diagnostic::{DiagnosticKind, Problems};
use super::locals::Locals;
use super::prelude::Library;
use super::span::Span;
use super::spelling::closest;
use super::steps::Steps;
use super::syntax::Item;
use super::typed::{BOOL, Constructor, DataId, Datatype, LocalId, Program, TExpr, TKind, Ty, UNIT};

/// Which names an expression may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum World {
    Program,
    Logic,
}

/// The state of inference.
pub(crate) struct Inferrer<'p> {
    problems: &'p mut Problems,
    unifier: Unifier,
    program: Program,
    top: TopLevel,
    tuples: BTreeMap<usize, DataId>,
    /// Characters and strings as data, in a file that has them.
    texts: libraries::Texts,
    scope: ItemScope,
    world: World,
    open: OpenDefinitions,
    locals: Locals,
}

/// Types the items of the prelude, of modules of the library, and of the file.
pub(crate) fn infer(
    prelude: &[Item],
    libraries: &[(&Library, &[Item])],
    parts: &[&[Item]],
    steps: Steps,
    problems: &mut Problems,
) -> Program {
    let mut inferrer = Inferrer::new(steps, problems);
    prelude.iter().for_each(|item| inferrer.item(item));
    for (library, items) in libraries {
        inferrer.library_module(library, items);
    }
    parts.iter().copied().flatten().for_each(|item| inferrer.item(item));
    inferrer.program
}

/// A type as text.
pub(crate) fn print_type(program: &Program, ty: &Ty) -> String {
    Printer::new(&program.datatypes, &program.opaque).print(ty)
}

impl<'p> Inferrer<'p> {
    fn new(steps: Steps, problems: &'p mut Problems) -> Self {
        let mut inferrer = Self {
            problems,
            unifier: Unifier::new(steps.clone()),
            program: Program { steps, ..Program::default() },
            top: TopLevel::default(),
            tuples: BTreeMap::new(),
            texts: libraries::Texts::default(),
            scope: ItemScope::default(),
            world: World::Program,
            open: OpenDefinitions::default(),
            locals: Locals::from(0),
        };
        inferrer.built_in();
        inferrer
    }

    fn built_in(&mut self) {
        let plain = |name: &str| Constructor { name: name.to_owned(), fields: Vec::new() };
        let data = |name: &str, constructors| Datatype {
            name: name.to_owned(),
            parameters: 0,
            constructors,
            fields: None,
        };
        self.program.datatypes =
            vec![data("bool", vec![plain("false"), plain("true")]), data("unit", vec![plain("()")])];
        for (name, entry) in [
            ("int", TypeEntry::Int),
            ("nat", TypeEntry::Nat),
            ("gen", TypeEntry::Generator),
            ("QCheck.Gen.t", TypeEntry::Generator),
            ("QCheck2.Gen.t", TypeEntry::Generator),
            ("QCheck.arbitrary", TypeEntry::Generator),
            ("bool", TypeEntry::Data(BOOL)),
            ("unit", TypeEntry::Data(UNIT)),
        ] {
            self.top.types.insert(name.to_owned(), entry);
        }
        for name in ["string", "char", "float"] {
            self.declare_opaque(name);
        }
    }

    fn declare_opaque(&mut self, name: &str) -> u32 {
        let number = u32::try_from(self.program.opaque.len()).unwrap_or(u32::MAX);
        self.program.opaque.push(name.to_owned());
        self.top.types.insert(name.to_owned(), TypeEntry::Opaque(number));
        number
    }

    /// The datatype of `arity`-tuples, declared on first use.
    fn tuple(&mut self, arity: usize) -> DataId {
        if let Some(id) = self.tuples.get(&arity) {
            return *id;
        }
        let id = self.program.datatypes.len();
        let fields = (0..arity).map(|index| Ty::Rigid(u32::try_from(index).unwrap_or(u32::MAX))).collect();
        self.program.datatypes.push(Datatype {
            name: format!("tuple{arity}"),
            parameters: arity,
            constructors: vec![Constructor { name: format!("Tuple{arity}"), fields }],
            fields: None,
        });
        self.tuples.insert(arity, id);
        id
    }

    // --- variables ---

    fn fresh_local(&mut self, name: &str) -> LocalId {
        let local = self.locals.fresh();
        self.program.local_names.insert(local, name.to_owned());
        local
    }

    fn bind(&mut self, name: &str, ty: Ty) -> LocalId {
        let local = self.fresh_local(name);
        self.scope.variables.push((name.to_owned(), local, ty));
        local
    }

    fn in_world<T>(&mut self, world: World, within: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.world, world);
        let result = within(self);
        self.world = before;
        result
    }

    // --- messages ---

    fn error(
        &mut self,
        kind: DiagnosticKind,
        span: Span,
        message: impl Into<String>,
        advice: impl Into<String>,
    ) {
        self.problems.push(kind, span, message, advice);
    }

    fn show(&self, ty: &Ty) -> String {
        let resolved = self.unifier.resolve(ty);
        Printer::new(&self.program.datatypes, &self.program.opaque).print(&resolved)
    }

    /// Unifies, and reports at `span` when that fails.
    fn expect(&mut self, expected: &Ty, found: &Ty, span: Span, what: &str) -> bool {
        let expected_text = self.show(expected);
        let found_text = self.show(found);
        if self.unifier.unify(expected, found) {
            return true;
        }
        if self.out_of_steps(span) {
            return false;
        }
        self.error(
            DiagnosticKind::IllTyped,
            span,
            format!("{what} has type `{found_text}`, but `{expected_text}` is expected"),
            "",
        );
        false
    }

    /// Whether the budget of the file is used up; says so, once for each item.
    fn out_of_steps(&mut self, span: Span) -> bool {
        let out = self.program.steps.are_spent();
        if out {
            self.scope.out_of_steps.say(span, self.problems);
        }
        out
    }

    /// Stands for something that was already reported.
    fn broken(&mut self, span: Span) -> TExpr {
        TExpr { kind: TKind::Fail, ty: self.unifier.fresh(), span }
    }

    fn unknown(&mut self, span: Span, what: &str, name: &str, known: Vec<String>) {
        if name.contains('.') {
            let what = format!("`{name}`, a name from another module,");
            self.problems.decline(span, &what, "define what you need of it in this file");
            return;
        }
        let advice = match closest(name, &known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("declare the {what} before it is used"),
        };
        self.error(DiagnosticKind::UnknownName, span, format!("unknown {what} `{name}`"), advice);
    }
}
