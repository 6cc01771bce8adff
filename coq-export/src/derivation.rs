//! Derivations: one context, coverage type and lemma per visited node.
//!
//! Naming every node keeps the file linear: a single proof term would copy contexts at each
//! node, and Rocq would compare the copies. The lemma of a node says that its term has its
//! coverage type in its context; its proof is the rule applied to the lemmas of its premises.

use crate::context::{Context, Entry, Frame, Parameters};
use crate::error::ExportError;
use crate::formula::Vars;
use crate::goals::{ConditionInfo, Goal, Use};
use crate::program::{Fun, Place, Term, index_of};
use crate::world::{World, at, get};
use covenant_kernel::arena::{Bin, Expr, ExprId, FALSITY, Quant, SortId, TRUTH};
use covenant_kernel::prims;
use covenant_kernel::reject::Why;
use covenant_kernel::tables::{CoreRow, Evidence, ExprRef, FunRow, NodeRef, NodeRow, Prim, TypeRef};
use covenant_kernel::types::{FunType, Param};
use std::rc::Rc;
use std::sync::Arc;

/// The derivation of one global, as text.
pub(crate) struct Derivation<'w, 'a> {
    pub world: &'w mut World<'a>,
    pub out: String,
    pub conditions: Vec<ConditionInfo>,
    pub source_position: Option<String>,
    pub counter: u32,
    /// Lemmas about parameters that have been stated.
    pub stated: std::collections::HashSet<String>,
}

/// Characters of a formula's text beyond which it gets a name.
const LARGE: usize = 160;

/// Stands for the name of a node's own coverage type in its proof. Not an identifier, so that no
/// name of the program is taken for it.
const THIS: &str = "<this>";

/// The names of large formulas: this and a number.
const NAMED: &str = "phi";

fn mentions_name(text: &str) -> bool {
    let is_name = |word: &str| {
        word.strip_prefix(NAMED)
            .is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
    };
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(is_name)
}

/// Names for a qualifier about `v`.
fn qualifier_vars(cx: &Context) -> Vars {
    Vars { nu: "v".to_owned(), ..cx.vars_by_name() }
}

/// A typed core term: the names of its lemma and coverage type, and the type itself.
pub(crate) struct Covered {
    pub lemma: String,
    pub coverage: String,
    pub phi: ExprId,
}

/// A typed function value.
pub(crate) struct Typed {
    pub lemma: String,
    /// Name of the type, a function of the environment.
    pub type_name: String,
    pub ty: Arc<FunType>,
}

impl<'w, 'a> Derivation<'w, 'a> {
    pub fn new(world: &'w mut World<'a>, counter: u32, conditions: Vec<ConditionInfo>) -> Self {
        Derivation {
            world,
            out: String::new(),
            conditions,
            source_position: None,
            counter,
            stated: std::collections::HashSet::new(),
        }
    }

    pub(crate) fn number(&mut self) -> u32 {
        self.counter = self.counter.saturating_add(1);
        self.counter
    }

