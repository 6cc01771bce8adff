(* Identifiers of 1 to 8 lower-case letters. *)
(* expect: valid *)
(* level: 2 *)
open QCheck

let[@predicate] is_lower (c : char) : bool = 'a' <= c && c <= 'z'

let ident = Gen.(string_size ~gen:(char_range 'a' 'z') (int_range 1 8))
[@@covers {| [v:string | 1 <= String.length v && String.length v <= 8 && String.for_all is_lower v] |}]
