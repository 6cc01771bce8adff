//! Decidable equality of datatypes, by one mutual fixpoint per component.
//!
//! Comparing constructors pairwise takes N² cases. A datatype with many of them gets its
//! constructors numbered instead: two values are compared by their numbers, and the fields of a
//! value are found by its number, which keeps the proof linear.

use crate::error::ExportError;
use crate::world::{DataNames, Numbering, World, at};
use covenant_kernel::arena::{Sort, SortId};
use std::collections::BTreeSet;

/// Datatypes with more constructors are numbered.
const PAIRWISE: usize = 8;

impl World<'_> {
    /// Decidable equality of a component. The sort parameters are outside of the fixpoint, so
    /// that Rocq can see through it where the datatype is a container of another one; unless
    /// they change on the way.
    pub(crate) fn eq_dec(&mut self, component: &[u32]) -> Result<String, ExportError> {
        let (mut statements, mut proofs, mut numberings) = (Vec::new(), Vec::new(), String::new());
        let irregular = self.is_irregular(component);
        for &d in component {
            let params = self.params_of(d);
            self.scheme.sorts = self.sort_names(params, &[]);
            let names = self.data.get(at(d)).cloned().ok_or(ExportError::Unsupported("datatype".into()))?;
            let sort_args: String = self.scheme.sorts.iter().map(|a| format!(" {a}")).collect();
            let binders = if irregular { self.sort_binders(true, ("(", ")")) } else { String::new() };
            statements.push(format!(
                "{}{binders} (w0 w1 : {}{sort_args}) {{struct w0}} : {{w0 = w1}} + {{w0 <> w1}}",
                names.eq_dec, names.name
            ));
            let fields = self.field_sorts(d);
            proofs.push(if fields.len() > PAIRWISE && !irregular {
                numberings.push_str(&self.numbering(&names, &fields, &sort_args));
                self.compare_by_number(&names, &fields, component)
            } else {
                self.compare_pairwise(&fields, component)
            });
        }
        let proofs = match proofs.as_slice() {
            [only] => only.clone(),
            many => many.iter().map(|proof| format!("{{\n{proof}}}\n")).collect(),
        };
        let context = self.sort_binders(true, ("(", ")"));
        let (open, close) = if context.is_empty() || irregular {
            (String::new(), "")
        } else {
            (format!("Section equality.\nContext{context}.\n"), "End equality.\n")
        };
        let mut out = format!(
            "{open}{numberings}Fixpoint {}.\nProof.\n{proofs}Defined.\n{close}",
            statements.join("\nwith ")
        );
        for &d in component {
            let params = self.params_of(d);
            self.scheme.sorts = self.sort_names(params, &[]);
            let names = self.data.get(at(d)).cloned().ok_or(ExportError::Unsupported("datatype".into()))?;
            let binders = self.sort_binders(true, ("(", ")"));
            let args: String = self.scheme.sorts.iter().map(|a| format!(" {a}")).collect();
            let both: String = self.scheme.sorts.iter().map(|a| format!(" {a} {a}_dec")).collect();
            out.push_str(&format!(
                "#[global] Instance {}{binders} : EqDec ({}{args}) := {}{both}.\n",
                names.instance, names.name, names.eq_dec
            ));
        }
        Ok(out)
    }

    fn compare_pairwise(&self, fields: &[Vec<SortId>], component: &[u32]) -> String {
        let mut script = format!(
            "  destruct w0 as {}; destruct w1 as {}; try (right; discriminate).\n",
            pattern(fields, "x"),
            pattern(fields, "y")
        );
        for fields in fields {
            script.push_str(&format!("  {{{} }}\n", self.compare_fields(fields, component)));
        }
        script
    }

    /// From `C x0 x1` and `C y0 y1` to the answer.
    fn compare_fields(&self, fields: &[SortId], component: &[u32]) -> String {
        let mut script = String::new();
        for (j, &field) in fields.iter().enumerate() {
            let decide = self.field_eq_dec(field, component);
            script.push_str(&format!(" destruct ({decide} x{j} y{j}); [|right; congruence]."));
        }
        script + " left; congruence."
    }

    /// The number of a value's constructor, the fields by number, and the value made of them.
    fn numbering(&self, names: &DataNames, fields: &[Vec<SortId>], sort_args: &str) -> String {
        let DataNames {
            name,
            numbering: Numbering { number, fields: types_name, get: get_name, make: make_name, same },
            ..
        } = names;
        let (mut numbers, mut types) = (String::new(), String::new());
        let (mut get, mut make) = (String::new(), String::new());
        for (i, (ctor, fields)) in names.ctors.iter().zip(fields).enumerate() {
            let vars: Vec<String> = (0..fields.len()).map(|j| format!("y{j}")).collect();
            let args: String = vars.iter().map(|v| format!(" {v}")).collect();
            let tuple = vars.iter().rev().fold("tt".to_owned(), |rest, v| format!("({v}, {rest})"));
            numbers.push_str(&format!("\n  | {ctor}{} => {i}", " _".repeat(fields.len())));
            types.push_str(&format!(
                "\n  | {i} => {}",
                product(&fields.iter().map(|&s| self.sort(s)).collect::<Vec<_>>())
            ));
            get.push_str(&format!("\n  | {ctor}{args} => {tuple}"));
            make.push_str(&format!("\n  | {i} => fun '{tuple} => Some (@{ctor}{sort_args}{args})"));
        }
        let t = format!("{name}{sort_args}");
        format!(
            "Definition {number} (w0 : {t}) : Z :=\n  match w0 with{numbers}\n  end.\n\
             Definition {types_name} (k0 : Z) : Set :=\n  match k0 with{types}\n  | _ => unit\n  end.\n\
             Definition {get_name} (w0 : {t}) : {types_name} ({number} w0) :=\n  match w0 with{get}\n  end.\n\
             Definition {make_name} (k0 : Z) : {types_name} k0 -> option ({t}) :=\n  match k0 with{make}\n  | _ => fun _ => None\n  end.\n\
             Lemma {same} (w0 : {t}) : {make_name} ({number} w0) ({get_name} w0) = Some w0.\n\
             Proof. destruct w0; exact eq_refl. Qed.\n"
        )
    }

    fn compare_by_number(&self, names: &DataNames, fields: &[Vec<SortId>], component: &[u32]) -> String {
        let Numbering { number, get, same, .. } = &names.numbering;
        let mut script = format!("  destruct w0 as {}.\n", pattern(fields, "x"));
        for (i, fields) in fields.iter().enumerate() {
            let tuple = (0..fields.len()).rev().fold("[]".to_owned(), |rest, j| format!("[y{j} {rest}]"));
            script.push_str(&format!(
                "  {{ destruct (Z.eq_dec ({number} w1) {i}) as [H0|H0]; [|right; intros <-; apply H0; exact eq_refl].\n    \
                 generalize ({same} w1); generalize ({get} w1); rewrite H0; intros {tuple} H1; injection H1 as <-.\n   {} }}\n",
                self.compare_fields(fields, component)
            ));
        }
        script
    }

    /// The equality test of a field: the fixpoint itself where the field is of the component.
    fn field_eq_dec(&self, s: SortId, component: &[u32]) -> String {
        match self.arena.sort(s) {
            Sort::Abstract(i) => {
                format!("{}_dec", self.scheme.sorts.get(at(*i)).cloned().unwrap_or_default())
            }
            Sort::Data(d, args) => {
                let mut mentioned = BTreeSet::new();
                self.sort_mentions(s, &mut mentioned);
                if !component.iter().any(|c| mentioned.contains(c)) {
                    return "eq_dec".to_owned();
                }
                let name = self.data.get(at(*d)).map(|d| d.eq_dec.clone()).unwrap_or_default();
                if component.contains(d) && !self.is_irregular(component) {
                    return name;
                }
                let mut given: String = args
                    .iter()
                    .map(|&a| format!(" {} {}", self.sort(a), self.field_eq_dec(a, component)))
                    .collect();
                given.push_str(&" unit EqDec_unit".repeat(at(self.lacking.get(d).copied().unwrap_or(0))));
                format!("({name}{given})")
            }
            Sort::Int | Sort::Opaque(_) => "eq_dec".to_owned(),
        }
    }
}

/// A pattern for all constructors: `[| x0 x1]`.
fn pattern(fields: &[Vec<SortId>], prefix: &str) -> String {
    let cases: Vec<String> = fields
        .iter()
        .map(|f| (0..f.len()).map(|j| format!("{prefix}{j}")).collect::<Vec<_>>().join(" "))
        .collect();
    format!("[{}]", cases.join(" | "))
}

/// The type of tuples of fields: `(A * (B * unit))%type`.
fn product(sorts: &[String]) -> String {
    match sorts {
        [] => "unit".to_owned(),
        _ => format!(
            "{}%type",
            sorts.iter().rev().fold("unit".to_owned(), |rest, s| format!("({s} * {rest})"))
        ),
    }
}
