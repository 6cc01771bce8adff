//! Predicates to the kernel's definitions by structural recursion.
//!
//! The kernel knows one form: cases on one parameter, recursive calls at fields
//! of that parameter. A predicate as written may match deeper, match on results
//! of calls, or recur at a part of a part. It is brought into the form by
//! choosing the parameter that is analysed and specialising the body to each of
//! its constructors; what is matched inside becomes a definition of its own
//! (see [`matches`](super::matches)). Each candidate parameter is tried in turn.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use covenant_kernel::tables::{DefBody, DefRef, ExprRef, ExprRow};

use super::Lowerer;
use super::builder::PendingDef;
use super::logic::{Reading, is_bool};
use super::rename;
use super::scope::{Known, Scope, Variable};
use crate::diagnostic::{DiagnosticKind, Problems};
use crate::span::Span;
use crate::typed::{BOOL, Constructor, LocalId, Predicate, PredicateId, Program, TExpr, TKind, Ty, UNIT};
use crate::walk;

/// Unfolding a recursive call more often than this within one definition means
/// that it does not get anywhere.
const MOST_UNFOLDINGS: usize = 64;

/// What is known about the predicates of a unit.
pub(super) struct Definitions {
    /// `None` for a predicate whose definition failed.
    rows: BTreeMap<PredicateId, Option<DefRef>>,
    /// The parameter that each recursive predicate analyses.
    analysed: BTreeMap<PredicateId, usize>,
    /// Predicates whose truth cannot be computed, since a quantifier is in them, directly or not.
    undecidable: BTreeSet<PredicateId>,
    /// How often a recursive call was unfolded within the present definition.
    unfoldings: usize,
}

impl Definitions {
    /// No definition yet.
    pub(super) fn of(program: &Program) -> Self {
        let mut definitions = Self {
            rows: BTreeMap::new(),
            analysed: BTreeMap::new(),
            undecidable: BTreeSet::new(),
            unfoldings: 0,
        };
        loop {
            let before = definitions.undecidable.len();
            for (id, predicate) in program.predicates.iter().enumerate() {
                if !definitions.undecidable.contains(&id) && !definitions.is_decidable(&predicate.body) {
                    definitions.undecidable.insert(id);
                }
            }
            if definitions.undecidable.len() == before {
                return definitions;
            }
        }
    }

    /// Whether the truth of a formula can be computed.
    pub(super) fn is_decidable(&self, expr: &TExpr) -> bool {
        !walk::any(expr, &mut |inner| match inner.kind {
            TKind::Quantified(..) | TKind::PredicateVariable(_) => true,
            TKind::Predicate(id, _) => self.undecidable.contains(&id),
            _ => false,
        })
    }

    /// Whether a program can compute a predicate.
    pub(super) fn is_computable(&self, id: PredicateId) -> bool {
        !self.undecidable.contains(&id)
    }

    /// Whether a predicate was asked for.
    pub(super) fn contains(&self, id: PredicateId) -> bool {
        self.rows.contains_key(&id)
    }

    /// How many predicates were asked for.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    fn row(&self, id: PredicateId) -> Option<DefRef> {
        self.rows.get(&id).copied().flatten()
    }

    /// The parameter that a recursive predicate analyses.
    pub(super) fn analysed(&self, id: PredicateId) -> usize {
        self.analysed.get(&id).copied().unwrap_or(0)
    }

    /// Counts one more unfolding; `false` if there were enough.
    fn may_unfold(&mut self) -> bool {
        let may = self.unfoldings < MOST_UNFOLDINGS;
        self.unfoldings += usize::from(may);
        may
    }
}

