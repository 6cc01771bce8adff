//! The last step of lowering: keep what is needed, in its final order.
//!
//! Rows that only lemmas, measures or local claims need are not part of the
//! statement; they are numbered after its rows, as the rows of a proof are.
//! Definitions are grouped by who calls whom (the strongly connected components
//! of the call graph), callees first.

use std::collections::{BTreeMap, BTreeSet};

use covenant_kernel::tables::{
    ArgRow, BranchRow, CoreRow, CtorRow, DatatypeRow, DefBody, DefRef, DefRow, ExprRef, ExprRow,
    FIRST_DATATYPE, FunRow, FunTypeRow, GlobalRef, ParamRow, ParamSort, Prim, SortRef, SortRow,
    Statement, TypeRef,
};

use super::Lowerer;
use super::builder::Builder;
use super::definitions::count;
use crate::front::module::{
    ExtraRows, FactInfo, FunctionInfo, LocalClaimInfo, ParameterInfo, SourceMap, Unit,
};
use crate::front::typed::TParameter;

/// What is used.
#[derive(Default)]
struct Used {
    sorts: BTreeSet<u32>,
    exprs: BTreeSet<u32>,
    defs: BTreeSet<u32>,
    types: BTreeSet<u32>,
    datatypes: BTreeSet<u32>,
    opaque: BTreeSet<u32>,
    literals: BTreeSet<u32>,
}

/// Old numbers to new ones.
#[derive(Default)]
struct Numbers {
    sorts: BTreeMap<u32, u32>,
    exprs: BTreeMap<u32, u32>,
    defs: BTreeMap<u32, u32>,
    types: BTreeMap<u32, u32>,
    datatypes: BTreeMap<u32, u32>,
    opaque: BTreeMap<u32, u32>,
    literals: BTreeMap<u32, u32>,
}

/// Walks the tables from what is known to be used.
struct Marker<'a> {
    tables: &'a Builder,
    /// Sorts of the fields of each datatype, as rows.
    fields: &'a BTreeMap<u32, Vec<Vec<SortRef>>>,
    used: Used,
}

impl Marker<'_> {
    fn sort(&mut self, sort: SortRef) {
        let mut pending = vec![sort];
        while let Some(sort) = pending.pop() {
            if !self.used.sorts.insert(sort.0) {
                continue;
            }
            match self.tables.sorts.get(sort.0 as usize) {
                Some(SortRow::Data(id, arguments)) => {
                    pending.extend(arguments);
                    if self.used.datatypes.insert(*id) {
                        pending.extend(self.fields.get(id).into_iter().flatten().flatten());
                    }
                }
                Some(SortRow::Opaque(number)) => {
                    self.used.opaque.insert(*number);
                }
                Some(SortRow::Int | SortRow::Abstract(_)) | None => {}
            }
        }
    }

    fn expr(&mut self, expr: ExprRef) {
        let mut pending = vec![expr];
        while let Some(expr) = pending.pop() {
            if !self.used.exprs.insert(expr.0) {
                continue;
            }
            let Some(row) = self.tables.exprs.get(expr.0 as usize) else {
                continue;
            };
            let (sorts, children) = parts(row);
            pending.extend(children);
            for sort in sorts {
                self.sort(sort);
            }
            match row {
                ExprRow::Fn(def, ..) => self.def(*def),
                ExprRow::Literal(number, _) => {
                    self.used.literals.insert(*number);
                }
                _ => {}
            }
        }
    }

    /// Definitions are part of the statement wherever they are used.
    fn def(&mut self, def: DefRef) {
        if !self.used.defs.insert(def.0) {
            return;
        }
        let Some(pending) = self.tables.defs.get(def.0 as usize) else {
            return;
        };
        for sort in pending.params.iter().chain(&pending.result) {
            self.sort(*sort);
        }
        for body in bodies(pending.body.as_ref()) {
            self.expr(body);
        }
    }

    fn fun_type(&mut self, ty: TypeRef) {
        if !self.used.types.insert(ty.0) {
            return;
        }
        let Some(row) = self.tables.types.get(ty.0 as usize) else {
            return;
        };
        for param in &row.params {
            match param {
                ParamRow::Base(sort, formula) => {
                    self.sort(*sort);
                    self.expr(*formula);
                }
                ParamRow::Fun(inner) => self.fun_type(*inner),
            }
        }
        self.sort(row.result);
        self.expr(row.requires);
        self.expr(row.ensures);
    }

    fn program(&mut self) {
        for arrow in &self.tables.arrows {
            for param in &arrow.params {
                if let ParamSort::Base(sort) = param {
                    self.sort(*sort);
                }
            }
            self.sort(arrow.result);
        }
        for fun in &self.tables.funs {
            if let FunRow::Global(_, sorts) = fun {
                for sort in sorts {
                    self.sort(*sort);
                }
            }
        }
        for core in &self.tables.cores {
            match core {
                CoreRow::Ret(value) | CoreRow::Match(value, _) => self.expr(*value),
                CoreRow::Err(sort) => self.sort(*sort),
                CoreRow::Op(prim, values) => {
                    match prim {
                        Prim::OpaqueGen(sort) => self.sort(*sort),
                        Prim::Def(def, sorts) => {
                            self.def(*def);
                            for sort in sorts {
                                self.sort(*sort);
                            }
                        }
                        _ => {}
                    }
                    for value in values {
                        self.expr(*value);
                    }
                }
                CoreRow::App(_, arguments) => {
                    for argument in arguments {
                        if let ArgRow::Base(value) = argument {
                            self.expr(*value);
                        }
                    }
                }
                CoreRow::LetE(..) | CoreRow::LetV(..) => {}
            }
        }
        for global in &self.tables.globals {
            for sort in global.preds.iter().flatten() {
                self.sort(*sort);
            }
            self.fun_type(global.claim);
        }
    }
}

