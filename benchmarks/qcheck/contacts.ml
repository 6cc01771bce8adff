(* Names of letters, and points. *)
(* expect: valid *)
(* level: 2 *)
open QCheck.Gen
type contact = { user : string; domain : string }
let[@predicate] is_lower (c : char) : bool = 'a' <= c && c <= 'z'
let word = string_size ~gen:(char_range 'a' 'z') (1 -- 10)
let contact = map2 (fun user domain -> { user; domain }) word (oneofl [ "example.org"; "example.com" ])
[@@covers {| [v:contact | 1 <= String.length v.user && String.length v.user <= 10 && String.for_all is_lower v.user && (v.domain = "example.org" || v.domain = "example.com")] |}]
let points = QCheck.(make Gen.(list_size (int_range 2 5) (pair small_signed_int small_signed_int)))
[@@covers {| [v:(int * int) list | 2 <= len v && len v <= 5 && (forall p:int * int. mem v p ==> -99 <= fst p && fst p <= 99 && -99 <= snd p && snd p <= 99)] |}]
