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
use crate::prim_names;
use crate::program::{Place, Term};
use crate::world::{World, at, get};
use covenant_kernel::arena::{Expr, ExprId, Sort, SortId};
use covenant_kernel::tables::{ArgRow, CoreRow, FunRow, Prim};
use covenant_kernel::types::Param;
use std::collections::HashMap;

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
struct Reading {
    /// The sort of the result.
    sort: SortId,
    /// The events of a result, and its value: Rocq functions.
    events: String,
    value: String,
    /// The sort of the value, in Rocq.
    answer: String,
    /// The sort of the value of a pair; none if the result is the trace.
    pair: Option<SortId>,
}

/// Names of what is written.
struct Texts<'s> {
    system: &'s System,
    events: String,
    index: String,
    params: String,
    results: String,
    body: String,
    append: Option<(String, String)>,
    readings: HashMap<SortId, Reading>,
    /// For each generator: the constructor of its name, and its lemma.
    generators: HashMap<u32, (String, String)>,
    /// The generator that is being written.
    current: u32,
    event: SortId,
}

/// A piece that was read back: the command, and the script that proves it.
struct Piece {
    command: String,
    script: String,
}

fn unsupported(what: &str) -> ExportError {
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
            current: claim,
            event,
        };
        let mut out = String::from("(** * The generator that asks *)\n");
        let (list, element) = (self.sort(trace), self.sort(event));
        let (nil, cons) = (self.ctor_name(trace, 0)?, self.ctor_name(trace, 1)?);
        let events = texts.events.clone();
        out.push_str(&format!(
            "Fixpoint {events} (t : {list}) : Datatypes.list {element} :=\n  match t with {nil} => [] | {cons} e t => e :: {events} t end.\n"
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
        let each = |world: &Self, of: &dyn Fn(&Self, u32) -> Result<String, ExportError>| {
            let one = |g: &u32| Ok(format!("{} => {}", texts.generators[g].0, of(world, *g)?));
            asking.iter().map(one).collect::<Result<Vec<_>, ExportError>>().map(|list| list.join(" | "))
        };
        let names: Vec<&str> = asking.iter().map(|g| texts.generators[g].0.as_str()).collect();
        out.push_str(&format!("Inductive {} : Set := {}.\n", texts.index, names.join(" | ")));
        let parameters = each(self, &|world, g| {
            let claim = get(&world.types, world.global(g)?.claim.0)?.erase();
            Ok(format!("env {}", world.arrow_params(&claim)))
        })?;
        out.push_str(&format!(
            "Definition {} (i : {}) : Type := match i with {parameters} end.\n",
            texts.params, texts.index
        ));
        let results = each(self, &|world, g| {
            let result = get(&world.types, world.global(g)?.claim.0)?.result;
            Ok(texts.readings[&result].answer.clone())
        })?;
        out.push_str(&format!(
            "Definition {} (i : {}) : Set := match i with {results} end.\n",
            texts.results, texts.index
        ));
        let mut proofs = String::new();
        let mut bodies = Vec::new();
        for &g in &asking {
            texts.current = g;
            let (definition, name, proof) = self.generator(g, &texts)?;
            out.push_str(&definition);
            bodies.push(format!("{} => {name}", texts.generators[&g].0));
            proofs.push_str(&proof);
        }
        out.push_str(&format!(
            "Definition {body} (i : {index}) : {params} i -> cmd {element} {params} {results} ({results} i) :=\n  match i with {} end.\n",
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

    fn ctor_name(&self, sort: SortId, tag: u32) -> Result<String, ExportError> {
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
                sort,
                events: texts.events.clone(),
                value: format!("(fun _ : {} => tt)", self.sort(trace)),
                answer: "unit".to_owned(),
                pair: None,
            }
        } else {
            let Sort::Data(_, arguments) = self.arena.sort(sort).clone() else {
                return Err(unsupported("a result that is no pair"));
            };
            let [first, value] = arguments.as_ref() else { return Err(unsupported("a result that is no pair")) };
            if *first != trace {
                return Err(unsupported("generators over two types of events"));
            }
            let (of, pair) = (self.sort(sort), self.ctor_name(sort, 0)?);
            let number = texts.readings.len();
            let events = self.names.constant(&format!("events_of_pair{number}"), &[]);
            let result = self.names.constant(&format!("value_of_pair{number}"), &[]);
            let (list, answer) = (self.sort(texts.event), self.sort(*value));
            out.push_str(&format!(
                "Definition {events} (x : {of}) : Datatypes.list {list} := match x with {pair} t _ => {} t end.\n",
                texts.events
            ));
            out.push_str(&format!("Definition {result} (x : {of}) : {answer} := match x with {pair} _ v => v end.\n"));
            Reading { sort, events, value: result, answer, pair: Some(*value) }
        };
        texts.readings.insert(sort, reading);
        Ok(())
    }

    /// That the definition that puts traces together does, if there is one.
    fn append_lemma(&mut self, trace: SortId, texts: &mut Texts<'_>, out: &mut String) -> Result<(), ExportError> {
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
            "Lemma {lemma} : forall a b, {events} ({append} a b) = ({events} a ++ {events} b)%list.\nProof. induction a; simpl; congruence. Qed.\n"
        ));
        texts.append = Some((append, lemma));
        Ok(())
    }

    /// One generator: its definition, the name of that, and its lemma.
    fn generator(&mut self, g: u32, texts: &Texts<'_>) -> Result<(String, String, String), ExportError> {
        let function = self.functions_of.get(&g).cloned().ok_or_else(|| unsupported("a generator without a body"))?;
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
        let piece = self.piece(&term, &reading, &known, texts)?;
        let base = get(&self.globals, g)?.clone();
        let name = self.names.constant(&format!("{base}_asks"), &[]);
        let (_, lemma) = texts.generators[&g].clone();
        let binders: String = names.iter().map(|(n, s)| format!(" ({n} : {})", self.sort(*s))).collect();
        let mut path = "p".to_owned();
        let mut values = String::new();
        for _ in &names {
            values.push_str(&format!(" (fst {path})"));
            path = format!("(snd {path})");
        }
        let function_text = if names.is_empty() {
            piece.command.clone()
        } else {
            format!("(fun{binders} =>\n  {}){values}", piece.command)
        };
        let list = self.arrow_params(&function.arrow);
        let definition = format!(
            "Definition {name} (p : env {list}) : cmd {} {} {} {} :=\n  {function_text}.\n",
            self.sort(texts.event),
            texts.params,
            texts.results,
            reading.answer
        );
        let pattern: String = names.iter().map(|(n, _)| format!("{n} & ")).collect();
        let arguments = tuple(&names.iter().map(|(n, _)| n.clone()).collect::<Vec<_>>());
        let environment = self.environment(&term.place, &known);
        let (events, value) = (&reading.events, &reading.value);
        let induction = if recursive {
            format!(
                "  change (fixed (fun f args a => den {} (f, eapp args tt) a) p x) in H.\n  induction H as [self p x _ IH H].\n",
                term.name
            )
        } else {
            String::new()
        };
        let destruct = if names.is_empty() { "  destruct p as [].\n".to_owned() } else { format!("  destruct p as ({pattern}[]).\n") };
        let proof = format!(
            "Lemma {lemma} : forall p x, vden {base} tt p x ->\n  out {body} (CDo (i := {index}) p) ({events} x) ({value} x).\nProof.\n  intros p x H.\n{induction}{destruct}  apply OutDo.\n  assert (K : reads {body} {events} {value} (den {} {environment}) ({name} {arguments}));\n  [|exact (K x H)].\n  clear H x.\n{}Qed.\n",
            term.name,
            piece.script,
            body = texts.body,
            index = texts.generators[&g].0,
        );
        Ok((definition, name, proof))
    }

    /// The environment of a piece: a nested pair of what its variables are known to be.
    fn environment(&self, place: &Place, known: &[String]) -> String {
        let one = |level: &u32| match known.get(at(*level)).filter(|name| !name.is_empty()) {
            Some(name) => name.clone(),
            None => "self".to_owned(),
        };
        tuple(&place.levels.iter().map(one).collect::<Vec<_>>())
    }

    /// Reads a piece back. `known` is what each level is known to be, where the proof stands.
    fn piece(
        &mut self,
        term: &Term,
        reading: &Reading,
        known: &[String],
        texts: &Texts<'_>,
    ) -> Result<Piece, ExportError> {
        let row = get(&self.statement.cores, term.core.0)?.clone();
        let vars = Vars { locals: term.place.names.clone(), ..Vars::default() };
        match row {
            CoreRow::Ret(e) => self.returned(self.loaded.expr(e)?, reading, &vars),
            CoreRow::Err(_) => Ok(Piece {
                command: "CFails".to_owned(),
                script: "  apply reads_fails; intros x H; exact H.\n".to_owned(),
            }),
            CoreRow::Match(e, _) => self.branches(self.loaded.expr(e)?, term, reading, known, texts),
            CoreRow::App(..) => {
                let (command, proof) = self.call(term, &vars, texts)?;
                Ok(Piece { command, script: format!("  intros x H. {proof}\n") })
            }
            CoreRow::LetE(..) => self.sequence(term, reading, known, texts),
            CoreRow::LetV(..) => Err(unsupported("a local function in a generator that asks")),
            CoreRow::Op(_) => Err(unsupported("a computed trace")),
        }
    }

    /// The end: no events, and a value.
    fn returned(&mut self, e: ExprId, reading: &Reading, vars: &Vars) -> Result<Piece, ExportError> {
        let Expr::Ctor(_, tag, args) = self.arena.expr(e).clone() else {
            return Err(unsupported("a trace that is a variable"));
        };
        let value = match (reading.pair, args.as_ref()) {
            (None, []) if tag == 0 => "tt".to_owned(),
            (Some(_), [events, value]) if matches!(self.arena.expr(*events), Expr::Ctor(_, 0, list) if list.is_empty()) => {
                self.argument(*value, vars)?
            }
            _ => return Err(unsupported("events that nothing asked for")),
        };
        let script = "  apply reads_done; intros x H; cbn in H; subst x; split; reflexivity.\n".to_owned();
        Ok(Piece { command: format!("CDone {value}"), script })
    }

    /// A call of a generator that asks: the command, and what proves it of `H`.
    fn call(&mut self, term: &Term, vars: &Vars, texts: &Texts<'_>) -> Result<(String, String), ExportError> {
        let CoreRow::App(function, args) = get(&self.statement.cores, term.core.0)?.clone() else {
            return Err(unsupported("a trace that is not asked for"));
        };
        let (index, proof) = match get(&self.statement.funs, function.0)? {
            FunRow::Var(_) => (texts.generators[&texts.current].0.clone(), "exact (IH _ _ H).".to_owned()),
            FunRow::Global(g, _) => match texts.generators.get(&g.0) {
                Some((index, lemma)) => (index.clone(), format!("exact ({lemma} _ _ H).")),
                None => return Err(unsupported("a call of something that does not ask, in its place")),
            },
            FunRow::Lam(..) | FunRow::Fix(..) => return Err(unsupported("a local function in a generator that asks")),
        };
        let values = args
            .iter()
            .map(|arg| match arg {
                ArgRow::Base(e) => self.argument(self.loaded.expr(*e)?, vars),
                ArgRow::Fun(_) => Err(unsupported("a function as an argument of a generator that asks")),
            })
            .collect::<Result<Vec<_>, _>>()?;
        Ok((format!("CDo (i := {index}) {}", tuple(&values)), proof))
    }

    fn branches(
        &mut self,
        e: ExprId,
        term: &Term,
        reading: &Reading,
        known: &[String],
        texts: &Texts<'_>,
    ) -> Result<Piece, ExportError> {
        let Expr::Local(level, _) = *self.arena.expr(e) else {
            return Err(unsupported("a match on something that is not a variable"));
        };
        let CoreRow::Match(_, rows) = get(&self.statement.cores, term.core.0)?.clone() else {
            return Err(unsupported("this form of match"));
        };
        let (name, place) = (known.get(at(level)).cloned().unwrap_or_default(), &term.place);
        let scrutinee = place.names.get(at(level)).cloned().unwrap_or_default();
        if name != scrutinee {
            return Err(unsupported("a second match on the same value"));
        }
        let sort = self.sort_of(e)?;
        let (mut command, mut script) = (format!("match {scrutinee} with"), String::from("  intros x H; cbn [den bden] in H.\n"));
        for (row, body) in rows.iter().zip(&term.terms) {
            let constructor = self.ctor_name(sort, row.tag)?;
            let fields: Vec<String> = body.place.names.get(place.names.len()..).unwrap_or_default().to_vec();
            let list: String = fields.iter().map(|f| format!(" {f}")).collect();
            let mut inside = known.to_vec();
            inside.extend(fields.iter().cloned());
            let full = self.ctor(sort, row.tag)?;
            if let Some(place) = inside.get_mut(at(level)) {
                *place = format!("({full}{list})");
            }
            let piece = self.piece(body, reading, &inside, texts)?;
            command.push_str(&format!("\n  | {constructor}{list} => {}", piece.command));
            let pattern: String = fields.iter().map(|f| format!("{f} & ")).collect();
            let pattern = if fields.is_empty() { "[]".to_owned() } else { format!("({pattern}[])") };
            script.push_str(&format!(
                "  destruct H as [(ys & E & H)|H].\n  {{ destruct ys as {pattern}; cbn in E; subst {scrutinee}.\n  revert x H. change (reads {} {} {} (den {} {}) _).\n{}  }}\n",
                texts.body,
                reading.events,
                reading.value,
                body.name,
                self.environment(&body.place, &inside),
                piece.script
            ));
        }
        command.push_str("\n  end");
        script.push_str("  destruct H.\n");
        Ok(Piece { command, script })
    }

    /// `let` in all its meanings: a request, a call and what follows, or something pure.
    fn sequence(
        &mut self,
        term: &Term,
        reading: &Reading,
        known: &[String],
        texts: &Texts<'_>,
    ) -> Result<Piece, ExportError> {
        let [first, second] = term.terms.as_slice() else { return Err(unsupported("this form of `let`")) };
        let environment = self.environment(&term.place, known);
        let bound = second.place.names.last().cloned().unwrap_or_default();
        let mut inside = known.to_vec();
        inside.push(bound.clone());
        // An event in front of the rest, without an answer.
        if let Some(event) = self.event_in_front(second, reading, None, texts)? {
            let rest = self.piece(first, reading, known, texts)?;
            let script = format!(
                "  refine (@reads_tell _ _ _ _ _ _ _ _ _ {event} (den {} {environment}) (fun y x => den {} (y, {environment}) x) _ _ _).\n  2: {{ {} }}\n{}",
                first.name, second.name, last(texts), rest.script
            );
            return Ok(Piece { command: format!("CBind (CAsk (fun _ : unit => {event})) (fun _ => {})", rest.command), script });
        }
        // An answer that is drawn, and the event in front of the rest.
        if let [rest, end] = second.terms.as_slice()
            && matches!(get(&self.statement.cores, second.core.0)?, CoreRow::LetE(..))
            && let Some(event) = self.event_in_front(end, reading, Some(term.place.depth), texts)?
        {
            let piece = self.piece(rest, reading, &inside, texts)?;
            let sort = self.sort(first.sort);
            let event = format!("(fun {bound} : {sort} => {event})");
            let script = format!(
                "  refine (@reads_ask _ _ _ _ _ _ _ _ _ _ (den {} {environment}) {event} (fun a => den {} (a, {environment})) (fun a y x => den {} (y, (a, {environment})) x) _ _ _).\n  2: {{ {} }}\n  intros {bound} _.\n{}",
                first.name, rest.name, end.name, last(texts), piece.script
            );
            return Ok(Piece { command: format!("CBind (CAsk {event}) (fun {bound} =>\n  {})", piece.command), script });
        }
        if texts.readings.contains_key(&first.sort) && self.asks(first, texts)? {
            return self.joined(term, reading, known, texts);
        }
        let piece = self.piece(second, reading, &inside, texts)?;
        let relation = self.relation(first, &environment)?;
        let script = format!(
            "  refine (@reads_draw _ _ _ _ _ _ _ _ _ _ (den {} {environment}) (fun a => den {} (a, {environment})) _ _).\n  intros {bound} _.\n{}",
            first.name, second.name, piece.script
        );
        Ok(Piece { command: format!("CBind (CDraw {relation}) (fun {bound} =>\n  {})", piece.command), script })
    }

    /// Something that asks, then the rest, and the traces put together.
    fn joined(
        &mut self,
        term: &Term,
        reading: &Reading,
        known: &[String],
        texts: &Texts<'_>,
    ) -> Result<Piece, ExportError> {
        let [first, second] = term.terms.as_slice() else { return Err(unsupported("this form of `let`")) };
        let environment = self.environment(&term.place, known);
        let given = texts.readings[&first.sort].clone();
        let vars = Vars { locals: term.place.names.clone(), ..Vars::default() };
        let bound = second.place.names.last().cloned().unwrap_or_default();
        let mut inside = known.to_vec();
        inside.push(bound.clone());
        let (command, proof) = if matches!(get(&self.statement.cores, first.core.0)?, CoreRow::App(..)) {
            let (command, proof) = self.call(first, &vars, texts)?;
            (command, format!("intros x H; {proof}"))
        } else {
            let piece = self.piece(first, &given, known, texts)?;
            let script = format!(
                "change (reads {} {} {} (den {} {environment}) _).\n{}",
                texts.body, given.events, given.value, first.name, piece.script
            );
            (piece.command, script)
        };
        let (body, value) = match given.pair {
            None => (second.clone(), "_".to_owned()),
            Some(_) => {
                let taken = matches!(get(&self.statement.cores, second.core.0)?, CoreRow::Match(..));
                let [only] = second.terms.as_slice() else { return Err(unsupported("a pair that is not taken apart")) };
                if !taken {
                    return Err(unsupported("a pair that is not taken apart"));
                }
                let fields = only.place.names.get(second.place.names.len()..).unwrap_or_default().to_vec();
                let [events, value] = fields.as_slice() else { return Err(unsupported("a pair that is not taken apart")) };
                let pair = self.ctor(first.sort, 0)?;
                if let Some(whole) = inside.last_mut() {
                    *whole = format!("({pair} {events} {value})");
                }
                inside.extend([events.clone(), value.clone()]);
                (only.clone(), value.clone())
            }
        };
        let [rest, end] = body.terms.as_slice() else { return Err(unsupported("traces that are put together in another way")) };
        if texts.append.is_none() || !matches!(get(&self.statement.cores, body.core.0)?, CoreRow::LetE(..)) {
            return Err(unsupported("traces that are put together in another way"));
        }
        let piece = self.piece(rest, reading, &inside, texts)?;
        let end_script = last(texts);
        let command = format!("CBind ({command}) (fun {value} =>\n  {})", piece.command);
        let script = match given.pair {
            None => format!(
                "  refine (@reads_join _ _ _ _ _ _ _ _ _ _ _ {} {} (den {} {environment}) (fun y => den {} (y, {environment})) (fun y z x => den {} (z, (y, {environment})) x) _ _ _ _ _).\n  {{ {proof} }}\n  2: {{ {end_script} }}\n  intros {bound} _.\n{}",
                given.events, given.value, first.name, rest.name, end.name, piece.script
            ),
            Some(_) => {
                let pair = self.ctor(first.sort, 0)?;
                let whole = format!("({pair} (fst ys) (fst (snd ys)))");
                let inner = format!("(fst ys, (fst (snd ys), ({whole}, {environment})))");
                let names = body.place.names.get(second.place.names.len()..).unwrap_or_default().join(" ");
                format!(
                    "  refine (reads_sub _ (@reads_join_pair _ _ _ _ _ _ _ _ _ _ _ _ ({pair}) {} {} (den {} {environment}) (fun ys => den {} {inner}) (fun ys z x => den {} (z, {inner}) x) _ _ _ _ _ _)).\n  {{ intros x (y & Hy & [(ys & E & H)|[]]); subst y; exists ({pair} (fst ys) (fst (snd ys))); split; [exact Hy|left; exists ys; split; [reflexivity|exact H]]. }}\n  {{ {proof} }}\n  {{ reflexivity. }}\n  2: {{ {end_script} }}\n  intros {names} _.\n{}",
                    given.events, given.value, first.name, rest.name, end.name, piece.script
                )
            }
        };
        Ok(Piece { command, script })
    }

    /// Whether a piece with a trace as its result asks: one that does not only computes a trace.
    fn asks(&self, term: &Term, texts: &Texts<'_>) -> Result<bool, ExportError> {
        Ok(match get(&self.statement.cores, term.core.0)? {
            CoreRow::App(function, _) => match get(&self.statement.funs, function.0)? {
                FunRow::Global(g, _) => texts.generators.contains_key(&g.0),
                FunRow::Var(_) => true,
                FunRow::Lam(..) | FunRow::Fix(..) => false,
            },
            CoreRow::LetE(..) | CoreRow::Match(..) => {
                let mut any = false;
                for inner in &term.terms {
                    any |= texts.readings.contains_key(&inner.sort)
                        && (self.asks(inner, texts)? || matches!(get(&self.statement.cores, inner.core.0)?, CoreRow::Ret(_)));
                }
                any
            }
            _ => false,
        })
    }

    /// The event that a piece puts in front of the trace that its last variable is, or is a pair of; with an answer,
    /// the event's last field is that variable.
    fn event_in_front(
        &self,
        term: &Term,
        reading: &Reading,
        answer: Option<u32>,
        texts: &Texts<'_>,
    ) -> Result<Option<String>, ExportError> {
        let after = term.place.depth.saturating_sub(1);
        let row = get(&self.statement.cores, term.core.0)?;
        let (result, after, place) = match (row, reading.pair) {
            (CoreRow::Ret(e), None) => (self.loaded.expr(*e)?, after, &term.place),
            (CoreRow::Match(e, _), Some(_)) => {
                let scrutinee = self.loaded.expr(*e)?;
                let [only] = term.terms.as_slice() else { return Ok(None) };
                let CoreRow::Ret(e) = get(&self.statement.cores, only.core.0)? else { return Ok(None) };
                let Expr::Ctor(_, 0, parts) = self.arena.expr(self.loaded.expr(*e)?) else { return Ok(None) };
                let ([events, _], true) = (parts.as_ref(), matches!(self.arena.expr(scrutinee), Expr::Local(level, _) if *level == after))
                else {
                    return Ok(None);
                };
                (*events, term.place.depth, &only.place)
            }
            _ => return Ok(None),
        };
        let Expr::Ctor(_, 1, parts) = self.arena.expr(result) else { return Ok(None) };
        let [event, rest] = parts.as_ref() else { return Ok(None) };
        if !matches!(self.arena.expr(*rest), Expr::Local(level, _) if *level == after) {
            return Ok(None);
        }
        let Expr::Ctor(sort, tag, fields) = self.arena.expr(*event) else { return Ok(None) };
        let Sort::Data(data, _) = self.arena.sort(*sort) else { return Ok(None) };
        let row = self.statement.datatypes.get(at(data.saturating_sub(covenant_kernel::tables::FIRST_DATATYPE)));
        let Some(constructor) = row.and_then(|row| row.ctors.get(at(*tag))) else { return Ok(None) };
        let Some((_, answers)) = texts.system.operators.iter().find(|(name, _)| *name == constructor.name) else {
            return Ok(None);
        };
        let is_answer = |e: &ExprId| matches!(self.arena.expr(*e), Expr::Local(level, _) if Some(*level) == answer);
        let fits = match answer {
            None => !answers,
            Some(_) => *answers && fields.last().is_some_and(is_answer),
        };
        if !fits {
            return Ok(None);
        }
        let vars = Vars { locals: place.names.clone(), ..Vars::default() };
        Ok(Some(self.argument(*event, &vars)?))
    }

    /// What a pure piece can return, as a relation.
    fn relation(&mut self, term: &Term, environment: &str) -> Result<String, ExportError> {
        let vars = Vars { locals: term.place.names.clone(), ..Vars::default() };
        let prim = match get(&self.statement.cores, term.core.0)?.clone() {
            CoreRow::Op(prim) => prim,
            _ => return Ok(format!("(den {} {environment})", term.name)),
        };
        Ok(match &prim {
            Prim::Eval(e) => {
                let e = self.loaded.expr(*e)?;
                let text = self.text(e, &vars)?;
                match self.arena.sort_of(e) {
                    Some(sort) => format!("(fun v_ : {} => v_ = {text})", self.sort(sort)),
                    None => format!("(fun v_ : bool => v_ = true <-> {text})"),
                }
            }
            Prim::OpaqueGen(sort) => {
                let sort = self.loaded.sort(*sort)?;
                format!("(@prim_opaque_gen {})", self.sort(sort))
            }
            _ => {
                let args = prim
                    .operands()
                    .map(|e| self.argument(self.loaded.expr(e)?, &vars))
                    .collect::<Result<Vec<_>, _>>()?;
                let args: String = args.iter().map(|arg| format!(" {arg}")).collect();
                format!("(prim_{}{args})", prim_names::name(&prim))
            }
        })
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
        let (mut binders, mut premises) = (String::new(), String::new());
        for (param, x) in ty.params.iter().zip(&names) {
            let Param::Base(sort, q) = param else {
                return Err(unsupported("a generator with a function as a parameter"));
            };
            binders.push_str(&format!(" ({x} : {})", self.sort(*sort)));
            vars.nu.clone_from(x);
            premises.push_str(&self.hypothesis(*q, &vars)?);
            vars.bound.push(x.clone());
        }
        vars.nu = String::new();
        premises.push_str(&self.hypothesis(ty.requires, &vars)?);
        vars.nu = "v".to_owned();
        premises.push_str(&self.hypothesis(ty.ensures, &vars)?);
        let (element, result) = (self.sort(texts.event), self.sort(ty.result));
        let Reading { events, value, .. } = &reading;
        let arguments = tuple(&names);
        Ok((
            theorem.clone(),
            format!(
                "(** Against every system under test [S], after every history [h]: each trace that the claim allows and\n    that [S] can answer along ([admits]) is done by a run of [{base}], which ends with the value of\n    the claim. [acts S h c h' c']: [c] becomes [c'] in steps against [S], and the history becomes [h']\n    (Effects.v). *)\nTheorem {theorem} :\n  forall (S : sut {element}) (h : Datatypes.list {element}){binders} (v : {result}),{premises}\n  admits S h ({events} v) ->\n  acts {body} S h (CDo (i := {index}) {arguments}) (h ++ {events} v) (CDone ({value} v)).\nProof.\n  intros. apply claim_against; [|assumption].\n  apply {lemma}. apply (proj2 (call_adequacy _ _ _)). apply {base}_covers; assumption.\nQed.\n",
                body = texts.body,
                index = texts.generators[&claim].0,
                lemma = texts.generators[&claim].1,
            ),
        ))
    }

    fn hypothesis(&self, q: ExprId, vars: &Vars) -> Result<String, ExportError> {
        if q == covenant_kernel::arena::TRUTH {
            return Ok(String::new());
        }
        Ok(format!("\n  ({}) ->", self.text(q, vars)?))
    }
}

/// That the end of a piece puts events together as it should.
fn last(texts: &Texts<'_>) -> String {
    let append = texts.append.as_ref().map_or(String::new(), |(_, lemma)| format!(" try rewrite {lemma};"));
    format!("intros; take_apart; cbn in *; take_apart; subst; cbn;{append} split; reflexivity.")
}

/// A nested pair.
fn tuple(parts: &[String]) -> String {
    parts.iter().rev().fold("tt".to_owned(), |rest, part| format!("({part}, {rest})"))
}