    pub(crate) fn emit(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// A formula as a function of the environment `r`: the variables that it mentions are
    /// bound to what the environment holds for them.
    pub(crate) fn in_env(
        &self,
        cx: &Context,
        levels: impl IntoIterator<Item = u32>,
        body: &str,
    ) -> Result<String, ExportError> {
        let (mut binders, mut values) = (String::new(), String::new());
        for level in levels {
            binders.push_str(&format!(" ({})", self.binder(cx, level)?));
            values.push_str(&format!(" (get {} r)", index_of(&cx.place, level)?));
        }
        Ok(if binders.is_empty() { body.to_owned() } else { format!("(fun{binders} => {body}){values}") })
    }

    /// A qualifier about `v`, with large parts by name.
    pub(crate) fn qualifier_text(&self, cx: &Context, phi: ExprId) -> Result<String, ExportError> {
        self.world.text(phi, &qualifier_vars(cx))
    }

    /// `a op b`, a qualifier about `v`, with large parts by name.
    fn joined_text(&self, cx: &Context, op: Bin, a: ExprId, b: ExprId) -> Result<String, ExportError> {
        self.world.binary(op, a, b, &qualifier_vars(cx))
    }

    /// A formula as a predicate of the environment.
    fn hypothesis_text(&self, cx: &Context, psi: ExprId) -> Result<String, ExportError> {
        let body = self.in_env(cx, self.world.locals_in(psi), &self.world.text(psi, &cx.vars())?)?;
        Ok(format!("fun r : env {} => {body}", cx.place.name))
    }

    /// Defines a coverage type and states the lemma of a node. `text` is `phi` as a text.
    pub(crate) fn covered(
        &mut self,
        cx: &Context,
        term: &Term,
        phi: ExprId,
        text: &str,
        proof: &str,
    ) -> Result<Covered, ExportError> {
        let n = self.number();
        let (q, d) = (format!("q{n}"), format!("d{n}"));
        let sort = self.world.sort(term.sort);
        let body = if self.is_large(phi, text) {
            self.name_formula(cx, term.sort, phi, text, n)?;
            self.qualifier_text(cx, phi)?
        } else {
            text.to_owned()
        };
        let body = self.in_env(cx, self.world.locals_in(phi), &body)?;
        self.emit(&format!(
            "Definition {q} : cty {} {sort} :=\n  fun r (v : {sort}) => {body}.",
            term.place.name
        ));
        let proof = proof.replace(THIS, &q);
        self.emit(&format!("Lemma {d} : ht {} {} {q}.\nProof. exact ({proof}). Qed.", cx.name, term.name));
        Ok(Covered { lemma: d, coverage: q, phi })
    }

    /// Whether a formula gets a name of its own. A literal never does: the leaves of a proof
    /// have to see it. A quantifier does over anything that has one: a name cannot be found
    /// again under a binder.
    fn is_large(&self, phi: ExprId, text: &str) -> bool {
        let large = match self.world.arena.expr(phi) {
            Expr::Bin(Bin::And | Bin::Or, ..) => text.len() > LARGE,
            Expr::Quant(Quant::Exists, ..) => text.len() > LARGE || mentions_name(text),
            _ => false,
        };
        large && !self.world.named.contains_key(&phi)
    }

    /// Defines a qualifier as a predicate of the variables that it mentions.
    fn name_formula(
        &mut self,
        cx: &Context,
        sort: SortId,
        phi: ExprId,
        text: &str,
        n: u32,
    ) -> Result<(), ExportError> {
        let name = format!("{NAMED}{n}");
        let (mut binders, mut args) = (String::new(), Vec::new());
        for level in self.world.locals_in(phi) {
            let sort = cx.place.sorts.get(at(level)).copied().flatten().ok_or(Why::UnboundLocal)?;
            binders.push_str(&format!(" ({})", self.binder(cx, level)?));
            args.push(self.world.arena.mk(Expr::Local(level, sort))?);
        }
        args.push(self.world.arena.mk(Expr::Nu(sort))?);
        self.emit(&format!(
            "Definition {name}{binders} (v : {}) : Prop :=\n  {text}.",
            self.world.sort(sort)
        ));
        self.world.named.insert(phi, (name, args));
        Ok(())
    }

    /// What a coverage type says of the variable `x`, under the same name.
    fn fact_about(&mut self, phi: ExprId, x: ExprId) -> Result<ExprId, ExportError> {
        let fact = self.world.arena.at(phi, x)?;
        if let Some((name, mut args)) = self.world.named.get(&phi).cloned() {
            args.pop();
            args.push(x);
            self.world.named.entry(fact).or_insert((name, args));
        }
        Ok(fact)
    }

    /// Defines a context.
    fn context(&mut self, place: &Rc<Place>, text: &str, cx: &Context) -> Context {
        let name = format!("C{}", self.number());
        self.emit(&format!("Definition {name} : ctx {} :=\n  {text}.", place.name));
        let mut functions = cx.functions.clone();
        functions.resize(at(place.depth), None);
        Context { name, place: place.clone(), functions, ..cx.clone() }
    }

    /// Defines a function type in a context.
    pub(crate) fn define_type(&mut self, cx: &Context, ty: &FunType) -> Result<String, ExportError> {
        let name = format!("T{}", self.number());
        let mut levels = std::collections::BTreeSet::new();
        self.locals_of_type(ty, &mut levels);
        let body = self.world.fun_type(ty, &cx.vars(), &[])?;
        let body = self.in_env(cx, levels, &format!("({body})"))?;
        let (params, result) = (self.world.arrow_params(&ty.erase()), self.world.sort(ty.result));
        self.emit(&format!(
            "Definition {name} : env {} -> fty {params} {result} :=\n  fun r => {body}.",
            cx.place.name
        ));
        Ok(name)
    }

    fn locals_of_type(&self, ty: &FunType, levels: &mut std::collections::BTreeSet<u32>) {
        for param in &ty.params {
            match param {
                Param::Base(_, q) => levels.extend(self.world.locals_in(*q)),
                Param::Fun(t) => self.locals_of_type(t, levels),
            }
        }
        levels.extend(self.world.locals_in(ty.requires));
        levels.extend(self.world.locals_in(ty.ensures));
    }

    pub(crate) fn node_row(&self, node: NodeRef) -> Result<&'a NodeRow, ExportError> {
        get(&self.world.proof.nodes, node.0)
    }

