(* class: evaluation lost *)
open QCheck
let g : int Gen.t =
  Gen.(int_range 0 3 >>= fun n ->
       let k = List.map (Int.add (List.hd [])) in
       ignore k; return n)
[@@covers {| M [v:int | 0 <= v && v <= 3] |}]
