(* Never two equal elements. *)
(* expect: rejected *)
(* missing: from 0 2 () => [0; 0] *)
open QCheck.Gen

let rec from low n =
  if n <= 0 then return []
  else
    let* stop = bool in
    if stop then return []
    else
      let* step = pint in
      let+ rest = from (low + step + 1) (n - 1) in
      (low + step) :: rest
[@@covers {| low:int -> n:{v:int | 0 <= v} -> [v:int list | len v <= n && sorted v && (forall u:int. mem v u ==> low <= u)] |}]
