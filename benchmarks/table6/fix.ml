(* fix: a generator for size [n] from one that may use generators for all smaller sizes. *)
(* expect: valid *)
open Covenant_runtime

let rec fix (step : int -> (int -> 'a gen) -> 'a gen) (n : int) () : 'a =
  step n (fun m () -> fix step m ()) ()
[@@covers {|
  forall 'a. forall (made : int -> 'a -> bool).
  step:(n:{v:int | 0 <= v} -> self:(m:{v:int | 0 <= v && v < n} -> M [v:'a | made m v]) ->
        M [v:'a | made n v]) ->
  n:{v:int | 0 <= v} -> M [v:'a | made n v]
|}]
[@@measure n]
