(* Unless the first draw is zero, the function is applied to zero. *)
(* expect: rejected *)
(* missing: doubled () => 2 *)
open Covenant_runtime

let fmap (f : int -> int) (g : int gen) : int gen =
 fun () -> if g () = 0 then f (g ()) else f 0

let double (n : int) : int = n + n

let doubled () : int = fmap double (fun () -> int_range 1 5) ()
[@@covers {| M [v:int | exists n:int. 1 <= n && n <= 5 && v = n + n] |}]
