(* A tree of directories: what is below a deleted directory is gone, too. Names are numbers, 0 is the root, and each has one parent. *)
open Covenant_runtime

type event = Create of int * int * bool | Delete of int * bool | Exists of int * bool

module type FILESYSTEM = sig
  val create : int -> int -> bool
  val delete : int -> bool
  val exists : int -> bool
end [@@operators event]

(* The parent of what is there. *)
let[@predicate] rec parent (h : event list) (x : int) : int option =
  match h with
  | [] -> None
  | Create (p, y, done_) :: rest -> if done_ && x = y then Some p else parent rest x
  | Delete (y, done_) :: rest -> if done_ && x = y then None else parent rest x
  | Exists (_, _) :: rest -> parent rest x

(* Whether the way up leads to the root; it is no longer than the history, of which [steps] is a part. *)
let[@predicate] rec reaches (steps : event list) (h : event list) (x : int) : bool =
  match steps with
  | [] -> x = 0
  | _ :: rest -> x = 0 || (match parent h x with None -> false | Some p -> reaches rest h p)

let[@answers] create (h : event list) (p : int) (x : int) (r : bool) : bool =
  r = (x <> 0 && x <> p && (not (reaches h h x)) && reaches h h p)

let[@answers] delete (h : event list) (x : int) (r : bool) : bool = r = (x <> 0 && reaches h h x)
let[@answers] exists (h : event list) (x : int) (r : bool) : bool = r = reaches h h x

let[@goal] orphan (d : int) (f : int) =
  {| (. - Delete (_, _))*; Create (0, d, true); (. - Delete (_, _))*; (Create (d, f, true) when d <> f); (. - Delete (_, _))*; Delete (d, true); Exists (f, true) |}
