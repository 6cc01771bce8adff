//! The program as a term, one named piece per core row occurrence.
//!
//! A derivation visits the same pieces, possibly several times (the branches of a match are
//! visited one by one), so pieces are defined once and found again by following the
//! derivation down.

use crate::error::ExportError;
use crate::formula::Vars;
pub(crate) use crate::pieces::{Fun, Place, Term};
use crate::prim_names;
use crate::world::{World, at, get};
use covenant_kernel::arena::{Expr, ExprId, SortId, TRUTH};
use covenant_kernel::prims;
use covenant_kernel::reject::Why;
use covenant_kernel::tables::{ArgRow, CoreRef, CoreRow, ExprRef, FunRef, FunRow, GHOST, Prim};
use covenant_kernel::types::{FunType, Param};
use std::rc::Rc;
use std::sync::Arc;

/// Functions with more parameters name the list of their types.
pub(crate) const LONG_LIST: usize = 8;

/// Matches with more branches name the list from each branch on.
const FEW_BRANCHES: usize = 4;

/// Emits the pieces of one global.
pub(crate) struct Pieces<'w, 'a> {
    pub world: &'w mut World<'a>,
    pub out: String,
    pub counter: u32,
}

impl<'w, 'a> Pieces<'w, 'a> {
    pub fn new(world: &'w mut World<'a>, counter: u32) -> Self {
        Pieces { world, out: String::new(), counter }
    }

    fn number(&mut self) -> u32 {
        self.counter = self.counter.saturating_add(1);
        self.counter
    }

    /// The place with further variables, given innermost first.
    fn extend(&mut self, place: &Place, new: Vec<(u32, String, Param)>) -> Rc<Place> {
        let name = format!("G{}", self.number());
        let types: String = new.iter().map(|(.., ty)| format!("{} :: ", self.world.param_type(ty))).collect();
        let names: Vec<&str> =
            new.iter().map(|(_, name, ..)| if name.is_empty() { "a function" } else { name }).collect();
        self.out.push_str(&format!("(* {} *)\n", names.join(", ")));
        self.out.push_str(&format!("Definition {name} : tys := {types}{}.\n", place.name));
        let mut levels: Vec<u32> = new.iter().map(|n| n.0).collect();
        levels.extend(&place.levels);
        let mut in_order = new;
        in_order.sort_by_key(|n| n.0);
        let mut extended = Place {
            name,
            levels,
            depth: place.depth.saturating_add(u32::try_from(in_order.len()).unwrap_or(0)),
            names: place.names.clone(),
            sorts: place.sorts.clone(),
            functions: place.functions.clone(),
        };
        for (_, name, param) in in_order {
            extended.names.push(name);
            let (sort, function) = match param {
                Param::Base(sort, _) => (Some(sort), None),
                Param::Fun(arrow) => (None, Some(arrow)),
            };
            extended.sorts.push(sort);
            extended.functions.push(function);
        }
        Rc::new(extended)
    }

    /// A variable name for the next level.
    fn variable(&self, place: &Place, ahead: &[String], wanted: Option<&String>) -> String {
        let mut names = self.world.names.clone();
        for n in
            place.names.iter().chain(ahead).chain(&self.world.scheme.sorts).chain(&self.world.scheme.preds)
        {
            names.fresh(n);
        }
        match wanted {
            Some(w) if !w.is_empty() && w != "_" => {
                let taken = |n: &str| place.names.iter().chain(ahead).any(|m| m == n);
                let name = self.world.names.like(w);
                if taken(&name) { names.like(&format!("{name}{}", place.depth)) } else { name }
            }
            _ => format!("x{}", at(place.depth).saturating_add(ahead.len())),
        }
    }

