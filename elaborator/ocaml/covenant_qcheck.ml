(* The generators of QCheck over draws that a script can answer: what the modules QCheck and QCheck2 that go with
   this file are made of. They have the interface of the library as far as generators are read, and the meaning that
   docs/QCHECK.md says they have: what can be drawn, and what fails when it is built and what when it is drawn.

   Each draws as the core program of a claim does, in the same order: a choice is a row of coins, a range is one
   choice. Probabilities are not those of the library. *)

let choice n = !Covenant_draws.choice n
let coin () = choice 2 = 0
let any_int () = !Covenant_draws.any_int ()
let range low high = low + choice (high - low + 1)

(* One of a list that is not empty: a coin for each element but the last. *)
let rec one_of = function
  | [] -> invalid_arg "a choice from nothing"
  | [ x ] -> x
  | x :: rest -> if coin () then x else one_of rest

(* Whether each entry can be drawn: the library draws a number below the sum and takes the first entry whose sum of
   weights so far is greater. *)
let reachable weights =
  let total = List.fold_left ( + ) 0 weights in
  let rec go sum most = function
    | [] -> []
    | weight :: rest ->
        let next = sum + weight in
        (most < next && most < total) :: go next (max most next) rest
  in
  go 0 0 weights

(* A coin for each entry but the last, as in [one_of]; one that cannot be drawn is not. *)
let weighted entries =
  let known = List.combine (reachable (List.map fst entries)) (List.map snd entries) in
  let rec go = function
    | [] -> invalid_arg "a choice from nothing"
    | [ (true, x) ] -> x
    | [ (false, _) ] -> invalid_arg "an entry that cannot be drawn"
    | (can, x) :: rest -> if coin () && can then x else go rest
  in
  go known

let in_order n f =
  let rec go i = if i >= n then [] else let x = f () in x :: go (i + 1) in
  go 0

(* All orders of the numbers below n, in the order in which the core program chooses from them. *)
let orders n =
  let insertions x order =
    let rec go before after =
      let here = List.rev_append before (x :: after) in
      match after with [] -> [ here ] | y :: rest -> here :: go (y :: before) rest
    in
    go [] order
  in
  let rec go i so_far = if i >= n then so_far else go (i + 1) (List.concat_map (insertions i) so_far) in
  go 0 [ [] ]

let shuffled l = if List.length l > 4 then l else List.map (List.nth l) (one_of (orders (List.length l)))

