(* Small programs whose meaning is compared with what OCaml makes of them: a test compiles all of
   them, runs `t ()` in each, and expects of a program marked `read` that Covenant proves exactly
   that value (or, where OCaml raises an exception, that it proves nothing). A program marked
   `declined` is outside the dialect, and is declined by name. *)

(*== unary_plus: read *)
let t () : int = let x = 3 in +x

(*== unary_plus_lit: read *)
let t () : int = + 3

(*== unary_minus_redef: read *)
let ( ~- ) x = x + 1
let t () : int = let y = 3 in -y

(*== pipe_redef: read *)
let ( |> ) x f = f (x + 1)
let inc x = x + 1
let t () : int = 3 |> inc

(*== at_redef: read *)
let ( @@ ) f x = f (x + 1)
let inc x = x + 1
let t () : int = inc @@ 3

(*== plus_redef: read *)
let ( + ) a b = a - b
let t () : int = 5 + 3

(*== plus_redef_local: read *)
let t () : int = let ( + ) a b = a - b in 5 + 3

(*== plus_redef_local_scoped: read *)
let f () : int = let ( + ) a b = a - b in 5 + 3
let t () : int = f () + 3

(*== eq_redef: read *)
let ( = ) (a:int) (b:int) = a < b
let t () : int = if 1 = 2 then 1 else 0

(*== and_redef: read *)
let ( && ) a b = a || b
let t () : int = if true && false then 1 else 0

(*== failwith_redef: declined *)
let failwith (s : string) : int = 3
let t () : int = failwith "a"

(*== raise_redef_param: declined *)
let t () : int = (fun raise -> raise 3) (fun x -> x + 1)

(*== predicate_after_function: read *)
let big (n : int) : bool = true
let[@predicate] big (n : int) : bool = n > 10
let t () : int = if big 5 then 1 else 0

(*== function_after_predicate: read *)
let[@predicate] big (n : int) : bool = n > 10
let big (n : int) : bool = true
let t () : int = if big 5 then 1 else 0

(*== lemma_shadows: declined *)
let big (n : int) : bool = n > 10
let[@lemma] big (n : int) = (n = n)
let t () : int = if big 5 then 1 else 0

(*== open_module: declined *)
module M = struct let ( + ) a b = a - b end
open M
let t () : int = 5 + 3

(*== include_module: declined *)
include struct let ( + ) a b = a - b end
let t () : int = 5 + 3

(*== include_module2: declined *)
module M = struct let inc x = x + 2 end
let inc x = x + 1
include M
let t () : int = inc 3

(*== open_list: declined *)
open List
let t () : int = length [1;2]

(*== nonrec_type: declined *)
type t0 = X | Y
type nonrec t1 = A of t0 | B
let t () : int = match A X with A X -> 1 | A Y -> 2 | B -> 3

(*== or_guard: read *)
let t () : int = match (1, 2) with (x, _) | (_, x) when x = 2 -> x | _ -> 0

(*== or_guard2: read *)
let f a b = match (a, b) with ((x, _) | (_, x)) when x > 5 -> x | _ -> 0
let t () : int = f 1 9

(*== cyclic: declined *)
let t () : int = let rec ones = 1 :: ones in match ones with _ :: _ :: x :: _ -> x | _ -> 0

(*== physical_list: declined *)
let t () : int = if [1] == [1] then 1 else 0

(*== physical_list_ne: declined *)
let t () : int = if [1] != [1] then 1 else 0

(*== physical_nil: read *)
let t () : int = let l : int list = [] in if l == [] then 1 else 0

(*== physical_tuple2: declined *)
let mk x = (x, 2)
let t () : int = if mk 1 == mk 1 then 1 else 0

(*== physical_same: declined *)
let mk x = (x, 2)
let t () : int = let p = mk 1 in if p == p then 1 else 0

(*== physical_record: declined *)
type r = { x : int; y : int }
let mk x = { x; y = 1 }
let t () : int = if mk 1 == mk 1 then 1 else 0

(*== physical_option: declined *)
let mk x = Some x
let t () : int = if mk 1 == mk 1 then 1 else 0

(*== physical_poly: declined *)
let same a b = a == b
let mk x = Some x
let t () : int = if same (mk 1) (mk 1) then 1 else 0

(*== physical_section: declined *)
let mk x = Some x
let t () : int = if ( == ) (mk 1) (mk 1) then 1 else 0

(*== physical_section_partial: declined *)
let mk x = Some x
let t () : int = let same = ( == ) in if same (mk 1) (mk 1) then 1 else 0

