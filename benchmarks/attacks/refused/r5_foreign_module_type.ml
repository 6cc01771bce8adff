(* class: signatures that hide names *)
open Foo
module type S = sig val nat : int QCheck.Gen.t end
include Foo
let nat = QCheck.Gen.return 1
module M : S = struct let nat = QCheck.Gen.nat end
open M
let f = nat
[@@covers {| [v:int | v = 2] |}]
