(* class: control, a list of tuples in a claim *)
let gen = QCheck.Gen.(small_list (pair bool (0 -- 3)))
[@@covers {| [v:(bool * int) list | List.length v <= 2 && List.for_all (fun (b, n) -> 0 <= n && n <= 3 && (b || n > 1)) v] |}]
