(* The environment that terms are made of unless --env names another one. Recursion in a definition spends fuel, so that
   no term runs for long: a program that doubles a list in each step of a fold would. *)

module Fuel = struct
  exception Out

  let left = ref 0
  let refill () = left := 2000
  let spend () = if !left = 0 then raise Out else decr left
end

val ( + ) : int -> int -> int
val ( - ) : int -> int -> int
val ( < ) : int -> int -> bool
val ( = ) : int -> int -> bool
val not : bool -> bool
val ( && ) : bool -> bool -> bool
val fst : 'a * 'b -> 'a
val snd : 'a * 'b -> 'b

let id (x : 'a) : 'a = x
let seq (_ : 'a) (x : 'b) : 'b = x
let hd (l : 'a list) : 'a = match l with [] -> failwith "hd" | x :: _ -> x
let tl (l : 'a list) : 'a list = match l with [] -> failwith "tl" | _ :: l -> l

let rec length (l : 'a list) : int = Fuel.spend (); match l with [] -> 0 | _ :: l -> 1 + length l

let rec append (a : 'a list) (b : 'a list) : 'a list =
  Fuel.spend ();
  match a with [] -> b | x :: a -> x :: append a b

let rec take (n : int) (l : 'a list) : 'a list =
  Fuel.spend ();
  match l with x :: l when n > 0 -> x :: take (n - 1) l | _ -> []

let rec map (f : 'a -> 'b) (l : 'a list) : 'b list =
  Fuel.spend ();
  match l with
  | [] -> []
  | x :: l ->
      let y = f x in
      y :: map f l

let rec filter (f : 'a -> bool) (l : 'a list) : 'a list =
  Fuel.spend ();
  match l with [] -> [] | x :: l -> if f x then x :: filter f l else filter f l

let rec fold (f : 'b -> 'a -> 'b) (b : 'b) (l : 'a list) : 'b =
  Fuel.spend ();
  match l with [] -> b | x :: l -> fold f (f b x) l

let compose (f : 'b -> 'c) (g : 'a -> 'b) (x : 'a) : 'c = f (g x)
