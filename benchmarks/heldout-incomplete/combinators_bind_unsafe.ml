(* The claim forgets that what follows may be relied on only for values that it
   accepts: a continuation that fails on 0 makes nothing there. *)
(* expect: rejected *)
(* missing: bind (fun () -> 0) (fun x () -> 1 / x) () => 0 *)

let bind (g : unit -> 'a) (k : 'a -> unit -> 'b) () : 'b =
  let x = g () in
  k x ()
[@@covers {|
  forall 'a. forall 'b.
  forall (p : 'a -> bool). forall (safe : 'a -> bool). forall (q : 'a -> 'b -> bool).
  g:(M [v:'a | p v]) -> k:(x:{v:'a | safe v} -> M [v:'b | q x v]) ->
  M [v:'b | exists x:'a. p x && q x v]
|}]
