(* The student himself does not register again. *)
(* expect: rejected *)
(* missing: closed 3 0 0 => [Register 0; Finish true; Enrolled (0, 0, true)] *)
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

let[@goal] nowhere (s : int) (c : int) =
  {| (Register _)*; Register s; (Open_course _)*; Open_course c; (Register _)*; Enroll (s, c, true); (Register _)*; Close_course (c, true); (Register _)*; Finish true; Enrolled (s, c, true) |}

module Generators (S : COURSEWARE) = struct
  let rec closed (n : int) (s : int) (c : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let other = int_gen () in
      if other = s then err ()
      else begin
        S.register other;
        closed (n - 1) s c
      end
    end
    else begin
      let both = S.finish () in
      if both then begin
        let still = S.enrolled s c in
        if still then () else err ()
      end
      else err ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> s:{v:int | true} -> c:{v:int | true} -> [tr | len tr <= n && nowhere_4 s c tr] |}]
  [@@measure n]
end
