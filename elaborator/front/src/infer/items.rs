//! Typing of top-level items.

use super::local_claims::leading;
use super::names::is_built_in;
use super::scope::ItemScope;
use super::{Inferrer, World};
use crate::aside::set_aside;
use crate::diagnostic::DiagnosticKind;
use crate::span::{Source, Span};
use crate::syntax::{
    Bindings, Claim, ExprKind, Fact, FactKind, Item, Literal, Name, Pattern, PatternKind, TypeExpr,
};
use crate::typed::{
    Contract, Function, FunctionId, LocalId, Predicate, PredicateId, TClaim, TExpr, TFact, TKind, Ty,
};

impl Inferrer<'_> {
    pub(super) fn item(&mut self, item: &Item) {
        self.scope = ItemScope::default();
        let before = self.problems.error_count();
        match item {
            Item::Types(declarations) => self.declare_types(declarations),
            Item::Program(bindings) => self.functions(bindings),
            Item::Predicates(bindings) => {
                self.in_world(World::Logic, |inferrer| inferrer.predicate_group(bindings));
            }
            Item::Fact(fact) => {
                self.in_world(World::Logic, |inferrer| inferrer.fact(fact));
            }
            Item::Claim(claim) => self.claim(claim),
            Item::Value(name, written) => self.declared_value(name, written),
            Item::External(name, written) => {
                self.refuse_foreign_meaning(name);
                self.declared_value(name, written);
            }
            Item::SetAside(item) => self.set_aside(item.clone()),
            Item::Evaluated(evaluated) => self.program.evaluated.push(evaluated.clone()),
            // Names are resolved before this step, and modules with them.
            Item::Module(..)
            | Item::ModuleAlias(..)
            | Item::Open(..)
            | Item::ModuleAside(..)
            | Item::Template(_)
            | Item::Application(_) => {}
            // Generators over a system under test are pure programs before this step.
            Item::Operators(_) | Item::Answers(_) | Item::Language(_) | Item::Functor(_) => {}
        }
        // Claims and facts are formulas, in which `==` is the equality of values.
        if matches!(item, Item::Program(_) | Item::Predicates(_)) {
            self.check_address_comparisons();
        }
        if let Some(span) = item_span(item) {
            self.out_of_steps(span);
        }
        match self.problems.first_error_after(before) {
            Some(why) => {
                let item = set_aside(item, why);
                self.set_aside(item);
            }
            None => self.clear_names(item),
        }
    }

    fn declared_value(&mut self, name: &Name, written: &TypeExpr) {
        self.written(written);
        self.top.declared_values.insert(name.text.clone(), written.clone());
    }

    /// SOUNDNESS: `external int_gen : …` hides what had this name before, and nothing is known about
    /// what is hidden behind it.
    fn refuse_foreign_meaning(&mut self, name: &Name) {
        let text = name.text.as_str();
        if self.top.functions.contains_key(text)
            || self.top.predicates.contains_key(text)
            || is_built_in(text)
        {
            self.problems.decline(
                name.span,
                &format!("an external definition of `{text}`, which has a meaning already,"),
                "give the external function a name of its own",
            );
        }
    }

    // --- predicates ---

    fn predicate_group(&mut self, bindings: &Bindings) {
        if self.second_name(bindings) {
            return;
        }
        let group = self.open.new_group();
        let first = self.program.predicates.len();
        let mut names = Vec::new();
        for binding in &bindings.list {
            let Some(name) = self.simple_name(binding) else {
                return;
            };
            if !binding.attributes.is_empty() {
                self.error(
                    DiagnosticKind::IllFormedSpec,
                    name.span,
                    "a predicate is a definition and needs no claim",
                    "remove the attribute, or remove `[@predicate]`",
                );
            }
            names.push(name);
        }
        // Ids and types first, so that the bodies can call each other.
        for (offset, name) in names.iter().enumerate() {
            let ty = self.unifier.fresh();
            self.open.predicates.push((first + offset, ty));
            self.program.predicates.push(placeholder(name, group, bindings.recursive));
        }
        if bindings.recursive {
            self.name_predicates(&names, first);
        }
        let mut bodies = Vec::new();
        for (offset, binding) in bindings.list.iter().enumerate() {
            let typed =
                self.function(binding.span, &binding.parameters, binding.result.as_ref(), &binding.body);
            let open = self.open.predicate(first + offset);
            if let Some(open) = open {
                self.expect(&open, &typed.ty, binding.span, "this definition");
            }
            bodies.push(typed);
        }
        self.open.predicates.clear();
        self.name_predicates(&names, first);
        // One numbering of type variables for the whole group: members call each
        // other at the same variables.
        let mut variables = 0;
        for body in &bodies {
            self.unifier.generalise(&body.ty, &mut variables);
        }
        for (offset, mut typed) in bodies.into_iter().enumerate() {
            self.unifier.finish_expr(&mut typed);
            self.finish_predicate(first + offset, typed, variables as usize);
        }
    }

    /// `let[@predicate] list_len = len` is a second name, not a definition.
    fn second_name(&mut self, bindings: &Bindings) -> bool {
        let [binding] = bindings.list.as_slice() else {
            return false;
        };
        let (PatternKind::Variable(name), ExprKind::Variable(target)) =
            (&binding.pattern.kind, &binding.body.kind)
        else {
            return false;
        };
        match self.top.predicates.get(target).copied() {
            Some(id) if binding.parameters.is_empty() && !bindings.recursive => {
                self.top.predicates.insert(name.clone(), id);
                self.top.functions.remove(name);
                true
            }
            _ => false,
        }
    }

    /// A name that is declared by its type alone, as a predicate about which
    /// nothing is known.
    pub(super) fn declared_predicate(&mut self, name: &str, span: Span) -> Option<PredicateId> {
        let written = self.top.declared_values.get(name)?.clone();
        let (ty, own) = self.with_rigid_types(|inferrer| {
            inferrer.in_world(World::Program, |inferrer| inferrer.written(&written))
        });
        let count = own.named.len();
        let ty = self.unifier.finish(&ty);
        let (parameters, result) = ty.flatten();
        if parameters.iter().chain([&result]).any(|part| part.contains_arrow()) {
            return None;
        }
        let parameters: Vec<(LocalId, Ty)> =
            parameters.into_iter().map(|part| (self.fresh_local("_"), part.clone())).collect();
        let name_at = Name { text: name.to_owned(), span: written.span };
        let mut predicate = placeholder(&name_at, self.open.new_group(), false);
        predicate.sort_parameters = count;
        predicate.result = result.clone();
        predicate.parameters = parameters;
        predicate.opaque = true;
        predicate.span = written.span;
        let id = self.program.predicates.len();
        self.program.predicates.push(predicate);
        self.top.predicates.insert(name.to_owned(), id);
        if written.span.source == Source::User {
            self.error(
                DiagnosticKind::Warning,
                span,
                format!("nothing is known about `{name}` but its type"),
                "define it as `let[@predicate]`; until then, every claim that uses it depends on this assumption",
            );
        }
        Some(id)
    }

    fn name_predicates(&mut self, names: &[Name], first: usize) {
        for (offset, name) in names.iter().enumerate() {
            self.top.predicates.insert(name.text.clone(), first + offset);
            self.top.functions.remove(&name.text);
        }
    }

    fn finish_predicate(&mut self, id: usize, typed: TExpr, variables: usize) {
        let span = typed.span;
        let (parameters, body) = match typed.kind {
            TKind::Lambda(parameters, body) => (parameters, *body),
            _ => (Vec::new(), typed),
        };
        let mut parameters = parameters;
        let mut body = body;
        // `let f a = function …` has one more parameter than it shows.
        while let TKind::Lambda(more, inner) = body.kind {
            parameters.extend(more);
            body = *inner;
        }
        // A function of data may be a parameter: the predicate is defined for each function.
        let of_functions = |ty: &Ty| {
            let (domains, _) = ty.flatten();
            domains.iter().any(|domain| domain.contains_arrow())
                || (domains.is_empty() && ty.contains_arrow())
        };
        let higher_order = parameters.iter().any(|(_, ty)| of_functions(ty)) || body.ty.contains_arrow();
        if higher_order {
            self.problems.decline(
                span,
                "a predicate of functions of functions, or that returns a function,",
                "predicates take data and functions of data, and return data",
            );
        }
        if let Some(predicate) = self.program.predicates.get_mut(id) {
            predicate.sort_parameters = variables;
            predicate.result = body.ty.clone();
            predicate.parameters = parameters;
            predicate.body = body;
            predicate.span = span;
        }
    }

    // --- facts ---

    fn fact(&mut self, fact: &Fact) {
        let before = self.problems.error_count();
        self.refuse_name_of_function(&fact.name);
        let typed = self.function(fact.span, &fact.parameters, None, &fact.body);
        let (parameters, mut body) = match typed.kind {
            TKind::Lambda(parameters, body) => (parameters, *body),
            _ => (Vec::new(), typed),
        };
        let body_ty = body.ty.clone();
        if !self.expect(&Ty::bool(), &body_ty, fact.body.span, "this statement") {
            return;
        }
        // Something inside of it is wrong, and was reported.
        if self.problems.error_count() > before {
            return;
        }
        self.require_variables(&fact.parameters);
        let mut variables = 0;
        for (_, ty) in &parameters {
            self.unifier.generalise(ty, &mut variables);
        }
        self.unifier.finish_expr(&mut body);
        let parameters: Vec<(LocalId, Ty)> =
            parameters.into_iter().map(|(local, ty)| (local, self.unifier.finish(&ty))).collect();
        let of_functions = parameters.iter().any(|(_, ty)| ty.contains_arrow());
        if of_functions && fact.kind != FactKind::Lemma {
            self.problems.decline(
                fact.span,
                "an axiom about functions",
                "state it about data, or as a lemma",
            );
            return;
        }
        let fact = TFact {
            kind: fact.kind,
            name: fact.name.text.clone(),
            sort_parameters: variables as usize,
            parameters,
            body,
            set_aside: false,
            span: fact.span,
        };
        if of_functions {
            self.program.fact_templates.push(fact);
        } else {
            self.program.facts.push(fact);
        }
    }

    /// SOUNDNESS: to OCaml a fact is a definition, which hides what had its name before.
    fn refuse_name_of_function(&mut self, name: &Name) {
        let text = name.text.as_str();
        if self.top.functions.contains_key(text)
            || self.top.predicates.contains_key(text)
            || is_built_in(text)
        {
            self.error(
                DiagnosticKind::Duplicate,
                name.span,
                format!("`{}` is the name of a function, and this statement would hide it", name.text),
                "give the statement a name of its own",
            );
        }
    }

    /// Parameters of a statement must be variables: a pattern would restrict it.
    fn require_variables(&mut self, parameters: &[Pattern]) {
        for pattern in parameters {
            let simple = match &pattern.kind {
                PatternKind::Typed(inner, _) => &inner.kind,
                other => other,
            };
            if !matches!(simple, PatternKind::Variable(_) | PatternKind::Any) {
                self.problems.decline(
                    pattern.span,
                    "a pattern as a parameter of a statement",
                    "quantify over a variable and use an equation",
                );
            }
        }
    }

    // --- functions ---

    fn functions(&mut self, bindings: &Bindings) {
        self.expect_recursion(bindings);
        let first = self.program.functions.len();
        let mut names = Vec::new();
        for binding in &bindings.list {
            let Some(name) = self.simple_name(binding) else {
                return;
            };
            names.push(name);
        }
        for (offset, (name, binding)) in names.iter().zip(&bindings.list).enumerate() {
            let ty = self.unifier.fresh();
            self.open.functions.push((first + offset, ty.clone()));
            self.program.functions.push(Function {
                name: name.text.clone(),
                sort_parameters: 0,
                ty,
                body: None,
                contract: None,
                assumed: false,
                set_aside: false,
                span: binding.span,
            });
        }
        if bindings.recursive {
            self.name_functions(&names, first);
        }
        let mut bodies = Vec::new();
        for (offset, binding) in bindings.list.iter().enumerate() {
            let typed =
                self.function(binding.span, &binding.parameters, binding.result.as_ref(), &binding.body);
            if let PatternKind::Typed(_, written) = &binding.pattern.kind {
                let annotated = self.written(written);
                self.expect(&annotated, &typed.ty, binding.span, "this definition");
            }
            let open = self.open.function(first + offset);
            if let Some(open) = open {
                self.expect(&open, &typed.ty, binding.span, "this definition");
            }
            bodies.push(typed);
        }
        self.open.functions.clear();
        self.name_functions(&names, first);
        let mut variables = 0;
        for body in &bodies {
            self.unifier.generalise(&body.ty, &mut variables);
        }
        // SOUNDNESS: OCaml gives the value of a call one type only, which its first use decides.
        if let Some(body) = bodies.iter().find(|body| variables > 0 && is_result_of_call(body)) {
            let span = body.span;
            self.problems.decline(
                span,
                "the result of a call at more than one type",
                "write its type, or make it a function",
            );
        }
        for (offset, (mut typed, binding)) in bodies.into_iter().zip(&bindings.list).enumerate() {
            self.unifier.finish_expr(&mut typed);
            let id = first + offset;
            if let Some(function) = self.program.functions.get_mut(id) {
                function.sort_parameters = variables as usize;
                function.ty = typed.ty.clone();
            }
            self.scope.variables.clear();
            if let Some((contract, assumed)) = self.contract(binding, &typed) {
                self.attach(id, contract, assumed);
            }
            if let Some(function) = self.program.functions.get_mut(id) {
                function.body = Some(typed);
            }
        }
    }

    fn name_functions(&mut self, names: &[Name], first: usize) {
        for (offset, name) in names.iter().enumerate() {
            self.top.functions.insert(name.text.clone(), first + offset);
        }
    }

    /// Compares a claim with the function's type and records it.
    fn attach(&mut self, id: FunctionId, mut contract: Contract, assumed: bool) {
        let Some(function) = self.program.functions.get(id) else {
            return;
        };
        let span = contract.claim.span;
        if function.contract.is_some() {
            let name = function.name.clone();
            self.error(
                DiagnosticKind::Duplicate,
                span,
                format!("a second claim about `{name}`"),
                "join the two claims",
            );
            return;
        }
        let name = function.name.clone();
        let arguments = self.unifier.fresh_many(function.sort_parameters);
        let program_type = function.ty.instantiate(&arguments);
        let claimed = contract.claim.ty.basic();
        let (program_text, claimed_text) = (self.show(&function.ty), self.show(&claimed));
        if !self.unifier.unify(&program_type, &claimed) {
            self.error(
                DiagnosticKind::IllTyped,
                span,
                format!(
                    "the claim is about a function of type `{claimed_text}`, but `{name}` has type `{program_text}`"
                ),
                "the claim has one parameter for each argument of the function, in the same order",
            );
            return;
        }
        if contract.claim.ty.parameters.is_empty() {
            self.error(
                DiagnosticKind::IllFormedSpec,
                span,
                format!("`{name}` is a value and not a generator"),
                format!("write `let {name} () = …` and claim `M [v:t | φ]`"),
            );
            return;
        }
        contract.claim.instance = arguments;
        self.unifier.finish_contract(&mut contract);
        if let Some(function) = self.program.functions.get_mut(id) {
            function.contract = Some(contract);
            function.assumed = assumed;
        }
    }

    /// `let[@assert] f … = τ` and `let[@library] f … = τ`
    fn claim(&mut self, claim: &Claim) {
        if self.claim_set_aside(claim) {
            return;
        }
        if let Some(within) = &claim.within {
            self.claim_within(claim, within);
            return;
        }
        let Some(typed) = self.scheme(&claim.scheme) else {
            return;
        };
        match self.top.functions.get(&claim.name.text).copied() {
            Some(id) if self.in_this_text(id, claim.span) => {
                let parameters = self
                    .program
                    .functions
                    .get(id)
                    .and_then(|function| function.body.as_ref())
                    .map(leading)
                    .unwrap_or_default();
                self.attach(id, Contract::new(typed, parameters), claim.assumed);
            }
            _ if claim.assumed && self.top.constructors.contains_key(&claim.name.text) => self.error(
                DiagnosticKind::Warning,
                claim.name.span,
                "a constructor is what its datatype says; this type is ignored",
                "remove it",
            ),
            _ if claim.assumed => self.library(claim, typed),
            _ => {
                let known = self.top.functions.keys().cloned().collect();
                self.unknown(claim.name.span, "function", &claim.name.text, known);
            }
        }
    }

    /// A claim is about a function of its own text; a file that states a
    /// library type for a name of the prelude means its own function.
    fn in_this_text(&self, id: FunctionId, span: Span) -> bool {
        self.program.functions.get(id).is_some_and(|function| function.span.source == span.source)
    }

    fn library(&mut self, claim: &Claim, typed: TClaim) {
        let mut contract = Contract::new(typed, Vec::new());
        if contract.claim.ty.parameters.is_empty() {
            self.error(
                DiagnosticKind::IllFormedSpec,
                claim.span,
                format!("`{}` is a value and not a generator", claim.name.text),
                "give it a parameter, if only `unit`: `M [v:t | φ]`",
            );
            return;
        }
        let count = contract.claim.type_names.len();
        contract.claim.instance =
            (0..count).map(|index| Ty::Rigid(u32::try_from(index).unwrap_or(u32::MAX))).collect();
        self.unifier.finish_contract(&mut contract);
        let id = self.program.functions.len();
        self.program.functions.push(Function {
            name: claim.name.text.clone(),
            sort_parameters: count,
            ty: contract.claim.ty.basic(),
            body: None,
            contract: Some(contract),
            assumed: true,
            set_aside: false,
            span: claim.span,
        });
        self.top.functions.insert(claim.name.text.clone(), id);
    }
}

