//! The theories, embedded: an installed binary needs no source tree to replay a certificate.

/// The files in the order in which they are compiled.
pub const FILES: &[(&str, &str)] = &[
    ("Base.v", include_str!("../theories/Base.v")),
    ("Syntax.v", include_str!("../theories/Syntax.v")),
    ("Denotation.v", include_str!("../theories/Denotation.v")),
    ("Types.v", include_str!("../theories/Types.v")),
    ("Context.v", include_str!("../theories/Context.v")),
    ("Rules.v", include_str!("../theories/Rules.v")),
    ("Soundness.v", include_str!("../theories/Soundness.v")),
    ("SmallStep.v", include_str!("../theories/SmallStep.v")),
    ("Adequacy.v", include_str!("../theories/Adequacy.v")),
    ("Coverage.v", include_str!("../theories/Coverage.v")),
    ("Prims.v", include_str!("../theories/Prims.v")),
    ("Evidence.v", include_str!("../theories/Evidence.v")),
    ("Export.v", include_str!("../theories/Export.v")),
    ("Only.v", include_str!("../theories/Only.v")),
    ("Effects.v", include_str!("../theories/Effects.v")),
];

/// The names that a file defines: heads of declarations, and constructors at the start of a line.
pub fn defined_names(text: &str) -> Vec<String> {
    const HEADS: &[&str] = &[
        "Definition",
        "Fixpoint",
        "Inductive",
        "Lemma",
        "Theorem",
        "Corollary",
        "Record",
        "Class",
        "Instance",
        "with",
        "Notation",
        "Ltac",
        "Scheme",
    ];
    let mut names = Vec::new();
    for line in text.lines() {
        let line = line.split(" (*").next().unwrap_or(line);
        let line = line.strip_prefix("#[global] ").unwrap_or(line);
        let mut words = line.split_whitespace();
        let Some(head) = words.next() else { continue };
        let declares =
            (HEADS.contains(&head) && !line.starts_with(' ')) || (head == "|" && line.starts_with('|'));
        let Some(word) = words.next().filter(|_| declares) else { continue };
        let name: String = word.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        let is_match_arm = head == "|" && line.contains("=>");
        if !name.is_empty() && name != "_" && !is_match_arm {
            names.push(name);
        }
    }
    names
}
