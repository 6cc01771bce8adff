//! The lines of a generator that asks, read back from the writer program.
//!
//! The writer program binds draws, calls and parts of traces in the order in which they happen, and puts the trace together at
//! the end. So requests are read off the trace: an event without an answer is asked for before the next part that is
//! bound, one with an answer where its answer is drawn. If the order of the trace is not the order of what is bound, there is
//! no such program, and a reason.

use crate::effects::{Piece, Reading, Texts, tuple, unsupported};
use crate::error::ExportError;
use crate::formula::Vars;
use crate::prim_names;
use crate::program::{Place, Term};
use crate::world::{World, at, get};
use covenant_kernel::arena::{Expr, ExprId, Sort};
use covenant_kernel::tables::{ArgRow, CoreRow, FunRow, Prim};
use std::rc::Rc;

/// What is bound on the way to the end of a piece.
pub(crate) struct Line {
    items: Vec<Bound>,
    pub known: Vec<String>,
    pub script: String,
}

impl Line {
    /// Whether nothing is bound yet.
    pub fn is_new(&self) -> bool {
        self.items.is_empty()
    }
}

/// Something bound by `let`.
struct Bound {
    term: Rc<Term>,
    level: u32,
    /// The environment that it stands in.
    environment: String,
    hypothesis: String,
    /// What it, or its value, is called in the command.
    shown: String,
    /// The level of its events, where it is a pair that was taken apart.
    parts: Option<u32>,
}

/// A part of a trace.
enum Entry {
    /// An event, and the level of its answer.
    Event(ExprId, Option<u32>),
    /// What was asked for under this name.
    Part(u32),
}

/// A command that so many binders are open in.
fn closed(command: String, open: usize, script: String) -> Piece {
    Piece { command: format!("{command}{}", ")".repeat(open)), script }
}

/// The steps of the draws of a line.
fn drawn(line: &Line) -> String {
    line.items
        .iter()
        .map(|item| {
            let known = line.known.get(at(item.level)).cloned().unwrap_or_default();
            format!("  eapply (@out_draw _ _ _ _ _ _ {known}); [exact {}|].\n", item.hypothesis)
        })
        .collect()
}

/// Uses an equation that says what a trace is.
fn computed(hypothesis: &str, trace: &str) -> String {
    format!("cbn in {hypothesis}; subst {trace}.")
}

/// A text with one name in the place of another.
fn replaced(text: &str, name: &str, by: &str) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '\'';
    let (mut out, mut rest) = (String::new(), text);
    while let Some(at) = rest.find(name) {
        let (before, after) = (&rest[..at], &rest[at + name.len()..]);
        let whole = !before.ends_with(is_part) && !after.starts_with(is_part);
        out.push_str(before);
        out.push_str(if whole { by } else { name });
        rest = after;
    }
    out.push_str(rest);
    out
}