    pub fn core(&mut self, core: CoreRef, place: &Rc<Place>) -> Result<Rc<Term>, ExportError> {
        let row = get(&self.world.statement.cores, core.0)?.clone();
        let (mut funs, mut terms, mut memberships) = (Vec::new(), Vec::new(), Vec::new());
        let binders = self.world.source.cores.get(at(core.0)).map(|c| c.binders.clone()).unwrap_or_default();
        let (sort, text) = match row.clone() {
            CoreRow::Ret(e) => {
                let e = self.world.loaded.expr(e)?;
                (self.world.sort_of(e)?, format!("Ret {}", self.world.value(e, place)?))
            }
            CoreRow::Err(sort) => (self.world.loaded.sort(sort)?, "Err".to_owned()),
            CoreRow::LetE(e1, e2) => {
                let first = self.core(e1, place)?;
                let wanted = binders.first().and_then(|b| b.first());
                let name = self.variable(place, &[], wanted);
                let bound = Param::Base(first.sort, TRUTH);
                let inner = self.extend(place, vec![(place.depth, name, bound)]);
                let second = self.core(e2, &inner)?;
                let typed = (second.sort, format!("LetE {} {}", first.name, second.name));
                terms.extend([first, second]);
                typed
            }
            CoreRow::LetV(f, e) => {
                let fun = self.fun(f, place)?;
                let bound = Param::Fun(fun.arrow.clone());
                let inner = self.extend(place, vec![(place.depth, String::new(), bound)]);
                let body = self.core(e, &inner)?;
                let typed = (body.sort, format!("LetV {} {}", fun.value, body.name));
                funs.push(fun);
                terms.push(body);
                typed
            }
            CoreRow::Op(prim) => {
                let world = &mut *self.world;
                let (sort, _) = prims::coverage(&mut world.arena, &world.loaded, &prim)?;
                (sort, world.operation(&prim, place)?)
            }
            CoreRow::App(f, args) => {
                let fun = self.fun(f, place)?;
                let mut texts = Vec::new();
                let (head, result) = (fun.value.clone(), fun.arrow.result);
                funs.push(fun);
                for arg in args {
                    texts.push(match arg {
                        ArgRow::Base(e) => {
                            let e = self.world.loaded.expr(e)?;
                            self.world.value(e, place)?
                        }
                        ArgRow::Fun(g) => {
                            let g = self.fun(g, place)?;
                            let value = g.value.clone();
                            funs.push(g);
                            value
                        }
                    });
                }
                (result, format!("App {head} << {} >>", texts.join("; ")))
            }
            CoreRow::Match(e, branches) => {
                let e = self.world.loaded.expr(e)?;
                let scrutinee = self.world.sort_of(e)?;
                let mut heads = Vec::new();
                for (i, branch) in branches.iter().enumerate() {
                    let fields = self.world.arena.ctor_fields(scrutinee, branch.tag)?.to_vec();
                    let wanted = binders.get(i).cloned().unwrap_or_default();
                    let inner = self.bind_fields(place, &fields, &wanted);
                    let body = self.core(branch.body, &inner)?;
                    let ctor = self.world.ctor(scrutinee, branch.tag)?;
                    heads.push(format!("bcons {} ({ctor}) {}", self.world.sort_list(&fields), body.name));
                    terms.push(body);
                }
                let s = self.world.sort(scrutinee);
                let sort = terms.first().ok_or(Why::BadBranches)?.sort;
                let list;
                (list, memberships) = self.branches(&heads, place, &s, sort);
                (sort, format!("Match (A := {s}) {} {list}", self.world.value(e, place)?))
            }
        };
        let comment = self.comment(&row, place, &funs, &terms)?;
        let name = format!("e{}", self.number());
        let sort_text = self.world.sort(sort);
        self.out.push_str(&format!("(* {comment} *)\n"));
        self.out.push_str(&format!("Definition {name} : tm {} {sort_text} :=\n  {text}.\n", place.name));
        Ok(Rc::new(Term { name, core, sort, place: place.clone(), funs, terms, memberships }))
    }

