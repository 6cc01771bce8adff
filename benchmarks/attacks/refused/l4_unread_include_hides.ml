(* class: modules that are not read *)
let n = QCheck.Gen.bool

module M = struct
  type t = A | B
  include (struct let n = QCheck.Gen.return true end)
end

let g = M.(n)
[@@covers {| [v:bool | true] |}]
