//! Derivations of function values and of calls.

use crate::context::{Context, Entry, Frame};
use crate::derivation::{Covered, Derivation, Typed};
use crate::error::ExportError;
use crate::formula::Vars;
use crate::goals::{Assumed, Goal, Use};
use crate::program::{Fun, Term, index_of};
use crate::world::{at, get};
use covenant_kernel::arena::{Bin, Expr, ExprId, INT, Quant, SortId, TRUTH};
use covenant_kernel::reject::Why;
use covenant_kernel::tables::{ArgRow, Evidence, ExprRef, FunRow, GHOST, NodeRef, NodeRow, TypeRef};
use covenant_kernel::types::{FunType, Param};
use std::rc::Rc;
use std::sync::Arc;

/// A global whose scheme is not (or only at sorts) instantiated.
struct SchemeNode {
    lemma: String,
    global: u32,
    sorts: Option<Vec<SortId>>,
}

impl Derivation<'_, '_> {
    /// States the lemma of a function node.
    fn typed(
        &mut self,
        cx: &Context,
        fun: &Fun,
        type_name: String,
        ty: Arc<FunType>,
        proof: &str,
    ) -> Result<Typed, ExportError> {
        let lemma = format!("d{}", self.number());
        self.emit(&format!(
            "Lemma {lemma} : htv {} {} (fun r => RF ({type_name} r)).\nProof. exact ({proof}). Qed.",
            cx.name, fun.value
        ));
        Ok(Typed { lemma, type_name, ty })
    }

    /// A derivation of a function value.
    pub(crate) fn fun(&mut self, node: NodeRef, fun: &Rc<Fun>, cx: &Context) -> Result<Typed, ExportError> {
        let row = self.node_row(node)?;
        let mismatch = || ExportError::Node(node, Why::RuleMismatch);
        let before =
            |n: NodeRef| if n.0 < node.0 { Ok(n) } else { Err(ExportError::Node(node, Why::BadReference)) };
        match (row, self.fun_row(fun)?) {
            (NodeRow::TVarFun, FunRow::Var(level)) => {
                let ty = cx.functions.get(at(*level)).cloned().flatten().ok_or_else(mismatch)?;
                let name = self.define_type(cx, &ty)?;
                self.typed(cx, fun, name, ty, "TVarFun (known_var eq_refl)")
            }
            (NodeRow::TVarFun, FunRow::Global(g, _)) => {
                let global = self.world.global(g.0)?;
                if global.sort_params > 0 || !global.preds.is_empty() {
                    return Err(ExportError::Node(node, Why::NotInstantiated));
                }
                let ty = self.claim(global.claim)?;
                let name = self.define_type(cx, &ty)?;
                let holds =
                    format!("TVarFun (known_global (fun _ => {}_holds))", get(&self.world.globals, g.0)?);
                self.typed(cx, fun, name, ty, &holds)
            }
            (NodeRow::TFun(claim, n), FunRow::Lam(..)) => {
                let (ty, body) = (self.claim(*claim)?, fun.body.clone().ok_or_else(mismatch)?);
                let name = self.define_type(cx, &ty)?;
                let text = format!("cpars {} {name}", cx.name);
                let (inner, _) = self.bind_params(cx, &body.place, (&ty, &name), &text)?;
                let covered = self.term(before(*n)?, &body, &inner)?;
                let proof = format!("TFun {name} {}", covered.lemma);
                self.typed(cx, fun, name, ty, &proof)
            }
            (NodeRow::TFix { claim, measure, body: n }, FunRow::Fix(..)) => {
                self.recursive(node, fun, cx, *claim, measure, before(*n)?)
            }
            (NodeRow::TFixRank { claim, rank, body: n }, FunRow::Fix(..)) => {
                self.ranked(node, fun, cx, *claim, *rank, before(*n)?)
            }
            (NodeRow::SubArr { target, from, evidence }, _) => {
                let premise = self.fun(before(*from)?, fun, cx)?;
                self.sub_arr(node, fun, cx, &premise, *target, evidence)
            }
            (NodeRow::TPolyType(..), FunRow::Global(..)) => {
                let scheme = self.scheme_node(node, fun, cx)?;
                let global = self.world.global(scheme.global)?;
                let sorts = scheme.sorts.ok_or_else(mismatch)?;
                if !global.preds.is_empty() {
                    return Err(ExportError::Node(node, Why::NotInstantiated));
                }
                let ty = self.claim(global.claim)?.instantiate_sorts(&mut self.world.arena, &sorts)?;
                let ty = Arc::new(ty);
                let name = self.define_type(cx, &ty)?;
                self.typed(cx, fun, name, ty, &scheme.lemma)
            }
            (NodeRow::TPolyPred(n, preds), FunRow::Global(..)) => {
                let scheme = self.scheme_node(before(*n)?, fun, cx)?;
                self.instantiate_preds(fun, cx, &scheme, preds)
            }
            _ => Err(mismatch()),
        }
    }

