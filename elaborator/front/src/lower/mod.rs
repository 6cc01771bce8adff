//! Step 3, *lower*: the typed tree to the kernel's tables.
//!
//! One unit per claim: the claimed function with everything it needs, and
//! nothing else, so that certificates stay small and a claim does not depend on
//! its neighbours in the file.

mod branches;
mod builder;
mod canonical;
mod core;
mod decrease;
mod definitions;
mod floats;
mod functions;
mod globals;
mod local_functions;
mod logic;
mod made;
mod matches;
mod mutual;
mod names;
mod numbers;
mod operations;
mod pack;
mod purity;
mod rename;
mod scope;
mod selection;
mod total;
mod totality;
mod trees;
mod usage;
mod values;

use std::collections::{BTreeSet, HashMap};

use covenant_kernel::tables::{DefRef, ExprRow, Quant};

use self::builder::Builder;
use self::definitions::{Definitions, count};
use self::globals::Functions;
use self::made::Made;
use self::matches::Lifts;
pub(crate) use self::mutual::measure_mates;
use self::names::LevelNames;
use self::pack::{Pending, PendingFact};
use self::purity::Purity;
pub(crate) use self::rename::copy;
use self::scope::{Scope, Variable};
pub(crate) use self::total::declare as declare_outcomes;
pub(crate) use self::totality::is_value;
use super::diagnostic::{DiagnosticKind, Problems};
use super::locals::Locals;
use super::module::{NotTotal, Unit};
use super::span::{Source, Span};
use super::steps::OutOfSteps;
use super::typed::{Contract, DataId, FunctionId, LocalId, PredicateId, Program, TExpr, TFact, TKind, Ty};
use super::walk;

/// The state of lowering one unit.
pub(crate) struct Lowerer<'p> {
    program: &'p Program,
    problems: Problems,
    tables: Builder,
    locals: Locals,
    definitions: Definitions,
    made: HashMap<Made, DefRef>,
    lifts: Lifts,
    functions: Functions,
    level_names: LevelNames,
    pending: Pending,
    /// How deep in the program the lowering is.
    nesting: usize,
    /// Whether the unit has been declined because it takes too much.
    out_of_steps: OutOfSteps,
}

/// Lowers one claim. With components, each of which can be lowered alone, the unit also holds those,
/// and a measure for every function: what a change of the program may need.
pub(crate) fn lower(
    program: &Program,
    function: FunctionId,
    components: Option<&[FunctionId]>,
    problems: &mut Problems,
) -> Option<Unit> {
    let mut lowerer = Lowerer::new(program);
    lowerer.functions.always_measured = components.is_some();
    let span = program.functions.get(function)?.span;
    if let Some(place) = floats::compared(program, function) {
        problems.decline(
            place,
            "a comparison of floats or of values of another module's type, which need not be equality (`nan <> nan`, `0. = -0.`),",
            "compare integers; formulas may compare floats",
        );
        return None;
    }
    for component in components.into_iter().flatten() {
        lowerer.global(*component, span);
    }
    let global = lowerer.global(function, span);
    if global.is_some() {
        lowerer.facts();
    }
    let failed = global.is_none() || lowerer.problems.has_errors();
    if failed && !lowerer.problems.has_errors() {
        // Every failure names its reason; this is the net below that rule.
        lowerer.problems.decline(
            span,
            "this function, for a reason that was not recorded,",
            "please report it with the file",
        );
    }
    problems.append(std::mem::take(&mut lowerer.problems));
    match global {
        Some(global) if !failed => {
            let claim = &program.functions.get(function)?.contract.as_ref()?.claim;
            Some(Unit { kind: claim.kind, ..lowerer.pack(global) })
        }
        _ => None,
    }
}

/// The unit of a claim that is *total*, with checks in its program (`total`). What is not such a claim has none.
pub(crate) fn with_checks(
    program: &Program,
    function: FunctionId,
    outcome: DataId,
) -> Option<Result<Box<Unit>, NotTotal>> {
    let total = |contract: &&Contract| contract.claim.total;
    let contract = program.functions.get(function)?.contract.as_ref().filter(total)?;
    let mut lowerer = Lowerer::new(program);
    // SOUNDNESS: whatever goes wrong here, the claim stays one that is total; without checks it would be proved as less.
    let Some(global) = lowerer.global(function, contract.claim.span) else {
        return Some(Err(NotTotal {
            span: contract.claim.span,
            message: "the function could not be read a second time".to_owned(),
            advice: "split the file: reading it takes too many steps",
        }));
    };
    lowerer.facts();
    if let Err(why) = lowerer.put_checks(outcome) {
        return Some(Err(why));
    }
    Some(Ok(Box::new(Unit { kind: contract.claim.kind, ..lowerer.pack(global) })))
}

/// Whether the definition of a top-level name surely ends with a value. A choice that is made then
/// concerns those who use the name, and they are declined on their own.
///
/// SOUNDNESS: predicates are total, but only if they can be defined. `List.map (fun n -> 10 / n) l` is a predicate of its own, made for
/// that function, which nobody else looks at if the value is not used.
pub(crate) fn is_defined_for_sure(program: &Program, function: FunctionId) -> bool {
    if !Purity::of(program).always_returns_when_defined(function) {
        return false;
    }
    let body = program.functions.get(function).and_then(|function| function.body.as_ref());
    let Some(body) = body.filter(|body| !matches!(body.ty, Ty::Arrow(..))) else { return true };
    let mut mentioned = BTreeSet::new();
    walk::any(body, &mut |part| {
        if let TKind::Predicate(id, _) = &part.kind {
            mentioned.insert(*id);
        }
        false
    });
    let mut lowerer = Lowerer::new(program);
    mentioned.into_iter().all(|id| lowerer.definition(id).is_some())
}

