(* Xen API: nine sizes and four delays are all that is ever drawn. *)
(* expect: rejected *)
(* missing: with_kind Regular => { kind = Regular; size = 3; read_delay = 1000; write_delay = 1000 } *)
(* missing: descriptors () => { kind = Regular; size = 3; read_delay = 1000; write_delay = 1000 } *)
open Covenant_runtime

type kind = Regular | Directory | Character | Block | Link | Fifo | Socket

type descriptor = {
  kind : kind;
  size : int;
  read_delay : int;  (* in microseconds *)
  write_delay : int;
}

let[@predicate] possible (d : descriptor) : bool =
  0 <= d.size && 0 <= d.read_delay && 0 <= d.write_delay

let kinds () : kind =
  match int_range 0 5 with
  | 0 -> Regular
  | 1 -> Directory
  | 2 -> Character
  | 3 -> Block
  | 4 -> Fifo
  | _ -> Socket
[@@covers {| M [v:kind | v <> Link] |}]

let sizes () : int =
  match int_range 0 8 with
  | 0 -> 0
  | 1 -> 1
  | 2 -> 100
  | 3 -> 4096
  | 4 -> 16384
  | 5 -> 65535
  | 6 -> 65536
  | 7 -> 65537
  | _ -> 1048576

let delays () : int =
  match int_range 0 3 with 0 -> 1000 | 1 -> 10000 | 2 -> 100000 | _ -> 400000

let with_kind (kind : kind) : descriptor =
  let size = sizes () in
  let read_delay = delays () in
  let write_delay = delays () in
  { kind; size; read_delay; write_delay }
[@@covers {| kind:{v:kind | true} -> [v:descriptor | v.kind = kind && possible v] |}]

let descriptors () : descriptor =
  let kind = kinds () in
  with_kind kind
[@@covers {| M [v:descriptor | v.kind <> Link && possible v] |}]
