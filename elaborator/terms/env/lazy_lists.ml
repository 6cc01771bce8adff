(* Lists whose tail may fail when it is looked at, as in Haskell: an environment for
   `covenant terms --env elaborator/terms/env/lazy_lists.ml --type 'int lazy_list -> int list'`. *)

module Fuel = struct
  exception Out

  let left = ref 0
  let refill () = left := 2000
  let spend () = if !left = 0 then raise Out else decr left
end

type 'a cell = Nil | Cons of 'a * (unit -> 'a cell)
type 'a lazy_list = unit -> 'a cell

val ( + ) : int -> int -> int
val ( < ) : int -> int -> bool

let rec take (n : int) (l : 'a lazy_list) : 'a list =
  Fuel.spend ();
  if n <= 0 then [] else match l () with Nil -> [] | Cons (x, rest) -> x :: take (n - 1) rest

let rec map (f : 'a -> 'b) (l : 'a lazy_list) : 'b lazy_list =
 fun () -> match l () with Nil -> Nil | Cons (x, rest) -> Cons (f x, map f rest)

let tail (l : 'a lazy_list) : 'a lazy_list =
 fun () -> match l () with Nil -> failwith "tail" | Cons (_, rest) -> rest ()

let head (l : 'a lazy_list) : 'a = match l () with Nil -> failwith "head" | Cons (x, _) -> x
let repeat (x : 'a) : 'a lazy_list = let rec l () = Cons (x, l) in l
let seq (_ : 'a) (x : 'b) : 'b = x

let inputs : int lazy_list list =
  let fails () = failwith "the tail" in
  [ (fun () -> Nil); (fun () -> Cons (1, fun () -> Cons (2, fails))); fails; repeat 3 ]
