(* A function over records, by `function` and by fields. *)
(* expect: valid *)
open Covenant_runtime

type pet = Cat | Dog
type person = { age : int; pet : pet option }

let person () : person =
  let age = int_range 0 120 in
  let pet = if bool_gen () then None else if bool_gen () then Some Cat else Some Dog in
  { age; pet }
[@@covers {| unit -> [v:person | 0 <= v.age && v.age <= 120] |}]

let rec people (n : int) : person list = if n = 0 || bool_gen () then [] else person () :: people (n - 1)
[@@covers {| n:nat -> [v:person list |
  List.length v <= n
  && List.for_all (fun { age; _ } -> 0 <= age && age <= 120) v
  && List.for_all (fun p -> match p.pet with None | Some Cat -> true | Some Dog -> p.age >= 18) v] |}]