impl Lowerer<'_> {
    /// The finished unit.
    pub(super) fn pack(mut self, claim: GlobalRef) -> Unit {
        let fields = self.datatype_fields();
        let mut marker = Marker {
            tables: &self.tables,
            fields: &fields,
            used: Used::default(),
        };
        marker.program();
        // What facts and measures use of the theory belongs to the statement,
        // their own rows do not.
        let extra_roots: Vec<ExprRef> = self
            .pending_facts
            .iter()
            .map(|fact| fact.statement)
            .chain(self.pending_globals.iter().flat_map(|global| {
                global.measure.iter().chain(&global.rank).copied()
            }))
            .chain(self.pending_local_claims.iter().flat_map(|local| {
                local.measure.iter().chain(&local.rank).copied()
            }))
            .collect();
        let mut extra = Marker {
            tables: &self.tables,
            fields: &fields,
            used: Used::default(),
        };
        for root in &extra_roots {
            extra.expr(*root);
        }
        for local in &self.pending_local_claims {
            extra.fun_type(local.ty);
        }
        let extra_defs = extra.used.defs.clone();
        for def in extra_defs {
            marker.def(DefRef(def));
        }
        for id in &extra.used.datatypes {
            for sort in fields.get(id).into_iter().flatten().flatten() {
                marker.sort(*sort);
            }
            marker.used.datatypes.insert(*id);
        }
        marker.used.opaque.extend(&extra.used.opaque);
        marker.used.literals.extend(&extra.used.literals);
        let statement_used = marker.used;
        let extra_used = extra.used;
        let groups = group_definitions(&self.tables, &statement_used.defs);
        let mut numbers = Numbers {
            sorts: renumber(&statement_used.sorts, &extra_used.sorts),
            exprs: renumber(&statement_used.exprs, &extra_used.exprs),
            types: renumber(&statement_used.types, &extra_used.types),
            opaque: renumber(&statement_used.opaque, &BTreeSet::new()),
            literals: renumber(&statement_used.literals, &BTreeSet::new()),
            ..Numbers::default()
        };
        let declared: BTreeSet<u32> = statement_used
            .datatypes
            .iter()
            .copied()
            .filter(|id| *id >= FIRST_DATATYPE)
            .collect();
        numbers.datatypes = declared
            .iter()
            .zip(FIRST_DATATYPE..)
            .map(|(old, new)| (*old, new))
            .collect();
        for def in groups.iter().flatten() {
            let next = count(numbers.defs.len());
            numbers.defs.insert(*def, next);
        }
        self.assemble(claim, &numbers, &statement_used, &declared, &groups, &fields)
    }

    /// The sorts of the fields of all datatypes, as rows.
    fn datatype_fields(&mut self) -> BTreeMap<u32, Vec<Vec<SortRef>>> {
        let program = self.program;
        let span = crate::front::span::Span::new(crate::front::span::Source::Prelude, 0, 0);
        let mut map = BTreeMap::new();
        for (id, datatype) in program.datatypes.iter().enumerate() {
            let constructors = datatype
                .constructors
                .iter()
                .map(|constructor| {
                    constructor
                        .fields
                        .iter()
                        .filter_map(|field| self.plain_sort(field, span))
                        .collect()
                })
                .collect();
            map.insert(count(id), constructors);
        }
        map
    }

    fn assemble(
        self,
        claim: GlobalRef,
        numbers: &Numbers,
        used: &Used,
        declared: &BTreeSet<u32>,
        groups: &[Vec<u32>],
        fields: &BTreeMap<u32, Vec<Vec<SortRef>>>,
    ) -> Unit {
        let program = self.program;
        let tables = &self.tables;
        let mut sorts = ordered(&tables.sorts, &numbers.sorts, |row| numbers.sort_row(row));
        let mut exprs = ordered(&tables.exprs, &numbers.exprs, |row| numbers.expr_row(row));
        let mut types = ordered(&tables.types, &numbers.types, |row| numbers.type_row(row));
        let extra = ExtraRows {
            sorts: sorts.split_off(used.sorts.len()),
            exprs: exprs.split_off(used.exprs.len()),
            types: types.split_off(used.types.len()),
        };
        let datatypes = declared
            .iter()
            .filter_map(|id| {
                let datatype = program.datatypes.get(*id as usize)?;
                let rows = fields.get(id)?;
                Some(DatatypeRow {
                    name: datatype.name.clone(),
                    params: count(datatype.parameters),
                    ctors: datatype
                        .constructors
                        .iter()
                        .zip(rows)
                        .map(|(constructor, row)| CtorRow {
                            name: constructor.name.clone(),
                            fields: row.iter().map(|sort| numbers.sort(*sort)).collect(),
                        })
                        .collect(),
                })
            })
            .collect();
        let undecidable = find_undecidable(tables, groups);
        let mut defs = Vec::new();
        let mut def_spans = Vec::new();
        let mut names: BTreeMap<String, u32> = BTreeMap::new();
        for (group, members) in groups.iter().enumerate() {
            for member in members {
                if let Some(pending) = tables.defs.get(*member as usize) {
                    let seen = names.entry(pending.name.clone()).or_insert(0);
                    *seen += 1;
                    let name = if *seen == 1 {
                        pending.name.clone()
                    } else {
                        format!("{}_{seen}", pending.name)
                    };
                    defs.push(DefRow {
                        name,
                        sort_params: pending.sort_params,
                        params: pending.params.iter().map(|s| numbers.sort(*s)).collect(),
                        result: pending.result.map(|s| numbers.sort(s)),
                        decidable: !undecidable.contains(member),
                        group: count(group),
                        body: numbers.def_body(pending.body.as_ref()),
                    });
                    def_spans.push(pending.span);
                }
            }
        }
        let pick = |list: &[String], set: &BTreeSet<u32>| -> Vec<String> {
            set.iter()
                .filter_map(|index| list.get(*index as usize).cloned())
                .collect()
        };
        let mut globals = tables.globals.clone();
        for global in &mut globals {
            global.claim = numbers.ty(global.claim);
            for sort in global.preds.iter_mut().flatten() {
                *sort = numbers.sort(*sort);
            }
        }
        let mut arrows = tables.arrows.clone();
        for arrow in &mut arrows {
            for param in &mut arrow.params {
                if let ParamSort::Base(sort) = param {
                    *sort = numbers.sort(*sort);
                }
            }
            arrow.result = numbers.sort(arrow.result);
        }
        let statement = Statement {
            opaque_sorts: pick(&program.opaque, &used.opaque),
            literals: pick(&tables.literals, &used.literals),
            sorts,
            datatypes,
            exprs,
            defs,
            axioms: Vec::new(),
            arrows,
            types,
            cores: tables.cores.iter().map(|row| numbers.core_row(row)).collect(),
            funs: tables.funs.iter().map(|row| numbers.fun_row(row)).collect(),
            globals,
            claim,
        };
        let source_map = SourceMap {
            cores: tables.core_spans.clone(),
            defs: def_spans,
            types: numbers
                .types
                .keys()
                .filter_map(|old| tables.type_spans.get(*old as usize).cloned())
                .collect(),
            exprs: tables
                .expr_spans
                .iter()
                .filter_map(|(old, span)| {
                    let new = numbers.exprs.get(&old.0)?;
                    Some((ExprRef(*new), *span))
                })
                .collect(),
        };
        Unit {
            claim: statement
                .globals
                .get(claim.0 as usize)
                .map(|global| global.name.clone())
                .unwrap_or_default(),
            functions: self.function_infos(numbers),
            facts: self
                .pending_facts
                .iter()
                .map(|fact| FactInfo {
                    name: fact.name.clone(),
                    kind: fact.kind,
                    sort_params: fact.sort_params,
                    statement: numbers.expr(fact.statement),
                    span: fact.span,
                })
                .collect(),
            local_claims: self
                .pending_local_claims
                .iter()
                .map(|local| LocalClaimInfo {
                    name: local.name.clone(),
                    fun: local.fun,
                    ty: numbers.ty(local.ty),
                    measure: local.measure.iter().map(|e| numbers.expr(*e)).collect(),
                    rank: local.rank.map(|e| numbers.expr(e)),
                    span: local.span,
                })
                .collect(),
            statement,
            extra,
            source_map,
        }
    }

    fn function_infos(&self, numbers: &Numbers) -> Vec<FunctionInfo> {
        let program = self.program;
        self.pending_globals
            .iter()
            .filter_map(|pending| {
                let function = program.functions.get(pending.function)?;
                let contract = function.contract.as_ref()?;
                let parameters = contract.claim.ty.parameters.iter().enumerate();
                let parameters = parameters
                    .map(|(index, parameter)| {
                        let (claimed, span) = match parameter {
                            TParameter::Base { name, span, .. } => (name, *span),
                            TParameter::Function { name, ty } => (name, ty.span),
                        };
                        let written = contract
                            .program_parameters
                            .get(index)
                            .copied()
                            .flatten()
                            .and_then(|local| program.local_names.get(&local));
                        let name = if claimed == "_" {
                            written.unwrap_or(claimed)
                        } else {
                            claimed
                        };
                        ParameterInfo {
                            name: name.clone(),
                            span,
                        }
                    })
                    .collect();
                Some(FunctionInfo {
                    name: function.name.clone(),
                    assumed: function.assumed,
                    recursive: pending.recursive,
                    type_names: contract.claim.type_names.clone(),
                    predicate_names: contract
                        .claim
                        .predicates
                        .iter()
                        .map(|(name, _)| name.clone())
                        .collect(),
                    parameters,
                    measure: pending.measure.iter().map(|e| numbers.expr(*e)).collect(),
                    measure_span: contract.measure_span,
                    rank: pending.rank.map(|e| numbers.expr(e)),
                    rank_span: contract.rank_span,
                    span: function.span,
                    claim_span: contract.claim.span,
                })
            })
            .collect()
    }
}

