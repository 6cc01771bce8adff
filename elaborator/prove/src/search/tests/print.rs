//! Expressions and proof trees as text, for looking at failures.

use super::super::step::Step;
use covenant_kernel::arena::{Arena, Bin, Expr, ExprId, Quant, Sort};
use covenant_kernel::tables::{BOOL, FIRST_DATATYPE, GHOST, Statement};

pub(super) fn text(arena: &Arena, st: &Statement, e: ExprId) -> String {
    let go = |x: ExprId| text(arena, st, x);
    let all = |xs: &[ExprId]| xs.iter().map(|&x| go(x)).collect::<Vec<_>>().join(", ");
    match arena.expr(e) {
        Expr::Bound(i, _) => format!("#{i}"),
        Expr::Local(l, _) if *l >= 3 << 30 => format!("?{}", l - (3 << 30)),
        Expr::Local(l, _) if *l >= 1 << 31 => format!("y{}", l - (1 << 31)),
        Expr::Local(l, _) if *l >= GHOST => format!("g{}", l - GHOST),
        Expr::Local(l, _) => format!("x{l}"),
        Expr::Nu(_) => "nu".into(),
        Expr::Int(n) => n.to_string(),
        Expr::Literal(n, _) => format!("lit{n}"),
        Expr::Ctor(s, t, args) => {
            let name = match arena.sort(*s) {
                Sort::Data(BOOL, _) => if *t == 1 { "tt" } else { "ff" }.to_string(),
                Sort::Data(d, _) => st
                    .datatypes
                    .get(d.saturating_sub(FIRST_DATATYPE) as usize)
                    .and_then(|d| d.ctors.get(*t as usize))
                    .map_or("()".into(), |c| c.name.clone()),
                _ => "?".into(),
            };
            if args.is_empty() { name } else { format!("{name}({})", all(args)) }
        }
        Expr::Fn(d, _, args) => format!("{}({})", st.defs[d.0 as usize].name, all(args)),
        Expr::PredVar(p, args) => format!("P{p}({})", all(args)),
        Expr::Bin(op, a, b) => {
            let sign = match op {
                Bin::Add => "+",
                Bin::Sub => "-",
                Bin::Mul => "*",
                Bin::Eq => "=",
                Bin::Le => "<=",
                Bin::Lt => "<",
                Bin::And => "&&",
                Bin::Or => "||",
                Bin::Imp => "==>",
                Bin::Iff => "<=>",
            };
            format!("({} {sign} {})", go(*a), go(*b))
        }
        Expr::Div(a, k) => format!("({} div {k})", go(*a)),
        Expr::Mod(a, k) => format!("({} mod {k})", go(*a)),
        Expr::Ite(c, a, b) => format!("(if {} then {} else {})", go(*c), go(*a), go(*b)),
        Expr::True => "True".into(),
        Expr::False => "False".into(),
        Expr::Not(a) => format!("~{}", go(*a)),
        Expr::Quant(Quant::Forall, _, a) => format!("(all. {})", go(*a)),
        Expr::Quant(Quant::Exists, _, a) => format!("(ex. {})", go(*a)),
    }
}

pub(super) fn tree(arena: &Arena, st: &Statement, step: &Step, indent: usize, out: &mut String) {
    let t = |e: &ExprId| text(arena, st, *e);
    let line = match step {
        Step::Intro(v, _) => format!("intro {}", v.as_ref().map_or(String::new(), t)),
        Step::Split(..) => "split".into(),
        Step::Left(_) => "left".into(),
        Step::Right(_) => "right".into(),
        Step::Witness(w, _) => format!("witness {}", t(w)),
        Step::Exact => "exact".into(),
        Step::Absurd(_) => "absurd".into(),
        Step::OrElim(f, ..) => format!("or-elim {}", t(f)),
        Step::Obtain(f, v, _) => format!("obtain {} from {}", t(v), t(f)),
        Step::Inst(f, x, _) => format!("inst {} at {}", t(f), t(x)),
        Step::Apply(f, ..) => format!("apply {}", t(f)),
        Step::IffParts(f, _) => format!("iff-parts {}", t(f)),
        Step::NotPush(f, _) => format!("not-push {}", t(f)),
        Step::Case(x, _) => format!("case {}", t(x)),
        Step::Cut(f, ..) => format!("cut {}", t(f)),
        Step::IteSplit(x, ..) => format!("ite-split {}", t(x)),
        Step::Unfold { term, .. } => format!("unfold {}", t(term)),
        Step::UnfoldFact { fact, .. } => format!("unfold-fact {}", t(fact)),
        Step::UnfoldGoal { .. } => "unfold-goal".into(),
        Step::Lemma(n, _, ts, _) => {
            format!("lemma {n} at {}", ts.iter().map(t).collect::<Vec<_>>().join(", "))
        }
        Step::Axiom(n, ..) => format!("axiom {n}"),
        Step::Have(f, ..) => format!("have {}", t(f)),
        Step::Induct(..) => "induct".into(),
        Step::Leaf(fs, ls) => {
            format!("leaf [{}] +{}", fs.iter().map(t).collect::<Vec<_>>().join("; "), ls.len())
        }
    };
    out.push_str(&format!("{}{line}\n", "  ".repeat(indent)));
    let many = step.children().count() > 1;
    for c in step.children() {
        tree(arena, st, c, indent + usize::from(many), out);
    }
}
