//! Sources that must be accepted; the kernel reads every result.

use super::{accepted, show};

fn shown(source: &str) -> String {
    accepted(source).units.iter().map(show).collect()
}

const EVENS_PROGRAM: &str = "
let[@predicate] rec all_even (l : int list) : bool =
  match l with [] -> true | x :: t -> x mod 2 = 0 && all_even t
let rec evens (n : int) : int list =
  if n == 0 then [ 2 * int_gen () ]
  else if bool_gen () then [ 2 * int_gen () ]
  else (2 * int_gen ()) :: evens (n - 1)
";

#[test]
fn the_two_notations_mean_the_same() {
    let poirot = format!(
        "{EVENS_PROGRAM}
let[@assert] evens ?r:(n = ((0 <= v : [%v: int]) [@over])) =
  (0 < list_len v && list_len v <= n + 1 && all_even v : [%v: int list])"
    );
    let older = format!(
        "{EVENS_PROGRAM}
let[@assert] evens =
  let n = (0 <= v : [%v: int]) [@over] in
  (0 < list_len v && (list_len v <= n + 1 && all_even v) : [%v: int list]) [@under]"
    );
    let paper = format!(
        "{EVENS_PROGRAM}
[@@covers {{| n:{{v:int | 0 <= v}} -> [v:int list | 0 < len v && (len v <= n + 1 && all_even v)] |}}]"
    );
    let paper_claim = shown(&paper);
    assert_eq!(shown(&older), paper_claim);
    // `&&` groups to the right in OCaml and to the left in the paper notation.
    insta::assert_snapshot!("evens_poirot", shown(&poirot));
    insta::assert_snapshot!("evens_paper", paper_claim);
}

#[test]
fn generators_as_parameters() {
    insta::assert_snapshot!(shown(
        "
let pair2 (g : unit -> int) : int * int = (g (), g ())
[@@covers {| g:(M [v:int | true]) -> [v:int * int | true] |}]

let captured () : int * int = let y = int_gen () in pair2 (fun () -> y)
[@@covers {| M [v:int * int | true] |}]

let fresh () : int * int = pair2 int_gen
[@@covers {| M [v:int * int | true] |}]
"
    ));
}

