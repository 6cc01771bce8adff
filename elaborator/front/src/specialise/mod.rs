//! Higher-order predicates, one for each function that they are given.
//!
//! The kernel's definitions take data. `List.map f l` with a function that is known becomes a definition of
//! its own, in which `f` is written out: its parameters are those of `List.map` that are data, and the
//! variables that the function mentions. Equal functions give the same definition, so that what a program
//! computes and what a claim says are about the same thing. Lemmas that quantify over a function are
//! instantiated along with the definitions that they are about.
//!
//! A function is known if it is written there, is a predicate, or is a function without a claim and
//! without recursion. Whether it only computes is decided where the new definition is lowered: a choice or
//! a failure has no meaning there and is declined.
//!
//! Rejected: functions as values in the kernel's logic. Nothing in the calculus needs them.

mod lemmas;
mod terms;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use self::terms::{beta, canonical, captured, instantiate, rigid_count, with_names};
use crate::diagnostic::Problems;
use crate::locals::Locals;
use crate::lower::{copy, is_value};
use crate::resolved::names;
use crate::span::Span;
use crate::syntax::{Name, UnreadClaim};
use crate::typed::{
    Contract, FunctionId, LocalId, Predicate, PredicateId, Program, TExpr, TFunType, TKind, TParameter, Ty,
};
use crate::walk;

/// Definitions that are made before the rest is declined.
const MOST_DEFINITIONS: usize = 200;

/// Predicates whose function has to be an order.
const SORTING: [&str; 2] = ["List.sort", "List.insert_by"];

/// Replaces every application of a predicate to functions.
pub(crate) fn specialise(program: &mut Program, problems: &mut Problems) {
    if !program.predicates.iter().any(Predicate::is_template) {
        return;
    }
    let locals = Locals::of(program);
    let next_group = program.predicates.iter().map(|predicate| predicate.group + 1).max().unwrap_or(0);
    let (made, stated) = (HashMap::new(), BTreeSet::new());
    let mut specialiser = Specialiser { program, problems, made, stated, locals, next_group };
    specialiser.everything();
    specialiser.locals.leave_in(specialiser.program);
}

struct Specialiser<'a> {
    program: &'a mut Program,
    problems: &'a mut Problems,
    made: HashMap<String, PredicateId>,
    /// Lemmas that are stated, with the functions that they are about.
    stated: BTreeSet<String>,
    locals: Locals,
    next_group: usize,
}

/// Local names of functions.
type Functions = BTreeMap<LocalId, TExpr>;

