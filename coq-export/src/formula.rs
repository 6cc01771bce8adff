//! Expressions as Rocq text, with only the parentheses that are needed.

use crate::error::ExportError;
use crate::world::{World, at, get};
use covenant_kernel::arena::{Bin, Expr, ExprId, Quant, Sort, SortId, TRUTH};
use covenant_kernel::reject::Why;
use covenant_kernel::tables::{DefRef, GHOST};
use covenant_kernel::types::{FunType, Param};
use std::collections::HashSet;

/// Names of the variables that an expression may mention.
#[derive(Clone, Debug, Default)]
pub(crate) struct Vars {
    /// Program variables by level; empty for a function.
    pub locals: Vec<String>,
    /// Variables introduced by evidence, and ghosts.
    pub ghosts: Vec<String>,
    /// Bound variables, innermost last.
    pub bound: Vec<String>,
    /// The value that a qualifier speaks about.
    pub nu: String,
    /// Whether formulas that have a name are mentioned by it.
    pub by_name: bool,
    /// Whether this is for a reader: sort arguments that Rocq can infer are left out, and
    /// quantified variables have the names of the source.
    pub for_reader: bool,
}

/// Precedence of an atom; larger numbers bind less.
const ATOM: u32 = 0;
const APPLICATION: u32 = 10;
const LOOSEST: u32 = 200;

