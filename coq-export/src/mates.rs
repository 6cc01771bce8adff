//! Two generators that ask and call each other.
//!
//! In the certified program one is a local function inside the other. Read back it is a generator of its own, which
//! calls the other by its name; that it does what it returns is proved inside the proof of the other, by an induction of
//! its own.

use crate::effects::{Texts, tuple, unsupported};
use crate::error::ExportError;
use crate::lines::Line;
use crate::program::Term;
use crate::world::{World, at, get};
use covenant_kernel::arena::SortId;
use covenant_kernel::tables::FunRow;
use covenant_kernel::types::Param;
use std::rc::Rc;

impl World<'_> {
    /// A local function that asks, at the beginning of a generator: what it is called, and the proof that it does what it returns.
    pub(crate) fn local(
        &mut self,
        term: &Rc<Term>,
        line: &mut Line,
        texts: &mut Texts<'_>,
    ) -> Result<Rc<Term>, ExportError> {
        const DECLINED: &str = "a local function in a generator that asks";
        let (Some(function), Some(rest)) = (term.funs.first(), term.terms.first()) else {
            return Err(unsupported(DECLINED));
        };
        let (Some((constructor, name)), Some(body), true) =
            (texts.locals.get(&function.fun.0).cloned(), function.body.clone(), line.is_new())
        else {
            return Err(unsupported(DECLINED));
        };
        let FunRow::Fix(..) = get(&self.statement.funs, function.fun.0)? else {
            return Err(unsupported(DECLINED));
        };
        let reading = texts.readings.get(&function.arrow.result).cloned();
        let reading = reading.ok_or_else(|| unsupported(DECLINED))?;
        let (own, hypothesis, proved) = (texts.fresh("self"), texts.fresh("IH"), texts.fresh("L"));
        // Its parameters, and behind them itself.
        let first = at(term.place.depth);
        let sorts = function.arrow.params.iter().map(|param| match param {
            Param::Base(sort, _) => Ok(*sort),
            Param::Fun(_) => Err(unsupported(DECLINED)),
        });
        let names = body.place.names.iter().skip(first).cloned();
        let parameters: Vec<(String, SortId)> = names.zip(sorts.collect::<Result<Vec<_>, _>>()?).collect();
        let mut inside = line.known.clone();
        inside.extend(parameters.iter().map(|(name, _)| name.clone()));
        inside.push(own.clone());
        let level = body.place.depth.saturating_sub(1);
        texts.functions.insert(level, (constructor.clone(), hypothesis.clone()));
        let piece = self.piece(&body, &reading, &inside, texts)?;
        texts.functions.remove(&level);
        let list = self.arrow_params(&function.arrow);
        let definition = self.asks(&name, &parameters, &list, &piece.command, &reading.answer, texts);
        texts.definitions.push_str(&definition);
        let environment = self.environment(&term.place, &line.known);
        let value = format!("(vden {} {environment})", function.value);
        let arguments = tuple(&parameters.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>());
        let pattern: String = parameters.iter().map(|(name, _)| format!("{name} & ")).collect();
        let pattern = if parameters.is_empty() { "[]".to_owned() } else { format!("({pattern}[])") };
        let (events, result, asked) = (&reading.events, &reading.value, &texts.body);
        line.script.push_str(&format!(
            "  assert ({proved} : forall p__ x__, {value} p__ x__ -> out {asked} (CDo {constructor} p__) ({events} x__) ({result} x__)).\n  {{ clear H__; clear x__; intros p__ x__ H__.\n  change (@fixed (env {list}) {sort} (fun f__ args__ a__ => den {body} (f__, @eapp {list} {context} args__ {environment}) a__) p__ x__) in H__.\n  induction H__ as [{own} p__ x__ _ {hypothesis} H__].\n  destruct p__ as {pattern}.\n  apply OutDo.\n  change (den {body} {inner} x__) in H__.\n  change (out {asked} ({name} {arguments}) ({events} x__) ({result} x__)).\n  unfold {name}; cbn [fst snd].\n{script}  }}\n",
            sort = self.sort(function.arrow.result),
            body = body.name,
            context = term.place.name,
            inner = self.environment(&body.place, &inside),
            script = piece.script,
        ));
        line.known.push(value);
        texts.functions.insert(term.place.depth, (constructor, proved));
        line.script.push_str(&format!(
            "  change (den {} {} x__) in H__.\n",
            rest.name,
            self.environment(&rest.place, &line.known)
        ));
        Ok(rest.clone())
    }
}
