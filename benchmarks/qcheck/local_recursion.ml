(* A recursive generator inside of another one, without a claim of its own. *)
(* expect: valid *)
(* level: 3 *)
type t = E | N of int * t
let[@predicate] rec size (t : t) : int = match t with E -> 0 | N (_, r) -> 1 + size r
let chain =
  let open QCheck.Gen in
  let rec go n = if n = 0 then return E else map2 (fun x r -> N (x, r)) int (go (n - 1)) in
  int_bound 20 >>= go
[@@covers {| [v:t | size v <= 20] |}]
