(* The other notation: files written for Poirot run as they are. The claim is a
   separate [let[@assert]], in which [v] stands for the value; the extension nodes in
   it keep the file from being compiled by OCaml as it stands. *)
(* expect: valid *)

let rec short_list (n : int) : int list =
  if n == 0 then []
  else if bool_gen () then []
  else int_gen () :: short_list (n - 1)

let[@assert] short_list ?r:(n = ((0 <= v : [%v: int]) [@over])) =
  (list_len v <= n : [%v: int list])
