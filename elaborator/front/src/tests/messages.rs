//! What is said about small mistakes: the place, what was expected, and what to write.

use super::report;
use crate::{DiagnosticKind, Module, load};
use covenant_kernel::tables::ExprRow;

fn loaded(source: &str) -> Module {
    load("test.ml", source).unwrap_or_else(|diagnostics| panic!("{}", report(&diagnostics)))
}

/// A name that is misspelt, with what it should be: the suggestion names it, at the place.
#[test]
fn misspelt_names() {
    let rows = [
        ("let f (n : int) : int = int_gne ()", "int_gne", "int_gen"),
        ("let f (n : int) : int = nat_gem ()", "nat_gem", "nat_gen"),
        ("let f (n : int) : int = bol_gen ()", "bol_gen", "bool_gen"),
        ("let f (n : int) : int = int_rang 0 n", "int_rang", "int_range"),
        ("let f (number : int) : int = nmber", "nmber", "number"),
        ("let helper x = x\nlet f (n : int) : int = helpr n", "helpr", "helper"),
        ("let f (n : int) : int = if sortd [ n ] then 1 else 2", "sortd", "sorted"),
        ("let f (n : int) : int = list_nht [ n ] 0", "list_nht", "list_nth"),
        ("let f (n : int) : int = match Leaff with _ -> n", "Leaff", "Leaf"),
        ("let f (n : int) : int = match None with Somme x -> x | None -> n", "Somme", "Some"),
        (
            "type colour = Crimson | Azure\nlet f (n : int) : int = match Crimsn with _ -> n",
            "Crimsn",
            "Crimson",
        ),
        ("type p = { width : int }\nlet f (n : int) : int = { widht = n }.width", "widht", "width"),
        ("type p = { width : int }\nlet f (n : int) : int = { width = n }.widt", "widt", "width"),
        ("let f (n : intt) : int = n", "intt", "int"),
        ("type colour = Red\nlet f (n : color) : int = 1", "color", "colour"),
        (
            "let[@predicate] p (n : int) : bool = evn n\nlet[@predicate] even (n : int) : bool = n = 0",
            "evn",
            "",
        ),
        ("let[@lemma] l (x : int) = lem [ x ] = 1", "lem", "len"),
        ("let f (n : int) : int = n [@@covers {| n:int -> [v:int | lenn [v] = n] |}]", "lenn", "len"),
        ("let f (n : int) : int = n [@@covers {| size:int -> [v:int | v = siez] |}]", "siez", "size"),
        ("let f (n : int) : int = n [@@covers {| n:int -> [v:itn | v = n] |}]", "itn", "int"),
        ("let f (n : int) : int = n [@@cover {| n:int -> [v:int | v = n] |}]", "cover", "covers"),
        (
            "let f (n : int) : int = n [@@assume_cover {| n:int -> [v:int | v = n] |}]",
            "assume_cover",
            "assume_covers",
        ),
        ("let f (n : int) : int = n [@@mesure n]", "mesure", "measure"),
        ("let[@asert] f ?r:(n : int) = (v == n : [%v: int])", "asert", "assert"),
        ("let[@libary] f ?r:(n : int) = (v == n : [%v: int])", "libary", "library"),
        ("let[@predicat] f (n : int) : bool = n = 1", "predicat", "predicate"),
        ("let[@lema] f (n : int) = n = 1", "lema", "lemma"),
        (
            "let tree (n : int) : int = n\nlet[@assert] trees ?r:(n : int) = (v == n : [%v: int])",
            "trees",
            "tree",
        ),
    ];
    for (source, wrong, right) in rows {
        let module = loaded(source);
        let said = module.diagnostics.iter().find(|d| d.message.contains(&format!("`{wrong}`")));
        let said = said.unwrap_or_else(|| panic!("{source}: {}", report(&module.diagnostics)));
        assert_ne!(said.kind, DiagnosticKind::Warning, "{source}: a misspelt name is an error");
        assert!(said.text.contains(wrong), "{said:?}");
        if !right.is_empty() {
            assert_eq!(said.advice, format!("did you mean `{right}`?"), "{source}");
        }
        assert!(module.units.is_empty(), "{source}");
    }
}

/// What OCaml has and formulas do not is named at its first word; a number is one word.
#[test]
fn ocaml_in_formulas() {
    let rows = [
        ("(let rec w = v in w = 1)", "expected a pattern, but found `rec`"),
        ("match v with | 0 = true", "expected `->`, but found `=`"),
        ("match v 0 -> true", "expected `with`, but found `->`"),
        ("(let w = v; w = 1)", "expected `in`, but found `;`"),
        ("v = fst (match v with 0 -> 1 | _ -> 2, 3)", "expected `)`, but found `,`"),
        ("[let w = v in w; 1] = []", "expected `]`, but found `;`"),
        ("try v = 1 with _ -> false", "expected `]`, but found `with`"),
        ("v = 0x1p0", "expected a formula or term, but found `0x1p0`"),
        ("v = 12ab", "expected a formula or term, but found `12ab`"),
    ];
    for (formula, message) in rows {
        let module = loaded(&format!("let f () : int = 1 [@@covers {{| unit -> [v:int | {formula}] |}}]"));
        let said: Vec<&str> = module.diagnostics.iter().map(|d| d.message.as_str()).collect();
        assert_eq!(said, [message], "{formula}");
    }
}

