(* What a signature hides does not hide anything. *)
(* expect: valid *)
(* level: 2 *)
let low = QCheck.Gen.int_range 0 9
module M : sig
  val high : int QCheck.Gen.t
end = struct
  let low = QCheck.Gen.return 5
  let high = QCheck.Gen.(map (fun x -> x + 10) (int_range 0 9))
  let _ = low
end
open M
let g = QCheck.Gen.pair low high
[@@covers {| [v:int * int | 0 <= fst v && fst v <= 9 && 10 <= snd v && snd v <= 19] |}]