    fn recursive(
        &mut self,
        node: NodeRef,
        fun: &Rc<Fun>,
        cx: &Context,
        claim: TypeRef,
        measure: &[ExprRef],
        n: NodeRef,
    ) -> Result<Typed, ExportError> {
        let mismatch = || ExportError::Node(node, Why::RuleMismatch);
        let (ty, body) = (self.claim(claim)?, fun.body.clone().ok_or_else(mismatch)?);
        let name = self.define_type(cx, &ty)?;
        let mut components = Vec::new();
        let mut texts = Vec::new();
        for m in measure {
            let m = self.world.loaded.expr(*m)?;
            components.push(m);
            texts.push(self.over_params(cx, &ty, m, None)?);
        }
        if components.is_empty() {
            return Err(ExportError::Node(node, Why::BadMeasure));
        }
        let ms = format!("M{}", self.number());
        let params = self.world.arrow_params(&fun.arrow);
        self.emit(&format!(
            "Definition {ms} : Datatypes.list (env {} -> env {params} -> Z) :=\n  [{}].",
            cx.place.name,
            texts.join("; ")
        ));
        let text = format!("cfix {} {name} {ms}", cx.name);
        let (mut inner, values) = self.bind_params(cx, &body.place, (&ty, &name), &text)?;
        inner.push(Frame::One, [Entry::Function]);
        let decrease = self.decrease(&components, &values)?;
        let trivial = ty.requires == TRUTH;
        let requires = if trivial { decrease } else { self.world.arena.and(ty.requires, decrease)? };
        if let Some(last) = inner.functions.last_mut() {
            *last = Some(Arc::new(FunType { requires, ..(*ty).clone() }));
        }
        let covered = self.term(n, &body, &inner)?;
        let proof = format!("TFix {name} {ms} {}", covered.lemma);
        self.typed(cx, fun, name, ty, &proof)
    }

    /// A term over the parameters (and the value) as a function of environment, arguments and
    /// value.
    fn over_params(
        &self,
        cx: &Context,
        ty: &FunType,
        e: ExprId,
        value: Option<SortId>,
    ) -> Result<String, ExportError> {
        let bound: Vec<String> = (0..ty.params.len()).map(|i| format!("p{i}")).collect();
        let vars = Vars { bound: bound.clone(), nu: "v".to_owned(), ..cx.vars() };
        let (mut binders, mut values) = (String::new(), String::new());
        for level in self.world.locals_in(e) {
            binders.push_str(&format!(" ({})", self.binder(cx, level)?));
            values.push_str(&format!(" (get {} r)", index_of(&cx.place, level)?));
        }
        for (i, (name, param)) in bound.iter().zip(&ty.params).enumerate() {
            if let Param::Base(s, _) = param {
                binders.push_str(&format!(" ({name} : {})", self.world.sort(*s)));
                values.push_str(&format!(" (get {i} w0)"));
            }
        }
        let mut body = self.world.text(e, &vars)?;
        if !binders.is_empty() {
            body = format!("(fun{binders} => {body}){values}");
        }
        let params = self.world.arrow_params(&ty.erase());
        let env = format!("(r : env {}) (w0 : env {params})", cx.place.name);
        Ok(match value {
            None => format!("fun {env} => {body}"),
            Some(s) => format!("fun {env} (v : {}) => {body}", self.world.sort(s)),
        })
    }

    fn decrease(&mut self, components: &[ExprId], values: &[ExprId]) -> Result<ExprId, ExportError> {
        let arena = &mut self.world.arena;
        let zero = arena.int(0)?;
        let mut result = None;
        for &new in components.iter().rev() {
            let old = arena.instantiate(new, values, 0)?;
            let (bounded, smaller) = (arena.bin(Bin::Le, zero, new)?, arena.bin(Bin::Lt, new, old)?);
            let here = arena.and(bounded, smaller)?;
            result = Some(match result {
                None => here,
                Some(later) => {
                    let same = arena.eq(new, old)?;
                    let later = arena.and(same, later)?;
                    arena.bin(Bin::Or, here, later)?
                }
            });
        }
        result.ok_or(Why::BadMeasure.into())
    }

