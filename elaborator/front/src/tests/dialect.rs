//! One row for each form of the dialect: both annotation notations, the forms of programs, the
//! primitives, and what is declined.

use super::{accepted, report, show};
use crate::{DiagnosticKind, load};
use covenant_kernel::tables::Statement;

/// The statements of a source that is understood completely.
fn statements(row: &str, source: &str) -> Vec<Statement> {
    match load("test.ml", source) {
        Ok(module) if module.is_clean() && !module.units.is_empty() => {
            accepted(source).units.into_iter().map(|unit| unit.statement).collect()
        }
        Ok(module) => panic!("{row}: {}\n{source}", report(&module.diagnostics)),
        Err(diagnostics) => panic!("{row}: {}\n{source}", report(&diagnostics)),
    }
}

/// A claim in the Poirot notation and the same claim in the paper notation, both about the same
/// program. Everything is compared: what the kernel will check is equal, row by row.
fn same_claim(row: &str, program: &str, poirot: &str, paper: &str) {
    let first = statements(row, &format!("{program}\n{poirot}"));
    let second = statements(row, &format!("{program}\n[@@covers {{| {paper} |}}]"));
    assert_eq!(first, second, "{row}");
}

const IDENTITY: &str = "let f (n : int) : int = n";

/// Types: what is written, and what it means.
#[test]
fn types_in_the_poirot_notation() {
    let rows = [
        (
            "a parameter with a qualifier",
            IDENTITY,
            "let[@assert] f ?r:(n = ((0 <= v : [%v: int]) [@over])) = (v == n : [%v: int])",
            "n:{v:int | 0 <= v} -> [v:int | v = n]",
        ),
        (
            "the label is free",
            IDENTITY,
            "let[@assert] f ?l:(n = ((0 <= v : [%v: int]) [@over])) = (v == n : [%v: int])",
            "n:{v:int | 0 <= v} -> [v:int | v = n]",
        ),
        (
            "a parameter without a qualifier",
            IDENTITY,
            "let[@assert] f ?r:(n : int) = (v == n : [%v: int])",
            "n:{v:int | true} -> [v:int | v = n]",
        ),
        (
            "the older way to write a parameter",
            IDENTITY,
            "let[@assert] f = let n = ((0 <= v : [%v: int]) [@over]) in (v == n : [%v: int])",
            "n:{v:int | 0 <= v} -> [v:int | v = n]",
        ),
        (
            "a result that says that it is a coverage type",
            IDENTITY,
            "let[@assert] f ?r:(n : int) = (v == n : [%v: int]) [@under]",
            "n:int -> [v:int | v = n]",
        ),
        (
            "the value has any name",
            IDENTITY,
            "let[@assert] f ?r:(n : int) = (out == n : [%out: int])",
            "n:int -> [w:int | w = n]",
        ),
        (
            "a function parameter",
            "let f (g : int -> int) : int = g 0",
            "let[@assert] f ?r:(_ = fun ?r:(x = ((0 <= v : [%v: int]) [@over])) -> (x <= v : [%v: int])) = (true : [%v: int])",
            "g:(x:{v:int | 0 <= v} -> [v:int | x <= v]) -> [v:int | true]",
        ),
        (
            "a generator as a parameter, and as a result",
            "let f (g : int gen) : int gen = g",
            "let[@assert] f ?r:(_ = M (0 <= v : [%v: int])) = M (0 <= v : [%v: int])",
            "g:(M [v:int | 0 <= v]) -> M [v:int | 0 <= v]",
        ),
        (
            "a generator is a function of unit",
            "let f : int gen = int_gen",
            "let[@assert] f = M (true : [%v: int])",
            "unit -> [v:int | true]",
        ),
        (
            "an arrow as the result",
            "let f (a : int) (b : int) : int = a + b",
            "let[@assert] f ?r:(a : int) = fun ?r:(b = ((a <= v : [%v: int]) [@over])) -> (v == a + b : [%v: int])",
            "a:int -> b:{v:int | a <= v} -> [v:int | v = a + b]",
        ),
        (
            "type variables",
            "let f (x : 'a) : 'a = x",
            "let[@assert] f (b1 : baseType) ?r:(x : 'b1) = (v == x : [%v: 'b1])",
            "forall 'b1. x:'b1 -> [v:'b1 | v = x]",
        ),
        (
            "predicate variables",
            "let f (x : 'a) : 'a = x",
            "let[@assert] f (b1 : baseType) (p1 : 'b1 -> bool) ?r:(x = ((p1 v : [%v: 'b1]) [@over])) = (p1 v && v == x : [%v: 'b1])",
            "forall 'b1. forall (p1 : 'b1 -> bool). x:{v:'b1 | p1 v} -> [v:'b1 | p1 v && v = x]",
        ),
        (
            "several datatypes and a tuple",
            "let f (l : int list) (t : bool tree) : int * bool = (0, true)",
            "let[@assert] f ?r:(l : int list) ?r:(t : bool tree) = (fst v == 0 && snd v : [%v: int * bool])",
            "l:int list -> t:bool tree -> [v:int * bool | fst v = 0 && snd v]",
        ),
        (
            "naturals",
            IDENTITY,
            "let[@assert] f ?r:(n : nat) = (v == n : [%v: int])",
            "n:nat -> [v:int | v = n]",
        ),
    ];
    for (row, program, poirot, paper) in rows {
        same_claim(row, program, poirot, paper);
    }
}

