//! Datatypes, definitions, lemmas, and what is assumed.

use super::{Names, Notation};
use covenant_kernel::tables::{DatatypeRow, DefBody, DefRef, DefRow, ExprRef, FIRST_DATATYPE, SortRef};

impl Notation<'_> {
    /// The lemmas of a certificate, by name and statement.
    pub fn lemmas(&self) -> Vec<(String, String)> {
        let lemmas = &self.file.certificate.proof.lemmas;
        let texts = lemmas.iter().map(|lemma| self.closed(lemma.statement));
        self.declared.lemmas.iter().cloned().zip(texts).collect()
    }

    fn closed(&self, statement: ExprRef) -> String {
        self.expr_id(statement).map_or("?".to_owned(), |e| self.formula(e, &self.no_names()))
    }

    fn sort_text(&self, sort: SortRef, names: &Names) -> String {
        self.sort_id(sort).map_or("?".to_owned(), |sort| self.sort(sort, names))
    }

    /// The types of the theory, one text each.
    pub fn datatypes(&self) -> Vec<String> {
        let opaque =
            self.declared.opaque_sorts.iter().map(|name| format!("type {name}   (* not analysed *)"));
        let rows = &self.file.certificate.statement.datatypes;
        opaque.chain((0u32..).zip(rows).map(|(i, row)| self.datatype(i, row))).collect()
    }

    fn datatype(&self, row: u32, datatype: &DatatypeRow) -> String {
        const MOST: u32 = 100;
        let names = self.no_names();
        let number = row.saturating_add(FIRST_DATATYPE);
        let params: Vec<String> = (0..datatype.params.min(MOST)).map(|i| names.sort_param(i)).collect();
        let params = match params.as_slice() {
            [] => String::new(),
            [one] => format!("{one} "),
            several => format!("({}) ", several.join(", ")),
        };
        let constructors = (0u32..).zip(&datatype.ctors).map(|(tag, constructor)| {
            let name = match self.constructor_name(number, tag) {
                "::" => "(::)",
                name => name,
            };
            let fields: Vec<String> = constructor
                .fields
                .iter()
                .map(|field| self.sort_id(*field).map_or("?".to_owned(), |s| self.sort_atom(s, &names)))
                .collect();
            if fields.is_empty() { name.to_owned() } else { format!("{name} of {}", fields.join(" * ")) }
        });
        let constructors: Vec<String> = constructors.collect();
        format!("type {params}{} = {}", self.datatype_name(number), constructors.join(" | "))
    }

    /// What a definition takes and gives: `len : 'a list → int`.
    pub fn signature(&self, number: u32) -> String {
        let Some(def) = self.file.certificate.statement.defs.get(number as usize) else {
            return "?".to_owned();
        };
        let names = self.no_names();
        let mut parts: Vec<String> = def.params.iter().map(|sort| self.sort_text(*sort, &names)).collect();
        // Without a result it is a formula.
        parts.push(def.result.map_or("bool".to_owned(), |sort| self.sort_text(sort, &names)));
        format!("{} : {}", self.def_name(number), parts.join(" → "))
    }

    /// An assumed formula: `hash_positive : ∀x:int. 0 ≤ hash x`.
    pub fn axiom(&self, number: u32) -> String {
        let row = self.file.certificate.statement.axioms.get(number as usize);
        let name = self.declared.axioms.get(number as usize).map_or("?", String::as_str);
        format!("{name} : {}", row.map_or("?".to_owned(), |row| self.closed(row.statement)))
    }

    /// The definitions of the theory, one text each: what is not defined, then equations.
    pub fn definitions(&self) -> Vec<String> {
        let defs = &self.file.certificate.statement.defs;
        (0u32..).zip(defs).map(|(i, def)| self.definition(i, def)).collect()
    }

    fn definition(&self, number: u32, def: &DefRow) -> String {
        let source = self.file.source.def(DefRef(number));
        let mut names = self.no_names();
        for i in 0..def.params.len() {
            names.add_local(source.and_then(|s| s.params.get(i)).map_or("", String::as_str));
        }
        let name = self.def_name(number);
        let show =
            |e: &ExprRef, names: &Names| self.expr_id(*e).map_or("?".to_owned(), |e| self.formula(e, names));
        let head = |arguments: &[String]| format!("{name} {}", arguments.join(" ")).trim_end().to_owned();
        match &def.body {
            DefBody::Opaque => format!("{}   (* assumed: not defined *)", self.signature(number)),
            DefBody::Direct(body) => format!("{} = {}", head(&names.locals), show(body, &names)),
            DefBody::Cases { on, cases } => {
                let sort = def.params.get(*on as usize).and_then(|s| self.sort_id(*s));
                let mut lines = Vec::new();
                for (tag, case) in (0u32..).zip(cases) {
                    let mut inner = names.clone();
                    let fields = source.and_then(|s| s.fields.get(tag as usize));
                    let (pattern, count) = self.pattern(sort, tag, fields, &mut inner);
                    let mut arguments = names.locals.clone();
                    if let Some(argument) = arguments.get_mut(*on as usize) {
                        *argument = if count == 0 { pattern } else { format!("({pattern})") };
                    }
                    lines.push(format!("{} = {}", head(&arguments), show(case, &inner)));
                }
                lines.join("\n")
            }
        }
    }
}