    /// A core term with names, for a reader.
    fn comment(
        &self,
        row: &CoreRow,
        place: &Place,
        funs: &[Rc<Fun>],
        terms: &[Rc<Term>],
    ) -> Result<String, ExportError> {
        let vars = Vars { locals: place.names.clone(), for_reader: true, ..Vars::default() };
        let value = |e: &ExprRef| self.world.text(self.world.loaded.expr(*e)?, &vars);
        let term = |i: usize| terms.get(i).map_or("", |t| t.name.as_str());
        let bound = |i: usize| terms.get(i).and_then(|t| t.place.names.last()).map_or("", String::as_str);
        let fun = |i: usize| -> Result<String, ExportError> {
            let Some(f) = funs.get(i) else { return Ok(String::new()) };
            Ok(match get(&self.world.statement.funs, f.fun.0)? {
                FunRow::Var(level) => format!("function variable {}", index_of(place, *level)?),
                FunRow::Global(g, _) => get(&self.world.globals, g.0)?.clone(),
                FunRow::Lam(..) | FunRow::Fix(..) => f.value.clone(),
            })
        };
        Ok(match row {
            CoreRow::Ret(e) => value(e)?,
            CoreRow::Err(_) => "fails".to_owned(),
            CoreRow::LetE(..) => format!("let {} = {} in {}", bound(1), term(0), term(1)),
            CoreRow::LetV(..) => format!("let a function = {} in {}", fun(0)?, term(0)),
            CoreRow::Op(Prim::Eval(e)) => value(e)?,
            CoreRow::Op(prim) => {
                let args = prim.operands().map(|e| value(&e)).collect::<Result<Vec<_>, _>>()?;
                format!("{} ({})", prim_names::name(prim), args.join(", "))
            }
            CoreRow::App(_, args) => {
                let (mut texts, mut next) = (Vec::new(), 1usize);
                for arg in args {
                    texts.push(match arg {
                        ArgRow::Base(e) => value(e)?,
                        ArgRow::Fun(_) => {
                            next = next.saturating_add(1);
                            fun(next.saturating_sub(1))?
                        }
                    });
                }
                format!("{} ({})", fun(0)?, texts.join(", "))
            }
            CoreRow::Match(e, branches) => {
                let (scrutinee, mut text) =
                    (self.world.loaded.expr(*e)?, format!("match {} with", value(e)?));
                let data = get(&self.world.data, self.world.datatype(self.world.sort_of(scrutinee)?)?)?;
                for (branch, body) in branches.iter().zip(terms) {
                    let fields = body.place.names.get(place.names.len()..).unwrap_or_default().join(", ");
                    let ctor = get(&data.ctors, branch.tag)?;
                    let pattern = if fields.is_empty() { ctor.clone() } else { format!("{ctor} ({fields})") };
                    text.push_str(&format!(" | {pattern} -> {}", body.name));
                }
                text
            }
        })
    }

    /// The list of branches, and for each the proof that it is in the list.
    fn branches(&mut self, heads: &[String], place: &Place, of: &str, sort: SortId) -> (String, Vec<String>) {
        if heads.len() <= FEW_BRANCHES {
            let list = heads.iter().rev().fold("bnil".to_owned(), |rest, head| format!("({head} {rest})"));
            let member = |i: usize| format!("{}BHere{}", "(BThere ".repeat(i), ")".repeat(i));
            return (list, (0..heads.len()).map(member).collect());
        }
        let n = self.number();
        let ty = format!("brs {} {of} {}", place.name, self.world.sort(sort));
        let (mut rest, mut parts) = ("bnil".to_owned(), String::new());
        for (i, head) in heads.iter().enumerate().rev() {
            self.out.push_str(&format!("Definition b{n}_{i} : {ty} :=\n  {head} {rest}.\n"));
            rest = format!("b{n}_{i}");
        }
        for i in 0..heads.len() {
            let proof = match i.checked_sub(1) {
                None => "part_all".to_owned(),
                Some(before) => format!("part_next m{n}_{before}"),
            };
            parts.push_str(&format!("Definition m{n}_{i} : part_of b{n}_{i} b{n}_0 := {proof}.\n"));
        }
        self.out.push_str(&parts);
        (rest, (0..heads.len()).map(|i| format!("(first_of m{n}_{i})")).collect())
    }

    fn bind_fields(&mut self, place: &Rc<Place>, fields: &[SortId], wanted: &[String]) -> Rc<Place> {
        if fields.is_empty() {
            return place.clone();
        }
        let mut new = Vec::new();
        let mut ahead: Vec<String> = Vec::new();
        for (j, &field) in fields.iter().enumerate() {
            let name = self.variable(place, &ahead, wanted.get(j));
            ahead.push(name.clone());
            let level = place.depth.saturating_add(u32::try_from(j).unwrap_or(0));
            new.push((level, name, Param::Base(field, TRUTH)));
        }
        self.extend(place, new)
    }

