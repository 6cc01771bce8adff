//! Typing of patterns.

use super::Inferrer;
use crate::diagnostic::DiagnosticKind;
use crate::span::Span;
use crate::syntax::{Literal, Name, Pattern, PatternKind};
use crate::typed::{LocalId, TPattern, Ty};

/// The variables that a pattern binds.
type Bound = Vec<(String, LocalId, Ty)>;

impl Inferrer<'_> {
    /// Types a pattern against `ty` and brings its variables into scope.
    pub(super) fn pattern(&mut self, pattern: &Pattern, ty: &Ty) -> TPattern {
        let mut bound = Bound::new();
        let typed = self.pattern_shape(pattern, ty, &mut bound);
        self.scope.variables.extend(bound);
        typed
    }

    fn bind_in(&mut self, name: &str, span: Span, ty: &Ty, bound: &mut Bound) -> LocalId {
        if bound.iter().any(|(known, _, _)| known == name) {
            self.error(
                DiagnosticKind::Duplicate,
                span,
                format!("`{name}` is bound twice in this pattern"),
                "rename one of them and compare with a guard",
            );
        }
        let local = self.fresh_local(name);
        bound.push((name.to_owned(), local, ty.clone()));
        local
    }

    fn pattern_shape(&mut self, pattern: &Pattern, ty: &Ty, bound: &mut Bound) -> TPattern {
        match &pattern.kind {
            PatternKind::Any => TPattern::Any,
            PatternKind::Labelled(_, inner) => {
                self.problems.decline(pattern.span, "a label here", "a parameter without a label");
                self.pattern_shape(inner, ty, bound)
            }
            PatternKind::Variable(name) => TPattern::Variable(self.bind_in(name, pattern.span, ty, bound)),
            PatternKind::Typed(inner, written) => {
                let annotated = self.written(written);
                self.expect(ty, &annotated, written.span, "this annotation");
                self.pattern_shape(inner, ty, bound)
            }
            PatternKind::Alias(inner, name) => {
                let inner = self.pattern_shape(inner, ty, bound);
                let local = self.bind_in(&name.text, name.span, ty, bound);
                TPattern::Alias(Box::new(inner), local)
            }
            PatternKind::Literal(literal) => {
                let found = self.literal_type(literal);
                self.expect(ty, &found, pattern.span, "this pattern");
                match literal {
                    Literal::Unit => TPattern::Any,
                    Literal::Bool(value) => {
                        TPattern::Construct(crate::typed::BOOL, u32::from(*value), Vec::new())
                    }
                    _ => self
                        .text(literal)
                        .map_or_else(|| TPattern::Literal(literal.clone()), |text| text.pattern()),
                }
            }
            PatternKind::Tuple(components) => {
                let id = self.tuple(components.len());
                let arguments = self.unifier.fresh_many(components.len());
                let found = Ty::Data(id, arguments.clone());
                self.expect(ty, &found, pattern.span, "this pattern");
                let typed = components
                    .iter()
                    .zip(&arguments)
                    .map(|(component, ty)| self.pattern_shape(component, ty, bound))
                    .collect();
                TPattern::Construct(id, 0, typed)
            }
            PatternKind::Construct(name, arguments) => {
                self.constructor_pattern(pattern.span, name, arguments, ty, bound)
            }
            PatternKind::Record(fields) => self.record_pattern(pattern.span, fields, ty, bound),
            PatternKind::Or(alternatives) => self.or_pattern(alternatives, ty, bound),
        }
    }

    fn constructor_pattern(
        &mut self,
        span: Span,
        name: &Name,
        arguments: &[Pattern],
        ty: &Ty,
        bound: &mut Bound,
    ) -> TPattern {
        let Some((id, tag)) = self.top.constructors.get(&name.text).copied() else {
            self.unknown_constructor(name);
            let unknown = self.unifier.fresh();
            for argument in arguments {
                self.pattern_shape(argument, &unknown, bound);
            }
            return TPattern::Any;
        };
        let (result, fields) = self.constructor_types(id, tag);
        self.expect(ty, &result, span, "this pattern");
        let typed = match (arguments, fields.as_slice()) {
            // `C _` ignores all fields at once.
            ([Pattern { kind: PatternKind::Any, .. }], many) => vec![TPattern::Any; many.len()],
            (many, [only]) if many.len() > 1 => {
                let whole = Pattern { kind: PatternKind::Tuple(many.to_vec()), span };
                vec![self.pattern_shape(&whole, only, bound)]
            }
            (given, wanted) => {
                if given.len() != wanted.len() {
                    self.wrong_arity(span, &name.text, wanted.len(), given.len());
                }
                let unknown = self.unifier.fresh();
                let mut typed: Vec<_> = given
                    .iter()
                    .enumerate()
                    .map(|(index, argument)| {
                        let ty = wanted.get(index).unwrap_or(&unknown);
                        self.pattern_shape(argument, ty, bound)
                    })
                    .collect();
                typed.resize(wanted.len(), TPattern::Any);
                typed
            }
        };
        TPattern::Construct(id, tag, typed)
    }

    pub(super) fn wrong_arity(&mut self, span: Span, name: &str, wanted: usize, given: usize) {
        self.error(
            DiagnosticKind::IllTyped,
            span,
            format!("the constructor `{name}` takes {wanted} arguments, but {given} are given"),
            "",
        );
    }

    fn record_pattern(
        &mut self,
        span: Span,
        fields: &[(Name, Pattern)],
        ty: &Ty,
        bound: &mut Bound,
    ) -> TPattern {
        let Some((id, result, types)) = self.record_type(fields.first().map(|(name, _)| name), span) else {
            return TPattern::Any;
        };
        self.expect(ty, &result, span, "this pattern");
        let mut typed = vec![TPattern::Any; types.len()];
        for (name, pattern) in fields {
            match self.field_index(name, id) {
                Some(index) => {
                    let field = types.get(index).cloned().unwrap_or_else(Ty::unit);
                    let inner = self.pattern_shape(pattern, &field, bound);
                    if let Some(slot) = typed.get_mut(index) {
                        *slot = inner;
                    }
                }
                None => {
                    let unknown = self.unifier.fresh();
                    self.pattern_shape(pattern, &unknown, bound);
                }
            }
        }
        TPattern::Construct(id, 0, typed)
    }

    /// All alternatives bind the same variables; the first one's numbers win.
    fn or_pattern(&mut self, alternatives: &[Pattern], ty: &Ty, bound: &mut Bound) -> TPattern {
        let mut list = Vec::new();
        let mut first: Option<Bound> = None;
        for alternative in alternatives {
            let mut own = Bound::new();
            let mut typed = self.pattern_shape(alternative, ty, &mut own);
            match &first {
                None => first = Some(own),
                Some(reference) => {
                    let mut renaming = Vec::new();
                    let reference = reference.clone();
                    for (name, local, ty) in &own {
                        match reference.iter().find(|(known, _, _)| known == name) {
                            Some((_, target, expected)) => {
                                self.expect(expected, ty, alternative.span, &format!("`{name}`"));
                                renaming.push((*local, *target));
                            }
                            None => self.one_sided(alternative.span, name),
                        }
                    }
                    for (name, _, _) in &reference {
                        if !own.iter().any(|(known, _, _)| known == name) {
                            self.one_sided(alternative.span, name);
                        }
                    }
                    rename(&mut typed, &renaming);
                }
            }
            list.push(typed);
        }
        for (name, local, ty) in first.unwrap_or_default() {
            if bound.iter().any(|(known, _, _)| *known == name) {
                let span = alternatives.first().map(|alternative| alternative.span);
                if let Some(span) = span {
                    self.error(
                        DiagnosticKind::Duplicate,
                        span,
                        format!("`{name}` is bound twice in this pattern"),
                        "rename one of them",
                    );
                }
            }
            bound.push((name, local, ty));
        }
        TPattern::Or(list)
    }

    fn one_sided(&mut self, span: Span, name: &str) {
        self.error(
            DiagnosticKind::IllTyped,
            span,
            format!("`{name}` is bound in one alternative only"),
            "bind the same variables on both sides of `|`",
        );
    }
}

fn rename(pattern: &mut TPattern, renaming: &[(LocalId, LocalId)]) {
    let target =
        |local: LocalId| renaming.iter().find(|(from, _)| *from == local).map_or(local, |(_, to)| *to);
    match pattern {
        TPattern::Any | TPattern::Literal(_) => {}
        TPattern::Variable(local) => *local = target(*local),
        TPattern::Alias(inner, local) => {
            *local = target(*local);
            rename(inner, renaming);
        }
        TPattern::Or(list) | TPattern::Construct(_, _, list) => {
            for inner in list {
                rename(inner, renaming);
            }
        }
    }
}
