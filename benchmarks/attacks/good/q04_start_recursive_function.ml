(* class: control, a generator without claim is built when the program starts *)
let rec tree n = QCheck.Gen.(if n <= 0 then return [] else oneof [return []; map2 (fun x l -> x :: l) int (tree (n - 1))]) let good = tree 5
let digit = QCheck.Gen.int_bound 9 [@@covers {| [v:int | 0 <= v && v <= 9] |}]
