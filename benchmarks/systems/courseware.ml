(* Courses and students: who is enrolled in a course is enrolled in one that there is. Enrolling looks for the course when it
   starts, and writes when it ends; a course is only closed if nobody is in it. *)
open Covenant_runtime

type event =
  | Register of int
  | Open_course of int
  | Close_course of int * bool
  | Enroll of int * int * bool
  | Finish of bool
  | Enrolled of int * int * bool

module type COURSEWARE = sig
  val register : int -> unit
  val open_course : int -> unit
  val close_course : int -> bool
  val enroll : int -> int -> bool
  val finish : unit -> bool
  val enrolled : int -> int -> bool
end [@@operators event]

let[@predicate] rec is_open (h : event list) (c : int) : bool =
  match h with
  | [] -> false
  | Open_course d :: rest -> c = d || is_open rest c
  | Close_course (d, b) :: rest -> (not (b && c = d)) && is_open rest c
  | Register _ :: rest -> is_open rest c
  | Enroll (_, _, _) :: rest -> is_open rest c
  | Finish _ :: rest -> is_open rest c
  | Enrolled (_, _, _) :: rest -> is_open rest c

(* Nobody is in a course that there is not. *)
let[@answers] enrolled (h : event list) (_ : int) (c : int) (r : bool) : bool = (not r) || is_open h c

let[@goal] nowhere (s : int) (c : int) =
  {| (Register _)*; Register s; (Open_course _)*; Open_course c; (Register _)*; Enroll (s, c, true); (Register _)*; Close_course (c, true); (Register _)*; Finish true; Enrolled (s, c, true) |}