    pub fn fun(&mut self, fun: FunRef, place: &Rc<Place>) -> Result<Rc<Fun>, ExportError> {
        let row = get(&self.world.statement.funs, fun.0)?.clone();
        let mut body = None;
        let (arrow, value) = match row {
            FunRow::Var(level) => {
                let arrow = place.functions.get(at(level)).cloned().flatten().ok_or(Why::NotAFunction)?;
                (arrow, variable_of(place, level)?)
            }
            FunRow::Global(g, sorts) => {
                let name = get(&self.world.globals, g.0)?.clone();
                let sorts = self.world.loaded.sort_list(&sorts)?;
                let claim = get(&self.world.types, self.world.global(g.0)?.claim.0)?.erase();
                let arrow = Arc::new(claim.instantiate_sorts(&mut self.world.arena, &sorts)?);
                let args = self.world.sort_args_dec(&sorts);
                let value =
                    if args.is_empty() { format!("(Glob {name})") } else { format!("(Glob ({name}{args}))") };
                (arrow, value)
            }
            FunRow::Lam(simple, core) | FunRow::Fix(simple, core) => {
                let arrow = get(&self.world.types, simple.0)?.clone();
                let is_fix = matches!(row, FunRow::Fix(..));
                let inner = self.bind_params(fun, &arrow, place, is_fix);
                let term = self.core(core, &inner)?;
                let name = format!("f{}", self.number());
                let head = if is_fix { "Fix" } else { "Lam" };
                let params = self.world.arrow_params(&arrow);
                let ty = self.world.arrow(&arrow);
                self.out.push_str(&format!(
                    "Definition {name} : val {} ({ty}) :=\n  {head} {params} {}.\n",
                    place.name, term.name
                ));
                body = Some(term);
                (arrow, name)
            }
        };
        Ok(Rc::new(Fun { value, fun, arrow, body }))
    }

    fn bind_params(
        &mut self,
        fun: FunRef,
        arrow: &Arc<FunType>,
        place: &Rc<Place>,
        is_fix: bool,
    ) -> Rc<Place> {
        let source = self.world.source.funs.get(at(fun.0)).cloned().unwrap_or_default();
        let mut new = Vec::new();
        let mut ahead: Vec<String> = Vec::new();
        for (i, param) in arrow.params.iter().enumerate() {
            let level = place.depth.saturating_add(u32::try_from(i).unwrap_or(0));
            let name = match param {
                Param::Base(..) => self.variable(place, &ahead, source.params.get(i)),
                Param::Fun(_) => String::new(),
            };
            ahead.push(name.clone());
            new.push((level, name, param.clone()));
        }
        if is_fix {
            let level = place.depth.saturating_add(u32::try_from(new.len()).unwrap_or(0));
            new.insert(0, (level, String::new(), Param::Fun(arrow.clone())));
        }
        if new.is_empty() { place.clone() } else { self.extend(place, new) }
    }
}

/// The de Bruijn index of a level.
pub(crate) fn index_of(place: &Place, level: u32) -> Result<usize, ExportError> {
    Ok(place.levels.iter().position(|&l| l == level).ok_or(Why::UnboundLocal)?)
}

/// Values as a list of type `vals`.
fn value_list(values: &[String]) -> String {
    if values.is_empty() { "<< >>".to_owned() } else { format!("<< {} >>", values.join("; ")) }
}

/// A variable as a value.
fn variable_of(place: &Place, level: u32) -> Result<String, ExportError> {
    Ok(format!("(Var (var_at {} {}))", index_of(place, level)?, place.name))
}

