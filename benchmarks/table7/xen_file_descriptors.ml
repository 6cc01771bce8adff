(* Xen API: file descriptors for the tests of [select]. The repaired generator draws sizes and
   delays from their whole range; symbolic links are excluded, as they should be. The list of
   descriptors mixes lists of one kind with lists of any kinds. *)
(* expect: valid *)
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

let with_kind (kind : kind) : descriptor =
  let size = nat_gen () in
  let read_delay = nat_gen () in
  let write_delay = nat_gen () in
  { kind; size; read_delay; write_delay }
[@@covers {| kind:{v:kind | true} -> [v:descriptor | v.kind = kind && possible v] |}]

let descriptors () : descriptor =
  let kind = kinds () in
  with_kind kind
[@@covers {| M [v:descriptor | v.kind <> Link && possible v] |}]

let[@predicate] rec all_of (l : descriptor list) (k : kind) : bool =
  match l with [] -> true | d :: rest -> d.kind = k && possible d && all_of rest k

let[@predicate] rec no_link (l : descriptor list) : bool =
  match l with [] -> true | d :: rest -> d.kind <> Link && possible d && no_link rest

let rec of_one_kind (length : int) (kind : kind) : descriptor list =
  if length <= 0 then []
  else
    let first = with_kind kind in
    let rest = of_one_kind (length - 1) kind in
    first :: rest
[@@covers {|
  length:{v:int | 0 <= v} -> kind:{v:kind | true} ->
  [v:descriptor list | len v = length && all_of v kind]
|}]

let rec of_any_kind (length : int) : descriptor list =
  if length <= 0 then []
  else
    let first = descriptors () in
    let rest = of_any_kind (length - 1) in
    first :: rest
[@@covers {| length:{v:int | 0 <= v} -> [v:descriptor list | len v = length && no_link v] |}]

let descriptor_lists (length : int) : descriptor list =
  if bool_gen () then
    let kind = kinds () in
    of_one_kind length kind
  else of_any_kind length
[@@covers {| length:{v:int | 0 <= v} -> [v:descriptor list | len v = length && no_link v] |}]
