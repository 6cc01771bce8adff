(* The functions of OCaml's library that Covenant knows: as in same_as_ocaml.ml, what Covenant proves is
   compared with what OCaml computes. *)

(*== list_length: read *)
let t () : int = List.length [4; 5; 6]

(*== list_rev: read *)
let[@predicate] rec enc (l : int list) : int = match l with [] -> 7 | x :: t -> x + 10 * enc t
let t () : int = enc (List.rev [1; 2; 3])

(*== list_append: read *)
let[@predicate] rec enc (l : int list) : int = match l with [] -> 7 | x :: t -> x + 10 * enc t
let t () : int = enc (List.append [1; 2] [3])

(*== list_rev_append: read *)
let[@predicate] rec enc (l : int list) : int = match l with [] -> 7 | x :: t -> x + 10 * enc t
let t () : int = enc (List.rev_append [1; 2] [3; 4])

(*== list_concat: read *)
let[@predicate] rec enc (l : int list) : int = match l with [] -> 7 | x :: t -> x + 10 * enc t
let t () : int = enc (List.concat [[1]; []; [2; 3]])

(*== list_flatten: read *)
let[@predicate] rec enc (l : int list) : int = match l with [] -> 7 | x :: t -> x + 10 * enc t
let t () : int = enc (List.flatten [[1]; []; [2; 3]])

(*== list_cons: read *)
let[@predicate] rec enc (l : int list) : int = match l with [] -> 7 | x :: t -> x + 10 * enc t
let t () : int = enc (List.cons 1 [2])

(*== list_hd: read *)
let t () : int = List.hd [4; 5]

(*== list_hd_empty: read *)
let t () : int = List.hd []

(*== list_tl: read *)
let[@predicate] rec enc (l : int list) : int = match l with [] -> 7 | x :: t -> x + 10 * enc t
let t () : int = enc (List.tl [4; 5])

(*== list_tl_empty: read *)
let[@predicate] rec enc (l : int list) : int = match l with [] -> 7 | x :: t -> x + 10 * enc t
let t () : int = enc (List.tl [])

(*== list_nth: read *)
let t () : int = List.nth [4; 5; 6] 2

(*== list_nth_outside: read *)
let t () : int = List.nth [4; 5; 6] 3

(*== list_nth_negative: read *)
let t () : int = List.nth [4; 5; 6] (-1)

(*== list_nth_opt: read *)
let t () : int = (match List.nth_opt [4; 5] 2 with None -> 1 | Some _ -> 2)

(*== list_nth_opt_negative: read *)
let t () : int = (match List.nth_opt [4; 5] (-1) with None -> 1 | Some _ -> 2)

(*== list_mem: read *)
let t () : int = if List.mem 2 [1; 2] then 1 else 0

(*== list_mem_not: read *)
let t () : int = if List.mem 3 [1; 2] then 1 else 0

(*== list_assoc: read *)
let t () : int = List.assoc 2 [(1, 5); (2, 6); (2, 7)]

(*== list_assoc_missing: read *)
let t () : int = List.assoc 3 [(1, 5); (2, 6)]

(*== list_assoc_opt: read *)
let t () : int = (match List.assoc_opt 2 [(1, 5); (2, 6); (2, 7)] with None -> 0 | Some n -> n)

(*== list_mem_assoc: read *)
let t () : int = if List.mem_assoc 5 [(1, 5)] then 1 else 0

(*== list_remove_assoc: read *)
let t () : int = List.length (List.remove_assoc 2 [(1, 5); (2, 6); (2, 7)])

(*== list_for_all: read *)
let t () : int = if List.for_all (fun x -> x > 1) [2; 3] then 1 else 0

(*== list_for_all_not: read *)
let t () : int = if List.for_all (fun x -> x > 2) [2; 3] then 1 else 0

(*== list_for_all_empty: read *)
let t () : int = if List.for_all (fun x -> x > 2) [] then 1 else 0

(*== list_exists: read *)
let t () : int = if List.exists (fun x -> x > 2) [2; 3] then 1 else 0

(*== list_exists_empty: read *)
let t () : int = if List.exists (fun x -> x > 2) [] then 1 else 0