/// What a formula may have of OCaml's expressions; each says the same as the formula beside it.
#[test]
fn functions_matches_and_definitions_in_formulas() {
    let rows = [
        ("let w = v in w = 1", "v = 1"),
        ("let w = v and u = 1 in w = u", "v = 1"),
        ("let (a, b) = (v, 1) in a = b", "v = 1"),
        ("match v with w -> w = 1", "v = 1"),
        ("true && let w = v in w = 1", "true && v = 1"),
        ("v = (let w = 1 in w)", "v = 1"),
        ("let v = 1 in v = 1", "1 = 1"),
    ];
    for (written, plain) in rows {
        let statement = |formula: &str| {
            let module =
                loaded(&format!("let f () : int = 1 [@@covers {{| unit -> [v:int | {formula}] |}}]"));
            assert!(module.is_clean(), "{formula}: {}", report(&module.diagnostics));
            module.units[0].statement.clone()
        };
        assert_eq!(statement(written), statement(plain), "{written}");
    }
}

/// Numbers in formulas have OCaml's spellings.
#[test]
fn numbers_in_formulas() {
    for number in ["31", "0x1F", "0o37", "0b1_1111", "3_1"] {
        let source = format!("let f () : int = 31 [@@covers {{| unit -> [v:int | v = {number}] |}}]");
        let module = loaded(&source);
        let rows =
            &module.units.first().unwrap_or_else(|| panic!("{}", report(&module.diagnostics))).statement;
        assert!(rows.exprs.contains(&ExprRow::Int(31)), "{number}");
        assert!(!rows.exprs.contains(&ExprRow::Int(0)), "{number}");
    }
}

/// An attribute in the wrong place or with the wrong number of `@` must not get lost.
#[test]
fn attributes_that_would_get_lost() {
    let rows = [
        ("let f (n : int) : int = n [@covers {| n:int -> [v:int | v = n] |}]", "`[@@covers …]`"),
        ("let f (n : int) : int = n\n[@covers {| n:int -> [v:int | v = n] |}]", "`[@@covers …]`"),
        ("let f (n : int) : int = (n [@covers {| n:int -> [v:int | v = n] |}])", "`[@@covers …]`"),
        ("let f (n : int) : int = n [@measure n]", "`[@@measure …]`"),
        ("let f (n : int) : int = n [@rank v]", "`[@@rank …]`"),
        ("let f () : int = if bool_gen () then 1 else 2 [@weight 3]", "in parentheses"),
        ("let f () : int = if bool_gen () then (1 [@weight 0]) else 2", "`[@weight 3]`"),
        ("let f (n : int) : int = if n < 0 then (1 [@weight 2]) else 2", "in parentheses"),
        (
            "let f (n : int) : int = n [@assume_covers {| n:int -> [v:int | v = n] |}]",
            "`[@@assume_covers …]`",
        ),
        ("let[@covers {| n:int -> [v:int | v = n] |}] f (n : int) : int = n", "`[@@covers …]`"),
        ("let f (n : int) : bool = n = 0 [@@predicate]", "`let[@predicate] …`"),
        ("let f (n : int) : bool = n = n [@@lemma]", "`let[@lemma] …`"),
    ];
    for (source, advice) in rows {
        let module = loaded(source);
        let said = module.diagnostics.iter().find(|d| d.advice.contains(advice));
        let said = said.unwrap_or_else(|| panic!("{source}: {}", report(&module.diagnostics)));
        assert_eq!(said.kind, DiagnosticKind::IllFormedSpec, "{source}");
        assert!(said.text.starts_with("[@"), "{said:?}");
    }
}

/// Attributes for others are no errors.
#[test]
fn attributes_of_other_tools() {
    let claim = "[@@covers {| n:int -> [v:int | v = n] |}]";
    for source in [
        format!("let f (n : int) : int = n\n{claim} [@@warning \"-32\"]"),
        format!("let[@inline] f (n : int) : int = n\n{claim}"),
        format!("[@@@warning \"-32\"]\nlet f (n : int) : int = n\n{claim}"),
        format!("type t = A [@@deriving show]\nlet f (n : int) : int = n\n{claim}"),
    ] {
        let module = loaded(&source);
        assert_eq!(module.units.len(), 1, "{source}: {}", report(&module.diagnostics));
        assert!(module.diagnostics.iter().all(|d| d.kind == DiagnosticKind::Warning), "{source}");
    }
}

/// Declined by the name under which OCaml's manual has it.
#[test]
fn locally_abstract_types() {
    for source in [
        "let f : type a. a -> a = fun x -> x",
        "let f (type a) (x : a) : a = x",
        "let f = fun (type a) (x : a) -> x",
    ] {
        let module = loaded(source);
        let said = module.diagnostics.iter().find(|d| d.kind == DiagnosticKind::Declined);
        let said = said.unwrap_or_else(|| panic!("{source}: {}", report(&module.diagnostics)));
        assert!(said.message.contains("a locally abstract type"), "{source}: {said:?}");
    }
}