impl World<'_> {
    /// A formula or term, as a whole.
    pub fn text(&self, e: ExprId, vars: &Vars) -> Result<String, ExportError> {
        let mut out = String::new();
        self.print(e, &mut vars.clone(), LOOSEST, &mut out)?;
        Ok(out)
    }

    /// A formula or term, as an argument.
    pub fn argument(&self, e: ExprId, vars: &Vars) -> Result<String, ExportError> {
        let mut out = String::new();
        self.print(e, &mut vars.clone(), ATOM, &mut out)?;
        Ok(out)
    }

    fn print(&self, e: ExprId, vars: &mut Vars, max: u32, out: &mut String) -> Result<(), ExportError> {
        if vars.by_name
            && let Some((name, args)) = self.named.get(&e)
        {
            return self.apply(name, args, vars, out);
        }
        let node = self.arena.expr(e).clone();
        let level = level_of(&node);
        if level > max {
            out.push('(');
        }
        match &node {
            Expr::Bound(i, _) => {
                let n = vars.bound.len().checked_sub(at(*i).saturating_add(1));
                let name = n.and_then(|n| vars.bound.get(n)).ok_or(Why::LooseVariable)?;
                out.push_str(name);
            }
            Expr::Local(l, _) => {
                let name = match l.checked_sub(GHOST) {
                    Some(g) => vars.ghosts.get(at(g)),
                    None => vars.locals.get(at(*l)),
                };
                out.push_str(name.filter(|n| !n.is_empty()).ok_or(Why::UnboundLocal)?);
            }
            Expr::Nu(_) if vars.nu.is_empty() => return Err(Why::UnboundNu.into()),
            Expr::Nu(_) => out.push_str(&vars.nu),
            Expr::Int(n) if *n < 0 => out.push_str(&format!("({n})")),
            Expr::Int(n) => out.push_str(&n.to_string()),
            Expr::Literal(l, _) => out.push_str(get(&self.literals, *l)?),
            Expr::Ctor(s, tag, args) => self.apply(&self.ctor(*s, *tag)?, args, vars, out)?,
            Expr::Fn(d, sorts, args) if self.deciding.contains_key(&d.0) => {
                out.push_str("(proposition ");
                self.apply(&self.def(d.0, sorts)?, args, vars, out)?;
                out.push(')');
            }
            Expr::Fn(d, _, args) if vars.for_reader && self.infers_sorts(d.0) => {
                self.apply(self.def_name(d.0)?, args, vars, out)?;
            }
            Expr::Fn(d, sorts, args) => self.apply(&self.def(d.0, sorts)?, args, vars, out)?,
            Expr::PredVar(p, args) => {
                let name = self.scheme.preds.get(at(*p)).ok_or(Why::UnboundPredicate)?;
                self.apply(name, args, vars, out)?;
            }
            Expr::Bin(op, a, b) => {
                let (symbol, left, right) = operator(*op);
                self.print(*a, vars, left, out)?;
                out.push_str(symbol);
                self.print(*b, vars, right, out)?;
            }
            Expr::Div(a, k) => {
                self.print(*a, vars, 40, out)?;
                out.push_str(&format!(" / {k}"));
            }
            Expr::Mod(a, k) => {
                self.print(*a, vars, 40, out)?;
                out.push_str(&format!(" mod {k}"));
            }
            Expr::Ite(c, a, b) => {
                out.push_str("if dec ");
                self.print(*c, vars, ATOM, out)?;
                out.push_str(" then ");
                self.print(*a, vars, LOOSEST, out)?;
                out.push_str(" else ");
                self.print(*b, vars, LOOSEST, out)?;
            }
            Expr::True => out.push_str("True"),
            Expr::False => out.push_str("False"),
            Expr::Not(a) => {
                out.push_str("~ ");
                self.print(*a, vars, 75, out)?;
            }
            Expr::Quant(q, sort, body) => {
                let name = self.bound_name(e, vars);
                let word = if *q == Quant::Forall { "forall" } else { "exists" };
                out.push_str(&format!("{word} {name} : {}, ", self.sort(*sort)));
                vars.bound.push(name);
                let result = self.print(*body, vars, LOOSEST, out);
                vars.bound.pop();
                result?;
            }
        }
        if level > max {
            out.push(')');
        }
        Ok(())
    }

    /// Whether the sort arguments of a definition follow from its other arguments.
    fn infers_sorts(&self, d: u32) -> bool {
        let Some(sig) = self.arena.def_sig(DefRef(d)) else { return false };
        let given: HashSet<SortId> = sig.params.iter().flat_map(|&s| self.sorts_inside(s)).collect();
        let count = self.statement.defs.get(at(d)).map_or(0, |row| row.sort_params);
        let found = given.iter().filter(|&&s| matches!(self.arena.sort(s), Sort::Abstract(_))).count();
        found == at(count)
    }

    /// A sort and those that it is made of.
    fn sorts_inside(&self, s: SortId) -> Vec<SortId> {
        let mut found = vec![s];
        if let Sort::Data(_, args) = self.arena.sort(s) {
            found.extend(args.iter().flat_map(|&a| self.sorts_inside(a)));
        }
        found
    }

    /// The name for a quantified variable: that of the source, where it hides nothing.
    fn bound_name(&self, quantifier: ExprId, vars: &Vars) -> String {
        let made_up = format!("z{}", vars.bound.len());
        let Some(wanted) = self.binder_names.get(&quantifier).filter(|_| vars.for_reader) else {
            return made_up;
        };
        let name = self.names.like(wanted);
        let in_scope = vars.bound.iter().chain(&vars.locals).chain(&vars.ghosts);
        let mut in_scope = in_scope.chain(&self.scheme.sorts).chain(&self.scheme.preds);
        if in_scope.any(|n| *n == name) || vars.nu == name { made_up } else { name }
    }

    /// `a op b`, where `a` or `b` may have a name.
    pub fn binary(&self, op: Bin, a: ExprId, b: ExprId, vars: &Vars) -> Result<String, ExportError> {
        let (symbol, left, right) = operator(op);
        let (mut vars, mut out) = (vars.clone(), String::new());
        self.print(a, &mut vars, left, &mut out)?;
        out.push_str(symbol);
        self.print(b, &mut vars, right, &mut out)?;
        Ok(out)
    }

    fn apply(
        &self,
        head: &str,
        args: &[ExprId],
        vars: &mut Vars,
        out: &mut String,
    ) -> Result<(), ExportError> {
        let bare = args.is_empty() && !head.contains(' ');
        if !bare {
            out.push('(');
        }
        out.push_str(head);
        for &a in args {
            out.push(' ');
            self.print(a, vars, APPLICATION.saturating_sub(1), out)?;
        }
        if !bare {
            out.push(')');
        }
        Ok(())
    }

    /// A refined function type as a term of type `fty`. `vars.bound` holds the parameters of
    /// enclosing types.
    pub fn fun_type(&self, t: &FunType, vars: &Vars, params: &[String]) -> Result<String, ExportError> {
        let mut vars = vars.clone();
        let mut out = String::new();
        for ((i, param), par) in t.params.iter().enumerate().zip(self.par_heads(&t.erase())) {
            let name = params.get(i).cloned().unwrap_or_else(|| format!("p{}", vars.bound.len()));
            match param {
                Param::Base(s, q) => {
                    let sort = self.sort(*s);
                    vars.nu.clone_from(&name);
                    let q = self.text(*q, &vars)?;
                    out.push_str(&format!(
                        "{par} (RB (fun {name} : {sort} => {q})) (fun {name} : {sort} => "
                    ));
                    vars.bound.push(name);
                }
                Param::Fun(inner) => {
                    let inner = self.fun_type(inner, &vars, &[])?;
                    out.push_str(&format!("{par} (RF ({inner})) (fun _ => "));
                    vars.bound.push(String::new());
                }
            }
        }
        vars.nu = String::new();
        let requires = if t.requires == TRUTH {
            "None".to_owned()
        } else {
            format!("(Some ({}))", self.text(t.requires, &vars)?)
        };
        vars.nu = "v".to_owned();
        let ensures = self.text(t.ensures, &vars)?;
        out.push_str(&format!("Cov {requires} (fun v : {} => {ensures})", self.sort(t.result)));
        out.push_str(&")".repeat(t.params.len()));
        Ok(out)
    }

    /// The levels of the program variables that an expression mentions.
    pub fn locals_in(&self, e: ExprId) -> std::collections::BTreeSet<u32> {
        let mut found = std::collections::BTreeSet::new();
        self.mentions(e, &mut |node| {
            if let Expr::Local(l, _) = node
                && *l < GHOST
            {
                found.insert(*l);
            }
            false
        });
        found
    }
}

