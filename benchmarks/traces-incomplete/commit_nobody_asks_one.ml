(* Whether the other participant has committed is not asked. *)
(* expect: rejected *)
(* missing: decided 3 => [Committed (1, false); Inform (0, true); Committed (0, true)] *)
open Covenant_runtime

type event = Vote of int * bool | Collect of int * bool | Decide | Inform of int * bool | Committed of int * bool

module type COMMIT = sig
  val vote : int -> bool -> unit
  val collect : int -> bool
  val decide : unit -> unit
  val inform : int -> bool
  val committed : int -> bool
end [@@operators event]

let[@goal] half =
  {| (Committed (_, _))*; Vote (0, true); Vote (0, true); Collect (0, true); (Vote (1, false))*; Collect (0, true); (Vote (1, false))*; Decide; (Committed (_, _))*; Inform (0, true); Committed (0, true) |}

module Generators (S : COMMIT) = struct
  let rec decided (n : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let _ = S.committed 0 in
      decided (n - 1)
    end
    else begin
      let told = S.inform 0 in
      if told then begin
        let bad = S.committed 0 in
        if bad then () else err ()
      end
      else err ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> [tr | len tr <= n && half_5 tr] |}]
  [@@measure n]
end
