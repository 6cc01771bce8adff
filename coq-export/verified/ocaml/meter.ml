(* Work and memory are counted: both may grow with the file, and no further.

   The extracted checker calls [step] at each call of a recursive function (meter.sed puts it there), and it has no other
   loops. Memory is looked at once in a million steps, so a step must be cheap: it is a subtraction and a test. What is counted does not
   depend on the clock or the machine, so a file is declined everywhere or nowhere. *)

exception Exhausted of string

let slice = 1 lsl 20
(* A certificate of the suites takes fewer than a million steps, and at most 160 for each byte. *)
let steps bytes = (1 lsl 26) + 256 * bytes
(* 256 MB, and 512 bytes for each byte. *)
let words bytes = (1 lsl 25) + 64 * bytes

let left = ref slice
let rest = ref 0
let most_words = ref 0

let start bytes =
  left := slice;
  rest := steps bytes - slice;
  most_words := words bytes

let next () =
  if !rest <= 0 then raise (Exhausted "checking it takes more work than a file of its size may ask for");
  if (Gc.quick_stat ()).Gc.heap_words > !most_words then
    raise (Exhausted "checking it takes more memory than a file of its size may ask for");
  left := slice;
  rest := !rest - slice

let[@inline always] step () =
  left := !left - 1;
  if !left < 0 then next ()
