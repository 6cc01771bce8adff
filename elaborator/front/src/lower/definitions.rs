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

use covenant_kernel::tables::{Bin, DefBody, DefRef, ExprRef, ExprRow};

use super::Lowerer;
use super::builder::PendingDef;
use super::logic::{Reading, is_bool};
use super::rename;
use super::scope::{Known, Scope, Variable};
use crate::diagnostic::{DiagnosticKind, Problems};
use crate::span::Span;
use crate::typed::{BOOL, Constructor, DataId, LocalId, Predicate, PredicateId, TExpr, TKind, Ty, UNIT};
use crate::walk;

/// Unfolding a recursive call more often than this within one definition means
/// that it does not get anywhere.
const MOST_UNFOLDINGS: usize = 64;

impl Lowerer<'_> {
    /// The definition of a predicate, with the rest of its group.
    pub(super) fn definition(&mut self, id: PredicateId) -> Option<DefRef> {
        if let Some(known) = self.definitions.get(&id) {
            return *known;
        }
        let predicate = self.program.predicates.get(id)?;
        if predicate.opaque {
            let declared = self.declare_predicate(id);
            if let Some(def) = declared {
                self.tables.define(def, DefBody::Opaque);
            }
            self.definitions.insert(id, declared);
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
            self.definitions.insert(*member, declared);
        }
        let defined = self.define_group(&members);
        if defined.is_none() {
            for member in &members {
                self.definitions.insert(*member, None);
            }
        }
        self.definitions.get(&id).copied().flatten()
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
                self.analysed.insert(*member, position.unwrap_or(0));
            }
            let outer = std::mem::take(&mut self.problems);
            // What an attempt lifted refers to its choice of parameters.
            self.lifted.clear();
            let done = members
                .iter()
                .map(|member| self.define_by_cases(*member, members))
                .collect::<Option<Vec<()>>>();
            let own = std::mem::replace(&mut self.problems, outer);
            self.lifted.clear();
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
            self.analysed.insert(id, position);
            return self.define_by_cases(id, &[]);
        }
        let scope = self.predicate_scope(predicate)?;
        let reading = Reading::of_result(&predicate.result);
        let body = self.read(&predicate.body, reading, &scope)?;
        let def = self.definitions.get(&id).copied().flatten()?;
        self.tables.define(def, DefBody::Direct(body));
        Some(())
    }

    fn define_by_cases(&mut self, id: PredicateId, group: &[PredicateId]) -> Option<()> {
        let predicate = self.program.predicates.get(id)?;
        let position = self.analysed.get(&id).copied()?;
        let (local, ty) = predicate.parameters.get(position)?;
        let mut scope = self.predicate_scope(predicate)?;
        scope.group = Rc::new(group.to_vec());
        self.unfoldings = 0;
        let reading = Reading::of_result(&predicate.result);
        let level = count(predicate.parameters.len());
        let mut cases = Vec::new();
        for tag in 0..self.constructors(ty).len() {
            let inner = self.case_scope(&scope, *local, ty, tag, level, predicate.span)?;
            cases.push(self.read(&predicate.body, reading, &inner)?);
        }
        let def = self.definitions.get(&id).copied().flatten()?;
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
        let position = self.analysed.get(&id).copied().unwrap_or(0);
        let at = arguments.get(position)?;
        if let TKind::Local(local) = at.kind {
            let local = scope.resolve(local);
            if scope.fields.contains(&local) {
                self.recursion_seen = true;
                let def = self.definitions.get(&id).copied().flatten()?;
                let sorts = (0..scope.sort_params)
                    .map(|number| self.tables.sort(covenant_kernel::tables::SortRow::Abstract(number)))
                    .collect();
                let arguments = self.terms(arguments, scope)?;
                return Some(self.tables.expr_at(ExprRow::Fn(def, sorts, arguments.into()), expr.span));
            }
        }
        // At a value whose constructor is known, the call equals the body at
        // that constructor, where the recursion is one level further down.
        if self.constructor_is_known(at, scope) && self.unfoldings < MOST_UNFOLDINGS {
            self.unfoldings += 1;
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
            let body = rename::copy(&predicate.body, &replace, &mut self.next_local);
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

    /// The function that selects a field of a record.
    pub(super) fn projection_def(&mut self, id: DataId, index: u32, span: Span) -> Option<DefRef> {
        if let Some(known) = self.projections.get(&(id, index)) {
            return Some(*known);
        }
        let datatype = self.program.datatypes.get(id)?;
        let field = datatype.constructors.first()?.fields.get(index as usize)?.clone();
        let name = match datatype.fields.as_ref().and_then(|names| names.get(index as usize)) {
            Some(field) => format!("{}.{field}", datatype.name),
            None => format!("{}.{index}", datatype.name),
        };
        let parameters = datatype.parameters;
        let arguments = (0..parameters).map(|number| Ty::Rigid(count(number))).collect();
        let sort = self.plain_sort(&Ty::Data(id, arguments), span)?;
        let result = self.plain_sort(&field, span)?;
        let selected = self.tables.expr(ExprRow::Local(1 + index, result));
        let def = self.tables.declare(PendingDef {
            name,
            sort_params: count(parameters),
            params: vec![sort],
            result: Some(result),
            body: Some(DefBody::Cases { on: 0, cases: vec![selected] }),
            span,
        });
        self.projections.insert((id, index), def);
        Some(def)
    }

    /// The number of constructors of recursive sorts in a value: the default
    /// measure on data.
    pub(super) fn size_def(&mut self, ty: &Ty, sort_params: u32, span: Span) -> Option<DefRef> {
        let key = (ty.clone(), sort_params);
        if let Some(known) = self.sizes.get(&key) {
            return Some(*known);
        }
        let Ty::Data(id, arguments) = ty else {
            return None;
        };
        let datatype = self.program.datatypes.get(*id)?;
        let constructors = datatype.constructors.clone();
        let int = self.plain_sort(&Ty::Int, span)?;
        let sort = self.plain_sort(ty, span)?;
        let def = self.tables.declare(PendingDef {
            name: format!("size_{}", datatype.name),
            sort_params,
            params: vec![sort],
            result: Some(int),
            body: None,
            span,
        });
        self.sizes.insert(key, def);
        let mut cases = Vec::new();
        for constructor in &constructors {
            let mut total = self.tables.expr(ExprRow::Int(1));
            for (index, field) in constructor.fields.iter().enumerate() {
                let field = field.instantiate(arguments);
                if !self.reaches(&field, ty, &mut Vec::new()) {
                    continue;
                }
                let inner = self.size_def(&field, sort_params, span)?;
                let sort = self.plain_sort(&field, span)?;
                let variable = self.tables.expr(ExprRow::Local(1 + count(index), sort));
                let sorts = (0..sort_params)
                    .map(|number| self.tables.sort(covenant_kernel::tables::SortRow::Abstract(number)))
                    .collect();
                let size = self.tables.expr(ExprRow::Fn(inner, sorts, [variable].into()));
                total = self.tables.expr(ExprRow::Bin(Bin::Add, total, size));
            }
            cases.push(total);
        }
        self.tables.define(def, DefBody::Cases { on: 0, cases });
        Some(def)
    }

    /// Whether a value of type `from` can contain one of type `target`.
    pub(super) fn reaches(&self, from: &Ty, target: &Ty, seen: &mut Vec<Ty>) -> bool {
        const MOST: usize = 64;
        if from == target {
            return true;
        }
        if seen.len() > MOST || seen.contains(from) {
            return false;
        }
        let Ty::Data(_, arguments) = from else {
            return false;
        };
        seen.push(from.clone());
        self.constructors(from).iter().any(|constructor| {
            constructor.fields.iter().any(|field| self.reaches(&field.instantiate(arguments), target, seen))
        })
    }

    /// Whether the truth of a formula can be computed.
    pub(super) fn is_decidable(&self, expr: &TExpr) -> bool {
        !walk::any(expr, &mut |inner| match inner.kind {
            TKind::Quantified(..) | TKind::PredicateVariable(_) => true,
            TKind::Predicate(id, _) => self.undecidable.contains(&id),
            _ => false,
        })
    }

    /// The predicates whose definition contains a quantifier, directly or not.
    pub(super) fn find_undecidable(&mut self) {
        loop {
            let before = self.undecidable.len();
            for (id, predicate) in self.program.predicates.iter().enumerate() {
                if !self.undecidable.contains(&id) && !self.is_decidable(&predicate.body) {
                    self.undecidable.insert(id);
                }
            }
            if self.undecidable.len() == before {
                return;
            }
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
