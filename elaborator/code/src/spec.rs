//! From the kernel's tables to trees with names: definitions and specifications.
//!
//! A specification is exported conjunct by conjunct. A quantifier over integers is executable if
//! its body only compares the variable with other integers: then the body changes its truth only
//! next to those, and it is enough to try them and their neighbours.

use covenant_kernel::tables::{Bin, DefBody, ExprRef, ExprRow, Quant, SortRef};
use std::collections::BTreeSet;

use super::read::{Outcome, Reader, constructor};
use super::tree::{Domain, Op, Scope, Term, Type};

/// A definition.
#[derive(Clone, Debug)]
pub(super) struct Definition {
    pub name: String,
    pub params: Vec<(String, Type)>,
    pub result: Type,
    pub body: DefinitionBody,
    /// Consecutive definitions with the same number may call each other.
    pub group: u32,
}

/// A constructor, the names of its fields, and what the definition is there.
pub(super) type Case = (u32, Vec<(String, Type)>, Term);

#[derive(Clone, Debug)]
pub(super) enum DefinitionBody {
    Direct(Term),
    /// A case per constructor of a parameter.
    Cases(usize, Vec<Case>),
}

impl Definition {
    /// The terms in it.
    pub fn terms(&self) -> Vec<&Term> {
        match &self.body {
            DefinitionBody::Direct(term) => vec![term],
            DefinitionBody::Cases(_, cases) => cases.iter().map(|c| &c.2).collect(),
        }
    }
}

impl Reader<'_> {
    /// Definition number `d`.
    pub fn definition(&mut self, d: u32) -> Outcome<Definition> {
        let row = &self.statement.defs[d as usize];
        self.start();
        let mut params = Vec::new();
        for sort in &row.params {
            let ty = self.sort(*sort)?;
            let wanted = match &ty {
                Type::Data(data, _) => self.datatype(*data).name.chars().next().unwrap_or('d').to_string(),
                _ => "x".to_owned(),
            };
            params.push((self.name(&wanted), ty));
        }
        let mut scope = Scope {
            locals: params.iter().map(|(n, t)| Term::Var(n.clone(), t.clone())).collect(),
            ..Scope::default()
        };
        let body = match &row.body {
            DefBody::Direct(e) => DefinitionBody::Direct(self.formula(*e, &scope)?),
            DefBody::Cases { on, cases } => {
                let on = *on as usize;
                let mut read = Vec::new();
                for (tag, case) in (0u32..).zip(cases) {
                    let mut fields = Vec::new();
                    for ty in self.fields(row.params[on], tag)? {
                        let name = self.name("y");
                        scope.locals.push(Term::Var(name.clone(), ty.clone()));
                        fields.push((name, ty));
                    }
                    let body = self.formula(*case, &scope)?;
                    scope.locals.truncate(params.len());
                    read.push((tag, fields, body));
                }
                DefinitionBody::Cases(on, read)
            }
            DefBody::Opaque => return Err(format!("`{}` has no definition", row.name)),
        };
        let result = row.result.map_or(Ok(Type::Bool), |s| self.sort(s))?;
        Ok(Definition { name: super::names::plain(&row.name), params, result, body, group: row.group })
    }

    /// A term or formula.
    pub fn formula(&mut self, e: ExprRef, scope: &Scope) -> Outcome<Term> {
        let missing = || "a variable is not in scope".to_owned();
        Ok(match self.expr(e) {
            ExprRow::Bound(i, _) => scope.bound.iter().rev().nth(*i as usize).cloned().ok_or_else(missing)?,
            ExprRow::Local(l, _) => scope.locals.get(*l as usize).cloned().ok_or_else(missing)?,
            ExprRow::Nu(_) => scope.nu.clone().ok_or_else(missing)?,
            ExprRow::Int(n) => Term::Int(*n),
            ExprRow::Literal(..) => return Err("a literal of an opaque type".to_owned()),
            ExprRow::Ctor(sort, tag, args) => {
                let args = args.iter().map(|a| self.formula(*a, scope)).collect::<Outcome<Vec<_>>>()?;
                constructor(&self.sort(*sort)?, *tag, args)
            }
            ExprRow::Fn(d, _, args) => {
                let args = args.iter().map(|a| self.formula(*a, scope)).collect::<Outcome<Vec<_>>>()?;
                Term::Define(d.0, args)
            }
            ExprRow::PredVar(..) => return Err("a predicate variable".to_owned()),
            ExprRow::Bin(op, a, b) => {
                let op = match op {
                    Bin::Add => Op::Add,
                    Bin::Sub => Op::Sub,
                    Bin::Mul => Op::Mul,
                    Bin::Eq | Bin::Iff => Op::Eq,
                    Bin::Le => Op::Le,
                    Bin::Lt => Op::Lt,
                    Bin::And => Op::And,
                    Bin::Or => Op::Or,
                    Bin::Imp => Op::Imp,
                };
                let (a, b) = (self.formula(*a, scope)?, self.formula(*b, scope)?);
                match (op, a, b) {
                    // `f x = true`, as lowering writes a boolean function used as a formula.
                    (Op::Eq, a, Term::Bool(true)) => a,
                    (Op::Eq, a, Term::Bool(false)) => Term::Not(Box::new(a)),
                    (op, a, b) => Term::Binary(op, Box::new(a), Box::new(b)),
                }
            }
            ExprRow::Div(a, k) => Term::Quotient(Box::new(self.formula(*a, scope)?), *k),
            ExprRow::Mod(a, k) => Term::Remainder(Box::new(self.formula(*a, scope)?), *k),
            ExprRow::Not(a) => Term::Not(Box::new(self.formula(*a, scope)?)),
            ExprRow::True => Term::Bool(true),
            ExprRow::False => Term::Bool(false),
            ExprRow::Ite(c, a, b) => Term::If(
                Box::new(self.formula(*c, scope)?),
                Box::new(self.formula(*a, scope)?),
                Box::new(self.formula(*b, scope)?),
            ),
            ExprRow::Quant(q, sort, body) => self.quantifier(*q == Quant::Forall, *sort, *body, scope)?,
        })
    }

    fn quantifier(&mut self, forall: bool, sort: SortRef, body: ExprRef, scope: &Scope) -> Outcome<Term> {
        let ty = self.sort(sort)?;
        let name = self.name("u");
        let mut inner = scope.clone();
        inner.bound.push(Term::Var(name.clone(), ty.clone()));
        let body = self.formula(body, &inner)?;
        let domain = match &ty {
            Type::Bool => Domain::Booleans,
            Type::Data(data, _) if self.datatype(*data).ctors.iter().all(|c| c.fields.is_empty()) => {
                Domain::Constants(*data)
            }
            Type::Int => {
                let mut check = Comparisons { seen: BTreeSet::new(), near: Vec::new(), distance: 1 };
                if !check.formula(self, &body, &name) {
                    return Err("a quantifier over all integers".to_owned());
                }
                let all = scope.locals.iter().chain(&scope.bound).chain(&scope.nu);
                let mut near: Vec<(Term, Type)> = all
                    .filter_map(|t| match t {
                        Term::Var(_, ty) => Some((t.clone(), ty.clone())),
                        _ => None,
                    })
                    .collect();
                near.extend(check.near.into_iter().map(|t| (t, Type::Int)));
                Domain::Near(near, check.distance)
            }
            _ => return Err("a quantifier over all values of a datatype".to_owned()),
        };
        Ok(Term::Quantifier { forall, name, domain, body: Box::new(body) })
    }
}

