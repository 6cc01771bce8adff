//! Generators over a system under test: the theorem about the program that asks.
//!
//! A certificate is about the *writer* program, which returns the events that the generator adds. Here the generator
//! itself is read back from the writer program: a piece that puts an event in front of the events of its rest is
//! a request. What is read is written out as a `cmd` of `Effects.v`, with a proof, shape by shape, that it does
//! whatever the writer program returns, and the theorem that follows: against every system, after every history, each
//! claimed trace that the system can answer along is done.
//!
//! Nothing here is trusted: Rocq checks that the program that is read back does what the certified one returns.
//! What an auditor compares with the source is the `cmd`. Shapes that are not known make no theorem, and a reason.

use crate::error::ExportError;
use crate::formula::Vars;
use crate::program::{Fun, Place};
use crate::world::{World, at, get};
use covenant_kernel::arena::{Expr, ExprId, Sort, SortId};
use covenant_kernel::tables::{CoreRow, FunRow, Prim};
use covenant_kernel::types::{FunType, Param};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

/// What a file says about a system under test: what is read back depends on it, and nothing that is proved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct System {
    /// For each operator, the constructor of its event, and whether the answer is a field of it.
    pub operators: Vec<(String, bool)>,
    /// The functions that ask.
    pub generators: Vec<String>,
}

/// How the result of a writer program is read.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    /// The events of a result, and its value: Rocq functions.
    pub events: String,
    pub value: String,
    /// The sort of the value, in Rocq.
    pub answer: String,
    /// The sort of the value of a pair; none if the result is the trace.
    pub pair: Option<SortId>,
}

/// Names of what is written.
pub(crate) struct Texts<'s> {
    pub system: &'s System,
    pub events: String,
    pub index: String,
    pub params: String,
    pub results: String,
    pub body: String,
    pub append: Option<(String, String)>,
    pub readings: HashMap<SortId, Reading>,
    /// For each generator: the constructor of its name, and its lemma.
    pub generators: HashMap<u32, (String, String)>,
    /// For each local function that asks: the constructor of its name, and what its definition is called.
    pub locals: HashMap<u32, (String, String)>,
    /// In the generator that is being written, for the level of each function variable: the constructor of its name, and the
    /// hypothesis that it does what it returns.
    pub functions: HashMap<u32, (String, String)>,
    /// Definitions of local functions, which go before that of the generator.
    pub definitions: String,
    pub event: SortId,
    /// Numbers the names of proofs.
    pub counter: u32,
}

impl Texts<'_> {
    /// The type of a command with answers of a type.
    pub fn ascription(&self, event: &str, answer: &str) -> String {
        format!("cmd {event} {} {} {answer}", self.params, self.results)
    }

    /// A name for a proof.
    pub fn fresh(&mut self, word: &str) -> String {
        self.counter = self.counter.saturating_add(1);
        format!("{word}{}__", self.counter)
    }

    /// Brings the trace of a goal into the form in which requests can be read off it.
    pub fn normal(&self) -> String {
        let mut unfolded: Vec<&str> =
            self.readings.values().flat_map(|r| [r.events.as_str(), r.value.as_str()]).collect();
        unfolded.retain(|name| !name.contains(' '));
        unfolded.sort_unstable();
        let unfolded = unfolded.join(" ");
        let append = self.append.as_ref().map_or(String::new(), |(_, lemma)| format!("?{lemma}, "));
        format!("repeat (cbn [{unfolded} app]; rewrite {append}<- ?app_assoc, ?app_nil_r).")
    }
}

/// A piece that was read back: the command, and the script that proves it.
pub(crate) struct Piece {
    pub command: String,
    pub script: String,
}

pub(crate) fn unsupported(what: &str) -> ExportError {
    ExportError::Unsupported(what.to_owned())
}

