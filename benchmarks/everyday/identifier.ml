(* Identifiers of one to eight lower-case letters. *)
(* expect: valid *)
open Covenant_runtime

let[@predicate] is_lower (c : char) : bool = 'a' <= c && c <= 'z'

let letter () : char = Char.chr (int_range 97 122)
[@@covers {| M [v:char | 'a' <= v && v <= 'z'] |}]

let identifier () : string = String.init (int_range 1 8) (fun _ -> letter ())
[@@covers {|
  M [v:string | 1 <= String.length v && String.length v <= 8 && String.for_all is_lower v]
|}]