#[test]
fn predicate_and_type_variables() {
    insta::assert_snapshot!(shown(
        "
let bind (m : 'a gen) (f : 'a -> 'b gen) : 'b gen = fun () -> f (m ()) ()
let[@assert] bind (b1 : baseType) (b2 : baseType) (p1 : 'b1 -> bool) (p2 : 'b1 -> 'b2 -> bool)
    ?r:(_ = M (p1 v : [%v: 'b1]))
    ?r:(_ = fun ?r:(x = ((p1 v : [%v: 'b1]) [@over])) -> M (p2 x v : [%v: 'b2])) =
  M (fun ((x [@ex]) : 'b1) -> p1 x && p2 x v : [%v: 'b2])

let successor () : int = bind nat_gen (fun n () -> n + 1) ()
[@@covers {| M [v:int | 0 < v] |}]
"
    ));
}

#[test]
fn monadic_operators_run_in_order() {
    insta::assert_snapshot!(shown(
        "
let pairs : (int * int) gen =
  int_gen >>= fun x -> (fun () -> int_range 0 x) >|= fun y -> (x, y)
[@@covers {| M [v:int * int | 0 <= snd v && snd v <= fst v] |}]
"
    ));
}

#[test]
fn helpers_are_inlined_and_partial_application_is_exact() {
    // `twice` shares the choice that is made before the last argument; `again`
    // makes it anew at every call.
    insta::assert_snapshot!(shown(
        "
let early (n : int) = let x = int_range 0 n in fun () -> x
let late (n : int) () = int_range 0 n

let twice () : int * int = let g = early 3 in (g (), g ())
[@@covers {| M [v:int * int | fst v = snd v] |}]

let again () : int * int = let g = late 3 in (g (), g ())
[@@covers {| M [v:int * int | true] |}]
"
    ));
}

#[test]
fn a_generator_that_may_fail_early_is_probed() {
    insta::assert_snapshot!(shown(
        "
let return (x : 'a) : 'a gen = fun () -> x
let bound (n : int) : int gen = if n < 0 then return Err else fun () -> int_range 0 n
[@@covers {| n:{v:int | 0 <= v} -> M [v:int | 0 <= v && v <= n] |}]
let twice (g : int gen) : int = g () + g ()
[@@covers {| g:(M [v:int | true]) -> [v:int | true] |}]
let use () : int = twice (bound 3)
[@@covers {| M [v:int | 0 <= v] |}]
let chosen (h : int -> int gen) : int = h 3 ()
[@@covers {| h:(x:int -> M [v:int | true]) -> [v:int | true] |}]
let pass () : int = chosen (fun n -> let x = int_range 0 n in fun () -> x)
[@@covers {| M [v:int | 0 <= v] |}]
"
    ));
}

#[test]
fn choice_and_short_circuit() {
    insta::assert_snapshot!(shown(
        "
let coin (n : int) : int =
  if n = 0 || 10 / n > 2 then choose 1 (err ()) else 2 <+> 3
[@@covers {| n:{v:int | true} -> [v:int | v = 1] |}]
let pure (n : int) : bool = n > 0 && not (n <> 3)
[@@covers {| n:{v:int | true} -> [v:bool | true] |}]
"
    ));
}

#[test]
fn patterns_compile_to_nested_matches() {
    insta::assert_snapshot!(shown(
        "
type shape = { width : int; height : int; tags : string list }
type colour = Red | Green | Blue
let shrink (s : shape) (c : colour) (o : (int * colour) option) : shape =
  match (c, o) with
  | (Red | Green), Some (0, Blue) -> { s with width = 0 }
  | Blue, Some (n, _) when n > s.height -> { width = n; height = n; tags = [ \"a\"; \"b\" ] }
  | _, None -> s
[@@covers {| s:{v:shape | 0 <= v.width} -> c:colour -> o:(int * colour) option -> [v:shape | v.height = s.height] |}]
"
    ));
}

#[test]
fn deep_matches_in_predicates_become_definitions() {
    insta::assert_snapshot!(shown(
        "
type 'a rose = Rose of 'a * 'a rose list
let[@predicate] rec ascending (l : int list) : bool =
  match l with [] | [ _ ] -> true | x :: (y :: _ as rest) -> x <= y && ascending rest
let[@predicate] rec count (r : 'a rose) : int = match r with Rose (_, rs) -> 1 + counts rs
and counts (rs : 'a rose list) : int =
  match rs with [] -> 0 | r :: rest -> count r + counts rest
let[@predicate] rec last_or (l : int list) (d : int) : int =
  match l with [] -> d | x :: t -> ( match t with [] -> x | _ -> last_or t d)
let[@predicate] rec lookup (l : (int * 'a) list) (k : int) : 'a option =
  match l with
  | [] -> None
  | (j, x) :: t -> ( match lookup t k with Some y -> Some y | None -> if j = k then Some x else None)
let f (r : int rose) (l : int list) : int = last_or l 0
[@@covers {| r:int rose -> l:{v:int list | ascending v} -> [v:int | v <= count r && lookup [(1, 2)] v = None] |}]
"
    ));
}

#[test]
fn two_arguments_may_be_taken_apart_together() {
    insta::assert_snapshot!(shown(
        "
let[@predicate] rec pointwise (a : int list) (b : int list) : bool =
  match (a, b) with
  | [], [] -> true
  | x :: s, y :: t -> x <= y && pointwise s t
  | _ -> false
let[@predicate] rec ty_eq (a : stlc_ty) (b : stlc_ty) : bool =
  match a with
  | Stlc_ty_nat -> ( match b with Stlc_ty_nat -> true | _ -> false)
  | Stlc_ty_arr (a1, a2) -> (
      match b with Stlc_ty_arr (b1, b2) -> ty_eq a1 b1 && ty_eq a2 b2 | Stlc_ty_nat -> false)
let[@predicate] rec sum2 (a : int list) (b : int list) : int =
  match (a, b) with x :: s, y :: t -> x + y + sum2 s t | _ -> 0
let f (a : int list) : int = sum2 a a
[@@covers {| a:int list -> [v:int | pointwise a a && ty_eq Stlc_ty_nat Stlc_ty_nat] |}]
"
    ));
}

#[test]
fn two_generators_may_call_each_other() {
    insta::assert_snapshot!(shown(
        "
type even = Zero | Succ_odd of odd
and odd = Succ_even of even
let[@predicate] rec even_size (e : even) : int = match e with Zero -> 0 | Succ_odd o -> 1 + odd_size o
and odd_size (o : odd) : int = match o with Succ_even e -> 1 + even_size e
let rec evens (n : int) : even = if n <= 0 then Zero else Zero <+> Succ_odd (odds (n - 1))
[@@covers {| n:{v:int | 0 <= v} -> [v:even | even_size v <= n] |}]
[@@measure n]
and odds (m : int) : odd = Succ_even (evens (m - 1))
[@@covers {| m:{v:int | 1 <= v} -> [v:odd | odd_size v <= m] |}]
[@@measure m]
"
    ));
}

#[test]
fn tuples_in_lists_are_projected() {
    insta::assert_snapshot!(shown(
        "
let[@predicate] rec alternates (l : (int * int) list) (before : int) : bool =
  match l with [] -> true | (n, x) :: rest -> 0 < n && x <> before && alternates rest x
let[@predicate] rec present (l : int option list) (last : int) : bool =
  match l with [] -> true | None :: rest -> present rest last | Some x :: rest -> last <= x && present rest x
let f () : int = 0
[@@covers {| M [v:int | alternates [(1, v)] 0 && present [Some v] 0] |}]
"
    ));
}

#[test]
fn measures_default_to_sizes() {
    insta::assert_snapshot!(shown(
        "
let rec pick (l : int list) : int =
  match l with [] -> err () | x :: t -> x <+> pick t
[@@covers {| l:int list -> [v:int | mem l v] |}]
let rec pick_at (flag : bool) (l : int list) (n : int) : int =
  match l with [] -> n | _ :: t -> pick_at (not flag) t (n - 1)
[@@covers {| flag:bool -> l:int list -> n:int -> [v:int | false] |}]
[@@measure (len l, n)]
let rec any_list () : int list = if bool_gen () then [] else int_gen () :: any_list ()
[@@covers {| M [v:int list | true] |}]
"
    ));
}

#[test]
fn local_functions_may_have_claims() {
    insta::assert_snapshot!(shown(
        "
let upto (n : int) : int list =
  let rec go (k : int) : int list =
    if k = 0 then [] else int_range 0 n :: go (k - 1)
  [@@covers {| k:{v:int | 0 <= v} -> [v:int list | len v = k && (forall u:int. mem v u ==> (0 <= u && u <= n))] |}]
  in
  let double m = m + m in
  go (double n)
[@@covers {| n:{v:int | 0 <= v} -> [v:int list | len v = n] |}]
"
    ));
}

#[test]
fn claims_of_local_functions_at_top_level() {
    insta::assert_snapshot!(shown(
        "
let iterate (step : int -> (int -> 'a gen) -> 'a gen) : int -> 'a gen =
  let rec self (n : int) : 'a gen = step n self in
  self
let[@assert] iterate (t : baseType) (p : int -> 't -> bool)
    ?r:(_ = fun ?r:(n = ((0 <= v : [%v: int]) [@over]))
              ?r:(_ = fun ?r:(k = ((0 <= v && v < n : [%v: int]) [@over])) -> M (p k v : [%v: 't]))
            -> M (p n v : [%v: 't])) =
  fun ?r:(n = ((0 <= v : [%v: int]) [@over])) -> M (p n v : [%v: 't])
let[@assert? iterate when ([ u ], [ q ], [])] self ?r:(n = ((0 <= v : [%v: int]) [@over])) =
  M (q n v : [%v: 'u])
"
    ));
}

#[test]
fn types_of_other_modules_are_opaque() {
    insta::assert_snapshot!(shown(
        "
type key
let same (x : Hash.t) (k : key) (g : Hash.t gen) : Hash.t * key = (x <+> g (), k)
let[@assert] same ?r:(x : Hash.t) ?r:(k : key) ?r:(_ = M (true : [%v: Hash.t])) =
  (snd v == k : [%v: Hash.t * key])
"
    ));
}

#[test]
fn libraries_axioms_and_opaque_names() {
    insta::assert_snapshot!(shown(
        "
val score : int -> int
let[@library] draw ?r:(n = ((0 <= v : [%v: nat]) [@over])) = (score v <= n : [%v: int])
let[@axiom] score_bound = fun (n : [%forall: int]) -> 0 <= score n
let[@axiom] some_score (n : int) ((m [@exists]) : int) = (score m == n)
let any () : int = draw 3
[@@covers {| M [v:int | score v = 0] |}]
"
    ));
}

#[test]
fn a_repeated_declaration_is_the_same_type() {
    let source = "
type 'a tree = Leaf | Node of 'a * 'a tree * 'a tree
let leaf () : int tree = Leaf
[@@covers {| M [v:int tree | depth v = 0] |}]
";
    accepted(source);
}

#[test]
fn only_what_is_used_is_in_the_theory() {
    let module = accepted("let one () : int = 1 [@@covers {| M [v:int | v = 1] |}]");
    let statement = &module.units[0].statement;
    assert!(statement.datatypes.is_empty() && statement.defs.is_empty());
    assert!(module.units[0].facts.is_empty());
}

#[test]
fn the_same_text_gives_the_same_tables() {
    let source = "let rec g (n : int) : int tree = if n = 0 then Leaf else Node (n, g (n - 1), Leaf)
[@@covers {| n:{v:int | 0 <= v} -> [v:int tree | depth v = n && bst v] |}]";
    let (first, second) = (accepted(source), accepted(source));
    for (a, b) in first.units.iter().zip(&second.units) {
        assert_eq!(a.statement, b.statement);
        assert_eq!((&a.extra, &a.facts), (&b.extra, &b.facts));
    }
}

#[test]
fn the_prelude_can_all_be_lowered() {
    // One formula that mentions a predicate of each kind; the kernel reads them.
    let source = "
let all (g : stlc_ty list) (t : stlc_term) (l : int list) (r : int rbtree) (s : int stream) (h : int leftisthp) : int = 0
[@@covers {| g:stlc_ty list -> t:stlc_term -> l:int list -> r:int rbtree -> s:int stream -> h:int leftisthp ->
  [v:int | typing g t Stlc_ty_nat && num_app t = 0 && is_abs t && is_app t && is_var t && is_const t
    && num_arr Stlc_ty_nat = 0 && sorted l && uniq l && hd l 1 && tl l l && list_nth_pred l 0 1
    && list_index l 0 1 && list_snd_mem [(1, 2)] 2 && list_concat l l l && rb_leaf r && rb_root r 1 && rb_lch r r
    && rb_rch r r && no_red_red r && num_black r = 0 && stream_hd s 1 && stream_tl s s && stream_len s = 0
    && leftisthp_rank h 1 && leftisthp_root h 1 && leftisthp_lch h h && leftisthp_rch h h
    && leftisthp_depth h = 0 && is_none (Some 1) && is_some (Some 1) && max 1 2 = min 2 3 && abs 1 = succ 0
    && pred 1 = 0 && string_len \"a\" = 1 && char_is_digit '1' && list_length l = list_len l && list_mem l 1] |}]
";
    let module = accepted(source);
    let statement = &module.units[0].statement;
    assert!(statement.defs.len() >= 35, "{}", statement.defs.len());
    let nth = accepted(
        "let third (l : int list) : int = list_nth l 2
[@@covers {| l:int list -> [v:int | list_nth_pred l 2 v] |}]",
    );
    assert_eq!(nth.units[0].statement.globals.len(), 2);
}
