(* What the generators of QCheck can produce: those that draw numbers, in the dialect, with their exact support as
   their claims. The test [elaborator/tests/qcheck.rs] proves them. Combinators that take functions or lists of generators are written
   out where they are used, by the front end. The numbers are those of qcheck 0.19 to 0.91. *)

module QCheck = struct
  module Gen = struct
    let unit () : unit = () [@@covers {| M [v:unit | true] |}]
    let bool () : bool = bool_gen () [@@covers {| M [v:bool | true] |}]
    let int () : int = int_gen () [@@covers {| M [v:int | true] |}]

    (* [pint], [int_pos] *)
    let pint () : int = nat_gen () [@@covers {| M [v:int | 0 <= v] |}]

    (* Not a rename of [int_neg]: it stops at -9999, and contains 0. *)
    let neg_int () : int = int_range (-9999) 0 [@@covers {| M [v:int | -9999 <= v && v <= 0] |}]
    let int_neg () : int = -1 - nat_gen () [@@covers {| M [v:int | v < 0] |}]

    (* [small_nat], [small_int], [int_pos_small], [nat_small] *)
    let small_nat () : int = int_range 0 99 [@@covers {| M [v:int | 0 <= v && v <= 99] |}]

    (* [small_signed_int], [int_small] *)
    let small_signed_int () : int = int_range (-99) 99 [@@covers {| M [v:int | -99 <= v && v <= 99] |}]

    (* [nat], [int_pos_mid], and the sizes of [list] and [sized] *)
    let nat () : int = int_range 0 9999 [@@covers {| M [v:int | 0 <= v && v <= 9999] |}]
    let big_nat () : int = int_range 0 999999 [@@covers {| M [v:int | 0 <= v && v <= 999999] |}]

    (* [int_range], [--], [int_bound] *)
    let int_range (low : int) (high : int) () : int = int_range low high
    [@@covers {| low:int -> high:int -> M [v:int | low <= v && v <= high] |}]

    let char () : char = char_gen () [@@covers {| M [v:char | true] |}]

    (* [char_range]; fails when built if the first is greater. *)
    let char_range (low : char) (high : char) () : char =
      Char.chr (int_range (Char.code low) (Char.code high) ())
    [@@covers {| low:char -> high:char -> M [v:char | Char.code low <= Char.code v && Char.code v <= Char.code high] |}]

    (* [numeral], [char_numeral] *)
    let numeral () : char = Char.chr (int_range 48 57 ())
    [@@covers {| M [v:char | '0' <= v && v <= '9'] |}]

    (* [printable], [char_printable]: never a tilde. *)
    let printable () : char = if bool_gen () then '\n' else Char.chr (int_range 32 125 ())
    [@@covers {| M [v:char | v = '\n' || (' ' <= v && v <= '}')] |}]

    let nat_split2 (n : int) () : int * int =
      let i = int_range 0 n () in
      (i, n - i)
    [@@covers {| n:int -> M [v:int * int | 0 <= fst v && 0 <= snd v && fst v + snd v = n] |}]

    let pos_split2 (n : int) () : int * int =
      let i = int_range 1 (n - 1) () in
      (i, n - i)
    [@@covers {| n:int -> M [v:int * int | 1 <= fst v && 1 <= snd v && fst v + snd v = n] |}]

    (* [oneofl], [oneof_list] of a list that is computed: fails if it is empty. *)
    let rec element (l : 'a list) () : 'a =
      match l with
      | [] -> err ()
      | x :: rest -> ( match rest with [] -> x | _ :: _ -> if bool_gen () then x else element rest ())
    [@@covers {| forall 'a. l:{v:'a list | true} -> M [v:'a | mem l v] |}]
    [@@measure len l]

    (* [list_repeat], [list_size], [list]: a negative length never ends. *)
    let rec list_repeat (n : int) (g : unit -> 'a) : 'a list =
      if n = 0 then []
      else
        let x = g () in
        x :: list_repeat (n - 1) g
    [@@covers
      {| forall 'a. forall (p : 'a -> bool).
         n:{v:int | 0 <= v} -> g:(M [v:'a | p v]) ->
         [v:'a list | len v = n && (forall u:'a. mem v u ==> p u)] |}]
    [@@measure n]

    (* [string_size], [string], [string_of]: a negative length fails. *)
    let string_repeat (n : int) (g : unit -> char) : string = String.String (list_repeat n g)
    [@@covers
      {| forall (p : char -> bool).
         n:{v:int | 0 <= v} -> g:(M [v:char | p v]) ->
         [v:string | String.length v = n && (forall c:char. String.contains v c ==> p c)] |}]
  end
end

module QCheck2 = struct
  module Gen = struct
    (* The tilde, too. *)
    let printable () : char = if bool_gen () then '\n' else Char.chr (QCheck.Gen.int_range 32 126 ())
    [@@covers {| M [v:char | v = '\n' || (' ' <= v && v <= '~')] |}]

    (* A negative length gives the empty list. *)
    let rec list_repeat (n : int) (g : unit -> 'a) : 'a list =
      if n <= 0 then []
      else
        let x = g () in
        x :: list_repeat (n - 1) g
    [@@covers
      {| forall 'a. forall (p : 'a -> bool).
         n:{v:int | 0 <= v} -> g:(M [v:'a | p v]) ->
         [v:'a list | len v = n && (forall u:'a. mem v u ==> p u)] |}]
    [@@measure n]
  end
end
