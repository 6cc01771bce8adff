(* class: modules that are not read *)
module A = struct let n = QCheck.Gen.bool end

module M = struct
  module rec A : sig val n : bool QCheck.Gen.t end = struct let n = QCheck.Gen.return true end
  and B : sig val n : bool QCheck.Gen.t end = struct let n = QCheck.Gen.return true end
end

let g = let open M in A.n
[@@covers {| [v:bool | true] |}]