impl Numbers {
    fn sort(&self, old: SortRef) -> SortRef {
        SortRef(self.sorts.get(&old.0).copied().unwrap_or(u32::MAX))
    }

    fn sort_list(&self, old: &[SortRef]) -> Vec<SortRef> {
        old.iter().map(|sort| self.sort(*sort)).collect()
    }

    fn expr(&self, old: ExprRef) -> ExprRef {
        ExprRef(self.exprs.get(&old.0).copied().unwrap_or(u32::MAX))
    }

    fn expr_list(&self, old: &[ExprRef]) -> Vec<ExprRef> {
        old.iter().map(|expr| self.expr(*expr)).collect()
    }

    fn def(&self, old: DefRef) -> DefRef {
        DefRef(self.defs.get(&old.0).copied().unwrap_or(u32::MAX))
    }

    fn ty(&self, old: TypeRef) -> TypeRef {
        TypeRef(self.types.get(&old.0).copied().unwrap_or(u32::MAX))
    }

    fn sort_row(&self, row: &SortRow) -> SortRow {
        match row {
            SortRow::Int => SortRow::Int,
            SortRow::Abstract(index) => SortRow::Abstract(*index),
            SortRow::Opaque(index) => {
                SortRow::Opaque(self.opaque.get(index).copied().unwrap_or(u32::MAX))
            }
            SortRow::Data(id, arguments) => {
                let id = if *id < FIRST_DATATYPE {
                    *id
                } else {
                    self.datatypes.get(id).copied().unwrap_or(u32::MAX)
                };
                SortRow::Data(id, self.sort_list(arguments))
            }
        }
    }

