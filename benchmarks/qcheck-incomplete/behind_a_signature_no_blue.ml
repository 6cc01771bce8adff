(* A constructor is missing from a hidden list. *)
(* expect: rejected *)
(* missing: two () => (Color.Red, Color.Blue) *)
module type S = sig
  type t = Red | Green | Blue
  val gen : t QCheck.Gen.t
end
module Color : S = struct
  type t = Red | Green | Blue
  let some = [ Red; Green ]
  let gen = QCheck.Gen.oneofl some
end
let two = QCheck.Gen.pair Color.gen Color.gen
[@@covers {| [v:Color.t * Color.t | true] |}]