(*== list_map: read *)
let[@predicate] rec enc (l : int list) : int = match l with [] -> 7 | x :: t -> x + 10 * enc t
let t () : int = enc (List.map (fun x -> x + 1) [1; 2; 3])

(*== list_map_captured: read *)
let[@predicate] rec enc (l : int list) : int = match l with [] -> 7 | x :: t -> x + 10 * enc t
let t () : int = let k = 4 in enc (List.map (fun x -> x + k) [1; 2; 3])

(*== list_map_let: read *)
let[@predicate] rec enc (l : int list) : int = match l with [] -> 7 | x :: t -> x + 10 * enc t
let t () : int = let f x = 2 * x in enc (List.map f [1; 2; 3])

(*== list_map_partial: read *)
let[@predicate] rec enc (l : int list) : int = match l with [] -> 7 | x :: t -> x + 10 * enc t
let t () : int = enc (List.concat (List.map (List.map (fun x -> x + 1)) [[1]; [2; 3]]))

(*== list_map_match: read *)
let[@predicate] rec enc (l : int list) : int = match l with [] -> 7 | x :: t -> x + 10 * enc t
let t () : int = enc (List.map (fun p -> match p with a, b -> a + b) [(1, 2); (3, 4)])

(*== list_map_twice: read *)
let[@predicate] rec enc (l : int list) : int = match l with [] -> 7 | x :: t -> x + 10 * enc t
let t () : int = enc (List.map (fun x -> x + 1) (List.map (fun x -> x + 2) [1; 2]))

(*== list_mapi: read *)
let[@predicate] rec enc (l : int list) : int = match l with [] -> 7 | x :: t -> x + 10 * enc t
let t () : int = enc (List.mapi (fun i x -> i * x) [5; 6; 7])

(*== list_rev_map: read *)
let[@predicate] rec enc (l : int list) : int = match l with [] -> 7 | x :: t -> x + 10 * enc t
let t () : int = enc (List.rev_map (fun x -> x + 1) [1; 2; 3])

(*== list_concat_map: read *)
let[@predicate] rec enc (l : int list) : int = match l with [] -> 7 | x :: t -> x + 10 * enc t
let t () : int = enc (List.concat_map (fun x -> [x; x]) [1; 2])

(*== list_filter: read *)
let[@predicate] rec enc (l : int list) : int = match l with [] -> 7 | x :: t -> x + 10 * enc t
let t () : int = enc (List.filter (fun x -> x mod 2 = 0) [1; 2; 3; 4])

(*== list_filter_map: read *)
let[@predicate] rec enc (l : int list) : int = match l with [] -> 7 | x :: t -> x + 10 * enc t
let t () : int = enc (List.filter_map (fun x -> if x > 1 then Some (x + 1) else None) [1; 2; 3])

(*== list_find_opt: read *)
let t () : int = (match List.find_opt (fun x -> x > 1) [1; 2; 3] with None -> 0 | Some n -> n)

(*== list_partition: read *)
let[@predicate] rec enc (l : int list) : int = match l with [] -> 7 | x :: t -> x + 10 * enc t
let t () : int = (match List.partition (fun x -> x > 1) [1; 2; 3] with a, b -> enc a + 10000 * enc b)

(*== list_fold_left: read *)
let t () : int = List.fold_left (fun acc x -> acc - x) 20 [1; 2; 3]

(*== list_fold_right: read *)
let t () : int = List.fold_right (fun x acc -> x - acc) [1; 2; 3] 20

(*== list_split: read *)
let[@predicate] rec enc (l : int list) : int = match l with [] -> 7 | x :: t -> x + 10 * enc t
let t () : int = (match List.split [(1, 2); (3, 4)] with a, b -> enc a + 10000 * enc b)

(*== list_sort: read *)
let[@predicate] rec enc (l : int list) : int = match l with [] -> 7 | x :: t -> x + 10 * enc t
let t () : int = enc (List.sort compare [3; 1; 2; 1])

(*== list_sort_int: read *)
let[@predicate] rec enc (l : int list) : int = match l with [] -> 7 | x :: t -> x + 10 * enc t
let t () : int = enc (List.sort Int.compare [3; 1; 2; 1])

