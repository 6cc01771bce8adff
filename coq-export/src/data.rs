//! Datatypes as Inductives, with what evidence needs of them: exhaustiveness and decidable
//! equality.
//!
//! Mutually recursive datatypes become one mutual Inductive. A datatype that occurs in the
//! argument of another one (`'a stream lazyty` inside `stream`) becomes a nested Inductive.

use crate::error::ExportError;
use crate::world::{Scheme, World, at, is_builtin};
use covenant_kernel::arena::{Sort, SortId};
use covenant_kernel::tables::FIRST_DATATYPE;
use std::collections::{BTreeSet, HashMap};

impl World<'_> {
    /// The declarations, in dependency order.
    pub fn datatypes(&mut self) -> Result<String, ExportError> {
        let mut out = String::new();
        for component in self.data_components() {
            out.push_str(&self.inductive(&component)?);
            for &d in &component {
                out.push_str(&self.cases_lemma(d)?);
            }
            out.push_str(&self.eq_dec(&component)?);
            out.push('\n');
        }
        self.scheme = Scheme::default();
        Ok(out)
    }

    /// Mutually recursive datatypes together, each after those that it needs.
    pub(crate) fn data_components(&self) -> Vec<Vec<u32>> {
        let count = u32::try_from(self.statement.datatypes.len()).unwrap_or(u32::MAX);
        let ids: Vec<u32> = (FIRST_DATATYPE..FIRST_DATATYPE.saturating_add(count)).collect();
        components(&ids, |d| self.data_mentions(d))
    }

    /// Datatypes that the fields of one mention.
    pub(crate) fn data_mentions(&self, d: u32) -> BTreeSet<u32> {
        let mut found = BTreeSet::new();
        if let Some(data) = self.arena.datatype(d) {
            for &field in data.ctors.iter().flatten() {
                self.sort_mentions(field, &mut found);
            }
        }
        found
    }

    /// Datatypes that a sort mentions.
    pub fn sort_mentions(&self, s: SortId, found: &mut BTreeSet<u32>) {
        if let Sort::Data(d, args) = self.arena.sort(s) {
            if !is_builtin(*d) {
                found.insert(*d);
            }
            for &a in args.iter() {
                self.sort_mentions(a, found);
            }
        }
    }

    /// The number of parameters, with those that are `unit` everywhere.
    pub(crate) fn params_of(&self, d: u32) -> u32 {
        let own = self.arena.datatype(d).map_or(0, |d| d.params);
        own.saturating_add(self.lacking.get(&d).copied().unwrap_or(0))
    }

    pub(crate) fn find_lacking(&self) -> HashMap<u32, u32> {
        let mut lacking = HashMap::new();
        for component in self.data_components() {
            let most = component.iter().map(|&d| self.params_of(d)).max().unwrap_or(0);
            let less = component.iter().map(|&d| (d, most.saturating_sub(self.params_of(d))));
            lacking.extend(less.filter(|(_, n)| *n > 0));
        }
        lacking
    }

    /// Whether the recursion of a component changes its parameters.
    pub(crate) fn is_irregular(&self, component: &[u32]) -> bool {
        component.iter().any(|d| self.lacking.contains_key(d))
    }

    pub(crate) fn field_sorts(&self, d: u32) -> Vec<Vec<SortId>> {
        self.arena.datatype(d).map(|d| d.ctors.clone()).unwrap_or_default()
    }

    fn inductive(&mut self, component: &[u32]) -> Result<String, ExportError> {
        let mut out = String::new();
        let mut arguments = String::new();
        for (i, &d) in component.iter().enumerate() {
            let params = self.params_of(d);
            self.scheme.sorts = self.sort_names(params, &[]);
            let names = self.data.get(at(d)).cloned().ok_or(ExportError::Unsupported("datatype".into()))?;
            let binders = self.sort_binders(false, ("(", ")"));
            let head = if i == 0 { "Inductive" } else { "with" };
            out.push_str(&format!("{head} {}{binders} : Set :=\n", names.name));
            let result = format!(
                "{}{}",
                names.name,
                self.scheme.sorts.iter().map(|a| format!(" {a}")).collect::<String>()
            );
            for (ctor, fields) in names.ctors.iter().zip(self.field_sorts(d)) {
                let fields: String = fields.iter().map(|&f| format!("{} -> ", self.sort(f))).collect();
                out.push_str(&format!("| {ctor} : {fields}{result}\n"));
                if params > 0 {
                    arguments.push_str(&format!("Arguments {ctor} {{{}}}.\n", self.scheme.sorts.join(" ")));
                }
            }
        }
        out.pop();
        out.push_str(".\n");
        out.push_str(&arguments);
        Ok(out)
    }

    /// Proof by cases of a value: one premise per constructor, each with the equation. A definition
    /// and not a disjunction, because the proof that a disjunction of N parts has its last part
    /// repeats all the parts N times.
    fn cases_lemma(&mut self, d: u32) -> Result<String, ExportError> {
        let params = self.params_of(d);
        self.scheme.sorts = self.sort_names(params, &[]);
        let names = self.data.get(at(d)).cloned().ok_or(ExportError::Unsupported("datatype".into()))?;
        let sort_args: String = self.scheme.sorts.iter().map(|a| format!(" {a}")).collect();
        let (mut premises, mut branches) = (String::new(), String::new());
        for (i, (ctor, fields)) in names.ctors.iter().zip(self.field_sorts(d)).enumerate() {
            let vars: String = (0..fields.len()).map(|j| format!(" y{j}")).collect();
            let forall: String = fields
                .iter()
                .enumerate()
                .map(|(j, &s)| format!("forall y{j} : {}, ", self.sort(s)))
                .collect();
            premises.push_str(&format!("\n  (K{i} : {forall}x0 = @{ctor}{sort_args}{vars} -> T0)"));
            branches.push_str(&format!("\n  | {ctor}{vars} => K{i}{vars}"));
        }
        let binders = self.sort_binders(false, ("(", ")"));
        Ok(format!(
            "Definition {}{binders} (x0 : {}{sort_args}) (T0 : Prop){premises} : T0 :=\n  match x0 as x1 return x0 = x1 -> T0 with{branches}\n  end eq_refl.\n",
            names.cases, names.name
        ))
    }

    /// The number of constructors in a value, for all datatypes: what shows that no value
    /// contains itself.
    pub fn sizes(&mut self) -> Result<String, ExportError> {
        let mut out = String::from("(** The number of constructors in a value: values are finite. *)\n");
        for component in self.data_components() {
            let mut parts = Vec::new();
            for &d in &component {
                let params = self.params_of(d);
                self.scheme.sorts = self.sort_names(params, &[]);
                parts.push(self.size_of_data(d, &component)?);
            }
            let context: String =
                self.scheme.sorts.iter().map(|a| format!(" ({a} : Set) ({a}_size : {a} -> nat)")).collect();
            let recursive =
                component.iter().any(|&d| self.data_mentions(d).contains(&d)) || component.len() > 1;
            let head = if recursive { "Fixpoint" } else { "Definition" };
            let text = format!("{head} {}.\n", parts.join("\nwith "));
            if context.is_empty() || self.is_irregular(&component) {
                out.push_str(&text);
            } else {
                out.push_str(&format!("Section sizes.\nContext{context}.\n{text}End sizes.\n"));
            }
        }
        self.scheme = Scheme::default();
        Ok(out)
    }

    fn size_of_data(&self, d: u32, component: &[u32]) -> Result<String, ExportError> {
        let names = self.data.get(at(d)).ok_or(ExportError::Unsupported("datatype".into()))?;
        let sort_args: String = self.scheme.sorts.iter().map(|a| format!(" {a}")).collect();
        // Each is mentioned, so that the arity after the section is known.
        let mention: String = self.scheme.sorts.iter().map(|a| format!("let _ := {a}_size in ")).collect();
        // Where the parameters change on the way, they are arguments of the fixpoint.
        let binders: String = if self.is_irregular(component) {
            self.scheme.sorts.iter().map(|a| format!(" ({a} : Set) ({a}_size : {a} -> nat)")).collect()
        } else {
            String::new()
        };
        let mut text = format!(
            "{}{binders} (x0 : {}{sort_args}) : nat :=\n  {mention}match x0 with",
            names.size, names.name
        );
        for (ctor, fields) in names.ctors.iter().zip(self.field_sorts(d)) {
            let (mut pattern, mut parts) = (ctor.clone(), Vec::new());
            for (j, &field) in fields.iter().enumerate() {
                if self.is_sized(field) {
                    pattern.push_str(&format!(" y{j}"));
                    parts.push(format!("{} y{j}", self.size_function(field, Some(component))));
                } else {
                    pattern.push_str(" _");
                }
            }
            text.push_str(&format!("\n  | {pattern} => {}", size_sum(&parts)));
        }
        text.push_str("\n  end");
        Ok(text)
    }

    /// Whether a field of this declared sort counts: it may contain constructors.
    fn is_sized(&self, s: SortId) -> bool {
        match self.arena.sort(s) {
            Sort::Abstract(_) => true,
            Sort::Data(d, _) => !is_builtin(*d),
            Sort::Int | Sort::Opaque(_) => false,
        }
    }

    /// The size function of a sort; inside the definition of sizes, of a component.
    pub fn size_function(&self, s: SortId, component: Option<&[u32]>) -> String {
        match self.arena.sort(s) {
            Sort::Data(d, args) if !is_builtin(*d) => {
                let name = self.data.get(at(*d)).map(|d| d.size.as_str()).unwrap_or_default();
                if component.is_some_and(|c| c.contains(d) && !self.is_irregular(c)) {
                    return name.to_owned();
                }
                let mut given: String = args
                    .iter()
                    .map(|&a| format!(" {} {}", self.sort(a), self.size_function(a, component)))
                    .collect();
                given.push_str(&" unit no_size".repeat(at(self.lacking.get(d).copied().unwrap_or(0))));
                if given.is_empty() { name.to_owned() } else { format!("({name}{given})") }
            }
            Sort::Abstract(i) if component.is_some() => {
                format!("{}_size", self.scheme.sorts.get(at(*i)).cloned().unwrap_or_default())
            }
            _ => "no_size".to_owned(),
        }
    }

    /// The size of a constructor term by the sizes of its fields, which are given as text.
    pub fn size_of_ctor(
        &self,
        s: SortId,
        tag: u32,
        fields: &[(SortId, String)],
    ) -> Result<String, ExportError> {
        let declared = self.field_sorts(self.datatype(s)?);
        let declared = declared.get(at(tag)).cloned().unwrap_or_default();
        let parts: Vec<String> = fields
            .iter()
            .zip(declared)
            .filter(|(_, declared)| self.is_sized(*declared))
            .map(|((sort, text), _)| format!("{} {text}", self.size_function(*sort, None)))
            .collect();
        Ok(size_sum(&parts))
    }
}