module type REPRESENTATION = sig
  type 'a t

  val make : (unit -> 'a) -> 'a t
  val draw : 'a t -> 'a

  (* Whether a choice from nothing fails when it is built. *)
  val early : bool
end

module Make (R : REPRESENTATION) = struct
  open R

  type 'a t = 'a R.t

  let return x = make (fun () -> x)
  let pure = return
  let map f g = make (fun () -> f (draw g))

  let bind g f =
    make (fun () ->
        let x = draw g in
        draw (f x))

  let map2 f a b =
    make (fun () ->
        let x = draw a in
        let y = draw b in
        f x y)

  let map3 f a b c =
    make (fun () ->
        let x = draw a in
        let y = draw b in
        let z = draw c in
        f x y z)

  let map4 f a b c d =
    make (fun () ->
        let x = draw a in
        let y = draw b in
        let z = draw c in
        let w = draw d in
        f x y z w)

  let map5 f a b c d e =
    make (fun () ->
        let x = draw a in
        let y = draw b in
        let z = draw c in
        let w = draw d in
        let u = draw e in
        f x y z w u)

  let ap f g = map2 (fun f x -> f x) f g
  let ( >>= ) = bind
  let ( >|= ) g f = map f g
  let ( <$> ) = map
  let ( <*> ) = ap
  let ( let* ) = bind
  let ( let+ ) g f = map f g
  let pair a b = map2 (fun x y -> (x, y)) a b
  let ( and* ) = pair
  let ( and+ ) = pair
  let triple a b c = map3 (fun x y z -> (x, y, z)) a b c
  let quad a b c d = map4 (fun x y z w -> (x, y, z, w)) a b c d
  let tup2 = pair
  let tup3 = triple
  let tup4 = quad
  let tup5 a b c d e = map5 (fun x y z w u -> (x, y, z, w, u)) a b c d e
  let tup6 a b c d e f = map2 (fun (x, y, z, w, u) r -> (x, y, z, w, u, r)) (tup5 a b c d e) f
  let tup7 a b c d e f g = map2 (fun (x, y, z, w, u, r) s -> (x, y, z, w, u, r, s)) (tup6 a b c d e f) g

  let tup8 a b c d e f g h =
    map2 (fun (x, y, z, w, u, r, s) t -> (x, y, z, w, u, r, s, t)) (tup7 a b c d e f g) h

  let tup9 a b c d e f g h i =
    map2 (fun (x, y, z, w, u, r, s, t) q -> (x, y, z, w, u, r, s, t, q)) (tup8 a b c d e f g h) i

  let map_keep_input f g = map (fun x -> (x, f x)) g
  let join g = bind g (fun inner -> inner)
  let delay f = make (fun () -> draw (f ()))

  let fix f first =
    let rec self n = make (fun () -> draw (f self n)) in
    self first

  (* --- choices --- *)

  let expect_some l = match l with [] when early -> invalid_arg "a choice from nothing" | _ -> ()

  let oneof l =
    expect_some l;
    make (fun () -> draw (one_of l))

  let oneofl l =
    expect_some l;
    make (fun () -> one_of l)

  let oneofa a = oneofl (Array.to_list a)

  let expect_weight entries =
    if early && List.fold_left (fun sum (weight, _) -> sum + weight) 0 entries <= 0 then
      failwith "weights without a sum"

  let frequency entries =
    expect_weight entries;
    make (fun () -> draw (weighted entries))

  let frequencyl entries =
    expect_weight entries;
    make (fun () -> weighted entries)

  let frequencya entries = frequencyl (Array.to_list entries)
  let oneof_list = oneofl
  let oneof_array = oneofa
  let oneof_weighted = frequency
  let oneof_list_weighted = frequencyl
  let oneof_array_weighted = frequencya

  let option ?(ratio = 0.5) g =
    make (fun () -> if ratio >= 1. then Some (draw g) else if ratio <= 0. || coin () then None else Some (draw g))

  let opt = option

  let result ?(ratio = 0.5) ok error =
    make (fun () ->
        if ratio >= 1. || (ratio > 0. && coin ()) then Ok (draw ok) else Error (draw error))

  let shuffle_l l = make (fun () -> shuffled l)
  let shuffle_list = shuffle_l
  let shuffle_w_l l = make (fun () -> shuffled (List.map snd l))
  let shuffle_list_weighted = shuffle_w_l

  (* --- numbers --- *)

  let unit = make (fun () -> ())
  let bool = make coin
  let int = make any_int
  let natural = make (fun () -> abs (any_int ()))
  let int_pos = natural
  let int_neg = make (fun () -> -1 - abs (any_int ()))
  let neg_int = make (fun () -> range (-9999) 0)
  let small_nat = make (fun () -> range 0 99)
  let small_int = small_nat
  let int_pos_small = small_nat
  let nat_small = small_nat
  let small_signed_int = make (fun () -> range (-99) 99)
  let int_small = small_signed_int
  let nat = make (fun () -> range 0 9999)
  let int_pos_mid = nat
  let big_nat = make (fun () -> range 0 999_999)

  let range_of low high =
    if high < low then invalid_arg "a range without numbers";
    make (fun () -> range low high)

  let int_bound high = range_of 0 high
  let ( -- ) = range_of

  let nat_split2 n =
    if n < 0 then invalid_arg "a negative sum";
    make (fun () ->
        let i = range 0 n in
        (i, n - i))

  let pos_split2 n =
    if n < 2 then invalid_arg "a sum below two";
    make (fun () ->
        let i = range 1 (n - 1) in
        (i, n - i))

  let any_float () = !Covenant_draws.any_float ()
  let float = make any_float
  let pfloat = make (fun () -> Float.abs (any_float ()))
  let nfloat = make (fun () -> -.Float.abs (any_float ()))
  let float_pos = pfloat
  let float_neg = nfloat

  (* --- characters and strings --- *)

  let char = make (fun () -> Char.chr (range 0 255))
  let numeral = make (fun () -> Char.chr (range 48 57))
  let char_numeral = numeral
  let characters_of low high = map Char.chr (range_of (Char.code low) (Char.code high))

  let text length g =
    if length < 0 then invalid_arg "a negative length";
    let characters = in_order length (fun () -> draw g) in
    String.concat "" (List.map (String.make 1) characters)

  let string_size_of size g =
    make (fun () ->
        let length = draw size in
        text length g)

  let string_size ?(gen = char) size = string_size_of size gen
  let string_of g = string_size_of nat g
  let small_string ?(gen = char) = string_size_of small_nat gen
  let string_small = string_size_of small_nat char
  let string_small_of g = string_size_of small_nat g
  let bytes_size ?(gen = char) size = map Bytes.of_string (string_size_of size gen)
  let bytes_of g = map Bytes.of_string (string_of g)
  let bytes_small = map Bytes.of_string string_small
  let bytes_small_of g = map Bytes.of_string (string_small_of g)

  (* --- lists and arrays --- *)

  let repeated length g =
    if length < 0 && not early then invalid_arg "a list that never ends";
    in_order length (fun () -> draw g)

  let list_size size g =
    make (fun () ->
        let length = draw size in
        repeated length g)

  let list g = list_size nat g
  let small_list g = list_size small_nat g
  let list_small = small_list
  let list_repeat n g = make (fun () -> repeated n g)
  let array_size size g = map Array.of_list (list_size size g)
  let array g = map Array.of_list (list g)
  let small_array g = map Array.of_list (small_list g)
  let array_small = small_array
  let array_repeat n g = map Array.of_list (list_repeat n g)

  let rec all_of = function
    | [] -> []
    | g :: rest ->
        let x = draw g in
        x :: all_of rest

  let flatten_l l = make (fun () -> all_of l)
  let flatten_list = flatten_l
  let flatten_a a = map Array.of_list (flatten_l (Array.to_list a))
  let flatten_res r = match r with Ok g -> map (fun x -> Ok x) g | Error e -> return (Error e)

  (* --- sizes --- *)

  let sized f =
    make (fun () ->
        let n = draw nat in
        draw (f n))

  let sized_size size f =
    make (fun () ->
        let n = draw size in
        draw (f n))

  (* --- draws outside of a test --- *)

  let generate1 ?rand g = draw g
  let generate ?rand ~n g = in_order n (fun () -> draw g)
end

module Print = struct
  type 'a t = 'a -> string

  let unit () = "()"
  let int = string_of_int
  let bool = string_of_bool
  let float = string_of_float
  let char = String.make 1
  let string s = s
  let bytes = Bytes.to_string
  let int32 = Int32.to_string
  let int64 = Int64.to_string
  let option f = function None -> "None" | Some x -> "Some " ^ f x
  let result f g = function Ok x -> "Ok " ^ f x | Error e -> "Error " ^ g e
  let pair f g (x, y) = "(" ^ f x ^ ", " ^ g y ^ ")"
  let triple f g h (x, y, z) = "(" ^ f x ^ ", " ^ g y ^ ", " ^ h z ^ ")"
  let quad f g h i (x, y, z, w) = "(" ^ f x ^ ", " ^ g y ^ ", " ^ h z ^ ", " ^ i w ^ ")"
  let tup2 = pair
  let tup3 = triple
  let tup4 = quad
  let list f l = "[" ^ String.concat "; " (List.map f l) ^ "]"
  let array f a = list f (Array.to_list a)
  let comap f p x = p (f x)
  let contramap = comap
end

(* Tests are not run here: what they are about is asked for one value at a time. *)
module Test = struct
  type t = unit

  exception Test_fail of string * string list
  exception Test_error of string * string * exn * string

  let fail_report = failwith
  let fail_reportf format = Format.kasprintf failwith format
  let check_exn ?long ?rand (_ : t) = ()
end