fn operator(op: Bin) -> (&'static str, u32, u32) {
    match op {
        Bin::Add => (" + ", 50, 49),
        Bin::Sub => (" - ", 50, 49),
        Bin::Mul => (" * ", 40, 39),
        Bin::Eq => (" = ", 69, 69),
        Bin::Le => (" <= ", 69, 69),
        Bin::Lt => (" < ", 69, 69),
        Bin::And => (" /\\ ", 79, 80),
        Bin::Or => (" \\/ ", 84, 85),
        Bin::Iff => (" <-> ", 94, 94),
        Bin::Imp => (" -> ", 98, 99),
    }
}

fn level_of(node: &Expr) -> u32 {
    match node {
        // Applications and negative numbers bring their own parentheses.
        Expr::Bound(..)
        | Expr::Local(..)
        | Expr::Nu(_)
        | Expr::Int(_)
        | Expr::Literal(..)
        | Expr::True
        | Expr::False
        | Expr::Ctor(..)
        | Expr::Fn(..)
        | Expr::PredVar(..) => ATOM,
        Expr::Bin(op, ..) => match op {
            Bin::Mul => 40,
            Bin::Add | Bin::Sub => 50,
            Bin::Eq | Bin::Le | Bin::Lt => 70,
            Bin::And => 80,
            Bin::Or => 85,
            Bin::Iff => 95,
            Bin::Imp => 99,
        },
        Expr::Div(..) | Expr::Mod(..) => 40,
        Expr::Not(_) => 75,
        Expr::Ite(..) | Expr::Quant(..) => LOOSEST,
    }
}
