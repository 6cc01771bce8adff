(* A generator in a module, used outside of it. *)
(* expect: valid *)
(* level: 2 *)
module Digit = struct
  type t = Digit of int

  let gen = QCheck.Gen.(map (fun n -> Digit n) (int_range 0 9))
end

let two = QCheck.Gen.pair Digit.gen Digit.gen
[@@covers {| [v:Digit.t * Digit.t | exists a:int. exists b:int. v = (Digit.Digit a, Digit.Digit b) && 0 <= a && a <= 9 && 0 <= b && b <= 9] |}]
