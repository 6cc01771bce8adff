//! Claims, measures and ranks: their text is Covenant's notation and read by its own parsers; what
//! their names mean where they stand is what OCaml says.

use serde_json::Value as Json;

use super::names::{MARK, known_value, member, plain, unique};
use super::{Importer, Read, list, variable_of};
use crate::parse;
use crate::parse::paper::PaperParser;
use crate::span::Source;
use crate::syntax::language::{Language, LanguageKind, TraceExpr, TraceKind, field_names};
use crate::syntax::{
    Case, Expr, ExprKind, Item, Name, Pattern, PatternKind, SpecScheme, SpecType, SpecTypeKind, TypeExpr,
    TypeExprKind,
};

impl<'t> Importer<'t> {
    /// The type in `[@@covers {| τ |}]`. The text is taken from where it stands, and must be what
    /// OCaml says that the string contains.
    pub(super) fn scheme(&mut self, attribute: &Json) -> Option<SpecScheme> {
        let (content, offset) = self.quoted(attribute, &attribute["text"])?;
        let parser = PaperParser::new(content, offset, Source::User);
        let parser = if self.system.is_some() { parser.with_traces() } else { parser };
        let mut scheme = parser.scheme(self.problems)?;
        self.scope(&attribute["names"]).scheme(&mut scheme);
        Some(scheme)
    }

    /// The content of a string literal, and where it begins. It must be what OCaml says that it is.
    fn quoted(&self, node: &Json, said: &Json) -> Option<(&'t str, usize)> {
        let span = self.span(node);
        let literal = self.text.get(span.start..span.end)?;
        let (content, offset) = if let Some(rest) = literal.strip_prefix('{') {
            let (mark, rest) = rest.split_once('|')?;
            let content = rest.strip_suffix('}')?.strip_suffix(mark)?.strip_suffix('|')?;
            (content, span.start + mark.len() + 2)
        } else {
            (literal.strip_prefix('"')?.strip_suffix('"')?, span.start + 1)
        };
        // One character for each byte.
        let same = said.as_str()?.chars().map(u32::from).eq(content.bytes().map(u32::from));
        same.then_some((content, offset))
    }

    /// `let[@goal] name (x : t) … = {| … |}`
    pub(super) fn language(&mut self, item: &Json, kind: LanguageKind) -> Read<Language> {
        let [binding] = list(&item["bs"]) else {
            return Err(self.unread(item, "several languages of traces at once"));
        };
        let span = self.span(binding);
        let name =
            Name { text: unique(self.word(binding, &binding["p"]["id"])?), span: self.span(&binding["p"]) };
        let (mut parameters, mut body) = (Vec::new(), &binding["e"]);
        while body["k"] == "fun" {
            let [case] = list(&body["cases"]) else { break };
            self.plain_function(body)?;
            parameters.push(self.parameter(&case["p"])?);
            body = &case["e"];
        }
        let quoted = if body["k"] == "const" { self.quoted(body, &body["c"][1]) } else { None };
        let Some((content, offset)) = quoted else {
            return Err(self.unread(item, "a language of traces that is no quoted string"));
        };
        let Some(mut traces) = PaperParser::new(content, offset, Source::User).language(self.problems) else {
            return Err(self.unread(item, "this language of traces"));
        };
        let known = parameters.iter().filter_map(variable_of);
        let own = known.map(|name| (plain(name), name.to_owned())).collect();
        let outer = std::mem::replace(&mut self.parameters, own);
        let mut scope = self.scope(&binding["names"]);
        if kind == LanguageKind::Grammar {
            scope.own = Some((plain(&name.text), name.text.clone()));
        }
        scope.traces(&mut traces);
        self.parameters = outer;
        Ok(Language { kind, name, parameters, body: traces, span })
    }

    /// The term in `[@@measure e]`.
    pub(super) fn term(&mut self, attribute: &Json) -> Option<Expr> {
        let span = self.span(attribute);
        let mut term = parse::formula(self.text, span, self.problems)?;
        self.scope(&attribute["names"]).rename(&mut term);
        Some(term)
    }

    /// A claim in Poirot's notation.
    pub(super) fn claim(&mut self, item: &Json) -> Read<Item> {
        let span = self.span(item);
        let before = self.problems.error_count();
        let claim = parse::claim(self.text, span, self.problems);
        let Some(mut claim) = claim.filter(|claim| claim.within.is_none()) else {
            return Err(self.unread(item, "this claim"));
        };
        if self.problems.error_count() != before {
            return Err(self.unread(item, "this claim"));
        }
        let mut scope = self.scope(&item["names"]);
        scope.value(&mut claim.name.text);
        scope.scheme(&mut claim.scheme);
        Ok(Item::Claim(claim))
    }

    fn scope<'a>(&'a self, names: &'a Json) -> Scope<'a> {
        Scope { importer: self, names, bound: Vec::new(), own: None }
    }
}

