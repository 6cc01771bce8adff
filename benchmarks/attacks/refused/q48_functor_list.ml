(* class: the parameter of a functor *)
module F (List : sig val length : 'a list -> int end) = struct
  let g = QCheck.Gen.(map (fun l -> List.length l) (list_size (int_bound 3) bool))
  [@@covers {| [v:int | 0 <= v && v <= 3] |}]
end
