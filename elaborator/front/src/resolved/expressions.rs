//! Patterns and expressions.

use serde_json::Value as Json;

use super::names::{known_value, member, type_name, unique};
use super::{Importer, Read, Unread, list};
use crate::parse::literals;
use crate::parse::tree::DEEPEST;
use crate::span::Span;
use crate::syntax::{
    Case, Expr, ExprKind, FAILING, Label, Literal, Name, Operator, Pattern, PatternKind, Quantifier,
};

/// What quantifiers were turned into before OCaml read them.
const QUANTIFIERS: [(&str, Quantifier); 2] =
    [("Covenant_formula.exists", Quantifier::Exists), ("Covenant_formula.forall", Quantifier::Forall)];

impl Importer<'_> {
    // --- patterns ---

    pub(super) fn parameter(&mut self, node: &Json) -> Read<Pattern> {
        let span = self.span(node);
        let inner = Box::new(self.pattern(node)?);
        if matches!(inner.kind, PatternKind::Literal(Literal::Unit)) {
            return Ok(*inner);
        }
        Ok(Pattern { kind: PatternKind::Typed(inner, self.ty(&node["t"], span)?), span })
    }

    pub(super) fn pattern(&mut self, node: &Json) -> Read<Pattern> {
        self.deeper(node, |importer| importer.pattern_here(node))
    }

    fn pattern_here(&mut self, node: &Json) -> Read<Pattern> {
        let span = self.span(node);
        let kind = match node["k"].as_str() {
            Some("any") => PatternKind::Any,
            Some("var") => PatternKind::Variable(unique(self.word(node, &node["id"])?)),
            Some("alias") => {
                let text = unique(self.word(node, &node["id"])?);
                match self.pattern(&node["p"])? {
                    Pattern { kind: PatternKind::Any, .. } => PatternKind::Variable(text),
                    inner => PatternKind::Alias(Box::new(inner), Name { text, span }),
                }
            }
            Some("const") => PatternKind::Literal(self.literal(node)?),
            Some("tuple") => PatternKind::Tuple(self.patterns(&node["ps"])?),
            Some("construct") => match built_in(node) {
                Some(literal) => PatternKind::Literal(literal),
                None => PatternKind::Construct(self.constructor(node)?, self.patterns(&node["ps"])?),
            },
            Some("record") => {
                let mut fields = Vec::new();
                for field in list(&node["fields"]) {
                    let owner = self.word(node, &field[0])?;
                    let name = Name { text: member(self.word(node, &field[1])?, owner), span };
                    fields.push((name, self.pattern(&field[2])?));
                }
                PatternKind::Record(fields)
            }
            Some("or") => PatternKind::Or(vec![self.pattern(&node["a"])?, self.pattern(&node["b"])?]),
            _ => return Err(self.unread(node, node["what"].as_str().unwrap_or("this pattern"))),
        };
        Ok(Pattern { kind, span })
    }

    fn patterns(&mut self, patterns: &Json) -> Read<Vec<Pattern>> {
        list(patterns).iter().map(|pattern| self.pattern(pattern)).collect()
    }

    /// OCaml says which value a literal stands for, so its spelling is not looked at again.
    fn literal(&self, node: &Json) -> Read<Literal> {
        let value = &node["c"][1];
        let literal = match node["c"][0].as_str() {
            Some("int") => value.as_i64().map(Literal::Int),
            Some("char") => value
                .as_u64()
                .and_then(|code| u8::try_from(code).ok())
                .map(|byte| Literal::Char(literals::character_of(byte))),
            Some("string") => value
                .as_str()
                .and_then(|text| text.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect())
                .map(|bytes: Vec<u8>| Literal::String(literals::string_of(&bytes))),
            Some("float") => value.as_str().and_then(literals::float).map(Literal::Float),
            _ => None,
        };
        literal.ok_or_else(|| self.unread(node, "this literal"))
    }

    fn constructor(&self, node: &Json) -> Read<Name> {
        let span = self.span(node);
        let owner = self.word(node, &node["type"])?;
        type_name(owner).map_err(|what| Unread { span, what })?;
        Ok(Name { text: member(self.word(node, &node["name"])?, owner), span })
    }

    // --- expressions ---

    /// Runs `read` one level deeper, unless the tree is too deep.
    fn deeper<T>(&mut self, node: &Json, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth >= DEEPEST {
            return Err(self.unread(node, format!("nesting deeper than {DEEPEST} levels")));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    pub(super) fn plain_function(&self, node: &Json) -> Read<()> {
        if node.get("optional").is_some() {
            return Err(self.unread(node, "an optional parameter"));
        }
        if node.get("coerce").is_some() || node.get("newtype").is_some() {
            return Err(self.unread(node, "a coercion or a locally abstract type"));
        }
        Ok(())
    }

    fn boxed(&mut self, node: &Json) -> Read<Box<Expr>> {
        self.expr(node).map(Box::new)
    }

    fn exprs(&mut self, nodes: &Json) -> Read<Vec<Expr>> {
        list(nodes).iter().map(|e| self.expr(e)).collect()
    }

    /// The name of something that is not of this file.
    fn known(&self, node: &Json, path: &Json) -> Read<String> {
        let path = self.word(node, path)?;
        let asked =
            self.system.as_ref().and_then(|s| Some((s, path.strip_prefix(s.as_str())?.strip_prefix('.')?)));
        if let Some((system, operator)) = asked {
            return Ok(format!("{}.{operator}", unique(system)));
        }
        known_value(path).map(str::to_owned).map_err(|what| self.unread(node, what))
    }

    pub(super) fn expr(&mut self, node: &Json) -> Read<Expr> {
        self.deeper(node, |importer| importer.expr_here(node))
    }

    fn expr_here(&mut self, node: &Json) -> Read<Expr> {
        let span = self.span(node);
        if node.get("coerce").is_some() || node.get("newtype").is_some() {
            return Err(self.unread(node, "a coercion or a locally abstract type"));
        }
        let unit = || Box::new(Expr { kind: ExprKind::Literal(Literal::Unit), span });
        let kind = match node["k"].as_str().unwrap_or("") {
            "local" => ExprKind::Variable(unique(self.word(node, &node["id"])?)),
            "global" => ExprKind::Variable(self.known(node, &node["path"])?),
            "const" => ExprKind::Literal(self.literal(node)?),
            "construct" => match built_in(node) {
                Some(literal) => ExprKind::Literal(literal),
                None => ExprKind::Construct(self.constructor(node)?, self.exprs(&node["es"])?),
            },
            "tuple" => ExprKind::Tuple(self.exprs(&node["es"])?),
            "record" => self.record(node)?,
            "field" => {
                let owner = self.word(node, &node["type"])?;
                let name = Name { text: member(self.word(node, &node["name"])?, owner), span };
                ExprKind::Field(self.boxed(&node["e"])?, name)
            }
            "apply" => self.application(node)?,
            "fun" => self.function(node)?,
            "let" => {
                let bindings = self.bindings(node["rec"] == true, list(&node["bs"]))?;
                ExprKind::Let(bindings, self.boxed(&node["body"])?)
            }
            "match" => ExprKind::Match(self.boxed(&node["e"])?, self.cases(&node["cases"])?),
            "if" => {
                let condition = self.boxed(&node["c"])?;
                let then = self.boxed(&node["a"])?;
                let otherwise = match node.get("b") {
                    Some(b) => self.boxed(b)?,
                    None => unit(),
                };
                ExprKind::If(condition, then, otherwise)
            }
            "seq" => ExprKind::Sequence(self.boxed(&node["a"])?, self.boxed(&node["b"])?),
            "assert" => {
                let condition = self.boxed(&node["e"])?;
                if matches!(condition.kind, ExprKind::Literal(Literal::Bool(false))) {
                    ExprKind::Fail
                } else {
                    ExprKind::If(condition, unit(), Box::new(Expr { kind: ExprKind::Fail, span }))
                }
            }
            "letop" => {
                let path = self.word(node, &node["op"])?;
                let local = path.contains('/') && !path.contains('.');
                let name = if local { unique(path) } else { self.known(node, &node["op"])? };
                let head = Box::new(Expr { kind: ExprKind::Variable(name), span });
                let mut bound = self.expr(&node["e"])?;
                for more in list(&node["ands"]) {
                    let head = Expr { kind: ExprKind::Variable(self.known(node, &more["op"])?), span };
                    let right = self.expr(&more["e"])?;
                    bound = Expr { kind: ExprKind::Apply(Box::new(head), vec![bound, right]), span };
                }
                let case = &node["case"];
                let pattern = self.pattern(&case["p"])?;
                if case.get("when").is_some() {
                    return Err(self.unread(node, "this binding"));
                }
                let rest = Expr { kind: ExprKind::Function(vec![pattern], self.boxed(&case["e"])?), span };
                ExprKind::Apply(head, vec![bound, rest])
            }
            _ => return Err(self.unread(node, node["what"].as_str().unwrap_or("this expression"))),
        };
        Ok(Expr { kind, span })
    }

    /// OCaml lists the fields in the order of the type; they are read in the order in which they were written.
    fn record(&mut self, node: &Json) -> Read<ExprKind> {
        let span = self.span(node);
        let owner = self.word(node, &node["type"])?;
        let mut fields = Vec::new();
        for field in list(&node["fields"]) {
            let name = Name { text: member(self.word(node, &field[0])?, owner), span };
            fields.push((name, self.expr(&field[1])?));
        }
        fields.sort_by_key(|(_, value)| value.span.start);
        Ok(match node.get("base") {
            Some(base) => ExprKind::Update(self.boxed(base)?, fields),
            None => ExprKind::Record(fields),
        })
    }

    fn function(&mut self, node: &Json) -> Read<ExprKind> {
        self.plain_function(node)?;
        match list(&node["cases"]) {
            [case] if case.get("when").is_none() => {
                let mut parameters = vec![self.labelled(node, &case["p"])?];
                let body = self.expr(&case["e"])?;
                // `fun a b -> e` is two functions to OCaml.
                Ok(match body.kind {
                    ExprKind::Function(more, inner) => {
                        parameters.extend(more);
                        ExprKind::Function(parameters, inner)
                    }
                    kind => ExprKind::Function(parameters, Box::new(Expr { kind, span: body.span })),
                })
            }
            _ => Ok(ExprKind::Cases(self.cases(&node["cases"])?)),
        }
    }

    fn application(&mut self, node: &Json) -> Read<ExprKind> {
        let mut arguments = Vec::new();
        let head = &node["f"];
        for argument in list(&node["args"]) {
            let Some(value) = argument.get("e") else {
                return Err(self.unread(node, "an omitted argument"));
            };
            if argument.get("label").is_some() || argument.get("optional").is_some() {
                return self.labelled_call(node);
            }
            arguments.push(value);
        }
        if head["k"] == "global" {
            let path = self.word(head, &head["path"])?;
            if let Some((_, quantifier)) = QUANTIFIERS.iter().find(|(name, _)| *name == path) {
                return self.quantified(node, *quantifier, &arguments);
            }
            let at = self.span(head);
            let name = self.known(head, &head["path"])?;
            if FAILING.contains(&name.as_str()) && path.starts_with("Stdlib.") {
                return Ok(ExprKind::Raise(Name { text: name, span: at }));
            }
            let infix = Operator::spelled(&name).is_some() || matches!(name.as_str(), "@@" | "|>" | "@");
            if let ([left, right], true) = (arguments.as_slice(), infix) {
                let name = Name { text: name, span: at };
                return Ok(ExprKind::Infix(name, self.boxed(left)?, self.boxed(right)?));
            }
        }
        let head = self.boxed(head)?;
        let arguments = arguments.into_iter().map(|a| self.expr(a)).collect::<Read<Vec<_>>>()?;
        Ok(ExprKind::Apply(head, arguments))
    }

    /// A call with labels. An optional argument that was left out is `None` for OCaml, one that was given is `Some e`.
    fn labelled_call(&mut self, node: &Json) -> Read<ExprKind> {
        let head = &node["f"];
        let of_library = head["path"].as_str().is_some_and(|path| path.starts_with("QCheck"));
        let mut arguments = Vec::new();
        for argument in list(&node["args"]) {
            let value = &argument["e"];
            let (label, optional) = match (argument["label"].as_str(), argument["optional"].as_str()) {
                (Some(label), _) => (label, false),
                (None, Some(label)) => (label, true),
                (None, None) => {
                    arguments.push(self.expr(value)?);
                    continue;
                }
            };
            // What says nothing about what is drawn is not read; see `qcheck/combinators`.
            if of_library && crate::qcheck::WITHOUT_EFFECT.contains(&label) {
                continue;
            }
            let name = Name { text: label.to_owned(), span: self.span(value) };
            let (value, optional) = match (value["name"].as_str(), list(&value["es"])) {
                (Some("None"), []) if optional && value["k"] == "construct" => continue,
                (Some("Some"), [given]) if optional && value["k"] == "construct" => (given, false),
                _ => (value, optional),
            };
            let span = self.span(value);
            let kind = ExprKind::Labelled(name, optional, self.boxed(value)?);
            arguments.push(Expr { kind, span });
        }
        Ok(ExprKind::Apply(self.boxed(head)?, arguments))
    }

    /// The parameter of a function, with its label if it has one.
    pub(super) fn labelled(&mut self, function: &Json, pattern: &Json) -> Read<Pattern> {
        let inner = self.parameter(pattern)?;
        let Some(label) = function["label"].as_str() else { return Ok(inner) };
        let span = inner.span;
        let name = Name { text: label.to_owned(), span };
        let label = Label { name, optional: false, default: None };
        Ok(Pattern { kind: PatternKind::Labelled(Box::new(label), Box::new(inner)), span })
    }

    /// `Covenant_formula.exists (fun (x : t) -> e)`
    fn quantified(&mut self, node: &Json, quantifier: Quantifier, arguments: &[&Json]) -> Read<ExprKind> {
        let [function] = arguments else { return Err(self.unread(node, "this quantifier")) };
        let [case] = list(&function["cases"]) else { return Err(self.unread(node, "this quantifier")) };
        let span: Span = self.span(&case["p"]);
        let pattern = self.pattern(&case["p"])?;
        let (PatternKind::Variable(text), None) = (pattern.kind, case.get("when")) else {
            return Err(self.unread(node, "this quantifier"));
        };
        let sort = Box::new(self.ty(&case["p"]["t"], span)?);
        Ok(ExprKind::Quantified(quantifier, Name { text, span }, sort, self.boxed(&case["e"])?))
    }

    fn cases(&mut self, nodes: &Json) -> Read<Vec<Case>> {
        let mut cases = Vec::new();
        for case in list(nodes) {
            let pattern = self.pattern(&case["p"])?;
            let guard = match case.get("when") {
                Some(guard) => Some(self.expr(guard)?),
                None => None,
            };
            cases.push(Case { pattern, guard, body: self.expr(&case["e"])? });
        }
        Ok(cases)
    }
}

/// Booleans and unit are literals of the surface tree.
fn built_in(node: &Json) -> Option<Literal> {
    match (node["type"].as_str()?, node["name"].as_str()?) {
        ("bool", name) => Some(Literal::Bool(name == "true")),
        ("unit", _) => Some(Literal::Unit),
        _ => None,
    }
}