    fn ranked(
        &mut self,
        node: NodeRef,
        fun: &Rc<Fun>,
        cx: &Context,
        claim: TypeRef,
        rank: ExprRef,
        n: NodeRef,
    ) -> Result<Typed, ExportError> {
        let mismatch = || ExportError::Node(node, Why::RuleMismatch);
        let (ty, body) = (self.claim(claim)?, fun.body.clone().ok_or_else(mismatch)?);
        let rank = self.world.loaded.expr(rank)?;
        let name = self.define_type(cx, &ty)?;
        let rk = format!("M{}", self.number());
        let (params, result) = (self.world.arrow_params(&fun.arrow), self.world.sort(ty.result));
        let text = self.over_params(cx, &ty, rank, Some(ty.result))?;
        self.emit(&format!(
            "Definition {rk} : env {} -> env {params} -> {result} -> Z :=\n  {text}.",
            cx.place.name
        ));
        let ghost = u32::try_from(cx.ghosts.len()).map_err(|_| Why::TooLarge)?;
        let (k, section, known) = (format!("k{ghost}"), format!("{rk}_0"), format!("Hk{ghost}"));
        let outside = self.world.named.clone();
        self.emit(&format!("Section {section}.\nVariable {k} : Z.\nHypothesis {known} : 0 <= {k}."));
        let text = format!("crank {} {name} {rk} {k}", cx.name);
        let (mut inner, values) = self.bind_params(cx, &body.place, (&ty, &name), &text)?;
        inner.push(Frame::One, [Entry::Function]);
        let arena = &mut self.world.arena;
        let (int, zero) = (INT, arena.int(0)?);
        let level = GHOST.checked_add(ghost).ok_or(Why::TooLarge)?;
        let k_expr = arena.mk(Expr::Local(level, int))?;
        let k_fact = arena.bin(Bin::Le, zero, k_expr)?;
        let (low, high) = (arena.bin(Bin::Le, zero, rank)?, arena.bin(Bin::Lt, rank, k_expr)?);
        let smaller = arena.and(low, high)?;
        let ensures = arena.and(ty.ensures, smaller)?;
        inner.ghosts.push(k.clone());
        inner.ghost_sorts.push(int);
        inner.ghost_facts.push((k_fact, known));
        if let Some(last) = inner.functions.last_mut() {
            *last = Some(Arc::new(FunType { ensures, ..(*ty).clone() }));
        }
        let covered = self.term(n, &body, &inner)?;
        let promised = format!("d{}", self.number());
        self.emit(&format!(
            "Lemma {promised} : ht (crank {} {name} {rk} {k}) {} (rank_ty {name} {rk} {k}).\nProof using All. exact {}. Qed.\nEnd {section}.",
            cx.name, body.name, covered.lemma
        ));
        // What was defined in the section takes `k` as an argument from here on.
        self.world.named = outside;
        // The kernel compares formulas here; Rocq has just done so up to conversion.
        let arena = &mut self.world.arena;
        let here = arena.eq(rank, k_expr)?;
        let wanted = arena.and(ty.ensures, here)?;
        let wanted = arena.instantiate(wanted, &values, 0)?;
        if wanted != covered.phi {
            return Err(ExportError::Node(node, Why::BodyNotClaim));
        }
        let not_negative = arena.bin(Bin::Le, zero, rank)?;
        let ensures = arena.and(ty.ensures, not_negative)?;
        let ranked = Arc::new(FunType { ensures, ..(*ty).clone() });
        let result = self.define_type(cx, &ranked)?;
        let proof = format!("TFixRank {name} {rk} {promised}");
        self.typed(cx, fun, result, ranked, &proof)
    }