/// Whether a variable is only compared.
struct Comparisons {
    /// Definitions and parameters that were looked at.
    seen: BTreeSet<(u32, usize)>,
    /// What it is compared with, outside definitions.
    near: Vec<Term>,
    /// How far from an integer of a value it is compared, inside definitions.
    distance: i64,
}

impl Comparisons {
    fn formula(&mut self, reader: &mut Reader<'_>, term: &Term, name: &str) -> bool {
        let is_it = |t: &Term| matches!(t, Term::Var(n, _) if n == name);
        let free = |t: &Term| t.count(name) == 0;
        match term {
            t if free(t) => true,
            Term::Binary(Op::Eq | Op::Le | Op::Lt, a, b)
                if (is_it(a) && free(b)) || (free(a) && is_it(b)) =>
            {
                self.near.push(if is_it(a) { (**b).clone() } else { (**a).clone() });
                true
            }
            Term::Binary(Op::And | Op::Or | Op::Imp | Op::Eq, a, b) => {
                self.formula(reader, a, name) && self.formula(reader, b, name)
            }
            Term::Not(a) => self.formula(reader, a, name),
            Term::If(a, b, c) => [a, b, c].into_iter().all(|t| self.formula(reader, t, name)),
            Term::Define(d, args) => args
                .iter()
                .enumerate()
                .all(|(i, arg)| free(arg) || (is_it(arg) && self.definition(reader, *d, i))),
            Term::Quantifier { body, name: other, domain, .. } => {
                let before = self.near.len();
                let fine = self.formula(reader, body, name);
                // What is compared with another variable that is only compared can be told apart
                // from more integers: those twice as far away.
                let reach =
                    if let Domain::Near(_, distance) = domain { distance.saturating_mul(2) } else { 1 };
                let inside = self.near.split_off(before);
                fine && inside.into_iter().all(|term| {
                    if term.count(other) == 0 {
                        self.near.push(term);
                        return true;
                    }
                    self.reaches(&term, reach)
                })
            }
            _ => false,
        }
    }

    /// Notes that the variable is compared with another one, up to a constant.
    fn reaches(&mut self, term: &Term, distance: i64) -> bool {
        let constant = match term {
            Term::Var(..) => 0,
            Term::Binary(Op::Add | Op::Sub, a, b) => match (&**a, &**b) {
                (Term::Var(..), Term::Int(n)) | (Term::Int(n), Term::Var(..)) => n.saturating_abs(),
                _ => return false,
            },
            _ => return false,
        };
        self.distance = self.distance.max(distance.saturating_add(constant));
        constant < 100
    }

    fn definition(&mut self, reader: &mut Reader<'_>, d: u32, param: usize) -> bool {
        if !self.seen.insert((d, param)) {
            return true;
        }
        let Ok(definition) = reader.definition(d) else { return false };
        let Some((name, _)) = definition.params.get(param) else { return false };
        let outside = std::mem::take(&mut self.near);
        let fine = definition.result == Type::Bool
            && definition.terms().into_iter().all(|t| self.formula(reader, t, name));
        // Inside, other variables are integers of the values outside, up to a constant.
        let inside = std::mem::replace(&mut self.near, outside);
        fine && inside.iter().all(|term| match term {
            Term::Int(n) => {
                self.near.push(Term::Int(*n));
                true
            }
            other => self.reaches(other, 1),
        })
    }
}
