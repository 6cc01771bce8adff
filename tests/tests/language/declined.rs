//! What is declined, by construct: each row is read by the tool, and what it says is in the list.

use covenant_front::{DiagnosticKind, load};

/// Where a construct stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// The body of `let f (n : int) : int = …`, which has a claim.
    Expression,
    /// An item before a function with a claim.
    Item,
    /// A whole function, whose claim is added.
    Function,
    /// A formula of a claim.
    Formula,
}
use Form::{Expression, Formula, Function, Item};

/// A construct that is declined, and what to write instead.
struct Row(Form, &'static str, &'static str);

/// The constructs, by the reason why they are declined.
const GROUPS: &[(&str, &[Row])] = &[
    (
        "Effects other than random choice, failure and divergence. The core language has no state, so what \
         depends on state cannot be translated.",
        &[
            Row(Expression, "let r = ref n in !r", "a parameter for what changes"),
            Row(Item, "type t = { mutable x : int }", "a field without `mutable`, and `{ r with x = … }`"),
            Row(Expression, "[| n |].(0)", "a list"),
            Row(Expression, "for i = 1 to 2 do () done; n", "a recursive function with a claim"),
            Row(Expression, "while true do () done; n", "a recursive function with a claim"),
            Row(Expression, "try n with _ -> 1", "an `option`, or a test before the call"),
            Row(
                Expression,
                "match n with exception _ -> 1 | m -> m",
                "an `option`, or a test before the call",
            ),
            Row(Expression, "Lazy.force (lazy n)", "the value, or a function of `unit`"),
        ],
    ),
    (
        "Names whose meaning is not in the file.",
        &[
            Row(Expression, "Hashtbl.hash n", "a name of the prelude, or a definition in this file"),
            Row(
                Item,
                "open List",
                "definitions in this file; only `Covenant_runtime` and `Stdlib` are opened",
            ),
            Row(Item, "include List", "definitions in this file"),
            Row(Expression, "let open List in n", "definitions in this file"),
            Row(Expression, "List.(n)", "definitions in this file"),
            Row(Item, "module M = struct end", "definitions at top level"),
            Row(Expression, "let module M = struct end in n", "definitions at top level"),
            Row(
                Item,
                "external int_gen : unit -> int = \"three\"",
                "a name without a meaning of its own, with a `let[@library]`",
            ),
            Row(Expression, "[%extension n]", "what the extension stands for"),
        ],
    ),
    (
        "Comparisons and numbers on which OCaml and the logic differ.",
        &[
            Row(Expression, "if [ n ] == [ n ] then n else n", "`=`, or `<>` for `!=`"),
            Row(Expression, "if float_gen () = 1. then n else n", "integers; formulas may compare floats"),
            Row(Expression, "let x = 1. +. 2. in n", "integers"),
            Row(
                Expression,
                "if \"a\" < \"b\" then n else n",
                "an order on integers, or a predicate of your own",
            ),
            Row(Expression, "max_int", "the number that you mean"),
            Row(Expression, "n land 1", "`*`, `/` and `mod`"),
            Row(Expression, "let x = 1l in n", "an `int`"),
        ],
    ),
    (
        "Functions as data, and functions whose arguments are not all known. A function of the core language takes all \
         its arguments and returns data.",
        &[
            Row(Item, "type t = A of (int -> int)", "data; functions can be parameters of functions"),
            Row(Expression, "match Some (fun x -> x) with Some g -> g n | None -> n", "data"),
            Row(
                Expression,
                "(if bool_gen () then fun x -> x else fun x -> 0) n",
                "the application in each branch",
            ),
            Row(
                Function,
                "let f = let c = int_gen () in fun (n : int) -> c + n",
                "the choice behind the last parameter: as it stands it is made once",
            ),
            Row(
                Item,
                "let[@predicate] p (f : (int -> int) -> int) : bool = f succ = 2",
                "a predicate of data and of functions of data",
            ),
        ],
    ),
    (
        "Recursion without a claim. A call is judged by the claim of what is called.",
        &[
            Row(
                Expression,
                "let rec go k = if k = 0 then n else go (k - 1) in go n",
                "`[@@covers …]` behind the local function, or a `let[@predicate] rec`",
            ),
            Row(
                Function,
                "let rec go k = if k = 0 then 0 else go (k - 1)\nlet f (n : int) : int = go n",
                "`[@@covers …]` behind `go`, or a `let[@predicate] rec`",
            ),
            Row(Expression, "let rec xs = n :: xs in len xs", "finite data"),
        ],
    ),
    (
        "Forms of OCaml that are not translated; each can be written with those that are.",
        &[
            Row(Expression, "(fun ~x -> x) ~x:n", "parameters without labels"),
            Row(Expression, "(fun ?(x = 1) () -> x) ()", "parameters that are always passed"),
            Row(Expression, "match 'c' with 'a' .. 'z' -> n | _ -> n", "the characters, or a predicate"),
            Row(Expression, "match `A with `A -> n", "a declared datatype"),
            Row(Expression, "(object end; n)", "a record"),
            Row(Expression, "(n :> int)", "the value without coercion"),
            Row(Item, "class c = object end", "a record"),
            Row(Item, "type _ t = A : int t", "an ordinary datatype"),
            Row(Item, "type t = ..", "an ordinary datatype"),
            Row(Item, "type nonrec t = A of int", "another name"),
            Row(Item, "let g (type a) (x : a) : a = x", "a type variable: `'a`"),
            Row(Item, "let a, b = (1, 2)", "one `let` for each"),
        ],
    ),
    (
        "Formulas and statements.",
        &[
            Row(Formula, "v / n = 1", "the product: `q * d <= x && x < q * d + d`"),
            Row(Formula, "exists l:nat list. v = len l", "`int`, and `0 <= …` where it matters"),
            Row(Item, "let[@lemma] l (a, b) = a = b", "two parameters"),
        ],
    ),
];