(*== list_sort_down: read *)
let[@predicate] rec enc (l : int list) : int = match l with [] -> 7 | x :: t -> x + 10 * enc t
let t () : int = enc (List.sort (fun a b -> compare b a) [3; 1; 2; 1])

(*== list_sort_stable: read *)
let[@predicate] rec enc (l : int list) : int = match l with [] -> 7 | x :: t -> x + 10 * enc t
let t () : int = enc (List.map (fun p -> match p with _, b -> b) (List.sort (fun p q -> compare (fst p) (fst q)) [(2, 1); (1, 2); (2, 3); (1, 4)]))

(*== option_get: read *)
let t () : int = Option.get (Some 2)

(*== option_get_none: read *)
let t () : int = Option.get None

(*== option_map: read *)
let t () : int = (match Option.map (fun x -> x + 1) (Some 2) with None -> 0 | Some n -> n)

(*== option_bind: read *)
let t () : int = (match Option.bind (Some 2) (fun x -> if x > 1 then None else Some x) with None -> 0 | Some n -> n)

(*== option_join: read *)
let t () : int = (match Option.join (Some (Some 2)) with None -> 0 | Some n -> n)

(*== option_is_some: read *)
let t () : int = if Option.is_some (Some 2) then 1 else 0

(*== option_is_none: read *)
let t () : int = if Option.is_none (Some 2) then 1 else 0

(*== option_to_list: read *)
let[@predicate] rec enc (l : int list) : int = match l with [] -> 7 | x :: t -> x + 10 * enc t
let t () : int = enc (Option.to_list (Some 2))

(*== result_map: read *)
let t () : int = (match Result.map (fun x -> x + 1) (Ok 2) with Ok n -> n | Error () -> 0)

(*== result_map_error: read *)
let t () : int = (match Result.map_error (fun x -> x + 1) (Error 2) with Ok () -> 0 | Error n -> n)

(*== result_bind: read *)
let t () : int = (match Result.bind (Ok 2) (fun x -> if x > 1 then Error 5 else Ok x) with Ok n -> n | Error e -> e)

(*== result_get_ok: read *)
let t () : int = Result.get_ok (Ok 2)

(*== result_get_ok_error: read *)
let t () : int = Result.get_ok (Error 2)

(*== result_get_error: read *)
let t () : int = Result.get_error (Error 2)

(*== result_is_ok: read *)
let t () : int = if Result.is_ok (Ok 2) then 1 else 0

(*== result_to_option: read *)
let t () : int = (match Result.to_option (Ok 2) with None -> 0 | Some n -> n)

(*== fun_id: read *)
let t () : int = Fun.id 3

(*== fun_const: read *)
let t () : int = Fun.const 3 4

(*== fun_flip: read *)
let t () : int = Fun.flip (fun a b -> a - b) 3 4

(*== fun_negate: read *)
let t () : int = if Fun.negate (fun x -> x > 3) 4 then 1 else 0

(*== int_compare: read *)
let t () : int = Int.compare 3 1000

(*== int_compare_more: read *)
let t () : int = Int.compare 3000 1

(*== compare_equal: read *)
let t () : int = compare 3 3

(*== int_ops: read *)
let t () : int = Int.add 1 (Int.mul 2 (Int.sub 7 (Int.neg 2)))

(*== int_max: read *)
let t () : int = Int.max 2 3 * 10 + Int.min 2 3

(*== int_abs: read *)
let t () : int = Int.abs (-4) + Int.succ 1 + Int.pred 1

(*== int_equal: read *)
let t () : int = if Int.equal 3 3 then 1 else 0

(*== either_left: read *)
let t () : int = (match Either.left 3 with Either.Left n -> n | Either.Right () -> 0)

(*== either_find: read *)
let t () : int = (match Either.find_right (Either.Right 4) with None -> 0 | Some n -> n)

(*== either_is: read *)
let t () : int = if Either.is_left (Either.Right 4) then 1 else 0

(*== either_map: read *)
let t () : int = (match Either.map_left (fun x -> x + 1) (Either.Left 4) with Either.Left n -> n | Either.Right () -> 0)

