//! The verified checker, embedded: its theories, for a replay by reflection, and the program that is extracted
//! from them with its reader of certificate files, for an installed binary that finds no `covenant-verified`.

/// The theories, in the order in which they are compiled.
pub const FILES: &[(&str, &str)] = &[
    ("Trie.v", include_str!("../verified/Trie.v")),
    ("Val.v", include_str!("../verified/Val.v")),
    ("Expr.v", include_str!("../verified/Expr.v")),
    ("Defs.v", include_str!("../verified/Defs.v")),
    ("Sorting.v", include_str!("../verified/Sorting.v")),
    ("Theory.v", include_str!("../verified/Theory.v")),
    ("Leaf.v", include_str!("../verified/Leaf.v")),
    ("LeafSound.v", include_str!("../verified/LeafSound.v")),
    ("Evid.v", include_str!("../verified/Evid.v")),
    ("EvidSound.v", include_str!("../verified/EvidSound.v")),
    ("Integers.v", include_str!("../verified/Integers.v")),
    ("Prog.v", include_str!("../verified/Prog.v")),
    ("ProgSound.v", include_str!("../verified/ProgSound.v")),
    ("RulesSound.v", include_str!("../verified/RulesSound.v")),
    ("Only.v", include_str!("../verified/Only.v")),
    ("OnlyFits.v", include_str!("../verified/OnlyFits.v")),
    ("OnlySound.v", include_str!("../verified/OnlySound.v")),
    ("Top.v", include_str!("../verified/Top.v")),
    ("Machine.v", include_str!("../verified/Machine.v")),
    ("Tables.v", include_str!("../verified/Tables.v")),
    ("Rows.v", include_str!("../verified/Rows.v")),
    // The same file as in the other library: what exported definitions are written with.
    ("Base.v", include_str!("../theories/Base.v")),
    ("Bridge.v", include_str!("../verified/Bridge.v")),
];

/// The program, in the order in which its parts are linked. `checker.ml` is extracted; the rest counts, reads and
/// prints.
pub const PROGRAM: &[(&str, &str)] = &[
    ("meter.ml", include_str!("../verified/ocaml/meter.ml")),
    ("checker.ml", include_str!("../verified/ocaml/checker.ml")),
    ("blake3.ml", include_str!("../verified/ocaml/blake3.ml")),
    ("certificate.ml", include_str!("../verified/ocaml/certificate.ml")),
    ("reasons.ml", include_str!("../verified/ocaml/reasons.ml")),
    ("notation.ml", include_str!("../verified/ocaml/notation.ml")),
    ("main.ml", include_str!("../verified/ocaml/main.ml")),
];