    pub(crate) fn locate(&mut self, node: NodeRef) {
        let source = self.world.source;
        self.source_position = source.node_span(node).and_then(|span| {
            let before = source.text.get(..usize::try_from(span.start).ok()?)?;
            let line = before.matches('\n').count().saturating_add(1);
            Some(format!("{}, line {line}", source.file))
        });
    }

    /// A derivation of a core term.
    pub fn term(&mut self, node: NodeRef, term: &Rc<Term>, cx: &Context) -> Result<Covered, ExportError> {
        let row = self.node_row(node)?;
        let core = get(&self.world.statement.cores, term.core.0)?;
        let mismatch = || ExportError::Node(node, Why::RuleMismatch);
        let before =
            |n: NodeRef| if n.0 < node.0 { Ok(n) } else { Err(ExportError::Node(node, Why::BadReference)) };
        match (row, core) {
            (NodeRow::TConst | NodeRow::TVarBase, CoreRow::Ret(e)) => {
                let value = self.world.loaded.expr(*e)?;
                let nu = self.world.arena.mk(Expr::Nu(term.sort))?;
                let phi = self.world.arena.eq(nu, value)?;
                let text = self.qualifier_text(cx, phi)?;
                let proof = if matches!(row, NodeRow::TConst) { "TConst eq_refl" } else { "TVarBase" };
                self.covered(cx, term, phi, &text, proof)
            }
            (NodeRow::TErr, CoreRow::Err(_)) => self.covered(cx, term, FALSITY, "False", "TErr"),
            (NodeRow::TAppOp, CoreRow::Op(prim)) => self.operation(term, cx, prim),
            (NodeRow::TLetE(n1, n2), CoreRow::LetE(..)) => {
                let [first, second] = term.terms.as_slice() else { return Err(mismatch()) };
                let covered = self.term(before(*n1)?, first, cx)?;
                let name = second.place.names.last().cloned().ok_or_else(mismatch)?;
                let text = format!("cbind {} (fun r => RB ({} r))", cx.name, covered.coverage);
                let mut inner = self.context(&second.place, &text, cx);
                let x = self.world.arena.mk(Expr::Local(cx.place.depth, first.sort))?;
                let fact = self.fact_about(covered.phi, x)?;
                inner.push(Frame::One, [Entry::Variable(name.clone(), first.sort), Entry::Fact(fact)]);
                let rest = self.term(before(*n2)?, second, &inner)?;
                let both = self.world.arena.and(fact, rest.phi)?;
                let phi = self.exists_locals(both, cx.place.depth, &[first.sort])?;
                let both = self.joined_text(&inner, Bin::And, fact, rest.phi)?;
                let text = format!("exists {name} : {}, {both}", self.world.sort(first.sort));
                self.covered(cx, term, phi, &text, &format!("TLetE {} {}", covered.lemma, rest.lemma))
            }
            (NodeRow::TLetV(n1, n2), CoreRow::LetV(..)) => {
                let ([fun], [body]) = (term.funs.as_slice(), term.terms.as_slice()) else {
                    return Err(mismatch());
                };
                let typed = self.fun(before(*n1)?, fun, cx)?;
                let text = format!("cbind {} (fun r => RF ({} r))", cx.name, typed.type_name);
                let mut inner = self.context(&body.place, &text, cx);
                inner.push(Frame::One, [Entry::Function]);
                if let Some(last) = inner.functions.last_mut() {
                    *last = Some(typed.ty.clone());
                }
                let rest = self.term(before(*n2)?, body, &inner)?;
                let text = self.qualifier_text(&inner, rest.phi)?;
                let proof = format!("TLetV {} {}", typed.lemma, rest.lemma);
                self.covered(cx, term, rest.phi, &text, &proof)
            }
            (NodeRow::TApp { fun, evidence }, CoreRow::App(_, args)) => {
                self.call(node, term, cx, args, before(*fun)?, &[], evidence, true)
            }
            (NodeRow::TAppFun { fun, args: nodes, evidence }, CoreRow::App(_, args)) => {
                let nodes = nodes.iter().map(|n| before(*n)).collect::<Result<Vec<_>, _>>()?;
                self.call(node, term, cx, args, before(*fun)?, &nodes, evidence, false)
            }
            (NodeRow::TMatch(branch, n), CoreRow::Match(scrutinee, branches)) => {
                let row = branches.get(at(*branch)).ok_or(ExportError::Node(node, Why::NoSuchBranch))?;
                let body = term.terms.get(at(*branch)).ok_or_else(mismatch)?.clone();
                self.branch(term, cx, *scrutinee, row.tag, *branch, &body, before(*n)?)
            }
            (NodeRow::TMerge(n1, n2), _) => {
                let first = self.term(before(*n1)?, term, cx)?;
                let second = self.term(before(*n2)?, term, cx)?;
                let phi = self.world.arena.bin(Bin::Or, first.phi, second.phi)?;
                let text = self.joined_text(cx, Bin::Or, first.phi, second.phi)?;
                self.covered(cx, term, phi, &text, &format!("TMerge {} {}", first.lemma, second.lemma))
            }
            (NodeRow::TGuard(psi, n), _) => {
                let psi = self.world.loaded.expr(*psi)?;
                let text = self.hypothesis_text(cx, psi)?;
                let mut inner = self.context(&term.place, &format!("chyp {} ({text})", cx.name), cx);
                inner.push(Frame::One, [Entry::Fact(psi)]);
                let rest = self.term(before(*n)?, term, &inner)?;
                let phi = self.world.arena.and(psi, rest.phi)?;
                let both = self.joined_text(cx, Bin::And, psi, rest.phi)?;
                self.covered(cx, term, phi, &both, &format!("TGuard ({text}) {}", rest.lemma))
            }
            (NodeRow::TSub { target, from, evidence }, _) => {
                self.retarget(node, term, cx, *target, before(*from)?, evidence, Bin::Imp)
            }
            (NodeRow::TEq { target, from, evidence }, _) => {
                self.retarget(node, term, cx, *target, before(*from)?, evidence, Bin::Iff)
            }
            _ => Err(mismatch()),
        }
    }

