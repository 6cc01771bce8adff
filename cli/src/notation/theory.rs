//! Lemmas and definitions.

use super::{Names, Notation};
use covenant_kernel::tables::{DefBody, DefRef, DefRow, ExprRef};

impl Notation<'_> {
    /// The lemmas of a certificate, by name and statement.
    pub fn lemmas(&self) -> Vec<(String, String)> {
        let lemmas = &self.file.certificate.proof.lemmas;
        lemmas
            .iter()
            .map(|lemma| {
                let text = self.expr_id(lemma.statement).map(|e| self.formula(e, &Default::default()));
                (lemma.name.clone(), text.unwrap_or_default())
            })
            .collect()
    }

    /// The definitions of the theory, one text each.
    pub fn definitions(&self) -> Vec<String> {
        let defs = &self.file.certificate.statement.defs;
        (0u32..).zip(defs).map(|(i, def)| self.definition(i, def)).collect()
    }

    fn definition(&self, number: u32, def: &DefRow) -> String {
        let source = self.file.source.def(DefRef(number));
        let mut names = Names::default();
        for i in 0..def.params.len() {
            names.add_local(source.and_then(|s| s.params.get(i)).map_or("", String::as_str));
        }
        let head = format!("{} {}", def.name, names.locals.join(" "));
        let show =
            |e: &ExprRef, names: &Names| self.expr_id(*e).map_or("?".to_owned(), |e| self.formula(e, names));
        match &def.body {
            DefBody::Opaque => format!("{head}   (* assumed: not defined *)"),
            DefBody::Direct(body) => format!("{head} = {}", show(body, &names)),
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
                    lines.push(format!("{} {} = {}", def.name, arguments.join(" "), show(case, &inner)));
                }
                lines.join("\n")
            }
        }
    }
}
