(* JSON, written. Strings are bytes: each byte outside ASCII is written as one escape, so that the
   bytes of OCaml's strings come back exactly, whatever they mean as text. *)

type t =
  | Null
  | Bool of bool
  | Int of int
  | Str of string
  | List of t list
  | Obj of (string * t) list

let string out s =
  Buffer.add_char out '"';
  String.iter
    (function
      | '"' -> Buffer.add_string out "\\\""
      | '\\' -> Buffer.add_string out "\\\\"
      | ' ' .. '~' as c -> Buffer.add_char out c
      | c -> Buffer.add_string out (Printf.sprintf "\\u%04x" (Char.code c)))
    s;
  Buffer.add_char out '"'

let rec write out = function
  | Null -> Buffer.add_string out "null"
  | Bool b -> Buffer.add_string out (string_of_bool b)
  | Int n -> Buffer.add_string out (string_of_int n)
  | Str s -> string out s
  | List l ->
      Buffer.add_char out '[';
      List.iteri
        (fun i x ->
          if i > 0 then Buffer.add_char out ',';
          write out x)
        l;
      Buffer.add_char out ']'
  | Obj l ->
      Buffer.add_char out '{';
      List.iteri
        (fun i (key, x) ->
          if i > 0 then Buffer.add_char out ',';
          string out key;
          Buffer.add_char out ':';
          write out x)
        l;
      Buffer.add_char out '}'

let to_string json =
  let out = Buffer.create 4096 in
  write out json;
  Buffer.contents out
