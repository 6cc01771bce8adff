//! Definitions as Fixpoints, with the decidability of the predicates that can be decided.
//!
//! Functions of a group whose analysed sorts are containers of another function's sort (a
//! function on `'a stream lazyty` beside one on `stream`) cannot be one mutual Fixpoint in
//! Rocq. There the container's function is written twice: as a local fixpoint inside the
//! other, and after it under its own name. Both unfold to the same equations.

use crate::error::ExportError;
use crate::formula::Vars;
use crate::world::{Scheme, World, at, get};
use covenant_kernel::arena::{Arena, Expr, ExprId, SortId};
use covenant_kernel::reject::Why;
use covenant_kernel::tables::{DefBody, DefRef, DefRow};
use std::collections::{BTreeMap, BTreeSet, HashSet};

impl World<'_> {
    /// All definitions, group by group: a definition calls those of its group and of groups with
    /// smaller numbers.
    pub fn definitions(&mut self) -> Result<String, ExportError> {
        let mut out = String::new();
        let mut groups: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for (row, d) in self.statement.defs.iter().zip(0u32..) {
            groups.entry(row.group).or_default().push(d);
        }
        for group in groups.into_values() {
            for &d in group.iter().filter(|d| self.decided.contains(d)) {
                let wanted = format!("{}_decided", get(&self.defs, d)?);
                let name = self.names.constant(&wanted, &[]);
                self.deciding.insert(d, name);
            }
            out.push_str(&self.group(&group)?);
            for (d, pair) in std::mem::take(&mut self.deciding).into_iter().collect::<BTreeMap<_, _>>() {
                out.push_str(&self.both_parts(d, &pair)?);
            }
            for &d in &group {
                if !self.decided.contains(&d) {
                    out.push_str(&self.decidability(d)?);
                }
            }
            out.push('\n');
        }
        self.scheme = Scheme::default();
        Ok(out)
    }

    /// Decidable predicates whose decision is needed inside their own definition, or that are
    /// mutually recursive with others: they are defined by recursion into `decided`.
    pub fn find_decided(&self) -> HashSet<u32> {
        let decidable = |d: u32| {
            let row = self.statement.defs.get(at(d));
            row.is_some_and(|r| r.result.is_none() && r.decidable && matches!(r.body, DefBody::Cases { .. }))
        };
        let of_group = |d: u32, other: u32| {
            let group = |d: u32| self.statement.defs.get(at(d)).map(|r| r.group);
            group(d) == group(other)
        };
        let asks_itself = |d: u32, root: ExprId| {
            self.mentions(root, &mut |node| match node {
                Expr::Ite(condition, ..) => self.mentions(
                    *condition,
                    &mut |inner| matches!(inner, Expr::Fn(callee, ..) if of_group(d, callee.0)),
                ),
                _ => false,
            })
        };
        let count = u32::try_from(self.statement.defs.len()).unwrap_or(u32::MAX);
        let mutual = |d: u32| {
            let others: Vec<u32> = (0..count).filter(|&o| o != d && of_group(d, o)).collect();
            self.calls(d, &others) || others.iter().any(|&o| self.calls(o, &[d]))
        };
        let group_asks = |d: u32| {
            (0..count).filter(|&o| of_group(d, o)).any(|o| {
                let Some(DefBody::Cases { cases, .. }) = self.theory.bodies.get(at(o)) else { return false };
                cases.iter().any(|&case| asks_itself(o, case))
            })
        };
        (0..count).filter(|&d| decidable(d) && (mutual(d) || group_asks(d))).collect()
    }

    /// A predicate and its decision, from the pair of both.
    fn both_parts(&mut self, d: u32, pair: &str) -> Result<String, ExportError> {
        let (head, vars) = self.signature(d)?;
        let sorts = self.abstract_sorts(get(&self.statement.defs, d)?.sort_params)?;
        let applied = self.def(d, &sorts)?;
        let name = self.def_name(d)?;
        let args: String = vars.locals.iter().map(|x| format!(" {x}")).collect();
        let pair = format!("{}{args}", applied.replacen(name, pair, 1));
        let binders = head.strip_prefix(name).and_then(|h| h.strip_suffix(" : Prop")).unwrap_or_default();
        let decision = format!("{name}_dec");
        let (head, binders, statement) = (head.clone(), binders.to_owned(), format!("{applied}{args}"));
        let decision = self.names.constant(&decision, &[]);
        Ok(format!(
            "Definition {head} :=\n  proposition ({pair}).\n#[global] Instance {decision}{binders} : Dec ({statement}) :=\n  decision ({pair}).\n"
        ))
    }

    fn row(&self, d: u32) -> Result<&'static str, ExportError> {
        Ok(match get(&self.statement.defs, d)?.body {
            DefBody::Opaque => "opaque",
            DefBody::Direct(_) => "direct",
            DefBody::Cases { .. } => "cases",
        })
    }

    fn group(&mut self, group: &[u32]) -> Result<String, ExportError> {
        let mut out = String::new();
        let mut recursive: Vec<u32> = Vec::new();
        for &d in group {
            match self.row(d)? {
                "opaque" => {
                    let (head, _) = self.signature(d)?;
                    out.push_str(&format!("Axiom {head}.\n"));
                }
                _ if self.calls(d, group) => recursive.push(d),
                _ => {}
            }
        }
        // They call nothing of the group, but may be called by the others.
        for &d in group {
            if !recursive.contains(&d) && self.row(d)? != "opaque" {
                let (head, vars) = self.signature(d)?;
                let body = self.body(d, &vars, &[])?;
                out.push_str(&format!("Definition {head} :=\n  {body}.\n"));
            }
        }
        let nested =
            recursive.iter().copied().filter(|&d| self.is_container(d, &recursive)).collect::<Vec<_>>();
        let primary: Vec<u32> = recursive.iter().copied().filter(|d| !nested.contains(d)).collect();
        if !primary.is_empty() {
            let mut parts = Vec::new();
            for &d in &primary {
                let local: Vec<u32> = nested.clone();
                parts.push(self.fixpoint(d, &local)?);
            }
            out.push_str(&format!("Fixpoint {}.\n", parts.join("\nwith ")));
        }
        for d in self.callees_first(&nested) {
            let (head, _) = self.signature(d)?;
            let binders = self.sort_binders(self.needs_dec.contains(&d), ("{", "}"));
            let (_, result) = head.rsplit_once(" : ").ok_or(Why::BadCases)?;
            let sig = self.arena.def_sig(DefRef(d)).ok_or(Why::BadReference)?.clone();
            let params: String = sig.params.iter().map(|&s| format!("{} -> ", self.sort(s))).collect();
            let name = self.def_name(d)?.to_owned();
            let value = self.local_function(d, &[])?;
            out.push_str(&format!("Definition {name}{binders} : {params}{result} :=\n  {value}.\n"));
        }
        Ok(out)
    }

    /// Definitions in an order in which each comes after those that it calls.
    pub(crate) fn callees_first(&self, defs: &[u32]) -> Vec<u32> {
        let (mut rest, mut order) = (defs.to_vec(), Vec::new());
        while !rest.is_empty() {
            let ready = |d: &u32| {
                let others: Vec<u32> = rest.iter().copied().filter(|o| o != d).collect();
                !self.calls(*d, &others)
            };
            // Containers that call each other have no order; Rocq will say so.
            let next = rest.iter().position(ready).unwrap_or(0);
            order.push(rest.remove(next));
        }
        order
    }

    /// Whether a definition calls one of the group.
    pub(crate) fn calls(&self, d: u32, group: &[u32]) -> bool {
        let roots: Vec<ExprId> = match self.theory.bodies.get(at(d)) {
            Some(DefBody::Direct(e)) => vec![*e],
            Some(DefBody::Cases { cases, .. }) => cases.clone(),
            _ => vec![],
        };
        roots.iter().any(|&e| {
            self.mentions(e, &mut |node| matches!(node, Expr::Fn(callee, ..) if group.contains(&callee.0)))
        })
    }

    /// The sort that a definition analyses.
    pub(crate) fn analysed_sort(&self, d: u32) -> Option<SortId> {
        let Some(DefBody::Cases { on, .. }) = self.theory.bodies.get(at(d)) else { return None };
        self.arena.def_sig(DefRef(d))?.params.get(at(*on)).copied()
    }

    /// Whether the arguments of `d`'s analysed sort mention the analysed datatype of another
    /// definition of the group.
    pub(crate) fn is_container(&self, d: u32, group: &[u32]) -> bool {
        let Some(sort) = self.analysed_sort(d) else { return false };
        let covenant_kernel::arena::Sort::Data(_, args) = self.arena.sort(sort) else { return false };
        let mut inside = BTreeSet::new();
        for &a in args.iter() {
            self.sort_mentions(a, &mut inside);
        }
        group.iter().filter(|&&other| other != d).any(|&other| {
            self.analysed_sort(other)
                .and_then(|s| self.datatype(s).ok())
                .is_some_and(|data| inside.contains(&data))
        })
    }

    /// `name {A : Set} (x : s) .. : result`, and the names of the parameters.
    pub(crate) fn signature(&mut self, d: u32) -> Result<(String, Vars), ExportError> {
        let row: &DefRow = get(&self.statement.defs, d)?;
        self.scheme = Scheme { sorts: self.sort_names(row.sort_params, &[]), preds: vec![] };
        let sig = self.arena.def_sig(DefRef(d)).ok_or(Why::BadReference)?.clone();
        let source = self.source.defs.get(at(d)).cloned().unwrap_or_default();
        let mut taken = self.names.clone();
        for sort in &self.scheme.sorts {
            taken.fresh(sort);
        }
        let mut vars = Vars::default();
        let mut head = self.def_name(d)?.to_owned();
        head.push_str(&self.sort_binders(self.needs_dec.contains(&d), ("{", "}")));
        for (i, &s) in sig.params.iter().enumerate() {
            let default = format!("x{i}");
            let name = match source.params.get(i) {
                Some(wanted) if !wanted.is_empty() => taken.fresh(wanted),
                _ => default,
            };
            head.push_str(&format!(" ({name} : {})", self.sort(s)));
            vars.locals.push(name);
        }
        let result = match sig.result {
            Some(r) => self.sort(r),
            None if self.deciding.contains_key(&d) => "decided".to_owned(),
            None => "Prop".to_owned(),
        };
        head.push_str(&format!(" : {result}"));
        Ok((head, vars))
    }

    fn fixpoint(&mut self, d: u32, local: &[u32]) -> Result<String, ExportError> {
        let (head, vars) = self.signature(d)?;
        let on = match self.theory.bodies.get(at(d)) {
            Some(DefBody::Cases { on, .. }) => vars.locals.get(at(*on)).cloned().ok_or(Why::BadCases)?,
            _ => return Err(Why::NotStructural.into()),
        };
        let (before, result) = head.rsplit_once(" : ").ok_or(Why::BadCases)?;
        let head = format!("{before} {{struct {on}}} : {result}");
        let body = self.body(d, &vars, local)?;
        Ok(format!("{head} :=\n  {body}"))
    }

    /// The body; calls of the definitions in `local` are replaced by local fixpoints.
    fn body(&mut self, d: u32, vars: &Vars, local: &[u32]) -> Result<String, ExportError> {
        let body = self.theory.bodies.get(at(d)).cloned().ok_or(Why::BadReference)?;
        match body {
            DefBody::Opaque => Err(Why::CannotUnfold.into()),
            DefBody::Direct(e) => self.text(e, vars),
            DefBody::Cases { on, cases } => {
                let sort = self.analysed_sort(d).ok_or(Why::BadCases)?;
                let analysed = vars.locals.get(at(on)).cloned().ok_or(Why::BadCases)?;
                let mut out = format!("match {analysed} with");
                for (case, tag) in cases.iter().zip(0u32..) {
                    let (pattern, vars) = self.pattern(d, sort, tag, vars)?;
                    let decided = self.deciding.contains_key(&d);
                    let text = self.with_local_fixpoints(*case, &vars, local, decided)?;
                    out.push_str(&format!("\n  | {pattern} => {text}"));
                }
                out.push_str("\n  end");
                Ok(out)
            }
        }
    }

    /// The pattern of a constructor, and the variables with its fields.
    pub(crate) fn pattern(
        &mut self,
        d: u32,
        sort: SortId,
        tag: u32,
        vars: &Vars,
    ) -> Result<(String, Vars), ExportError> {
        let fields = self.arena.ctor_fields(sort, tag)?;
        let data = self.datatype(sort)?;
        let name = get(&get(&self.data, data)?.ctors, tag)?.clone();
        let wanted =
            self.source.defs.get(at(d)).and_then(|s| s.fields.get(at(tag))).cloned().unwrap_or_default();
        let mut taken = self.names.clone();
        for v in self.scheme.sorts.iter().chain(&vars.locals) {
            taken.fresh(v);
        }
        let mut vars = vars.clone();
        let mut pattern = name;
        for j in 0..fields.len() {
            let field = match wanted.get(j) {
                Some(w) if !w.is_empty() && w != "_" => taken.fresh(w),
                _ => format!("y{j}"),
            };
            pattern.push_str(&format!(" {field}"));
            vars.locals.push(field);
        }
        Ok((pattern, vars))
    }

    fn with_local_fixpoints(
        &mut self,
        e: ExprId,
        vars: &Vars,
        local: &[u32],
        decided: bool,
    ) -> Result<String, ExportError> {
        let mut text = self.text(e, vars)?;
        if decided {
            text = format!("Decided ({text})");
        }
        for &g in local {
            if !self.mentions(e, &mut |node| matches!(node, Expr::Fn(callee, ..) if callee.0 == g)) {
                continue;
            }
            let saved = self.scheme.clone();
            let others: Vec<u32> = local.iter().copied().filter(|&o| o != g).collect();
            let value = self.local_function(g, &others)?;
            // The sort parameters are those of the enclosing definition, in the same order.
            if self.scheme.sorts.len() != saved.sorts.len() {
                let what = "a group of definitions with different sort parameters";
                return Err(ExportError::Unsupported(what.to_owned()));
            }
            self.scheme = saved;
            text =
                format!("let {0}_local := {value} in {1}", get(&self.defs, g)?, self.rename_local(g, &text)?);
        }
        Ok(text)
    }

    /// A function on containers as a value: a fixpoint if it calls itself. Calls of the
    /// definitions in `local` are replaced by local fixpoints in turn.
    fn local_function(&mut self, g: u32, local: &[u32]) -> Result<String, ExportError> {
        let (head, inner) = self.signature(g)?;
        let body = self.body(g, &inner, local)?;
        let body = self.rename_local(g, &body)?;
        let on = match self.theory.bodies.get(at(g)) {
            Some(DefBody::Cases { on, .. }) => inner.locals.get(at(*on)).cloned().ok_or(Why::BadCases)?,
            _ => return Err(Why::NotStructural.into()),
        };
        let (before, result) = head.rsplit_once(" : ").ok_or(Why::BadCases)?;
        let binders = before.split_once(" (").map(|(_, b)| format!("({b}")).unwrap_or_default();
        Ok(if self.calls(g, &[g]) {
            format!("fix {}_local {binders} {{struct {on}}} : {result} := {body}", get(&self.defs, g)?)
        } else {
            format!("fun {binders} => {body}")
        })
    }

    /// Calls of `g` at the sort parameters in scope, under its local name.
    fn rename_local(&self, g: u32, text: &str) -> Result<String, ExportError> {
        let (name, local) = (self.def_name(g)?, get(&self.defs, g)?);
        let sort_args: String = self.scheme.sorts.iter().map(|a| format!(" {a}")).collect();
        let dec_args: String = self.scheme.sorts.iter().map(|a| format!(" {a} _")).collect();
        let call = |args: &str| if args.is_empty() { name.to_owned() } else { format!("@{name}{args}") };
        Ok(text
            .replace(&format!("({} ", call(&dec_args)), &format!("({local}_local "))
            .replace(&format!("({} ", call(&sort_args)), &format!("({local}_local ")))
    }

    /// An instance of `Dec` for a predicate that is claimed decidable.
    fn decidability(&mut self, d: u32) -> Result<String, ExportError> {
        let row: &DefRow = get(&self.statement.defs, d)?;
        if row.result.is_some() || !row.decidable {
            return Ok(String::new());
        }
        let (_, vars) = self.signature(d)?;
        let sig = self.arena.def_sig(DefRef(d)).ok_or(Why::BadReference)?.clone();
        let sort_binders = self.sort_binders(true, ("(", ")"));
        let binders: String =
            vars.locals.iter().zip(&sig.params).map(|(x, &s)| format!(" ({x} : {})", self.sort(s))).collect();
        let sort_vars = self.abstract_sorts(row.sort_params)?;
        let head = self.def(d, &sort_vars)?;
        let args: String = vars.locals.iter().map(|x| format!(" {x}")).collect();
        let wanted = format!("{}_dec", get(&self.defs, d)?);
        let name = self.names.constant(&wanted, &[]);
        let statement = format!("Dec ({head}{args})");
        let body = self.theory.bodies.get(at(d)).cloned().ok_or(Why::BadReference)?;
        let finish = format!("#[global] Existing Instance {name}.\n");
        match body {
            DefBody::Opaque => {
                Ok(format!("Axiom {name} : forall{sort_binders}{binders}, {statement}.\n{finish}"))
            }
            DefBody::Direct(e) => {
                let text = self.text(e, &vars)?;
                Ok(format!(
                    "Definition {name}{sort_binders}{binders} : {statement}.\nProof. change (Dec ({text})). typeclasses eauto 50. Defined.\n{finish}"
                ))
            }
            DefBody::Cases { on, cases } => {
                let sort = self.analysed_sort(d).ok_or(Why::BadCases)?;
                let analysed = vars.locals.get(at(on)).cloned().ok_or(Why::BadCases)?;
                let mut patterns = Vec::new();
                let mut branches = String::new();
                for (case, tag) in cases.iter().zip(0u32..) {
                    let (pattern, mut inner) = self.pattern(d, sort, tag, &vars)?;
                    // After the analysis the parameter is this constructor's value.
                    if let Some(name) = inner.locals.get_mut(at(on)) {
                        *name = format!("({pattern})");
                    }
                    patterns.push(pattern.split_once(' ').map(|(_, p)| p.to_owned()).unwrap_or_default());
                    let text = self.text(*case, &inner)?;
                    branches.push_str(&format!("  {{ change (Dec ({text})). typeclasses eauto 50. }}\n"));
                }
                Ok(format!(
                    "Fixpoint {name}{sort_binders}{binders} {{struct {analysed}}} : {statement}.\nProof.\n  destruct {analysed} as [{}].\n{branches}Defined.\n{finish}",
                    patterns.join(" | ")
                ))
            }
        }
    }

    /// `Abstract(0..n)`.
    pub fn abstract_sorts(&mut self, n: u32) -> Result<Vec<SortId>, ExportError> {
        let arena: &mut Arena = &mut self.arena;
        (0..n).map(|i| Ok(arena.mk_sort(covenant_kernel::arena::Sort::Abstract(i))?)).collect()
    }
}
