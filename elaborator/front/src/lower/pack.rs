//! The last step of lowering: keep what is needed, in its final order.
//!
//! Rows that only lemmas, measures or local claims need are not part of the
//! statement; they are numbered after its rows, as the rows of a proof are.
//! Definitions are grouped by who calls whom (the strongly connected components
//! of the call graph), callees first.

use std::collections::{BTreeMap, BTreeSet};

use covenant_certificates::structure::Table;
use covenant_kernel::tables::{
    CtorRow, DatatypeRow, DefBody, DefRow, ExprRef, FIRST_DATATYPE, FunRef, GlobalRef, Kind, SortRef,
    Statement, TypeRef,
};

use super::Lowerer;
use super::builder::Builder;
use super::definitions::count;
use super::numbers::{Numbers, renumber};
use super::usage::{Marker, Used, find_undecidable, group_definitions};
use crate::module::{
    ClaimKind, ExtraRows, FactInfo, FunctionInfo, LocalClaimInfo, ParameterInfo, SourceMap, Unit,
};
use crate::resolved::plain;
use crate::span::{Source, Span};
use crate::syntax::FactKind;
use crate::typed::{Constructor, FunctionId, Program, TParameter};

/// A lowered function, before its row is final.
pub(super) struct PendingGlobal {
    pub(super) function: FunctionId,
    pub(super) recursive: bool,
    pub(super) measure: Vec<ExprRef>,
    pub(super) rank: Option<ExprRef>,
}

/// The claim of a local function, before its row is final.
pub(super) struct PendingLocalClaim {
    pub(super) name: String,
    pub(super) fun: FunRef,
    pub(super) ty: TypeRef,
    pub(super) measure: Vec<ExprRef>,
    pub(super) rank: Option<ExprRef>,
    pub(super) span: Span,
}

/// A lemma or axiom, before its row is final.
pub(super) struct PendingFact {
    pub(super) name: String,
    pub(super) kind: FactKind,
    pub(super) sort_params: u32,
    pub(super) statement: ExprRef,
    pub(super) span: Span,
}

/// What is lowered beside the tables, and speaks of their rows.
#[derive(Default)]
pub(super) struct Pending {
    pub(super) globals: Vec<PendingGlobal>,
    pub(super) local_claims: Vec<PendingLocalClaim>,
    pub(super) facts: Vec<PendingFact>,
}

/// The tables that the theory of a statement consists of, as far as others refer to them.
const THEORY: [Table; 4] = [Table::Defs, Table::Datatypes, Table::OpaqueSorts, Table::Literals];

/// The tables of which the statement keeps what is used, in the order that they have.
const MOVED: [Table; 5] = [Table::Sorts, Table::Exprs, Table::Types, Table::OpaqueSorts, Table::Literals];

/// Those of them that have rows which only proofs need.
const MOVED_WITH_EXTRA: [Table; 3] = [Table::Sorts, Table::Exprs, Table::Types];

/// What is packed.
struct Packer<'p> {
    program: &'p Program,
    tables: Builder,
    pending: Pending,
    /// The sorts of the fields of all datatypes, as rows.
    fields: BTreeMap<u32, Vec<Vec<SortRef>>>,
}

impl Lowerer<'_> {
    /// The finished unit.
    pub(super) fn pack(mut self, claim: GlobalRef) -> Unit {
        let fields = self.datatype_fields();
        let Self { program, tables, pending, .. } = self;
        Packer { program, tables, pending, fields }.pack(claim)
    }

    /// The sorts of the fields of all datatypes, as rows.
    fn datatype_fields(&mut self) -> BTreeMap<u32, Vec<Vec<SortRef>>> {
        let program = self.program;
        let span = Span::new(Source::Prelude, 0, 0);
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
}

