(* A first claim.

   The program is ordinary OCaml: it runs, and its attributes mean nothing to the
   compiler. To Covenant, [@@covers ...] is a promise about everything the function
   can return:

     n:{v:int | 0 <= v}            for every n that is not negative,
     [v:int list | len v <= n]     every integer list v with len v <= n can come out.

   What is in braces restricts the arguments, what is in brackets describes the
   values that must be reachable. [@@measure n] says why the recursion ends. *)
(* expect: valid *)
open Covenant_runtime

let rec short_list (n : int) : int list =
  if n = 0 then []
  else if bool_gen () then []
  else
    let head = int_gen () in
    let tail = short_list (n - 1) in
    head :: tail
[@@covers {| n:{v:int | 0 <= v} -> [v:int list | len v <= n] |}]
[@@measure n]
