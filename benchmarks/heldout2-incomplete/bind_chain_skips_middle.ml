(* The third draw is bounded by zero only. *)
(* expect: rejected *)
(* level: 2 *)
(* missing: chain 1 () => (1, 1, 1) *)
open Covenant_runtime

let[@predicate] falling (t : int * int * int) (n : int) : bool =
  match t with a, b, c -> 0 <= c && c <= b && b <= a && a <= n

let chain (n : int) : unit -> int * int * int =
  (fun () -> int_range 0 n) >>= fun a ->
  (fun () -> int_range 0 a) >>= fun b ->
  (fun () -> int_range 0 0) >|= fun c -> (a, b, c)
[@@covers {| n:{v:int | 0 <= v} -> M [v:int * int * int | falling v n] |}]
