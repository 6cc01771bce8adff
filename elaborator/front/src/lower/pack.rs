//! The last step of lowering: keep what is needed, in its final order.
//!
//! Rows that only lemmas, measures or local claims need are not part of the
//! statement; they are numbered after its rows, as the rows of a proof are.
//! Definitions are grouped by who calls whom (the strongly connected components
//! of the call graph), callees first.

use std::collections::{BTreeMap, BTreeSet};

use covenant_kernel::tables::{
    CtorRow, DatatypeRow, DefRef, DefRow, ExprRef, FIRST_DATATYPE, GlobalRef, Kind, SortRef, Statement,
};

use super::Lowerer;
use super::definitions::count;
use super::numbers::{Numbers, ordered, renumber};
use super::usage::{Marker, Used, find_undecidable, group_definitions};
use crate::module::{
    ClaimKind, ExtraRows, FactInfo, FunctionInfo, LocalClaimInfo, ParameterInfo, SourceMap, Unit,
};
use crate::typed::TParameter;

impl Lowerer<'_> {
    /// The finished unit.
    pub(super) fn pack(mut self, claim: GlobalRef) -> Unit {
        let fields = self.datatype_fields();
        let mut marker = Marker { tables: &self.tables, fields: &fields, used: Used::default() };
        marker.program();
        // What facts and measures use of the theory belongs to the statement,
        // their own rows do not.
        let extra_roots: Vec<ExprRef> = self
            .pending_facts
            .iter()
            .map(|fact| fact.statement)
            .chain(
                self.pending_globals
                    .iter()
                    .flat_map(|global| global.measure.iter().chain(&global.rank).copied()),
            )
            .chain(
                self.pending_local_claims
                    .iter()
                    .flat_map(|local| local.measure.iter().chain(&local.rank).copied()),
            )
            .collect();
        let mut extra = Marker { tables: &self.tables, fields: &fields, used: Used::default() };
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
        let declared: BTreeSet<u32> =
            statement_used.datatypes.iter().copied().filter(|id| *id >= FIRST_DATATYPE).collect();
        numbers.datatypes = declared.iter().zip(FIRST_DATATYPE..).map(|(old, new)| (*old, new)).collect();
        for def in groups.iter().flatten() {
            let next = count(numbers.defs.len());
            numbers.defs.insert(*def, next);
        }
        self.assemble(claim, &numbers, &statement_used, &declared, &groups, &fields)
    }

    /// The sorts of the fields of all datatypes, as rows.
    fn datatype_fields(&mut self) -> BTreeMap<u32, Vec<Vec<SortRef>>> {
        let program = self.program;
        let span = crate::span::Span::new(crate::span::Source::Prelude, 0, 0);
        let mut map = BTreeMap::new();
        for (id, datatype) in program.datatypes.iter().enumerate() {
            let constructors = datatype
                .constructors
                .iter()
                .map(|constructor| {
                    constructor.fields.iter().filter_map(|field| self.plain_sort(field, span)).collect()
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
                    let name =
                        if *seen == 1 { pending.name.clone() } else { format!("{}_{seen}", pending.name) };
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
            set.iter().filter_map(|index| list.get(*index as usize).cloned()).collect()
        };
        let mut globals = tables.globals.clone();
        for global in &mut globals {
            global.claim = numbers.ty(global.claim);
            for sort in global.preds.iter_mut().flatten() {
                *sort = numbers.sort(*sort);
            }
        }
        let statement = Statement {
            kind: Kind::Every,
            opaque_sorts: pick(&program.opaque, &used.opaque),
            literals: pick(&tables.literals, &used.literals),
            sorts,
            datatypes,
            exprs,
            defs,
            axioms: Vec::new(),
            types,
            cores: tables.cores.iter().map(|row| numbers.core_row(row)).collect(),
            funs: tables.funs.iter().map(|row| numbers.fun_row(row)).collect(),
            globals,
            claim,
        };
        let source_map = SourceMap {
            cores: tables.core_spans.clone(),
            binders: tables.core_binders.clone(),
            fun_parameters: tables.fun_parameters.clone(),
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
            kind: ClaimKind::Every,
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
            total: None,
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
                        let name = if claimed == "_" { written.unwrap_or(claimed) } else { claimed };
                        ParameterInfo { name: name.clone(), span }
                    })
                    .collect();
                Some(FunctionInfo {
                    name: function.name.clone(),
                    kind: contract.claim.kind,
                    total: contract.claim.total,
                    assumed: function.assumed,
                    recursive: pending.recursive,
                    type_names: contract.claim.type_names.clone(),
                    predicate_names: contract.claim.predicates.iter().map(|(name, _)| name.clone()).collect(),
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