/// Formulas: each form, and the same in the paper notation.
#[test]
fn formulas_in_the_poirot_notation() {
    let rows = [
        ("for all, plainly", "fun (u : int) -> u <= v || v <= u", "forall u:int. u <= v || v <= u"),
        ("for all, marked", "fun ((u [@fa]) : int) -> u <= v || v <= u", "forall u:int. u <= v || v <= u"),
        (
            "for all, in the type",
            "fun (u : [%forall: int]) -> u <= v || v <= u",
            "forall u:int. u <= v || v <= u",
        ),
        ("there is, marked", "fun ((u [@ex]) : int) -> u < v", "exists u:int. u < v"),
        ("there is, in the type", "fun (u : [%exists: int]) -> u < v", "exists u:int. u < v"),
        ("several binders", "fun (a : int) ((b [@ex]) : int) -> a < b", "forall a:int. exists b:int. a < b"),
        ("implication as an operator", "(0 <= v)#==>(1 <= v + 1)", "0 <= v ==> 1 <= v + 1"),
        ("implication in parentheses", "(0 <= v) ==> (1 <= v + 1)", "0 <= v ==> 1 <= v + 1"),
        ("implication as a function", "implies (0 <= v) (1 <= v + 1)", "0 <= v ==> 1 <= v + 1"),
        ("equivalence", "iff (0 <= v) (0 < v + 1)", "0 <= v <=> 0 < v + 1"),
        ("equivalence as an operator", "(0 <= v) <=> (0 < v + 1)", "0 <= v <=> 0 < v + 1"),
        ("negation", "not (v < 0)", "not (v < 0)"),
        ("and, or", "v = 0 && n = 0 || n <= v", "v = 0 && n = 0 || n <= v"),
        ("a case distinction", "if v < 0 then v = n else n <= v", "if v < 0 then v = n else n <= v"),
        ("equality", "v == n", "v = n"),
        ("inequality", "v != n", "v <> n"),
        ("orders", "(v < n && v <= n) || (n > v && n >= v)", "(v < n && v <= n) || (n > v && n >= v)"),
        ("arithmetic", "v + 1 - n * 2 = -3", "v + 1 - n * 2 = -3"),
        ("division and remainder", "v / 2 = n mod 3", "v / 2 = n mod 3"),
        ("pairs", "fst (v, n) = snd (n, v)", "fst (v, n) = snd (n, v)"),
        ("append", "1 :: [ v ] @ [ n ] @ [] = [ n ]", "1 :: [v] @ [n] @ [] = [n]"),
        ("constructors", "Some v = None || [ v; n ] = v :: []", "Some v = None || [v; n] = v :: []"),
        ("true and false", "true && not false", "true && not false"),
        ("characters and strings", "'a' = 'b' || \"a\" = \"b\"", "'a' = 'b' || \"a\" = \"b\""),
        ("a predicate", "list_len [ v ] = 1 && sorted [ n ]", "len [v] = 1 && sorted [n]"),
    ];
    for (row, poirot, paper) in rows {
        same_claim(
            row,
            IDENTITY,
            &format!("let[@assert] f ?r:(n : int) = ({poirot} : [%v: int])"),
            &format!("n:int -> [v:int | {paper}]"),
        );
    }
    same_claim(
        "fields",
        "type point = { x : int; y : int }\nlet f (p : point) : int = p.x",
        "let[@assert] f ?r:(p = ((0 <= v.x : [%v: point]) [@over])) = (v == p.x + p.y : [%v: int])",
        "p:{v:point | 0 <= v.x} -> [v:int | v = p.x + p.y]",
    );
}