impl Lowerer<'_> {
    /// The definition of a predicate, with the rest of its group.
    pub(super) fn definition(&mut self, id: PredicateId) -> Option<DefRef> {
        if let Some(known) = self.definitions.rows.get(&id) {
            return *known;
        }
        let predicate = self.program.predicates.get(id)?;
        if predicate.opaque {
            let declared = self.declare_predicate(id);
            if let Some(def) = declared {
                self.tables.define(def, DefBody::Opaque);
            }
            self.definitions.rows.insert(id, declared);
            return declared;
        }
        let members: Vec<PredicateId> = if predicate.recursive {
            self.program
                .predicates
                .iter()
                .enumerate()
                .filter(|(_, other)| other.group == predicate.group)
                .map(|(member, _)| member)
                .collect()
        } else {
            vec![id]
        };
        for member in &members {
            let declared = self.declare_predicate(*member);
            self.definitions.rows.insert(*member, declared);
        }
        // Its recursion is its own: it is none of what is being lowered around the first call of it.
        let defined = self.without_watching(|lowerer| lowerer.define_group(&members));
        if defined.is_none() {
            for member in &members {
                self.definitions.rows.insert(*member, None);
            }
        }
        self.definitions.row(id)
    }

    fn declare_predicate(&mut self, id: PredicateId) -> Option<DefRef> {
        let predicate = self.program.predicates.get(id)?;
        let params = predicate
            .parameters
            .iter()
            .map(|(_, ty)| self.plain_sort(ty, predicate.span))
            .collect::<Option<Vec<_>>>()?;
        let result = if is_bool(&predicate.result) {
            None
        } else {
            Some(self.plain_sort(&predicate.result, predicate.span)?)
        };
        Some(self.tables.declare(PendingDef {
            name: predicate.name.clone(),
            sort_params: count(predicate.sort_parameters),
            params,
            result,
            body: None,
            span: predicate.span,
        }))
    }

    fn define_group(&mut self, members: &[PredicateId]) -> Option<()> {
        // What the bodies use is defined first.
        let program = self.program;
        let mut recursive = BTreeSet::new();
        for member in members {
            let predicate = program.predicates.get(*member)?;
            let mut used = BTreeSet::new();
            walk::any(&predicate.body, &mut |expr| {
                if let TKind::Predicate(callee, _) = expr.kind {
                    used.insert(callee);
                }
                false
            });
            for callee in used {
                if members.contains(&callee) {
                    recursive.insert(*member);
                } else {
                    self.definition(callee)?;
                }
            }
        }
        if recursive.is_empty() && members.len() == 1 {
            return self.define_plain(*members.first()?);
        }
        let candidates: Vec<Vec<usize>> = members.iter().map(|member| self.candidates(*member)).collect();
        let attempts = candidates.iter().map(Vec::len).max().unwrap_or(0);
        let mut first_problems: Option<Problems> = None;
        for attempt in 0..attempts {
            for (member, list) in members.iter().zip(&candidates) {
                let position = list.get(attempt).or_else(|| list.last()).copied();
                self.definitions.analysed.insert(*member, position.unwrap_or(0));
            }
            let outer = std::mem::take(&mut self.problems);
            // What an attempt lifted refers to its choice of parameters.
            self.lifts.forget();
            let done = members
                .iter()
                .map(|member| self.define_by_cases(*member, members))
                .collect::<Option<Vec<()>>>();
            let own = std::mem::replace(&mut self.problems, outer);
            self.lifts.forget();
            if done.is_some() {
                return Some(());
            }
            first_problems.get_or_insert(own);
        }
        match first_problems {
            Some(problems) => self.problems.append(problems),
            None => self.never_analysed(members),
        }
        None
    }

    fn never_analysed(&mut self, members: &[PredicateId]) {
        for member in members {
            let program = self.program;
            if let Some(predicate) = program.predicates.get(*member) {
                self.error(
                    DiagnosticKind::NotStructural,
                    predicate.span,
                    format!("`{}` calls itself but never takes a parameter apart", predicate.name),
                    "recur on the parts of a parameter: `match l with [] -> … | x :: t -> … t …`",
                );
            }
        }
    }

    /// Positions of the parameters that the body matches on, in order.
    fn candidates(&self, id: PredicateId) -> Vec<usize> {
        let Some(predicate) = self.program.predicates.get(id) else {
            return Vec::new();
        };
        let mut list = Vec::new();
        let mut note = |expr: &TExpr| {
            if let TKind::Local(local) = expr.kind
                && !is_bool(&expr.ty)
                && let Some(position) =
                    predicate.parameters.iter().position(|(parameter, _)| *parameter == local)
                && !list.contains(&position)
            {
                list.push(position);
            }
        };
        walk::any(&predicate.body, &mut |expr| {
            match &expr.kind {
                TKind::Match(scrutinee, _) => match &scrutinee.kind {
                    TKind::Construct(_, _, parts) => parts.iter().for_each(&mut note),
                    _ => note(scrutinee),
                },
                TKind::Project(_, _, inner) => note(inner),
                _ => {}
            }
            false
        });
        list
    }

    fn predicate_scope(&mut self, predicate: &Predicate) -> Option<Scope> {
        let mut scope = Scope {
            sort_params: count(predicate.sort_parameters),
            item: Rc::from(predicate.name.as_str()),
            ..Scope::default()
        };
        for (level, (local, ty)) in predicate.parameters.iter().enumerate() {
            let sort = self.plain_sort(ty, predicate.span)?;
            scope.bind(*local, Variable::Level(count(level), sort), ty.clone());
        }
        Some(scope)
    }

    /// A predicate without recursion.
    fn define_plain(&mut self, id: PredicateId) -> Option<()> {
        let predicate = self.program.predicates.get(id)?;
        // Cases at top level give equations that unfold without a detour.
        if let TKind::Match(scrutinee, _) = &predicate.body.kind
            && let TKind::Local(local) = scrutinee.kind
            && !is_bool(&scrutinee.ty)
            && matches!(scrutinee.ty, Ty::Data(..))
            && let Some(position) = predicate.parameters.iter().position(|(parameter, _)| *parameter == local)
        {
            self.definitions.analysed.insert(id, position);
            return self.define_by_cases(id, &[]);
        }
        let scope = self.predicate_scope(predicate)?;
        let reading = Reading::of_result(&predicate.result);
        let body = self.read(&predicate.body, reading, &scope)?;
        let def = self.definitions.row(id)?;
        self.tables.define(def, DefBody::Direct(body));
        Some(())
    }

    fn define_by_cases(&mut self, id: PredicateId, group: &[PredicateId]) -> Option<()> {
        let predicate = self.program.predicates.get(id)?;
        let position = self.definitions.analysed.get(&id).copied()?;
        let (local, ty) = predicate.parameters.get(position)?;
        let mut scope = self.predicate_scope(predicate)?;
        scope.group = Rc::new(group.to_vec());
        self.definitions.unfoldings = 0;
        let reading = Reading::of_result(&predicate.result);
        let level = count(predicate.parameters.len());
        let mut cases = Vec::new();
        for tag in 0..self.constructors(ty).len() {
            let inner = self.case_scope(&scope, *local, ty, tag, level, predicate.span)?;
            cases.push(self.read(&predicate.body, reading, &inner)?);
        }
        let def = self.definitions.row(id)?;
        let on = count(position);
        self.tables.define(def, DefBody::Cases { on, cases });
        Some(())
    }

    pub(super) fn constructors(&self, ty: &Ty) -> &[Constructor] {
        match ty {
            Ty::Data(id, _) => {
                self.program.datatypes.get(*id).map_or(&[], |datatype| datatype.constructors.as_slice())
            }
            _ => &[],
        }
    }

    /// The scope of one case: the analysed variable is this constructor, and
    /// its fields are the variables from `level` on.
    pub(super) fn case_scope(
        &mut self,
        scope: &Scope,
        local: LocalId,
        ty: &Ty,
        tag: usize,
        level: u32,
        span: Span,
    ) -> Option<Scope> {
        let Ty::Data(_, arguments) = ty else {
            return None;
        };
        let fields = self.constructors(ty).get(tag)?.fields.clone();
        let mut inner = scope.clone();
        inner.fields.clear();
        let mut names = Vec::new();
        for (offset, field) in fields.iter().enumerate() {
            let ty = field.instantiate(arguments);
            let sort = self.sort(&ty, scope, span)?;
            let variable = self.fresh_local();
            inner.bind(variable, Variable::Level(level + count(offset), sort), ty);
            inner.fields.insert(variable);
            names.push(variable);
        }
        inner.known.insert(local, Known { tag: count(tag), fields: names });
        Some(inner)
    }

    /// A call of a predicate that is being defined.
    pub(super) fn recursive_call(
        &mut self,
        id: PredicateId,
        arguments: &[TExpr],
        expr: &TExpr,
        scope: &Scope,
        reading: Reading,
    ) -> Option<ExprRef> {
        let position = self.definitions.analysed(id);
        let at = arguments.get(position)?;
        if let TKind::Local(local) = at.kind {
            let local = scope.resolve(local);
            if scope.fields.contains(&local) {
                self.lifts.recursion_seen();
                let def = self.definitions.row(id)?;
                let sorts = (0..scope.sort_params)
                    .map(|number| self.tables.sort(covenant_kernel::tables::SortRow::Abstract(number)))
                    .collect();
                let arguments = self.terms(arguments, scope)?;
                return Some(self.tables.expr_at(ExprRow::Fn(def, sorts, arguments.into()), expr.span));
            }
        }
        // At a value whose constructor is known, the call equals the body at
        // that constructor, where the recursion is one level further down.
        if self.constructor_is_known(at, scope) && self.definitions.may_unfold() {
            for argument in arguments {
                self.must_be_total(argument, scope)?;
            }
            let predicate = self.program.predicates.get(id)?;
            let replace: BTreeMap<LocalId, TExpr> = predicate
                .parameters
                .iter()
                .zip(arguments)
                .map(|((local, _), argument)| (*local, argument.clone()))
                .collect();
            let body = rename::copy(&predicate.body, &replace, &mut self.locals);
            return self.read(&body, reading, scope);
        }
        self.not_structural(expr.span);
        None
    }

    pub(super) fn not_structural(&mut self, span: Span) {
        self.error(
            DiagnosticKind::NotStructural,
            span,
            "this recursive call is not at a part of the analysed parameter",
            "a predicate recurs on the parts of one parameter: `match l with x :: t -> … f t …`",
        );
    }

    fn constructor_is_known(&self, expr: &TExpr, scope: &Scope) -> bool {
        match &expr.kind {
            TKind::Construct(..) => true,
            TKind::Local(local) => {
                let local = scope.resolve(*local);
                scope.known.contains_key(&local)
                    || scope.definition(local).is_some_and(|inner| matches!(inner.kind, TKind::Construct(..)))
            }
            _ => false,
        }
    }
}

/// Whether a type has one constructor without fields to look at, or is `bool`;
/// such a match is not a definition of its own.
pub(super) fn is_bool_or_unit(ty: &Ty) -> bool {
    matches!(ty, Ty::Data(BOOL | UNIT, _))
}

pub(super) fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
