(* Makes a program that draws from Covenant_runtime answer from a script, and says whether it
   returns what the core program returns with the same draws. Linked after the runtime and before
   the program, so that it sees what the program draws while its module is initialised.

   Called as: program REPORT FIRST. One line for each case, from number FIRST on, goes to the file
   REPORT; what the program itself prints does not get there. *)

type draw =
  | Choice of int * int (* [choice n] answers k *)
  | Int of int (* [any_int ()] answers n *)
  | Float of float (* [any_float ()] answers x *)

type request = R_choice of int | R_int | R_float

(* Ends a run from inside a draw. *)
exception Stop

(* What the draws of the current run are answered with; [None] outside of a run. *)
let source : (request -> draw) option ref = ref None
let outside = ref 0
let neutral = function R_choice n -> Choice (n, 0) | R_int -> Int 0 | R_float -> Float 0.

let answer request =
  match !source with
  | Some f -> f request
  | None ->
      incr outside;
      neutral request

(* A program that catches every exception cannot catch [Stop] and go on: what it draws afterwards
   is answered with [Stop] again. *)
let number request = match answer request with Choice (_, k) -> k | Int n -> n | Float _ -> raise Stop

let () =
  (Covenant_draws.choice := fun n -> number (R_choice n));
  (Covenant_draws.any_int := fun () -> number R_int);
  (Covenant_draws.any_float := fun () -> match answer R_float with Float x -> x | _ -> raise Stop);
  Random.init 0

type 'a ended = Returned of 'a | Raised of string | Stopped

let run f handler =
  let stopped = ref false in
  source :=
    Some
      (fun request ->
        if !stopped then raise Stop;
        try handler request
        with Stop ->
          stopped := true;
          raise Stop);
  let ended =
    match f () with
    | v -> Returned v
    | exception Stop -> Stopped
    | exception e -> Raised (Printexc.to_string e)
  in
  source := None;
  if !stopped then Stopped else ended

(* --- what a value looks like in memory, for messages: 3, "text", <tag:fields> --- *)