(*== physical_predicate: declined *)
let[@predicate] same (a : int option) (b : int option) : bool = a == b
let mk x = Some x
let t () : int = if same (mk 1) (mk 1) then 1 else 0

(*== physical_string: declined *)
let t () : int = if "ab" == "ab" then 1 else 0

(*== physical_float: declined *)
let t () : int = let x = 1.5 in if x == 1.5 then 1 else 0

(*== physical_enum: read *)
type c = Red | Green | Blue
let t () : int = let c = Red in if c == Red && c != Blue then 1 else 0

(*== physical_char: read *)
let t () : int = if 'a' == 'a' && () == () && true == true then 1 else 0

(*== unused_err: read *)
let t () : int = let _x = err () in 3

(*== unused_err_tuple: read *)
let t () : int = fst (3, err ())

(*== unused_err_arg: read *)
let f _ = 3
let t () : int = f (err ())

(*== unused_err_partial: read *)
let f _ _ = 3
let t () : int = let g = f (err ()) in 4

(*== unused_err_partial2: read *)
let f a b = a + b
let t () : int = let _g = f (err ()) in 4

(*== unused_err_local_fn: read *)
let t () : int = let f _ = 3 in f (err ())

(*== unused_err_lambda: read *)
let t () : int = (fun _ -> 3) (err ())

(*== unused_err_match: read *)
let t () : int = match err () with _ -> 3

(*== unused_err_match_unit: read *)
let t () : int = match err () with () -> 3

(*== unused_err_seq: read *)
let t () : int = err (); 3

(*== unused_err_if: read *)
let t () : int = if err () then 3 else 3

(*== unused_err_guard: read *)
let t () : int = match 1 with 1 when err () -> 3 | _ -> 3

(*== unused_err_record: read *)
type r = { x : int; y : int }
let t () : int = { (err ()) with x = 3; y = 2 }.x

(*== unused_err_field: read *)
type r = { x : int; y : int }
let t () : int = { x = 3; y = err () }.x

(*== unused_err_ctor: read *)
type r = C of int * int
let t () : int = match C (3, err ()) with C (x, _) -> x

(*== unused_div: read *)
let t () : int = let _ = 1 / 0 in 3

(*== unused_div_arg: read *)
let f _ = 3
let t () : int = f (1 / 0)

(*== unused_mod: read *)
let t () : int = let z = 0 in let _ = 1 mod z in 3

(*== unused_div_pred: read *)
let t () : int = fst (3, 1 / 0)

(*== unused_let_pattern: read *)
let t () : int = let (a, _) = (3, err ()) in a

(*== unused_let_and: read *)
let t () : int = let a = 3 and _b = err () in a

(*== unused_choose: read *)
let t () : int = choose (err ()) (err ())

(*== and_short: read *)
let t () : int = if false && err () then 1 else 0

(*== or_short: read *)
let t () : int = if true || err () then 1 else 0

(*== and_eager: read *)
let t () : int = if (err ()) && false then 1 else 0

(*== nonexhaustive: read *)
let f x = match x with 1 -> 2 | 3 -> 4
let t () : int = f 2

(*== nonexhaustive_let: read *)
let t () : int = let (x :: _) = ([] : int list) in x

(*== nonexhaustive_fun: read *)
let f = fun (Some x) -> x
let t () : int = f (None : int option)

(*== redundant: read *)
let t () : int = match 1 with _ -> 1 | 1 -> 2

(*== and_scope: read *)
let f () = 1
let f () = 2 and g () = f ()
let t () : int = g ()

(*== and_scope_local: read *)
let t () : int = let x = 1 in let x = 2 and y = x in y

(*== and_scope_local_fn: read *)
let t () : int = let f () = 1 in let f () = 2 and g () = f () in g () + f ()

(*== nonrec_self: read *)
let f x = x + 1
let f x = f (f x)
let t () : int = f 1

(*== nonrec_local_self: read *)
let t () : int = let f x = x + 1 in let f x = f (f x) in f 1

(*== let_shadow: read *)
let t () : int = let x = 1 in let x = x + 1 in let x = x * 3 in x

(*== param_shadow: read *)
let f x x = x
let t () : int = f 1 2

(*== ctor_shadow: read *)
type a = P | Q
type b = Q | P
let t () : int = match P with P -> 1 | Q -> 2

(*== ctor_shadow_prelude: read *)
type mytree = Leaf | Node of int
let t () : int = match Node 3 with Node x -> x | Leaf -> 0

