//! Where the rows of a certificate come from: the source map, the solver log, and the places
//! that messages point at.

use covenant_certificates::source::{CoreSource, DefSource, FunSource, GlobalSource};
use covenant_certificates::source_text::MOST_EMBEDDED;
use covenant_certificates::{
    ConditionLog, ContentHash, EvidenceKind, Meta, QueryLog, QueryText, SolverLog, SourceMap, SourceText,
    Span as FileSpan,
};
use covenant_front::{Source, Span, Unit};
use covenant_kernel::program::Subject;
use covenant_kernel::tables::{CoreRef, FunRow, NodeRef, NodeRow, Proof, Statement};
use covenant_prove::derive::Stuck;
use covenant_prove::elaborate::{Elaborated, Resolution};
use std::collections::BTreeMap;

/// What wrote a certificate.
#[must_use]
pub fn meta() -> Meta {
    let version = env!("CARGO_PKG_VERSION");
    Meta { producer: format!("covenant {version}"), kernel: format!("covenant-kernel {version}") }
}

/// A span of the user's file; spans of the prelude have no place in a certificate's source.
fn file_span(span: Span) -> Option<FileSpan> {
    (span.source == Source::User)
        .then(|| {
            Some(FileSpan { start: u32::try_from(span.start).ok()?, end: u32::try_from(span.end).ok()? })
        })
        .flatten()
}

fn at(i: u32) -> usize {
    usize::try_from(i).unwrap_or(usize::MAX)
}

/// The source map of a certificate.
#[must_use]
pub fn source_map(
    unit: &Unit,
    file_name: &str,
    text: &SourceText,
    proof: &Proof,
    subjects: &BTreeMap<NodeRef, Subject>,
) -> SourceMap {
    let base = file_name.rsplit(['/', '\\']).next().unwrap_or(file_name);
    let parameters = |i: usize| -> Vec<String> {
        unit.functions
            .get(i)
            .map(|f| f.parameters.iter().map(|p| p.name.clone()).collect())
            .unwrap_or_default()
    };
    let globals = unit.functions.iter().enumerate().map(|(i, f)| GlobalSource {
        span: file_span(f.span),
        claim: file_span(f.claim_span),
        params: parameters(i),
        sort_params: f.type_names.clone(),
        preds: f.predicate_names.clone(),
    });
    let cores = unit.source_map.cores.iter().enumerate().map(|(i, row)| CoreSource {
        span: file_span(*row),
        binders: unit.source_map.binders.get(i).cloned().unwrap_or_default(),
    });
    let nodes = (0..proof.nodes.len()).map(|n| {
        let subject = subjects.get(&NodeRef(u32::try_from(n).ok()?))?;
        file_span(subject_span(unit, *subject)?)
    });
    let mut funs = vec![FunSource::default(); unit.statement.funs.len()];
    for (fun, names) in &unit.source_map.fun_parameters {
        if let Some(row) = funs.get_mut(at(fun.0)) {
            row.params.clone_from(names);
        }
    }
    for (i, global) in unit.statement.globals.iter().enumerate() {
        if let Some(fun) = global.body.and_then(|f| funs.get_mut(at(f.0))) {
            *fun = FunSource {
                span: unit.functions.get(i).and_then(|f| file_span(f.span)),
                name: Some(global.name.clone()),
                params: parameters(i),
            };
        }
    }
    SourceMap {
        file: base.to_owned(),
        text: text.clone(),
        beside: text.len() > MOST_EMBEDDED,
        defs: unit
            .source_map
            .defs
            .iter()
            .map(|s| DefSource { span: file_span(*s), ..DefSource::default() })
            .collect(),
        globals: globals.collect(),
        cores: cores.collect(),
        funs,
        nodes: nodes.collect(),
        ..SourceMap::default()
    }
}

/// The version of the Z3 that this program is linked with.
#[must_use]
pub fn z3_version() -> &'static str {
    z3::full_version()
}