    fn expr_row(&self, row: &ExprRow) -> ExprRow {
        let e = |old: &ExprRef| self.expr(*old);
        let s = |old: &SortRef| self.sort(*old);
        match row {
            ExprRow::Bound(index, sort) => ExprRow::Bound(*index, s(sort)),
            ExprRow::Local(level, sort) => ExprRow::Local(*level, s(sort)),
            ExprRow::Nu(sort) => ExprRow::Nu(s(sort)),
            ExprRow::Int(value) => ExprRow::Int(*value),
            ExprRow::Literal(index, sort) => ExprRow::Literal(
                self.literals.get(index).copied().unwrap_or(u32::MAX),
                s(sort),
            ),
            ExprRow::Ctor(sort, tag, list) => ExprRow::Ctor(s(sort), *tag, self.expr_list(list)),
            ExprRow::Fn(def, sorts, list) => {
                ExprRow::Fn(self.def(*def), self.sort_list(sorts), self.expr_list(list))
            }
            ExprRow::PredVar(index, list) => ExprRow::PredVar(*index, self.expr_list(list)),
            ExprRow::Add(a, b) => ExprRow::Add(e(a), e(b)),
            ExprRow::Sub(a, b) => ExprRow::Sub(e(a), e(b)),
            ExprRow::Mul(a, b) => ExprRow::Mul(e(a), e(b)),
            ExprRow::Div(a, k) => ExprRow::Div(e(a), *k),
            ExprRow::Mod(a, k) => ExprRow::Mod(e(a), *k),
            ExprRow::Ite(a, b, c) => ExprRow::Ite(e(a), e(b), e(c)),
            ExprRow::True => ExprRow::True,
            ExprRow::False => ExprRow::False,
            ExprRow::Eq(a, b) => ExprRow::Eq(e(a), e(b)),
            ExprRow::Le(a, b) => ExprRow::Le(e(a), e(b)),
            ExprRow::Lt(a, b) => ExprRow::Lt(e(a), e(b)),
            ExprRow::Not(a) => ExprRow::Not(e(a)),
            ExprRow::And(a, b) => ExprRow::And(e(a), e(b)),
            ExprRow::Or(a, b) => ExprRow::Or(e(a), e(b)),
            ExprRow::Imp(a, b) => ExprRow::Imp(e(a), e(b)),
            ExprRow::Iff(a, b) => ExprRow::Iff(e(a), e(b)),
            ExprRow::Forall(sort, a) => ExprRow::Forall(s(sort), e(a)),
            ExprRow::Exists(sort, a) => ExprRow::Exists(s(sort), e(a)),
        }
    }

