(* The follower looks for the message once only. *)
(* expect: rejected *)
(* missing: public 2 0 0 0 => [Sees (0, 0, false); Sees (0, 0, false)] *)
open Covenant_runtime

type event = Follow of int * int * bool | Post of int * int | Publish of bool | Sees of int * int * bool | Unfollow of int * int

module type TWITTER = sig
  val follow : int -> int -> bool
  val post : int -> int -> unit
  val publish : unit -> bool
  val sees : int -> int -> bool
  val unfollow : int -> int -> unit
end [@@operators event]

let[@goal] unseen (f : int) (a : int) (m : int) =
  {| (Follow (_, _, _) | Sees (_, _, _))*; Post (a, m); (Sees (_, _, _))*; Follow (f, a, true); (Sees (_, _, _))*; Publish true; (Sees (_, _, _))*; Sees (f, m, false) |}

module Generators (S : TWITTER) = struct
  let rec public (n : int) (f : int) (a : int) (m : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let who = int_gen () in
      let what = int_gen () in
      if who = f && what = m then err ()
      else begin
        let _ = S.sees who what in
        public (n - 1) f a m
      end
    end
    else if S.sees f m then err ()
    else ()
  [@@covers {| n:{v:int | 0 <= v} -> f:{v:int | true} -> a:{v:int | true} -> m:{v:int | true} -> [tr | len tr <= n && unseen_3 f a m tr] |}]
  [@@measure n]
end
