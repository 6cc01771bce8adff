(* A statement that is empty occurs at the end only. *)
(* expect: rejected *)
(* missing: gen_expr 2 () => Block Skip *)
(* missing: gen_stmt 1 () => Skip *)
type expr = Int of int | Add of expr * expr | Block of stmt
and stmt = Skip | Assign of bool * expr | Seq of stmt * stmt
let[@predicate] rec edepth (e : expr) : int = match e with
  | Int _ -> 0 | Add (a, b) -> 1 + max (edepth a) (edepth b) | Block s -> 1 + sdepth s
and sdepth (s : stmt) : int = match s with
  | Skip -> 0 | Assign (_, e) -> 1 + edepth e | Seq (a, b) -> 1 + max (sdepth a) (sdepth b)
let rec gen_expr n =
  let open QCheck.Gen in
  if n <= 0 then map (fun i -> Int i) int
  else
    oneof
      [ map (fun i -> Int i) int;
        map2 (fun a b -> Add (a, b)) (gen_expr (n - 1)) (gen_expr (n - 1));
        map (fun s -> Block s) (gen_stmt (n - 1)) ]
[@@covers {| n:{v:int | 0 <= v} -> [v:expr | edepth v <= n] |}]
and gen_stmt n =
  let open QCheck.Gen in
  if n <= 0 then return Skip
  else
    oneof
      [ map2 (fun x e -> Assign (x, e)) bool (gen_expr (n - 1));
        map2 (fun a b -> Seq (a, b)) (gen_stmt (n - 1)) (gen_stmt (n - 1)) ]
[@@covers {| n:{v:int | 0 <= v} -> [v:stmt | sdepth v <= n] |}]
