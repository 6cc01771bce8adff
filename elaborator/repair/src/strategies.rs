//! What people get who look at one side only, for comparison: every hole filled with a generator of anything
//! (complete, and mostly useless), or with the smallest term that does no harm (safe, and mostly incomplete).
//!
//! Nothing of this is a repair. The benchmark measures how much of what they return is valid, and how much they miss.

use covenant_execute::{Program, Sort, Value, ctor_name};
use covenant_front::Span;
use covenant_kernel::tables::{BOOL, FIRST_DATATYPE, Statement, UNIT};
use std::rc::Rc;

use crate::components::Components;
use crate::environments;
use crate::patch::{Edit, apply};
use crate::pool::{INTEGER_COST, Keep, Kind, Pool};
use crate::problem::{Extended, Problem};
use crate::repair::{Options, Read, Request, read};
use crate::search::{Setting, prepare};
use crate::surface;
use crate::term::{Level, Term};

/// Terms and work of the search for what does no harm.
const MOST_COST: u32 = 8;
const MOST_WORK: u64 = 3_000_000;
/// How deep what the generator of anything returns may be.
const DEPTH: u32 = 6;

/// A one-sided way to fill holes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// A generator of anything of the right type.
    Completeness,
    /// The smallest term that returns nothing forbidden.
    Safety,
}

/// The text with the holes of a repair filled in another way; `holes` are the repair's edits.
#[must_use]
pub fn fill(request: &Request<'_>, holes: &[Edit], strategy: Strategy) -> Option<String> {
    let Read { unit, items, library, .. } = read(request).ok()?;
    let extended = Extended::of(&unit);
    let mut problem = Problem::new(&unit, &extended).ok()?;
    let function = surface::function(&items, request.claim)?;
    if strategy == Strategy::Completeness {
        let name = function.binding.pattern.span.start;
        let start = request.text.get(..name)?.rfind("let")?;
        let mut makers = Makers { program: problem.program, known: Vec::new(), text: String::new() };
        let anything = makers.generator(&problem.own().result, &format!("(int_range 0 {DEPTH})"))?;
        let mut edits = vec![Edit { start, end: start, text: makers.text }];
        edits.extend(holes.iter().map(|hole| Edit { text: anything.clone(), ..hole.clone() }));
        return Some(apply(request.text, &edits));
    }
    let options = Options::default();
    let components = Components::new(request.text, &items, request.claim, &function, &options.wishes);
    let setting = Setting::new(function, components, library);
    let found = prepare(&mut problem, &setting, &[], &[]);
    let round = found.round(&setting);
    let result = problem.own().result.clone();
    let kind = Kind {
        keep: Keep::All,
        integer_cost: INTEGER_COST,
        sums: false,
        drawn_arguments: true,
        known_calls: false,
        endless: false,
        partial_calls: false,
        most_work: MOST_WORK,
    };
    let mut edits = Vec::new();
    for wanted in holes {
        let is = |span: Span| (span.start, span.end) == (wanted.start, wanted.end);
        let hole = found.holes.as_ref()?.iter().find(|hole| is(hole.place.span))?;
        let mut pool = Pool::new(&round, hole, &result, kind);
        let mut term: Option<Rc<Term>> = None;
        for level in 1..=MOST_COST {
            pool.extend(&mut problem, level);
            let safe = pool.of_result(level).into_iter().find(|entry| {
                let table = pool.as_table(&entry.signature);
                table.is_some_and(|table| {
                    let returns = |i: usize| table.row(i, pool.words()).iter().any(|word| *word != 0);
                    !table.meets(&pool.forbidden) && (0..hole.states.len()).all(returns)
                })
            });
            term = safe.map(|entry| entry.term.clone());
            if term.is_some() || pool.exhausted() {
                break;
            }
        }
        let text = term?.text(&unit.statement, Level::Cons);
        edits.push(Edit { text, ..wanted.clone() });
    }
    Some(apply(request.text, &edits))
}

/// The generator of anything, for a claim with one hole: `let rec any_list …`, and a call of it.
struct Makers<'a> {
    program: Program<'a>,
    known: Vec<Sort>,
    /// The functions so far.
    text: String,
}

