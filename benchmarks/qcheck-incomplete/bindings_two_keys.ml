(* One key never occurs. *)
(* expect: rejected *)
(* missing: bindings () => [(C, 0)] *)
open QCheck.Gen
type key = A | B | C
let key = oneofl [ A; B ]
let bindings = small_list (pair key small_nat)
[@@covers {| [v:(key * int) list | len v <= 99 && (forall p:key * int. mem v p ==> 0 <= snd p && snd p <= 99)] |}]
