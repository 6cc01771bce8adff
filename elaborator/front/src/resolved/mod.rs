//! Reads what OCaml's own front end made of a file into the surface tree.
//!
//! The input is what `elaborator/ocaml/covenant_read.ml` prints: the typed tree as JSON. Every name is
//! unique afterwards: locals, top-level definitions, types, constructors and fields carry OCaml's
//! number behind a mark, so that no later step resolves a name of the program a second time.
//! Only names of the runtime and of `Stdlib` keep their plain spelling, which nothing in the file can take.
//!
//! It is imported into the *surface* tree, so that inference and lowering exist once. Importing into
//! the typed tree was rejected: formulas, which are not OCaml, need inference anyway.
//!
//! The JSON is data from outside: whatever is wrong with it is a problem at a place, never a panic, and
//! its depth is bounded.

mod expressions;
mod formulas;
pub(crate) mod names;
mod types;

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value as Json;

use self::names::unique;
pub(crate) use self::names::{MARK, plain};
use super::diagnostic::{DiagnosticKind, Problems};
use super::span::{Source, Span};
use super::syntax::language::LanguageKind;
use super::syntax::{
    Attribute, Binding, Bindings, Fact, FactKind, Functor, Item, Name, Namespace, OperatorSignature, Pattern,
    PatternKind, Reason, SetAside, TypeExpr, TypeExprKind, UnreadClaim,
};

/// The version of the format.
const FORMAT: u64 = 1;

/// Deeper JSON is refused. An expression takes up to four levels, and the parser lets 2,000 nested
/// expressions through.
const DEEPEST_JSON: usize = 8_000;

/// Something that cannot be imported: where, and what it is.
struct Unread {
    span: Span,
    what: String,
}

type Read<T> = Result<T, Unread>;

struct Importer<'t> {
    text: &'t str,
    types: Vec<Json>,
    problems: &'t mut Problems,
    /// Parameters of the binding whose attributes are read: plain name to unique one.
    parameters: BTreeMap<String, String>,
    /// Parameters that the claim of that binding names: a measure may mean them.
    claim_parameters: Vec<String>,
    /// What OCaml calls the system under test, in a functor over operators.
    system: Option<String>,
    depth: usize,
}

/// The items of a file; `None`, with a problem, if this is not the reader's output.
pub(crate) fn items(json: &str, text: &str, problems: &mut Problems) -> Option<Vec<Item>> {
    let Some((types, datatypes, list)) = parts(json) else {
        problems.push(
            DiagnosticKind::Syntax,
            Span::new(Source::User, 0, 0),
            "what the OCaml reader printed cannot be read",
            "its files in the cache may be damaged; remove them, and they are made again",
        );
        return None;
    };
    let mut importer = Importer {
        text,
        types,
        problems,
        parameters: BTreeMap::new(),
        claim_parameters: Vec::new(),
        system: None,
        depth: 0,
    };
    let mut items = Vec::new();
    let mut declarations = Vec::new();
    for data in &datatypes {
        // Types of other files are known by name, if at all.
        if !data["name"].as_str().is_some_and(|name| name.contains('/')) || data["kind"] == "abstract" {
            continue;
        }
        match importer.declaration(data) {
            Ok(declaration) => declarations.push(declaration),
            Err(unread) => importer.decline(&unread),
        }
    }
    if !declarations.is_empty() {
        items.push(Item::Types(declarations));
    }
    importer.all(&list, &mut items);
    Some(items)
}

/// Types, datatypes and items, if it is the output of the reader at all.
fn parts(json: &str) -> Option<(Vec<Json>, Vec<Json>, Vec<Json>)> {
    if nesting(json) > DEEPEST_JSON {
        return None;
    }
    let mut reader = serde_json::Deserializer::from_str(json);
    reader.disable_recursion_limit();
    let mut file = Json::deserialize(&mut reader).ok()?;
    reader.end().ok()?;
    if file["format"].as_u64() != Some(FORMAT) {
        return None;
    }
    let mut list = |key: &str| match file.get_mut(key).map(Json::take) {
        Some(Json::Array(list)) => Some(list),
        _ => None,
    };
    Some((list("types")?, list("datatypes")?, list("items")?))
}