(*== list_shadow: declined *)
type 'a l = [] | ( :: ) of 'a * 'a l
let t () : int = match [1; 2] with x :: _ -> x | [] -> 0

(*== ctor_err: read *)
type r = Err | Fine of int
let t () : int = match Err with Err -> 5 | Fine n -> n

(*== ctor_err_arg: read *)
type r = Err of int | Fine of int
let t () : int = match Err 4 with Err n -> n | Fine n -> n + 1

(*== exception_ctor: read *)
type r = Bad | Fine
exception Bad
let t () : int = match Fine with Fine -> 1 | _ -> 2

(*== field_shadow: read *)
type a = { x : int; y : int }
type b = { x : int; z : int }
let t () : int = let r = { x = 1; z = 2 } in r.x

(*== prelude_shadow: read *)
let len (l : int list) : int = 7
let t () : int = len [1]

(*== prelude_shadow_nonrec: read *)
let len (l : int list) : int = 1 + len l
let t () : int = len [1]

(*== prelude_shadow_local: read *)
let t () : int = let len _ = 9 in len [1]

(*== not_shadow: read *)
let not (b : bool) = b
let t () : int = if not true then 1 else 0

(*== not_shadow_local: read *)
let t () : int = let not b = b in if not true then 1 else 0

(*== fst_shadow: read *)
let fst (a, b) = b
let t () : int = fst (1, 2)

(*== max_shadow: read *)
let max (a : int) b = a
let t () : int = max 1 2

(*== int_gen_shadow: read *)
let int_gen () = 4
let t () : int = int_gen ()

(*== choose_shadow: read *)
let choose a b = a + b
let t () : int = choose 1 2

(*== implies_shadow: read *)
let implies a b = a && b
let t () : int = if implies false true then 1 else 0

(*== bind_shadow_local: read *)
let t () : int = let ( >>= ) a f = f (a + 1) in 1 >>= fun x -> x

(*== append_shadow: read *)
let ( @ ) a b = b
let t () : int = len ([1;2] @ [3])

(*== div_neg: read *)
let t () : int = (-7) / 2

(*== div_neg2: read *)
let t () : int = 7 / (-2)

(*== mod_neg: read *)
let t () : int = (-7) mod 2

(*== mod_neg2: read *)
let t () : int = 7 mod (-2)

(*== mod_neg3: read *)
let t () : int = -7 mod 2

(*== neg_mul: read *)
let t () : int = - 2 * 3 + 1

(*== neg_app: read *)
let f x = x + 10
let t () : int = - f 3

(*== sub_assoc: read *)
let t () : int = 10 - 3 - 2

(*== div_assoc: read *)
let t () : int = 100 / 5 / 2 * 3

(*== mod_prec: read *)
let t () : int = 10 + 7 mod 4 * 2

(*== cons_prec: read *)
let t () : int = match 1 + 1 :: 2 :: [] with x :: _ -> x | [] -> 0

(*== append_assoc: read *)
let t () : int = len (1 :: [2] @ [3] @ [4])

(*== cmp_prec: read *)
let t () : int = if 1 + 1 = 2 && 3 < 4 || false then 1 else 0

(*== not_prec: read *)
let t () : int = if not false && false then 1 else 0

(*== if_seq: read *)
let t () : int = if true then (); 5

(*== if_else_prec: read *)
let t () : int = if true then 1 else 2 + 10

(*== if_then_else_cons: read *)
let t () : int = len (if true then [1] else [] @ [2])

(*== match_nested: read *)
let t () : int = match 1 with 1 -> (match 2 with 3 -> 4 | _ -> 5) | _ -> 6

(*== match_nested_open: read *)
let t () : int = match 1 with 2 -> 0 | 1 -> match 2 with 3 -> 4 | _ -> 5

(*== match_seq: read *)
let t () : int = match 1 with 1 -> (); 7 | _ -> 8

(*== fun_seq: read *)
let t () : int = (fun x -> (); x + 1) 3

(*== let_seq: read *)
let t () : int = let x = 1 in (); x

(*== tuple_prec: read *)
let t () : int = let a, b = 1, 2 in a * 10 + b

(*== app_prec: read *)
let f x = x * 2
let t () : int = f 3 + f 4 * 2

(*== pipe_prec: read *)
let f x = x * 2
let t () : int = 3 + 1 |> f

(*== at_prec: read *)
let f x = x * 2
let t () : int = f @@ f @@ 3 + 1