    fn type_row(&self, row: &FunTypeRow) -> FunTypeRow {
        FunTypeRow {
            params: row
                .params
                .iter()
                .map(|param| match param {
                    ParamRow::Base(sort, formula) => {
                        ParamRow::Base(self.sort(*sort), self.expr(*formula))
                    }
                    ParamRow::Fun(inner) => ParamRow::Fun(self.ty(*inner)),
                })
                .collect(),
            requires: self.expr(row.requires),
            result: self.sort(row.result),
            ensures: self.expr(row.ensures),
        }
    }

    fn def_body(&self, body: Option<&DefBody>) -> DefBody {
        match body {
            Some(DefBody::Direct(expr)) => DefBody::Direct(self.expr(*expr)),
            Some(DefBody::Cases { on, cases }) => DefBody::Cases {
                on: *on,
                cases: self.expr_list(cases),
            },
            Some(DefBody::Opaque) | None => DefBody::Opaque,
        }
    }

    fn fun_row(&self, row: &FunRow) -> FunRow {
        match row {
            FunRow::Global(global, sorts) => FunRow::Global(*global, self.sort_list(sorts)),
            FunRow::Var(..) | FunRow::Lam(..) | FunRow::Fix(..) => row.clone(),
        }
    }

    fn core_row(&self, row: &CoreRow) -> CoreRow {
        match row {
            CoreRow::Ret(value) => CoreRow::Ret(self.expr(*value)),
            CoreRow::Err(sort) => CoreRow::Err(self.sort(*sort)),
            CoreRow::LetE(..) | CoreRow::LetV(..) => row.clone(),
            CoreRow::Op(prim, values) => {
                let prim = match prim {
                    Prim::OpaqueGen(sort) => Prim::OpaqueGen(self.sort(*sort)),
                    Prim::Def(def, sorts) => Prim::Def(self.def(*def), self.sort_list(sorts)),
                    other => other.clone(),
                };
                CoreRow::Op(prim, self.expr_list(values))
            }
            CoreRow::App(fun, arguments) => CoreRow::App(
                *fun,
                arguments
                    .iter()
                    .map(|argument| match argument {
                        ArgRow::Base(value) => ArgRow::Base(self.expr(*value)),
                        ArgRow::Fun(fun) => ArgRow::Fun(*fun),
                    })
                    .collect(),
            ),
            CoreRow::Match(value, branches) => CoreRow::Match(
                self.expr(*value),
                branches
                    .iter()
                    .map(|branch| BranchRow {
                        tag: branch.tag,
                        body: branch.body,
                    })
                    .collect(),
            ),
        }
    }
}

