(* Courses and students: who is enrolled in a course is enrolled in one that there is. Enrolling looks for the course when it
   starts, and writes when it ends; a course is only closed if nobody is in it. *)
(* expect: valid *)
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

module By_hand (S : COURSEWARE) = struct
  (* By hand: the same claim as that of the synthesized generator. *)
  let rec closed (n : int) (s : int) (c : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let other = int_gen () in
      S.register other;
      closed (n - 1) s c
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

  let rec takes_part (n : int) (s : int) (c : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let other = int_gen () in
      S.register other;
      takes_part (n - 1) s c
    end
    else begin
      let done_ = S.close_course c in
      if done_ then closed (n - 1) s c else err ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> s:{v:int | true} -> c:{v:int | true} -> [tr | len tr <= n && nowhere_3 s c tr] |}]
  [@@measure n]

  let rec opened (n : int) (s : int) (c : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let other = int_gen () in
      S.register other;
      opened (n - 1) s c
    end
    else begin
      let done_ = S.enroll s c in
      if done_ then takes_part (n - 1) s c else err ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> s:{v:int | true} -> c:{v:int | true} -> [tr | len tr <= n && nowhere_2 s c tr] |}]
  [@@measure n]

  let rec registered (n : int) (s : int) (c : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let other = int_gen () in
      S.open_course other;
      registered (n - 1) s c
    end
    else begin
      S.open_course c;
      opened (n - 1) s c
    end
  [@@covers {| n:{v:int | 0 <= v} -> s:{v:int | true} -> c:{v:int | true} -> [tr | len tr <= n && nowhere_1 s c tr] |}]
  [@@measure n]

  let rec arriving (n : int) (s : int) (c : int) : unit =
    if n <= 0 then err ()
    else if bool_gen () then begin
      let other = int_gen () in
      S.register other;
      arriving (n - 1) s c
    end
    else begin
      S.register s;
      registered (n - 1) s c
    end
  [@@covers {| n:{v:int | 0 <= v} -> s:{v:int | true} -> c:{v:int | true} -> [tr | len tr <= n && nowhere s c tr] |}]
  [@@measure n]

  let by_hand (n : int) (s : int) (c : int) : unit = arriving (n + 6) s c
  [@@covers {| n:{v:int | 0 <= v} -> s:{v:int | true} -> c:{v:int | true} -> [tr | len tr <= n + 6 && nowhere s c tr] |}]
end
