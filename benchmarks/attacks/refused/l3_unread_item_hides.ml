(* class: modules that are not read *)
let n = QCheck.Gen.bool

module M = struct
  let n = let y = ref 0 in while !y < 3 do incr y done; QCheck.Gen.return (!y > 0)
end

open M

let g = n
[@@covers {| [v:bool | true] |}]