/// New numbers: first the statement's rows, then the others, each in order.
fn renumber(statement: &BTreeSet<u32>, extra: &BTreeSet<u32>) -> BTreeMap<u32, u32> {
    statement
        .iter()
        .chain(extra.difference(statement))
        .zip(0..)
        .map(|(old, new)| (*old, new))
        .collect()
}

/// The rows in their new order.
fn ordered<R>(rows: &[R], numbers: &BTreeMap<u32, u32>, convert: impl Fn(&R) -> R) -> Vec<R> {
    let mut order: Vec<(u32, u32)> = numbers.iter().map(|(old, new)| (*new, *old)).collect();
    order.sort_unstable();
    order
        .into_iter()
        .filter_map(|(_, old)| rows.get(old as usize).map(&convert))
        .collect()
}

fn bodies(body: Option<&DefBody>) -> Vec<ExprRef> {
    match body {
        Some(DefBody::Direct(expr)) => vec![*expr],
        Some(DefBody::Cases { cases, .. }) => cases.clone(),
        Some(DefBody::Opaque) | None => Vec::new(),
    }
}

/// The sorts and expressions that a row mentions.
fn parts(row: &ExprRow) -> (Vec<SortRef>, Vec<ExprRef>) {
    match row {
        ExprRow::Bound(_, sort)
        | ExprRow::Local(_, sort)
        | ExprRow::Nu(sort)
        | ExprRow::Literal(_, sort) => (vec![*sort], Vec::new()),
        ExprRow::Int(_) | ExprRow::True | ExprRow::False => (Vec::new(), Vec::new()),
        ExprRow::Ctor(sort, _, list) => (vec![*sort], list.clone()),
        ExprRow::Fn(_, sorts, list) => (sorts.clone(), list.clone()),
        ExprRow::PredVar(_, list) => (Vec::new(), list.clone()),
        ExprRow::Div(a, _) | ExprRow::Mod(a, _) | ExprRow::Not(a) => (Vec::new(), vec![*a]),
        ExprRow::Ite(a, b, c) => (Vec::new(), vec![*a, *b, *c]),
        ExprRow::Add(a, b)
        | ExprRow::Sub(a, b)
        | ExprRow::Mul(a, b)
        | ExprRow::Eq(a, b)
        | ExprRow::Le(a, b)
        | ExprRow::Lt(a, b)
        | ExprRow::And(a, b)
        | ExprRow::Or(a, b)
        | ExprRow::Imp(a, b)
        | ExprRow::Iff(a, b) => (Vec::new(), vec![*a, *b]),
        ExprRow::Forall(sort, a) | ExprRow::Exists(sort, a) => (vec![*sort], vec![*a]),
    }
}

