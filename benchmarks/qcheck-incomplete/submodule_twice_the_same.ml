(* Drawn once. *)
(* expect: rejected *)
(* missing: two () => (Digit.Digit 0, Digit.Digit 1) *)
module Digit = struct
  type t = Digit of int

  let gen = QCheck.Gen.(map (fun n -> Digit n) (int_range 0 9))
end

let two = QCheck.Gen.map (fun d -> (d, d)) Digit.gen
[@@covers {| [v:Digit.t * Digit.t | exists a:int. exists b:int. v = (Digit.Digit a, Digit.Digit b) && 0 <= a && a <= 9 && 0 <= b && b <= 9] |}]