(*== pipe_chain: read *)
let f x = x * 2
let g x = x + 1
let t () : int = 3 |> f |> g

(*== typed_prec: read *)
let t () : int = (1 + 2 : int) * 3

(*== cmp_chain: read *)
let t () : int = if (1 < 2) = (3 < 4) then 1 else 0

(*== cmp_assoc: read *)
let t () : int = if 1 < 2 = true then 1 else 0

(*== neg_lit_app: read *)
let f x y = x - y
let t () : int = f 3 (-2)

(*== minus_lit: read *)
let t () : int = let x = 5 in x -2

(*== lsl_prec: declined *)
let t () : int = 1 lsl 3

(*== land_op: declined *)
let t () : int = 6 land 3

(*== string_eq: read *)
let t () : int = if "a\065" = "aA" then 1 else 0

(*== string_lt: declined *)
let t () : int = if "a" < "b" then 1 else 0

(*== char_lt: declined *)
let t () : int = if 'a' < 'b' then 1 else 0

(*== compare_fn: read *)
let t () : int = compare 1 2

(*== eq_fun: declined *)
let t () : int = if (fun x -> x + 0) = (fun x -> x + 0) then 1 else 0

(*== eq_float_nan: declined *)
let t () : int = if nan = nan then 1 else 0

(*== float_zero: declined *)
let t () : int = if 0. = -0. then 1 else 0

(*== lazy_: declined *)
let t () : int = let x = lazy (err ()) in 3

(*== lazy_force: declined *)
let t () : int = Lazy.force (lazy 3)

(*== labelled: declined *)
let f ~a ~b = a - b
let t () : int = f ~b:1 ~a:5

(*== optional: declined *)
let f ?(a = 1) () = a
let t () : int = f ()

(*== assert_true: read *)
let t () : int = assert (1 = 1); 3

(*== assert_false_cond: read *)
let t () : int = assert (1 = 2); 3

(*== assert_false: read *)
let t () : int = assert false

(*== try_: declined *)
let t () : int = try err () with _ -> 3

(*== match_exception: declined *)
let t () : int = match err () with exception _ -> 3 | x -> x

(*== ref_: declined *)
let t () : int = let r = ref 1 in r := 2; !r

(*== mutable_: declined *)
type r = { mutable x : int }
let t () : int = let r = { x = 1 } in r.x <- 2; r.x

(*== array_: declined *)
let t () : int = let a = [| 1; 2 |] in a.(0)

(*== while_: declined *)
let t () : int = while false do () done; 3

(*== for_: declined *)
let t () : int = for i = 1 to 3 do () done; 3

(*== let_open: declined *)
module M = struct let x = 3 end
let x = 1
let t () : int = let open M in x

(*== local_open: declined *)
module M = struct let x = 3 end
let x = 1
let t () : int = M.(x)

(*== local_open_list: declined *)
module M = struct let f x = x + 3 end
let f x = x
let t () : int = len M.[f 1]

(*== local_open_record: declined *)
module M = struct type r = { a : int } let x = 3 end
let x = 1
let t () : int = M.{ a = x }.M.a

(*== qualified: declined *)
module M = struct let x = 3 end
let x = 1
let t () : int = M.x

(*== function_cases: read *)
let f = function 0 -> 1 | 1 -> 2 | n -> n * 10
let t () : int = f 0 + f 1 + f 5

(*== function_multi: read *)
let f x = function 0 -> x | n -> n + x
let t () : int = f 3 0 + f 3 1

(*== as_pattern: read *)
let t () : int = match [1; 2] with (x :: _) as l -> x + len l | [] -> 0

(*== as_prec: read *)
let t () : int = match (1, 2) with a, b as p -> a + b + fst p

(*== or_binding: read *)
let t () : int = match (1, 2) with (1, x) | (x, 1) -> x | _ -> 0

(*== or_nested: read *)
let f p = match p with ((1 | 2), y) -> y | (_, _) -> 0
let t () : int = f (1, 5) + f (2, 7) + f (3, 100)

(*== when_fallthrough: read *)
let f x = match x with n when n > 5 -> 1 | n when n > 3 -> 2 | _ -> 3
let t () : int = f 4

(*== range_pattern: declined *)
let t () : int = match 'c' with 'a'..'d' -> 1 | _ -> 0

(*== record_pattern: read *)
type r = { x : int; y : int }
let t () : int = let { x; y = z } = { y = 2; x = 1 } in x * 10 + z

