(* The outermost variable is never drawn. *)
(* expect: rejected *)
(* missing: term_gen 1 0 () => Var 0 *)
open QCheck

type term = Var of int | Lam of term | App of term * term | Lit of int

let rec closed d = function
  | Var i -> 0 <= i && i < d
  | Lit _ -> true
  | Lam t -> closed (d + 1) t
  | App (f, a) -> closed d f && closed d a

let rec height = function
  | Var _ | Lit _ -> 0
  | Lam t -> 1 + height t
  | App (f, a) -> 1 + max (height f) (height a)

let rec term_gen depth fuel =
  let open Gen in
  let lit = map (fun n -> Lit n) int in
  let leaf = if depth <= 1 then lit else oneof [ lit; map (fun i -> Var i) (int_range 1 (depth - 1)) ] in
  if fuel <= 0 then leaf
  else
    oneof
      [ leaf;
        map (fun t -> Lam t) (term_gen (depth + 1) (fuel - 1));
        map2 (fun f a -> App (f, a)) (term_gen depth (fuel - 1)) (term_gen depth (fuel - 1)) ]
[@@covers {| depth:{v:int | 0 <= v} -> fuel:{v:int | 0 <= v} -> [v:term | closed depth v && height v <= fuel] |}]