    pub(crate) fn exists_locals(
        &mut self,
        phi: ExprId,
        level: u32,
        sorts: &[SortId],
    ) -> Result<ExprId, ExportError> {
        let arena = &mut self.world.arena;
        let mut vars = Vec::with_capacity(sorts.len());
        for (&sort, level) in sorts.iter().zip(level..) {
            vars.push(arena.mk(Expr::Local(level, sort))?);
        }
        let mut e = arena.close(phi, &vars)?;
        for &sort in sorts.iter().rev() {
            e = arena.mk(Expr::Quant(Quant::Exists, sort, e))?;
        }
        Ok(e)
    }

    fn operation(&mut self, term: &Term, cx: &Context, prim: &Prim) -> Result<Covered, ExportError> {
        let world = &mut *self.world;
        let (_, phi) = prims::coverage(&mut world.arena, &world.loaded, prim)?;
        let text = self.qualifier_text(cx, phi)?;
        let proof = match prim {
            Prim::Div(a, b) | Prim::Mod(a, b) => {
                let (a, b) = (self.world.loaded.expr(*a)?, self.world.loaded.expr(*b)?);
                let lemma = self.division(matches!(prim, Prim::Div(..)), a, b, &cx.place)?;
                format!("TEq {THIS} TAppOp (allc_intro {} _ (fun r _ v => {lemma}))", cx.name)
            }
            _ => "TAppOp".to_owned(),
        };
        self.covered(cx, term, phi, &text, &proof)
    }

