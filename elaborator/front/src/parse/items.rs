//! Top-level items and their attributes.

use tree_sitter::Node;

use super::effects;
use super::paper::PaperParser;
use super::tree::{Reader, attributes, child_of_kind, field, parts};
use crate::diagnostic::DiagnosticKind;
use crate::span::Span;
use crate::syntax::language::LanguageKind;
use crate::syntax::{
    Attribute, Binding, Claim, Enclosing, Evaluated, Expr, ExprKind, Fact, FactKind, Item, Name, Namespace,
    PatternKind, Reason, SetAside, SpecScheme,
};

/// What a file has defined so far.
#[derive(Default)]
struct Own {
    /// Names of types, constructors and fields (and of types that these mention).
    types: Vec<String>,
    /// Whether there is anything else.
    other: bool,
}

impl Own {
    /// Whether an `open` of a known module may give one of the names another meaning.
    fn is_hidden_by(&self, open: &str) -> bool {
        let runtime = open.ends_with("Covenant_runtime");
        let clashes = |name: &String| !runtime || TYPES_OF_RUNTIME.contains(&name.as_str());
        self.other || self.types.iter().any(clashes)
    }
}

/// The types of the runtime module, and their constructors.
pub(crate) const TYPES_OF_RUNTIME: [&str; 24] = [
    "gen",
    "tree",
    "Leaf",
    "Node",
    "rbtree",
    "Rbtleaf",
    "Rbtnode",
    "lazyty",
    "Lazyty",
    "stream",
    "Streamnil",
    "Streamlazycons",
    "leftisthp",
    "Lhpleaf",
    "Lhpnode",
    "stlc_ty",
    "Stlc_ty_nat",
    "Stlc_ty_arr",
    "stlc_term",
    "Stlc_const",
    "Stlc_id",
    "Stlc_app",
    "Stlc_abs",
    "Err",
];

/// How an item was read.
enum ItemReading {
    /// As far as it says anything to this tool.
    Done,
    /// Nothing after it can be understood.
    HidesNames,
    /// Not, and there may be no message about it yet.
    Failed,
}

