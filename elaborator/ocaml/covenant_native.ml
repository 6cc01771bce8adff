(* Runs calls of a function that was compiled from somebody's source, and writes down what came back.

   Called as: program REPORT FIRST. For each call, from number FIRST on, a line "begin N" and a line with
   the outcome go to the file REPORT; what the program itself prints does not get there. *)

let report = open_out_bin Sys.argv.(1)
let first = int_of_string Sys.argv.(2)

let say fields =
  output_string report (String.concat "\t" fields);
  output_char report '\n';
  flush report

(* Called once, after the program's module was initialised. *)
let initialised () = say [ "initialised" ]

let hex text =
  let b = Buffer.create (2 * String.length text) in
  String.iter (fun c -> Buffer.add_string b (Printf.sprintf "%02x" (Char.code c))) text;
  Buffer.contents b

exception Too_large

(* A value as it is in memory, in front of its parts: [5] is an integer, [b1,2] a block with tag 1 and two fields,
   [s6162] a string. Who reads it knows the type. *)
let dump v =
  let b = Buffer.create 80 and room = ref 100_000 in
  let rec go o =
    decr room;
    if !room < 0 then raise Too_large;
    if Buffer.length b > 0 then Buffer.add_char b ' ';
    if Obj.is_int o then Buffer.add_string b (string_of_int (Obj.obj o : int))
    else
      let tag = Obj.tag o in
      if tag = Obj.string_tag then Buffer.add_string b ("s" ^ hex (Obj.obj o : string))
      else if tag < Obj.no_scan_tag && tag < 240 then begin
        Buffer.add_string b (Printf.sprintf "b%d,%d" tag (Obj.size o));
        for i = 0 to Obj.size o - 1 do
          go (Obj.field o i)
        done
      end
      else Buffer.add_char b '?'
  in
  go (Obj.repr v);
  Buffer.contents b

(* A function that is an argument of a call has no answer for these: the first such question of a call is written down, and
   the call ends, whatever it makes of the exception. *)
exception Asked_for

let question : (int * Obj.t list) option ref = ref None
let part v = Obj.repr v

let asked argument parts =
  (match !question with None -> question := Some (argument, parts) | Some _ -> ());
  raise Asked_for

let call number f =
  if number >= first then begin
    let number = string_of_int number in
    (* Whoever reads the report knows which call never came back. *)
    say [ "begin"; number ];
    question := None;
    let outcome = match f () with v -> Ok v | exception e -> Error e in
    match (!question, outcome) with
    | Some (argument, parts), _ -> (
        match List.map dump parts with
        | texts -> say ("asked" :: number :: string_of_int argument :: texts)
        | exception Too_large -> say [ "large"; number ])
    | None, Ok v -> ( match dump v with text -> say [ "returned"; number; text ] | exception Too_large -> say [ "large"; number ])
    | None, Error e -> say [ "raised"; number; String.escaped (Printexc.to_string e) ]
  end
