(* A module with a signature. *)
(* expect: valid *)
(* level: 2 *)
module type S = sig type t val gen : t QCheck.Gen.t end
module Color : sig
  type t = Red | Green | Blue
  val gen : t QCheck.Gen.t
end = struct
  type t = Red | Green | Blue
  let gen = QCheck.Gen.oneofl [ Red; Green; Blue ]
end
let two = QCheck.Gen.pair Color.gen Color.gen
[@@covers {| [v:Color.t * Color.t | true] |}]