    /// The lemma that the kernel's formula for a division says what the primitive means.
    fn division(
        &mut self,
        quotient: bool,
        a: ExprId,
        b: ExprId,
        place: &Place,
    ) -> Result<String, ExportError> {
        let dividend = format!("(vden {} r)", self.world.value(a, place)?);
        let op = if quotient { "div" } else { "mod" };
        Ok(match *self.world.arena.expr(b) {
            Expr::Int(0) => format!("kernel_{op}_zero {dividend} v"),
            Expr::Int(k) if k > 0 => format!("kernel_{op}_positive {dividend} {k} v eq_refl"),
            Expr::Int(k) if k > i64::MIN => {
                format!("kernel_{op}_negative {dividend} {} v eq_refl", k.unsigned_abs())
            }
            _ => {
                let divisor = self.world.value(b, place)?;
                format!("kernel_{op}_any {dividend} (vden {divisor} r) v")
            }
        })
    }

    #[allow(clippy::too_many_arguments)] // One per part of the rule.
    fn branch(
        &mut self,
        term: &Term,
        cx: &Context,
        scrutinee: ExprRef,
        tag: u32,
        position: u32,
        body: &Rc<Term>,
        node: NodeRef,
    ) -> Result<Covered, ExportError> {
        let scrutinee = self.world.loaded.expr(scrutinee)?;
        let sort = self.world.sort_of(scrutinee)?;
        let fields = self.world.arena.ctor_fields(sort, tag)?.to_vec();
        let (list, ctor) = (self.world.sort_list(&fields), self.world.ctor(sort, tag)?);
        let (value, sort_text) = (self.world.value(scrutinee, &cx.place)?, self.world.sort(sort));
        let text = format!("cbr {list} (A := {sort_text}) {} (vden {value}) ({ctor})", cx.name);
        let mut inner = self.context(&body.place, &text, cx);
        let (mut vars, mut entries, mut exists) = (Vec::new(), Vec::new(), String::new());
        for (&field, level) in fields.iter().zip(cx.place.depth..) {
            let name = body.place.names.get(at(level)).cloned().ok_or(Why::UnboundLocal)?;
            exists.push_str(&format!("exists {name} : {}, ", self.world.sort(field)));
            entries.push(Entry::Variable(name, field));
            vars.push(self.world.arena.mk(Expr::Local(level, field))?);
        }
        let built = self.world.arena.mk(Expr::Ctor(sort, tag, vars.into()))?;
        let fact = self.world.arena.eq(scrutinee, built)?;
        entries.push(Entry::Fact(fact));
        inner.push(Frame::One, entries);
        let rest = self.term(node, body, &inner)?;
        let both = self.world.arena.and(fact, rest.phi)?;
        let phi = self.exists_locals(both, cx.place.depth, &fields)?;
        let text = format!("{exists}{}", self.joined_text(&inner, Bin::And, fact, rest.phi)?);
        let member = term.memberships.get(at(position)).ok_or(Why::NoSuchBranch)?;
        let proof = format!("TMatch (ts := {list}) {member} {}", rest.lemma);
        self.covered(cx, term, phi, &text, &proof)
    }

