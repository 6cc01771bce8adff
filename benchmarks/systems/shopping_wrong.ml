(* The store does not compare what a transaction has read with what is there when it ends. *)
include Shopping_system

let fresh () =
  Store.level := Store.Weak;
  fresh ()