(*== record_update: read *)
type r = { x : int; y : int }
let t () : int = let r = { x = 1; y = 2 } in let s = { r with x = 5 } in s.x * 10 + s.y

(*== record_pun: read *)
type r = { x : int; y : int }
let t () : int = let y = 2 and x = 1 in let r = { y; x } in r.x * 10 + r.y

(*== hex: read *)
let t () : int = 0x1F + 0b11 + 0o17 + 1_000

(*== max_int_: declined *)
let t () : int = max_int

(*== literal_suffix: declined *)
let t () : int = Int32.to_int 1l

(*== letop: read *)
let ( let* ) x f = f (x + 1)
let t () : int = let* y = 1 in y

(*== letop_and: declined *)
let ( let+ ) x f = f x
let ( and+ ) a b = (a, b)
let t () : int = let+ x = 1 and+ y = 2 in x + y

(*== prefix_op: read *)
let ( ! ) x = x + 1
let t () : int = !3

(*== prefix_op2: read *)
let ( ~+ ) x = x + 1
let t () : int = let y = 3 in +y

(*== infix_custom: read *)
let ( +! ) a b = a * 10 + b
let t () : int = 1 +! 2 +! 3

(*== infix_custom_prec: read *)
let ( ** ) a b = a * 10 + b
let t () : int = 1 ** 2 ** 3

(*== infix_custom_prec2: read *)
let ( *! ) a b = a * 10 + b
let t () : int = 1 + 2 *! 3

(*== infix_dollar: read *)
let ( $ ) f x = f (x + 1)
let inc x = x + 1
let t () : int = inc $ 3

