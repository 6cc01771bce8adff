module M : sig val small : int QCheck.Gen.t module N : sig val k : int end end = struct
  include QCheck.Gen
  let small = int_bound 9
  module N = struct let k = 3 let hidden = 4 end
end
open M
let k = 5
let f = QCheck.Gen.map (fun n -> n + M.N.k) small
[@@covers {| [v:int | 3 <= v && v <= 12] |}]