/// How deep brackets are nested; those in strings count too, which does no harm.
fn nesting(json: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let (mut in_string, mut escaped) = (false, false);
    for byte in json.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = in_string,
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

/// A part that must be a list.
fn list(json: &Json) -> &[Json] {
    json.as_array().map_or(&[], Vec::as_slice)
}

impl Importer<'_> {
    fn span(&self, node: &Json) -> Span {
        let at = |i: usize| {
            let offset = node["loc"][i].as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
            offset.min(self.text.len())
        };
        Span::new(Source::User, at(0), at(1).max(at(0)))
    }

    /// A part that must be a string.
    fn word<'j>(&self, node: &'j Json, part: &'j Json) -> Read<&'j str> {
        part.as_str().ok_or_else(|| self.unread(node, "a part that the OCaml reader left out"))
    }

    fn unread(&self, node: &Json, what: impl Into<String>) -> Unread {
        Unread { span: self.span(node), what: what.into() }
    }

    fn decline(&mut self, unread: &Unread) {
        self.problems.decline(unread.span, &unread.what, "");
    }

    fn all(&mut self, list: &[Json], items: &mut Vec<Item>) {
        for item in list {
            let before = self.problems.error_count();
            let read = match item["k"].as_str() {
                Some("let") => self.definition(item).map(Some),
                Some("value") => self.value(item).map(Some),
                Some("claim") => self.claim(item).map(Some),
                Some("operators") => self.operators(item).map(Some),
                Some("functor") if self.system.is_none() => self.functor(item, items).map(Some),
                Some("module") => {
                    self.all(item["items"].as_array().map_or(&[], Vec::as_slice), items);
                    Ok(None)
                }
                _ => Err(self.unread(item, item["what"].as_str().unwrap_or("this item"))),
            };
            match read {
                Ok(read) => items.extend(read),
                Err(unread) => {
                    self.decline(&unread);
                    if let Some(why) = self.problems.first_error_after(before) {
                        items.push(Item::SetAside(self.set_aside(item, why)));
                    }
                }
            }
        }
    }

    fn set_aside(&self, item: &Json, why: Reason) -> SetAside {
        let mut aside = SetAside { names: Vec::new(), claims: Vec::new(), generators: Vec::new(), why };
        for binding in list(&item["bs"]) {
            let span = self.span(binding);
            if let Some(id) = binding["p"]["id"].as_str() {
                let name = Name { text: unique(id), span };
                if list(&binding["attrs"]).iter().any(|a| a["name"] == "covers") {
                    aside.claims.push(UnreadClaim { name: name.clone(), span, claim_span: span });
                }
                aside.names.push((Namespace::Value, name));
            }
        }
        aside
    }

    /// `val f : t`
    fn value(&mut self, item: &Json) -> Read<Item> {
        let span = self.span(item);
        let name = Name { text: unique(self.word(item, &item["id"])?), span };
        Ok(Item::Value(name, self.ty(&item["t"], span)?))
    }

    /// `module type S = sig … end [@@operators event]`
    fn operators(&mut self, item: &Json) -> Read<Item> {
        let span = self.span(item);
        let attribute = list(&item["attrs"]).iter().find(|attribute| attribute["name"] == "operators");
        let event = attribute.and_then(|attribute| {
            let at = self.span(attribute);
            let word = self.text.get(at.start..at.end)?.trim();
            Some((attribute["names"][word]["type"].clone(), at))
        });
        let event = match event {
            Some((meaning, at)) if !meaning.is_null() => self.ty(&meaning, at)?,
            _ => return Err(self.unread(item, "a signature of operators without a type of events")),
        };
        let mut operators = Vec::new();
        for value in list(&item["vals"]) {
            if value["k"] != "value" {
                return Err(self.unread(value, value["what"].as_str().unwrap_or("this part of a signature")));
            }
            let at = self.span(value);
            let name = Name { text: self.word(value, &value["name"])?.to_owned(), span: at };
            operators.push((name, self.ty(&value["t"], at)?));
        }
        let name = Name { text: unique(self.word(item, &item["id"])?), span };
        Ok(Item::Operators(Box::new(OperatorSignature { name, event, operators, span })))
    }

    /// `module F (S : SIG) = struct … end`, if `SIG` was read.
    fn functor(&mut self, item: &Json, before: &[Item]) -> Read<Item> {
        let span = self.span(item);
        let named =
            |importer: &Self, part: &Json| Ok(Name { text: unique(importer.word(item, part)?), span });
        let signature = named(self, &item["sig"])?;
        let known = |item: &Item| matches!(item, Item::Operators(known) if known.name.text == signature.text);
        if !before.iter().any(known) {
            return Err(self.unread(item, "a functor"));
        }
        let (name, parameter) = (named(self, &item["id"])?, named(self, &item["system"])?);
        let mut items = Vec::new();
        self.system = Some(self.word(item, &item["system"])?.to_owned());
        self.all(list(&item["items"]), &mut items);
        self.system = None;
        Ok(Item::Functor(Box::new(Functor { name, parameter, signature, items, span })))
    }

    fn definition(&mut self, item: &Json) -> Read<Item> {
        let bindings = list(&item["bs"]);
        let role = bindings.iter().flat_map(|binding| list(&binding["attrs"])).find_map(|attribute| {
            let word = attribute["name"].as_str()?;
            ["predicate", "lemma", "axiom", "assert", "library", "assume", "answers", "goal", "grammar"]
                .contains(&word)
                .then_some(word)
        });
        if let Some(kind) = role.and_then(LanguageKind::of) {
            return self.language(item, kind).map(|language| Item::Language(Box::new(language)));
        }
        let mut read = self.bindings(item["rec"] == true, bindings)?;
        let kind = match role {
            None => return Ok(Item::Program(read)),
            Some("predicate") => return Ok(Item::Predicates(read)),
            Some("answers") => return Ok(Item::Answers(read)),
            Some("lemma") => FactKind::Lemma,
            Some("axiom") => FactKind::Axiom,
            Some(word) => return Err(self.unread(item, format!("`{word}` here"))),
        };
        match (read.list.pop(), read.list.is_empty()) {
            (Some(Binding { pattern, parameters, body, .. }), true) => match pattern.kind {
                PatternKind::Variable(text) => {
                    let name = Name { text, span: pattern.span };
                    Ok(Item::Fact(Fact { kind, name, parameters, body, span: self.span(item) }))
                }
                _ => Err(self.unread(item, "a fact without a name")),
            },
            _ => Err(self.unread(item, "several facts at once")),
        }
    }

    fn bindings(&mut self, recursive: bool, list: &[Json]) -> Read<Bindings> {
        let list = list.iter().map(|binding| self.binding(binding)).collect::<Read<Vec<_>>>()?;
        Ok(Bindings { recursive, list })
    }

    fn binding(&mut self, binding: &Json) -> Read<Binding> {
        let span = self.span(binding);
        let mut pattern = self.pattern(&binding["p"])?;
        let mut parameters = Vec::new();
        let mut body = &binding["e"];
        let named = matches!(pattern.kind, PatternKind::Variable(_));
        // Inference alone would leave the type open where only an annotation settled it.
        if named && body["k"] != "fun" && self.is_ground(&binding["p"]["t"]) {
            let ty = self.ty(&binding["p"]["t"], span)?;
            pattern = Pattern { span: pattern.span, kind: PatternKind::Typed(Box::new(pattern), ty) };
        }
        while named && body["k"] == "fun" {
            let [case] = list(&body["cases"]) else { break };
            if case.get("when").is_some() {
                break;
            }
            self.plain_function(body)?;
            parameters.push(self.labelled(body, &case["p"])?);
            body = &case["e"];
        }
        let body = self.expr(body)?;
        let own = parameters.iter().filter_map(variable_of).map(|n| (plain(n), n.to_owned())).collect();
        let outer = std::mem::replace(&mut self.parameters, own);
        let attributes = self.attributes(list(&binding["attrs"]), span);
        self.parameters = outer;
        let mut result = if named { self.result(&binding["p"]["t"], parameters.len(), span)? } else { None };
        // What a function that asks is read as depends on its result.
        if result.is_none() && named && self.system.is_some() && !parameters.is_empty() {
            result = self.ty(&binding["p"]["t"], span).ok().and_then(|ty| behind(ty, parameters.len()));
        }
        Ok(Binding { pattern, parameters, result, body, attributes: attributes?, span })
    }

    /// The type behind so many parameters, where an annotation may have settled it.
    fn result(&mut self, ty: &Json, parameters: usize, span: Span) -> Read<Option<TypeExpr>> {
        if parameters == 0 {
            return Ok(None);
        }
        match self.behind(ty, parameters) {
            Some(result) if self.is_ground(result) => self.ty(result, span).map(Some),
            _ => Ok(None),
        }
    }

    /// The attributes of a binding, in order; claims are read first, because measures mean their names.
    fn attributes(&mut self, list: &[Json], span: Span) -> Read<Vec<Attribute>> {
        let is_claim = |attribute: &Json| attribute["name"].as_str().is_some_and(|n| n.ends_with("covers"));
        let mut read: Vec<Option<Attribute>> = vec![None; list.len()];
        self.claim_parameters.clear();
        for claims in [true, false] {
            for (attribute, place) in list.iter().zip(&mut read).filter(|(a, _)| is_claim(a) == claims) {
                *place = self.attribute(attribute, span)?;
                if let Some(Attribute::Covers(scheme) | Attribute::AssumeCovers(scheme)) = place {
                    self.claim_parameters = formulas::parameters_of(scheme);
                }
            }
        }
        self.claim_parameters.clear();
        Ok(read.into_iter().flatten().collect())
    }

    fn attribute(&mut self, attribute: &Json, span: Span) -> Read<Option<Attribute>> {
        let word = attribute["name"].as_str().unwrap_or("");
        let problem = || Unread { span, what: format!("the attribute `{word}`") };
        Ok(match word {
            "covers" => Some(Attribute::Covers(self.scheme(attribute).ok_or_else(problem)?)),
            "assume_covers" => Some(Attribute::AssumeCovers(self.scheme(attribute).ok_or_else(problem)?)),
            "measure" => Some(Attribute::Measure(self.term(attribute).ok_or_else(problem)?)),
            "rank" => Some(Attribute::Rank(self.term(attribute).ok_or_else(problem)?)),
            _ => None,
        })
    }
}

/// The type behind so many parameters, if nothing in it is open.
fn behind(mut ty: TypeExpr, parameters: usize) -> Option<TypeExpr> {
    fn is_closed(ty: &TypeExpr) -> bool {
        match &ty.kind {
            TypeExprKind::Apply(_, list) | TypeExprKind::Tuple(list) => list.iter().all(is_closed),
            TypeExprKind::Variable(_) | TypeExprKind::Arrow(..) | TypeExprKind::Any => false,
        }
    }
    for _ in 0..parameters {
        let TypeExprKind::Arrow(_, codomain) = ty.kind else { return None };
        ty = *codomain;
    }
    is_closed(&ty).then_some(ty)
}

fn variable_of(pattern: &Pattern) -> Option<&str> {
    match &pattern.kind {
        PatternKind::Variable(name) => Some(name),
        PatternKind::Typed(inner, _) | PatternKind::Labelled(_, inner) => variable_of(inner),
        _ => None,
    }
}
