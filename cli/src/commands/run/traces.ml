(* What every run has in common: requests are logged, their answers compared with the specification. *)
exception Not_allowed of string
exception System_raised of string
exception System_hangs

type ending = Well | Abandoned | Not_as_specified of string | Raised of string | Hangs

(* Newest first: what was asked, to be shown and to be asked again. *)
let asked : (string * (unit -> unit)) list ref = ref []
let operation_limit = ref 1.0

let limited call =
  ignore (Unix.setitimer Unix.ITIMER_REAL { Unix.it_interval = 0.; it_value = !operation_limit });
  match call () with
  | answer ->
      ignore (Unix.setitimer Unix.ITIMER_REAL { Unix.it_interval = 0.; it_value = 0. });
      answer
  | exception e ->
      ignore (Unix.setitimer Unix.ITIMER_REAL { Unix.it_interval = 0.; it_value = 0. });
      raise (match e with System_hangs -> e | e -> System_raised (Printexc.to_string e))

let ending_of run =
  match run () with
  | () -> Well
  | exception Not_allowed name -> Not_as_specified name
  | exception System_raised what -> Raised what
  | exception System_hangs -> Hangs
  | exception _ -> Abandoned

(* Leaves requests out, one at a time, as long as an answer is not as specified. *)
let shrink fresh forget =
  let attempt requests =
    forget ();
    asked := [];
    fresh ();
    match ending_of (fun () -> List.iter (fun (_, again) -> again ()) requests) with
    | Not_as_specified _ -> Some (List.rev !asked)
    | _ -> None
  in
  let without i l = List.filteri (fun j _ -> j <> i) l in
  let rec from i requests =
    if i >= List.length requests then requests
    else match attempt (without i requests) with Some fewer -> from 0 fewer | None -> from (i + 1) requests
  in
  let all = List.rev !asked in
  match attempt all with Some requests -> from 0 requests | None -> all

(* Executions per violation, if [k] of [n] had one, with 95 % limits: those of Wilson for the share, turned over. They are
   of use for a single violation, too. *)
let executions_each n k =
  let n = float_of_int n and k = float_of_int k in
  let z = 1.96 in
  let share = k /. n and square = z *. z /. n in
  let centre = share +. (square /. 2.) in
  let half = sqrt (square *. ((share *. (1. -. share)) +. (square /. 4.))) in
  let end_ share = (1. +. square) /. share in
  (1. /. share, Float.max 1. (end_ (centre +. half)), end_ (centre -. half))

(* So many operations that do not end say enough: each costs its whole limit. *)
let most_hangs = 5

(* A system that ends the program would otherwise look like one without violations. *)
let running = ref (fun () -> ())
let () = at_exit (fun () -> !running ())

let report out name n fresh forget run =
  (running := fun () ->
      Printf.fprintf out "%s exited 1\n" name;
      List.iter (fun (e, _) -> Printf.fprintf out "%s exited-after %s\n" name e) (List.rev !asked);
      flush out);
  let counts = Hashtbl.create 8 in
  let count key = Hashtbl.replace counts key (1 + Option.value ~default:0 (Hashtbl.find_opt counts key)) in
  let first = ref None in
  let events = ref 0 in
  let executions = ref 0 in
  while !executions < n && Option.value ~default:0 (Hashtbl.find_opt counts "hangs") < most_hangs do
    incr executions;
    forget ();
    asked := [];
    let ending =
      match fresh () with
      | () -> ending_of run
      | exception e -> Raised ("fresh: " ^ Printexc.to_string e)
    in
    events := !events + List.length !asked;
    match ending with
    | Well -> count "well"
    | Abandoned -> count "abandoned"
    | Not_as_specified operator ->
        count "violations";
        if !first = None then begin
          let whole = List.rev_map fst !asked in
          first := Some (!executions, operator, whole, List.map fst (shrink fresh forget))
        end
    | Raised what ->
        count "raised";
        if not (Hashtbl.mem counts "raised-once") then begin
          count "raised-once";
          Printf.fprintf out "%s raised-with %S\n" name what;
          List.iter (fun (e, _) -> Printf.fprintf out "%s raised-after %s\n" name e) (List.rev !asked)
        end
    | Hangs ->
        count "hangs";
        if not (Hashtbl.mem counts "hangs-once") then begin
          count "hangs-once";
          List.iter (fun (e, _) -> Printf.fprintf out "%s hangs-after %s\n" name e) (List.rev !asked);
          flush out
        end
  done;
  (running := fun () -> ());
  let put key = Printf.fprintf out "%s %s %d\n" name key (Option.value ~default:0 (Hashtbl.find_opt counts key)) in
  Printf.fprintf out "%s executions %d\n%s events %d\n" name !executions name !events;
  List.iter put [ "well"; "abandoned"; "violations"; "raised"; "hangs" ];
  (match Hashtbl.find_opt counts "violations" with
  | None -> ()
  | Some k ->
      let mean, low, high = executions_each !executions k in
      Printf.fprintf out "%s mean %.2f %.2f %.2f\n" name mean low high);
  (match !first with
  | None -> ()
  | Some (i, operator, whole, shrunk) ->
      Printf.fprintf out "%s first %d %s\n" name i operator;
      List.iter (fun e -> Printf.fprintf out "%s whole %s\n" name e) whole;
      List.iter (fun e -> Printf.fprintf out "%s shrunk %s\n" name e) shrunk);
  flush out

(* Integers that meet each other again, and now and then any other. *)
let often_small any () = if Random.int 8 = 0 then any () else Random.int 10 - 2