/// Forms of programs, each with a second way to write the same.
#[test]
fn programs() {
    let claim = "[@@covers {| n:int -> [v:int | true] |}]";
    let rows = [
        ("fun", "let f = fun (n : int) -> n", "let f (n : int) : int = n"),
        ("function", "let f = function 0 -> 1 | n -> n", "let f n = match n with 0 -> 1 | n -> n"),
        ("if", "let f n = if n = 0 then 1 else 2", "let f n = match n with 0 -> 1 | _ -> 2"),
        (
            "nested patterns",
            "let f n = match [ (n, 1) ] with (0, a) :: _ -> a | [] | _ :: _ -> n",
            "let f n = if n = 0 then 1 else n",
        ),
        ("tuple patterns in let", "let f n = let a, b = (n, 1) in a + b", "let f n = n + 1"),
        (
            "records",
            "type p = { x : int; y : int }\nlet f n = let r = { y = 1; x = n } in match { r with y = 2 } with { x; y } -> x + y",
            "let f n = n + 2",
        ),
        ("lists", "let f n = match [ n; 1 ] with a :: _ -> a | [] -> 0", "let f n = n"),
        ("bind", "let f n = (int_gen >>= fun x () -> x) ()", "let f n = let x = int_gen () in x"),
        ("map", "let f n = (int_gen >|= fun x -> x + n) ()", "let f n = let x = int_gen () in x + n"),
        ("partial application", "let add a b = a + b\nlet f n = let g = add n in g 1", "let f n = n + 1"),
        ("a local function", "let f n = let g x = x + n in g 1", "let f n = 1 + n"),
        ("the failing constructor", "let f (n : int) : int = if n = 0 then Err else n", FAILING),
        ("the other one", "let f (n : int) : int = if n = 0 then Exn else n", FAILING),
        ("raise", "let f (n : int) : int = if n = 0 then raise Not_found else n", FAILING),
        ("failwith", "let f (n : int) : int = if n = 0 then failwith \"no\" else n", FAILING),
        ("invalid_arg", "let f (n : int) : int = if n = 0 then invalid_arg \"no\" else n", FAILING),
        ("assert false", "let f (n : int) : int = if n = 0 then assert false else n", FAILING),
        ("assert", "let f n = assert (n <> 0); n", "let f n = (if n <> 0 then () else err ()); n"),
        ("gen is a function type", "let g : int gen = int_gen\nlet f n = g ()", "let f n = int_gen ()"),
        ("int_range_inc", "let f n = int_range_inc 0 n", "let f n = int_range 0 n"),
        ("int_range_inex", "let f n = int_range_inex 0 n", "let f n = int_range 0 (n - 1)"),
        ("choose", "let f n = choose n 1", "let f n = if bool_gen () then n else 1"),
        ("the operator of choice", "let f n = n <+> 1", "let f n = if bool_gen () then n else 1"),
        (
            "a chosen function",
            "let f n = choose (fun x -> x) (fun x -> 0) n",
            "let f n = if bool_gen () then n else 0",
        ),
        ("apply", "let g x = x + 1\nlet f n = g @@ n", "let f n = n + 1"),
        ("reverse apply", "let g x = x + 1\nlet f n = n |> g", "let f n = n + 1"),
        ("a section", "let f n = ( + ) n 1", "let f n = n + 1"),
        ("unary minus and plus", "let f n = -n + +n", "let f n = ( ~- ) n + n"),
        ("a binding operator", "let ( let* ) x g = g x\nlet f n = let* m = n in m", "let f n = n"),
        ("equality of integers", "let f n = if n == 0 then 1 else 2", "let f n = if n = 0 then 1 else 2"),
        ("inequality of integers", "let f n = if n != 0 then 1 else 2", "let f n = if n <> 0 then 1 else 2"),
        (
            "ignore",
            "let f n = ignore (int_gen ()); n",
            "let g (_ : int) : unit = ()\nlet f n = g (int_gen ()); n",
        ),
    ];
    for (row, written, same) in rows {
        let program = |text: &str| {
            let source = format!("{text}\n{claim}");
            statements(row, &source);
            accepted(&source).units.iter().map(show).collect::<String>()
        };
        assert_eq!(program(written), program(same), "{row}");
    }
}

