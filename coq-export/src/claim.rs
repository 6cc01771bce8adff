//! A global: its program, its derivation, and the theorem that an auditor reads.

use crate::context::Context;
use crate::derivation::Derivation;
use crate::error::ExportError;
use crate::formula::Vars;
use crate::goals::ConditionInfo;
use crate::names::in_comment;
use crate::program::{LONG_LIST, Pieces, Place};
use crate::world::{Scheme, World, at, get};
use covenant_kernel::arena::{ExprId, SortId, TRUTH};
use covenant_kernel::reject::Why;
use covenant_kernel::types::{FunType, Param};
use std::rc::Rc;

impl World<'_> {
    /// Everything about one global; `counter` numbers the pieces of the whole file.
    pub(crate) fn global_text(
        &mut self,
        g: u32,
        conditions: &mut Vec<ConditionInfo>,
        counter: &mut u32,
    ) -> Result<String, ExportError> {
        let row = self.global(g)?;
        let name = get(&self.globals, g)?.clone();
        let source = self.source.globals.get(at(g)).cloned().unwrap_or_default();
        let sorts = self.sort_names(row.sort_params, &source.sort_params);
        let mut taken = self.names.clone();
        for s in &sorts {
            taken.fresh(s);
        }
        let preds = (0..row.preds.len())
            .map(|i| taken.fresh(source.preds.get(i).map_or("P", String::as_str)))
            .collect::<Vec<_>>();
        self.scheme = Scheme { sorts, preds };
        let claim = get(&self.types, row.claim.0)?.clone();

        let mut out = format!("(** ** {} *)\n", in_comment(&row.name));
        let is_scheme = row.sort_params > 0 || !row.preds.is_empty();
        if is_scheme {
            out.push_str(&format!("Section {name}_scheme.\n"));
            let sorts = self.sort_binders(true, ("(", ")"));
            if !sorts.is_empty() {
                out.push_str(&format!("Context{sorts}.\n"));
            }
            for (p, args) in self.scheme.preds.iter().zip(&row.preds) {
                let args: String =
                    self.loaded.sort_list(args)?.iter().map(|&s| format!("{} -> ", self.sort(s))).collect();
                out.push_str(&format!("Variable {p} : {args}Prop.\n"));
            }
        }
        // What a scheme binds is mentioned, so that the arity after the section is known.
        let mention = |of: &mut dyn Iterator<Item = String>| {
            of.map(|v| format!("let _ := {v} in ")).collect::<String>()
        };
        let sort_vars: Vec<String> =
            self.scheme.sorts.iter().flat_map(|a| [a.clone(), format!("{a}_dec")]).collect();
        let use_sorts = mention(&mut sort_vars.iter().cloned());
        let use_all = mention(&mut sort_vars.iter().chain(&self.scheme.preds).cloned());
        if !row.preds.is_empty() {
            let mut lists = Vec::new();
            for args in &row.preds {
                let args = self.loaded.sort_list(args)?;
                lists.push(self.sort_list(&args));
            }
            out.push_str(&format!(
                "Definition {name}_preds : Datatypes.list (Datatypes.list Set) := {use_sorts}[{}].\n",
                lists.join("; ")
            ));
        }
        let arrow = claim.erase();
        if !is_scheme {
            out.push_str(&self.name_long_list(&arrow, counter));
        }
        let (params, result, ty) = (self.arrow_params(&arrow), self.sort(claim.result), self.arrow(&arrow));
        let type_text = self.fun_type(&claim, &Vars::default(), &self.param_names(&claim, &source.params))?;
        let type_definition =
            format!("Definition {name}_type : fty {params} {result} :=\n  {use_all}{type_text}.\n");

        match (row.body, self.proof.derivations.get(at(g)).copied().flatten()) {
            (Some(body), Some(node)) => {
                let place = Rc::new(Place {
                    name: "[]".to_owned(),
                    levels: vec![],
                    depth: 0,
                    names: vec![],
                    sorts: vec![],
                    functions: Vec::new(),
                });
                let mut pieces = Pieces::new(self, *counter);
                let fun = pieces.fun(body, &place)?;
                out.push_str(&pieces.out);
                *counter = pieces.counter;
                out.push_str(&format!("Definition {name} : val [] ({ty}) := {use_sorts}{}.\n", fun.value));
                out.push_str(&type_definition);
                let mut derivation = Derivation::new(self, *counter, std::mem::take(conditions));
                let typed = derivation.fun(node, &fun, &Context::empty(place))?;
                out.push_str(&derivation.out);
                *counter = derivation.counter;
                *conditions = std::mem::take(&mut derivation.conditions);
                self.functions_of.insert(g, fun);
                self.named.clear();
                let using = if is_scheme { "Proof using All." } else { "Proof." };
                out.push_str(&format!(
                    "Lemma {name}_holds : holds {name} (RF {name}_type).\n{using} exact (derived {}). Qed.\n",
                    typed.lemma
                ));
            }
            (None, None) => {
                out.push_str(&type_definition);
                let binders = self.sort_binders(true, ("(", ")"));
                let mut all = binders.clone();
                for (p, args) in self.scheme.preds.iter().zip(&row.preds) {
                    let args: String = self
                        .loaded
                        .sort_list(args)?
                        .iter()
                        .map(|&s| format!("{} -> ", self.sort(s)))
                        .collect();
                    all.push_str(&format!(" ({p} : {args}Prop)"));
                }
                let forall = |b: &str| if b.is_empty() { String::new() } else { format!("forall{b}, ") };
                let applied = |head: &str, args: &[String]| {
                    if args.is_empty() { head.to_owned() } else { format!("({head} {})", args.join(" ")) }
                };
                let all_vars: Vec<String> = sort_vars.iter().chain(&self.scheme.preds).cloned().collect();
                let program = applied(&name, &sort_vars);
                let claimed = applied(&format!("{name}_type"), &all_vars);
                if is_scheme {
                    out.push_str(&format!("End {name}_scheme.\n"));
                }
                out.push_str(&format!("Axiom {name} : {}val [] ({ty}).\n", forall(&binders)));
                out.push_str(&format!(
                    "Axiom {name}_holds : {}holds {program} (RF {claimed}).\n\n",
                    forall(&all)
                ));
                return Ok(out);
            }
            _ => return Err(Why::MissingDerivation.into()),
        }
        if is_scheme {
            out.push_str(&format!("End {name}_scheme.\n"));
        }
        out.push('\n');
        Ok(out)
    }

    pub(crate) fn param_names(&self, claim: &FunType, wanted: &[String]) -> Vec<String> {
        let mut taken = self.names.clone();
        for s in self.scheme.sorts.iter().chain(&self.scheme.preds) {
            taken.fresh(s);
        }
        taken.fresh("v");
        (0..claim.params.len())
            .map(|i| match wanted.get(i) {
                Some(w) if !w.is_empty() && w != "_" => taken.fresh(w),
                _ => format!("p{i}"),
            })
            .collect()
    }

    /// The last theorem: for all arguments in the domain and all values in the coverage type,
    /// a run of the function returns the value.
    pub(crate) fn final_theorem(&mut self, g: u32) -> Result<String, ExportError> {
        let row = self.global(g)?;
        let name = get(&self.globals, g)?.clone();
        let source = self.source.globals.get(at(g)).cloned().unwrap_or_default();
        let claim = get(&self.types, row.claim.0)?.clone();
        let names = self.param_names(&claim, &source.params);
        let is_scheme = row.sort_params > 0 || !row.preds.is_empty();
        if claim.params.len() > LONG_LIST && !is_scheme {
            let base = |p: &Param| match p {
                Param::Base(s, q) => Some((*s, *q)),
                Param::Fun(_) => None,
            };
            if let Some(params) = claim.params.iter().map(base).collect::<Option<Vec<_>>>() {
                return self.long_theorem(&name, &claim, &params, &names);
            }
        }
        let sort_binders = self.sort_binders(true, ("(", ")"));
        let mut scheme_args: Vec<String> =
            self.scheme.sorts.iter().flat_map(|a| [a.clone(), format!("{a}_dec")]).collect();
        let program_args = scheme_args.clone();
        scheme_args.extend(self.scheme.preds.iter().cloned());

        let mut statement = String::new();
        let mut binders = scheme_args.iter().map(|a| format!(" {a}")).collect::<String>();
        for (p, args) in self.scheme.preds.iter().zip(&row.preds) {
            let args: String =
                self.loaded.sort_list(args)?.iter().map(|&s| format!("{} -> ", self.sort(s))).collect();
            statement.push_str(&format!(" ({p} : {args}Prop)"));
        }
        let mut vars = Vars { for_reader: true, ..Vars::default() };
        let (mut values, mut proofs) = (Vec::new(), Vec::new());
        let mut premises = String::new();
        for (i, (param, x)) in claim.params.iter().zip(&names).enumerate() {
            match param {
                Param::Base(s, q) => {
                    statement.push_str(&format!(" ({x} : {})", self.sort(*s)));
                    binders.push_str(&format!(" {x}"));
                    vars.nu.clone_from(x);
                    self.premise(*q, &vars, &format!("A{i}"), &mut premises, &mut proofs)?;
                    values.push(format!("Const {x}"));
                    vars.bound.push(x.clone());
                }
                Param::Fun(inner) => {
                    let arrow = self.arrow(&inner.erase());
                    statement.push_str(&format!(" ({x} : val [] ({arrow}))"));
                    binders.push_str(&format!(" {x}"));
                    let (text, proof) = self.function_premise(inner, &vars, x, &format!("A{i}"))?;
                    premises.push_str(&format!("\n  ({text}) ->"));
                    proofs.push((format!("A{i}"), proof));
                    values.push(x.clone());
                    vars.bound.push(String::new());
                }
            }
        }
        vars.nu = String::new();
        self.premise(claim.requires, &vars, "R", &mut premises, &mut proofs)?;
        let premise_binders: String =
            proofs.iter().filter(|(b, _)| !b.is_empty()).map(|(b, _)| format!(" {b}")).collect();
        let domain = proofs.into_iter().map(|(_, p)| p).rev().reduce(|rest, p| format!("(conj {p} {rest})"));
        let domain = domain.unwrap_or_else(|| "I".to_owned());
        vars.nu = "v".to_owned();
        let ensures = self.text(claim.ensures, &vars)?;
        let ensures = if ensures.contains(' ') { format!("({ensures})") } else { ensures };
        let forall = format!("{sort_binders}{statement}");
        let forall = if forall.is_empty() { String::new() } else { format!("forall{forall},") };
        let applied = |base: String, args: &[String]| {
            if args.is_empty() { base } else { format!("({base} {})", args.join(" ")) }
        };
        let program = applied(name.clone(), &program_args);
        let holds = applied(format!("{name}_holds"), &scheme_args);
        let arguments =
            if values.is_empty() { "<< >>".to_owned() } else { format!("<< {} >>", values.join("; ")) };
        let arrow_params = self.arrow_params(&claim.erase());
        Ok(format!(
            "{}Theorem {name}_covers :\n  {forall}{premises}\n  forall v : {},\n  {ensures} ->\n  steps (App {program} {arguments}) (returned v).\nProof.\n  exact (fun{binders}{premise_binders} v V =>\n    coverage_at {arrow_params} {holds} {arguments} {domain} v V).\nQed.\n",
            explanation(&name),
            self.sort(claim.result),
        ))
    }

    /// The last theorem for a function with many parameters: the call is defined apart, and
    /// what is asked of a parameter comes right after it, so that the statement is, up to
    /// conversion, the one that the theory proves.
    fn long_theorem(
        &self,
        name: &str,
        claim: &FunType,
        params: &[(SortId, ExprId)],
        names: &[String],
    ) -> Result<String, ExportError> {
        let mut vars = Vars { for_reader: true, ..Vars::default() };
        let (mut binders, mut statement) = (String::new(), String::new());
        for ((s, q), x) in params.iter().zip(names) {
            let sort = self.sort(*s);
            vars.nu.clone_from(x);
            binders.push_str(&format!(" ({x} : {sort})"));
            statement.push_str(&format!("\n  forall {x} : {sort}, ({}) ->", self.text(*q, &vars)?));
            vars.bound.push(x.clone());
        }
        vars.nu = String::new();
        if claim.requires != TRUTH {
            statement.push_str(&format!("\n  ({}) ->", self.text(claim.requires, &vars)?));
        }
        vars.nu = "v".to_owned();
        let (ensures, result) = (self.text(claim.ensures, &vars)?, self.sort(claim.result));
        let arrow = claim.erase();
        let list = self.arrow_params(&arrow);
        let tail = |i: usize| format!("{}{}", list.trim_end_matches('0'), i.saturating_add(1));
        let mut arguments = "vnil".to_owned();
        for (i, ((s, _), x)) in params.iter().zip(names).enumerate().rev() {
            arguments = format!("@vcons [] (Base {}) {} (Const {x}) ({arguments})", self.sort(*s), tail(i));
        }
        let sorts = self.sort_list(&params.iter().map(|p| p.0).collect::<Vec<_>>());
        let used: String = names.iter().map(|x| format!(" {x}")).collect();
        Ok(format!(
            "(** The call of [{name}] with these arguments. *)\nDefinition {name}_call{binders} : tm [] {result} :=\n  App {name} ({arguments}).\n{}Theorem {name}_covers :{statement}\n  forall v : {result},\n  ({ensures}) ->\n  steps ({name}_call{used}) (returned v).\nProof. exact (coverage_plain {sorts} {name}_holds). Qed.\n",
            explanation(name)
        ))
    }

    /// A hypothesis of the theorem, unless it is trivial.
    pub(crate) fn premise(
        &self,
        q: ExprId,
        vars: &Vars,
        binder: &str,
        premises: &mut String,
        proofs: &mut Vec<(String, String)>,
    ) -> Result<(), ExportError> {
        if q == TRUTH {
            proofs.push((String::new(), "I".to_owned()));
            return Ok(());
        }
        let text = self.text(q, vars)?;
        premises.push_str(&format!("\n  ({text}) ->"));
        proofs.push((binder.to_owned(), binder.to_owned()));
        Ok(())
    }

    /// That a function argument has its parameter's type: in terms of its runs if it takes base
    /// values only.
    fn function_premise(
        &self,
        ty: &FunType,
        vars: &Vars,
        f: &str,
        hypothesis: &str,
    ) -> Result<(String, String), ExportError> {
        let type_text = self.fun_type(ty, vars, &[])?;
        let mut inner = vars.clone();
        let (mut statement, mut values, mut sorts) = (String::new(), Vec::new(), Vec::new());
        let (mut call, mut path, mut known) = (String::new(), "a".to_owned(), "A".to_owned());
        for param in &ty.params {
            let Param::Base(s, q) = param else {
                return Ok((format!("over (RF ({type_text})) (vden {f} tt)"), hypothesis.to_owned()));
            };
            let x = format!("p{}", inner.bound.len());
            inner.nu.clone_from(&x);
            statement.push_str(&format!("forall {x} : {}, ", self.sort(*s)));
            call.push_str(&format!(" (fst {path})"));
            if *q != TRUTH {
                statement.push_str(&format!("({}) -> ", self.text(*q, &inner)?));
                call.push_str(&format!(" (proj1 {known})"));
            }
            values.push(format!("Const {x}"));
            inner.bound.push(x);
            sorts.push(*s);
            path = format!("(snd {path})");
            known = format!("(proj2 {known})");
        }
        inner.nu = String::new();
        if ty.requires != TRUTH {
            statement.push_str(&format!("({}) -> ", self.text(ty.requires, &inner)?));
            call.push_str(&format!(" {known}"));
        }
        inner.nu = "v".to_owned();
        let arguments =
            if values.is_empty() { "<< >>".to_owned() } else { format!("<< {} >>", values.join("; ")) };
        statement.push_str(&format!(
            "forall v : {}, ({}) -> steps (App {f} {arguments}) (returned v)",
            self.sort(ty.result),
            self.text(ty.ensures, &inner)?
        ));
        let proof = format!(
            "(proj1 (holds_runs {} {f} ({type_text})) (fun a A v V => {hypothesis}{call} v V))",
            self.sort_list(&sorts)
        );
        Ok((statement, proof))
    }
}

/// What the last theorem says, for someone who sees the encoding for the first time.
fn explanation(name: &str) -> String {
    format!(
        "(** [{name}], called with any arguments that satisfy the hypotheses, can return every value [v]\n    that its claim allows: some run of the call ends in [v].\n    [steps e e'] says that [e] evaluates to [e'] (SmallStep.v), [App f << Const x; .. >>] is the call\n    of [f] with the arguments [x ..], and [returned v] is the program that has returned [v]. *)\n"
    )
}