/// One more than the sum.
fn size_sum(parts: &[String]) -> String {
    if parts.is_empty() { "1%nat".to_owned() } else { format!("(S ({}))%nat", parts.join(" + ")) }
}

/// Strongly connected components of `edges` on `nodes`, each after those that it needs.
pub(crate) fn components(nodes: &[u32], edges: impl Fn(u32) -> BTreeSet<u32>) -> Vec<Vec<u32>> {
    let reach = |start: u32| {
        let mut seen = BTreeSet::new();
        let mut stack = vec![start];
        while let Some(n) = stack.pop() {
            for next in edges(n) {
                if seen.insert(next) {
                    stack.push(next);
                }
            }
        }
        seen
    };
    let reachable: Vec<(u32, BTreeSet<u32>)> = nodes.iter().map(|&n| (n, reach(n))).collect();
    let mut result: Vec<Vec<u32>> = Vec::new();
    let mut done = BTreeSet::new();
    while done.len() < nodes.len() {
        let before = done.len();
        for (n, reach) in &reachable {
            if done.contains(n) {
                continue;
            }
            let together: Vec<u32> = reachable
                .iter()
                .filter(|(m, back)| m == n || (reach.contains(m) && back.contains(n)))
                .map(|(m, _)| *m)
                .collect();
            if reach.iter().all(|r| done.contains(r) || together.contains(r) || !nodes.contains(r)) {
                done.extend(together.iter().copied());
                result.push(together);
            }
        }
        if done.len() == before {
            break;
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::components;
    use std::collections::BTreeSet;

    #[test]
    fn components_come_after_what_they_need() {
        let edges = |n: u32| match n {
            1 => BTreeSet::from([2, 3]),
            2 => BTreeSet::from([1]),
            3 => BTreeSet::from([3]),
            _ => BTreeSet::new(),
        };
        assert_eq!(components(&[1, 2, 3, 4], edges), vec![vec![3], vec![4], vec![1, 2]]);
    }
}