    #[allow(clippy::too_many_arguments)] // One per part of the rule.
    pub(crate) fn call(
        &mut self,
        node: NodeRef,
        term: &Rc<Term>,
        cx: &Context,
        args: &[ArgRow],
        fun: NodeRef,
        nodes: &[NodeRef],
        evidence: &Evidence,
        base_only: bool,
    ) -> Result<Covered, ExportError> {
        let mismatch = |why| ExportError::Node(node, why);
        let (head, functions) = term.funs.split_first().ok_or(mismatch(Why::RuleMismatch))?;
        let typed = self.fun(fun, head, cx)?;
        if functions.len() != nodes.len() || base_only != functions.is_empty() {
            return Err(mismatch(Why::RuleMismatch));
        }
        let mut values = Vec::new();
        for arg in args {
            values.push(match arg {
                ArgRow::Base(e) => self.world.loaded.expr(*e)?,
                ArgRow::Fun(_) => TRUTH,
            });
        }
        if values.len() != typed.ty.params.len() {
            return Err(mismatch(Why::BadArguments));
        }
        let mut lemmas = Vec::new();
        for (g, n) in functions.iter().zip(nodes) {
            lemmas.push(self.fun(*n, g, cx)?.lemma);
        }
        let parts = self.parts(&typed.ty, &values)?;
        let goal = self.conjunction(&parts)?;
        self.locate(node);
        let goal_text = self.world.text(goal, &cx.vars())?;
        let condition =
            self.condition(cx, node, Goal::plain(goal, &goal_text), evidence, Use::Consequence)?;
        let premise = condition.premise(&self.all_parts(&parts, &condition.call));
        let phi = self.world.arena.instantiate(typed.ty.ensures, &values, 0)?;
        let t = &typed.type_name;
        let proof = if base_only {
            format!("TApp {t} eq_refl {} {premise}", typed.lemma)
        } else {
            let mut chain = "args_nil _".to_owned();
            let mut lemmas = lemmas.into_iter().rev();
            for arg in args.iter().rev() {
                chain = match arg {
                    ArgRow::Base(_) => format!("args_base _ ({chain})"),
                    ArgRow::Fun(_) => {
                        format!("args_fun _ {} ({chain})", lemmas.next().ok_or(mismatch(Why::RuleMismatch))?)
                    }
                };
            }
            format!("TAppFun {t} {} ({chain}) {premise}", typed.lemma)
        };
        let text = self.qualifier_text(cx, phi)?;
        self.covered(cx, term, phi, &text, &proof)
    }

    /// The qualifiers of the base parameters at values, then the requirement.
    fn parts(&mut self, ty: &FunType, values: &[ExprId]) -> Result<Vec<ExprId>, ExportError> {
        let mut parts = Vec::new();
        for (i, (param, &value)) in ty.params.iter().zip(values).enumerate() {
            if let Param::Base(_, qualifier) = param {
                let before = values.get(..i).ok_or(Why::BadArguments)?;
                let q = self.world.arena.instantiate(*qualifier, before, 0)?;
                parts.push(self.world.arena.at(q, value)?);
            }
        }
        parts.push(self.world.arena.instantiate(ty.requires, values, 0)?);
        Ok(parts)
    }

    /// The parts that are not trivial, as one formula.
    fn conjunction(&mut self, parts: &[ExprId]) -> Result<ExprId, ExportError> {
        let mut goal = TRUTH;
        for &part in parts.iter().rev().filter(|&&p| p != TRUTH) {
            goal = if goal == TRUTH { part } else { self.world.arena.and(part, goal)? };
        }
        Ok(goal)
    }

