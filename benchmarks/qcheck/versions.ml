(* Three small numbers. *)
(* expect: valid *)
(* level: 1 *)
let version = QCheck.Gen.(triple small_nat small_nat small_nat)
[@@covers {| [v:int * int * int | exists a:int. exists b:int. exists c:int. v = (a, b, c) && 0 <= a && a <= 99 && 0 <= b && b <= 99 && 0 <= c && c <= 99] |}]