/// Whether OCaml does not generalise the type of an expression.
fn is_result_of_call(expr: &TExpr) -> bool {
    match &expr.kind {
        TKind::Apply(..) | TKind::Binary(..) => true,
        TKind::Let(_, _, body) | TKind::LetRec(_, body) => is_result_of_call(body),
        TKind::If(_, then, otherwise) => is_result_of_call(then) || is_result_of_call(otherwise),
        TKind::Match(_, cases) => cases.iter().any(|case| is_result_of_call(&case.body)),
        TKind::Construct(_, _, parts) => parts.iter().any(is_result_of_call),
        _ => false,
    }
}

/// Where an item that is typed stands.
fn item_span(item: &Item) -> Option<Span> {
    match item {
        Item::Types(declarations) => declarations.first().map(|first| first.span),
        Item::Program(bindings) | Item::Predicates(bindings) => {
            bindings.list.first().map(|binding| binding.span)
        }
        Item::Fact(fact) => Some(fact.span),
        Item::Claim(claim) => Some(claim.span),
        Item::Value(name, _) | Item::External(name, _) => Some(name.span),
        Item::SetAside(_)
        | Item::Evaluated(_)
        | Item::Module(..)
        | Item::ModuleAlias(..)
        | Item::Open(..)
        | Item::ModuleAside(..)
        | Item::Template(_)
        | Item::Application(_)
        | Item::Operators(_)
        | Item::Answers(_)
        | Item::Language(_)
        | Item::Functor(_) => None,
    }
}

fn placeholder(name: &Name, group: usize, recursive: bool) -> Predicate {
    let span = Span::new(Source::User, 0, 0);
    Predicate {
        name: name.text.clone(),
        sort_parameters: 0,
        parameters: Vec::new(),
        result: Ty::unit(),
        body: TExpr { kind: TKind::Literal(Literal::Unit), ty: Ty::unit(), span },
        group,
        recursive,
        opaque: false,
        set_aside: false,
        span,
    }
}
