(* A firewall between hosts inside and the world: all requests from inside get out. Replies get in if there was a request. *)
open Covenant_runtime

type event = Request of int | Pass of int * bool | Reply of int * bool | Outside of int * int

module type FIREWALL = sig
  val request : int -> unit
  val pass : int -> bool
  val reply : int -> bool
  val outside : int -> int
end [@@operators event]

(* Requests of the host that have passed: each [Pass] lets one of them out, if there is one. *)
let[@predicate] rec waiting (h : event list) (i : int) : int =
  match h with
  | [] -> 0
  | Request j :: rest -> if i = j then waiting rest i + 1 else waiting rest i
  | Pass (j, _) :: rest -> if i = j && waiting rest i > 0 then waiting rest i - 1 else waiting rest i
  | Reply (_, _) :: rest -> waiting rest i
  | Outside (_, _) :: rest -> waiting rest i

let[@predicate] rec out (h : event list) (i : int) : int =
  match h with
  | [] -> 0
  | Pass (j, _) :: rest -> if i = j && waiting rest i > 0 then out rest i + 1 else out rest i
  | Request _ :: rest -> out rest i
  | Reply (_, _) :: rest -> out rest i
  | Outside (_, _) :: rest -> out rest i

let[@answers] outside (h : event list) (i : int) (r : int) : bool = r = out h i

let[@goal] stuck (i : int) =
  {| (. - (Pass (_, _) | Request i))*; Request i; (Outside (_, _))*; Pass (i, true); (Request _)*; Reply (i, true); (Outside (_, _))*; Request i; Pass (i, _); Outside (i, 1) |}