const FAILING: &str = "let f (n : int) : int = if n = 0 then err () else n";

/// The primitive generators have their own row each.
#[test]
fn primitive_generators() {
    let rows = [
        ("int_gen ()", "int"),
        ("nat_gen ()", "int"),
        ("bool_gen ()", "bool"),
        ("int_range 0 3", "int"),
        ("string_gen ()", "string"),
        ("char_gen ()", "char"),
        ("float_gen ()", "float"),
    ];
    let mut seen = Vec::new();
    for (call, sort) in rows {
        let source = format!("let f () = {call}\n[@@covers {{| M [v:{sort} | true] |}}]");
        let cores = format!("{:?} {sort}", statements(call, &source)[0].cores);
        assert!(!seen.contains(&cores), "{call} is read like another one");
        seen.push(cores);
    }
}

/// Everything around claims: what is assumed, measured, ranked, defined, stated.
#[test]
fn other_annotations() {
    let rows = [
        (
            "a library type",
            "let[@library] g ?r:(n : int) = (v == n : [%v: int])\nlet f (n : int) : int = g n\n",
            1,
        ),
        (
            "an assumed type",
            "let[@assume] g ?r:(n : int) = (v == n : [%v: int])\nlet f (n : int) : int = g n\n",
            1,
        ),
        (
            "an assumed claim",
            "let g (n : int) : int = n [@@assume_covers {| n:int -> [v:int | v = n] |}]\nlet f (n : int) : int = g n\n",
            1,
        ),
        ("a value by its type", "val h : int -> int\nlet f (n : int) : int = n\n", 0),
        ("an external value", "external h : int -> int = \"h\"\nlet f (n : int) : int = n\n", 0),
        ("a definition", "let[@predicate] p (n : int) : bool = n = 0\nlet f (n : int) : int = n\n", 0),
        ("a lemma", "let[@lemma] l (n : int) = n = n\nlet f (n : int) : int = n\n", 0),
        ("an axiom", "let[@axiom] l = fun (n : [%forall: int]) -> n == n\nlet f (n : int) : int = n\n", 0),
    ];
    for (row, program, assumed) in rows {
        let source = format!("{program}[@@covers {{| n:int -> [v:int | v = n] |}}]");
        let found = statements(row, &source);
        let without_body = found[0].globals.iter().filter(|global| global.body.is_none()).count();
        assert_eq!(without_body, assumed, "{row}");
    }
    let loops = "let rec f (n : int) : int = if n <= 0 then 0 else f (n - 1)
[@@covers {| n:{v:int | 0 <= v} -> [v:int | v = 0] |}]";
    let measured = statements("a measure", &format!("{loops} [@@measure n]"));
    assert_eq!(measured, statements("the default measure", loops));
    let ranked = "let rec f () : int = if bool_gen () then 0 else 1 + f ()
[@@covers {| M [v:int | 0 <= v] |}] [@@rank v]";
    statements("a rank", ranked);
}

