(* Between the two, something is created only in the root. *)
(* expect: rejected *)
(* missing: made 3 0 0 => [Create (1, 0, false); Delete (0, true); Exists (0, true)] *)
open Covenant_runtime

type event = Create of int * int * bool | Delete of int * bool | Exists of int * bool

module type FILESYSTEM = sig
  val create : int -> int -> bool
  val delete : int -> bool
  val exists : int -> bool
end [@@operators event]

let[@goal] orphan (d : int) (f : int) =
  {| (. - Delete (_, _))*; Create (0, d, true); (. - Delete (_, _))*; (Create (d, f, true) when d <> f); (. - Delete (_, _))*; Delete (d, true); Exists (f, true) |}

module Generators (S : FILESYSTEM) = struct
  let rec made (n : int) (d : int) (f : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let x = int_gen () in
      let _ = S.create 0 x in
      made (n - 1) d f
    end
    else if bool_gen () then begin
      let x = int_gen () in
      let _ = S.exists x in
      made (n - 1) d f
    end
    else begin
      let done_ = S.delete d in
      if done_ then begin
        let still = S.exists f in
        if still then () else err ()
      end
      else err ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> d:{v:int | true} -> f:{v:int | true} -> [tr | len tr <= n && orphan_2 d f tr] |}]
  [@@measure n]
end