let dump (v : 'a) =
  let b = Buffer.create 80 in
  let rec go o depth =
    if Obj.is_int o then Buffer.add_string b (string_of_int (Obj.obj o : int))
    else if depth > 12 || Buffer.length b > 2000 then Buffer.add_string b ".."
    else
      let tag = Obj.tag o in
      if tag = Obj.string_tag then Buffer.add_string b (Printf.sprintf "%S" (Obj.obj o : string))
      else if tag = Obj.double_tag then
        Buffer.add_string b (Printf.sprintf "%h" (Obj.obj o : float))
      else if tag < 240 then begin
        Buffer.add_string b (Printf.sprintf "<%d:" tag);
        for i = 0 to Obj.size o - 1 do
          if i > 0 then Buffer.add_string b ",";
          go (Obj.field o i) (depth + 1)
        done;
        Buffer.add_string b ">"
      end
      else Buffer.add_string b "?"
  in
  go (Obj.repr v) 0;
  Buffer.contents b

let same (a : 'a) (b : 'a) = try Stdlib.compare a b = 0 with _ -> false

(* --- all paths through a tree of decisions, by running again --- *)

(* [decide n] in a run is a number below [n]; [once decide] is one run, and says whether to go on.
   True if every path was taken, false if [most] runs were not enough. *)
let all_paths most once =
  let path = ref [||] and runs = ref 0 in
  let rec loop () =
    if !runs >= most then false
    else begin
      incr runs;
      let decisions = ref [] and at = ref 0 in
      let decide n =
        let pick = if !at < Array.length !path then !path.(!at) else 0 in
        incr at;
        decisions := (pick, n) :: !decisions;
        pick
      in
      if not (once decide) then true
      else
        let rec next = function
          | [] -> None
          | (pick, n) :: before ->
              if pick + 1 < n then Some (List.rev ((pick + 1) :: List.map fst before)) else next before
        in
        match next !decisions with
        | None -> true
        | Some p ->
            path := Array.of_list p;
            loop ()
    end
  in
  loop ()

(* --- replaying a script, in any order of its draws --- *)

let fits request draw =
  match (request, draw) with
  | R_choice n, Choice (m, _) -> n = m
  | R_int, Int _ -> true
  | R_float, Float _ -> true
  | _ -> false

let shown_request = function
  | R_choice n -> Printf.sprintf "a choice of %d" n
  | R_int -> "any integer"
  | R_float -> "any float"

(* What happened in the first run, which takes the script in its own order. *)
type story = Gave of string * int | Failed of string * int | Asked of string * int

type replayed =
  | Same (* in the script's own order *)
  | Reordered (* in another one *)
  | More (* with draws that the script lacks *)
  | Fewer (* without some of the script's draws *)
  | Nowhere (* in no order *)
  | Too_many (* not in those that were tried, and there are more *)

(* OCaml may evaluate operands in another order than the core program: the same draws happen, in
   another order. So a draw takes the first of the script's remaining ones that fits, and other
   ones only when that leads nowhere. [extra] draws that the script lacks are answered by [fill]:
   the core program leaves out draws whose answer cannot matter. *)
let replay_with ~extra ~fill ~most story script f expected =
  let total = List.length script in
  let result = ref Nowhere in
  let first = ref true in
  let every =
    all_paths most (fun decide ->
        let remaining = ref script and in_order = ref true and free = ref extra in
        let asked = ref None in
        let handler request =
          let seen = ref [] in
          List.iter
            (fun d -> if fits request d && not (List.exists (same d) !seen) then seen := d :: !seen)
            !remaining;
          let options = Array.of_list (List.rev !seen) in
          let fitting = Array.length options in
          let n = if !free > 0 then fitting + 1 else fitting in
          if n = 0 then begin
            asked := Some request;
            raise Stop
          end;
          let pick = decide n in
          if pick = fitting then begin
            decr free;
            fill request !free
          end
          else begin
            let d = options.(pick) in
            (match !remaining with head :: _ when same head d -> () | _ -> in_order := false);
            let rec drop = function [] -> [] | x :: rest -> if same x d then rest else x :: drop rest in
            remaining := drop !remaining;
            d
          end
        in
        let ended = run f handler in
        let left = List.length !remaining in
        let here =
          match ended with
          | Returned v when same v expected ->
              if left > 0 then Fewer
              else if !free < extra then More
              else if !first && !in_order then Same
              else Reordered
          | _ -> Nowhere
        in
        if !first && !story = None then
          story :=
            Some
              (match (ended, !asked) with
              | Returned v, _ -> Gave (dump v, total - left)
              | Raised e, _ -> Failed (e, total - left)
              | Stopped, Some r -> Asked (shown_request r, total - left)
              | Stopped, None -> Asked ("more", total - left));
        first := false;
        (match here with
        | Nowhere -> ()
        | Fewer -> if !result = Nowhere then result := Fewer
        | found -> result := found);
        !result = Nowhere || !result = Fewer)
  in
  match !result with Nowhere when not every -> Too_many | found -> found

(* Most runs of one attempt. *)
let most_runs = 5_000

let zero request _ = neutral request
let last request _ = match request with R_choice n -> Choice (n, n - 1) | other -> neutral other
let in_turns request left = if left land 1 = 0 then zero request left else last request left

(* Exactly as the script says; then with a few draws more; then with many, answered in some way. The
   last ones cannot show that there is no run. *)
let attempts = [ (0, zero); (1, zero); (2, zero); (4, zero); (40, last); (40, in_turns); (40, zero) ]

let replay story script f expected =
  let rec go attempts so_far =
    match attempts with
    | [] -> so_far
    | (extra, fill) :: rest -> (
        match replay_with ~extra ~fill ~most:most_runs story script f expected with
        | (Same | Reordered | More) as found -> found
        | Fewer -> go rest Fewer
        | Too_many -> go rest (if extra <= 4 && so_far = Nowhere then Too_many else so_far)
        | Nowhere -> go rest so_far)
  in
  go attempts Nowhere

(* --- going through all choices --- *)

type explored = Found | Excluded | Not_found

(* Answers of a choice of n: all, or both ends of a large one. *)
let answers_of ints = function
  | R_int -> Array.map (fun n -> Int n) ints
  | R_float -> [| Float 0.; Float 1. |]
  | R_choice n when n <= 16 -> Array.init n (fun i -> Choice (n, i))
  | R_choice n -> Array.init 16 (fun i -> Choice (n, if i < 8 then i else n - 16 + i))

let explore ~ints f expected =
  let rec deeper depth =
    let cut_depth = ref false and cut_values = ref false and found = ref false in
    let every =
      all_paths 20_000 (fun decide ->
          let drawn = ref 0 in
          let handler request =
            if !drawn >= depth then begin
              cut_depth := true;
              raise Stop
            end;
            incr drawn;
            (match request with R_choice n when n <= 16 -> () | _ -> cut_values := true);
            let options = answers_of ints request in
            options.(decide (Array.length options))
          in
          (match run f handler with Returned v when same v expected -> found := true | _ -> ());
          not !found)
    in
    if !found then Found
    else if every && !cut_depth && depth < 60 then deeper (depth + 2)
    else if every && (not !cut_depth) && not !cut_values then Excluded
    else Not_found
  in
  deeper 3

(* --- scripts, as drivers write them --- *)

let int n = [ Int n ]
let choice n k = [ Choice (n, k) ]
let float x = [ Float x ]
let char c = [ Choice (256, Char.code c) ]

(* The draws of [string_gen ()] that make this string. *)
let text s = Choice (10, String.length s) :: List.concat_map char (List.of_seq (String.to_seq s))
let script draws = Some (List.concat draws)
let no_script = None

(* --- reports, one line each, fields separated by tabs --- *)

let report = open_out_bin Sys.argv.(1)
let first_case = int_of_string Sys.argv.(2)

let say fields =
  output_string report (String.concat "\t" (List.map String.escaped fields));
  output_char report '\n';
  flush report

(* Called once, after the program's module was initialised. *)
let initialised () = say [ "initialised"; string_of_int !outside ]

let story_fields = function
  | Some (Gave (v, n)) -> [ "returned"; v; string_of_int n ]
  | Some (Failed (e, n)) -> [ "raised"; e; string_of_int n ]
  | Some (Asked (r, n)) -> [ "asked"; r; string_of_int n ]
  | None -> []

(* Claims that need no further cases. *)
let settled : (int, unit) Hashtbl.t = Hashtbl.create 8

let ints_of script =
  let own = List.filter_map (function Int n -> Some n | _ -> None) script in
  Array.of_list (List.sort_uniq compare (own @ [ 0; 1; -1; 2; -2; 3 ]))

let case claim number script f expected =
  if number >= first_case && not (Hashtbl.mem settled claim) then begin
    let number = string_of_int number in
    (* Whoever reads the report knows what a program was doing that never came back. *)
    say [ "begin"; number ];
    let say outcome rest = say (("case" :: number :: [ outcome ]) @ rest) in
    let alarm outcome story =
      Hashtbl.replace settled claim ();
      say outcome (story_fields story)
    in
    match script with
    | None -> (
        match explore ~ints:(ints_of []) f expected with
        | Found -> say "searched" []
        | Excluded -> alarm "refuted" None
        | Not_found -> say "unknown" [])
    | Some script -> (
        let story = ref None in
        match replay story script f expected with
        | Same -> say "same" []
        | Reordered -> say "reordered" []
        | More -> say "more" []
        | Fewer -> alarm "fewer" !story
        | (Nowhere | Too_many) as replayed -> (
            match (explore ~ints:(ints_of script) f expected, replayed) with
            | Excluded, _ -> alarm "refuted" !story
            | Found, Too_many -> say "searched" []
            | _, Too_many -> say "unknown" []
            | Found, _ -> alarm "elsewhere" !story
            | Not_found, _ -> alarm "differs" !story))
  end
