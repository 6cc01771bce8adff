//! Small changes of what is written: most wrong generators differ from a right one in one
//! sub-expression, a bound, a constant in place of a generator, a wrong size.
//!
//! Proposals are made on the text, without regard to types: what is ill-typed
//! is not a program and is dropped when it is read. A proposal is judged as a whole program, so that
//! what it no longer returns counts against it.

use covenant_front::Span;
use covenant_front::syntax::{Expr, ExprKind, Literal};

use crate::patch::Edit;
use crate::positions::Room;
use crate::surface::{Function, each, fails, names};

/// A change of one sub-expression.
#[derive(Clone, Debug)]
pub(crate) struct Proposal {
    pub edit: Edit,
    pub cost: u32,
    /// Nodes that are new.
    pub size: u32,
}

/// All proposals, in the order of the text.
pub(crate) fn proposals(text: &str, function: &Function<'_>, library: bool) -> Vec<Proposal> {
    let scope: Vec<String> = function.parameters.iter().filter(|name| !name.is_empty()).cloned().collect();
    let mut calls = Vec::new();
    each(function.body, &mut |expr| {
        if let ExprKind::Apply(head, _) = &expr.kind
            && !fails(expr)
            && let Some(written) = text.get(expr.span.start..expr.span.end)
            && !written.contains('\n')
            && !matches!(&head.kind, ExprKind::Variable(name) if name == "bool_gen")
            && !calls.iter().any(|known| known == written)
        {
            calls.push(written.to_owned());
        }
    });
    let mut maker = Maker { text, calls, found: Vec::new(), condition: false, library };
    maker.walk(function.body, &scope, Room::Open);
    maker.found
}

struct Maker<'t> {
    text: &'t str,
    /// Calls that the function makes, as they are written.
    calls: Vec<String>,
    found: Vec<Proposal>,
    /// Inside a condition, where nobody wants a generator.
    condition: bool,
    /// In the words of a library, which has no `int_gen`.
    library: bool,
}