(*== hash_op: declined *)
let ( #+ ) a b = a * 10 + b
let t () : int = 1 #+ 2 + 3

(*== poly_variant: declined *)
let t () : int = match `A with `A -> 1

(*== object_: declined *)
let t () : int = (object method x = 3 end)#x

(*== first_class_fn: read *)
let twice f x = f (f x)
let t () : int = twice (fun x -> x * 3) 2

(*== fn_in_data: declined *)
let t () : int = match Some (fun x -> x + 1) with Some f -> f 2 | None -> 0

(*== partial_app: read *)
let add a b = a + b
let t () : int = let f = add 3 in f 4 + f 5

(*== section: read *)
let t () : int = ( + ) 1 2 + ( - ) 5 3 + (let f = ( * ) 2 in f 4)

(*== section_minus: read *)
let t () : int = (~-) 3

(*== section_mod: read *)
let t () : int = ( mod ) 7 4

(*== toplevel_const: read *)
let k = 3
let t () : int = k * k

(*== toplevel_pattern: declined *)
let a, b = 3, 4
let t () : int = a * 10 + b

(*== toplevel_unit: read *)
let () = ()
let t () : int = 1

(*== toplevel_underscore: read *)
let _ = 5
let t () : int = 1

(*== local_poly: declined *)
let t () : int = let id x = x in if id true then id 3 else 0

(*== higher_shadow: read *)
let t () : int = (fun x -> (fun x -> x + 1) (x * 2)) 3

(*== begin_end: read *)
let t () : int = begin 3 end * 2

(*== comment: read *)
let t () : int = 3 (* + 4 (* nested *) "*)" *) + 1

(*== string_with_comment: read *)
let t () : int = if "(*" = "(*" then 1 else 0

(*== char_quote: read *)
let t () : int = if '"' = '\"' then 1 else 0

(*== unit_arg: read *)
let f () () = 3
let t () : int = f () ()

(*== nested_fun: read *)
let f = fun x -> fun y -> x - y
let t () : int = f 5 3

(*== fun_pattern2: read *)
let f (a, b) = a - b
let t () : int = f (5, 3)

(*== ctor_tuple: read *)
type c = C of (int * int)
let t () : int = let p = (1, 2) in match C p with C (a, b) -> a * 10 + b

(*== ctor_tuple2: read *)
type c = C of int * int
let t () : int = match C (1, 2) with C (a, b) -> a * 10 + b

(*== gadt: declined *)
type _ g = I : int -> int g
let t () : int = match I 3 with I n -> n

(*== rec_nonrec: read *)
let rec f x = x + 1
let t () : int = f 1

(*== mutual_alias: read *)
let[@predicate] rec ev (l : int list) : bool = match l with [] -> true | _ :: t -> od t
and od (l : int list) : bool = match l with [] -> false | _ :: t -> ev t
let t () : int = if ev [1; 2] then 1 else 0

(*== pred_nonrec_and: read *)
let[@predicate] p (n : int) : bool = n > 0
let[@predicate] p (n : int) : bool = n > 10 and q (n : int) : bool = p n
let t () : int = if q 5 then 1 else 0

(*== attribute: read *)
let t () : int = (3 [@foo]) + 1

(*== coerce: declined *)
let t () : int = (3 :> int)

(*== newtype: declined *)
let f (type a) (x : a) : a = x
let t () : int = f 3

(*== sequence_nonunit: declined *)
let t () : int = 1; 2

(*== neg_const_pattern: read *)
let t () : int = match -3 with -3 -> 1 | _ -> 0

(*== bool_pattern: read *)
let t () : int = match true, false with true, true -> 1 | _, false -> 2 | _ -> 3

(*== string_pattern: read *)
let t () : int = match "a" with "\097" -> 1 | _ -> 0

(*== class_shadow: declined *)
class list = object end
let t () : int = 3

(*== type_param_alias: read *)
type 'a p = 'a * 'a
let f (x : int p) = fst x
let t () : int = f (1, 2)

(*== nat_shadow: read *)
type nat = Z | S of nat
let t () : int = match S Z with S _ -> 1 | Z -> 0

(*== bool_shadow: read *)
type bool2 = bool
let t () : int = if (true : bool2) then 1 else 0

(*== unit_type_shadow: declined *)
type unit = U
let t () : int = 3

(*== int_type_shadow: declined *)
type int = I
let t () = 3

(*== invalid_arg: read *)
let t () : int = invalid_arg "x"

(*== raise_: read *)
exception E of int
let t () : int = raise (E 3)

(*== let_exception: declined *)
let t () : int = let exception E in 3

(*== let_module: declined *)
let t () : int = let module M = struct let x = 3 end in M.x

(*== semi_semi: read *)
let x = 3;;
let t () : int = x

(*== predicates_in_program: read *)
let t () : int = if sorted [1; 2] && not (sorted [2; 1]) && mem [1] 1 && uniq [1;2] then 1 else 0

(*== abs_succ: read *)
let t () : int = abs (-3) + succ 4 + pred 5 + min 1 2 + max 3 4

(*== tuple3_eq: read *)
let t () : int = if (1, [2], Some 3) = (1, [2], Some 3) then 1 else 0

(*== neq: read *)
let t () : int = if (1, 2) <> (1, 3) then 1 else 0

(*== list_fn: read *)
let t () : int = List.length [1]

(*== ignore_: read *)
let t () : int = ignore 3; 4

(*== ignore_err: read *)
let t () : int = ignore (err ()); 4

(*== str_concat: read *)
let t () : int = if "a" ^ "b" = "ab" then 1 else 0

(*== if_no_else_err: read *)
let t () : int = if false then err (); 4

(*== un_err: read *)
let t () : int = let _ = err () in 5

(*== un_if: read *)
let bad () : bool = err ()
let t () : int = if bad () then 5 else 5

(*== un_match: read *)
let bad () : bool = err ()
let t () : int = match bad () with _ -> 5

(*== un_or: read *)
let bad () : bool = err ()
let t () : int = if bad () || true then 5 else 6

(*== un_fst: read *)
let bad () : bool = err ()
let t () : int = fst (5, bad ())

(*== un_field: read *)
type r = { x : int; y : bool }
let bad () : bool = err ()
let t () : int = { x = 5; y = bad () }.x

(*== un_nth: read *)
let t () : int = let _ = list_nth [ 1 ] 3 in 5

(*== un_helper: read *)
let h (x : int) (_ : int) : int = x
let bad () : int = err ()
let t () : int = h 5 (bad ())

(*== un_helper_pipe: read *)
let h (_ : int) : int = 5
let bad () : int = err ()
let t () : int = bad () |> h

(*== un_guard_when: read *)
let bad () : bool = err ()
let t () : int = match 5 with x when bad () -> x | x -> x

(*== un_pattern: read *)
let t () : int = let (Some _) = (None : int option) in 5

(*== un_pattern_lit: read *)
let t () : int = let 1 = 2 in 5

(*== un_assert: read *)
let t () : int = assert (1 = 2); 5

(*== un_list: read *)
let bad () : int = err ()
let t () : int = len [ 1; bad () ]

(*== un_eq: read *)
let bad () : int = err ()
let t () : int = if (bad () :: [] <> []) then 1 else 0

(*== un_unit_param: read *)
let bad () : unit = err ()
let t () : int = let g () = 5 in g (bad ())

(*== un_predicate_arg: read *)
let[@predicate] five (_ : int) : int = 5
let bad () : int = err ()
let t () : int = five (bad ())

(*== un_constructor: read *)
type t = A of int * bool
let bad () : bool = err ()
let t () : int = match A (5, bad ()) with A (x, _) -> x

(*== un_typed: read *)
let bad () : int = err ()
let t () : int = let _ : int = bad () in 5

(*== un_and: read *)
let bad () : int = err ()
let t () : int = let _ = bad () and y = 5 in y

(*== un_implies: declined *)
let bad () : bool = err ()
let t () : int = if false ==> bad () then 5 else 6

(*== pr_neg_div: read *)
let t () : int = -7 / 2

(*== pr_neg_div_bad: read *)
let t () : int = -7 / 2

(*== pr_neg_mod_bad: read *)
let t () : int = -7 mod 3

(*== pr_mod_neg_bad: read *)
let t () : int = 7 mod (-3)

(*== pr_div_neg_bad: read *)
let t () : int = 7 / (-2)

(*== pr_neg_div_claim: read *)
let t () : int = 0 - 4

(*== pr_neg_mod_claim: read *)
let t () : int = 2

(*== pr_sub_neg: read *)
let t () : int = 1 - -1

(*== pr_if_seq: read *)
let t () : int = let x = 3 in if x = 4 then (); err ()

(*== pr_fun_seq: declined *)
let t () : int = let h = fun () -> (); 1 in h (); 2

(*== pr_pipe: read *)
let t () : int = 1 + 2 |> succ

(*== pr_power: read *)
let t () : int = 2 * 3 mod 4

(*== sh_and_old: read *)
let g () : int = 1
let t () : int = let g () = 2 and h () = g () in h ()

(*== sh_local_plus: read *)
let t () : int = let ( + ) a b = a - b in 1 + 2

(*== sh_pattern_op: declined *)
let t () : int = let ( (+), _ ) = ((fun a _ -> a), 0) in 1 + 2

(*== sh_let_star: read *)
let ( let* ) (x : int) (f : int -> int) : int = f (x + 1)
let t () : int = let* x = 1 in x

(*== sh_and_star: declined *)
let ( let* ) (x : int * int) (f : int * int -> int) : int = f x
let ( and* ) (x : int) (y : int) : int * int = (y, x)
let t () : int = let* x = 1 and* y = 2 in x

(*== lx_char_dec: read *)
let t () : int = if 'a' = '\097' then 0 else 1

(*== lx_char_hex: read *)
let t () : int = if 'A' = '\x41' then 0 else 1

(*== lx_char_oct: read *)
let t () : int = if 'A' = '\o101' then 0 else 1

(*== lx_char_nl: read *)
let t () : int = if '\n' = '\010' then 0 else 1

(*== lx_str_u: read *)
let t () : int = if "A" = "\u{41}" then 0 else 1

(*== lx_str_cont: read *)
let t () : int = if "ab" = "a\
     b" then 0 else 1

(*== lx_str_quoted: read *)
let t () : int = if "a\\n" = {|a\n|} then 0 else 1

(*== lx_str_quoted2: read *)
let t () : int = if "a|}" = {x|a|}|x} then 0 else 1