impl Reader<'_> {
    /// The items of a file or of a module's structure.
    pub(crate) fn items(&mut self, root: Node<'_>) -> Vec<Item> {
        let mut items = Vec::new();
        let mut cursor = root.walk();
        let children: Vec<_> = root.children(&mut cursor).collect();
        let mut own_modules = Vec::new();
        let mut hidden = None;
        // What is defined that an `open` may hide.
        let mut own = Own::default();
        for (position, node) in children.iter().enumerate() {
            if matches!(node.kind(), "comment" | ";;" | "struct" | "end") {
                continue;
            }
            let quiet = effects::is_quiet(*node) && !has_extension(*node);
            let evaluated = !self.is_claim(*node) && !quiet && !self.concerns_only_tests(*node);
            let mark = Item::Evaluated(Evaluated { span: self.span(*node), postponed: false });
            // Whether it is needed for a module is seen when it has been read.
            let is_module = node.kind() == "module_definition";
            if evaluated && !is_module {
                items.push(mark.clone());
            }
            if let Some(why) = &hidden {
                items.extend((evaluated && is_module).then_some(mark));
                items.push(Item::SetAside(self.set_aside(*node, Reason::clone(why))));
                continue;
            }
            let mut before = (items.len(), self.problems.error_count());
            let leaks = self.leaks;
            let trailing = children.get(position + 1).filter(|next| next.kind() == "attribute").copied();
            let opens = node.kind() == "open_module" && self.opens_known_names(*node, &own_modules);
            let reading = match node.kind() {
                _ if self.modules && !has_extension(*node) && self.structure_item(*node, &mut items) => {
                    ItemReading::Done
                }
                _ if !has_extension(*node) && self.operator_item(*node, &mut items) => ItemReading::Done,
                // `open%x`, `let%x`: a preprocessor may make anything of it.
                _ if has_extension(*node) => ItemReading::HidesNames,
                "open_module" if opens && !own.is_hidden_by(self.text_of(*node)) => {
                    self.opened(*node);
                    ItemReading::Done
                }
                "open_module" | "include_module" => ItemReading::HidesNames,
                "module_definition" => {
                    own_modules.extend(parts(*node).iter().filter_map(|binding| {
                        child_of_kind(*binding, "module_name").map(|name| self.text_of(name))
                    }));
                    self.decline(*node, "a module");
                    ItemReading::Failed
                }
                _ => self.item(*node, trailing, &mut items),
            };
            // Items inside of a module answer for themselves, if all that they define is known.
            let contained = is_module
                && matches!(reading, ItemReading::Done)
                && matches!(items.last(), Some(Item::Module(..)))
                && self.leaks == leaks;
            let errors = if contained { self.problems.error_count() } else { before.1 };
            if matches!(reading, ItemReading::HidesNames) {
                self.hides_names(*node, opens);
            } else if matches!(reading, ItemReading::Done) && self.problems.error_count() == errors {
                self.leave_nothing(*node);
            }
            if matches!(reading, ItemReading::Failed) && self.problems.error_count() == before.1 {
                self.decline(*node, "this form of definition");
            }
            self.define(*node, &mut own);
            let failed = self.problems.first_error_after(errors);
            // SOUNDNESS: a module that is not read does not answer for its items.
            let read = items.len() > before.0
                && failed.is_none()
                && matches!(items.last(), Some(Item::Module(..) | Item::Template(_) | Item::Application(_)));
            if evaluated && is_module && !read {
                items.insert(before.0, mark);
                before.0 += 1;
            }
            if let Some(why) = failed {
                hidden = matches!(reading, ItemReading::HidesNames).then(|| why.clone());
                items.truncate(before.0);
                // SOUNDNESS: of other items it is not known what they define.
                let names_are_known = matches!(node.kind(), "value_definition" | "type_definition");
                if hidden.is_some() || !names_are_known {
                    self.leaks += 1;
                }
                let aside = self.set_aside(*node, why);
                // Inside of a module it is said where it is needed.
                if root.kind() == "structure" && names_are_known && aside.claims.is_empty() {
                    self.problems.forget_after(before.1);
                    self.mark_whole(*node);
                }
                items.push(Item::SetAside(aside));
                // SOUNDNESS: a type that is not read has its values derived all the same.
                if node.kind() == "type_definition" {
                    items.extend(self.derived(*node).map(Item::SetAside));
                }
            }
        }
        items
    }

    /// Whether an item is a claim in the notation of expressions, which OCaml does not evaluate as it
    /// stands: it is made of extension nodes.
    fn is_claim(&self, node: Node<'_>) -> bool {
        let claims =
            |attribute: &Node<'_>| matches!(self.attribute_name(*attribute), "assert" | "library" | "assume");
        node.kind() == "value_definition" && attributes(node).iter().any(claims)
    }

    /// Notes what an item defines.
    fn define(&self, node: Node<'_>, own: &mut Own) {
        match node.kind() {
            "open_module" | "attribute" | "floating_attribute" => {}
            "type_definition" => {
                let mut pending = vec![node];
                while let Some(next) = pending.pop() {
                    match next.kind() {
                        "type_constructor" | "constructor_name" | "field_name" => {
                            own.types.push(self.text_of(next).to_owned());
                        }
                        _ => pending.extend(parts(next)),
                    }
                }
            }
            _ => own.other = true,
        }
    }

    /// An item that neither opens nor defines a module.
    fn item(&mut self, node: Node<'_>, trailing: Option<Node<'_>>, items: &mut Vec<Item>) -> ItemReading {
        match node.kind() {
            // One that belongs to a claim was read with it.
            "attribute" | "floating_attribute" => {
                if !self.is_marked(node) {
                    self.unknown_attribute(node);
                }
                ItemReading::Done
            }
            "exception_definition" => {
                items.extend(self.exception(node));
                ItemReading::Done
            }
            "type_definition" => {
                items.push(Item::Types(self.type_definition(node)));
                items.extend(self.derived(node).map(Item::SetAside));
                ItemReading::Done
            }
            "value_definition" => match self.value_definition(node, trailing) {
                Some(item) => {
                    items.push(item);
                    ItemReading::Done
                }
                None => ItemReading::Failed,
            },
            "value_specification" | "external" => match self.value_specification(node) {
                Some(item) => {
                    items.push(item);
                    ItemReading::Done
                }
                None => ItemReading::Failed,
            },
            "module_type_definition" | "expression_item" => {
                self.decline(node, "this form of top-level item");
                ItemReading::Failed
            }
            _ => ItemReading::HidesNames,
        }
    }

    /// What is raised makes no difference: raising is failing. But the name is a constructor, and
    /// may be that of another type.
    fn exception(&mut self, node: Node<'_>) -> Option<Item> {
        self.mark(node);
        let declared = child_of_kind(node, "constructor_declaration")?;
        self.mark_whole(declared);
        let name = self.name(child_of_kind(declared, "constructor_name")?);
        let message = format!("`{}` is an exception", name.text);
        let why = Reason { declined: true, span: name.span, message };
        Some(Item::SetAside(SetAside {
            names: vec![(Namespace::Constructor, name)],
            claims: Vec::new(),
            generators: Vec::new(),
            why,
        }))
    }

    /// An `open` of names that are known.
    fn opened(&mut self, node: Node<'_>) {
        self.mark(node);
        // `open!` differs from `open` in a warning.
        self.has_token(node, "!");
        field(node, "module").inspect(|module| self.mark_whole(*module));
    }

    /// Whether the names that `open M` brings into scope are known: those of the runtime module are,
    /// and those that OCaml opens by itself.
    fn opens_known_names(&self, node: Node<'_>, own_modules: &[&str]) -> bool {
        let opened = field(node, "module").map_or("", |module| self.text_of(module));
        ["Covenant_runtime", "Stdlib"].contains(&opened) && !own_modules.contains(&opened)
    }

    /// SOUNDNESS: what such an item defines may hide any name, operators included, so that nothing
    /// after it can be understood.
    fn hides_names(&mut self, node: Node<'_>, known: bool) {
        let advice = if known {
            "write it at the beginning of the file: it hides what is defined before it"
        } else {
            "define what you need of it in this file"
        };
        let span = self.span(node);
        let kind = node.kind().replace('_', " ");
        let text = self.text_of(node);
        let what = match text.lines().next() {
            Some(line) if line.len() == text.len() => format!("`{text}`"),
            _ => "this item".to_owned(),
        };
        self.problems.decline(
            span,
            &format!("{what} (`{kind}`) may give any name after it a new meaning, and"),
            advice,
        );
    }

    pub(super) fn value_specification(&mut self, node: Node<'_>) -> Option<Item> {
        self.mark(node);
        for symbol in parts(node).into_iter().filter(|part| matches!(part.kind(), "string" | "quoted_string"))
        {
            self.mark_whole(symbol);
        }
        let name = self.name(child_of_kind(node, "value_name")?);
        let written = self.type_expr(field(node, "type")?)?;
        Some(if node.kind() == "external" {
            Item::External(name, written)
        } else {
            Item::Value(name, written)
        })
    }

    fn value_definition(&mut self, node: Node<'_>, trailing: Option<Node<'_>>) -> Option<Item> {
        let mut role = None;
        let mut within = None;
        for attribute in attributes(node) {
            // OCaml knows attributes here directly behind `let` only.
            let before = attribute.prev_sibling().map(|before| before.kind());
            if !matches!(before, Some("let" | "attribute")) {
                let (span, name) = (self.span(attribute), self.attribute_name(attribute).to_owned());
                self.syntax(
                    span,
                    format!("the attribute `{name}` does not stand here"),
                    format!("write it directly behind `let`: `let[@{name}] …`"),
                );
                return None;
            }
            match self.attribute_name(attribute) {
                word @ ("assert" | "library" | "assume" | "axiom" | "lemma" | "predicate" | "answers"
                | "goal" | "grammar") => {
                    if let Some(first) = &role {
                        let message = format!("a `let` with both `[@{first}]` and `[@{word}]`");
                        let span = self.span(attribute);
                        self.ill_formed(span, message, "state one of them");
                        return None;
                    }
                    role = Some(word.to_owned());
                    within = self.enclosing(attribute);
                    self.mark_bare_attribute(attribute);
                    if within.is_some() {
                        child_of_kind(attribute, "attribute_payload").inspect(|p| self.mark_whole(*p));
                    }
                }
                _ => self.unknown_attribute(attribute),
            }
        }
        let Some(role) = role else {
            return self.bindings(node).map(Item::Program);
        };
        if let Some(kind) = LanguageKind::of(&role) {
            return self.language(node, kind).map(|language| Item::Language(Box::new(language)));
        }
        if role == "predicate" || role == "answers" {
            let before = std::mem::replace(&mut self.in_formula, true);
            let bindings = self.bindings(node);
            self.in_formula = before;
            return bindings.map(if role == "answers" { Item::Answers } else { Item::Predicates });
        }
        self.mark(node);
        let bindings: Vec<_> =
            parts(node).into_iter().filter(|child| child.kind() == "let_binding").collect();
        let [binding] = bindings.as_slice() else {
            let span = self.span(node);
            self.ill_formed(
                span,
                format!("`[@{role}]` states one thing at a time"),
                "write one `let` for each",
            );
            return None;
        };
        let name = self.defined_name(*binding)?;
        let span = self.span(node);
        if role == "lemma" || role == "axiom" {
            let kind = if role == "lemma" { FactKind::Lemma } else { FactKind::Axiom };
            return self.fact(*binding, kind, name, span).map(Item::Fact);
        }
        if let Some(attribute) = trailing {
            match self.attribute_name(attribute) {
                "under" => self.mark_bare_attribute(attribute),
                "over" => {
                    self.mark_bare_attribute(attribute);
                    let span = self.span(attribute);
                    self.ill_formed(
                        span,
                        "the result of a generator is a coverage type",
                        "use `[@under]` or no attribute",
                    );
                    return None;
                }
                _ => self.unknown_attribute(attribute),
            }
        }
        let scheme = self.poirot_scheme(*binding)?;
        Some(Item::Claim(Box::new(Claim { assumed: role != "assert", name, within, scheme, span })))
    }

    /// `[@assert? outer when ([types], [predicates], [])]`
    fn enclosing(&mut self, attribute: Node<'_>) -> Option<Enclosing> {
        let payload = child_of_kind(attribute, "attribute_payload")?;
        let function = self.name(child_of_kind(payload, "value_pattern")?);
        let mut lists = Vec::new();
        let guard = child_of_kind(payload, "guard").and_then(|guard| field(guard, "expression"));
        let tuple = guard.and_then(|guard| child_of_kind(guard, "tuple_expression"));
        for list in tuple.map(parts).unwrap_or_default() {
            let names = parts(list).into_iter().map(|name| self.name(name)).collect::<Vec<_>>();
            lists.push(names);
        }
        let mut lists = lists.into_iter();
        Some(Enclosing {
            function,
            types: lists.next().unwrap_or_default(),
            predicates: lists.next().unwrap_or_default(),
        })
    }

    /// `name p … = φ`. A parameter may be existential: `((x [@exists]) : t)`; it
    /// and what follows it are quantifiers of the formula then.
    fn fact(&mut self, binding: Node<'_>, kind: FactKind, name: Name, span: Span) -> Option<Fact> {
        self.mark(binding);
        // A statement is of type `bool`, whether that is written or not.
        if let Some(written) = field(binding, "type") {
            self.type_expr(written)?;
        }
        let nodes: Vec<_> = parts(binding).into_iter().filter(|child| child.kind() == "parameter").collect();
        let marked = |parameter: &Node<'_>| {
            field(*parameter, "pattern")
                .and_then(|typed| field(typed, "pattern"))
                .is_some_and(|inner| !attributes(inner).is_empty())
        };
        let plain = nodes.iter().position(marked).unwrap_or(nodes.len());
        let (plain, quantified) = nodes.split_at(plain);
        let parameters =
            plain.iter().map(|parameter| self.parameter(*parameter)).collect::<Option<Vec<_>>>()?;
        let binders =
            quantified.iter().map(|parameter| self.quantifier(*parameter)).collect::<Option<Vec<_>>>()?;
        let body = self.formula(field(binding, "body")?)?;
        let body = binders.into_iter().rev().fold(body, |body, binder| {
            let (quantifier, name, sort) = binder;
            Expr { kind: ExprKind::Quantified(quantifier, name, Box::new(sort), Box::new(body)), span }
        });
        Some(Fact { kind, name, parameters, body, span })
    }

    fn defined_name(&mut self, binding: Node<'_>) -> Option<Name> {
        let pattern = self.pattern(field(binding, "pattern")?)?;
        match pattern.kind {
            PatternKind::Variable(text) => Some(Name { text, span: pattern.span }),
            PatternKind::Construct(name, arguments) if arguments.is_empty() => Some(name),
            _ => {
                self.ill_formed(pattern.span, "expected a name", "name the function");
                None
            }
        }
    }

    /// One binding of a program or predicate.
    pub(crate) fn binding(&mut self, node: Node<'_>) -> Option<Binding> {
        self.mark(node);
        let pattern = self.pattern(field(node, "pattern")?)?;
        let mut parameters = Vec::new();
        for child in parts(node) {
            match child.kind() {
                "parameter" => parameters.push(self.parameter(child)?),
                "abstract_type" => {
                    self.decline(child, "a locally abstract type");
                    return None;
                }
                _ => {}
            }
        }
        let result = match field(node, "type") {
            Some(written) => Some(self.type_expr(written)?),
            None => None,
        };
        let Some(body) = field(node, "body") else {
            self.decline(node, "this form of binding");
            return None;
        };
        // Attributes are read even when the body is declined: their own errors
        // are independent of it.
        let attributes = self.binding_attributes(node);
        let body = self.expr(body)?;
        Some(Binding { pattern, parameters, result, body, attributes: attributes?, span: self.span(node) })
    }

    fn binding_attributes(&mut self, node: Node<'_>) -> Option<Vec<Attribute>> {
        let mut list = Vec::new();
        for attribute in attributes(node) {
            // `f x [@covers …]`: with one `@` it belongs to the expression.
            if attribute.kind() == "attribute" {
                self.unknown_attribute(attribute);
                continue;
            }
            match self.attribute_name(attribute) {
                "covers" => list.push(Attribute::Covers(self.paper_scheme(attribute)?)),
                "assume_covers" => {
                    list.push(Attribute::AssumeCovers(self.paper_scheme(attribute)?));
                }
                word @ ("measure" | "rank") => {
                    let ranks = word == "rank";
                    let payload = self.payload_expression(attribute);
                    let span = self.span(attribute);
                    match payload {
                        Some(payload) => {
                            let term = self.formula(payload)?;
                            list.push(if ranks { Attribute::Rank(term) } else { Attribute::Measure(term) });
                        }
                        None => {
                            self.problems.push(
                                DiagnosticKind::Measure,
                                span,
                                "the measure is missing",
                                "write `[@@measure n]`",
                            );
                            return None;
                        }
                    }
                }
                _ => self.unknown_attribute(attribute),
            }
        }
        Some(list)
    }

    /// The type in `[@@covers {| τ |}]`.
    fn paper_scheme(&mut self, attribute: Node<'_>) -> Option<SpecScheme> {
        let span = self.span(attribute);
        let payload = self.payload_expression(attribute);
        payload.inspect(|payload| self.mark_whole(*payload));
        let content = payload.and_then(|payload| match payload.kind() {
            "quoted_string" => child_of_kind(payload, "quoted_string_content"),
            "string" => child_of_kind(payload, "string_content"),
            _ => None,
        });
        let Some(content) = content else {
            self.ill_formed(
                span,
                "the type is missing",
                "write it as a quoted string: `[@@covers {| x:{v:int | 0 <= v} -> [v:int | v <= x] |}]`",
            );
            return None;
        };
        let parser = PaperParser::new(self.text_of(content), content.start_byte(), self.source);
        let parser = if self.system.is_some() { parser.with_traces() } else { parser };
        parser.scheme(self.problems)
    }

    /// The one expression that an attribute is about.
    pub(super) fn payload_expression<'a>(&self, attribute: Node<'a>) -> Option<Node<'a>> {
        self.mark_bare_attribute(attribute);
        let payload = child_of_kind(attribute, "attribute_payload")?;
        self.mark(payload);
        let item = parts(payload).into_iter().next()?;
        if item.kind() != "expression_item" {
            return Some(item);
        }
        self.mark(item);
        parts(item).into_iter().next()
    }
}

/// Whether the keyword of an item has an extension: `let%x`.
pub(super) fn has_extension(item: Node<'_>) -> bool {
    let mut cursor = item.walk();
    item.children(&mut cursor).any(|child| child.kind() == "%")
}