impl World<'_> {
    /// The generator that the claim is about, and the theorem about its runs against any system.
    pub(crate) fn effectful(&mut self, claim: u32, system: &System) -> Result<(String, String), ExportError> {
        let row = self.global(claim)?;
        if !system.generators.contains(&row.name) {
            return Err(unsupported("a function that asks nothing"));
        }
        let asking: Vec<u32> = (0..=claim)
            .filter(|g| self.global(*g).is_ok_and(|row| system.generators.contains(&row.name)))
            .collect();
        let trace = self.trace_of(get(&self.types, row.claim.0)?.result)?;
        let Sort::Data(_, arguments) = self.arena.sort(trace).clone() else {
            return Err(unsupported("traces that are no lists"));
        };
        let event = *arguments.first().ok_or_else(|| unsupported("traces that are no lists"))?;
        let name = |world: &mut Self, wanted: &str| world.names.constant(wanted, &[]);
        let mut texts = Texts {
            system,
            events: name(self, "events_of"),
            index: name(self, "generator"),
            params: name(self, "generator_params"),
            results: name(self, "generator_result"),
            body: name(self, "generator_body"),
            append: None,
            readings: HashMap::new(),
            generators: HashMap::new(),
            locals: HashMap::new(),
            functions: HashMap::new(),
            definitions: String::new(),
            event,
            counter: 0,
        };
        let mut out = String::from("(** * The generator that asks *)\n");
        let (list, element) = (self.sort(trace), self.sort(event));
        let (nil, cons) = (self.ctor_name(trace, 0)?, self.ctor_name(trace, 1)?);
        let events = texts.events.clone();
        out.push_str(&format!(
            "Fixpoint {events} (t__ : {list}) : Datatypes.list {element} :=\n  match t__ with {nil} => [] | {cons} e__ t__ => e__ :: {events} t__ end.\n"
        ));
        self.append_lemma(trace, &mut texts, &mut out)?;
        for &g in &asking {
            let row = self.global(g)?;
            if row.sort_params > 0 || !row.preds.is_empty() {
                return Err(unsupported("a polymorphic generator that asks"));
            }
            let result = get(&self.types, row.claim.0)?.result;
            self.reading(result, trace, &mut texts, &mut out)?;
            let base = get(&self.globals, g)?.clone();
            let constructor = self.names.constant(&format!("{base}_name"), &[]);
            let lemma = self.names.constant(&format!("{base}_out"), &[]);
            texts.generators.insert(g, (constructor, lemma));
        }
        // Each generator, and the functions that are local to it: two that call each other are one inside the other.
        let mut askers: Vec<(String, Arc<FunType>)> = Vec::new();
        let mut bodies = Vec::new();
        for &g in &asking {
            askers.push((
                texts.generators[&g].0.clone(),
                Arc::new(get(&self.types, self.global(g)?.claim.0)?.erase()),
            ));
            for local in self.locals_of(g) {
                let base = format!("{}_mate", get(&self.globals, g)?);
                let constructor = self.names.constant(&format!("{base}_name"), &[]);
                let definition = self.names.constant(&format!("{base}_asks"), &[]);
                self.reading(local.arrow.result, trace, &mut texts, &mut out)?;
                bodies.push(format!("{constructor} => {definition}"));
                texts.locals.insert(local.fun.0, (constructor.clone(), definition));
                askers.push((constructor, local.arrow.clone()));
            }
        }
        let each = |of: &dyn Fn(&FunType) -> String| {
            let one = |(name, arrow): &(String, Arc<FunType>)| format!("{name} => {}", of(arrow));
            askers.iter().map(one).collect::<Vec<_>>().join(" | ")
        };
        let names: Vec<&str> = askers.iter().map(|(name, _)| name.as_str()).collect();
        out.push_str(&format!("Inductive {} : Set := {}.\n", texts.index, names.join(" | ")));
        let parameters = each(&|arrow| format!("env {}", self.arrow_params(arrow)));
        out.push_str(&format!(
            "Definition {} (i__ : {}) : Type := match i__ with {parameters} end.\n",
            texts.params, texts.index
        ));
        let results = each(&|arrow| texts.readings[&arrow.result].answer.clone());
        out.push_str(&format!(
            "Definition {} (i__ : {}) : Set := match i__ with {results} end.\n",
            texts.results, texts.index
        ));
        let mut proofs = String::new();
        for &g in &asking {
            let (definition, name, proof) = self.generator(g, &mut texts)?;
            out.push_str(&std::mem::take(&mut texts.definitions));
            out.push_str(&definition);
            bodies.push(format!("{} => {name}", texts.generators[&g].0));
            proofs.push_str(&proof);
        }
        out.push_str(&format!(
            "Definition {body} (i__ : {index}) : {params} i__ -> cmd {element} {params} {results} ({results} i__) :=\n  match i__ with {} end.\n",
            bodies.join(" | "),
            body = texts.body,
            index = texts.index,
            params = texts.params,
            results = texts.results,
        ));
        out.push_str(&proofs);
        let (theorem, text) = self.against(claim, &texts)?;
        out.push_str(&text);
        Ok((out, theorem))
    }

    /// The sort of traces in a result: itself, or the first part of a pair.
    fn trace_of(&self, result: SortId) -> Result<SortId, ExportError> {
        match self.arena.sort(result) {
            Sort::Data(_, arguments) if arguments.len() == 1 => Ok(result),
            Sort::Data(_, arguments) if arguments.len() == 2 => {
                arguments.first().copied().ok_or_else(|| unsupported("traces that are no lists"))
            }
            _ => Err(unsupported("traces that are no lists")),
        }
    }

    pub(crate) fn ctor_name(&self, sort: SortId, tag: u32) -> Result<String, ExportError> {
        let data = get(&self.data, self.datatype(sort)?)?;
        Ok(get(&data.ctors, tag)?.clone())
    }

    /// How results of a sort are read; defined once for each.
    fn reading(
        &mut self,
        sort: SortId,
        trace: SortId,
        texts: &mut Texts<'_>,
        out: &mut String,
    ) -> Result<(), ExportError> {
        if texts.readings.contains_key(&sort) {
            return Ok(());
        }
        let reading = if sort == trace {
            Reading {
                events: texts.events.clone(),
                value: format!("(fun _ : {} => tt)", self.sort(trace)),
                answer: "unit".to_owned(),
                pair: None,
            }
        } else {
            let Sort::Data(_, arguments) = self.arena.sort(sort).clone() else {
                return Err(unsupported("a result that is no pair"));
            };
            let [first, value] = arguments.as_ref() else {
                return Err(unsupported("a result that is no pair"));
            };
            if *first != trace {
                return Err(unsupported("generators over two types of events"));
            }
            let (of, pair) = (self.sort(sort), self.ctor_name(sort, 0)?);
            let number = texts.readings.len();
            let events = self.names.constant(&format!("events_of_pair{number}"), &[]);
            let result = self.names.constant(&format!("value_of_pair{number}"), &[]);
            let (list, answer) = (self.sort(texts.event), self.sort(*value));
            out.push_str(&format!(
                "Definition {events} (x__ : {of}) : Datatypes.list {list} := match x__ with {pair} t__ _ => {} t__ end.\n",
                texts.events
            ));
            out.push_str(&format!(
                "Definition {result} (x__ : {of}) : {answer} := match x__ with {pair} _ v__ => v__ end.\n"
            ));
            Reading { events, value: result, answer, pair: Some(*value) }
        };
        texts.readings.insert(sort, reading);
        Ok(())
    }

    /// That the definition that puts traces together does, if there is one.
    fn append_lemma(
        &mut self,
        trace: SortId,
        texts: &mut Texts<'_>,
        out: &mut String,
    ) -> Result<(), ExportError> {
        let calls = self.statement.cores.iter().filter_map(|row| match row {
            CoreRow::Op(Prim::Eval(e)) => self.loaded.expr(*e).ok(),
            _ => None,
        });
        let found = calls.into_iter().find_map(|e| match self.arena.expr(e) {
            Expr::Fn(d, sorts, args) if args.len() == 2 && self.arena.sort_of(e) == Some(trace) => {
                let both = args.iter().all(|a| self.arena.sort_of(*a) == Some(trace));
                both.then(|| (d.0, sorts.clone()))
            }
            _ => None,
        });
        let Some((definition, sorts)) = found else { return Ok(()) };
        let append = self.def(definition, &sorts)?;
        let lemma = self.names.constant("events_of_append", &[]);
        let events = &texts.events;
        out.push_str(&format!(
            "Lemma {lemma} : forall a__ b__, {events} ({append} a__ b__) = ({events} a__ ++ {events} b__)%list.\nProof. induction a__; simpl; congruence. Qed.\n"
        ));
        texts.append = Some((append, lemma));
        Ok(())
    }

    /// One generator: its definition, the name of that, and its lemma.
    fn generator(&mut self, g: u32, texts: &mut Texts<'_>) -> Result<(String, String, String), ExportError> {
        let function =
            self.functions_of.get(&g).cloned().ok_or_else(|| unsupported("a generator without a body"))?;
        let term = function.body.clone().ok_or_else(|| unsupported("a generator without a body"))?;
        let result = get(&self.types, self.global(g)?.claim.0)?.result;
        let reading = texts.readings[&result].clone();
        let recursive = matches!(get(&self.statement.funs, function.fun.0)?, FunRow::Fix(..));
        let names: Vec<(String, SortId)> = function
            .arrow
            .params
            .iter()
            .zip(&term.place.names)
            .map(|(param, name)| match param {
                Param::Base(sort, _) => Ok((name.clone(), *sort)),
                Param::Fun(_) => Err(unsupported("a generator with a function as a parameter")),
            })
            .collect::<Result<_, _>>()?;
        let known = term.place.names.clone();
        let (constructor, lemma) = texts.generators[&g].clone();
        texts.functions.clear();
        if recursive {
            // The function itself is bound behind its parameters.
            texts.functions.insert(term.place.depth.saturating_sub(1), (constructor, "IH__".to_owned()));
        }
        let piece = self.piece(&term, &reading, &known, texts)?;
        let base = get(&self.globals, g)?.clone();
        let name = self.names.constant(&format!("{base}_asks"), &[]);
        let list = self.arrow_params(&function.arrow);
        let definition = self.asks(&name, &names, &list, &piece.command, &reading.answer, texts);
        let pattern: String = names.iter().map(|(n, _)| format!("{n} & ")).collect();
        let arguments = tuple(&names.iter().map(|(n, _)| n.clone()).collect::<Vec<_>>());
        let environment = self.environment(&term.place, &known);
        let (events, value) = (&reading.events, &reading.value);
        let result_sort = self.sort(result);
        let induction = if recursive {
            format!(
                "  change (@fixed (env {list}) {result_sort} (fun f args a => den {} (f, @eapp {list} [] args tt) a) p__ x__) in H__.\n  induction H__ as [self__ p__ x__ _ IH__ H__].\n",
                term.name
            )
        } else {
            String::new()
        };
        let destruct = if names.is_empty() {
            "  destruct p__ as [].\n".to_owned()
        } else {
            format!("  destruct p__ as ({pattern}[]).\n")
        };
        let proof = format!(
            "Lemma {lemma} : forall p__ x__, vden {base} tt p__ x__ ->\n  out {body} (CDo {index} p__) ({events} x__) ({value} x__).\nProof.\n  intros p__ x__ H__.\n{induction}{destruct}  apply OutDo.\n  change (den {} {environment} x__) in H__.\n  change (out {body} ({name} {arguments}) ({events} x__) ({value} x__)).\n  unfold {name}; cbn [fst snd].\n{}Qed.\n",
            term.name,
            piece.script,
            body = texts.body,
            index = texts.generators[&g].0,
        );
        Ok((definition, name, proof))
    }

    /// The functions that are local to a generator and stand before its body.
    fn locals_of(&self, g: u32) -> Vec<Rc<Fun>> {
        let mut found = Vec::new();
        let mut body = self.functions_of.get(&g).and_then(|function| function.body.clone());
        while let Some(term) = body {
            let (Some(local), Some(rest)) = (term.funs.first(), term.terms.first()) else { break };
            if !matches!(get(&self.statement.cores, term.core.0), Ok(CoreRow::LetV(..))) {
                break;
            }
            found.push(local.clone());
            body = Some(rest.clone());
        }
        found
    }

    /// The definition of a command with parameters.
    pub(crate) fn asks(
        &self,
        name: &str,
        parameters: &[(String, SortId)],
        list: &str,
        command: &str,
        answer: &str,
        texts: &Texts<'_>,
    ) -> String {
        let binders: String = parameters.iter().map(|(n, s)| format!(" ({n} : {})", self.sort(*s))).collect();
        let mut path = "p__".to_owned();
        let mut values = String::new();
        for _ in parameters {
            values.push_str(&format!(" (fst {path})"));
            path = format!("(snd {path})");
        }
        let text = match parameters {
            [] => command.to_owned(),
            _ => format!("(fun{binders} =>\n  {command}){values}"),
        };
        let ascribed = texts.ascription(&self.sort(texts.event), answer);
        format!("Definition {name} (p__ : env {list}) : {ascribed} :=\n  {text}.\n")
    }

    /// The environment of a piece: a nested pair of what its variables are known to be.
    pub(crate) fn environment(&self, place: &Place, known: &[String]) -> String {
        let one = |level: &u32| match known.get(at(*level)).filter(|name| !name.is_empty()) {
            Some(name) => name.clone(),
            None => "self__".to_owned(),
        };
        tuple(&place.levels.iter().map(one).collect::<Vec<_>>())
    }

    /// The last theorem: against every system.
    fn against(&mut self, claim: u32, texts: &Texts<'_>) -> Result<(String, String), ExportError> {
        let row = self.global(claim)?;
        let base = get(&self.globals, claim)?.clone();
        let ty = get(&self.types, row.claim.0)?.clone();
        let reading = texts.readings[&ty.result].clone();
        let source = self.source.globals.get(at(claim)).cloned().unwrap_or_default();
        let names = self.param_names(&ty, &source.params);
        let theorem = self.names.constant(&format!("{base}_against_any_system"), &[]);
        let mut vars = Vars { for_reader: true, ..Vars::default() };
        let (mut binders, mut premises, mut given) = (String::new(), String::new(), Vec::new());
        let mut sorts = Vec::new();
        let mut hypotheses = Vec::new();
        for (i, (param, x)) in ty.params.iter().zip(&names).enumerate() {
            let Param::Base(sort, q) = param else {
                return Err(unsupported("a generator with a function as a parameter"));
            };
            sorts.push(*sort);
            binders.push_str(&format!(" ({x} : {})", self.sort(*sort)));
            given.push(x.clone());
            vars.nu.clone_from(x);
            self.hypothesis(*q, &vars, &format!("A{i}"), &mut premises, &mut hypotheses)?;
            vars.bound.push(x.clone());
        }
        vars.nu = String::new();
        self.hypothesis(ty.requires, &vars, "R", &mut premises, &mut hypotheses)?;
        vars.nu = "v".to_owned();
        premises.push_str(&format!("\n  ({}) ->", self.text(ty.ensures, &vars)?));
        let list = self.sort_list(&sorts);
        let introduced =
            given.iter().map(String::as_str).chain(["v"]).chain(hypotheses.iter().map(String::as_str));
        let introduced = introduced.chain(["V"]).collect::<Vec<_>>().join(" ");
        let applied = given
            .iter()
            .chain(&hypotheses)
            .map(String::as_str)
            .chain(["v", "V"])
            .collect::<Vec<_>>()
            .join(" ");
        let (element, result) = (self.sort(texts.event), self.sort(ty.result));
        let Reading { events, value, .. } = &reading;
        let arguments = tuple(&names);
        Ok((
            theorem.clone(),
            format!(
                "(** Against every system under test [S_], after every history [h_]: each trace that the claim allows and\n    that [S_] can answer along ([admits]) is done by a run of [{base}], which ends with the value of\n    the claim. [acts S h c h' c']: [c] becomes [c'] in steps against [S], and the history becomes [h']\n    (Effects.v). *)\nTheorem {theorem} :\n  forall (S_ : sut {element}) (h_ : Datatypes.list {element}){binders} (v : {result}),{premises}\n  admits S_ h_ ({events} v) ->\n  acts {body} S_ h_ (CDo {index} {arguments}) (h_ ++ {events} v) (CDone ({value} v)).\nProof.\n  intros S_ h_ {introduced} Ad. apply claim_against; [|exact Ad].\n  apply {lemma}. apply (proj2 (@call_adequacy {list} {result} {base} {arguments} v)).\n  exact ({base}_covers {applied}).\nQed.\n",
                body = texts.body,
                index = texts.generators[&claim].0,
                lemma = texts.generators[&claim].1,
            ),
        ))
    }

    /// A hypothesis of the theorem with its name, unless it is trivial.
    fn hypothesis(
        &self,
        q: ExprId,
        vars: &Vars,
        name: &str,
        premises: &mut String,
        hypotheses: &mut Vec<String>,
    ) -> Result<(), ExportError> {
        if q != covenant_kernel::arena::TRUTH {
            premises.push_str(&format!("\n  ({}) ->", self.text(q, vars)?));
            hypotheses.push(name.to_owned());
        }
        Ok(())
    }
}

/// A nested pair.
pub(crate) fn tuple(parts: &[String]) -> String {
    parts.iter().rev().fold("tt".to_owned(), |rest, part| format!("({part}, {rest})"))
}
