
(* --- the module String: a string is a list of characters --- *)

(* Strings. *)
type string = String of char list

(* The characters of a string. *)
let[@predicate] chars (s : string) : char list = match s with String l -> l

(* The number of characters. *)
let[@predicate] length (s : string) : int = match s with String l -> len l

let[@predicate] string_len = length

(* A length is not negative. *)
let[@lemma] length_nonneg (s : string) = 0 <= length s

(* The character at a position of a list. *)
let[@predicate] rec char_at (l : char list) (n : int) : char option =
  match l with [] -> None | x :: t -> if n = 0 then Some x else char_at t (n - 1)

(* The character at a position, counted from 0; fails if there is none. For programs. *)
let get (s : string) (n : int) : char =
  match char_at (chars s) n with None -> err () | Some c -> c

(* The characters of [a], then those of [b]. *)
let[@predicate] cat (a : string) (b : string) : string =
  match a with String l -> ( match b with String m -> String (l @ m))

let[@predicate] ( ^ ) = cat

(* The string has the character. *)
let[@predicate] contains (s : string) (c : char) : bool = match s with String l -> mem l c

(* The characters of strings, with a separator between them. *)
let[@predicate] rec joined (separator : char list) (l : string list) : char list =
  match l with
  | [] -> []
  | s :: t -> ( match t with [] -> chars s | _ :: _ -> chars s @ separator @ joined separator t)

(* The strings, with [separator] between them. *)
let[@predicate] concat (separator : string) (l : string list) : string =
  String (joined (chars separator) l)

(* The first [n] characters. *)
let[@predicate] rec take (l : char list) (n : int) : char list =
  match l with [] -> [] | x :: t -> if n <= 0 then [] else x :: take t (n - 1)

(* All but the first [n] characters. *)
let[@predicate] rec drop (l : char list) (n : int) : char list =
  match l with [] -> [] | x :: t -> if n <= 0 then x :: t else drop t (n - 1)

(* [n] characters from position [from] on; fails if they are not all there. For programs. *)
let sub (s : string) (from : int) (n : int) : string =
  if from < 0 || n < 0 || length s < from + n then err ()
  else String (take (drop (chars s) from) n)

(* All characters of a list satisfy [p]. *)
let[@predicate] rec all_chars (p : char -> bool) (l : char list) : bool =
  match l with [] -> true | c :: t -> p c && all_chars p t

(* Some character of a list satisfies [p]. *)
let[@predicate] rec some_char (p : char -> bool) (l : char list) : bool =
  match l with [] -> false | c :: t -> p c || some_char p t

(* All characters satisfy [p]. *)
let[@predicate] for_all (p : char -> bool) (s : string) : bool =
  match s with String l -> all_chars p l

(* Some character satisfies [p]. *)
let[@predicate] exists (p : char -> bool) (s : string) : bool =
  match s with String l -> some_char p l

(* [f] of each character of a list. *)
let[@predicate] rec mapped (f : char -> char) (l : char list) : char list =
  match l with [] -> [] | c :: t -> f c :: mapped f t

(* [f] of each character. *)
let[@predicate] map (f : char -> char) (s : string) : string =
  match s with String l -> String (mapped f l)

(* The characters of a list as capital letters. *)
let[@predicate] rec capitals (l : char list) : char list =
  match l with [] -> [] | c :: t -> Char.uppercase_ascii c :: capitals t

(* With capital letters. *)
let[@predicate] uppercase_ascii (s : string) : string = match s with String l -> String (capitals l)

(* The characters of a list as small letters. *)
let[@predicate] rec smalls (l : char list) : char list =
  match l with [] -> [] | c :: t -> Char.lowercase_ascii c :: smalls t

(* With small letters. *)
let[@predicate] lowercase_ascii (s : string) : string = match s with String l -> String (smalls l)

(* Two strings are the same. *)
let[@predicate] equal (a : string) (b : string) : bool = a = b

(* [n] values of [f i], [f (i + 1)] and so on. For programs; [f] may choose. *)
let rec chars_from (i : int) (n : int) (f : int -> char) : char list =
  if n <= 0 then []
  else
    let c = f i in
    c :: chars_from (i + 1) (n - 1) f
[@@covers {|
  forall (p : char -> bool).
  i:int -> n:{v:int | 0 <= v} -> f:(j:int -> [v:char | p v]) ->
  [v:char list | len v = n && forall c:char. mem v c ==> p c]
|}]
[@@measure n]

(* What all characters satisfy, each does. *)
let[@lemma] all_chars_mem (p : char -> bool) (l : char list) (c : char) =
  (all_chars p l && mem l c) ==> p c

(* The string of [f 0], .., [f (n - 1)]; fails if [n] is negative. For programs; [f] may choose. *)
let init (n : int) (f : int -> char) : string = if n < 0 then err () else String (chars_from 0 n f)

(* [n] times the character, as a list. For programs. *)
let rec repeated (n : int) (c : char) : char list = if n <= 0 then [] else c :: repeated (n - 1) c
[@@covers {| n:{v:int | 0 <= v} -> c:char ->
  [v:char list | len v = n && forall d:char. mem v d ==> d = c] |}]
[@@measure n]

(* [n] times the character; fails if [n] is negative. For programs. *)
let make (n : int) (c : char) : string = if n < 0 then err () else String (repeated n c)

(* A truth value as a text. *)
let[@predicate] string_of_bool (b : bool) : string = 
  match b with true -> String [ 't'; 'r'; 'u'; 'e' ] | false -> String [ 'f'; 'a'; 'l'; 's'; 'e' ]
