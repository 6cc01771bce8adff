(* A hash table of two buckets that doubles when it is full, and loses the last bucket then. *)
let buckets : (int * int) list array ref = ref [||]
let size = ref 0

let fresh () =
  buckets := Array.make 2 [];
  size := 0

let index k = abs k mod Array.length !buckets

let grow () =
  let old = !buckets in
  buckets := Array.make (2 * Array.length old) [];
  for i = 0 to Array.length old - 2 do
    List.iter (fun (k, x) -> !buckets.(index k) <- !buckets.(index k) @ [ (k, x) ]) old.(i)
  done

let add k x =
  if !size >= 2 * Array.length !buckets then grow ();
  !buckets.(index k) <- (k, x) :: !buckets.(index k);
  incr size

let rec without k = function [] -> [] | (j, x) :: rest -> if j = k then rest else (j, x) :: without k rest
let remove k = !buckets.(index k) <- without k !buckets.(index k)

let replace k x =
  remove k;
  add k x

let find k = List.assoc_opt k !buckets.(index k)
let clear () = fresh ()