impl Maker<'_> {
    fn propose(&mut self, span: Span, new: String, cost: u32, size: u32) {
        if self.text.get(span.start..span.end).is_some_and(|old| old != new) {
            let edit = Edit { start: span.start, end: span.end, text: new };
            self.found.push(Proposal { edit, cost, size });
        }
    }

    fn draw(&mut self, span: Span, generator: &str, room: Room, cost: u32) {
        if !self.condition && !self.library {
            let closed = room == Room::Argument;
            let text = if closed { format!("({generator} ())") } else { format!("{generator} ()") };
            self.propose(span, text, cost, 1);
        }
    }

    fn walk(&mut self, expr: &Expr, scope: &[String], room: Room) {
        if fails(expr) {
            return;
        }
        let span = expr.span;
        let sum = |text: String| if room == Room::Open { text } else { format!("({text})") };
        let whole =
            matches!(expr.kind, ExprKind::Construct(..) | ExprKind::Apply(..) | ExprKind::Variable(_));
        if whole && !self.condition {
            for call in self.calls.clone() {
                let shown = if room == Room::Argument { format!("({call})") } else { call };
                self.propose(span, shown, 4, 2);
            }
        }
        match &expr.kind {
            ExprKind::Literal(Literal::Int(n)) => {
                for (m, cost) in [(n - 1, 1), (n + 1, 1), (0, 3), (1, 3)] {
                    // `x - 0` is proposed as `x`.
                    if m == 0 && room == Room::Operand {
                        continue;
                    }
                    let cost = if m < 0 { 3 } else { cost };
                    let shown = if m < 0 { format!("({m})") } else { m.to_string() };
                    self.propose(span, shown, cost, 1);
                }
                for name in scope {
                    self.propose(span, name.clone(), 4, 1);
                }
                self.draw(span, "int_gen", room, 2);
            }
            ExprKind::Literal(Literal::Bool(b)) => {
                self.propose(span, (!b).to_string(), 1, 1);
                self.draw(span, "bool_gen", room, 2);
            }
            ExprKind::Variable(own) if scope.contains(own) => {
                for name in scope.iter().rev() {
                    self.propose(span, name.clone(), 3, 1);
                }
                self.propose(span, sum(format!("{own} - 1")), 3, 3);
                self.propose(span, sum(format!("{own} + 1")), 3, 3);
                self.draw(span, "int_gen", room, 3);
                self.draw(span, "bool_gen", room, 4);
            }
            ExprKind::Construct(_, args) => {
                let room = if args.len() == 1 { Room::Argument } else { Room::Operand };
                args.iter().for_each(|arg| self.walk(arg, scope, room));
            }
            ExprKind::Tuple(args) => args.iter().for_each(|arg| self.walk(arg, scope, Room::Open)),
            ExprKind::Record(fields) => fields.iter().for_each(|(_, arg)| self.walk(arg, scope, Room::Open)),
            ExprKind::Apply(head, args) => self.apply(expr, head, args, scope, room),
            ExprKind::Infix(name, left, right) => {
                let at = name.span;
                for other in others(&name.text) {
                    self.propose(at, (*other).to_owned(), 1, 1);
                }
                let arithmetic = ["+", "-", "*"].contains(&name.text.as_str());
                for (side, other) in [(left, right), (right, left)] {
                    let kept = self.text.get(side.span.start..side.span.end).unwrap_or_default().to_owned();
                    let constant = matches!(other.kind, ExprKind::Literal(_));
                    if arithmetic && constant || ["&&", "||"].contains(&name.text.as_str()) {
                        self.propose(span, kept, 2, 1);
                    }
                }
                if arithmetic {
                    self.draw(span, "int_gen", room, 2);
                }
                self.walk(left, scope, Room::Operand);
                self.walk(right, scope, Room::Operand);
            }
            ExprKind::Not(inner) => {
                let kept = self.text.get(inner.span.start..inner.span.end).unwrap_or_default().to_owned();
                self.propose(span, kept, 2, 1);
                self.walk(inner, scope, Room::Argument);
            }
            ExprKind::Typed(inner, _) | ExprKind::Function(_, inner) | ExprKind::Open(_, inner) => {
                self.walk(inner, scope, Room::Open);
            }
            ExprKind::Labelled(_, _, inner) => self.walk(inner, scope, Room::Argument),
            ExprKind::Variable(name) => {
                // QCheck's narrower generators of integers.
                let (path, last) = name.rsplit_once('.').map_or(("", name.as_str()), |(p, l)| (p, l));
                let narrow =
                    ["nat", "small_nat", "pos_int", "neg_int", "small_int", "small_signed_int", "big_nat"];
                if narrow.contains(&last) {
                    let dot = if path.is_empty() { "" } else { "." };
                    self.propose(span, format!("{path}{dot}int"), 1, 1);
                    self.propose(span, format!("{path}{dot}small_signed_int"), 2, 1);
                }
            }
            ExprKind::Let(bindings, body) => {
                let mut inner = scope.to_vec();
                for binding in &bindings.list {
                    if binding.parameters.is_empty() {
                        self.walk(&binding.body, scope, Room::Open);
                    }
                    names(&binding.pattern, &mut inner);
                }
                self.walk(body, &inner, room);
            }
            ExprKind::Sequence(first, last) => {
                self.walk(first, scope, Room::Open);
                self.walk(last, scope, Room::Open);
            }
            ExprKind::If(condition, then, otherwise) => {
                let outer = std::mem::replace(&mut self.condition, true);
                self.walk(condition, scope, Room::Open);
                self.condition = outer;
                self.walk(then, scope, Room::Open);
                self.walk(otherwise, scope, Room::Open);
            }
            ExprKind::Match(on, cases) => {
                self.walk(on, scope, Room::Open);
                for case in cases {
                    let mut inner = scope.to_vec();
                    names(&case.pattern, &mut inner);
                    self.walk(&case.body, &inner, Room::Open);
                }
            }
            _ => {}
        }
    }

    fn apply(&mut self, expr: &Expr, head: &Expr, args: &[Expr], scope: &[String], room: Room) {
        if let ExprKind::Variable(name) = &head.kind {
            match name.as_str() {
                "nat_gen" => self.propose(head.span, "int_gen".to_owned(), 1, 1),
                "int_range" => self.draw(expr.span, "int_gen", room, 2),
                _ => {}
            }
        }
        args.iter().for_each(|arg| self.walk(arg, scope, Room::Argument));
    }
}

/// What an operator may have been meant to be.
fn others(operator: &str) -> &'static [&'static str] {
    match operator {
        "<" => &["<=", "<>"],
        "<=" => &["<", ">="],
        ">" => &[">=", "<>"],
        ">=" => &[">", "<="],
        "=" => &["<=", ">="],
        "<>" => &["<", ">"],
        "+" => &["-"],
        "-" => &["+"],
        "&&" => &["||"],
        "||" => &["&&"],
        _ => &[],
    }
}