(*== char_code: read *)
let t () : int = Char.code 'a'

(*== char_code_escape: read *)
let t () : int = Char.code '\n' + Char.code '\255' + Char.code '\\'

(*== char_chr: read *)
let t () : int = Char.code (Char.chr 200)

(*== char_chr_first: read *)
let t () : int = Char.code (Char.chr 0)

(*== char_chr_last: read *)
let t () : int = Char.code (Char.chr 255)

(*== char_chr_outside: read *)
let t () : int = Char.code (Char.chr 256)

(*== char_chr_negative: read *)
let t () : int = Char.code (Char.chr (-1))

(*== char_compare: read *)
let t () : int = Char.compare 'a' 'd'

(*== char_equal: read *)
let t () : int = if Char.equal 'a' 'a' then 1 else 0

(*== char_order: read *)
let t () : int = if Char.code 'a' > 0 && 'a' < 'b' && 'Z' < 'a' && not ('b' <= 'a') then 1 else 0

(*== char_match: read *)
let t () : int = (match Char.chr 98 with 'a' -> 1 | 'b' -> 2 | _ -> 3)

(*== char_match_or: read *)
let t () : int = (match Char.chr 99 with 'a' | 'c' -> 1 | 'b' -> 2 | _ -> 3)

(*== string_length: read *)
let t () : int = String.length "abc"

(*== string_length_empty: read *)
let t () : int = String.length ""

(*== string_length_bytes: read *)
let t () : int = String.length "\195\164\n"

(*== string_length_utf8: read *)
let t () : int = String.length "é"

(*== string_get: read *)
let t () : int = Char.code (String.get "abc" 1)

(*== string_get_outside: read *)
let t () : int = Char.code (String.get "abc" 3)

(*== string_get_negative: read *)
let t () : int = Char.code (String.get "abc" (-1))

(*== string_append: read *)
let t () : int = String.length ("ab" ^ "cde")

(*== string_append_equal: read *)
let t () : int = if "ab" ^ "c" = "abc" then 1 else 0

(*== string_concat: read *)
let t () : int = if String.concat ", " ["a"; "b"; "c"] = "a, b, c" then 1 else 0

(*== string_concat_none: read *)
let t () : int = String.length (String.concat ", " [])

(*== string_concat_one: read *)
let t () : int = String.length (String.concat ", " ["a"])

(*== string_contains: read *)
let t () : int = if String.contains "abc" 'c' then 1 else 0

(*== string_contains_not: read *)
let t () : int = if String.contains "abc" 'd' then 1 else 0

(*== string_sub: read *)
let t () : int = if String.sub "abcde" 1 3 = "bcd" then 1 else 0

(*== string_sub_end: read *)
let t () : int = String.length (String.sub "abc" 3 0)

(*== string_sub_outside: read *)
let t () : int = String.length (String.sub "abc" 2 2)

(*== string_sub_negative: read *)
let t () : int = String.length (String.sub "abc" (-1) 2)

(*== string_sub_negative_length: read *)
let t () : int = String.length (String.sub "abc" 1 (-1))

(*== string_make: read *)
let t () : int = if String.make 3 'x' = "xxx" then 1 else 0

(*== string_make_negative: read *)
let t () : int = String.length (String.make (-1) 'x')

(*== string_for_all: read *)
let t () : int = if String.for_all (fun c -> c >= 'a') "abc" then 1 else 0

(*== string_exists: read *)
let t () : int = if String.exists (fun c -> c > 'b') "abc" then 1 else 0

(*== string_map: read *)
let t () : int = if String.map (fun c -> if c = 'a' then 'b' else c) "banana" = "bbnbnb" then 1 else 0

(*== string_equal: read *)
let t () : int = if String.equal "a" "b" then 1 else 0

(*== string_match: read *)
let t () : int = (match String.sub "abc" 0 2 with "a" -> 1 | "ab" -> 2 | _ -> 3)

(*== string_of_bool: read *)
let t () : int = if string_of_bool (1 < 2) = "true" && string_of_bool (2 < 1) = "false" then 1 else 2