/// The parameters that a claim names.
pub(super) fn parameters_of(scheme: &SpecScheme) -> Vec<String> {
    let (mut names, mut rest) = (Vec::new(), &scheme.body);
    while let SpecTypeKind::Arrow { parameter, codomain, .. } = &rest.kind {
        names.extend(parameter.as_ref().map(|name| name.text.clone()));
        rest = codomain;
    }
    names
}

/// What the words of a formula mean.
struct Scope<'a> {
    importer: &'a Importer<'a>,
    names: &'a Json,
    /// The variables that the formula itself binds.
    bound: Vec<String>,
    /// What a grammar is called in itself, and otherwise.
    own: Option<(String, String)>,
}

impl Scope<'_> {
    fn scheme(&mut self, scheme: &mut SpecScheme) {
        self.bound.extend(scheme.predicates.iter().map(|(name, _)| name.text.clone()));
        self.spec(&mut scheme.body);
        for (_, sorts) in &mut scheme.predicates {
            sorts.iter_mut().for_each(|sort| self.sort(sort));
        }
    }

    fn spec(&mut self, spec: &mut SpecType) {
        match &mut spec.kind {
            SpecTypeKind::Base { value, sort, formula, .. } => {
                self.sort(sort);
                self.bound.push(value.text.clone());
                self.rename(formula);
                self.bound.pop();
            }
            SpecTypeKind::Arrow { parameter, domain, codomain } => {
                self.spec(domain);
                let height = self.bound.len();
                self.bound.extend(parameter.as_ref().map(|name| name.text.clone()));
                self.spec(codomain);
                self.bound.truncate(height);
            }
        }
    }

    /// Gives the names of a formula the meaning that OCaml gives them where it stands.
    fn rename(&mut self, expr: &mut Expr) {
        match &mut expr.kind {
            ExprKind::Variable(name) => self.value(name),
            ExprKind::Construct(name, arguments) => {
                name.text = self.owned(&name.text, "constructor");
                arguments.iter_mut().for_each(|argument| self.rename(argument));
            }
            ExprKind::Tuple(list) => list.iter_mut().for_each(|part| self.rename(part)),
            ExprKind::Record(fields) => self.fields(fields),
            ExprKind::Update(base, fields) => {
                self.rename(base);
                self.fields(fields);
            }
            ExprKind::Field(inner, name) => {
                name.text = self.owned(&name.text, "field");
                self.rename(inner);
            }
            ExprKind::Apply(head, arguments) => {
                self.rename(head);
                arguments.iter_mut().for_each(|argument| self.rename(argument));
            }
            ExprKind::Binary(_, a, b) | ExprKind::Infix(_, a, b) | ExprKind::Sequence(a, b) => {
                self.rename(a);
                self.rename(b);
            }
            ExprKind::Negate(a) | ExprKind::Not(a) => self.rename(a),
            ExprKind::Typed(a, written) => {
                self.sort(written);
                self.rename(a);
            }
            ExprKind::If(a, b, c) => {
                self.rename(a);
                self.rename(b);
                self.rename(c);
            }
            ExprKind::Quantified(_, name, sort, body) => {
                self.sort(sort);
                self.bound.push(name.text.clone());
                self.rename(body);
                self.bound.pop();
            }
            ExprKind::Function(parameters, body) => {
                let height = self.bound.len();
                parameters.iter_mut().for_each(|parameter| self.pattern(parameter));
                self.rename(body);
                self.bound.truncate(height);
            }
            ExprKind::Cases(cases) => self.cases(cases),
            ExprKind::Match(scrutinee, cases) => {
                self.rename(scrutinee);
                self.cases(cases);
            }
            ExprKind::Let(bindings, body) => {
                let height = self.bound.len();
                for binding in &mut bindings.list {
                    binding.parameters.iter_mut().for_each(|parameter| self.pattern(parameter));
                    binding.result.iter_mut().for_each(|written| self.sort(written));
                    self.rename(&mut binding.body);
                    self.bound.truncate(height);
                }
                bindings.list.iter_mut().for_each(|binding| self.pattern(&mut binding.pattern));
                self.rename(body);
                self.bound.truncate(height);
            }
            // Formulas have none of these; what has one keeps names that nothing declares.
            ExprKind::Literal(_)
            | ExprKind::Fail
            | ExprKind::Open(..)
            | ExprKind::Labelled(..)
            | ExprKind::Raise(_) => {}
        }
    }

    fn cases(&mut self, cases: &mut [Case]) {
        for case in cases {
            let height = self.bound.len();
            self.pattern(&mut case.pattern);
            case.guard.iter_mut().for_each(|guard| self.rename(guard));
            self.rename(&mut case.body);
            self.bound.truncate(height);
        }
    }

    /// Gives the constructors and fields of a pattern their meaning; notes the variables that it binds.
    fn pattern(&mut self, pattern: &mut Pattern) {
        match &mut pattern.kind {
            PatternKind::Any | PatternKind::Literal(_) => {}
            PatternKind::Variable(name) => self.bound.push(name.clone()),
            PatternKind::Typed(inner, written) => {
                self.sort(written);
                self.pattern(inner);
            }
            PatternKind::Alias(inner, name) => {
                self.bound.push(name.text.clone());
                self.pattern(inner);
            }
            PatternKind::Construct(name, list) => {
                name.text = self.owned(&name.text, "constructor");
                list.iter_mut().for_each(|inner| self.pattern(inner));
            }
            PatternKind::Or(list) | PatternKind::Tuple(list) => {
                list.iter_mut().for_each(|inner| self.pattern(inner));
            }
            PatternKind::Record(fields) => {
                for (name, inner) in fields {
                    name.text = self.owned(&name.text, "field");
                    self.pattern(inner);
                }
            }
            PatternKind::Labelled(_, inner) => self.pattern(inner),
        }
    }

    /// The fields of an event that are named where it stands hide what OCaml knows by these names: a name in the place of
    /// a field is a parameter of the language, or new.
    fn traces(&mut self, traces: &mut TraceExpr) {
        match &mut traces.kind {
            TraceKind::Nothing(when) => when.iter_mut().for_each(|when| self.rename(when)),
            TraceKind::Event(name, arguments, when) => {
                name.text = self.owned(&name.text, "constructor");
                let height = self.bound.len();
                for argument in arguments.iter() {
                    field_names(argument, &mut |name, _| {
                        if !self.importer.parameters.contains_key(name) {
                            self.bound.push(name.to_owned());
                        }
                    });
                }
                arguments.iter_mut().chain(when.iter_mut().map(|when| &mut **when)).for_each(|part| {
                    self.rename(part);
                });
                self.bound.truncate(height);
            }
            TraceKind::Call(name, arguments) => {
                match &self.own {
                    Some((plain, unique)) if *plain == name.text => name.text.clone_from(unique),
                    _ => self.value(&mut name.text),
                }
                arguments.iter_mut().for_each(|argument| self.rename(argument));
            }
            _ => traces.parts_mut().into_iter().for_each(|part| self.traces(part)),
        }
    }

    fn fields(&mut self, fields: &mut [(Name, Expr)]) {
        for (name, value) in fields {
            name.text = self.owned(&name.text, "field");
            self.rename(value);
        }
    }

    /// A variable. What OCaml knows by a path that nothing here knows gets a name that nothing declares;
    /// what OCaml does not know is a name of the formula language.
    fn value(&self, name: &mut String) {
        if self.bound.contains(name) {
            return;
        }
        if let Some(parameter) = self.importer.parameters.get(name) {
            name.clone_from(parameter);
        } else if self.importer.claim_parameters.contains(name) {
            // A measure or rank; the claim's names are plain.
        } else if let Some(path) = self.names[name.as_str()]["value"].as_str() {
            *name = match known_value(path) {
                _ if path.contains('/') => unique(path),
                Ok(plain) => plain.to_owned(),
                Err(_) => nothing(name),
            };
        }
    }

    /// A constructor or field with the number of its type.
    fn owned(&self, name: &str, kind: &str) -> String {
        self.names[name][kind].as_str().map_or_else(|| name.to_owned(), |owner| member(name, owner))
    }

    fn sort(&self, written: &mut TypeExpr) {
        match &mut written.kind {
            TypeExprKind::Apply(name, arguments) => {
                arguments.iter_mut().for_each(|argument| self.sort(argument));
                let meaning = &self.names[name.as_str()]["type"];
                if meaning.is_null() {
                    return;
                }
                match self.importer.ty(meaning, written.span) {
                    Ok(mut meant) => {
                        substitute(&mut meant, arguments);
                        *written = meant;
                    }
                    Err(_) => *name = nothing(name),
                }
            }
            TypeExprKind::Tuple(list) => list.iter_mut().for_each(|part| self.sort(part)),
            TypeExprKind::Arrow(a, b) => {
                self.sort(a);
                self.sort(b);
            }
            TypeExprKind::Variable(_) | TypeExprKind::Any => {}
        }
    }
}

/// A name that nothing declares, so that whatever uses it is declined.
fn nothing(name: &str) -> String {
    format!("{name}{MARK}")
}

/// Puts the arguments of a type in the place of its parameters: parameter `i` is the variable `ti`.
fn substitute(ty: &mut TypeExpr, arguments: &[TypeExpr]) {
    match &mut ty.kind {
        TypeExprKind::Variable(name) => {
            let number = name.strip_prefix('t').and_then(|number| number.parse::<usize>().ok());
            if let Some(argument) = number.and_then(|number| arguments.get(number)) {
                *ty = argument.clone();
            }
        }
        TypeExprKind::Apply(_, list) | TypeExprKind::Tuple(list) => {
            list.iter_mut().for_each(|part| substitute(part, arguments));
        }
        TypeExprKind::Arrow(a, b) => {
            substitute(a, arguments);
            substitute(b, arguments);
        }
        TypeExprKind::Any => {}
    }
}
