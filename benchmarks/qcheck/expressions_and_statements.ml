(* Two grammars that refer to each other. *)
(* expect: valid *)
(* level: 3 *)
type expr = Int of int | Var of string | Add of expr * expr | Let of string * expr * expr | Call of string * stmt
and stmt = Skip | Assign of string * expr | Seq of stmt * stmt
let[@predicate] rec edepth (e : expr) : int = match e with
  | Int _ -> 0 | Var _ -> 0 | Add (a, b) -> 1 + max (edepth a) (edepth b)
  | Let (_, a, b) -> 1 + max (edepth a) (edepth b) | Call (_, s) -> 1 + sdepth s
and sdepth (s : stmt) : int = match s with
  | Skip -> 0 | Assign (_, e) -> 1 + edepth e | Seq (a, b) -> 1 + max (sdepth a) (sdepth b)
let[@predicate] name (s : string) : bool = s = "x" || s = "y" || s = "z"
let[@predicate] rec enames (e : expr) : bool = match e with
  | Int _ -> true | Var x -> name x | Add (a, b) -> enames a && enames b
  | Let (x, a, b) -> name x && enames a && enames b | Call (f, s) -> name f && snames s
and snames (s : stmt) : bool = match s with
  | Skip -> true | Assign (x, e) -> name x && enames e | Seq (a, b) -> snames a && snames b
let var = QCheck.Gen.oneofl [ "x"; "y"; "z" ]
let rec gen_expr n =
  let open QCheck.Gen in
  if n <= 0 then oneof [ map (fun i -> Int i) int; map (fun v -> Var v) var ]
  else
    oneof
      [ map (fun i -> Int i) int; map (fun v -> Var v) var;
        map2 (fun a b -> Add (a, b)) (gen_expr (n - 1)) (gen_expr (n - 1));
        map3 (fun x a b -> Let (x, a, b)) var (gen_expr (n - 1)) (gen_expr (n - 1));
        map2 (fun f s -> Call (f, s)) var (gen_stmt (n - 1)) ]
[@@covers {| n:{v:int | 0 <= v} -> [v:expr | edepth v <= n && enames v] |}]
and gen_stmt n =
  let open QCheck.Gen in
  if n <= 0 then return Skip
  else
    oneof
      [ return Skip;
        map2 (fun x e -> Assign (x, e)) var (gen_expr (n - 1));
        map2 (fun a b -> Seq (a, b)) (gen_stmt (n - 1)) (gen_stmt (n - 1)) ]
[@@covers {| n:{v:int | 0 <= v} -> [v:stmt | sdepth v <= n && snames v] |}]