impl Packer<'_> {
    fn pack(self, claim: GlobalRef) -> Unit {
        let (statement, extra) = self.used();
        let groups = group_definitions(&self.tables, &statement.of(Table::Defs));
        let move_with = |table: Table| {
            let more = if MOVED_WITH_EXTRA.contains(&table) { extra.of(table) } else { BTreeSet::new() };
            (table, renumber(&statement.of(table), &more))
        };
        let mut tables: BTreeMap<Table, BTreeMap<u32, u32>> = MOVED.into_iter().map(move_with).collect();
        let datatypes = declared(&statement).into_iter().zip(FIRST_DATATYPE..).collect();
        tables.insert(Table::Datatypes, datatypes);
        tables.insert(Table::Defs, groups.iter().flatten().copied().zip(0..).collect());
        self.assemble(claim, &Numbers { tables }, &statement, &groups)
    }

    /// What the statement uses, and what only facts, measures and local claims do.
    fn used(&self) -> (Used, Used) {
        let marker = || Marker { tables: &self.tables, fields: &self.fields, used: Used::default() };
        let (mut statement, mut extra) = (marker(), marker());
        statement.program();
        let Pending { globals, local_claims, facts } = &self.pending;
        let of_globals = globals.iter().flat_map(|global| global.measure.iter().chain(&global.rank));
        let of_locals = local_claims.iter().flat_map(|local| local.measure.iter().chain(&local.rank));
        let of_facts = facts.iter().map(|fact| &fact.statement);
        for expr in of_facts.chain(of_globals).chain(of_locals) {
            extra.mark(Table::Exprs, expr.0);
        }
        for local in local_claims {
            extra.mark(Table::Types, local.ty.0);
        }
        // What they use of the theory belongs to the statement, their own rows do not.
        for table in THEORY {
            for row in extra.used.of(table) {
                statement.mark(table, row);
            }
        }
        (statement.used, extra.used)
    }

    fn assemble(self, claim: GlobalRef, numbers: &Numbers, used: &Used, groups: &[Vec<u32>]) -> Unit {
        let Self { program, tables, .. } = &self;
        let mut sorts = numbers.ordered(Table::Sorts, &tables.sorts);
        let mut exprs = numbers.ordered(Table::Exprs, &tables.exprs);
        let mut types = numbers.ordered(Table::Types, &tables.types);
        let extra = ExtraRows {
            sorts: sorts.split_off(used.of(Table::Sorts).len()),
            exprs: exprs.split_off(used.of(Table::Exprs).len()),
            types: types.split_off(used.of(Table::Types).len()),
        };
        let (defs, def_spans) = self.defs(groups);
        let pick = |list: &[String], table: Table| -> Vec<String> {
            used.of(table).iter().filter_map(|index| list.get(*index as usize).cloned()).collect()
        };
        let statement = Statement {
            kind: Kind::Every,
            opaque_sorts: pick(&program.opaque, Table::OpaqueSorts),
            literals: pick(&tables.literals, Table::Literals),
            sorts,
            datatypes: numbers.rows(&self.datatypes(used)),
            exprs,
            defs: numbers.rows(&defs),
            axioms: Vec::new(),
            types,
            cores: numbers.rows(&tables.cores),
            funs: numbers.rows(&tables.funs),
            globals: numbers.rows(&tables.globals),
            claim,
        };
        let source_map = SourceMap {
            cores: tables.core_spans.clone(),
            binders: tables.core_binders.clone(),
            fun_parameters: tables.fun_parameters.clone(),
            defs: def_spans,
            types: numbers
                .tables
                .get(&Table::Types)
                .into_iter()
                .flat_map(BTreeMap::keys)
                .filter_map(|old| tables.type_spans.get(*old as usize).cloned())
                .collect(),
            exprs: tables
                .expr_spans
                .iter()
                .filter_map(|(old, span)| {
                    let new = numbers.tables.get(&Table::Exprs)?.get(&old.0)?;
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
                .pending
                .facts
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
                .pending
                .local_claims
                .iter()
                .map(|local| LocalClaimInfo {
                    name: local.name.clone(),
                    fun: local.fun,
                    ty: numbers.ty(local.ty),
                    measure: numbers.exprs(&local.measure),
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

    /// The datatypes that are declared, with the sorts that the builder has.
    fn datatypes(&self, used: &Used) -> Vec<DatatypeRow> {
        let row = |id: u32| {
            let datatype = self.program.datatypes.get(id as usize)?;
            let fields = self.fields.get(&id)?;
            let ctors = datatype.constructors.iter().zip(fields);
            let ctor = |(constructor, fields): (&Constructor, &Vec<SortRef>)| CtorRow {
                name: constructor.name.clone(),
                fields: fields.clone(),
            };
            Some(DatatypeRow {
                name: datatype.name.clone(),
                params: count(datatype.parameters),
                ctors: ctors.map(ctor).collect(),
            })
        };
        declared(used).into_iter().filter_map(row).collect()
    }

    /// The definitions in the order of their groups, with the references that the builder has, and their places.
    fn defs(&self, groups: &[Vec<u32>]) -> (Vec<DefRow>, Vec<Span>) {
        let undecidable = find_undecidable(&self.tables, groups);
        let mut names: BTreeMap<String, u32> = BTreeMap::new();
        let (mut defs, mut spans) = (Vec::new(), Vec::new());
        for (group, members) in groups.iter().enumerate() {
            for member in members {
                let Some(pending) = self.tables.defs.get(*member as usize) else {
                    continue;
                };
                // OCaml's numbers tell two definitions of one name apart already, which must not show.
                let seen = names.entry(plain(&pending.name)).or_insert(0);
                *seen += 1;
                let name = if *seen == 1 { pending.name.clone() } else { format!("{}_{seen}", pending.name) };
                defs.push(DefRow {
                    name,
                    sort_params: pending.sort_params,
                    params: pending.params.clone(),
                    result: pending.result,
                    decidable: !undecidable.contains(member),
                    group: count(group),
                    body: pending.body.clone().unwrap_or(DefBody::Opaque),
                });
                spans.push(pending.span);
            }
        }
        (defs, spans)
    }

    fn function_infos(&self, numbers: &Numbers) -> Vec<FunctionInfo> {
        let program = self.program;
        self.pending
            .globals
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
                        let only = parameter.function().is_some_and(|ty| ty.kind == ClaimKind::Only);
                        ParameterInfo { name: name.clone(), span, only }
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
                    measure: numbers.exprs(&pending.measure),
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

/// The datatypes that are used and not built in.
fn declared(used: &Used) -> Vec<u32> {
    used.of(Table::Datatypes).into_iter().filter(|id| *id >= FIRST_DATATYPE).collect()
}