    fn sub_arr(
        &mut self,
        node: NodeRef,
        fun: &Rc<Fun>,
        cx: &Context,
        premise: &Typed,
        target: TypeRef,
        evidence: &Evidence,
    ) -> Result<Typed, ExportError> {
        let shape = || ExportError::Node(node, Why::ShapeMismatch);
        let (old, new) = (premise.ty.clone(), self.claim(target)?);
        if old.params.len() != new.params.len() || old.result != new.result {
            return Err(shape());
        }
        let depth = u32::try_from(cx.place.names.len()).map_err(|_| Why::TooLarge)?;
        let (mut values, mut quantified, mut chain) = (Vec::new(), Vec::new(), Vec::new());
        let mut assumed = Assumed::default();
        for (i, (a, b)) in (0u32..).zip(old.params.iter().zip(&new.params)) {
            match (a, b) {
                (Param::Base(s, _), Param::Base(s2, q)) if s == s2 => {
                    let level = depth.checked_add(i).ok_or(Why::TooLarge)?;
                    let x = self.world.arena.mk(Expr::Local(level, *s))?;
                    let q = self.world.arena.instantiate(*q, &values, 0)?;
                    let q = self.world.arena.at(q, x)?;
                    let (name, known) = (format!("a{i}"), format!("A{i}"));
                    assumed.introduced.extend([name.clone(), known.clone()]);
                    assumed.variables.push(name);
                    assumed.facts.push((q, known));
                    quantified.push((x, *s, q));
                    values.push(x);
                    chain.push(false);
                }
                (Param::Fun(_), Param::Fun(_)) => {
                    assumed.variables.push(String::new());
                    values.push(TRUTH);
                    chain.push(true);
                }
                _ => return Err(shape()),
            }
        }
        let parts = self.parts(&old, &values)?;
        let safe = self.conjunction(&parts)?;
        let arena = &mut self.world.arena;
        let covered = arena.bin(Bin::Imp, new.ensures, old.ensures)?;
        let covered = arena.instantiate(covered, &values, 0)?;
        let nu = arena.mk(Expr::Nu(new.result))?;
        let covered = arena.close(covered, &[nu])?;
        let covered = arena.mk(Expr::Quant(Quant::Forall, new.result, covered))?;
        let formula = arena.and(safe, covered)?;
        let requires = arena.instantiate(new.requires, &values, 0)?;
        assumed.introduced.push("R".to_owned());
        assumed.facts.push((requires, "R".to_owned()));
        let mut closed = arena.bin(Bin::Imp, requires, formula)?;
        for (x, sort, q) in quantified.iter().rev() {
            closed = arena.bin(Bin::Imp, *q, closed)?;
            let body = arena.close(closed, &[*x])?;
            closed = arena.mk(Expr::Quant(Quant::Forall, *sort, body))?;
        }
        self.locate(node);
        let statement = self.world.text(closed, &cx.vars())?;
        let goal = Goal { statement: &statement, formula, assumed };
        let condition = self.condition(cx, node, goal, evidence, Use::Consequence)?;
        let (mut binders, mut call) = (String::new(), condition.call.clone());
        for (i, is_fun) in chain.iter().enumerate() {
            binders.push_str(&format!(" a{i} A{i}"));
            if !is_fun {
                call.push_str(&format!(" a{i} A{i}"));
            }
        }
        let both = format!("({call} R)");
        let safe = self.all_parts(&parts, &format!("(proj1 {both})"));
        let proof = format!("(fun{binders} R => conj {safe} (proj2 {both}))");
        let condition = condition.premise(&proof);
        let same = chain.iter().rev().fold("args_nil _".to_owned(), |rest, is_fun| {
            if *is_fun {
                format!("args_fun _ (fun r a => eq_refl) ({rest})")
            } else {
                format!("args_base _ ({rest})")
            }
        });
        let name = self.define_type(cx, &new)?;
        let proof = format!("SubArr {name} {} ({same}) {condition}", premise.lemma);
        self.typed(cx, fun, name, new, &proof)
    }

    /// A global with its scheme, instantiated at sorts if the node says so.
    fn scheme_node(&mut self, node: NodeRef, fun: &Rc<Fun>, cx: &Context) -> Result<SchemeNode, ExportError> {
        let mismatch = |why| ExportError::Node(node, why);
        let FunRow::Global(g, at_sorts) = self.fun_row(fun)? else { return Err(mismatch(Why::RuleMismatch)) };
        let global = self.world.global(g.0)?;
        match self.node_row(node)? {
            NodeRow::TVarFun => {
                let (lemma, name) = (format!("d{}", self.number()), get(&self.world.globals, g.0)?.clone());
                // All sorts at once: `w0` is the tuple of them.
                let (mut sort_args, mut path) = (String::new(), "w0".to_owned());
                for _ in 0..global.sort_params {
                    sort_args.push_str(&format!(" (carrier (fst {path})) (carrier_dec (fst {path}))"));
                    path = format!("(snd {path})");
                }
                let n = global.sort_params;
                let quantifier = if n > 0 { format!("forall w0 : sorts {n}, ") } else { String::new() };
                let scheme = self.scheme_type(g.0, &sort_args)?;
                let value = if n > 0 { format!("(Glob ({name}{sort_args}))") } else { fun.value.clone() };
                let holds = format!("TVarFun (known_global (fun _ => {name}_holds{sort_args}))");
                let proof = if n > 0 { format!("fun w0 => {holds}") } else { holds };
                self.emit(&format!(
                    "Lemma {lemma} : {quantifier}htv {} {value} (fun r => {scheme}).\nProof. exact ({proof}). Qed.",
                    cx.name
                ));
                Ok(SchemeNode { lemma, global: g.0, sorts: None })
            }
            NodeRow::TPolyType(n) => {
                if n.0 >= node.0 {
                    return Err(mismatch(Why::BadReference));
                }
                let premise = self.scheme_node(*n, fun, cx)?;
                if premise.sorts.is_some() {
                    return Err(mismatch(Why::NotInstantiated));
                }
                let sorts = self.world.loaded.sort_list(at_sorts)?;
                let lemma = format!("d{}", self.number());
                let tuple = sorts
                    .iter()
                    .rev()
                    .fold("tt".to_owned(), |rest, &s| format!("(Srt {} _, {rest})", self.world.sort(s)));
                let args = self.world.sort_args_dec(&sorts);
                let scheme = self.scheme_type(g.0, &args)?;
                self.emit(&format!(
                    "Lemma {lemma} : htv {} {} (fun r => {scheme}).\nProof. exact (TPolyType {} {tuple}). Qed.",
                    cx.name, fun.value, premise.lemma
                ));
                Ok(SchemeNode { lemma, global: g.0, sorts: Some(sorts) })
            }
            _ => Err(mismatch(Why::NotInstantiated)),
        }
    }

