(* The second generator is never used. *)
(* expect: rejected *)
(* missing: union (fun () -> 0) (fun () -> 1) () => 1 *)

let union (g : unit -> 'a) (h : unit -> 'a) () : 'a = g ()
[@@covers {|
  forall 'a. forall (p : 'a -> bool). forall (q : 'a -> bool).
  g:(M [v:'a | p v]) -> h:(M [v:'a | q v]) -> M [v:'a | p v || q v]
|}]