/// Whom each definition calls.
fn callees(tables: &Builder, def: u32) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut pending = tables
        .defs
        .get(def as usize)
        .map(|pending| bodies(pending.body.as_ref()))
        .unwrap_or_default();
    while let Some(expr) = pending.pop() {
        if !seen.insert(expr) {
            continue;
        }
        if let Some(row) = tables.exprs.get(expr.0 as usize) {
            if let ExprRow::Fn(callee, ..) = row {
                found.insert(callee.0);
            }
            pending.extend(parts(row).1);
        }
    }
    found
}

/// Strongly connected components of the call graph, callees first. Definitions
/// are few, so the reachability relation is computed outright.
fn group_definitions(tables: &Builder, defs: &BTreeSet<u32>) -> Vec<Vec<u32>> {
    let direct: BTreeMap<u32, BTreeSet<u32>> =
        defs.iter().map(|def| (*def, callees(tables, *def))).collect();
    let reach: BTreeMap<u32, BTreeSet<u32>> = defs
        .iter()
        .map(|def| {
            let mut seen = BTreeSet::new();
            let mut pending: Vec<u32> = direct.get(def).into_iter().flatten().copied().collect();
            while let Some(next) = pending.pop() {
                if seen.insert(next) {
                    pending.extend(direct.get(&next).into_iter().flatten());
                }
            }
            (*def, seen)
        })
        .collect();
    let reaches = |from: &u32, to: &u32| reach.get(from).is_some_and(|set| set.contains(to));
    let mut groups: Vec<Vec<u32>> = Vec::new();
    let mut placed = BTreeSet::new();
    // A definition reaches strictly more than any callee outside its group.
    let mut order: Vec<u32> = defs.iter().copied().collect();
    order.sort_by_key(|def| {
        let others = reach.get(def).map_or(0, BTreeSet::len);
        (others + usize::from(!reaches(def, def)), *def)
    });
    for def in order {
        if !placed.insert(def) {
            continue;
        }
        let mut group = vec![def];
        for other in defs {
            if *other != def && reaches(&def, other) && reaches(other, &def) {
                placed.insert(*other);
                group.push(*other);
            }
        }
        group.sort_unstable();
        groups.push(group);
    }
    groups
}

/// Definitions whose bodies contain a quantifier or call one that does.
fn find_undecidable(tables: &Builder, groups: &[Vec<u32>]) -> BTreeSet<u32> {
    let mut undecidable = BTreeSet::new();
    for group in groups {
        let quantified = group.iter().any(|def| {
            let mut seen = BTreeSet::new();
            let mut pending = tables
                .defs
                .get(*def as usize)
                .map(|pending| bodies(pending.body.as_ref()))
                .unwrap_or_default();
            while let Some(expr) = pending.pop() {
                if !seen.insert(expr) {
                    continue;
                }
                let Some(row) = tables.exprs.get(expr.0 as usize) else {
                    continue;
                };
                match row {
                    ExprRow::Forall(..) | ExprRow::Exists(..) | ExprRow::PredVar(..) => {
                        return true;
                    }
                    ExprRow::Fn(callee, ..) if undecidable.contains(&callee.0) => return true,
                    _ => pending.extend(parts(row).1),
                }
            }
            false
        });
        if quantified {
            undecidable.extend(group);
        }
    }
    undecidable
}