impl World<'_> {
    /// A base value as a term of type `val`.
    pub fn value(&mut self, e: ExprId, place: &Place) -> Result<String, ExportError> {
        Ok(match self.arena.expr(e).clone() {
            Expr::Local(level, _) if level < GHOST => variable_of(place, level)?,
            Expr::Int(n) if n < 0 => format!("(Const ({n}))"),
            Expr::Int(n) => format!("(Const {n})"),
            Expr::Literal(l, _) => format!("(Const {})", get(&self.literals, l)?),
            Expr::Ctor(s, tag, args) => {
                let fields = self.arena.ctor_fields(s, tag)?;
                let (sorts, ctor) = (self.sort_list(&fields), self.ctor(s, tag)?);
                format!("(Con {sorts} ({ctor}) {})", self.values(&args, place)?)
            }
            _ => return Err(Why::NotAValue.into()),
        })
    }

    fn values(&mut self, args: &[ExprId], place: &Place) -> Result<String, ExportError> {
        let mut texts = Vec::new();
        for &a in args {
            texts.push(self.value(a, place)?);
        }
        Ok(value_list(&texts))
    }

    fn operation(&mut self, prim: &Prim, place: &Place) -> Result<String, ExportError> {
        if let Prim::Eval(e) = prim {
            return self.computation(self.loaded.expr(*e)?, place);
        }
        let args = prim.operands().map(|e| self.loaded.expr(e)).collect::<Result<Vec<_>, _>>()?;
        let sorts = args.iter().map(|&a| self.sort_of(a)).collect::<Result<Vec<_>, _>>()?;
        let values = self.values(&args, place)?;
        let relation = match prim {
            Prim::OpaqueGen(s) => {
                let s = self.loaded.sort(*s)?;
                format!("(@prim_opaque_gen {})", self.sort(s))
            }
            _ => format!("prim_{}", prim_names::name(prim)),
        };
        Ok(format!("Op {} {relation} {values}", self.sort_list(&sorts)))
    }

    /// An expression that the program computes: a function of the variables it mentions.
    fn computation(&mut self, e: ExprId, place: &Place) -> Result<String, ExportError> {
        let (mut binders, mut sorts, mut operands) = (String::new(), Vec::new(), Vec::new());
        for level in self.locals_in(e) {
            let name = place.names.get(at(level)).ok_or(Why::UnboundLocal)?;
            let sort = place.sorts.get(at(level)).copied().flatten().ok_or(Why::UnboundLocal)?;
            binders.push_str(&format!(" ({name} : {})", self.sort(sort)));
            sorts.push(sort);
            operands.push(variable_of(place, level)?);
        }
        let vars = Vars { locals: place.names.clone(), ..Vars::default() };
        let text = self.text(e, &vars)?;
        let function = if binders.is_empty() { text } else { format!("fun{binders} => {text}") };
        let list = self.sort_list(&sorts);
        let relation = match self.arena.sort_of(e) {
            Some(result) => format!("(@prim_eval {list} {} ({function}))", self.sort(result)),
            None => format!("(@test_eval {list} ({function}))"),
        };
        Ok(format!("Op {list} {relation} {}", value_list(&operands)))
    }

    /// `[Base Z; Arr [..] A]`, or its name.
    pub fn arrow_params(&self, arrow: &FunType) -> String {
        let list = format!("[{}]", self.param_types(arrow).join("; "));
        self.long_lists.get(&list).map_or(list, |name| format!("{name}_0"))
    }

    fn param_types(&self, arrow: &FunType) -> Vec<String> {
        arrow.params.iter().map(|p| self.param_type(p)).collect()
    }

    fn param_type(&self, param: &Param) -> String {
        match param {
            Param::Base(s, _) => format!("Base {}", self.sort(*s)),
            Param::Fun(a) => self.arrow(a),
        }
    }

    /// Names the parameter types of a function with many of them, from each parameter on: Rocq
    /// would otherwise write out the rest of the list at each.
    pub fn name_long_list(&mut self, arrow: &FunType, counter: &mut u32) -> String {
        let types = self.param_types(arrow);
        if types.len() <= LONG_LIST {
            return String::new();
        }
        *counter = counter.saturating_add(1);
        let (name, mut out) =
            (format!("L{counter}"), format!("Definition L{counter}_{} : tys := [].\n", types.len()));
        for (i, ty) in types.iter().enumerate().rev() {
            out.push_str(&format!(
                "Definition {name}_{i} : tys := {ty} :: {name}_{}.\n",
                i.saturating_add(1)
            ));
        }
        self.long_lists.insert(format!("[{}]", types.join("; ")), name);
        out
    }

    /// For each parameter of a function with many, `@Par` with the types that Rocq would infer.
    pub fn par_heads(&self, arrow: &FunType) -> Vec<String> {
        let types = self.param_types(arrow);
        let (name, result) =
            (self.long_lists.get(&format!("[{}]", types.join("; "))), self.sort(arrow.result));
        let head = |(i, ty): (usize, &String)| match name {
            Some(name) => format!("@Par ({ty}) {name}_{} {result}", i.saturating_add(1)),
            None => "Par".to_owned(),
        };
        types.iter().enumerate().map(head).collect()
    }

    /// `Arr [..] A`.
    pub fn arrow(&self, arrow: &FunType) -> String {
        format!("Arr {} {}", self.arrow_params(arrow), self.sort(arrow.result))
    }
}