(*== lx_str_claim: read *)
let t () : int = 1

(*== lx_char_claim: read *)
let t () : int = 1

(*== lx_float_claim: read *)
let t () : int = 1

(*== lx_float_claim2: read *)
let t () : int = 1

(*== lx_float_claim3: read *)
let t () : int = 1

(*== lx_float_claim4: read *)
let t () : int = 1

(*== lx_float_pred: read *)
let[@predicate] same (x : float) (y : float) : bool = x = y
let t () : int = 1

(*== lx_comment_char: read *)
let t () : int = 1 (* '"' *) + 1 (* '\'' *) + 1 (* " *) " *)

(*== lx_comment_prime: read *)
let t () : int = 1 (* don't " *) + 5 (* " *) + 1

(*== lx_star_paren: read *)
let t () : int = (*)2 (* *) 1 + 1 *) 3

(*== lx_big2: declined *)
let t () : int = -4611686018427387904

(*== ex_try: declined *)
let t () : int = try err () with _ -> 1

(*== lb_label: declined *)
let g ~(a : int) ~(b : int) : int = a - b
let t () : int = g ~b:1 ~a:2

(*== lb_total: declined *)
let g (h : a:int -> int) : int = h ~a:1
let t () : int = g (fun ~a -> a)

(*== mt_field: declined *)
type r = { mutable x : int }
let t () : int = let r = { x = 1 } in r.x <- 2; r.x