impl World<'_> {
    /// Reads a piece back, with the script that proves it of `x` and `H__`. `known` is what each level is known to be,
    /// where the proof stands.
    pub(crate) fn piece(
        &mut self,
        term: &Rc<Term>,
        reading: &Reading,
        known: &[String],
        texts: &mut Texts<'_>,
    ) -> Result<Piece, ExportError> {
        let mut line = Line { items: Vec::new(), known: known.to_vec(), script: String::new() };
        let mut end = term.clone();
        loop {
            match get(&self.statement.cores, end.core.0)?.clone() {
                CoreRow::LetE(..) => {
                    let [first, second] = end.terms.as_slice() else { return Err(unsupported("this `let`")) };
                    let (name, hypothesis) = (texts.fresh("z"), texts.fresh("H"));
                    line.script.push_str(&format!("  destruct H__ as ({name} & {hypothesis} & H__).\n"));
                    line.items.push(Bound {
                        term: first.clone(),
                        level: end.place.depth,
                        environment: self.environment(&end.place, &line.known),
                        hypothesis,
                        shown: second.place.names.last().cloned().unwrap_or_default(),
                        parts: None,
                    });
                    line.known.push(name);
                    end = second.clone();
                }
                CoreRow::Match(e, _) => {
                    match self.taken_apart(self.loaded.expr(e)?, &end, &mut line, texts)? {
                        Some(rest) => end = rest,
                        None => return self.branching(self.loaded.expr(e)?, &end, line, reading, texts),
                    }
                }
                CoreRow::Err(_) => {
                    let mut commands = self.pure(&line)?;
                    line.script.push_str("  destruct H__.\n");
                    commands.push_str("CFails");
                    return Ok(closed(commands, line.items.len(), line.script));
                }
                CoreRow::App(..) => {
                    let commands = self.pure(&line)?;
                    let vars = Vars { locals: end.place.names.clone(), ..Vars::default() };
                    let (command, proof) = self.call(&end, &vars, "H__", texts)?;
                    line.script.push_str(&drawn(&line));
                    line.script.push_str(&format!("  {proof}\n"));
                    return Ok(closed(format!("{commands}{command}"), line.items.len(), line.script));
                }
                CoreRow::Ret(e) => return self.straight(self.loaded.expr(e)?, &end, line, reading, texts),
                CoreRow::Op(Prim::Eval(e)) => {
                    return self.straight(self.loaded.expr(e)?, &end, line, reading, texts);
                }
                CoreRow::Op(_) => return Err(unsupported("a trace that is drawn")),
                CoreRow::LetV(..) => end = self.local(&end, &mut line, texts)?,
            }
        }
    }

    /// A match that takes a pair of events and a value apart, in the middle of a line.
    fn taken_apart(
        &mut self,
        scrutinee: ExprId,
        term: &Rc<Term>,
        line: &mut Line,
        texts: &mut Texts<'_>,
    ) -> Result<Option<Rc<Term>>, ExportError> {
        let Expr::Local(level, _) = *self.arena.expr(scrutinee) else { return Ok(None) };
        let sort = self.sort_of(scrutinee)?;
        let is_pair = texts.readings.get(&sort).is_some_and(|reading| reading.pair.is_some());
        let (Some(item), [only]) =
            (line.items.iter_mut().find(|item| item.level == level), term.terms.as_slice())
        else {
            return Ok(None);
        };
        if !is_pair || item.parts.is_some() {
            return Ok(None);
        }
        let (events, value, equation) = (texts.fresh("z"), texts.fresh("z"), texts.fresh("E"));
        let whole = line.known.get(at(level)).cloned().unwrap_or_default();
        line.script.push_str(&format!(
            "  destruct H__ as [(({events} & {value} & []) & {equation} & H__)|[]]; cbn in {equation}; subst {whole}.\n"
        ));
        let pair = self.ctor(sort, 0)?;
        if let Some(place) = line.known.get_mut(at(level)) {
            *place = format!("({pair} {events} {value})");
        }
        line.known.extend([events, value]);
        item.parts = Some(term.place.depth);
        item.shown = only.place.names.last().cloned().unwrap_or_default();
        Ok(Some(only.clone()))
    }

    /// The draws of a line without requests, as text in front of its end.
    fn pure(&mut self, line: &Line) -> Result<String, ExportError> {
        let mut text = String::new();
        for item in &line.items {
            let relation = self.relation(&item.term)?;
            text.push_str(&format!("CBind (CDraw {relation}) (fun {} =>\n  ", item.shown));
        }
        Ok(text)
    }

    /// A line that ends in a choice: nothing is asked before it.
    fn branching(
        &mut self,
        e: ExprId,
        term: &Rc<Term>,
        line: Line,
        reading: &Reading,
        texts: &mut Texts<'_>,
    ) -> Result<Piece, ExportError> {
        let Expr::Local(level, _) = *self.arena.expr(e) else {
            return Err(unsupported("a match on something that is not a variable"));
        };
        let CoreRow::Match(_, rows) = get(&self.statement.cores, term.core.0)?.clone() else {
            return Err(unsupported("this form of match"));
        };
        let place = &term.place;
        let name = line.known.get(at(level)).cloned().unwrap_or_default();
        if !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '\'') {
            return Err(unsupported("a second match on the same value"));
        }
        let scrutinee = place.names.get(at(level)).cloned().unwrap_or_default();
        let sort = self.sort_of(e)?;
        let mut command = self.pure(&line)?;
        // Branches may end in calls of different generators, whose results are the same only when they are computed.
        let ascribed = texts.ascription(&self.sort(texts.event), &reading.answer);
        command.push_str(&format!("match {scrutinee} return {ascribed} with"));
        let mut script = line.script.clone();
        script.push_str(&drawn(&line));
        for (row, body) in rows.iter().zip(&term.terms) {
            let constructor = self.ctor_name(sort, row.tag)?;
            let shown: Vec<String> = body.place.names.get(place.names.len()..).unwrap_or_default().to_vec();
            let fields: Vec<String> = shown.iter().map(|_| texts.fresh("z")).collect();
            let spaced = |names: &[String]| names.iter().map(|f| format!(" {f}")).collect::<String>();
            let mut inside = line.known.clone();
            if let Some(place) = inside.get_mut(at(level)) {
                *place = format!("({}{})", self.ctor(sort, row.tag)?, spaced(&fields));
            }
            // What is known of the scrutinee is known of everything that mentions it.
            for other in &mut inside {
                *other =
                    replaced(other, &name, &format!("({}{})", self.ctor(sort, row.tag)?, spaced(&fields)));
            }
            inside.extend(fields.iter().cloned());
            let piece = self.piece(body, reading, &inside, texts)?;
            command.push_str(&format!("\n  | {constructor}{} => {}", spaced(&shown), piece.command));
            let pattern: String = fields.iter().map(|f| format!("{f} & ")).collect();
            let pattern = if fields.is_empty() { "[]".to_owned() } else { format!("({pattern}[])") };
            let (values, equation) = (texts.fresh("ys"), texts.fresh("E"));
            script.push_str(&format!(
                "  destruct H__ as [({values} & {equation} & H__)|H__].\n  {{ destruct {values} as {pattern}; cbn in {equation}; subst {name}.\n{}  }}\n",
                piece.script
            ));
        }
        command.push_str("\n  end");
        script.push_str("  destruct H__.\n");
        Ok(closed(command, line.items.len(), script))
    }

    /// A line that ends in the events themselves: the requests are read off them.
    fn straight(
        &mut self,
        result: ExprId,
        end: &Rc<Term>,
        mut line: Line,
        reading: &Reading,
        texts: &mut Texts<'_>,
    ) -> Result<Piece, ExportError> {
        let vars = Vars { locals: end.place.names.clone(), ..Vars::default() };
        let (trace, value) = match (reading.pair, self.arena.expr(result).clone()) {
            (None, _) => (result, "tt".to_owned()),
            (Some(_), Expr::Ctor(_, 0, parts)) => match parts.as_ref() {
                [trace, value] => (*trace, self.argument(*value, &vars)?),
                _ => return Err(unsupported("a result that is no pair")),
            },
            _ => return Err(unsupported("a result that is no pair")),
        };
        let mut entries = Vec::new();
        self.entries(trace, &line, texts, &mut entries)?;
        let (mut command, mut steps, mut next, mut count) = (String::new(), String::new(), 0, 0usize);
        let mut parts = String::new();
        for item in std::mem::take(&mut line.items) {
            let own = item.parts.unwrap_or(item.level);
            if let Some(at_entry) =
                entries.iter().position(|entry| matches!(entry, Entry::Part(level) if *level == own))
            {
                self.tell(&entries, &mut next, at_entry, &vars, &mut command, &mut steps, &mut count)?;
                next = at_entry.saturating_add(1);
                let given = texts
                    .readings
                    .get(&item.term.sort)
                    .cloned()
                    .ok_or_else(|| unsupported("a part of a trace that is no trace"))?;
                let (asked, proof) = self.asked(&item, &given, &line.known, texts)?;
                let bound = if given.pair.is_some() { item.shown.clone() } else { "_".to_owned() };
                let known = if given.pair.is_some() {
                    line.known.get(at(own).saturating_add(1)).cloned().unwrap_or_default()
                } else {
                    "tt".to_owned()
                };
                let ascribed = texts.ascription(&self.sort(texts.event), &given.answer);
                command.push_str(&format!("CBind (({asked}) : {ascribed}) (fun {bound} =>\n  "));
                let lemma = if next == entries.len() { "out_join_last" } else { "out_join" };
                steps.push_str(&format!("  eapply (@{lemma} _ _ _ _ _ _ {known}).\n  {{ {proof} }}\n"));
                count = count.saturating_add(1);
                continue;
            }
            let answered = entries
                .iter()
                .position(|entry| matches!(entry, Entry::Event(_, Some(level)) if *level == item.level));
            if let Some(at_entry) = answered {
                self.tell(&entries, &mut next, at_entry, &vars, &mut command, &mut steps, &mut count)?;
                next = at_entry.saturating_add(1);
                let Some(Entry::Event(event, _)) = entries.get(at_entry) else {
                    return Err(unsupported("this event"));
                };
                let (event, sort) = (self.argument(*event, &vars)?, self.sort(item.term.sort));
                let known = line.known.get(at(item.level)).cloned().unwrap_or_default();
                command.push_str(&format!(
                    "CBind (CAsk (fun {0} : {sort} => {event})) (fun {0} =>\n  ",
                    item.shown
                ));
                steps.push_str(&format!("  eapply (@out_ask _ _ _ _ _ _ {known}).\n"));
                count = count.saturating_add(1);
                continue;
            }
            if self.is_part(&item, &entries, trace)? {
                // Traces that are put together: the parts are asked for.
                let known = line.known.get(at(item.level)).cloned().unwrap_or_default();
                parts = format!("  {}\n{parts}", computed(&item.hypothesis, &known));
                continue;
            }
            let relation = self.relation(&item.term)?;
            let known = line.known.get(at(item.level)).cloned().unwrap_or_default();
            command.push_str(&format!("CBind (CDraw {relation}) (fun {} =>\n  ", item.shown));
            steps.push_str(&format!(
                "  eapply (@out_draw _ _ _ _ _ _ {known}); [exact {}|].\n",
                item.hypothesis
            ));
            count = count.saturating_add(1);
        }
        let all = entries.len();
        self.tell(&entries, &mut next, all, &vars, &mut command, &mut steps, &mut count)?;
        command.push_str(&format!("CDone {value}"));
        let script = format!(
            "{}  {}\n{parts}  {}\n{steps}  apply OutDone.\n",
            line.script,
            computed("H__", "x__"),
            texts.normal()
        );
        Ok(closed(command, count, script))
    }

    /// Requests without an answer, up to an entry of the trace.
    #[allow(clippy::too_many_arguments)]
    fn tell(
        &mut self,
        entries: &[Entry],
        next: &mut usize,
        up_to: usize,
        vars: &Vars,
        command: &mut String,
        steps: &mut String,
        count: &mut usize,
    ) -> Result<(), ExportError> {
        if up_to < *next {
            return Err(unsupported("events in another order than they are asked for"));
        }
        for entry in entries.get(*next..up_to).unwrap_or_default() {
            let Entry::Event(event, None) = entry else {
                return Err(unsupported("events in another order than they are asked for"));
            };
            let event = self.argument(*event, vars)?;
            command.push_str(&format!("CBind (CAsk (fun _ : unit => {event})) (fun _ =>\n  "));
            steps.push_str("  eapply out_tell.\n");
            *count = count.saturating_add(1);
        }
        *next = up_to;
        Ok(())
    }

    /// Something that asks: the command, and the proof of it from its hypothesis.
    fn asked(
        &mut self,
        item: &Bound,
        given: &Reading,
        known: &[String],
        texts: &mut Texts<'_>,
    ) -> Result<(String, String), ExportError> {
        let vars = Vars { locals: item.term.place.names.clone(), ..Vars::default() };
        if matches!(get(&self.statement.cores, item.term.core.0)?, CoreRow::App(..)) {
            return self.call(&item.term, &vars, &item.hypothesis, texts);
        }
        let inside = known.get(..at(item.term.place.depth)).unwrap_or_default().to_vec();
        let piece = self.piece(&item.term, given, &inside, texts)?;
        let ascribed = texts.ascription(&self.sort(texts.event), &given.answer);
        let proof = format!(
            "refine ((_ : forall x__, den {} {} x__ -> out {} (({}) : {ascribed}) ({} x__) ({} x__)) _ {}). intros x__ H__.\n{}",
            item.term.name,
            item.environment,
            texts.body,
            self.with_known(&piece.command, &item.term.place, &inside),
            given.events,
            given.value,
            item.hypothesis,
            piece.script
        );
        Ok((piece.command, proof))
    }

    /// A command where its variables are known to be something else: it is given what they are.
    fn with_known(&self, command: &str, place: &Place, known: &[String]) -> String {
        let named = place.names.iter().zip(known).filter(|(name, _)| !name.is_empty());
        let bindings: String = named.map(|(name, known)| format!("let {name} := {known} in ")).collect();
        format!("{bindings}{command}")
    }

    /// A call of a generator that asks: the command, and what proves it of a hypothesis.
    fn call(
        &mut self,
        term: &Term,
        vars: &Vars,
        hypothesis: &str,
        texts: &Texts<'_>,
    ) -> Result<(String, String), ExportError> {
        let CoreRow::App(function, args) = get(&self.statement.cores, term.core.0)?.clone() else {
            return Err(unsupported("a trace that is not asked for"));
        };
        let (index, proof) = match get(&self.statement.funs, function.0)? {
            FunRow::Var(level) => match texts.functions.get(level) {
                Some((index, lemma)) => (index.clone(), format!("exact ({lemma} _ _ {hypothesis}).")),
                None => return Err(unsupported("a function as a parameter of a generator that asks")),
            },
            FunRow::Global(g, _) => match texts.generators.get(&g.0) {
                Some((index, lemma)) => (index.clone(), format!("exact ({lemma} _ _ {hypothesis}).")),
                None => return Err(unsupported("a call of something that does not ask, in its place")),
            },
            FunRow::Lam(..) | FunRow::Fix(..) => {
                return Err(unsupported("a local function in a generator that asks"));
            }
        };
        let values = args
            .iter()
            .map(|arg| match arg {
                ArgRow::Base(e) => self.argument(self.loaded.expr(*e)?, vars),
                ArgRow::Fun(_) => Err(unsupported("a function as an argument of a generator that asks")),
            })
            .collect::<Result<Vec<_>, _>>()?;
        Ok((format!("CDo {index} {}", tuple(&values)), proof))
    }

    /// The parts of a trace, in order.
    fn entries(
        &self,
        trace: ExprId,
        line: &Line,
        texts: &Texts<'_>,
        entries: &mut Vec<Entry>,
    ) -> Result<(), ExportError> {
        match self.arena.expr(trace).clone() {
            Expr::Ctor(_, 0, _) => Ok(()),
            Expr::Ctor(_, _, parts) => {
                let [event, rest] = parts.as_ref() else {
                    return Err(unsupported("a trace that is no list"));
                };
                entries.push(Entry::Event(*event, self.answer_of(*event, texts)?));
                self.entries(*rest, line, texts, entries)
            }
            Expr::Fn(_, _, parts) if parts.len() == 2 => {
                parts.iter().try_for_each(|part| self.entries(*part, line, texts, entries))
            }
            Expr::Local(level, _) => {
                let bound = line.items.iter().find(|item| item.level == level);
                if let Some(item) = bound
                    && let CoreRow::Op(Prim::Eval(e)) = get(&self.statement.cores, item.term.core.0)?
                {
                    return self.entries(self.loaded.expr(*e)?, line, texts, entries);
                }
                entries.push(Entry::Part(level));
                Ok(())
            }
            _ => Err(unsupported("a trace of this form")),
        }
    }

    /// Whether a bound trace is one that the result is put together of.
    fn is_part(&self, item: &Bound, entries: &[Entry], trace: ExprId) -> Result<bool, ExportError> {
        let CoreRow::Op(Prim::Eval(e)) = get(&self.statement.cores, item.term.core.0)? else {
            return Ok(false);
        };
        let e = self.loaded.expr(*e)?;
        let parts = match self.arena.expr(e) {
            Expr::Fn(_, _, parts) => parts.clone(),
            _ => return Ok(false),
        };
        let asked = |part: &ExprId| match self.arena.expr(*part) {
            Expr::Local(level, _) => {
                entries.iter().any(|entry| matches!(entry, Entry::Part(l) if l == level))
            }
            Expr::Ctor(..) => true,
            _ => false,
        };
        Ok(self.arena.sort_of(e) == self.arena.sort_of(trace) && parts.iter().any(asked))
    }

    /// The level of the answer in an event; none if its operator has none.
    fn answer_of(&self, event: ExprId, texts: &Texts<'_>) -> Result<Option<u32>, ExportError> {
        let Expr::Ctor(sort, tag, fields) = self.arena.expr(event) else {
            return Err(unsupported("an event that is a variable"));
        };
        let Sort::Data(data, _) = self.arena.sort(*sort) else {
            return Err(unsupported("events of this type"));
        };
        let row =
            self.statement.datatypes.get(at(data.saturating_sub(covenant_kernel::tables::FIRST_DATATYPE)));
        let constructor = row.and_then(|row| row.ctors.get(at(*tag)));
        let operator =
            constructor.and_then(|c| texts.system.operators.iter().find(|(name, _)| *name == c.name));
        match operator {
            None => Err(unsupported("an event without an operator")),
            Some((_, false)) => Ok(None),
            Some((_, true)) => match fields.last().map(|answer| self.arena.expr(*answer)) {
                Some(Expr::Local(level, _)) => Ok(Some(*level)),
                _ => Err(unsupported("an answer that was not drawn")),
            },
        }
    }

    /// What a pure piece can return, as a relation.
    fn relation(&mut self, term: &Term) -> Result<String, ExportError> {
        let vars = Vars { locals: term.place.names.clone(), ..Vars::default() };
        let prim = match get(&self.statement.cores, term.core.0)?.clone() {
            CoreRow::Op(prim) => prim,
            _ => {
                // A pure piece does not call the generator that it is in.
                let nothing = |name: &String| {
                    if name.is_empty() { "(fun _ _ => False)".to_owned() } else { name.clone() }
                };
                let names: Vec<String> = term.place.names.iter().map(nothing).collect();
                return Ok(format!("(den {} {})", term.name, self.environment(&term.place, &names)));
            }
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
}