impl Makers<'_> {
    /// A term that returns anything of a sort, of at most this depth.
    fn generator(&mut self, sort: &Sort, depth: &str) -> Option<String> {
        match sort {
            Sort::Int => Some("int_gen ()".to_owned()),
            Sort::Data(BOOL, _) => Some("bool_gen ()".to_owned()),
            Sort::Data(UNIT, _) => Some("()".to_owned()),
            Sort::Data(data, _) => {
                self.function(sort, *data)?;
                let number = self.known.iter().position(|known| known == sort)?;
                Some(format!("anything_{number} {depth}"))
            }
            Sort::Opaque(_) | Sort::Finite(_) => None,
        }
    }

    fn function(&mut self, sort: &Sort, data: u32) -> Option<()> {
        if self.known.contains(sort) {
            return Some(());
        }
        self.known.push(sort.clone());
        let number = self.known.len() - 1;
        let Sort::Data(_, args) = sort else { return None };
        let (mut flat, mut deep) = (Vec::new(), Vec::new());
        for tag in 0..self.program.ctor_count(data) {
            let fields: Vec<Sort> =
                self.program.ctor_fields(data, tag).iter().map(|f| self.program.sort(*f, args)).collect();
            let recursive = fields.contains(sort);
            let parts: Option<Vec<String>> =
                fields.iter().map(|field| self.generator(field, "(size - 1)")).collect();
            let term = construct(self.program.statement(), data, tag, &parts?);
            if recursive { deep.push(term) } else { flat.push(term) }
        }
        let choice = |terms: &[String]| terms.join("\n  else if bool_gen () then ");
        let least = flat.first()?;
        let (last, rest) = deep.split_last().map_or((least, &[][..]), |(last, rest)| (last, rest));
        let all: Vec<String> = flat.iter().chain(rest).cloned().collect();
        let ty = type_text(self.program.statement(), sort)?;
        self.text.push_str(&format!(
            "let rec anything_{number} (size : int) : {ty} =\n  if size <= 0 then {least}\n  else if bool_gen () then {}\n  else {last}\n[@@covers {{| size:{{v:int | true}} -> [v:{ty} | false] |}}]\n[@@measure size]\n\n",
            choice(&all)
        ));
        Some(())
    }
}

fn construct(statement: &Statement, data: u32, tag: u32, parts: &[String]) -> String {
    match (ctor_name(statement, data, tag), parts) {
        ("::", [head, tail]) => format!("{head} :: {tail}"),
        (name, []) => name.to_owned(),
        (name, _) if name.starts_with("Tuple") => format!("({})", parts.join(", ")),
        (name, _) => format!("{name} ({})", parts.join(", ")),
    }
}

fn type_text(statement: &Statement, sort: &Sort) -> Option<String> {
    match sort {
        Sort::Int => Some("int".to_owned()),
        Sort::Data(BOOL, _) => Some("bool".to_owned()),
        Sort::Data(UNIT, _) => Some("unit".to_owned()),
        Sort::Data(data, args) => {
            let name = &statement.datatypes.get(data.checked_sub(FIRST_DATATYPE)? as usize)?.name;
            let args: Vec<String> =
                args.iter().map(|arg| type_text(statement, arg)).collect::<Option<_>>()?;
            Some(match args.as_slice() {
                [] => name.clone(),
                [only] => format!("{only} {name}"),
                _ => format!("({}) {name}", args.join(", ")),
            })
        }
        Sort::Opaque(_) | Sort::Finite(_) => None,
    }
}

/// Small arguments that satisfy the refinements of a claim, the smallest first.
#[must_use]
pub fn small_arguments(request: &Request<'_>) -> Vec<Vec<Value>> {
    let Ok(Read { unit, .. }) = read(request) else { return Vec::new() };
    let extended = Extended::of(&unit);
    let Ok(mut problem) = Problem::new(&unit, &extended) else { return Vec::new() };
    environments::choose(&mut problem, &[]).all.iter().map(|args| args.to_vec()).collect()
}
