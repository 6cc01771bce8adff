//! Writes a unit in a readable form, for snapshots.

use std::fmt::Write as _;

use covenant_kernel::tables::{
    ArgRow, Bin, CoreRef, CoreRow, DefBody, ExprRef, ExprRow, FIRST_DATATYPE, FunRef, FunRow, ParamRow, Prim,
    Quant, SortRef, SortRow, TypeRef,
};

use crate::Unit;

pub(super) struct Show<'a> {
    unit: &'a Unit,
}

pub(super) fn show(unit: &Unit) -> String {
    Show { unit }.unit()
}

impl Show<'_> {
    fn unit(&self) -> String {
        let statement = &self.unit.statement;
        let mut out = String::new();
        for row in &statement.datatypes {
            let ctors: Vec<_> =
                row.ctors.iter().map(|ctor| format!("{}({})", ctor.name, self.sorts(&ctor.fields))).collect();
            let _ = writeln!(out, "type {}/{} = {}", row.name, row.params, ctors.join(" | "));
        }
        for row in &statement.defs {
            let result = row.result.map_or("prop".to_owned(), |sort| self.sort(sort));
            let decidable = if row.decidable { "" } else { " (undecidable)" };
            let _ = writeln!(
                out,
                "def {}: {} {}/{} ({}) : {result}{decidable}",
                row.group,
                row.name,
                row.sort_params,
                row.params.len(),
                self.sorts(&row.params)
            );
            match &row.body {
                DefBody::Direct(expr) => {
                    let _ = writeln!(out, "  = {}", self.expr(*expr));
                }
                DefBody::Cases { on, cases } => {
                    for (tag, case) in cases.iter().enumerate() {
                        let _ = writeln!(out, "  x{on} is {tag} = {}", self.expr(*case));
                    }
                }
                DefBody::Opaque => {
                    let _ = writeln!(out, "  opaque");
                }
            }
        }
        for fact in &self.unit.facts {
            let _ = writeln!(
                out,
                "{:?} {}/{}: {}",
                fact.kind,
                fact.name,
                fact.sort_params,
                self.expr(fact.statement)
            );
        }
        for (row, info) in statement.globals.iter().zip(&self.unit.functions) {
            let names: Vec<_> = info.parameters.iter().map(|p| p.name.as_str()).collect();
            let _ = writeln!(out, "global {} [{}] : {}", row.name, names.join(" "), self.ty(row.claim));
            let measure: Vec<_> = info.measure.iter().map(|e| self.expr(*e)).collect();
            if !measure.is_empty() {
                let _ = writeln!(out, "  measure {}", measure.join(", "));
            }
            if let Some(rank) = info.rank {
                let _ = writeln!(out, "  rank {}", self.expr(rank));
            }
            if let Some(body) = row.body {
                let _ = writeln!(out, "  = {}", self.fun(body, 0));
            }
        }
        for local in &self.unit.local_claims {
            let measure: Vec<_> = local.measure.iter().map(|e| self.expr(*e)).collect();
            let _ =
                writeln!(out, "local {} : {} measure {}", local.name, self.ty(local.ty), measure.join(", "));
        }
        out
    }

    fn sort_row(&self, sort: SortRef) -> Option<&SortRow> {
        let own = &self.unit.statement.sorts;
        own.get(sort.0 as usize).or_else(|| self.unit.extra.sorts.get(sort.0 as usize - own.len()))
    }

    fn expr_row(&self, expr: ExprRef) -> Option<&ExprRow> {
        let own = &self.unit.statement.exprs;
        own.get(expr.0 as usize).or_else(|| self.unit.extra.exprs.get(expr.0 as usize - own.len()))
    }

    fn sorts(&self, list: &[SortRef]) -> String {
        let list: Vec<_> = list.iter().map(|sort| self.sort(*sort)).collect();
        list.join(", ")
    }

    fn data_name(&self, id: u32) -> &str {
        match id {
            0 => "bool",
            1 => "unit",
            _ => self
                .unit
                .statement
                .datatypes
                .get((id - FIRST_DATATYPE) as usize)
                .map_or("?", |row| row.name.as_str()),
        }
    }

    fn sort(&self, sort: SortRef) -> String {
        match self.sort_row(sort) {
            Some(SortRow::Int) => "int".to_owned(),
            Some(SortRow::Abstract(index)) => format!("'{index}"),
            Some(SortRow::Opaque(index)) => self.unit.statement.opaque_sorts[*index as usize].clone(),
            Some(SortRow::Data(id, list)) if list.is_empty() => self.data_name(*id).to_owned(),
            Some(SortRow::Data(id, list)) => format!("{}<{}>", self.data_name(*id), self.sorts(list)),
            None => "?".to_owned(),
        }
    }

    fn ctor(&self, sort: SortRef, tag: u32) -> String {
        match self.sort_row(sort) {
            Some(SortRow::Data(0, _)) => ["false", "true"][tag as usize].to_owned(),
            Some(SortRow::Data(1, _)) => "()".to_owned(),
            Some(SortRow::Data(id, _)) => self.unit.statement.datatypes[(*id - FIRST_DATATYPE) as usize]
                .ctors[tag as usize]
                .name
                .clone(),
            _ => "?".to_owned(),
        }
    }

    fn exprs(&self, list: &[ExprRef]) -> String {
        let list: Vec<_> = list.iter().map(|expr| self.expr(*expr)).collect();
        list.join(", ")
    }

    fn expr(&self, expr: ExprRef) -> String {
        let e = |expr: &ExprRef| self.expr(*expr);
        let Some(row) = self.expr_row(expr) else {
            return "?".to_owned();
        };
        match row {
            ExprRow::Bound(index, _) => format!("b{index}"),
            ExprRow::Local(level, _) => format!("x{level}"),
            ExprRow::Nu(_) => "v".to_owned(),
            ExprRow::Int(value) => value.to_string(),
            ExprRow::Literal(index, _) => self.unit.statement.literals[*index as usize].clone(),
            ExprRow::Ctor(sort, tag, list) if list.is_empty() => self.ctor(*sort, *tag),
            ExprRow::Ctor(sort, tag, list) => {
                format!("{}({})", self.ctor(*sort, *tag), self.exprs(list))
            }
            ExprRow::Fn(def, _, list) => {
                format!("{}({})", self.unit.statement.defs[def.0 as usize].name, self.exprs(list))
            }
            ExprRow::PredVar(index, list) => format!("P{index}({})", self.exprs(list)),
            ExprRow::Bin(op, a, b) => {
                let op = match op {
                    Bin::Add => "+",
                    Bin::Sub => "-",
                    Bin::Mul => "*",
                    Bin::Eq => "=",
                    Bin::Le => "<=",
                    Bin::Lt => "<",
                    Bin::And => "&",
                    Bin::Or => "|",
                    Bin::Imp => "=>",
                    Bin::Iff => "<=>",
                };
                format!("({} {op} {})", e(a), e(b))
            }
            ExprRow::Div(a, k) => format!("({} div {k})", e(a)),
            ExprRow::Mod(a, k) => format!("({} mod {k})", e(a)),
            ExprRow::Ite(a, b, c) => format!("(if {} then {} else {})", e(a), e(b), e(c)),
            ExprRow::True => "T".to_owned(),
            ExprRow::False => "F".to_owned(),
            ExprRow::Not(a) => format!("~{}", e(a)),
            ExprRow::Quant(Quant::Forall, sort, a) => format!("(all {}. {})", self.sort(*sort), e(a)),
            ExprRow::Quant(Quant::Exists, sort, a) => format!("(ex {}. {})", self.sort(*sort), e(a)),
        }
    }

    fn ty(&self, ty: TypeRef) -> String {
        let own = &self.unit.statement.types;
        let row = own.get(ty.0 as usize).or_else(|| self.unit.extra.types.get(ty.0 as usize - own.len()));
        let Some(row) = row else {
            return "?".to_owned();
        };
        let params: Vec<_> = row
            .params
            .iter()
            .map(|param| match param {
                ParamRow::Base(sort, formula) => {
                    format!("{{{} | {}}}", self.sort(*sort), self.expr(*formula))
                }
                ParamRow::Fun(inner) => format!("({})", self.ty(*inner)),
            })
            .collect();
        let requires = match self.expr(row.requires).as_str() {
            "T" => String::new(),
            condition => format!(" when {condition}"),
        };
        let params = params.join(" -> ");
        format!("{params}{requires} -> [{} | {}]", self.sort(row.result), self.expr(row.ensures))
    }

    fn fun(&self, fun: FunRef, indent: usize) -> String {
        match &self.unit.statement.funs[fun.0 as usize] {
            FunRow::Var(level) => format!("x{level}"),
            FunRow::Global(global, sorts) => {
                let name = &self.unit.statement.globals[global.0 as usize].name;
                if sorts.is_empty() { name.clone() } else { format!("{name}<{}>", self.sorts(sorts)) }
            }
            FunRow::Lam(_, body) => format!("lam {}", self.core(*body, indent + 1)),
            FunRow::Fix(_, body) => format!("fix {}", self.core(*body, indent + 1)),
        }
    }

    fn core(&self, core: CoreRef, indent: usize) -> String {
        let pad = "  ".repeat(indent);
        match &self.unit.statement.cores[core.0 as usize] {
            CoreRow::Ret(value) => format!("ret {}", self.expr(*value)),
            CoreRow::Err(_) => "err".to_owned(),
            CoreRow::LetE(first, rest) => {
                format!("let {} in\n{pad}{}", self.core(*first, indent + 1), self.core(*rest, indent))
            }
            CoreRow::LetV(fun, rest) => {
                format!("letfun {} in\n{pad}{}", self.fun(*fun, indent + 1), self.core(*rest, indent))
            }
            CoreRow::Op(Prim::Eval(e)) => format!("eval {}", self.expr(*e)),
            CoreRow::Op(prim) => {
                let operands: Vec<_> = prim.operands().collect();
                format!("{}[{}]", snake_case(&format!("{prim:?}")), self.exprs(&operands))
            }
            CoreRow::App(fun, arguments) => {
                let arguments: Vec<_> = arguments
                    .iter()
                    .map(|argument| match argument {
                        ArgRow::Base(value) => self.expr(*value),
                        ArgRow::Fun(fun) => format!("({})", self.fun(*fun, indent + 1)),
                    })
                    .collect();
                format!("{}({})", self.fun(*fun, indent), arguments.join(", "))
            }
            CoreRow::Match(value, branches) => {
                let branches: Vec<_> = branches
                    .iter()
                    .map(|branch| {
                        format!("\n{pad}| {} -> {}", branch.tag, self.core(branch.body, indent + 1))
                    })
                    .collect();
                format!("match {} with{}", self.expr(*value), branches.concat())
            }
        }
    }
}

/// `int_gen` for `IntGen`, without arguments.
fn snake_case(variant: &str) -> String {
    let mut out = String::new();
    for c in variant.chars().take_while(|c| c.is_alphanumeric()) {
        if c.is_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.extend(c.to_lowercase());
    }
    out
}