/// Checks that predicates are definitions the kernel accepts, and that facts can
/// be stated, whether or not a claim uses them; sets aside those that are not.
pub(crate) fn check_predicates(program: &mut Program, problems: &mut Problems) {
    let mut lowerer = Lowerer::new(program);
    let (mut predicates, mut facts) = (Vec::new(), Vec::new());
    for (id, predicate) in program.predicates.iter().enumerate() {
        let own = predicate.span.source == Source::User && !predicate.set_aside;
        if own && !predicate.opaque && !predicate.is_template() && lowerer.definition(id).is_none() {
            predicates.push(id);
        }
    }
    for (index, fact) in program.facts.iter().enumerate() {
        let before = lowerer.problems.error_count();
        let stated = fact.span.source != Source::User || lowerer.fact(fact).is_some();
        if !stated || lowerer.problems.error_count() > before {
            facts.push(index);
        }
    }
    problems.append(lowerer.problems);
    for id in predicates {
        if let Some(predicate) = program.predicates.get_mut(id) {
            predicate.set_aside = true;
        }
    }
    for index in facts {
        if let Some(fact) = program.facts.get_mut(index) {
            fact.set_aside = true;
        }
    }
}

impl<'p> Lowerer<'p> {
    fn new(program: &'p Program) -> Self {
        Self {
            program,
            problems: Problems::default(),
            tables: Builder::default(),
            locals: Locals::of(program),
            definitions: Definitions::of(program),
            made: HashMap::new(),
            lifts: Lifts::default(),
            functions: Functions::default(),
            level_names: LevelNames::default(),
            pending: Pending::default(),
            nesting: 0,
            out_of_steps: OutOfSteps::default(),
        }
    }

    fn purity(&self) -> Purity<'p> {
        Purity::of(self.program)
    }

    fn fresh_local(&mut self) -> LocalId {
        self.locals.fresh()
    }

    fn error(
        &mut self,
        kind: DiagnosticKind,
        span: Span,
        message: impl Into<String>,
        advice: impl Into<String>,
    ) {
        self.problems.push(kind, span, message, advice);
    }

    /// Takes a step for looking at an expression, at the size of its type.
    fn step(&mut self, expr: &TExpr) -> Option<()> {
        if self.program.steps.spend_type(&expr.ty) {
            return Some(());
        }
        self.out_of_steps.say(expr.span, &mut self.problems);
        None
    }

    fn uses_set_aside(&mut self, name: &str, span: Span) {
        self.error(
            DiagnosticKind::Declined,
            span,
            format!("this uses `{name}`, which has a problem of its own"),
            format!("see the message about `{name}`"),
        );
    }

    /// The lemmas and axioms that concern this unit. The prelude's are taken
    /// when they speak only of what is here; the user's, when they speak of
    /// anything that is here.
    fn facts(&mut self) {
        let program = self.program;
        let mut taken: BTreeSet<usize> = BTreeSet::new();
        loop {
            let before = (taken.len(), self.definitions.len());
            for (index, fact) in program.facts.iter().enumerate() {
                if taken.contains(&index) {
                    continue;
                }
                let mentioned = predicates_of(fact);
                if fact.set_aside || mentioned.iter().any(|id| self.is_set_aside(*id)) {
                    continue;
                }
                let here = |id: &PredicateId| self.definitions.contains(*id);
                let relevant = match fact.span.source {
                    Source::Prelude => !mentioned.is_empty() && mentioned.iter().all(here),
                    Source::User => mentioned.is_empty() || mentioned.iter().any(here),
                };
                if relevant {
                    taken.insert(index);
                    for id in mentioned {
                        self.definition(id);
                    }
                }
            }
            if before == (taken.len(), self.definitions.len()) {
                break;
            }
        }
        for index in taken {
            if let Some(fact) = program.facts.get(index) {
                self.fact(fact);
            }
        }
    }

    fn is_set_aside(&self, id: PredicateId) -> bool {
        self.program.predicates.get(id).is_some_and(|predicate| predicate.set_aside)
    }

    /// `forall x1 … xn. φ`
    fn fact(&mut self, fact: &TFact) -> Option<()> {
        let mut scope = Scope {
            sort_params: count(fact.sort_parameters),
            item: std::rc::Rc::from(fact.name.as_str()),
            ..Scope::default()
        };
        let mut sorts = Vec::new();
        for (local, ty) in &fact.parameters {
            let sort = self.sort(ty, &scope, fact.span)?;
            scope.bind(*local, Variable::Stack(scope.height, sort), ty.clone());
            scope.height += 1;
            sorts.push(sort);
        }
        let mut statement = self.formula(&fact.body, &scope)?;
        for sort in sorts.into_iter().rev() {
            statement = self.tables.expr(ExprRow::Quant(Quant::Forall, sort, statement));
        }
        self.pending.facts.push(PendingFact {
            name: fact.name.clone(),
            kind: fact.kind,
            sort_params: scope.sort_params,
            statement,
            span: fact.span,
        });
        Some(())
    }
}

fn predicates_of(fact: &TFact) -> BTreeSet<PredicateId> {
    let mut mentioned = BTreeSet::new();
    walk::any(&fact.body, &mut |expr| {
        if let TKind::Predicate(id, _) = expr.kind {
            mentioned.insert(id);
        }
        false
    });
    mentioned
}
