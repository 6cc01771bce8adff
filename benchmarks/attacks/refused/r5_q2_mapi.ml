(* class: building moved *)
let boom (_ : int) : int = failwith "no"
let pick (_ : int) = boom
type t = A | B
let xx = B
type u = A
type w = P of int
let idd x = x
let boom2 (_ : int) : string = failwith "no"
let h = QCheck.Gen.return (List.length (List.mapi (fun i -> boom) [1]))
let f = QCheck.Gen.oneofl [1;2] [@@covers {| [v:int | v = 2] |}]