    /// `RAll _ (fun w1 => RF (g_type A _ (fst w1)))`, or without the quantifier.
    fn scheme_type(&mut self, g: u32, sort_args: &str) -> Result<String, ExportError> {
        if self.world.global(g)?.preds.is_empty() {
            let name = get(&self.world.globals, g)?;
            return Ok(format!("RF ({name}_type{sort_args})"));
        }
        let (binder, body) = self.scheme_family(g, sort_args)?;
        Ok(format!("RAll _ (fun {binder} => {body})"))
    }

    /// The tuple of predicate variables as a binder, and the type under it.
    fn scheme_family(&mut self, g: u32, sort_args: &str) -> Result<(String, String), ExportError> {
        let global = self.world.global(g)?;
        let name = get(&self.world.globals, g)?;
        let (mut preds, mut path) = (String::new(), "w1".to_owned());
        for _ in &global.preds {
            preds.push_str(&format!(" (fst {path})"));
            path = format!("(snd {path})");
        }
        let domain =
            if sort_args.is_empty() { format!("{name}_preds") } else { format!("({name}_preds{sort_args})") };
        Ok((format!("(w1 : preds {domain})"), format!("RF ({name}_type{sort_args}{preds})")))
    }

    fn instantiate_preds(
        &mut self,
        fun: &Rc<Fun>,
        cx: &Context,
        scheme: &SchemeNode,
        preds: &[ExprRef],
    ) -> Result<Typed, ExportError> {
        let global = self.world.global(scheme.global)?;
        let sorts = scheme.sorts.clone().unwrap_or_default();
        let mut formulas = Vec::new();
        let mut tuple = Vec::new();
        for (given, declared) in preds.iter().zip(&global.preds) {
            let phi = self.world.loaded.expr(*given)?;
            let mut binders = String::new();
            let mut vars = cx.vars();
            for (i, s) in self.world.loaded.sort_list(declared)?.into_iter().enumerate() {
                let s = self.world.arena.instantiate_sort(s, &sorts)?;
                binders.push_str(&format!(" (z{i} : {})", self.world.sort(s)));
                vars.bound.push(format!("z{i}"));
            }
            let body = self.world.text(phi, &vars)?;
            let predicate =
                if binders.is_empty() { format!("({body})") } else { format!("(fun{binders} => {body})") };
            tuple.push(self.in_env(cx, self.world.locals_in(phi), &predicate)?);
            formulas.push(phi);
        }
        if formulas.len() != global.preds.len() {
            return Err(Why::NotInstantiated.into());
        }
        let ty = self.claim(global.claim)?.instantiate_sorts(&mut self.world.arena, &sorts)?;
        let ty = Arc::new(ty.instantiate_preds(&mut self.world.arena, &formulas)?);
        let name = self.define_type(cx, &ty)?;
        let tuple = tuple.into_iter().rev().fold("tt".to_owned(), |rest, p| format!("({p}, {rest})"));
        let args = self.world.sort_args_dec(&sorts);
        let (binder, body) = self.scheme_family(scheme.global, &args)?;
        let family = format!("(fun _ {binder} => {body})");
        let proof = format!("TPolyPred {family} (fun r : env {} => {tuple}) {}", cx.place.name, scheme.lemma);
        self.typed(cx, fun, name, ty, &proof)
    }
}