/// The solver log of a certificate: one entry per condition that a solver was asked about.
#[must_use]
pub fn solver_log(elaborated: &Elaborated) -> SolverLog {
    let conditions = elaborated.conditions.iter().filter_map(|r| {
        let log = r.log.as_ref()?;
        let text = log.text.as_ref()?;
        let query = |solver: &str, version: &str, query: QueryText| QueryLog {
            solver: solver.to_owned(),
            version: version.to_owned(),
            query,
            core: log.core_names.clone(),
            instances: Vec::new(),
        };
        let mut queries = vec![query("z3", z3_version(), QueryText::Text(text.clone()))];
        let evidence = match &r.resolution {
            Resolution::Checked => EvidenceKind::Checked,
            Resolution::CrossChecked(second) => {
                // The same text once more would double the log.
                let same = QueryText::Hash(ContentHash::of_bytes(text.as_bytes()));
                queries.push(query(&second.name, &second.version, same));
                EvidenceKind::CrossChecked
            }
            Resolution::Solver | Resolution::Stuck(_) | Resolution::Unknown(_) => EvidenceKind::Solver,
        };
        Some(ConditionLog { vc: r.condition.number, node: r.condition.node, evidence, queries })
    });
    SolverLog { conditions: conditions.collect(), lemmas: Vec::new() }
}

/// What a message about a condition points at.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// The function whose claim it belongs to.
    pub function: String,
    /// The program text.
    pub program: Option<Span>,
    /// The specification.
    pub spec: Option<Span>,
    /// Names of the variables in scope, by level.
    pub names: BTreeMap<u32, String>,
}

/// The place of a node: the global whose derivation contains it.
#[must_use]
pub fn place(unit: &Unit, elaborated: &Elaborated, node: NodeRef) -> Place {
    // Derivations are written one after another, each ending in its root.
    let roots = &elaborated.rows().derivations;
    let global = roots.iter().position(|root| root.is_some_and(|r| r >= node));
    let mut place = Place::default();
    if let Some(info) = global.and_then(|g| unit.functions.get(g)) {
        place.function.clone_from(&info.name);
        place.spec = Some(info.claim_span);
        place.program = Some(info.span);
        let names = info.parameters.iter().map(|p| p.name.clone());
        place.names = (0u32..).zip(names).collect();
    }
    // The condition under a function is about all of it; that of a call, about the call.
    let call = matches!(
        elaborated.rows().nodes.get(at(node.0)),
        Some(
            NodeRow::TApp { .. }
                | NodeRow::TAppFun { .. }
                | NodeRow::SubArr { .. }
                | NodeRow::OApp { .. }
                | NodeRow::OAppFun { .. }
                | NodeRow::OSubArr { .. }
        )
    );
    if call
        && let Some(subject) = elaborated.opened.subjects.get(&node)
        && let Some(span) = subject_span(unit, *subject)
    {
        place.program = Some(span);
    }
    place
}

fn subject_span(unit: &Unit, subject: Subject) -> Option<Span> {
    let core = |c: CoreRef| unit.source_map.cores.get(at(c.0)).copied();
    match subject {
        Subject::Core(c) => core(c),
        Subject::Fun(f) => match unit.statement.funs.get(at(f.0))? {
            FunRow::Lam(_, body) | FunRow::Fix(_, body) => core(*body),
            FunRow::Var(..) | FunRow::Global(..) => None,
        },
    }
}

/// Why a derivation could not be made, for people.
#[must_use]
pub fn stuck_text(unit: &Unit, stuck: &Stuck) -> String {
    let statement: &Statement = &unit.statement;
    let global = |g: u32| statement.globals.get(at(g)).map_or("?", |g| g.name.as_str()).to_owned();
    match stuck {
        Stuck::Kernel(where_, why) => format!("the kernel refuses the tables: {why:?} at {where_:?}"),
        Stuck::Expression(why) => format!("an expression could not be built: {why:?}"),
        Stuck::LocalRecursion => {
            "a recursive local function has no claim; give it one, or make it a top-level function".to_owned()
        }
        Stuck::CalledLambda => "a function expression is called directly; bind it with let".to_owned(),
        Stuck::PredicateNotFound(g, p) => format!(
            "no predicate was found for variable number {} of `{}`; pass it a function whose coverage is known",
            p + 1,
            global(g.0)
        ),
        Stuck::CalledParameter => {
            "a parameter that is a function is called; what it can return is known, not what it returns only"
                .to_owned()
        }
        Stuck::PredicatesOfOnly(g) => {
            format!("`{}` has a claim for all predicates, which is not read as *only* yet", global(g.0))
        }
        Stuck::NoMeasure(g) => {
            format!(
                "`{}` is recursive and nothing is known to decrease; add [@@measure ...] if a parameter \
                 does, or [@@rank ...] if only the value that is still to be made gets smaller",
                global(g.0)
            )
        }
    }
}