    #[allow(clippy::too_many_arguments)] // One per part of the rule.
    fn retarget(
        &mut self,
        node: NodeRef,
        term: &Rc<Term>,
        cx: &Context,
        target: ExprRef,
        from: NodeRef,
        evidence: &Evidence,
        relation: Bin,
    ) -> Result<Covered, ExportError> {
        let premise = self.term(from, term, cx)?;
        let target = self.world.loaded.expr(target)?;
        let arena = &mut self.world.arena;
        let related = arena.bin(relation, target, premise.phi)?;
        let nu = arena.mk(Expr::Nu(term.sort))?;
        let body = arena.close(related, &[nu])?;
        let goal = arena.mk(Expr::Quant(Quant::Forall, term.sort, body))?;
        let related = self.joined_text(cx, relation, target, premise.phi)?;
        let goal_text = format!("forall v : {}, {related}", self.world.sort(term.sort));
        self.locate(node);
        let condition = self.condition(cx, node, Goal::plain(goal, &goal_text), evidence, Use::Itself)?;
        let text = self.qualifier_text(cx, target)?;
        let rule = if relation == Bin::Imp { "TSub" } else { "TEq" };
        let proof = format!("{rule} {THIS} {} {}", premise.lemma, condition.itself());
        self.covered(cx, term, target, &text, &proof)
    }

    /// The type row of a claim.
    pub(crate) fn claim(&self, claim: TypeRef) -> Result<Arc<FunType>, ExportError> {
        get(&self.world.types, claim.0).cloned()
    }

    /// The body context of a function: its parameters with their qualifiers, its requirement.
    pub(crate) fn bind_params(
        &mut self,
        cx: &Context,
        place: &Rc<Place>,
        (ty, type_name): (&FunType, &str),
        text: &str,
    ) -> Result<(Context, Vec<ExprId>), ExportError> {
        let mut inner = self.context(place, text, cx);
        let (mut values, mut entries) = (Vec::new(), Vec::new());
        for (param, level) in ty.params.iter().zip(cx.place.depth..) {
            match param {
                Param::Base(sort, qualifier) => {
                    let name = place.names.get(at(level)).cloned().ok_or(Why::UnboundLocal)?;
                    let x = self.world.arena.mk(Expr::Local(level, *sort))?;
                    let fact = self.world.arena.instantiate(*qualifier, &values, 0)?;
                    let fact = self.world.arena.at(fact, x)?;
                    entries.extend([Entry::Variable(name, *sort), Entry::Fact(fact)]);
                    values.push(x);
                }
                Param::Fun(t) => {
                    let t = t.instantiate(&mut self.world.arena, &values)?;
                    if let Some(slot) = inner.functions.get_mut(at(level)) {
                        *slot = Some(Arc::new(t));
                    }
                    entries.push(Entry::Function);
                    values.push(TRUTH);
                }
            }
        }
        let requires = self.world.arena.instantiate(ty.requires, &values, 0)?;
        entries.push(Entry::Fact(requires));
        let mut mentioned = std::collections::BTreeSet::new();
        self.locals_of_type(ty, &mut mentioned);
        let parameters = Parameters {
            lemmas: inner.name.replace('C', "p"),
            around: cx.name.clone(),
            type_name: type_name.to_owned(),
            count: ty.params.len(),
            outer: mentioned.into_iter().collect(),
            all_base: ty.params.iter().all(|p| matches!(p, Param::Base(..))),
        };
        inner.push(Frame::Parameters(parameters), entries);
        Ok((inner, values))
    }

    /// The row of a function value.
    pub(crate) fn fun_row(&self, fun: &Fun) -> Result<&'a FunRow, ExportError> {
        get(&self.world.statement.funs, fun.fun.0)
    }
}
