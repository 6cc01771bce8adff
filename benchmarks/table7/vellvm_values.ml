(* Vellvm: values of a given LLVM type. The repaired generator draws integers from the whole
   range of their width. *)
(* expect: valid *)
open Covenant_runtime

type llvm_type = I1 | I8 | I32 | Struct of llvm_type * llvm_type | Vector of int * llvm_type

type llvm_value = Integer of int | Fields of llvm_value * llvm_value | Elements of llvm_value list

let[@predicate] rec typed (v : llvm_value) (t : llvm_type) : bool =
  match v with
  | Integer n -> (
      match t with
      | I1 -> 0 <= n && n <= 1
      | I8 -> -128 <= n && n <= 127
      | I32 -> -2147483648 <= n && n <= 2147483647
      | _ -> false)
  | Fields (a, b) -> ( match t with Struct (s, u) -> typed a s && typed b u | _ -> false)
  | Elements l -> ( match t with Vector (n, u) -> len l = n && all_typed l u | _ -> false)

and all_typed (l : llvm_value list) (t : llvm_type) : bool =
  match l with [] -> true | v :: rest -> typed v t && all_typed rest t

(* What making a value costs; it decreases at every call. *)
let[@predicate] rec cost (t : llvm_type) : int =
  match t with
  | I1 -> 1
  | I8 -> 1
  | I32 -> 1
  | Struct (s, u) -> 1 + cost s + cost u
  | Vector (n, u) -> 1 + max n 0 + cost u

let[@lemma] cost_is_positive (t : llvm_type) = 1 <= cost t

let rec values (t : llvm_type) : llvm_value =
  match t with
  | I1 -> Integer (int_range 0 1)
  | I8 -> Integer (int_range (-128) 127)
  | I32 -> Integer (int_range (-2147483648) 2147483647)
  | Struct (s, u) ->
      let a = values s in
      let b = values u in
      Fields (a, b)
  | Vector (n, u) -> if n < 0 then err () else Elements (vectors n u)
[@@covers {| t:{v:llvm_type | true} -> [v:llvm_value | typed v t] |}]
[@@measure 2 * cost t]

and vectors (n : int) (t : llvm_type) : llvm_value list =
  if n <= 0 then []
  else
    let first = values t in
    let rest = vectors (n - 1) t in
    first :: rest
[@@covers {|
  n:{v:int | 0 <= v} -> t:{v:llvm_type | true} -> [v:llvm_value list | len v = n && all_typed v t]
|}]
[@@measure 2 * cost t + n + 1]