/// What is not supported, by the name under which it is declined. The claim beside it is read.
#[test]
fn declined_by_name() {
    let rows = [
        ("try n with _ -> 1", "try expression"),
        ("while true do () done; n", "while expression"),
        ("for i = 1 to 2 do () done; n", "for expression"),
        ("let r = ref n in !r", "`ref`, a mutable reference,"),
        ("[| n |].(0)", "array get expression"),
        ("Lazy.force (lazy n)", "lazy expression"),
        ("Hashtbl.hash n", "`Hashtbl.hash`, a name from another module,"),
        ("List.sum [ n ]", "`List.sum`, a name from another module,"),
        ("let open List in n", "open module"),
        ("List.(n)", "local open expression"),
        ("let module M = struct end in n", "module definition"),
        ("let exception E in n", "exception definition"),
        ("match n with exception _ -> 1 | m -> m", "exception pattern"),
        ("(fun ~x -> x) ~x:n", "a labelled argument"),
        ("(fun ?(x = 1) () -> x) ()", "an optional parameter"),
        ("(n :> int)", "a coercion"),
        ("match `A with `A -> n", "tag"),
        ("(object end; n)", "object expression"),
        ("max_int", "`max_int`"),
        ("min_int", "`min_int`"),
        ("n land 1", "`land`, an operation on bits,"),
        ("n lsl 1", "`lsl`, an operation on bits,"),
        ("if \"a\" < \"b\" then n else n", "an order on values of type `string`"),
        ("if 'a' < 'b' then n else n", "an order on values of type `char`"),
        ("if [ n ] == [ n ] then n else n", "`==` or `!=` on values of type `int list`"),
        ("if \"a\" != \"a\" then n else n", "`==` or `!=` on values of type `string`"),
        ("let x = 1. +. 2. in n", "`+.`, arithmetic on floats,"),
        ("let x = 1l in n", "this number"),
        ("if float_gen () = 1. then n else n", "a comparison of floats"),
        ("if Some (float_gen ()) <> None then n else n", "a comparison of floats"),
        ("if mem [ 1. ] (float_gen ()) then n else n", "a comparison of floats"),
        ("let same a b = a = b in if same 1. 2. then n else n", "a comparison of floats"),
        ("match float_gen () with 1. -> n | _ -> n", "a comparison of floats"),
        ("match 'c' with 'a' .. 'z' -> n | _ -> n", "range pattern"),
        ("let rec xs = n :: xs in len xs", "the local function `xs` is recursive and has no claim"),
        ("let rec go k = if k = 0 then n else go (k - 1) in go n", "recursive and has no claim"),
        ("match Some (fun x -> x) with Some g -> g n | None -> n", "a function where data is expected"),
        ("(if bool_gen () then fun x -> x else fun x -> 0) n", "a function that is the result of a choice"),
        ("let ( let+ ) x g = g x in let+ a = n and+ b = n in a", "a binding operator with several bindings"),
        ("[%extension n]", "extension"),
    ];
    for (expression, name) in rows {
        let source = format!(
            "let f (n : int) : int = {expression}\n[@@covers {{| n:int -> [v:int | v = n] |}}]
let other (n : int) : int = n\n[@@covers {{| n:int -> [v:int | v = n] |}}]"
        );
        let module =
            load("test.ml", &source).unwrap_or_else(|list| panic!("{expression}: {}", report(&list)));
        let read: Vec<&str> = module.units.iter().map(|unit| unit.claim.as_str()).collect();
        assert_eq!(read, ["other"], "{expression}");
        let said = module.diagnostics.iter().find(|d| d.message.contains(name));
        let said = said.unwrap_or_else(|| panic!("{expression}: {}", report(&module.diagnostics)));
        assert_eq!(said.kind, DiagnosticKind::Declined, "{expression}");
        assert!(said.line == 1 && !said.text.is_empty(), "{said:?}");
    }
}

/// Items that are not supported, by name.
#[test]
fn declined_items() {
    let rows = [
        ("module M = struct end", "a module", true),
        ("module type S = sig end", "module type definition", true),
        ("open List", "`open List`", false),
        ("include List", "`include List`", false),
        ("class c = object end", "class definition", false),
        ("type t = { mutable x : int }", "a mutable field", true),
        ("type _ t = A : int t", "a generalised constructor", true),
        ("type t = ..", "extensible", true),
        ("type nonrec t = A of int", "`nonrec`", true),
        ("type t = < x : int >", "this form of type", true),
        ("type t = A of (int -> int)", "a function inside a datatype", true),
        ("let g (type a) (x : a) : a = x", "a locally abstract type", true),
        ("external int_gen : unit -> int = \"three\"", "an external definition of `int_gen`", true),
        ("let a, b = (1, 2)", "a pattern in place of a function's name", true),
        (
            "let[@predicate] p (f : (int -> int) -> int) : bool = f succ = 2",
            "a predicate of functions of functions, or that returns a function,",
            true,
        ),
        ("let[@lemma] l (a, b) = a = b", "a pattern as a parameter of a statement", true),
    ];
    for (item, name, others_are_read) in rows {
        let source =
            format!("{item}\nlet other (n : int) : int = n\n[@@covers {{| n:int -> [v:int | v = n] |}}]");
        let module = load("test.ml", &source).unwrap_or_else(|list| panic!("{item}: {}", report(&list)));
        let said = module.diagnostics.iter().find(|d| d.message.contains(name));
        let said = said.unwrap_or_else(|| panic!("{item}: {}", report(&module.diagnostics)));
        assert_eq!((said.kind, said.line), (DiagnosticKind::Declined, 1), "{item}");
        assert_eq!(module.units.len(), usize::from(others_are_read), "{item}");
        assert_eq!(module.declined.len(), usize::from(!others_are_read), "{item}");
    }
}
