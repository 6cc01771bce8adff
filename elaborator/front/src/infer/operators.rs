//! What an operator in OCaml text means: what the file says, or what it always means.
//!
//! SOUNDNESS: an operator is a name like any other, and a file may define it anew, at top level,
//! in a `let`, or as a parameter. So the built-in meaning comes last.

use super::{Inferrer, World};
use crate::diagnostic::DiagnosticKind;
use crate::span::Span;
use crate::syntax::{Expr, ExprKind, Name, Namespace, Operator, Pattern, PatternKind};
use crate::typed::{CHAR, TExpr, TKind, Ty};

/// `e == e` or `e != e` in a program: right only where addresses say the same as values.
pub(super) struct AddressComparison {
    ty: Ty,
    span: Span,
}

impl Inferrer<'_> {
    /// Whether the file gives a name with a built-in meaning one of its own. A library type for
    /// such a name only repeats what it means.
    pub(super) fn has_own_meaning(&self, name: &str) -> bool {
        let defined = self.top.functions.get(name).and_then(|id| self.program.functions.get(*id));
        self.lookup(name).is_some()
            || defined.is_some_and(|function| !(function.assumed && function.body.is_none()))
            || self.top.predicates.contains_key(name)
            || self.top.set_aside.contains_key(&(Namespace::Value, name.to_owned()))
    }

    /// `left operator right`
    pub(super) fn infix(&mut self, span: Span, operator: &Name, left: &Expr, right: &Expr) -> TExpr {
        let name = operator.text.as_str();
        let variable = Expr { kind: ExprKind::Variable(name.to_owned()), span: operator.span };
        if self.has_own_meaning(name) {
            return self.application(span, &variable, &[left.clone(), right.clone()]);
        }
        match (Operator::spelled(name), name) {
            (Some(known), "==" | "!=") => {
                let typed = self.binary(span, known, left, right);
                self.compares_addresses(&typed);
                typed
            }
            (Some(known), _) => self.binary(span, known, left, right),
            (None, "@@") => self.application(span, left, std::slice::from_ref(right)),
            (None, "|>") => self.application(span, right, std::slice::from_ref(left)),
            (None, _) => self.application(span, &variable, &[left.clone(), right.clone()]),
        }
    }

    /// A name with a built-in meaning that is applied to its operands.
    pub(super) fn built_in_application(
        &mut self,
        name: &str,
        arguments: &[Expr],
        span: Span,
    ) -> Option<TExpr> {
        let operator = match (name, arguments) {
            ("not", [inner]) => {
                let inner = self.check_box(inner, &Ty::bool());
                return Some(TExpr { kind: TKind::Not(inner), ty: Ty::bool(), span });
            }
            ("~-", [inner]) => {
                let inner = self.check_box(inner, &Ty::Int);
                return Some(TExpr { kind: TKind::Negate(inner), ty: Ty::Int, span });
            }
            ("~+", [inner]) => return Some(self.check(inner, &Ty::Int)),
            ("implies", [_, _]) => Operator::Implies,
            ("iff", [_, _]) => Operator::Iff,
            ("choose", [_, _]) => Operator::Choose,
            // A chosen function that is applied.
            ("choose", [_, _, rest @ ..]) if !rest.is_empty() => {
                let head = Box::new(Expr { kind: ExprKind::Variable(name.to_owned()), span });
                let chosen = ExprKind::Apply(head, arguments[..2].to_vec());
                return Some(self.application(span, &Expr { kind: chosen, span }, rest));
            }
            _ => return None,
        };
        let [left, right] = arguments else {
            return None;
        };
        Some(self.binary(span, operator, left, right))
    }

    /// `( + )` is `fun left right -> left + right`.
    pub(super) fn operator_function(&mut self, name: &str, span: Span) -> Option<TExpr> {
        let pattern = |name: &str| Pattern { kind: PatternKind::Variable(name.to_owned()), span };
        let operand = |name: &str| Expr { kind: ExprKind::Variable(name.to_owned()), span };
        let (parameters, kind) = if matches!(name, "~-" | "~+" | "not") {
            let kind = ExprKind::Apply(Box::new(operand(name)), vec![operand("operand")]);
            (vec![pattern("operand")], kind)
        } else if Operator::spelled(name).is_some() || matches!(name, "@@" | "|>") {
            let operator = Name { text: name.to_owned(), span };
            let kind = ExprKind::Infix(operator, Box::new(operand("left")), Box::new(operand("right")));
            (vec![pattern("left"), pattern("right")], kind)
        } else {
            return None;
        };
        Some(self.function(span, &parameters, None, &Expr { kind, span }))
    }

    fn compares_addresses(&mut self, typed: &TExpr) {
        let TKind::Binary(_, left, right) = &typed.kind else {
            return;
        };
        // A constructor without fields has no address: `t == Leaf` asks what `t = Leaf` asks.
        let constant = |side: &TExpr| matches!(&side.kind, TKind::Construct(_, _, none) if none.is_empty());
        if !constant(left) && !constant(right) {
            self.scope.address_comparisons.push(AddressComparison { ty: left.ty.clone(), span: typed.span });
        }
    }

    /// SOUNDNESS: formulas and the core language know the equality of values only. In a program
    /// `==` asks whether two values are one in memory, which depends on the compiler.
    pub(super) fn check_address_comparisons(&mut self) {
        for comparison in std::mem::take(&mut self.scope.address_comparisons) {
            let ty = self.unifier.resolve(&comparison.ty);
            if self.has_no_address(&ty) {
                continue;
            }
            let shown = self.show(&ty);
            self.problems.decline(
                comparison.span,
                &format!("`==` or `!=` on values of type `{shown}`, which compares addresses,"),
                "compare values with `=` or `<>`",
            );
        }
    }

    /// Integers, characters, and data without fields are themselves, not places in memory.
    fn has_no_address(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Int => true,
            Ty::Opaque(number) => *number == CHAR,
            Ty::Data(id, _) if self.is_character(*id) => true,
            Ty::Data(id, _) => self.program.datatypes.get(*id).is_some_and(|datatype| {
                datatype.fields.is_none()
                    && datatype.constructors.iter().all(|constructor| constructor.fields.is_empty())
            }),
            Ty::Meta(_) | Ty::Rigid(_) | Ty::Arrow(..) => false,
        }
    }

    /// The order of integers is the only one that is known.
    pub(super) fn expect_ordered(&mut self, ty: &Ty, span: Span) {
        if self.unifier.unify(ty, &Ty::Int) {
            return;
        }
        let shown = self.show(ty);
        let advice = if shown == "char" {
            "write `Char.code` of both; in a file that names the module `Char`, characters are data"
        } else {
            "compare integers, or write a function that compares these values"
        };
        self.problems.decline(span, &format!("an order on values of type `{shown}`"), advice);
    }

    /// `raise e`: what is raised makes no difference.
    pub(super) fn raise(&mut self, name: &Name, span: Span) -> TExpr {
        if self.has_own_meaning(&name.text) {
            self.problems.decline(
                span,
                &format!("`{}` after it got a new meaning", name.text),
                "give the function that is defined under this name another one",
            );
            return self.broken(span);
        }
        self.fail(span)
    }

    pub(super) fn fail(&mut self, span: Span) -> TExpr {
        if self.world == World::Logic {
            self.not_in_formulas(span, "the failing term");
            return self.broken(span);
        }
        TExpr { kind: TKind::Fail, ty: self.unifier.fresh(), span }
    }

    /// What is known by name and has no meaning here; `true` if it was reported.
    pub(super) fn declined_name(&mut self, name: &str, span: Span) -> bool {
        let (what, advice) = match name {
            "max_int" | "min_int" => {
                (format!("`{name}`"), "integers have no bound here; write the number that you mean")
            }
            "ref" | "!" | ":=" | "incr" | "decr" => {
                (format!("`{name}`, a mutable reference,"), "pass the value as a parameter instead")
            }
            "compare" => {
                (format!("`{name}`"), "write `<`, `=` and `>` on integers, or a function of your own")
            }
            "~-." | "~+." | "+." | "-." | "*." | "/." | "**" => {
                (format!("`{name}`, arithmetic on floats,"), "use integers")
            }
            "land" | "lor" | "lxor" | "lsl" | "lsr" | "asr" | "lnot" => {
                (format!("`{name}`, an operation on bits,"), "write it with `*`, `/` and `mod`")
            }
            "^" => (format!("`{name}`, an operation on strings,"), "nothing is known about strings"),
            _ => return false,
        };
        self.problems.push(DiagnosticKind::Declined, span, format!("{what} is not supported"), advice);
        true
    }
}