/// What the tool says about a row.
fn said(row: &Row) -> String {
    let claim = "[@@covers {| n:int -> [v:int | v = n] |}]";
    let Row(form, text, _) = row;
    let source = match form {
        Expression => format!("let f (n : int) : int = {text}\n{claim}"),
        Item => format!("{text}\nlet f (n : int) : int = n\n{claim}"),
        Function => format!("{text}\n{claim}"),
        Formula => format!("let f (n : int) : int = n\n[@@covers {{| n:int -> [v:int | {text}] |}}]"),
    };
    let module = load("example.ml", &source).unwrap_or_else(|list| panic!("{text}: {}", list[0].message));
    let first = module.diagnostics.iter().find(|d| d.kind != DiagnosticKind::Warning);
    let first = first.unwrap_or_else(|| panic!("{text} is not declined"));
    assert_eq!(first.kind, DiagnosticKind::Declined, "{text}: {}", first.message);
    assert!(*form == Item || module.units.is_empty(), "{text}: the claim is read all the same");
    first
        .message
        .replace("; this is not supported", "")
        .replace(" is not supported", "")
        .trim_end_matches(" and")
        .trim_end_matches(',')
        .to_owned()
}

/// The list as Markdown.
pub fn list() -> String {
    let mut out = String::new();
    for (why, rows) in GROUPS {
        out.push_str(&format!("\n{why}\n\n| written | declined as | instead |\n|---|---|---|\n"));
        for row in *rows {
            let Row(_, text, instead) = row;
            let cell = |text: &str| text.replace('\n', " ").replace('|', "\\|");
            let quotes = if text.contains('`') { "``" } else { "`" };
            out.push_str(&format!(
                "| {quotes}{}{quotes} | {} | {} |\n",
                cell(text),
                cell(&said(row)),
                cell(instead)
            ));
        }
    }
    out.push('\n');
    out
}