(*== rf: declined *)
let t () : int = let r = ref 1 in r := 2; !r

(*== bang: read *)
let ( ! ) (x : int) : int = x + 1
let t () : int = !1 + !2

(*== cl_pred_named_v: read *)
let[@predicate] v (x : int) : bool = true
let t () : int = 0

(*== cl_pred_redefined: read *)
let[@predicate] p (x : int) : bool = x = 0
let[@predicate] q (x : int) : bool = p x
let[@predicate] p (x : int) : bool = x = 1
let t () : int = 0

(*== cl_pred_redefined2: read *)
let[@predicate] p (x : int) : bool = x = 0
let[@predicate] q (x : int) : bool = p x
let[@predicate] p (x : int) : bool = x = 1
let t () : int = 1

(*== cl_pred_param_shadow: read *)
let[@predicate] p (x : int) : bool = x = 0
let[@predicate] q (p : bool) (x : int) : bool = p && x = 1
let t () : int = 0

(*== cl_if_else_or: read *)
let t () : int = if (true) then 1 else 0

(*== cl_if_else_or2: read *)
let t () : int = 0

(*== cl_if_plus: read *)
let t () : int = 1

(*== cl_if_cmp: read *)
let t () : int = 1

(*== cl_not_cmp: read *)
let t () : int = if (true) then 1 else 0

(*== cl_cmp_bool: read *)
let t () : int = if (true) then 1 else 0

(*== cl_cmp_left: read *)
let t () : int = if (false) then 1 else 0

(*== cl_comment: read *)
let t () : int = 0

(*== cl_unicode_minus: read *)
let t () : int = 0

(*== st_poly_restrict: declined *)
let id = fun x -> x
let h = id id
let t () : int = h 1

(*== st_rec_value: read *)
let rec xs = 1 :: xs
let t () : int = 1

(*== st_phys: declined *)
let t () : int = if ("a" == "a") then 1 else 0

(*== st_fun_eq: declined *)
let t () : int = if ((fun x -> x) = (fun x -> x)) then 1 else 0

(*== st_nth_order: read *)
let t () : int = list_nth [ 1; 2 ] 0

(*== st_nth_neg: read *)
let t () : int = list_nth [ 1; 2 ] (-1)

(*== ef_top_if: declined *)
let x = if true then 1 else err ()
let t () : int = 1

(*== at_covers_string_newline: read *)
let t () : int = 1

(*== at_covers_escaped: read *)
let t () : int = 1

(*== at_covers_quoted_id: read *)
let t () : int = 1

(*== str_esc_space: read *)
let t () : int = if "\ " = " " then 0 else 1

(*== str_tab: read *)
let t () : int = if "a\
	b" = "ab" then 0 else 1

(*== chr_quote: read *)
let t () : int = if '\'' = '\039' then 0 else 1

(*== chr_dq: read *)
let t () : int = if '"' = '\"' then 0 else 1

(*== ctor_shadow_list: declined *)
type 'a t = [] | ( :: ) of 'a * 'a t
let t () : int = match [ 1 ] with [] -> 0 | _ :: _ -> 1

(*== ctor_swapped_list: declined *)
type 'a l = ( :: ) of 'a l * 'a | []
let t () : int = match ([] :: 1) with [] -> 0 | _ :: x -> x

(*== amp_ampamp: read *)
let ( && ) (a : bool) (b : bool) : bool = b
let t () : int = if ((err () : bool) && true) then 1 else 0

(*== user_implies: read *)
let ( ==> ) (a : bool) (b : bool) : bool = a
let t () : int = if (false ==> true) then 1 else 0

(*== user_implies_claim: read *)
let[@predicate] implies (a : bool) (b : bool) : bool = a && b
let t () : int = if (false) then 1 else 0

(*== user_implies_claim2: read *)
let[@predicate] ( ==> ) (a : bool) (b : bool) : bool = a && b
let t () : int = if (false) then 1 else 0

(*== user_mem_order: read *)
let t () : int = if (mem [ 1 ] 1) then 1 else 0

(*== val_then_let: read *)
let[@predicate] p (x : int) : bool = x = 0
let g (p : int -> bool) : bool = p 1
let t () : int = if (g (fun _ -> true)) then 1 else 0

(*== let_punned: read *)
let x = 1
let t () : int = let x = x in let x = x + x in x
