(* What the generators draw from. *)

exception Retry

(* Calls that one draw may make, and draws before giving up. *)
let fuel_of_a_draw = 100_000
let most_attempts = 1_000
let fuel = ref fuel_of_a_draw

let spend () =
  decr fuel;
  if !fuel < 0 then raise Retry

let bool_gen st = Random.State.bool st

(* A coin with weights: [@weight n] in the source. *)
let weighed yes no st = Random.State.int st (yes + no) < yes

(* Whether to go on, where a generator may stop instead. One that makes at most [left] more steps, one after the other, is as likely to make any
   number of them. One that calls itself [calls] times is as deep as the deepest of so many, so that each has to stop more often. *)
let go_on calls left st =
  if calls > 1 && left > 20 then Random.State.int st calls = 0
  else
    let left = min 100 (max 1 left) in
    Random.State.int st (left + (2 * calls) - 1) < left

(* A choice that leads to a failure is made again, a few times, before the whole draw is: otherwise values that take many choices would be
   rarer than those that take few. *)
let redraws_of_a_draw = 1_000
let most_redraws = 20
let redraws = ref redraws_of_a_draw

let redraw choose =
  let rec attempt left =
    try choose ()
    with Retry when left > 0 && !redraws > 0 && !fuel >= 0 ->
      decr redraws;
      attempt (left - 1)
  in
  attempt most_redraws

(* Any integer: a number of bits, few more likely than many, then that many bits and a sign. *)
let int_gen st =
  let rec thirds n = if n = 20 || Random.State.bool st then n else thirds (n + 1) in
  let length = (3 * thirds 0) + Random.State.int st 3 in
  let rec bits n value =
    if n = 0 then value else bits (n - 1) ((2 * value) + if Random.State.bool st then 1 else 0)
  in
  let magnitude = if length = 0 then 0 else bits (length - 1) 1 in
  if Random.State.bool st then -magnitude - 1 else magnitude

let nat_gen st =
  let n = int_gen st in
  if n < 0 then -n - 1 else n

let int_range low high st =
  if high < low then raise Retry
  else if high - low >= 0 && high - low < max_int then
    low + Int64.to_int (Random.State.int64 st (Int64.of_int (high - low + 1)))
  else
    let rec within () =
      let n = int_gen st in
      if low <= n && n <= high then n else within ()
    in
    within ()

let divide a b = if b = 0 then raise Retry else a / b
let modulo a b = if b = 0 then raise Retry else a mod b

(* A draw that fails is repeated, so what comes out is what the generator can return. *)
let retrying name draw st =
  let rec attempt left =
    if left = 0 then
      failwith (name ^ ": no value in " ^ string_of_int most_attempts ^ " attempts with these arguments");
    fuel := fuel_of_a_draw;
    redraws := redraws_of_a_draw;
    try draw st with Retry -> attempt (left - 1)
  in
  attempt most_attempts

(* Division of formulas rounds down. *)
let quotient a k = if a >= 0 then a / k else -((-a + k - 1) / k)
let remainder a k = a - (k * quotient a k)

(* The integers next to these: a formula that only compares with them changes nowhere else. *)
let near distance ints =
  let rec around n d = if d > distance then [] else (n + d) :: around n (d + 1) in
  List.sort_uniq compare (List.concat_map (fun n -> around n (-distance)) (0 :: ints))