impl Specialiser<'_> {
    fn everything(&mut self) {
        let none = Functions::new();
        for id in 0..self.program.functions.len() {
            let function = &mut self.program.functions[id];
            if function.set_aside {
                continue;
            }
            let (body, contract) = (function.body.take(), function.contract.take());
            let before = self.problems.error_count();
            let body = body.map(|mut body| {
                self.expr(&mut body, &none);
                body
            });
            let contract = contract.map(|mut contract| {
                self.contract(&mut contract, &none);
                contract
            });
            let why = self.problems.first_error_after(before);
            let function = &mut self.program.functions[id];
            (function.body, function.contract) = (body, contract);
            if let Some(why) = why {
                function.set_aside = true;
                if let Some(contract) = &function.contract {
                    let name = Name { text: function.name.clone(), span: function.span };
                    let claim_span = contract.claim.span;
                    let unread = UnreadClaim { name, span: function.span, claim_span };
                    self.program.unread_claims.push((unread, why));
                }
            }
        }
        for id in 0..self.program.predicates.len() {
            if self.program.predicates[id].is_template() || self.program.predicates[id].set_aside {
                continue;
            }
            let before = self.problems.error_count();
            let mut body = self.program.predicates[id].body.clone();
            self.expr(&mut body, &none);
            let failed = self.problems.error_count() > before;
            let predicate = &mut self.program.predicates[id];
            predicate.body = body;
            predicate.set_aside |= failed;
        }
        for index in 0..self.program.facts.len() {
            let before = self.problems.error_count();
            let mut body = self.program.facts[index].body.clone();
            self.expr(&mut body, &none);
            let failed = self.problems.error_count() > before;
            let fact = &mut self.program.facts[index];
            fact.body = body;
            fact.set_aside |= failed;
        }
    }

    fn contract(&mut self, contract: &mut Contract, functions: &Functions) {
        self.fun_type(&mut contract.claim.ty, functions);
        contract.measure.iter_mut().for_each(|term| self.expr(term, functions));
        if let Some((_, rank)) = &mut contract.rank {
            self.expr(rank, functions);
        }
    }

    fn fun_type(&mut self, ty: &mut TFunType, functions: &Functions) {
        for parameter in &mut ty.parameters {
            match parameter {
                TParameter::Base { qualifier, .. } => self.expr(qualifier, functions),
                TParameter::Function { ty, .. } => self.fun_type(ty, functions),
            }
        }
        self.expr(&mut ty.ensures, functions);
    }

    fn expr(&mut self, expr: &mut TExpr, functions: &Functions) {
        match &mut expr.kind {
            TKind::Let(local, value, body) if value.ty.contains_arrow() => {
                self.expr(value, functions);
                let mut inner = functions.clone();
                inner.insert(*local, (**value).clone());
                self.expr(body, &inner);
            }
            TKind::LetRec(function, body) => {
                self.expr(&mut function.lambda, functions);
                if let Some(contract) = &mut function.contract {
                    self.contract(contract, functions);
                }
                self.expr(body, functions);
            }
            TKind::Apply(head, arguments) if matches!(head.kind, TKind::Predicate(..)) => {
                arguments.iter_mut().for_each(|argument| self.expr(argument, functions));
            }
            _ => walk::children_mut(expr).into_iter().for_each(|child| self.expr(child, functions)),
        }
        let (head, arguments) = match &expr.kind {
            TKind::Apply(head, arguments) => (&**head, arguments.clone()),
            _ => (&*expr, Vec::new()),
        };
        let TKind::Predicate(id, types) = &head.kind else { return };
        let (id, types) = (*id, types.clone());
        let Some(template) = self.program.predicates.get(id).filter(|p| p.is_template()) else { return };
        if types.is_empty() && template.sort_parameters > 0 {
            // In its own group, which is written out with it.
            return;
        }
        let template = template.clone();
        if let Some(done) = self.application(id, &template, &types, arguments, expr, functions) {
            *expr = done;
        }
    }

    fn decline(&mut self, span: Span, template: &Predicate) {
        self.problems.decline(
            span,
            &format!("`{}` with a function that is not known to only compute", template.name),
            "give it a function that is written there or a predicate, or write the recursion out with a claim",
        );
    }

    /// A predicate at arguments some of which are functions.
    fn application(
        &mut self,
        id: PredicateId,
        template: &Predicate,
        types: &[Ty],
        mut arguments: Vec<TExpr>,
        expr: &TExpr,
        functions: &Functions,
    ) -> Option<TExpr> {
        let span = expr.span;
        let mut missing = Vec::new();
        while arguments.len() < template.parameters.len() {
            let ty = template.parameters[arguments.len()].1.instantiate(types);
            if ty.contains_arrow() {
                self.decline(span, template);
                return None;
            }
            let local = self.fresh();
            arguments.push(TExpr { kind: TKind::Local(local), ty: ty.clone(), span });
            missing.push((local, ty));
        }
        if arguments.len() > template.parameters.len() || self.made.len() >= MOST_DEFINITIONS {
            self.decline(span, template);
            return None;
        }
        // SOUNDNESS: what is given to a function that waits for more is evaluated here and once, not at each call.
        let mut named = Vec::new();
        let (mut given, mut data) = (Vec::new(), Vec::new());
        for ((_, ty), argument) in template.parameters.iter().zip(arguments) {
            if ty.contains_arrow() {
                let Some(function) = self.known(&argument, functions, Some(&mut named)) else {
                    self.decline(argument.span, template);
                    return None;
                };
                given.push(function);
            } else if missing.is_empty() || is_value(&argument) {
                data.push(argument);
            } else {
                let local = self.fresh();
                data.push(TExpr { kind: TKind::Local(local), ty: argument.ty.clone(), span: argument.span });
                named.push((local, argument));
            }
        }
        if SORTING.contains(&template.name.as_str()) && !given.iter().all(|order| self.is_order(order)) {
            self.problems.decline(
                span,
                &format!("`{}` by something other than `compare`", template.name),
                "write `compare` or `fun a b -> compare (f a) (f b)`, on integers or characters",
            );
            return None;
        }
        let captured = captured(&given);
        if captured.iter().any(|(_, ty)| ty.contains_arrow()) {
            self.decline(span, template);
            return None;
        }
        let key = format!("{id} {types:?} {}", canonical(&given, &captured));
        let made = match self.made.get(&key) {
            Some(made) => *made,
            None => self.make(id, template, types, &given, &captured, key, span)?,
        };
        let sorts = self.program.predicates.get(made)?.sort_parameters;
        let sorts = (0..sorts).map(|n| Ty::Rigid(u32::try_from(n).unwrap_or(u32::MAX))).collect();
        let result = template.result.instantiate(types);
        data.extend(captured.into_iter().map(|(local, ty)| TExpr { kind: TKind::Local(local), ty, span }));
        let head_type = Ty::arrows(data.iter().map(|argument| argument.ty.clone()), result.clone());
        let head = TExpr { kind: TKind::Predicate(made, sorts), ty: head_type, span };
        let applied = TExpr { kind: TKind::Apply(Box::new(head), data), ty: result, span };
        if missing.is_empty() {
            return Some(with_names(named, applied));
        }
        let waiting = TExpr { kind: TKind::Lambda(missing, Box::new(applied)), ty: expr.ty.clone(), span };
        Some(with_names(named, waiting))
    }

    /// Whether a function is an order: `compare` at integers or characters, or at something computed from
    /// the two values in the same way. SOUNDNESS: what OCaml makes of a function that is none is not
    /// what the definition here says.
    fn is_order(&self, function: &TExpr) -> bool {
        let compares = |e: &TExpr| match e.kind {
            TKind::Predicate(id, _) => {
                let name = self.program.predicates.get(id).map(|predicate| predicate.name.as_str());
                matches!(name, Some("Int.compare" | "Char.compare"))
            }
            _ => false,
        };
        let (mut parameters, mut body) = (Vec::new(), function);
        while let TKind::Lambda(more, inner) = &body.kind {
            parameters.extend(more.iter().cloned());
            body = inner;
        }
        let (TKind::Apply(head, operands), [x, y]) = (&body.kind, &parameters[..]) else {
            return compares(function);
        };
        let [left, right] = &operands[..] else { return false };
        let of = |e: &TExpr, own: &(LocalId, Ty), other: LocalId| {
            let foreign =
                walk::any(e, &mut |part| matches!(part.kind, TKind::Local(local) if local == other));
            let kind = TKind::Lambda(vec![own.clone()], Box::new(e.clone()));
            let alone = TExpr { kind, ty: Ty::unit(), span: e.span };
            (!foreign).then(|| canonical(&[alone], &[]))
        };
        let same = |a: Option<String>, b: Option<String>| a.is_some() && a == b;
        compares(head)
            && (same(of(left, x, y.0), of(right, y, x.0)) || same(of(left, y, x.0), of(right, x, y.0)))
    }

    fn fresh(&mut self) -> LocalId {
        self.locals.fresh()
    }

    /// The function that an argument is: a predicate, or one that is written out. What it was given already gets a name,
    /// where it can: it is evaluated where the argument is.
    fn known(
        &mut self,
        argument: &TExpr,
        functions: &Functions,
        named: Option<&mut Vec<(LocalId, TExpr)>>,
    ) -> Option<TExpr> {
        let found = match &argument.kind {
            TKind::Lambda(..) => argument.clone(),
            TKind::Predicate(id, types) => {
                let predicate = self.program.predicates.get(*id)?;
                // In its own group it is not defined yet.
                if predicate.is_template() || (types.is_empty() && predicate.sort_parameters > 0) {
                    return None;
                }
                return Some(argument.clone());
            }
            TKind::Local(local) => {
                let function = functions.get(local)?.clone();
                // It was evaluated at another place.
                return self.known(&function, functions, None);
            }
            TKind::Function(id, types) => self.written_out(*id, types)?,
            TKind::Apply(head, given) if matches!(head.kind, TKind::Predicate(..)) => {
                let (parameters, result) = argument.ty.flatten();
                let parameters: Vec<(LocalId, Ty)> =
                    parameters.into_iter().map(|ty| (self.fresh(), ty.clone())).collect();
                let span = argument.span;
                let more = parameters.iter().map(|(local, ty)| TExpr {
                    kind: TKind::Local(*local),
                    ty: ty.clone(),
                    span,
                });
                let mut all = self.evaluated_before(given, named)?;
                all.extend(more);
                let body = TExpr { kind: TKind::Apply(head.clone(), all), ty: result.clone(), span };
                TExpr { kind: TKind::Lambda(parameters, Box::new(body)), ty: argument.ty.clone(), span }
            }
            _ => return None,
        };
        // Functions that it mentions are written out, too.
        let inner: BTreeMap<LocalId, TExpr> = functions.clone();
        let mut found = copy(&found, &inner, &mut self.locals);
        self.write_out(&mut found, 0);
        let local_recursion = walk::any(&found, &mut |e| matches!(e.kind, TKind::LetRec(..)));
        (!local_recursion).then_some(found)
    }

    /// Arguments that are values, or stand for what has a name now.
    fn evaluated_before(
        &mut self,
        given: &[TExpr],
        named: Option<&mut Vec<(LocalId, TExpr)>>,
    ) -> Option<Vec<TExpr>> {
        if given.iter().all(is_value) {
            return Some(given.to_vec());
        }
        let named = named?;
        let name = |argument: &TExpr| {
            if is_value(argument) {
                return argument.clone();
            }
            let local = self.fresh();
            named.push((local, argument.clone()));
            TExpr { kind: TKind::Local(local), ty: argument.ty.clone(), span: argument.span }
        };
        Some(given.iter().map(name).collect())
    }

    /// Replaces functions without a claim by what they are.
    fn write_out(&mut self, expr: &mut TExpr, depth: u32) {
        /// Functions that call functions, before the rest is left to be declined.
        const DEEPEST: u32 = 8;
        walk::children_mut(expr).into_iter().for_each(|child| self.write_out(child, depth));
        if let TKind::Function(id, types) = &expr.kind
            && depth < DEEPEST
            && let Some(mut body) = self.written_out(*id, types)
        {
            self.write_out(&mut body, depth + 1);
            *expr = body;
        }
        if let TKind::Apply(head, arguments) = &expr.kind
            && let Some(applied) = beta(head, arguments, &mut self.locals)
        {
            *expr = applied;
        }
    }

    /// The body of a function without a claim and without recursion.
    fn written_out(&mut self, id: FunctionId, types: &[Ty]) -> Option<TExpr> {
        let function = self.program.functions.get(id)?;
        let body = function.body.as_ref()?;
        let recursive = walk::any(body, &mut |e| matches!(e.kind, TKind::Function(other, _) if other >= id));
        if function.contract.is_some() || function.set_aside || recursive {
            return None;
        }
        if !matches!(body.kind, TKind::Lambda(..)) {
            return None;
        }
        let mut body = body.clone();
        instantiate(&mut body, types);
        Some(copy(&body, &BTreeMap::new(), &mut self.locals))
    }

    /// The definition of a predicate with its functions written out.
    #[allow(clippy::too_many_arguments)]
    fn make(
        &mut self,
        id: PredicateId,
        template: &Predicate,
        types: &[Ty],
        given: &[TExpr],
        captured: &[(LocalId, Ty)],
        key: String,
        span: Span,
    ) -> Option<PredicateId> {
        let made = self.program.predicates.len();
        self.made.insert(key, made);
        let name = match given {
            [TExpr { kind: TKind::Predicate(own, _), .. }] => {
                // Without OCaml's number, if it has one: both readings give it the same name.
                let own = names::plain(&self.program.predicates.get(*own)?.name);
                if own.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.')) {
                    format!("{}_{own}", template.name)
                } else {
                    template.name.clone()
                }
            }
            _ => template.name.clone(),
        };
        let mut replace = Functions::new();
        let mut parameters = Vec::new();
        let mut functions = given.iter();
        for (local, ty) in &template.parameters {
            let ty = ty.instantiate(types);
            if ty.contains_arrow() {
                replace.insert(*local, functions.next()?.clone());
            } else {
                let fresh = self.fresh();
                let variable = TExpr { kind: TKind::Local(fresh), ty: ty.clone(), span };
                replace.insert(*local, variable);
                parameters.push((fresh, ty));
            }
        }
        let mut own_variables = BTreeMap::new();
        for (local, ty) in captured {
            let fresh = self.fresh();
            own_variables.insert(*local, TExpr { kind: TKind::Local(fresh), ty: ty.clone(), span });
            parameters.push((fresh, ty.clone()));
        }
        let rename = |function: &TExpr, locals: &mut Locals| copy(function, &own_variables, locals);
        for (local, ty) in &template.parameters {
            if ty.contains_arrow()
                && let Some(function) = replace.get(local).cloned()
            {
                replace.insert(*local, rename(&function, &mut self.locals));
            }
        }
        let mut body = template.body.clone();
        instantiate(&mut body, types);
        let tail: Vec<TExpr> = captured.iter().filter_map(|(l, _)| own_variables.get(l).cloned()).collect();
        self.recursive_calls(&mut body, id, made, template, &tail);
        let mut body = copy(&body, &replace, &mut self.locals);
        self.reduce(&mut body);
        let result = template.result.instantiate(types);
        let mut sorts = 0;
        for (_, ty) in &parameters {
            sorts = sorts.max(rigid_count(ty));
        }
        walk::any(&body, &mut |e| {
            sorts = sorts.max(rigid_count(&e.ty));
            false
        });
        let group = self.next_group;
        self.next_group += 1;
        self.program.predicates.push(Predicate {
            name,
            sort_parameters: sorts,
            parameters,
            result,
            body: TExpr { kind: TKind::Fail, ty: Ty::unit(), span },
            group,
            recursive: template.recursive,
            opaque: false,
            set_aside: false,
            span,
        });
        // Other predicates with functions in the body.
        self.expr(&mut body, &Functions::new());
        if let Some(predicate) = self.program.predicates.get_mut(made) {
            predicate.body = body;
        }
        self.lemmas(id, types, given, captured);
        Some(made)
    }

    /// Calls of the template in its own body: without the functions, with what they mention.
    fn recursive_calls(
        &mut self,
        expr: &mut TExpr,
        id: PredicateId,
        made: PredicateId,
        template: &Predicate,
        tail: &[TExpr],
    ) {
        walk::children_mut(expr)
            .into_iter()
            .for_each(|child| self.recursive_calls(child, id, made, template, tail));
        let TKind::Apply(head, arguments) = &mut expr.kind else { return };
        if !matches!(&head.kind, TKind::Predicate(own, _) if *own == id)
            || arguments.len() != template.parameters.len()
        {
            return;
        }
        let unchanged = template.parameters.iter().zip(&*arguments).all(|((local, ty), argument)| {
            !ty.contains_arrow() || matches!(argument.kind, TKind::Local(given) if given == *local)
        });
        if !unchanged {
            self.problems.decline(
                expr.span,
                &format!("a recursive call of `{}` with another function", template.name),
                "pass the function on as it is",
            );
            return;
        }
        let kept = template.parameters.iter().zip(arguments.drain(..));
        let mut data: Vec<TExpr> =
            kept.filter(|((_, ty), _)| !ty.contains_arrow()).map(|(_, argument)| argument).collect();
        data.extend(tail.iter().cloned());
        head.ty = Ty::arrows(data.iter().map(|argument| argument.ty.clone()), expr.ty.clone());
        head.kind = TKind::Predicate(made, Vec::new());
        *arguments = data;
    }

    /// Applies functions that are written out.
    fn reduce(&mut self, expr: &mut TExpr) {
        walk::children_mut(expr).into_iter().for_each(|child| self.reduce(child));
        if let TKind::Apply(head, arguments) = &expr.kind
            && let Some(applied) = beta(head, arguments, &mut self.locals)
        {
            *expr = applied;
            self.reduce(expr);
        }
    }
}
