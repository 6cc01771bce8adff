
(** val negb : bool -> bool **)

let negb = function
| true -> false
| false -> true

(** val option_map : ('a1 -> 'a2) -> 'a1 option -> 'a2 option **)

let option_map f = function
| Some a -> Some (f a)
| None -> None

type ('a, 'b) sum =
| Inl of 'a
| Inr of 'b

(** val fst : ('a1 * 'a2) -> 'a1 **)

let fst = function
| (x, _) -> x

(** val snd : ('a1 * 'a2) -> 'a2 **)

let snd = function
| (_, y) -> y

(** val length : 'a1 list -> int **)

let rec length = fun it__ -> Meter.step (); match it__ with
| [] -> 0
| _ :: l' -> Stdlib.Int.succ (length l')

(** val app : 'a1 list -> 'a1 list -> 'a1 list **)

let rec app l m = Meter.step ();
  match l with
  | [] -> m
  | a :: l1 -> a :: (app l1 m)

type comparison =
| Eq
| Lt
| Gt

(** val compOpp : comparison -> comparison **)

let compOpp = function
| Eq -> Eq
| Lt -> Gt
| Gt -> Lt

(** val pred : int -> int **)

let pred = fun n -> Stdlib.max 0 (n-1)

module Coq__1 = struct
 (** val add : int -> int -> int **)let rec add = (+)
end
include Coq__1

(** val mul : int -> int -> int **)

let rec mul = ( * )

(** val sub : int -> int -> int **)

let rec sub = fun n m -> Stdlib.max 0 (n-m)

type positive =
| XI of positive
| XO of positive
| XH

type n =
| N0
| Npos of positive

type z =
| Z0
| Zpos of positive
| Zneg of positive

module Nat =
 struct
  (** val ltb : int -> int -> bool **)

  let ltb n0 m =
    (<=) (Stdlib.Int.succ n0) m

  (** val div2 : int -> int **)

  let rec div2 = fun n -> n/2
 end

module Pos =
 struct
  type mask =
  | IsNul
  | IsPos of positive
  | IsNeg
 end

module Coq_Pos =
 struct
  (** val succ : positive -> positive **)

  let rec succ = fun it__ -> Meter.step (); match it__ with
  | XI p -> XO (succ p)
  | XO p -> XI p
  | XH -> XO XH

  (** val add : positive -> positive -> positive **)

  let rec add x y = Meter.step ();
    match x with
    | XI p ->
      (match y with
       | XI q -> XO (add_carry p q)
       | XO q -> XI (add p q)
       | XH -> XO (succ p))
    | XO p ->
      (match y with
       | XI q -> XI (add p q)
       | XO q -> XO (add p q)
       | XH -> XI p)
    | XH -> (match y with
             | XI q -> XO (succ q)
             | XO q -> XI q
             | XH -> XO XH)

  (** val add_carry : positive -> positive -> positive **)

  and add_carry x y = Meter.step ();
    match x with
    | XI p ->
      (match y with
       | XI q -> XI (add_carry p q)
       | XO q -> XO (add_carry p q)
       | XH -> XI (succ p))
    | XO p ->
      (match y with
       | XI q -> XO (add_carry p q)
       | XO q -> XI (add p q)
       | XH -> XO (succ p))
    | XH ->
      (match y with
       | XI q -> XI (succ q)
       | XO q -> XO (succ q)
       | XH -> XI XH)

  (** val pred_double : positive -> positive **)

  let rec pred_double = fun it__ -> Meter.step (); match it__ with
  | XI p -> XI (XO p)
  | XO p -> XI (pred_double p)
  | XH -> XH

  type mask = Pos.mask =
  | IsNul
  | IsPos of positive
  | IsNeg

  (** val succ_double_mask : mask -> mask **)

  let succ_double_mask = function
  | IsNul -> IsPos XH
  | IsPos p -> IsPos (XI p)
  | IsNeg -> IsNeg

  (** val double_mask : mask -> mask **)

  let double_mask = function
  | IsPos p -> IsPos (XO p)
  | x0 -> x0

  (** val double_pred_mask : positive -> mask **)

  let double_pred_mask = function
  | XI p -> IsPos (XO (XO p))
  | XO p -> IsPos (XO (pred_double p))
  | XH -> IsNul

  (** val sub_mask : positive -> positive -> mask **)

  let rec sub_mask x y = Meter.step ();
    match x with
    | XI p ->
      (match y with
       | XI q -> double_mask (sub_mask p q)
       | XO q -> succ_double_mask (sub_mask p q)
       | XH -> IsPos (XO p))
    | XO p ->
      (match y with
       | XI q -> succ_double_mask (sub_mask_carry p q)
       | XO q -> double_mask (sub_mask p q)
       | XH -> IsPos (pred_double p))
    | XH -> (match y with
             | XH -> IsNul
             | _ -> IsNeg)

  (** val sub_mask_carry : positive -> positive -> mask **)

  and sub_mask_carry x y = Meter.step ();
    match x with
    | XI p ->
      (match y with
       | XI q -> succ_double_mask (sub_mask_carry p q)
       | XO q -> double_mask (sub_mask p q)
       | XH -> IsPos (pred_double p))
    | XO p ->
      (match y with
       | XI q -> double_mask (sub_mask_carry p q)
       | XO q -> succ_double_mask (sub_mask_carry p q)
       | XH -> double_pred_mask p)
    | XH -> IsNeg

  (** val sub : positive -> positive -> positive **)

  let sub x y =
    match sub_mask x y with
    | IsPos z0 -> z0
    | _ -> XH

  (** val mul : positive -> positive -> positive **)

  let rec mul x y = Meter.step ();
    match x with
    | XI p -> add y (XO (mul p y))
    | XO p -> XO (mul p y)
    | XH -> y

  (** val size_nat : positive -> int **)

  let rec size_nat = fun it__ -> Meter.step (); match it__ with
  | XI p0 -> Stdlib.Int.succ (size_nat p0)
  | XO p0 -> Stdlib.Int.succ (size_nat p0)
  | XH -> Stdlib.Int.succ 0

  (** val compare_cont : comparison -> positive -> positive -> comparison **)

  let rec compare_cont r x y = Meter.step ();
    match x with
    | XI p ->
      (match y with
       | XI q -> compare_cont r p q
       | XO q -> compare_cont Gt p q
       | XH -> Gt)
    | XO p ->
      (match y with
       | XI q -> compare_cont Lt p q
       | XO q -> compare_cont r p q
       | XH -> Gt)
    | XH -> (match y with
             | XH -> r
             | _ -> Lt)

  (** val compare : positive -> positive -> comparison **)

  let compare =
    compare_cont Eq

  (** val eqb : positive -> positive -> bool **)

  let rec eqb p q = Meter.step ();
    match p with
    | XI p0 -> (match q with
                | XI q0 -> eqb p0 q0
                | _ -> false)
    | XO p0 -> (match q with
                | XO q0 -> eqb p0 q0
                | _ -> false)
    | XH -> (match q with
             | XH -> true
             | _ -> false)

  (** val gcdn : int -> positive -> positive -> positive **)

  let rec gcdn n0 a b = Meter.step ();
    (fun fO fS n -> if n=0 then fO () else fS (n-1))
      (fun _ -> XH)
      (fun n1 ->
      match a with
      | XI a' ->
        (match b with
         | XI b' ->
           (match compare a' b' with
            | Eq -> a
            | Lt -> gcdn n1 (sub b' a') a
            | Gt -> gcdn n1 (sub a' b') b)
         | XO b0 -> gcdn n1 a b0
         | XH -> XH)
      | XO a0 ->
        (match b with
         | XI _ -> gcdn n1 a0 b
         | XO b0 -> XO (gcdn n1 a0 b0)
         | XH -> XH)
      | XH -> XH)
      n0

  (** val gcd : positive -> positive -> positive **)

  let gcd a b =
    gcdn (Coq__1.add (size_nat a) (size_nat b)) a b

  (** val iter_op : ('a1 -> 'a1 -> 'a1) -> positive -> 'a1 -> 'a1 **)

  let rec iter_op op p a = Meter.step ();
    match p with
    | XI p0 -> op a (iter_op op p0 (op a a))
    | XO p0 -> iter_op op p0 (op a a)
    | XH -> a

  (** val to_nat : positive -> int **)

  let to_nat x =
    iter_op Coq__1.add x (Stdlib.Int.succ 0)

  (** val of_succ_nat : int -> positive **)

  let rec of_succ_nat n0 = Meter.step ();
    (fun fO fS n -> if n=0 then fO () else fS (n-1))
      (fun _ -> XH)
      (fun x -> succ (of_succ_nat x))
      n0
 end

module N =
 struct
  (** val succ : n -> n **)

  let succ = function
  | N0 -> Npos XH
  | Npos p -> Npos (Coq_Pos.succ p)

  (** val succ_pos : n -> positive **)

  let succ_pos = function
  | N0 -> XH
  | Npos p -> Coq_Pos.succ p

  (** val add : n -> n -> n **)

  let add n0 m =
    match n0 with
    | N0 -> m
    | Npos p -> (match m with
                 | N0 -> n0
                 | Npos q -> Npos (Coq_Pos.add p q))

  (** val sub : n -> n -> n **)

  let sub n0 m =
    match n0 with
    | N0 -> N0
    | Npos n' ->
      (match m with
       | N0 -> n0
       | Npos m' ->
         (match Coq_Pos.sub_mask n' m' with
          | Coq_Pos.IsPos p -> Npos p
          | _ -> N0))

  (** val compare : n -> n -> comparison **)

  let compare n0 m =
    match n0 with
    | N0 -> (match m with
             | N0 -> Eq
             | Npos _ -> Lt)
    | Npos n' -> (match m with
                  | N0 -> Gt
                  | Npos m' -> Coq_Pos.compare n' m')

  (** val eqb : n -> n -> bool **)

  let eqb n0 m =
    match n0 with
    | N0 -> (match m with
             | N0 -> true
             | Npos _ -> false)
    | Npos p -> (match m with
                 | N0 -> false
                 | Npos q -> Coq_Pos.eqb p q)

  (** val ltb : n -> n -> bool **)

  let ltb x y =
    match compare x y with
    | Lt -> true
    | _ -> false

  (** val max : n -> n -> n **)

  let max n0 n' =
    match compare n0 n' with
    | Gt -> n0
    | _ -> n'

  (** val to_nat : n -> int **)

  let to_nat = function
  | N0 -> 0
  | Npos p -> Coq_Pos.to_nat p

  (** val of_nat : int -> n **)

  let of_nat n0 =
    (fun fO fS n -> if n=0 then fO () else fS (n-1))
      (fun _ -> N0)
      (fun n' -> Npos (Coq_Pos.of_succ_nat n'))
      n0
 end

module Z =
 struct
  (** val double : z -> z **)

  let double = function
  | Z0 -> Z0
  | Zpos p -> Zpos (XO p)
  | Zneg p -> Zneg (XO p)

  (** val succ_double : z -> z **)

  let succ_double = function
  | Z0 -> Zpos XH
  | Zpos p -> Zpos (XI p)
  | Zneg p -> Zneg (Coq_Pos.pred_double p)

  (** val pred_double : z -> z **)

  let pred_double = function
  | Z0 -> Zneg XH
  | Zpos p -> Zpos (Coq_Pos.pred_double p)
  | Zneg p -> Zneg (XI p)

  (** val pos_sub : positive -> positive -> z **)

  let rec pos_sub x y = Meter.step ();
    match x with
    | XI p ->
      (match y with
       | XI q -> double (pos_sub p q)
       | XO q -> succ_double (pos_sub p q)
       | XH -> Zpos (XO p))
    | XO p ->
      (match y with
       | XI q -> pred_double (pos_sub p q)
       | XO q -> double (pos_sub p q)
       | XH -> Zpos (Coq_Pos.pred_double p))
    | XH ->
      (match y with
       | XI q -> Zneg (XO q)
       | XO q -> Zneg (Coq_Pos.pred_double q)
       | XH -> Z0)

  (** val add : z -> z -> z **)

  let add x y =
    match x with
    | Z0 -> y
    | Zpos x' ->
      (match y with
       | Z0 -> x
       | Zpos y' -> Zpos (Coq_Pos.add x' y')
       | Zneg y' -> pos_sub x' y')
    | Zneg x' ->
      (match y with
       | Z0 -> x
       | Zpos y' -> pos_sub y' x'
       | Zneg y' -> Zneg (Coq_Pos.add x' y'))

  (** val opp : z -> z **)

  let opp = function
  | Z0 -> Z0
  | Zpos x0 -> Zneg x0
  | Zneg x0 -> Zpos x0

  (** val sub : z -> z -> z **)

  let sub m n0 =
    add m (opp n0)

  (** val mul : z -> z -> z **)

  let mul x y =
    match x with
    | Z0 -> Z0
    | Zpos x' ->
      (match y with
       | Z0 -> Z0
       | Zpos y' -> Zpos (Coq_Pos.mul x' y')
       | Zneg y' -> Zneg (Coq_Pos.mul x' y'))
    | Zneg x' ->
      (match y with
       | Z0 -> Z0
       | Zpos y' -> Zneg (Coq_Pos.mul x' y')
       | Zneg y' -> Zpos (Coq_Pos.mul x' y'))

  (** val compare : z -> z -> comparison **)

  let compare x y =
    match x with
    | Z0 -> (match y with
             | Z0 -> Eq
             | Zpos _ -> Lt
             | Zneg _ -> Gt)
    | Zpos x' -> (match y with
                  | Zpos y' -> Coq_Pos.compare x' y'
                  | _ -> Gt)
    | Zneg x' ->
      (match y with
       | Zneg y' -> compOpp (Coq_Pos.compare x' y')
       | _ -> Lt)

  (** val leb : z -> z -> bool **)

  let leb x y =
    match compare x y with
    | Gt -> false
    | _ -> true

  (** val ltb : z -> z -> bool **)

  let ltb x y =
    match compare x y with
    | Lt -> true
    | _ -> false

  (** val eqb : z -> z -> bool **)

  let eqb x y =
    match x with
    | Z0 -> (match y with
             | Z0 -> true
             | _ -> false)
    | Zpos p -> (match y with
                 | Zpos q -> Coq_Pos.eqb p q
                 | _ -> false)
    | Zneg p -> (match y with
                 | Zneg q -> Coq_Pos.eqb p q
                 | _ -> false)

  (** val abs : z -> z **)

  let abs = function
  | Zneg p -> Zpos p
  | x -> x

  (** val pos_div_eucl : positive -> z -> z * z **)

  let rec pos_div_eucl a b = Meter.step ();
    match a with
    | XI a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = add (mul (Zpos (XO XH)) r) (Zpos XH) in
      if ltb r' b
      then ((mul (Zpos (XO XH)) q), r')
      else ((add (mul (Zpos (XO XH)) q) (Zpos XH)), (sub r' b))
    | XO a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = mul (Zpos (XO XH)) r in
      if ltb r' b
      then ((mul (Zpos (XO XH)) q), r')
      else ((add (mul (Zpos (XO XH)) q) (Zpos XH)), (sub r' b))
    | XH -> if leb (Zpos (XO XH)) b then (Z0, (Zpos XH)) else ((Zpos XH), Z0)

  (** val div_eucl : z -> z -> z * z **)

  let div_eucl a b =
    match a with
    | Z0 -> (Z0, Z0)
    | Zpos a' ->
      (match b with
       | Z0 -> (Z0, a)
       | Zpos _ -> pos_div_eucl a' b
       | Zneg b' ->
         let (q, r) = pos_div_eucl a' (Zpos b') in
         (match r with
          | Z0 -> ((opp q), Z0)
          | _ -> ((opp (add q (Zpos XH))), (add b r))))
    | Zneg a' ->
      (match b with
       | Z0 -> (Z0, a)
       | Zpos _ ->
         let (q, r) = pos_div_eucl a' b in
         (match r with
          | Z0 -> ((opp q), Z0)
          | _ -> ((opp (add q (Zpos XH))), (sub b r)))
       | Zneg b' -> let (q, r) = pos_div_eucl a' (Zpos b') in (q, (opp r)))

  (** val div : z -> z -> z **)

  let div a b =
    let (q, _) = div_eucl a b in q

  (** val gcd : z -> z -> z **)

  let gcd a b =
    match a with
    | Z0 -> abs b
    | Zpos a0 ->
      (match b with
       | Z0 -> abs a
       | Zpos b0 -> Zpos (Coq_Pos.gcd a0 b0)
       | Zneg b0 -> Zpos (Coq_Pos.gcd a0 b0))
    | Zneg a0 ->
      (match b with
       | Z0 -> abs a
       | Zpos b0 -> Zpos (Coq_Pos.gcd a0 b0)
       | Zneg b0 -> Zpos (Coq_Pos.gcd a0 b0))
 end

(** val in_dec : ('a1 -> 'a1 -> bool) -> 'a1 -> 'a1 list -> bool **)

let rec in_dec h a = fun it__ -> Meter.step (); match it__ with
| [] -> false
| y :: l0 -> let s = h y a in if s then true else in_dec h a l0

(** val nth : int -> 'a1 list -> 'a1 -> 'a1 **)

let rec nth n0 l default = Meter.step ();
  (fun fO fS n -> if n=0 then fO () else fS (n-1))
    (fun _ -> match l with
              | [] -> default
              | x :: _ -> x)
    (fun m -> match l with
              | [] -> default
              | _ :: t -> nth m t default)
    n0

(** val nth_error : 'a1 list -> int -> 'a1 option **)

let rec nth_error l n0 = Meter.step ();
  (fun fO fS n -> if n=0 then fO () else fS (n-1))
    (fun _ -> match l with
              | [] -> None
              | x :: _ -> Some x)
    (fun n1 -> match l with
               | [] -> None
               | _ :: l0 -> nth_error l0 n1)
    n0

(** val rev : 'a1 list -> 'a1 list **)

let rec rev = fun it__ -> Meter.step (); match it__ with
| [] -> []
| x :: l' -> app (rev l') (x :: [])

(** val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list **)

let rec map f = fun it__ -> Meter.step (); match it__ with
| [] -> []
| a :: t -> (f a) :: (map f t)

(** val flat_map : ('a1 -> 'a2 list) -> 'a1 list -> 'a2 list **)

let rec flat_map f = fun it__ -> Meter.step (); match it__ with
| [] -> []
| x :: t -> app (f x) (flat_map f t)

(** val fold_left : ('a1 -> 'a2 -> 'a1) -> 'a2 list -> 'a1 -> 'a1 **)

let rec fold_left f l a0 = Meter.step ();
  match l with
  | [] -> a0
  | b :: t -> fold_left f t (f a0 b)

(** val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1 **)

let rec fold_right f a0 = fun it__ -> Meter.step (); match it__ with
| [] -> a0
| b :: t -> f b (fold_right f a0 t)

(** val existsb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec existsb f = fun it__ -> Meter.step (); match it__ with
| [] -> false
| a :: l0 -> (||) (f a) (existsb f l0)

(** val forallb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec forallb f = fun it__ -> Meter.step (); match it__ with
| [] -> true
| a :: l0 -> (&&) (f a) (forallb f l0)

(** val filter : ('a1 -> bool) -> 'a1 list -> 'a1 list **)

let rec filter f = fun it__ -> Meter.step (); match it__ with
| [] -> []
| x :: l0 -> if f x then x :: (filter f l0) else filter f l0

(** val find : ('a1 -> bool) -> 'a1 list -> 'a1 option **)

let rec find f = fun it__ -> Meter.step (); match it__ with
| [] -> None
| x :: tl -> if f x then Some x else find f tl

(** val combine : 'a1 list -> 'a2 list -> ('a1 * 'a2) list **)

let rec combine l l' = Meter.step ();
  match l with
  | [] -> []
  | x :: tl ->
    (match l' with
     | [] -> []
     | y :: tl' -> (x, y) :: (combine tl tl'))

(** val firstn : int -> 'a1 list -> 'a1 list **)

let rec firstn n0 l = Meter.step ();
  (fun fO fS n -> if n=0 then fO () else fS (n-1))
    (fun _ -> [])
    (fun n1 -> match l with
               | [] -> []
               | a :: l0 -> a :: (firstn n1 l0))
    n0

(** val skipn : int -> 'a1 list -> 'a1 list **)

let rec skipn n0 l = Meter.step ();
  (fun fO fS n -> if n=0 then fO () else fS (n-1))
    (fun _ -> l)
    (fun n1 -> match l with
               | [] -> []
               | _ :: l0 -> skipn n1 l0)
    n0

(** val nodup : ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list **)

let rec nodup decA = fun it__ -> Meter.step (); match it__ with
| [] -> []
| x :: xs -> if in_dec decA x xs then nodup decA xs else x :: (nodup decA xs)

(** val seq : int -> int -> int list **)

let rec seq start0 len = Meter.step ();
  (fun fO fS n -> if n=0 then fO () else fS (n-1))
    (fun _ -> [])
    (fun len0 -> start0 :: (seq (Stdlib.Int.succ start0) len0))
    len

type 'a trie =
| Nil
| Fork of 'a option * 'a trie * 'a trie

(** val even_half : int -> int -> bool **)

let even_half i h =
  (=) (add h h) i

(** val tget : 'a1 trie -> int -> 'a1 option **)

let rec tget t i = Meter.step ();
  match t with
  | Nil -> None
  | Fork (x, l, r) ->
    ((fun fO fS n -> if n=0 then fO () else fS (n-1))
       (fun _ -> x)
       (fun i0 ->
       let h = Nat.div2 i0 in if even_half i0 h then tget l h else tget r h)
       i)

(** val tput : int -> int -> 'a1 -> 'a1 trie -> 'a1 trie **)

let rec tput fuel i v = fun it__ -> Meter.step (); match it__ with
| Nil ->
  let p = (None, Nil) in
  let r = Nil in
  let (x, l) = p in
  ((fun fO fS n -> if n=0 then fO () else fS (n-1))
     (fun _ -> Fork ((Some v), l, r))
     (fun i0 ->
     (fun fO fS n -> if n=0 then fO () else fS (n-1))
       (fun _ -> Fork ((Some v), l, r))
       (fun fuel0 ->
       let h = Nat.div2 i0 in
       if even_half i0 h
       then Fork (x, (tput fuel0 h v l), r)
       else Fork (x, l, (tput fuel0 h v r)))
       fuel)
     i)
| Fork (x, l, r) ->
  let p = (x, l) in
  let (x0, l0) = p in
  ((fun fO fS n -> if n=0 then fO () else fS (n-1))
     (fun _ -> Fork ((Some v), l0, r))
     (fun i0 ->
     (fun fO fS n -> if n=0 then fO () else fS (n-1))
       (fun _ -> Fork ((Some v), l0, r))
       (fun fuel0 ->
       let h = Nat.div2 i0 in
       if even_half i0 h
       then Fork (x0, (tput fuel0 h v l0), r)
       else Fork (x0, l0, (tput fuel0 h v r)))
       fuel)
     i)

(** val tlist_from : int -> 'a1 list -> 'a1 trie **)

let rec tlist_from i = fun it__ -> Meter.step (); match it__ with
| [] -> Nil
| x :: l0 -> tput i i x (tlist_from (Stdlib.Int.succ i) l0)

(** val tlist : 'a1 list -> 'a1 trie **)

let tlist l =
  tlist_from 0 l

(** val tpairs : (int * 'a1) list -> 'a1 trie **)

let tpairs l =
  fold_right (fun p t -> tput (fst p) (fst p) (snd p) t) Nil l

(** val tdrop : int -> 'a1 trie -> 'a1 trie **)

let rec tdrop i = fun it__ -> Meter.step (); match it__ with
| Nil -> Nil
| Fork (x, l, r) ->
  ((fun fO fS n -> if n=0 then fO () else fS (n-1))
     (fun _ -> Fork (None, l, r))
     (fun i0 ->
     let h = Nat.div2 i0 in
     if even_half i0 h
     then Fork (x, (tdrop h l), r)
     else Fork (x, l, (tdrop h r)))
     i)

(** val tbare : 'a1 trie -> bool **)

let rec tbare = fun it__ -> Meter.step (); match it__ with
| Nil -> true
| Fork (x, l, r) ->
  (match x with
   | Some _ -> false
   | None -> (&&) (tbare l) (tbare r))

type sort =
| SInt
| SData of int * sort list
| SAbs of int
| SOpq of int

(** val list_eqb : ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list -> bool **)

let rec list_eqb eqb0 xs ys = Meter.step ();
  match xs with
  | [] -> (match ys with
           | [] -> true
           | _ :: _ -> false)
  | x :: xs0 ->
    (match ys with
     | [] -> false
     | y :: ys0 -> (&&) (eqb0 x y) (list_eqb eqb0 xs0 ys0))

(** val sort_eqb : sort -> sort -> bool **)

let rec sort_eqb a b = Meter.step (); a == b ||
  match a with
  | SInt -> (match b with
             | SInt -> true
             | _ -> false)
  | SData (t, fs) ->
    (match b with
     | SData (u, gs) -> (&&) ((=) t u) (list_eqb sort_eqb fs gs)
     | _ -> false)
  | SAbs n0 -> (match b with
                | SAbs m -> (=) n0 m
                | _ -> false)
  | SOpq n0 -> (match b with
                | SOpq m -> (=) n0 m
                | _ -> false)

(** val ssub : sort list -> sort -> sort **)

let rec ssub args = fun it__ -> Meter.step (); match it__ with
| SData (d, ss) -> SData (d, (map (ssub args) ss))
| SAbs i -> nth i args SInt
| x -> x

type datatype = { t_ctors : sort list list; t_find : sort list trie }

(** val datatype_of : sort list list -> datatype **)

let datatype_of cs =
  { t_ctors = cs; t_find = (tlist cs) }

type datatypes = datatype list

(** val no_type : datatype **)

let no_type =
  datatype_of []

(** val nth_type : datatypes -> int -> datatype **)

let nth_type d d0 =
  nth d0 d no_type

(** val ctors : datatypes -> int -> sort list list **)

let ctors d d0 =
  (nth_type d d0).t_ctors

(** val fields : datatypes -> sort -> int -> sort list option **)

let fields d s tag =
  match s with
  | SData (d0, args) ->
    option_map (map (ssub args)) (tget (nth_type d d0).t_find tag)
  | _ -> None

type bin =
| Add
| Sub
| Mul
| Eq0
| Le
| Lt0
| And
| Or
| Imp
| Iff

type quant =
| All
| Ex

type expr =
| EBound of int * sort
| ELocal of int * sort
| EGhost of int * sort
| ENu of sort
| EInt of z
| ELit of int * int
| ECtor of sort * int * expr list
| EFn of int * sort list * expr list
| EPred of int * expr list
| EBin of bin * expr * expr
| EDiv of expr * z
| EMod of expr * z
| EIte of expr * expr * expr
| ETrue
| EFalse
| ENot of expr
| EQuant of quant * sort * expr

(** val bin_eqb : bin -> bin -> bool **)

let bin_eqb a b =
  match a with
  | Add -> (match b with
            | Add -> true
            | _ -> false)
  | Sub -> (match b with
            | Sub -> true
            | _ -> false)
  | Mul -> (match b with
            | Mul -> true
            | _ -> false)
  | Eq0 -> (match b with
            | Eq0 -> true
            | _ -> false)
  | Le -> (match b with
           | Le -> true
           | _ -> false)
  | Lt0 -> (match b with
            | Lt0 -> true
            | _ -> false)
  | And -> (match b with
            | And -> true
            | _ -> false)
  | Or -> (match b with
           | Or -> true
           | _ -> false)
  | Imp -> (match b with
            | Imp -> true
            | _ -> false)
  | Iff -> (match b with
            | Iff -> true
            | _ -> false)

(** val quant_eqb : quant -> quant -> bool **)

let quant_eqb a b =
  match a with
  | All -> (match b with
            | All -> true
            | Ex -> false)
  | Ex -> (match b with
           | All -> false
           | Ex -> true)

(** val expr_eqb : expr -> expr -> bool **)

let rec expr_eqb x y = Meter.step (); x == y ||
  match x with
  | EBound (i, s) ->
    (match y with
     | EBound (j, t) -> (&&) ((=) i j) (sort_eqb s t)
     | _ -> false)
  | ELocal (i, s) ->
    (match y with
     | ELocal (j, t) -> (&&) ((=) i j) (sort_eqb s t)
     | _ -> false)
  | EGhost (i, s) ->
    (match y with
     | EGhost (j, t) -> (&&) ((=) i j) (sort_eqb s t)
     | _ -> false)
  | ENu s -> (match y with
              | ENu t -> sort_eqb s t
              | _ -> false)
  | EInt a -> (match y with
               | EInt b -> Z.eqb a b
               | _ -> false)
  | ELit (l, i) ->
    (match y with
     | ELit (m, j) -> (&&) ((=) l m) ((=) i j)
     | _ -> false)
  | ECtor (s, t, xs) ->
    (match y with
     | ECtor (s', t', ys) ->
       (&&) ((=) t t') ((&&) (sort_eqb s s') (list_eqb expr_eqb xs ys))
     | _ -> false)
  | EFn (d, ss, xs) ->
    (match y with
     | EFn (d', ss', ys) ->
       (&&) ((=) d d')
         ((&&) (list_eqb sort_eqb ss ss') (list_eqb expr_eqb xs ys))
     | _ -> false)
  | EPred (p, xs) ->
    (match y with
     | EPred (q, ys) -> (&&) ((=) p q) (list_eqb expr_eqb xs ys)
     | _ -> false)
  | EBin (o, a, b) ->
    (match y with
     | EBin (o', a', b') ->
       (&&) (bin_eqb o o') ((&&) (expr_eqb a a') (expr_eqb b b'))
     | _ -> false)
  | EDiv (a, k) ->
    (match y with
     | EDiv (b, l) -> (&&) (Z.eqb k l) (expr_eqb a b)
     | _ -> false)
  | EMod (a, k) ->
    (match y with
     | EMod (b, l) -> (&&) (Z.eqb k l) (expr_eqb a b)
     | _ -> false)
  | EIte (c, a, b) ->
    (match y with
     | EIte (c', a', b') ->
       (&&) (expr_eqb c c') ((&&) (expr_eqb a a') (expr_eqb b b'))
     | _ -> false)
  | ETrue -> (match y with
              | ETrue -> true
              | _ -> false)
  | EFalse -> (match y with
               | EFalse -> true
               | _ -> false)
  | ENot a -> (match y with
               | ENot b -> expr_eqb a b
               | _ -> false)
  | EQuant (q, s, a) ->
    (match y with
     | EQuant (r, t, b) ->
       (&&) (quant_eqb q r) ((&&) (sort_eqb s t) (expr_eqb a b))
     | _ -> false)

type kind =
| KFun
| KDec
| KProp

(** val dec : (int -> kind) -> expr -> bool **)

let rec dec kd = fun it__ -> Meter.step (); match it__ with
| EFn (d, _, _) -> (match kd d with
                    | KDec -> true
                    | _ -> false)
| EBin (o, a, b) ->
  (match o with
   | Add -> false
   | Sub -> false
   | Mul -> false
   | Eq0 -> true
   | Le -> true
   | Lt0 -> true
   | _ -> (&&) (dec kd a) (dec kd b))
| ETrue -> true
| EFalse -> true
| ENot a -> dec kd a
| _ -> false

(** val allfn : (int -> expr list -> bool) -> expr -> bool **)

let rec allfn q = fun it__ -> Meter.step (); match it__ with
| ECtor (_, _, args) -> forallb (allfn q) args
| EFn (d, _, args) -> (&&) (q d args) (forallb (allfn q) args)
| EPred (_, args) -> forallb (allfn q) args
| EBin (_, a, b) -> (&&) (allfn q a) (allfn q b)
| EDiv (a, _) -> allfn q a
| EMod (a, _) -> allfn q a
| EIte (c, a, b) -> (&&) (allfn q c) ((&&) (allfn q a) (allfn q b))
| ENot a -> allfn q a
| EQuant (_, _, a) -> allfn q a
| _ -> true

(** val shf : int -> int -> expr -> expr **)

let rec shf n0 c e = Meter.step (); match e with
| EBound (i, s) -> if Nat.ltb i c then e else EBound ((add n0 i), s)
| ECtor (s, t, args) -> ECtor (s, t, (map (shf n0 c) args))
| EFn (d, ss, args) -> EFn (d, ss, (map (shf n0 c) args))
| EPred (p, args) -> EPred (p, (map (shf n0 c) args))
| EBin (o, a, b) -> EBin (o, (shf n0 c a), (shf n0 c b))
| EDiv (a, k) -> EDiv ((shf n0 c a), k)
| EMod (a, k) -> EMod ((shf n0 c a), k)
| EIte (x, a, b) -> EIte ((shf n0 c x), (shf n0 c a), (shf n0 c b))
| ENot a -> ENot (shf n0 c a)
| EQuant (q, s, a) -> EQuant (q, s, (shf n0 (Stdlib.Int.succ c) a))
| _ -> e

(** val lift : int -> expr -> expr **)

let lift n0 e =
  (fun fO fS n -> if n=0 then fO () else fS (n-1))
    (fun _ -> e)
    (fun _ -> shf n0 0 e)
    n0

type sbst = { sl : (int -> sort -> expr); sg : (int -> sort -> expr);
              sn : (sort -> expr); sb : (int -> sort -> expr) }

(** val sub0 : int -> sbst -> expr -> expr **)

let rec sub0 d g e = Meter.step (); match e with
| EBound (i, s) -> if Nat.ltb i d then e else lift d (g.sb (sub i d) s)
| ELocal (l, s) -> lift d (g.sl l s)
| EGhost (l, s) -> lift d (g.sg l s)
| ENu s -> lift d (g.sn s)
| ECtor (s, t, args) -> ECtor (s, t, (map (sub0 d g) args))
| EFn (f, ss, args) -> EFn (f, ss, (map (sub0 d g) args))
| EPred (p, args) -> EPred (p, (map (sub0 d g) args))
| EBin (o, a, b) -> EBin (o, (sub0 d g a), (sub0 d g b))
| EDiv (a, k) -> EDiv ((sub0 d g a), k)
| EMod (a, k) -> EMod ((sub0 d g a), k)
| EIte (x, a, b) -> EIte ((sub0 d g x), (sub0 d g a), (sub0 d g b))
| ENot a -> ENot (sub0 d g a)
| EQuant (q, s, a) -> EQuant (q, s, (sub0 (Stdlib.Int.succ d) g a))
| _ -> e

type body =
| BDirect of expr
| BCases of int * expr list
| BOpaque

type def = { d_ns : int; d_params : sort list; d_res : sort option;
             d_dec : bool; d_group : int; d_body : body }

(** val dummy : def **)

let dummy =
  { d_ns = 0; d_params = []; d_res = None; d_dec = false; d_group = 0;
    d_body = BOpaque }

(** val get : def list -> int -> def **)

let get defs d =
  nth d defs dummy

(** val kind_of : def list -> int -> kind **)

let kind_of defs d =
  match (get defs d).d_res with
  | Some _ -> KFun
  | None -> if (get defs d).d_dec then KDec else KProp

(** val np : def list -> int -> int **)

let np defs d =
  length (get defs d).d_params

(** val call_ok : def list -> bool -> int -> int -> expr list -> bool **)

let call_ok defs rec0 own0 d args =
  (||) (Nat.ltb (get defs d).d_group (get defs own0).d_group)
    ((&&) ((&&) rec0 ((=) (get defs d).d_group (get defs own0).d_group))
      (match (get defs d).d_body with
       | BCases (on, _) ->
         (match nth_error args on with
          | Some e ->
            (match e with
             | ELocal (l, _) -> (<=) (np defs own0) l
             | _ -> false)
          | None -> false)
       | _ -> false))

(** val def_ok : def list -> int -> bool **)

let def_ok defs d =
  match (get defs d).d_body with
  | BDirect e -> allfn (call_ok defs false d) e
  | BCases (_, cases) -> forallb (allfn (call_ok defs true d)) cases
  | BOpaque -> true

(** val defs_ok : def list -> bool **)

let defs_ok defs =
  forallb (def_ok defs) (seq 0 (length defs))

type ty =
| TS of sort
| TF

type ctx = { c_loc : sort option list; c_gho : sort list; c_nu : sort option;
             c_preds : sort list list }

(** val has : sort -> ty option -> bool **)

let has s = function
| Some t0 -> (match t0 with
              | TS s' -> sort_eqb s' s
              | TF -> false)
| None -> false

(** val form : ty option -> bool **)

let form = function
| Some t0 -> (match t0 with
              | TS _ -> false
              | TF -> true)
| None -> false

(** val args_ok : (expr -> ty option) -> expr list -> sort list -> bool **)

let rec args_ok f args ss = Meter.step ();
  match args with
  | [] -> (match ss with
           | [] -> true
           | _ :: _ -> false)
  | a :: args0 ->
    (match ss with
     | [] -> false
     | s :: ss0 -> (&&) (has s (f a)) (args_ok f args0 ss0))

(** val when0 : bool -> ty -> ty option **)

let when0 b t =
  if b then Some t else None

(** val ty_of :
    datatypes -> def list -> ctx -> sort option list -> expr -> ty option **)

let rec ty_of d defs g b = fun it__ -> Meter.step (); match it__ with
| EBound (i, s) ->
  (match nth_error b i with
   | Some o ->
     (match o with
      | Some s' -> when0 (sort_eqb s' s) (TS s)
      | None -> None)
   | None -> None)
| ELocal (l, s) ->
  (match nth_error g.c_loc l with
   | Some o ->
     (match o with
      | Some s' -> when0 (sort_eqb s' s) (TS s)
      | None -> None)
   | None -> None)
| EGhost (g0, s) ->
  (match nth_error g.c_gho g0 with
   | Some s' -> when0 (sort_eqb s' s) (TS s)
   | None -> None)
| ENu s ->
  (match g.c_nu with
   | Some s' -> when0 (sort_eqb s' s) (TS s)
   | None -> None)
| EInt _ -> Some (TS SInt)
| ELit (_, i) -> Some (TS (SOpq i))
| ECtor (s, t, args) ->
  (match fields d s t with
   | Some ss -> when0 (args_ok (ty_of d defs g b) args ss) (TS s)
   | None -> None)
| EFn (d0, ss, args) ->
  when0
    (args_ok (ty_of d defs g b) args (map (ssub ss) (get defs d0).d_params))
    (match (get defs d0).d_res with
     | Some s -> TS (ssub ss s)
     | None -> TF)
| EPred (p, args) ->
  (match nth_error g.c_preds p with
   | Some ss -> when0 (args_ok (ty_of d defs g b) args ss) TF
   | None -> None)
| EBin (o, a, b0) ->
  (match o with
   | Add ->
     when0
       ((&&) (has SInt (ty_of d defs g b a)) (has SInt (ty_of d defs g b b0)))
       (TS SInt)
   | Sub ->
     when0
       ((&&) (has SInt (ty_of d defs g b a)) (has SInt (ty_of d defs g b b0)))
       (TS SInt)
   | Mul ->
     when0
       ((&&) (has SInt (ty_of d defs g b a)) (has SInt (ty_of d defs g b b0)))
       (TS SInt)
   | Eq0 ->
     (match ty_of d defs g b a with
      | Some t ->
        (match t with
         | TS s -> when0 (has s (ty_of d defs g b b0)) TF
         | TF -> None)
      | None -> None)
   | Le ->
     when0
       ((&&) (has SInt (ty_of d defs g b a)) (has SInt (ty_of d defs g b b0)))
       TF
   | Lt0 ->
     when0
       ((&&) (has SInt (ty_of d defs g b a)) (has SInt (ty_of d defs g b b0)))
       TF
   | _ ->
     when0 ((&&) (form (ty_of d defs g b a)) (form (ty_of d defs g b b0))) TF)
| EDiv (a, k) ->
  when0 ((&&) (Z.ltb Z0 k) (has SInt (ty_of d defs g b a))) (TS SInt)
| EMod (a, k) ->
  when0 ((&&) (Z.ltb Z0 k) (has SInt (ty_of d defs g b a))) (TS SInt)
| EIte (c, a, b0) ->
  (match ty_of d defs g b a with
   | Some t ->
     (match t with
      | TS s ->
        when0
          ((&&) ((&&) (dec (kind_of defs) c) (form (ty_of d defs g b c)))
            (has s (ty_of d defs g b b0))) (TS s)
      | TF -> None)
   | None -> None)
| ENot a -> when0 (form (ty_of d defs g b a)) TF
| EQuant (_, s, a) -> when0 (form (ty_of d defs g ((Some s) :: b) a)) TF
| _ -> Some TF

(** val isub : sort list -> expr -> expr **)

let rec isub ss e = Meter.step (); match e with
| EBound (i, s) -> EBound (i, (ssub ss s))
| ELocal (l, s) -> ELocal (l, (ssub ss s))
| EGhost (l, s) -> EGhost (l, (ssub ss s))
| ENu s -> ENu (ssub ss s)
| ECtor (s, t, args) -> ECtor ((ssub ss s), t, (map (isub ss) args))
| EFn (d, ts, args) -> EFn (d, (map (ssub ss) ts), (map (isub ss) args))
| EPred (p, args) -> EPred (p, (map (isub ss) args))
| EBin (o, a, b) -> EBin (o, (isub ss a), (isub ss b))
| EDiv (a, k) -> EDiv ((isub ss a), k)
| EMod (a, k) -> EMod ((isub ss a), k)
| EIte (c, a, b) -> EIte ((isub ss c), (isub ss a), (isub ss b))
| ENot a -> ENot (isub ss a)
| EQuant (q, s, a) -> EQuant (q, (ssub ss s), (isub ss a))
| _ -> e

(** val dctx : sort list -> ctx **)

let dctx ps =
  { c_loc = (map (fun x -> Some x) ps); c_gho = []; c_nu = None; c_preds =
    [] }

(** val body_ok :
    datatypes -> def list -> int -> sort list -> expr -> bool **)

let body_ok d defs d0 fs e =
  let t = ty_of d defs (dctx (app (get defs d0).d_params fs)) [] e in
  (match (get defs d0).d_res with
   | Some s -> has s t
   | None ->
     (&&) (form t) ((||) (negb (get defs d0).d_dec) (dec (kind_of defs) e)))

(** val def_typed : datatypes -> def list -> int -> bool **)

let def_typed d defs d0 =
  match (get defs d0).d_body with
  | BDirect e -> body_ok d defs d0 [] e
  | BCases (on, cases) ->
    (match nth_error (get defs d0).d_params on with
     | Some s ->
       (match s with
        | SData (n0, args) ->
          (&&) ((=) (length cases) (length (ctors d n0)))
            (forallb (fun tag ->
              match fields d (SData (n0, args)) tag with
              | Some fs ->
                (match nth_error cases tag with
                 | Some e -> body_ok d defs d0 fs e
                 | None -> false)
              | None -> false) (seq 0 (length (ctors d n0))))
        | _ -> false)
     | None -> false)
  | BOpaque -> true

(** val theory_ok : datatypes -> def list -> bool **)

let theory_ok d defs =
  (&&) (defs_ok defs) (forallb (def_typed d defs) (seq 0 (length defs)))

(** val locsub : expr list -> sbst **)

let locsub xs =
  { sl = (fun l _ -> nth l xs (EInt Z0)); sg = (fun l s -> EGhost (l, s));
    sn = (fun s -> ENu s); sb = (fun i s -> EBound (i, s)) }

(** val upd : int -> expr -> expr list -> expr list **)

let upd i x xs =
  app (firstn i xs) (x :: (skipn (Stdlib.Int.succ i) xs))

(** val unfold_body :
    def list -> int -> sort list -> expr list -> expr option -> expr option **)

let unfold_body defs d ss args as_ctor =
  match (get defs d).d_body with
  | BDirect e -> Some (sub0 0 (locsub args) (isub ss e))
  | BCases (on, cases) ->
    (match match as_ctor with
           | Some c -> Some c
           | None -> nth_error args on with
     | Some e ->
       (match e with
        | ECtor (s, tag, fs) ->
          option_map (fun e0 ->
            sub0 0 (locsub (app (upd on (ECtor (s, tag, fs)) args) fs))
              (isub ss e0)) (nth_error cases tag)
        | _ -> None)
     | None -> None)
  | BOpaque -> None

(** val analysed : def list -> int -> expr list -> expr option **)

let analysed defs d args =
  match (get defs d).d_body with
  | BCases (on, _) -> nth_error args on
  | _ -> None

type lin = (expr * z) list * z

(** val lput : expr -> z -> (expr * z) list -> (expr * z) list **)

let rec lput x c = fun it__ -> Meter.step (); match it__ with
| [] -> (x, c) :: []
| p :: l0 ->
  let (y, d) = p in
  if expr_eqb x y then (y, (Z.add d c)) :: l0 else (y, d) :: (lput x c l0)

(** val ladd : lin -> lin -> lin **)

let ladd a b =
  ((fold_right (fun p acc -> lput (fst p) (snd p) acc) (fst b) (fst a)),
    (Z.add (snd a) (snd b)))

(** val lscale : z -> lin -> lin **)

let lscale n0 a =
  ((map (fun p -> ((fst p), (Z.mul n0 (snd p)))) (fst a)), (Z.mul n0 (snd a)))

(** val lvar : expr -> lin **)

let lvar x =
  (((x, (Zpos XH)) :: []), Z0)

(** val lnum : z -> lin **)

let lnum n0 =
  ([], n0)

(** val lnz : lin -> lin **)

let lnz a =
  ((filter (fun p -> negb (Z.eqb (snd p) Z0)) (fst a)), (snd a))

(** val lsub : lin -> lin -> lin **)

let lsub a b =
  lnz (ladd a (lscale (Zneg XH) b))

(** val leqb : lin -> lin -> bool **)

let leqb a b =
  let (l, k) = lsub a b in (match l with
                            | [] -> Z.eqb k Z0
                            | _ :: _ -> false)

type cl = { prs : (expr * expr) list; cst : (expr * z) list; bad : bool;
            chg : bool }

(** val assoc : expr -> (expr * 'a1) list -> 'a1 option **)

let assoc t l =
  match find (fun p -> expr_eqb (fst p) t) l with
  | Some p -> Some (snd p)
  | None -> None

(** val root : cl -> expr -> expr **)

let root c t =
  match assoc t c.prs with
  | Some x -> x
  | None -> t

(** val arith : expr -> bool **)

let arith = function
| EInt _ -> true
| EBin (o, _, _) ->
  (match o with
   | Add -> true
   | Sub -> true
   | Mul -> true
   | _ -> false)
| EMod (_, _) -> true
| _ -> false

(** val merge : cl -> expr -> expr -> cl **)

let merge c a b =
  let ra = root c a in
  let rb = root c b in
  if expr_eqb ra rb
  then c
  else if (&&) (arith ra) (negb (arith rb))
       then { prs =
              (map (fun p -> ((fst p),
                (if expr_eqb (snd p) ra then rb else snd p))) c.prs); cst =
              c.cst; bad = c.bad; chg = true }
       else { prs =
              (map (fun p -> ((fst p),
                (if expr_eqb (snd p) rb then ra else snd p))) c.prs); cst =
              c.cst; bad = c.bad; chg = true }

(** val const : cl -> expr -> z option **)

let const c t = match t with
| EInt n0 -> Some n0
| _ -> assoc (root c t) c.cst

(** val latom : cl -> expr -> lin **)

let latom c t =
  match const c t with
  | Some n0 -> lnum n0
  | None -> lvar (root c t)

(** val lz : cl -> expr -> lin **)

let rec lz c t = Meter.step (); match t with
| EBin (o, a, b) ->
  (match o with
   | Add -> ladd (lz c a) (lz c b)
   | Sub -> ladd (lz c a) (lscale (Zneg XH) (lz c b))
   | Mul ->
     (match const c a with
      | Some n0 -> lscale n0 (lz c b)
      | None ->
        (match const c b with
         | Some n0 -> lscale n0 (lz c a)
         | None -> lvar (root c t)))
   | _ -> latom c t)
| EMod (x, k) ->
  if Z.ltb Z0 k
  then ladd (lz c x) (lscale (Z.opp k) (latom c (EDiv (x, k))))
  else latom c t
| _ -> latom c t

(** val relin : cl -> lin -> lin **)

let relin c a =
  lnz
    (fold_right (fun p acc -> ladd (lscale (snd p) (lz c (fst p))) acc)
      (lnum (snd a)) (fst a))

type sg0 =
| SN of expr
| SL of lin
| SM of expr * expr

(** val sg_eqb : sg0 -> sg0 -> bool **)

let sg_eqb s t =
  match s with
  | SN a -> (match t with
             | SN b -> expr_eqb a b
             | _ -> false)
  | SL a -> (match t with
             | SL b -> leqb a b
             | _ -> false)
  | SM (a, b) ->
    (match t with
     | SM (x, y) ->
       (||) ((&&) (expr_eqb a x) (expr_eqb b y))
         ((&&) (expr_eqb a y) (expr_eqb b x))
     | _ -> false)

(** val rs : cl -> expr list -> expr list **)

let rs c es =
  map (root c) es

(** val subs : expr -> expr list **)

let rec subs t = Meter.step ();
  t :: (match t with
        | ECtor (_, _, args) -> flat_map subs args
        | EFn (_, _, args) -> flat_map subs args
        | EPred (_, args) -> flat_map subs args
        | EBin (o, a, b) ->
          (match o with
           | Add -> app (subs a) (subs b)
           | Sub -> app (subs a) (subs b)
           | Mul -> app (subs a) (subs b)
           | _ -> [])
        | EDiv (a, _) -> subs a
        | EMod (a, k) -> (EDiv (a, k)) :: (subs a)
        | EIte (_, a, b) -> app (subs a) (subs b)
        | _ -> [])

(** val mem : expr -> expr list -> bool **)

let mem x l =
  existsb (expr_eqb x) l

(** val nub : expr list -> expr list -> expr list **)

let rec nub acc = fun it__ -> Meter.step (); match it__ with
| [] -> rev acc
| x :: l0 -> if mem x acc then nub acc l0 else nub (x :: acc) l0

type line =
| LLit of int
| LCong of expr * expr
| LDivLow of expr
| LDivHigh of expr
| LComb of (z * int) list
| LEq of expr * expr * int * int

(** val use :
    (sg0 * expr) list -> expr -> cl -> sg0 -> cl * (sg0 * expr) list **)

let use seen t c s =
  match find (fun p -> sg_eqb s (fst p)) seen with
  | Some p -> ((merge c t (snd p)), seen)
  | None -> (c, ((s, t) :: seen))

(** val note : datatypes -> def list -> ctx -> cl -> expr -> lin -> cl **)

let note d defs g c t = function
| (l, k) ->
  (match l with
   | [] ->
     (match assoc (root c t) c.cst with
      | Some k' ->
        if Z.eqb k k'
        then c
        else { prs = c.prs; cst = c.cst; bad = true; chg = true }
      | None ->
        { prs = c.prs; cst = (((root c t), k) :: c.cst); bad = c.bad; chg =
          true })
   | p :: l0 ->
     let (x, z0) = p in
     (match z0 with
      | Zpos p0 ->
        (match p0 with
         | XH ->
           (match l0 with
            | [] ->
              (match k with
               | Z0 ->
                 if has SInt (ty_of d defs g [] x) then merge c t x else c
               | _ -> c)
            | _ :: _ -> c)
         | _ -> c)
      | _ -> c))

(** val signature : cl -> expr -> lin -> sg0 **)

let signature c t f =
  match t with
  | EBin (o, a, b) ->
    (match o with
     | Mul ->
       if leqb f (lvar (root c t)) then SM ((root c a), (root c b)) else SL f
     | _ -> SL f)
  | _ -> SL f

(** val step_cong :
    datatypes -> def list -> ctx -> (cl * (sg0 * expr) list) -> expr ->
    cl * (sg0 * expr) list **)

let step_cong d defs g st0 t =
  let (c, seen) = st0 in
  (match t with
   | ECtor (s, tag, args) -> use seen t c (SN (ECtor (s, tag, (rs c args))))
   | EFn (d0, ss, args) -> use seen t c (SN (EFn (d0, ss, (rs c args))))
   | EDiv (a, k) -> use seen t c (SN (EDiv ((root c a), k)))
   | EIte (x, a, b) -> use seen t c (SN (EIte (x, (root c a), (root c b))))
   | _ ->
     if arith t
     then let f = lnz (lz c t) in
          use seen t (note d defs g c t f) (signature c t f)
     else (c, seen))

(** val step_ctor :
    (cl * (expr * (int * expr list)) list) -> expr ->
    cl * (expr * (int * expr list)) list **)

let step_ctor st0 t =
  let (c, seen) = st0 in
  (match t with
   | ECtor (_, tag, args) ->
     (match assoc (root c t) seen with
      | Some p ->
        let (tag', args') = p in
        if (=) tag tag'
        then ((fold_left (fun c0 p0 -> merge c0 (fst p0) (snd p0))
                (combine args args') c), seen)
        else ({ prs = c.prs; cst = c.cst; bad = true; chg = true }, seen)
      | None -> (c, (((root c t), (tag, args)) :: seen)))
   | _ -> (c, seen))

(** val close :
    datatypes -> def list -> ctx -> int -> expr list -> cl -> cl **)

let rec close d defs g n0 ts c = Meter.step ();
  (fun fO fS n -> if n=0 then fO () else fS (n-1))
    (fun _ -> c)
    (fun n1 ->
    let c0 = { prs = c.prs; cst = c.cst; bad = c.bad; chg = false } in
    let c1 = fst (fold_left (step_cong d defs g) ts (c0, [])) in
    let c2 = fst (fold_left step_ctor ts (c1, [])) in
    if c2.bad then c2 else if c2.chg then close d defs g n1 ts c2 else c2)
    n0

(** val entries : cl -> expr list -> (expr * expr list) list **)

let entries c ts =
  flat_map (fun t ->
    match t with
    | ECtor (_, _, args) -> ((root c t), (rs c args)) :: []
    | _ -> []) ts

(** val open0 : (expr * expr list) list -> (expr * expr list) -> bool **)

let open0 es e =
  existsb (fun a -> mem a (map fst es)) (snd e)

(** val strike : int -> (expr * expr list) list -> (expr * expr list) list **)

let rec strike n0 es = Meter.step ();
  (fun fO fS n -> if n=0 then fO () else fS (n-1))
    (fun _ -> es)
    (fun n1 -> strike n1 (filter (open0 es) es))
    n0

(** val cyclic : cl -> expr list -> bool **)

let cyclic c ts =
  let es = entries c ts in
  let es0 = strike (length es) es in
  (match es0 with
   | [] -> false
   | _ :: _ -> forallb (open0 es0) es0)

type st = { s_c : cl; s_ts : expr list; s_dis : (expr * expr) list;
            s_pos : expr list; s_neg : expr list }

(** val cong : cl -> expr -> expr -> bool **)

let cong c p n0 =
  (||) (expr_eqb p n0)
    (match p with
     | EFn (d, ss, xs) ->
       (match n0 with
        | EFn (d', ss', ys) ->
          (&&) ((=) d d')
            ((&&) (list_eqb sort_eqb ss ss')
              (list_eqb expr_eqb (rs c xs) (rs c ys)))
        | _ -> false)
     | EPred (d, xs) ->
       (match n0 with
        | EPred (d', ys) ->
          (&&) ((=) d d') (list_eqb expr_eqb (rs c xs) (rs c ys))
        | _ -> false)
     | _ -> false)

(** val clash : st -> bool **)

let clash s =
  (||)
    ((||)
      ((||)
        ((||) s.s_c.bad
          (existsb (fun p ->
            expr_eqb (root s.s_c (fst p)) (root s.s_c (snd p))) s.s_dis))
        (existsb (fun p ->
          match p with
          | EFalse -> true
          | _ -> existsb (cong s.s_c p) s.s_neg) s.s_pos))
      (existsb (fun p -> match p with
                         | ETrue -> true
                         | _ -> false) s.s_neg)) (cyclic s.s_c s.s_ts)

(** val add_terms : st -> expr list -> st **)

let add_terms s es =
  let new0 = filter (fun t -> negb (mem t s.s_ts)) (nub [] (flat_map subs es))
  in
  { s_c = { prs = (app s.s_c.prs (map (fun t -> (t, t)) new0)); cst =
  s.s_c.cst; bad = s.s_c.bad; chg = s.s_c.chg }; s_ts = (app s.s_ts new0);
  s_dis = s.s_dis; s_pos = s.s_pos; s_neg = s.s_neg }

(** val assert_lit : st -> expr -> st **)

let assert_lit s f = match f with
| EFn (_, _, args) ->
  let s0 = add_terms s args in
  { s_c = s0.s_c; s_ts = s0.s_ts; s_dis = s0.s_dis; s_pos = (f :: s0.s_pos);
  s_neg = s0.s_neg }
| EPred (_, args) ->
  let s0 = add_terms s args in
  { s_c = s0.s_c; s_ts = s0.s_ts; s_dis = s0.s_dis; s_pos = (f :: s0.s_pos);
  s_neg = s0.s_neg }
| EBin (o, a, b) ->
  (match o with
   | Eq0 ->
     let s0 = add_terms s (a :: (b :: [])) in
     { s_c = (merge s0.s_c a b); s_ts = s0.s_ts; s_dis = s0.s_dis; s_pos =
     s0.s_pos; s_neg = s0.s_neg }
   | Le -> add_terms s (a :: (b :: []))
   | Lt0 -> add_terms s (a :: (b :: []))
   | _ ->
     { s_c = s.s_c; s_ts = s.s_ts; s_dis = s.s_dis; s_pos = (f :: s.s_pos);
       s_neg = s.s_neg })
| ENot p ->
  (match p with
   | EFn (_, _, args) ->
     let s0 = add_terms s args in
     { s_c = s0.s_c; s_ts = s0.s_ts; s_dis = s0.s_dis; s_pos = s0.s_pos;
     s_neg = (p :: s0.s_neg) }
   | EPred (_, args) ->
     let s0 = add_terms s args in
     { s_c = s0.s_c; s_ts = s0.s_ts; s_dis = s0.s_dis; s_pos = s0.s_pos;
     s_neg = (p :: s0.s_neg) }
   | EBin (o, a, b) ->
     (match o with
      | Eq0 ->
        let s0 = add_terms s (a :: (b :: [])) in
        { s_c = s0.s_c; s_ts = s0.s_ts; s_dis = ((a, b) :: s0.s_dis); s_pos =
        s0.s_pos; s_neg = s0.s_neg }
      | Le -> add_terms s (a :: (b :: []))
      | Lt0 -> add_terms s (a :: (b :: []))
      | _ ->
        { s_c = s.s_c; s_ts = s.s_ts; s_dis = s.s_dis; s_pos = s.s_pos;
          s_neg = (p :: s.s_neg) })
   | _ ->
     { s_c = s.s_c; s_ts = s.s_ts; s_dis = s.s_dis; s_pos = s.s_pos; s_neg =
       (p :: s.s_neg) })
| _ ->
  { s_c = s.s_c; s_ts = s.s_ts; s_dis = s.s_dis; s_pos = (f :: s.s_pos);
    s_neg = s.s_neg }

(** val closed : datatypes -> def list -> ctx -> st -> st **)

let closed d defs g s =
  { s_c =
    (close d defs g
      (add (Stdlib.Int.succ (Stdlib.Int.succ 0))
        (mul (Stdlib.Int.succ (Stdlib.Int.succ 0)) (length s.s_ts))) s.s_ts
      s.s_c); s_ts = s.s_ts; s_dis = s.s_dis; s_pos = s.s_pos; s_neg =
    s.s_neg }

(** val lit_row : expr -> ((expr * expr) * z) option **)

let lit_row = function
| EBin (o, a, b) ->
  (match o with
   | Le -> Some ((a, b), Z0)
   | Lt0 -> Some ((a, b), (Zpos XH))
   | _ -> None)
| ENot a0 ->
  (match a0 with
   | EBin (o, a, b) ->
     (match o with
      | Le -> Some ((b, a), (Zpos XH))
      | Lt0 -> Some ((b, a), Z0)
      | _ -> None)
   | _ -> None)
| _ -> None

(** val tighten : lin -> lin **)

let tighten a =
  let g = fold_right (fun p g -> Z.gcd (snd p) g) Z0 (fst a) in
  if Z.ltb (Zpos XH) g
  then ((map (fun p -> ((fst p), (Z.div (snd p) g))) (fst a)),
         (Z.opp (Z.div (Z.opp (snd a)) g)))
  else a

(** val combine_rows : lin list -> (z * int) list -> lin option **)

let rec combine_rows rows0 = fun it__ -> Meter.step (); match it__ with
| [] -> Some (lnum Z0)
| p :: parts0 ->
  let (k, i) = p in
  (match nth_error rows0 i with
   | Some l ->
     (match combine_rows rows0 parts0 with
      | Some acc -> if Z.ltb Z0 k then Some (ladd (lscale k l) acc) else None
      | None -> None)
   | None -> None)

(** val do_line :
    datatypes -> def list -> ctx -> expr list -> st -> lin list -> line ->
    (st * lin list) option **)

let do_line d defs g lits s rows0 l =
  let c = s.s_c in
  (match l with
   | LLit i ->
     (match nth_error lits i with
      | Some f ->
        (match lit_row f with
         | Some p ->
           let (p0, k) = p in
           let (a, b) = p0 in
           Some (s,
           (app rows0 ((lnz (ladd (lsub (lz c a) (lz c b)) (lnum k))) :: [])))
         | None -> None)
      | None -> None)
   | LCong (a, b) ->
     if expr_eqb (root c a) (root c b)
     then Some (s, (app rows0 ((lsub (lz c a) (lz c b)) :: [])))
     else None
   | LDivLow d0 ->
     (match d0 with
      | EDiv (x, k) ->
        if Z.ltb Z0 k
        then Some (s,
               (app rows0 ((lsub (lscale k (lz c d0)) (lz c x)) :: [])))
        else None
      | _ -> None)
   | LDivHigh d0 ->
     (match d0 with
      | EDiv (x, k) ->
        if Z.ltb Z0 k
        then Some (s,
               (app rows0
                 ((lnz
                    (ladd (lsub (lz c x) (lscale k (lz c d0)))
                      (lnum (Z.opp (Z.sub k (Zpos XH)))))) :: [])))
        else None
      | _ -> None)
   | LComb parts ->
     (match combine_rows rows0 parts with
      | Some l0 -> Some (s, (app rows0 ((tighten (relin c l0)) :: [])))
      | None -> None)
   | LEq (a, b, i, j) ->
     (match nth_error rows0 i with
      | Some ri ->
        (match nth_error rows0 j with
         | Some rj ->
           let w = lsub (lz c a) (lz c b) in
           if (&&)
                ((&&)
                  ((&&) (has SInt (ty_of d defs g [] a))
                    (has SInt (ty_of d defs g [] b))) (leqb (relin c ri) w))
                (leqb (relin c rj) (lscale (Zneg XH) w))
           then let s0 = add_terms s (a :: (b :: [])) in
                Some
                ((closed d defs g { s_c = (merge s0.s_c a b); s_ts = s0.s_ts;
                   s_dis = s0.s_dis; s_pos = s0.s_pos; s_neg = s0.s_neg }),
                rows0)
           else None
         | None -> None)
      | None -> None))

(** val last_bad : lin list -> bool **)

let last_bad rows0 =
  match rev rows0 with
  | [] -> false
  | l :: _ ->
    let (l1, k) = l in (match l1 with
                        | [] -> Z.ltb Z0 k
                        | _ :: _ -> false)

(** val do_lines :
    datatypes -> def list -> ctx -> expr list -> st -> lin list -> line list
    -> bool **)

let rec do_lines d defs g lits s rows0 = fun it__ -> Meter.step (); match it__ with
| [] -> (||) (clash s) (last_bad rows0)
| l :: ls0 ->
  if (||) (clash s) (last_bad rows0)
  then false
  else (match do_line d defs g lits s rows0 l with
        | Some p -> let (s0, rows1) = p in do_lines d defs g lits s0 rows1 ls0
        | None -> false)

(** val start : datatypes -> def list -> ctx -> expr list -> st **)

let start d defs g lits =
  closed d defs g
    (fold_left assert_lit lits { s_c = { prs = []; cst = []; bad = false;
      chg = false }; s_ts = []; s_dis = []; s_pos = []; s_neg = [] })

(** val refute :
    datatypes -> def list -> ctx -> expr list -> line list -> bool **)

let refute d defs g lits ls =
  do_lines d defs g lits (start d defs g lits) [] ls

type rule =
| Intro
| Split
| GoLeft
| GoRight
| Witness of expr
| Exact
| Absurd
| OrElim of expr
| Obtain of expr
| Inst of expr * expr
| Apply of expr
| IffParts of expr
| NotPush of expr
| Case of expr
| Cut of expr
| IteSplit of expr
| Unfold of expr * expr option
| UnfoldFact of expr * expr option
| UnfoldGoal of expr option
| Known of int * sort list * expr list
| Have of expr
| Induct of (sort * expr) list
| Ground of expr list * line list

type step =
| Step of rule * step list

type branch = (sort list * expr list) * expr

(** val add_gho : ctx -> sort list -> ctx **)

let add_gho g ss =
  { c_loc = g.c_loc; c_gho = (app g.c_gho ss); c_nu = g.c_nu; c_preds =
    g.c_preds }

(** val with_nu : ctx -> sort -> ctx **)

let with_nu g s =
  { c_loc = g.c_loc; c_gho = g.c_gho; c_nu = (Some s); c_preds = g.c_preds }

(** val gvars : int -> sort list -> expr list **)

let rec gvars n0 = fun it__ -> Meter.step (); match it__ with
| [] -> []
| s :: ss0 -> (EGhost (n0, s)) :: (gvars (Stdlib.Int.succ n0) ss0)

(** val bsub1 : expr -> sbst **)

let bsub1 t =
  { sl = (fun l s -> ELocal (l, s)); sg = (fun l s -> EGhost (l, s)); sn =
    (fun s -> ENu s); sb = (fun i s ->
    (fun fO fS n -> if n=0 then fO () else fS (n-1))
      (fun _ -> t)
      (fun i0 -> EBound (i0, s))
      i) }

(** val inst : expr -> expr -> expr **)

let inst a t =
  sub0 0 (bsub1 t) a

(** val nusub : expr -> sbst **)

let nusub t =
  { sl = (fun l s -> ELocal (l, s)); sg = (fun l s -> EGhost (l, s)); sn =
    (fun _ -> t); sb = (fun i s -> EBound (i, s)) }

(** val at_nu : expr -> expr -> expr **)

let at_nu f t =
  sub0 0 (nusub t) f

(** val close_nu : expr -> expr **)

let close_nu f =
  sub0 0 { sl = (fun l s -> ELocal (l, s)); sg = (fun l s -> EGhost (l, s));
    sn = (fun s -> EBound (0, s)); sb = (fun i s -> EBound ((Stdlib.Int.succ
    i), s)) } f

(** val flat : expr -> expr list **)

let rec flat f = Meter.step ();
  f :: (match f with
        | EBin (o, a, b) ->
          (match o with
           | And -> app (flat a) (flat b)
           | _ -> [])
        | _ -> [])

(** val isf : datatypes -> def list -> ctx -> expr -> bool **)

let isf d defs g f =
  form (ty_of d defs g [] f)

(** val guard : bool -> 'a1 -> 'a1 option **)

let guard b x =
  if b then Some x else None

(** val not_push : def list -> expr -> expr list option **)

let not_push defs = function
| EBin (o, p0, q) ->
  (match o with
   | And ->
     guard ((||) (dec (kind_of defs) p0) (dec (kind_of defs) q)) ((EBin (Or,
       (ENot p0), (ENot q))) :: [])
   | Or -> Some ((ENot p0) :: ((ENot q) :: []))
   | Imp -> guard (dec (kind_of defs) p0) (p0 :: ((ENot q) :: []))
   | Iff ->
     guard ((&&) (dec (kind_of defs) p0) (dec (kind_of defs) q)) ((EBin (Or,
       (EBin (And, p0, (ENot q))), (EBin (And, (ENot p0), q)))) :: [])
   | _ -> None)
| ETrue -> Some (EFalse :: [])
| ENot p0 -> guard (dec (kind_of defs) p0) (p0 :: [])
| EQuant (q, s, a) ->
  (match q with
   | All -> None
   | Ex -> Some ((EQuant (All, s, (ENot a))) :: []))
| _ -> None

(** val as_ok :
    datatypes -> def list -> ctx -> expr list -> int -> expr list -> expr
    option -> bool **)

let as_ok d defs g f d0 args = function
| Some c0 ->
  (match analysed defs d0 args with
   | Some a ->
     (match ty_of d defs g [] c0 with
      | Some t ->
        (match t with
         | TS _ -> mem (EBin (Eq0, a, c0)) f
         | TF -> false)
      | None -> false)
   | None -> false)
| None -> true

(** val body_of :
    datatypes -> def list -> ctx -> expr list -> expr -> expr option -> expr
    option **)

let body_of d defs g f t c =
  match t with
  | EFn (d0, ss, args) ->
    (match ty_of d defs g [] t with
     | Some _ ->
       if as_ok d defs g f d0 args c
       then unfold_body defs d0 ss args c
       else None
     | None -> None)
  | _ -> None

(** val inst_all :
    datatypes -> def list -> ctx -> expr -> expr list -> expr option **)

let rec inst_all d defs g f = fun it__ -> Meter.step (); match it__ with
| [] -> Some f
| t :: ts0 ->
  (match f with
   | EQuant (q, s, a) ->
     (match q with
      | All ->
        if has s (ty_of d defs g [] t)
        then inst_all d defs g (inst a t) ts0
        else None
      | Ex -> None)
   | _ -> None)

(** val case_branch :
    datatypes -> ctx -> expr -> expr -> sort -> int -> branch **)

let case_branch d g g0 t s tag =
  let ss = match fields d s tag with
           | Some ss -> ss
           | None -> [] in
  ((ss, ((EBin (Eq0, t, (ECtor (s, tag,
  (gvars (length g.c_gho) ss))))) :: [])), g0)

(** val hyps : (sort * expr) list -> int -> sort list -> expr list **)

let hyps ms n0 ss =
  flat_map (fun y ->
    match y with
    | EGhost (_, s) ->
      (match find (fun m -> sort_eqb (fst m) s) ms with
       | Some m -> (at_nu (snd m) y) :: []
       | None -> [])
    | _ -> []) (gvars n0 ss)

(** val induct_branch :
    datatypes -> ctx -> (sort * expr) list -> (sort * expr) -> int -> branch **)

let induct_branch d g ms m tag =
  let n0 = length g.c_gho in
  let ss = match fields d (fst m) tag with
           | Some ss -> ss
           | None -> [] in
  ((ss, (hyps ms n0 ss)),
  (at_nu (snd m) (ECtor ((fst m), tag, (gvars n0 ss)))))

(** val n_ctors : datatypes -> sort -> int **)

let n_ctors d = function
| SData (d0, _) -> length (ctors d d0)
| _ -> 0

(** val is_data : sort -> bool **)

let is_data = function
| SData (_, _) -> true
| _ -> false

(** val line_ok : datatypes -> def list -> ctx -> line -> bool **)

let line_ok d defs g l =
  let term = fun t ->
    match ty_of d defs g [] t with
    | Some _ -> true
    | None -> false
  in
  (match l with
   | LCong (a, b) -> (&&) (has SInt (ty_of d defs g [] a)) (term b)
   | LDivLow d0 -> term d0
   | LDivHigh d0 -> term d0
   | LEq (a, b, _, _) -> (&&) (term a) (term b)
   | _ -> true)

(** val ground :
    datatypes -> def list -> ctx -> expr list -> expr -> expr list -> line
    list -> bool **)

let ground d defs g f g0 fs ls =
  (&&)
    ((&&) (forallb (fun f0 -> mem f0 f) fs) (forallb (line_ok d defs g) ls))
    (match g0 with
     | EFalse -> refute d defs g fs ls
     | ENot p -> refute d defs g (app fs (p :: [])) ls
     | _ -> refute d defs g (app fs ((ENot g0) :: [])) ls)

(** val plan :
    datatypes -> def list -> expr list -> ctx -> expr list -> expr -> rule ->
    branch list option **)

let plan d defs known g f g0 k =
  let n0 = length g.c_gho in
  let fact = fun f0 -> mem f0 f in
  (match k with
   | Intro ->
     (match g0 with
      | EBin (o, p, q) ->
        (match o with
         | Imp -> Some ((([], (p :: [])), q) :: [])
         | _ -> None)
      | ENot p -> Some ((([], (p :: [])), EFalse) :: [])
      | EQuant (q, s, a) ->
        (match q with
         | All -> Some ((((s :: []), []), (inst a (EGhost (n0, s)))) :: [])
         | Ex -> None)
      | _ -> None)
   | Split ->
     (match g0 with
      | EBin (o, p, q) ->
        (match o with
         | And -> Some ((([], []), p) :: ((([], []), q) :: []))
         | Iff ->
           Some ((([], []), (EBin (Imp, p, q))) :: ((([], []), (EBin (Imp, q,
             p))) :: []))
         | _ -> None)
      | _ -> None)
   | GoLeft ->
     (match g0 with
      | EBin (o, p, _) ->
        (match o with
         | Or -> Some ((([], []), p) :: [])
         | _ -> None)
      | _ -> None)
   | GoRight ->
     (match g0 with
      | EBin (o, _, q) ->
        (match o with
         | Or -> Some ((([], []), q) :: [])
         | _ -> None)
      | _ -> None)
   | Witness t ->
     (match g0 with
      | EQuant (q, s, a) ->
        (match q with
         | All -> None
         | Ex ->
           guard (has s (ty_of d defs g [] t)) ((([], []), (inst a t)) :: []))
      | _ -> None)
   | Exact -> guard ((||) (expr_eqb g0 ETrue) (fact g0)) []
   | Absurd -> Some ((([], []), EFalse) :: [])
   | OrElim f0 ->
     (match f0 with
      | EBin (o, p, q) ->
        (match o with
         | Or ->
           guard (fact f0) ((([], (p :: [])), g0) :: ((([], (q :: [])),
             g0) :: []))
         | _ -> None)
      | _ -> None)
   | Obtain f0 ->
     (match f0 with
      | EQuant (q, s, a) ->
        (match q with
         | All -> None
         | Ex ->
           guard (fact f0) ((((s :: []), ((inst a (EGhost (n0, s))) :: [])),
             g0) :: []))
      | _ -> None)
   | Inst (f0, t) ->
     (match f0 with
      | EQuant (q, s, a) ->
        (match q with
         | All ->
           guard ((&&) (fact f0) (has s (ty_of d defs g [] t))) ((([],
             ((inst a t) :: [])), g0) :: [])
         | Ex -> None)
      | _ -> None)
   | Apply f0 ->
     (match f0 with
      | EBin (o, p, q) ->
        (match o with
         | Imp ->
           guard (fact f0) ((([], []), p) :: ((([], (q :: [])), g0) :: []))
         | _ -> None)
      | _ -> None)
   | IffParts f0 ->
     (match f0 with
      | EBin (o, p, q) ->
        (match o with
         | Iff ->
           guard (fact f0) ((([], ((EBin (Imp, p, q)) :: ((EBin (Imp, q,
             p)) :: []))), g0) :: [])
         | _ -> None)
      | _ -> None)
   | NotPush f0 ->
     (match f0 with
      | ENot p ->
        if fact f0
        then option_map (fun fs -> (([], fs), g0) :: []) (not_push defs p)
        else None
      | _ -> None)
   | Case t ->
     (match ty_of d defs g [] t with
      | Some t0 ->
        (match t0 with
         | TS s ->
           guard (is_data s)
             (map (case_branch d g g0 t s) (seq 0 (n_ctors d s)))
         | TF -> None)
      | None -> None)
   | Cut f0 ->
     guard (dec (kind_of defs) f0) ((([], (f0 :: [])), g0) :: ((([], ((ENot
       f0) :: [])), g0) :: []))
   | IteSplit t ->
     (match t with
      | EIte (c, a, b) ->
        (match ty_of d defs g [] t with
         | Some _ ->
           Some ((([], (c :: ((EBin (Eq0, t, a)) :: []))), g0) :: ((([],
             ((ENot c) :: ((EBin (Eq0, t, b)) :: []))), g0) :: []))
         | None -> None)
      | _ -> None)
   | Unfold (t, c) ->
     (match t with
      | EFn (d0, _, _) ->
        (match body_of d defs g f t c with
         | Some e ->
           Some ((([], ((EBin
             ((match (get defs d0).d_res with
               | Some _ -> Eq0
               | None -> Iff), t, e)) :: [])), g0) :: [])
         | None -> None)
      | _ -> None)
   | UnfoldFact (f0, c) ->
     if fact f0
     then (match f0 with
           | EFn (d0, _, _) ->
             (match (get defs d0).d_res with
              | Some _ -> None
              | None ->
                (match body_of d defs g f f0 c with
                 | Some e -> Some ((([], (e :: [])), g0) :: [])
                 | None -> None))
           | ENot p ->
             (match p with
              | EFn (d0, _, _) ->
                (match (get defs d0).d_res with
                 | Some _ -> None
                 | None ->
                   (match body_of d defs g f p c with
                    | Some e -> Some ((([], ((ENot e) :: [])), g0) :: [])
                    | None -> None))
              | _ -> None)
           | _ -> None)
     else None
   | UnfoldGoal c ->
     (match g0 with
      | EFn (d0, _, _) ->
        (match (get defs d0).d_res with
         | Some _ -> None
         | None ->
           (match body_of d defs g f g0 c with
            | Some e -> Some ((([], []), e) :: [])
            | None -> None))
      | _ -> None)
   | Known (i, ss, ts) ->
     (match nth_error known i with
      | Some f0 ->
        (match inst_all d defs g (isub ss f0) ts with
         | Some e -> Some ((([], (e :: [])), g0) :: [])
         | None -> None)
      | None -> None)
   | Have f0 -> Some ((([], []), f0) :: ((([], (f0 :: [])), g0) :: []))
   | Induct ms ->
     (match ms with
      | [] -> None
      | m :: _ ->
        guard
          ((&&) (expr_eqb g0 (EQuant (All, (fst m), (close_nu (snd m)))))
            (forallb (fun m0 ->
              (&&) (is_data (fst m0))
                (isf d defs (with_nu g (fst m0)) (snd m0))) ms))
          (flat_map (fun m0 ->
            map (induct_branch d g ms m0) (seq 0 (n_ctors d (fst m0)))) ms))
   | Ground (fs, ls) -> guard (ground d defs g f g0 fs ls) [])

(** val chk :
    datatypes -> def list -> expr list -> ctx -> expr list -> expr -> step ->
    bool **)

let rec chk d defs known g f g0 = fun it__ -> Meter.step (); match it__ with
| Step (k, next) ->
  (match plan d defs known g f g0 k with
   | Some bs ->
     let rec go next0 bs0 = Meter.step ();
       match next0 with
       | [] -> (match bs0 with
                | [] -> true
                | _ :: _ -> false)
       | s0 :: next1 ->
         (match bs0 with
          | [] -> false
          | y :: bs1 ->
            let (y0, g') = y in
            let (ss, fs) = y0 in
            let g'0 = add_gho g ss in
            (&&)
              ((&&) ((&&) (isf d defs g'0 g') (forallb (isf d defs g'0) fs))
                (chk d defs known g'0 (app (flat_map flat fs) f) g' s0))
              (go next1 bs1))
     in go next bs
   | None -> false)

type fty =
| FT of param list * expr * sort * expr
and param =
| PB of sort * expr
| PF of fty

(** val f_ps : fty -> param list **)

let f_ps = function
| FT (ps, _, _, _) -> ps

(** val f_req : fty -> expr **)

let f_req = function
| FT (_, q, _, _) -> q

(** val f_res : fty -> sort **)

let f_res = function
| FT (_, _, s, _) -> s

(** val f_ens : fty -> expr **)

let f_ens = function
| FT (_, _, _, e) -> e

type prim =
| IntGen
| BoolGen
| NatGen
| IntRange of expr * expr
| OpaqueGen of int
| DivOf of expr * expr
| ModOf of expr * expr
| Eval of expr

type core =
| Ret of expr
| Err of sort
| LetE of core * core
| LetV of fn * core
| Op of prim
| App of fn * arg list
| Match of expr * int trie * core trie
and fn =
| FVar of int
| FGlobal of int * sort list
| FLam of fty * core
| FFix of fty * core
and arg =
| AE of expr
| AF of fn

type slotty =
| CB of sort
| CF of fty
| CO of fty

(** val tmap :
    (int -> expr -> expr) -> (sort -> sort) -> int -> fty -> fty **)

let rec tmap f g d = fun it__ -> Meter.step (); match it__ with
| FT (ps, req, res, ens) ->
  FT
    ((let rec go d0 = fun it__ -> Meter.step (); match it__ with
      | [] -> []
      | y :: ps1 ->
        (match y with
         | PB (s, q) ->
           (PB ((g s), (f d0 q))) :: (go (Stdlib.Int.succ d0) ps1)
         | PF t0 -> (PF (tmap f g d0 t0)) :: (go (Stdlib.Int.succ d0) ps1))
      in go d ps), (f (add (length ps) d) req), (g res),
    (f (add (length ps) d) ens))

(** val fty_eqb : fty -> fty -> bool **)

let rec fty_eqb a b = Meter.step ();
  let FT (ps, req, res, ens) = a in
  let FT (ps', req', res', ens') = b in
  (&&)
    (let rec go ps0 ps'0 = Meter.step ();
       match ps0 with
       | [] -> (match ps'0 with
                | [] -> true
                | _ :: _ -> false)
       | y :: ps1 ->
         (match y with
          | PB (s, q) ->
            (match ps'0 with
             | [] -> false
             | y0 :: ps'1 ->
               (match y0 with
                | PB (s', q') ->
                  (&&) (sort_eqb s s') ((&&) (expr_eqb q q') (go ps1 ps'1))
                | PF _ -> false))
          | PF t ->
            (match ps'0 with
             | [] -> false
             | p :: ps'1 ->
               (match p with
                | PB (_, _) -> false
                | PF t' -> (&&) (fty_eqb t t') (go ps1 ps'1))))
     in go ps ps')
    ((&&) (expr_eqb req req') ((&&) (sort_eqb res res') (expr_eqb ens ens')))

(** val erase : fty -> fty **)

let erase t =
  tmap (fun _ _ -> ETrue) (fun s -> s) 0 t

(** val bsorts : sort option list -> param list -> sort option list **)

let rec bsorts b = fun it__ -> Meter.step (); match it__ with
| [] -> b
| p :: ps0 ->
  (match p with
   | PB (s, _) -> bsorts ((Some s) :: b) ps0
   | PF _ -> bsorts (None :: b) ps0)

(** val wfT :
    (sort option -> sort option list -> expr -> bool) -> sort option list ->
    fty -> bool **)

let rec wfT tf b = fun it__ -> Meter.step (); match it__ with
| FT (ps, req, res, ens) ->
  (&&)
    (let rec go b0 = fun it__ -> Meter.step (); match it__ with
     | [] -> true
     | y :: ps1 ->
       (match y with
        | PB (s, q) -> (&&) (tf (Some s) b0 q) (go ((Some s) :: b0) ps1)
        | PF t0 -> (&&) (wfT tf b0 t0) (go (None :: b0) ps1))
     in go b ps)
    ((&&) (tf None (bsorts b ps) req) (tf (Some res) (bsorts b ps) ens))

(** val bsubs : expr list -> sbst **)

let bsubs es =
  { sl = (fun l s -> ELocal (l, s)); sg = (fun l s -> EGhost (l, s)); sn =
    (fun s -> ENu s); sb = (fun i s ->
    match nth_error (rev es) i with
    | Some e -> e
    | None -> EBound ((sub i (length es)), s)) }

(** val insts : expr list -> expr -> expr **)

let insts es f =
  sub0 0 (bsubs es) f

(** val tinst : expr list -> fty -> fty **)

let tinst es t =
  tmap (fun d e -> sub0 d (bsubs es) e) (fun s -> s) 0 t

(** val isubT : sort list -> fty -> fty **)

let isubT ss t =
  tmap (fun _ -> isub ss) (ssub ss) 0 t

(** val psub : expr list -> expr -> expr **)

let rec psub phis e = Meter.step (); match e with
| EPred (p, args) ->
  (match nth_error phis p with
   | Some phi -> insts args phi
   | None -> EFalse)
| EBin (o, a, b) ->
  (match o with
   | And -> EBin (o, (psub phis a), (psub phis b))
   | Or -> EBin (o, (psub phis a), (psub phis b))
   | Imp -> EBin (o, (psub phis a), (psub phis b))
   | Iff -> EBin (o, (psub phis a), (psub phis b))
   | _ -> e)
| ENot a -> ENot (psub phis a)
| EQuant (q, s, a) -> EQuant (q, s, (psub phis a))
| _ -> e

(** val psubT : expr list -> fty -> fty **)

let psubT phis t =
  tmap (fun _ -> psub phis) (fun s -> s) 0 t

(** val close_loc : int -> int -> expr -> expr **)

let close_loc n0 k f =
  sub0 0 { sl = (fun l s ->
    if (&&) ((<=) n0 l) (Nat.ltb l (add n0 k))
    then EBound ((sub (sub k (Stdlib.Int.succ 0)) (sub l n0)), s)
    else ELocal (l, s)); sg = (fun l s -> EGhost (l, s)); sn = (fun s -> ENu
    s); sb = (fun i s -> EBound ((add k i), s)) } f

(** val exs : sort list -> expr -> expr **)

let rec exs ss f = Meter.step ();
  match ss with
  | [] -> f
  | s :: ss0 -> EQuant (Ex, s, (exs ss0 f))

(** val lvars : int -> sort list -> expr list **)

let rec lvars n0 = fun it__ -> Meter.step (); match it__ with
| [] -> []
| s :: ss0 -> (ELocal (n0, s)) :: (lvars (Stdlib.Int.succ n0) ss0)

(** val sBool : sort **)

let sBool =
  SData (0, [])

(** val etrue : expr **)

let etrue =
  ECtor (sBool, (Stdlib.Int.succ 0), [])

(** val quals : param list -> expr list -> expr list -> expr list **)

let rec quals ps before es = Meter.step ();
  match ps with
  | [] -> []
  | p :: ps0 ->
    (match p with
     | PB (_, q) ->
       (match es with
        | [] -> []
        | e :: es0 ->
          (at_nu (insts before q) e) :: (quals ps0 (app before (e :: [])) es0))
     | PF _ ->
       (match es with
        | [] -> []
        | e :: es0 -> quals ps0 (app before (e :: [])) es0))

(** val slots : param list -> expr list -> expr list -> slotty list **)

let rec slots ps before es = Meter.step ();
  match ps with
  | [] -> []
  | p :: ps0 ->
    (match p with
     | PB (s, _) ->
       (match es with
        | [] -> []
        | e :: es0 -> (CB s) :: (slots ps0 (app before (e :: [])) es0))
     | PF t ->
       (match es with
        | [] -> []
        | e :: es0 ->
          (CF (tinst before t)) :: (slots ps0 (app before (e :: [])) es0)))

(** val pvars : int -> param list -> expr list **)

let rec pvars n0 = fun it__ -> Meter.step (); match it__ with
| [] -> []
| p :: ps0 ->
  (match p with
   | PB (s, _) -> (ELocal (n0, s)) :: (pvars (Stdlib.Int.succ n0) ps0)
   | PF _ -> (EInt Z0) :: (pvars (Stdlib.Int.succ n0) ps0))

(** val conjs : expr list -> expr **)

let conjs fs =
  match rev (filter (fun f -> negb (expr_eqb f ETrue)) fs) with
  | [] -> ETrue
  | f :: rest -> fold_left (fun acc f0 -> EBin (And, f0, acc)) rest f

(** val admissible : fty -> expr list -> expr **)

let admissible t es =
  conjs (app (quals (f_ps t) [] es) ((insts es (f_req t)) :: []))

(** val decrease : expr list -> expr list -> expr **)

let rec decrease ms vals = Meter.step ();
  match ms with
  | [] -> EFalse
  | m :: rest ->
    let old = insts vals m in
    let here = EBin (And, (EBin (Le, (EInt Z0), m)), (EBin (Lt0, m, old))) in
    (match rest with
     | [] -> here
     | _ :: _ ->
       EBin (Or, here, (EBin (And, (EBin (Eq0, m, old)),
         (decrease rest vals)))))

(** val division : expr -> expr -> bool -> expr **)

let division a b quotient =
  let nu = ENu SInt in
  let neg = fun x -> EBin (Sub, (EInt Z0), x) in
  let general =
    let o = EBound (0, SInt) in
    if quotient
    then let both = fun o0 x y z0 w -> EBin (And, (EBin (o0, x, y)), (EBin
           (o0, z0, w)))
         in
         EBin (And, (ENot (EBin (Eq0, b, (EInt Z0)))), (EQuant (Ex, SInt,
         (EBin (And, (EBin (Eq0, a, (EBin (Add, (EBin (Mul, b, nu)), o)))),
         (EBin (And, (EBin (Or, (both Le (EInt Z0) a (EInt Z0) o),
         (both Le a (EInt Z0) o (EInt Z0)))), (EBin (Or,
         (both Lt0 (neg b) o o b), (both Lt0 b o o (neg b)))))))))))
    else let both = fun o0 x y z0 w -> EBin (And, (EBin (o0, x, y)), (EBin
           (o0, z0, w)))
         in
         EBin (And, (ENot (EBin (Eq0, b, (EInt Z0)))), (EQuant (Ex, SInt,
         (EBin (And, (EBin (Eq0, a, (EBin (Add, (EBin (Mul, b, o)), nu)))),
         (EBin (And, (EBin (Or, (both Le (EInt Z0) a (EInt Z0) nu),
         (both Le a (EInt Z0) nu (EInt Z0)))), (EBin (Or,
         (both Lt0 (neg b) nu nu b), (both Lt0 b nu nu (neg b)))))))))))
  in
  (match b with
   | EInt k ->
     if Z.eqb k (Zneg (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO
          (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO
          (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO
          (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO
          XH))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
     then general
     else if Z.eqb k Z0
          then EFalse
          else let of0 = fun x ->
                 if quotient then EDiv (x, (Z.abs k)) else EMod (x, (Z.abs k))
               in
               let up = of0 a in
               let down = of0 (neg a) in
               if (&&) quotient (Z.ltb k Z0)
               then let up0 = neg up in
                    EBin (Eq0, nu, (EIte ((EBin (Le, (EInt Z0), a)), up0,
                    down)))
               else let down0 = neg down in
                    EBin (Eq0, nu, (EIte ((EBin (Le, (EInt Z0), a)), up,
                    down0)))
   | _ -> general)

type evidence =
| Shown of step
| TwoSolvers
| OneSolver

type der =
| TConst
| TVarBase
| TErr
| TLetE of der * der
| TLetV of der * der
| TAppOp
| TApp of der * der list * evidence
| TMatch of int * der
| TMerge of der * der
| TGuard of expr * der
| TSub of expr * der * evidence
| TEq of expr * der * evidence
| TVarFun
| TFun of fty * der
| TFix of fty * expr list * der
| TFixRank of fty * expr * der
| SubArr of fty * der * evidence
| TPolyType of der
| TPolyPred of der * expr list

type cond = { k_ctx : ctx; k_facts : expr list; k_goal : expr; k_by : evidence }

type scheme = { sc_sorts : int; sc_preds : sort list list; sc_type : fty }

(** val funs : arg list -> fn list **)

let funs args =
  flat_map (fun a -> match a with
                     | AE _ -> []
                     | AF f -> f :: []) args

(** val avals : arg list -> expr list **)

let avals args =
  map (fun a -> match a with
                | AE e -> e
                | AF _ -> EInt Z0) args

(** val is_value : expr -> bool **)

let rec is_value = fun it__ -> Meter.step (); match it__ with
| ELocal (_, _) -> true
| EInt _ -> true
| ELit (_, _) -> true
| ECtor (_, _, args) -> forallb is_value args
| _ -> false

(** val is_local : expr -> bool **)

let is_local = function
| ELocal (_, _) -> true
| _ -> false

(** val xctx : sort list list -> slotty list -> sort list -> ctx **)

let xctx preds g gs =
  { c_loc = (map (fun t -> match t with
                           | CB s -> Some s
                           | _ -> None) g); c_gho = gs; c_nu = None;
    c_preds = preds }

(** val tform :
    datatypes -> def list -> ctx -> sort option -> sort option list -> expr
    -> bool **)

let tform d defs x o b e =
  form (ty_of d defs (match o with
                      | Some s -> with_nu x s
                      | None -> x) b e)

(** val wft : datatypes -> def list -> ctx -> fty -> bool **)

let wft d defs x t =
  wfT (tform d defs x) [] t

(** val covers :
    datatypes -> def list -> sort list list -> slotty list -> sort list ->
    sort -> expr -> cond list -> ((sort * expr) * cond list) option **)

let covers d defs preds g gs s phi cs =
  if form (ty_of d defs (with_nu (xctx preds g gs) s) [] phi)
  then Some ((s, phi), cs)
  else None

(** val prim_cov :
    datatypes -> def list -> sort list list -> slotty list -> prim ->
    (sort * expr) option **)

let prim_cov d defs preds g p =
  let int = fun e ->
    (&&) (is_value e) (has SInt (ty_of d defs (xctx preds g []) [] e))
  in
  (match p with
   | IntGen -> Some (SInt, ETrue)
   | BoolGen -> Some (sBool, ETrue)
   | NatGen -> Some (SInt, (EBin (Le, (EInt Z0), (ENu SInt))))
   | IntRange (a, b) ->
     guard ((&&) (int a) (int b)) (SInt, (EBin (And, (EBin (Le, a, (ENu
       SInt))), (EBin (Le, (ENu SInt), b)))))
   | OpaqueGen i -> Some ((SOpq i), ETrue)
   | DivOf (a, b) -> guard ((&&) (int a) (int b)) (SInt, (division a b true))
   | ModOf (a, b) -> guard ((&&) (int a) (int b)) (SInt, (division a b false))
   | Eval e ->
     (match ty_of d defs (xctx preds g []) [] e with
      | Some t ->
        (match t with
         | TS s -> Some (s, (EBin (Eq0, (ENu s), e)))
         | TF ->
           guard (dec (kind_of defs) e) (sBool, (EBin (Iff, (EBin (Eq0, (ENu
             sBool), etrue)), e))))
      | None -> None))

(** val own : slotty list -> fty -> expr list **)

let own g t =
  pvars (length g) (f_ps t)

(** val bound_ctx : slotty list -> fty -> slotty list **)

let bound_ctx g t =
  app g (slots (f_ps t) [] (own g t))

(** val bound_facts : slotty list -> fty -> expr list **)

let bound_facts g t =
  app (quals (f_ps t) [] (own g t)) ((insts (own g t) (f_req t)) :: [])

(** val slot_wf : datatypes -> def list -> ctx -> slotty -> bool **)

let slot_wf d defs x = function
| CF t0 -> wft d defs x t0
| _ -> true

(** val enters :
    datatypes -> def list -> sort list list -> slotty list -> sort list ->
    fty -> bool **)

let enters d defs preds g gs t =
  let x = xctx preds (bound_ctx g t) gs in
  (&&)
    ((&&) (wft d defs (xctx preds g gs) t)
      (forallb (slot_wf d defs x) (slots (f_ps t) [] (own g t))))
    (forallb (isf d defs x) (bound_facts g t))

(** val demand :
    datatypes -> def list -> ctx -> expr list -> expr -> evidence -> cond
    list option **)

let demand d defs x f g p =
  if isf d defs x g
  then Some ({ k_ctx = x; k_facts = f; k_goal = g; k_by = p } :: [])
  else None

(** val args_fit :
    datatypes -> def list -> sort list list -> slotty list -> param list ->
    arg list -> fty list -> expr list -> bool **)

let rec args_fit d defs preds g ps args ts before = Meter.step ();
  match ps with
  | [] ->
    (match args with
     | [] -> (match ts with
              | [] -> true
              | _ :: _ -> false)
     | _ :: _ -> false)
  | p :: ps0 ->
    (match p with
     | PB (s, _) ->
       (match args with
        | [] -> false
        | a :: args0 ->
          (match a with
           | AE e ->
             (&&)
               ((&&) (is_value e)
                 (has s (ty_of d defs (xctx preds g []) [] e)))
               (args_fit d defs preds g ps0 args0 ts (app before (e :: [])))
           | AF _ -> false))
     | PF t ->
       (match args with
        | [] -> false
        | a :: args0 ->
          (match a with
           | AE _ -> false
           | AF _ ->
             (match ts with
              | [] -> false
              | t1 :: ts0 ->
                (&&) (fty_eqb t1 (tinst before t))
                  (args_fit d defs preds g ps0 args0 ts0
                    (app before ((EInt Z0) :: [])))))))

(** val same_params : param list -> param list -> bool **)

let rec same_params ps ps' = Meter.step ();
  match ps with
  | [] -> (match ps' with
           | [] -> true
           | _ :: _ -> false)
  | p :: ps0 ->
    (match p with
     | PB (s, _) ->
       (match ps' with
        | [] -> false
        | p0 :: ps'0 ->
          (match p0 with
           | PB (s', _) -> (&&) (sort_eqb s s') (same_params ps0 ps'0)
           | PF _ -> false))
     | PF t ->
       (match ps' with
        | [] -> false
        | p0 :: ps'0 ->
          (match p0 with
           | PB (_, _) -> false
           | PF t' -> (&&) (fty_eqb t t') (same_params ps0 ps'0))))

(** val inst_scheme : sort list -> scheme -> scheme **)

let inst_scheme ss c =
  { sc_sorts = 0; sc_preds = (map (map (ssub ss)) c.sc_preds); sc_type =
    (isubT ss c.sc_type) }

(** val scheme_of : (int -> scheme option) -> der -> fn -> scheme option **)

let scheme_of claims d f =
  match d with
  | TVarFun -> (match f with
                | FGlobal (g, _) -> claims g
                | _ -> None)
  | TPolyType n0 ->
    (match n0 with
     | TVarFun ->
       (match f with
        | FGlobal (g, ss) ->
          (match claims g with
           | Some c ->
             if (&&) (Nat.ltb 0 c.sc_sorts) ((=) c.sc_sorts (length ss))
             then Some (inst_scheme ss c)
             else None
           | None -> None)
        | _ -> None)
     | _ -> None)
  | _ -> None

(** val closed_ctx : sort list list -> ctx **)

let closed_ctx ps =
  { c_loc = []; c_gho = []; c_nu = None; c_preds = ps }

(** val at_preds :
    datatypes -> def list -> ctx -> scheme -> expr list -> fty option **)

let at_preds d defs x c phis =
  let t = psubT phis c.sc_type in
  if (&&)
       ((&&)
         ((&&)
           ((&&) ((=) c.sc_sorts 0) ((=) (length phis) (length c.sc_preds)))
           (forallb (fun p ->
             form
               (ty_of d defs x (rev (map (fun x0 -> Some x0) (fst p)))
                 (snd p))) (combine c.sc_preds phis)))
         (wft d defs (closed_ctx c.sc_preds) c.sc_type)) (wft d defs x t)
  then Some t
  else None

(** val infF :
    datatypes -> def list -> sort list list -> (int -> scheme option) ->
    slotty list -> sort list -> expr list -> der -> fn -> (fty * cond list)
    option **)

let infF d defs preds claims =
  let rec infC g gs f d0 e = Meter.step ();
    let x = xctx preds g gs in
    (match d0 with
     | TConst ->
       (match e with
        | Ret e0 ->
          (match ty_of d defs (xctx preds g []) [] e0 with
           | Some t ->
             (match t with
              | TS s ->
                if (&&) (is_value e0) (negb (is_local e0))
                then covers d defs preds g gs s (EBin (Eq0, (ENu s), e0)) []
                else None
              | TF -> None)
           | None -> None)
        | _ -> None)
     | TVarBase ->
       (match e with
        | Ret e0 ->
          (match ty_of d defs (xctx preds g []) [] e0 with
           | Some t ->
             (match t with
              | TS s ->
                if is_local e0
                then covers d defs preds g gs s (EBin (Eq0, (ENu s), e0)) []
                else None
              | TF -> None)
           | None -> None)
        | _ -> None)
     | TErr ->
       (match e with
        | Err s -> covers d defs preds g gs s EFalse []
        | _ -> None)
     | TLetE (d1, d2) ->
       (match e with
        | LetE (a, b) ->
          (match infC g gs f d1 a with
           | Some p ->
             let (p0, cs) = p in
             let (s, phi) = p0 in
             let f0 = at_nu phi (ELocal ((length g), s)) in
             let g' = app g ((CB s) :: []) in
             if isf d defs (xctx preds g' gs) f0
             then (match infC g' gs (app (flat f0) f) d2 b with
                   | Some p1 ->
                     let (p2, cs2) = p1 in
                     let (s2, psi) = p2 in
                     covers d defs preds g gs s2 (EQuant (Ex, s,
                       (close_loc (length g) (Stdlib.Int.succ 0) (EBin (And,
                         f0, psi))))) (app cs cs2)
                   | None -> None)
             else None
           | None -> None)
        | _ -> None)
     | TLetV (d1, d2) ->
       (match e with
        | LetV (f0, b) ->
          (match infF0 g gs f d1 f0 with
           | Some p ->
             let (t, cs) = p in
             if wft d defs x t
             then (match infC (app g ((CF t) :: [])) gs f d2 b with
                   | Some p0 ->
                     let (p1, cs2) = p0 in
                     let (s, psi) = p1 in
                     covers d defs preds g gs s psi (app cs cs2)
                   | None -> None)
             else None
           | None -> None)
        | _ -> None)
     | TAppOp ->
       (match e with
        | Op p ->
          (match prim_cov d defs preds g p with
           | Some p0 -> let (s, phi) = p0 in covers d defs preds g gs s phi []
           | None -> None)
        | _ -> None)
     | TApp (d1, ds, p) ->
       (match e with
        | App (f0, args) ->
          (match infF0 g gs f d1 f0 with
           | Some p0 ->
             let (t, cs) = p0 in
             (match let rec go ds0 fs = Meter.step ();
                      match ds0 with
                      | [] ->
                        (match fs with
                         | [] -> Some ([], [])
                         | _ :: _ -> None)
                      | d2 :: ds1 ->
                        (match fs with
                         | [] -> None
                         | f1 :: fs0 ->
                           (match infF0 g gs f d2 f1 with
                            | Some p1 ->
                              let (t0, cs0) = p1 in
                              (match go ds1 fs0 with
                               | Some p2 ->
                                 let (ts, cs2) = p2 in
                                 Some ((t0 :: ts), (app cs0 cs2))
                               | None -> None)
                            | None -> None))
                    in go ds (funs args) with
              | Some p1 ->
                let (ts, cs2) = p1 in
                let es = avals args in
                if args_fit d defs preds g (f_ps t) args ts []
                then (match demand d defs x f (admissible t es) p with
                      | Some c ->
                        covers d defs preds g gs (f_res t)
                          (insts es (f_ens t)) (app cs (app cs2 c))
                      | None -> None)
                else None
              | None -> None)
           | None -> None)
        | _ -> None)
     | TMatch (i, d1) ->
       (match e with
        | Match (e0, tags, bs) ->
          (match ty_of d defs (xctx preds g []) [] e0 with
           | Some t0 ->
             (match t0 with
              | TS s ->
                (match tget tags i with
                 | Some t ->
                   (match fields d s t with
                    | Some ss ->
                      (match tget bs t with
                       | Some b ->
                         let f0 = EBin (Eq0, e0, (ECtor (s, t,
                           (lvars (length g) ss))))
                         in
                         let g' = app g (map (fun x0 -> CB x0) ss) in
                         if (&&) (is_value e0)
                              (isf d defs (xctx preds g' gs) f0)
                         then (match infC g' gs (f0 :: f) d1 b with
                               | Some p ->
                                 let (p0, cs) = p in
                                 let (s2, psi) = p0 in
                                 covers d defs preds g gs s2
                                   (exs ss
                                     (close_loc (length g) (length ss) (EBin
                                       (And, f0, psi)))) cs
                               | None -> None)
                         else None
                       | None -> None)
                    | None -> None)
                 | None -> None)
              | TF -> None)
           | None -> None)
        | _ -> None)
     | TMerge (d1, d2) ->
       (match infC g gs f d1 e with
        | Some p0 ->
          let (p1, cs) = p0 in
          let (s, p) = p1 in
          (match infC g gs f d2 e with
           | Some p2 ->
             let (p3, cs2) = p2 in
             let (s2, q) = p3 in
             if sort_eqb s s2
             then Some ((s, (EBin (Or, p, q))), (app cs cs2))
             else None
           | None -> None)
        | None -> None)
     | TGuard (psi, d1) ->
       if isf d defs x psi
       then (match infC g gs (app (flat psi) f) d1 e with
             | Some p ->
               let (p0, cs) = p in
               let (s, phi) = p0 in
               covers d defs preds g gs s (EBin (And, psi, phi)) cs
             | None -> None)
       else None
     | TSub (tg, d1, p) ->
       (match infC g gs f d1 e with
        | Some p0 ->
          let (p1, cs) = p0 in
          let (s, phi) = p1 in
          (match demand d defs x f (EQuant (All, s,
                   (close_nu (EBin (Imp, tg, phi))))) p with
           | Some c -> covers d defs preds g gs s tg (app cs c)
           | None -> None)
        | None -> None)
     | TEq (tg, d1, p) ->
       (match infC g gs f d1 e with
        | Some p0 ->
          let (p1, cs) = p0 in
          let (s, phi) = p1 in
          (match demand d defs x f (EQuant (All, s,
                   (close_nu (EBin (Iff, tg, phi))))) p with
           | Some c -> covers d defs preds g gs s tg (app cs c)
           | None -> None)
        | None -> None)
     | _ -> None)
  and infF0 g gs f d0 f0 = Meter.step ();
    let x = xctx preds g gs in
    (match d0 with
     | TVarFun ->
       (match f0 with
        | FVar l ->
          (match nth_error g l with
           | Some s -> (match s with
                        | CF t -> Some (t, [])
                        | _ -> None)
           | None -> None)
        | FGlobal (_, _) ->
          (match scheme_of claims d0 f0 with
           | Some c ->
             let { sc_sorts = sc_sorts0; sc_preds = sc_preds0; sc_type =
               _ } = c
             in
             ((fun fO fS n -> if n=0 then fO () else fS (n-1))
                (fun _ ->
                match sc_preds0 with
                | [] ->
                  (match at_preds d defs x c [] with
                   | Some t -> Some (t, [])
                   | None -> None)
                | _ :: _ -> None)
                (fun _ -> None)
                sc_sorts0)
           | None -> None)
        | _ -> None)
     | TFun (t, d1) ->
       (match f0 with
        | FLam (u, b) ->
          if (&&) (enters d defs preds g gs t) (fty_eqb (erase t) u)
          then (match infC (bound_ctx g t) gs
                        (app (flat_map flat (bound_facts g t)) f) d1 b with
                | Some p ->
                  let (p0, cs) = p in
                  let (s, phi) = p0 in
                  if (&&) (sort_eqb s (f_res t))
                       (expr_eqb phi (insts (own g t) (f_ens t)))
                  then Some (t, cs)
                  else None
                | None -> None)
          else None
        | _ -> None)
     | TFix (t, ms, d1) ->
       (match f0 with
        | FFix (u, b) ->
          let g1 = bound_ctx g t in
          let dc = decrease ms (own g t) in
          let t' = FT ((f_ps t),
            (if expr_eqb (f_req t) ETrue
             then dc
             else EBin (And, (f_req t), dc)), (f_res t), (f_ens t))
          in
          if (&&)
               ((&&)
                 ((&&)
                   ((&&) (enters d defs preds g gs t) (fty_eqb (erase t) u))
                   (wft d defs (xctx preds g1 gs) t'))
                 (forallb (fun m ->
                   has SInt (ty_of d defs x (bsorts [] (f_ps t)) m)) ms))
               (match ms with
                | [] -> false
                | _ :: _ -> true)
          then (match infC (app g1 ((CF t') :: [])) gs
                        (app (flat_map flat (bound_facts g t)) f) d1 b with
                | Some p ->
                  let (p0, cs) = p in
                  let (s, phi) = p0 in
                  if (&&) (sort_eqb s (f_res t))
                       (expr_eqb phi (insts (own g t) (f_ens t)))
                  then Some (t, cs)
                  else None
                | None -> None)
          else None
        | _ -> None)
     | TFixRank (t, rank, d1) ->
       (match f0 with
        | FFix (u, b) ->
          let g1 = bound_ctx g t in
          let k = EGhost ((length gs), SInt) in
          let gs' = app gs (SInt :: []) in
          let below = EBin (And, (EBin (Le, (EInt Z0), rank)), (EBin (Lt0,
            rank, k)))
          in
          let t' = FT ((f_ps t), (f_req t), (f_res t), (EBin (And, (f_ens t),
            below)))
          in
          if (&&)
               ((&&)
                 ((&&) (enters d defs preds g gs t) (fty_eqb (erase t) u))
                 (wft d defs (xctx preds g1 gs') t'))
               (has SInt
                 (ty_of d defs (with_nu x (f_res t)) (bsorts [] (f_ps t))
                   rank))
          then (match infC (app g1 ((CF t') :: [])) gs' ((EBin (Le, (EInt
                        Z0),
                        k)) :: (app (flat_map flat (bound_facts g t)) f)) d1 b with
                | Some p ->
                  let (p0, cs) = p in
                  let (s, phi) = p0 in
                  if (&&) (sort_eqb s (f_res t))
                       (expr_eqb phi
                         (insts (own g t) (EBin (And, (f_ens t), (EBin (Eq0,
                           rank, k))))))
                  then Some ((FT ((f_ps t), (f_req t), (f_res t), (EBin (And,
                         (f_ens t), (EBin (Le, (EInt Z0), rank)))))), cs)
                  else None
                | None -> None)
          else None
        | _ -> None)
     | SubArr (t, d1, p) ->
       (match infF0 g gs f d1 f0 with
        | Some p0 ->
          let (t1, cs) = p0 in
          let x' = xctx preds (bound_ctx g t) gs in
          let vs = own g t in
          let g0 = EBin (And, (admissible t1 vs), (EQuant (All, (f_res t),
            (close_nu (insts vs (EBin (Imp, (f_ens t), (f_ens t1))))))))
          in
          if (&&)
               ((&&) ((&&) (enters d defs preds g gs t) (wft d defs x t1))
                 (same_params (f_ps t) (f_ps t1)))
               (sort_eqb (f_res t) (f_res t1))
          then (match demand d defs x'
                        (app (flat_map flat (bound_facts g t)) f) g0 p with
                | Some c -> Some (t, (app cs c))
                | None -> None)
          else None
        | None -> None)
     | TPolyType _ ->
       (match scheme_of claims d0 f0 with
        | Some c ->
          let { sc_sorts = sc_sorts0; sc_preds = sc_preds0; sc_type = _ } = c
          in
          ((fun fO fS n -> if n=0 then fO () else fS (n-1))
             (fun _ ->
             match sc_preds0 with
             | [] ->
               (match at_preds d defs x c [] with
                | Some t -> Some (t, [])
                | None -> None)
             | _ :: _ -> None)
             (fun _ -> None)
             sc_sorts0)
        | None -> None)
     | TPolyPred (d1, phis) ->
       (match scheme_of claims d1 f0 with
        | Some c ->
          (match phis with
           | [] -> None
           | _ :: _ ->
             (match at_preds d defs x c phis with
              | Some t -> Some (t, [])
              | None -> None))
        | None -> None)
     | _ -> None)
  in infF0

(** val infFs :
    datatypes -> def list -> sort list list -> (int -> scheme option) ->
    slotty list -> sort list -> expr list -> der list -> fn list -> (fty
    list * cond list) option **)

let rec infFs d defs preds claims g gs f ds fs = Meter.step ();
  match ds with
  | [] -> (match fs with
           | [] -> Some ([], [])
           | _ :: _ -> None)
  | d0 :: ds0 ->
    (match fs with
     | [] -> None
     | f0 :: fs0 ->
       (match infF d defs preds claims g gs f d0 f0 with
        | Some p ->
          let (t, cs) = p in
          (match infFs d defs preds claims g gs f ds0 fs0 with
           | Some p0 -> let (ts, cs2) = p0 in Some ((t :: ts), (app cs cs2))
           | None -> None)
        | None -> None))

type oder =
| ORet
| OErr
| OAppOp
| OLetE of oder * oder
| OLetV of oder * oder
| OMatch of oder list
| OGuard of expr * oder
| OSub of expr * oder * evidence
| OApp of oder * der list * evidence
| OVarFun
| OFun of fty * oder
| OFix of fty * oder
| OSubArr of fty * oder * evidence
| OPolyType of oder
| OPolyPred of oder * expr list

(** val branches :
    (int -> oder -> core trie -> (((sort * expr) * cond list) * core trie)
    option) -> oder list -> int -> core trie -> (sort * expr) option ->
    ((sort * expr) * cond list) option **)

let rec branches one ns i bs joined = Meter.step ();
  match ns with
  | [] ->
    if tbare bs
    then (match joined with
          | Some p -> Some (p, [])
          | None -> None)
    else None
  | d :: ns0 ->
    (match one i d bs with
     | Some p ->
       let (p0, bs0) = p in
       let (p1, cs) = p0 in
       let (s, phi) = p1 in
       let next = fun joined0 ->
         match branches one ns0 (Stdlib.Int.succ i) bs0 (Some joined0) with
         | Some p2 -> let (p3, cs2) = p2 in Some (p3, (app cs cs2))
         | None -> None
       in
       (match joined with
        | Some p2 ->
          let (s0, phi0) = p2 in
          if sort_eqb s0 s then next (s0, (EBin (Or, phi0, phi))) else None
        | None -> next (s, phi))
     | None -> None)

(** val only_scheme :
    (int -> scheme option) -> oder -> fn -> scheme option **)

let only_scheme only_claims d f =
  match d with
  | OVarFun -> (match f with
                | FGlobal (g, _) -> only_claims g
                | _ -> None)
  | OPolyType n0 ->
    (match n0 with
     | OVarFun ->
       (match f with
        | FGlobal (g, ss) ->
          (match only_claims g with
           | Some c ->
             if (&&) (Nat.ltb 0 c.sc_sorts) ((=) c.sc_sorts (length ss))
             then Some (inst_scheme ss c)
             else None
           | None -> None)
        | _ -> None)
     | _ -> None)
  | _ -> None

(** val onlyF :
    datatypes -> def list -> sort list list -> (int -> scheme option) -> (int
    -> scheme option) -> slotty list -> sort list -> expr list -> oder -> fn
    -> (fty * cond list) option **)

let onlyF d defs preds claims only_claims =
  let rec onlyC g gs f d0 e = Meter.step ();
    let x = xctx preds g gs in
    (match d0 with
     | ORet ->
       (match e with
        | Ret e0 ->
          (match ty_of d defs (xctx preds g []) [] e0 with
           | Some t ->
             (match t with
              | TS s ->
                if is_value e0
                then covers d defs preds g gs s (EBin (Eq0, (ENu s), e0)) []
                else None
              | TF -> None)
           | None -> None)
        | _ -> None)
     | OErr ->
       (match e with
        | Err s -> covers d defs preds g gs s EFalse []
        | _ -> None)
     | OAppOp ->
       (match e with
        | Op p ->
          (match prim_cov d defs preds g p with
           | Some p0 -> let (s, phi) = p0 in covers d defs preds g gs s phi []
           | None -> None)
        | _ -> None)
     | OLetE (d1, d2) ->
       (match e with
        | LetE (a, b) ->
          (match onlyC g gs f d1 a with
           | Some p ->
             let (p0, cs) = p in
             let (s, phi) = p0 in
             let f0 = at_nu phi (ELocal ((length g), s)) in
             let g' = app g ((CB s) :: []) in
             if isf d defs (xctx preds g' gs) f0
             then (match onlyC g' gs (app (flat f0) f) d2 b with
                   | Some p1 ->
                     let (p2, cs2) = p1 in
                     let (s2, psi) = p2 in
                     covers d defs preds g gs s2 (EQuant (Ex, s,
                       (close_loc (length g) (Stdlib.Int.succ 0) (EBin (And,
                         f0, psi))))) (app cs cs2)
                   | None -> None)
             else None
           | None -> None)
        | _ -> None)
     | OLetV (d1, d2) ->
       (match e with
        | LetV (f0, b) ->
          (match onlyF0 g gs f d1 f0 with
           | Some p ->
             let (t, cs) = p in
             if wft d defs x t
             then (match onlyC (app g ((CO t) :: [])) gs f d2 b with
                   | Some p0 ->
                     let (p1, cs2) = p0 in
                     let (s, psi) = p1 in
                     covers d defs preds g gs s psi (app cs cs2)
                   | None -> None)
             else None
           | None -> None)
        | _ -> None)
     | OMatch ns ->
       (match e with
        | Match (e0, tags, bs) ->
          (match ty_of d defs (xctx preds g []) [] e0 with
           | Some t ->
             (match t with
              | TS u ->
                if is_value e0
                then branches (fun i d1 bs0 ->
                       match tget tags i with
                       | Some t0 ->
                         (match fields d u t0 with
                          | Some ss ->
                            (match tget bs0 t0 with
                             | Some b ->
                               let f0 = EBin (Eq0, e0, (ECtor (u, t0,
                                 (lvars (length g) ss))))
                               in
                               let g' = app g (map (fun x0 -> CB x0) ss) in
                               if isf d defs (xctx preds g' gs) f0
                               then (match onlyC g' gs (f0 :: f) d1 b with
                                     | Some p ->
                                       let (p0, cs) = p in
                                       let (s, psi) = p0 in
                                       (match covers d defs preds g gs s
                                                (exs ss
                                                  (close_loc (length g)
                                                    (length ss) (EBin (And,
                                                    f0, psi)))) cs with
                                        | Some p1 -> Some (p1, (tdrop t0 bs0))
                                        | None -> None)
                                     | None -> None)
                               else None
                             | None -> None)
                          | None -> None)
                       | None -> None) ns 0 bs None
                else None
              | TF -> None)
           | None -> None)
        | _ -> None)
     | OGuard (psi, d1) ->
       if isf d defs x psi
       then (match onlyC g gs (app (flat psi) f) d1 e with
             | Some p ->
               let (p0, cs) = p in
               let (s, phi) = p0 in
               covers d defs preds g gs s (EBin (Imp, psi, phi)) cs
             | None -> None)
       else None
     | OSub (tg, d1, p) ->
       (match onlyC g gs f d1 e with
        | Some p0 ->
          let (p1, cs) = p0 in
          let (s, phi) = p1 in
          (match demand d defs x f (EQuant (All, s,
                   (close_nu (EBin (Imp, phi, tg))))) p with
           | Some c -> covers d defs preds g gs s tg (app cs c)
           | None -> None)
        | None -> None)
     | OApp (d1, ds, p) ->
       (match e with
        | App (f0, args) ->
          (match onlyF0 g gs f d1 f0 with
           | Some p0 ->
             let (t, cs) = p0 in
             (match infFs d defs preds claims g gs f ds (funs args) with
              | Some p1 ->
                let (ts, cs2) = p1 in
                let es = avals args in
                if args_fit d defs preds g (f_ps t) args ts []
                then (match demand d defs x f (admissible t es) p with
                      | Some c ->
                        covers d defs preds g gs (f_res t)
                          (insts es (f_ens t)) (app cs (app cs2 c))
                      | None -> None)
                else None
              | None -> None)
           | None -> None)
        | _ -> None)
     | _ -> None)
  and onlyF0 g gs f d0 f0 = Meter.step ();
    let x = xctx preds g gs in
    (match d0 with
     | OVarFun ->
       (match f0 with
        | FVar l ->
          (match nth_error g l with
           | Some s -> (match s with
                        | CO t -> Some (t, [])
                        | _ -> None)
           | None -> None)
        | FGlobal (_, _) ->
          (match only_scheme only_claims d0 f0 with
           | Some c ->
             let { sc_sorts = sc_sorts0; sc_preds = sc_preds0; sc_type =
               _ } = c
             in
             ((fun fO fS n -> if n=0 then fO () else fS (n-1))
                (fun _ ->
                match sc_preds0 with
                | [] ->
                  (match at_preds d defs x c [] with
                   | Some t -> Some (t, [])
                   | None -> None)
                | _ :: _ -> None)
                (fun _ -> None)
                sc_sorts0)
           | None -> None)
        | _ -> None)
     | OFun (t, d1) ->
       (match f0 with
        | FLam (u, b) ->
          if (&&) (enters d defs preds g gs t) (fty_eqb (erase t) u)
          then (match onlyC (bound_ctx g t) gs
                        (app (flat_map flat (bound_facts g t)) f) d1 b with
                | Some p ->
                  let (p0, cs) = p in
                  let (s, phi) = p0 in
                  if (&&) (sort_eqb s (f_res t))
                       (expr_eqb phi (insts (own g t) (f_ens t)))
                  then Some (t, cs)
                  else None
                | None -> None)
          else None
        | _ -> None)
     | OFix (t, d1) ->
       (match f0 with
        | FFix (u, b) ->
          if (&&) (enters d defs preds g gs t) (fty_eqb (erase t) u)
          then (match onlyC (app (bound_ctx g t) ((CO t) :: [])) gs
                        (app (flat_map flat (bound_facts g t)) f) d1 b with
                | Some p ->
                  let (p0, cs) = p in
                  let (s, phi) = p0 in
                  if (&&) (sort_eqb s (f_res t))
                       (expr_eqb phi (insts (own g t) (f_ens t)))
                  then Some (t, cs)
                  else None
                | None -> None)
          else None
        | _ -> None)
     | OSubArr (t, d1, p) ->
       (match onlyF0 g gs f d1 f0 with
        | Some p0 ->
          let (t1, cs) = p0 in
          let x' = xctx preds (bound_ctx g t) gs in
          let vs = own g t in
          let g0 = EBin (And, (admissible t1 vs), (EQuant (All, (f_res t),
            (close_nu (insts vs (EBin (Imp, (f_ens t1), (f_ens t))))))))
          in
          if (&&)
               ((&&) ((&&) (enters d defs preds g gs t) (wft d defs x t1))
                 (same_params (f_ps t) (f_ps t1)))
               (sort_eqb (f_res t) (f_res t1))
          then (match demand d defs x'
                        (app (flat_map flat (bound_facts g t)) f) g0 p with
                | Some c -> Some (t, (app cs c))
                | None -> None)
          else None
        | None -> None)
     | OPolyType _ ->
       (match only_scheme only_claims d0 f0 with
        | Some c ->
          let { sc_sorts = sc_sorts0; sc_preds = sc_preds0; sc_type = _ } = c
          in
          ((fun fO fS n -> if n=0 then fO () else fS (n-1))
             (fun _ ->
             match sc_preds0 with
             | [] ->
               (match at_preds d defs x c [] with
                | Some t -> Some (t, [])
                | None -> None)
             | _ :: _ -> None)
             (fun _ -> None)
             sc_sorts0)
        | None -> None)
     | OPolyPred (d1, phis) ->
       (match only_scheme only_claims d1 f0 with
        | Some c ->
          (match phis with
           | [] -> None
           | _ :: _ ->
             (match at_preds d defs x c phis with
              | Some t -> Some (t, [])
              | None -> None))
        | None -> None)
     | _ -> None)
  in onlyF0

type global = { g_scheme : scheme; g_body : fn option }

type reading =
| Every
| Only
| Exactly

type statement = { s_data : sort list list list; s_defs : def list;
                   s_axioms : expr list; s_globals : global list;
                   s_claim : int; s_reading : reading }

type root0 =
| RootEvery of der
| RootOnly of oder
| TExactly of der * oder

type certificate = { c_lemmas : (expr * step) list; c_ders : root0 option list }

(** val data : statement -> datatypes **)

let data s =
  map datatype_of (([] :: ([] :: [])) :: (([] :: []) :: s.s_data))

type assumed = { a_axioms : int list; a_conds : (int * cond) list }

type place =
| AtTheory
| AtAxiom of int
| AtClaim
| AtGlobal of int
| AtLemma of int
| AtCondition of int * int

type verdict =
| Accepted of assumed
| Refused of place

(** val nowhere : ctx **)

let nowhere =
  { c_loc = []; c_gho = []; c_nu = None; c_preds = [] }

(** val bad_axiom :
    datatypes -> def list -> int -> expr list -> int option **)

let rec bad_axiom d defs i = fun it__ -> Meter.step (); match it__ with
| [] -> None
| f :: fs0 ->
  if isf d defs nowhere f
  then bad_axiom d defs (Stdlib.Int.succ i) fs0
  else Some i

(** val axioms_of : int -> step -> int list **)

let rec axioms_of n0 = fun it__ -> Meter.step (); match it__ with
| Step (k, next) ->
  app
    (match k with
     | Known (i, _, _) -> if Nat.ltb i n0 then i :: [] else []
     | _ -> [])
    (let rec go = fun it__ -> Meter.step (); match it__ with
     | [] -> []
     | s0 :: next1 -> app (axioms_of n0 s0) (go next1)
     in go next)

(** val axioms_by : int -> evidence -> int list **)

let axioms_by n0 = function
| Shown p -> axioms_of n0 p
| _ -> []

(** val axioms_in : int -> der -> int list **)

let rec axioms_in n0 = fun it__ -> Meter.step (); match it__ with
| TLetE (a, b) -> app (axioms_in n0 a) (axioms_in n0 b)
| TLetV (a, b) -> app (axioms_in n0 a) (axioms_in n0 b)
| TApp (f, args, p) ->
  app (axioms_in n0 f) (app (flat_map (axioms_in n0) args) (axioms_by n0 p))
| TMatch (_, d0) -> axioms_in n0 d0
| TMerge (a, b) -> app (axioms_in n0 a) (axioms_in n0 b)
| TGuard (_, d0) -> axioms_in n0 d0
| TSub (_, d0, p) -> app (axioms_in n0 d0) (axioms_by n0 p)
| TEq (_, d0, p) -> app (axioms_in n0 d0) (axioms_by n0 p)
| TFun (_, d0) -> axioms_in n0 d0
| TFix (_, _, d0) -> axioms_in n0 d0
| TFixRank (_, _, d0) -> axioms_in n0 d0
| SubArr (_, d0, p) -> app (axioms_in n0 d0) (axioms_by n0 p)
| TPolyType d0 -> axioms_in n0 d0
| TPolyPred (d0, _) -> axioms_in n0 d0
| _ -> []

(** val axioms_in_only : int -> oder -> int list **)

let rec axioms_in_only n0 = fun it__ -> Meter.step (); match it__ with
| OLetE (a, b) -> app (axioms_in_only n0 a) (axioms_in_only n0 b)
| OLetV (a, b) -> app (axioms_in_only n0 a) (axioms_in_only n0 b)
| OMatch ns -> flat_map (axioms_in_only n0) ns
| OGuard (_, d0) -> axioms_in_only n0 d0
| OSub (_, d0, p) -> app (axioms_in_only n0 d0) (axioms_by n0 p)
| OApp (f, args, p) ->
  app (axioms_in_only n0 f)
    (app (flat_map (axioms_in n0) args) (axioms_by n0 p))
| OFun (_, d0) -> axioms_in_only n0 d0
| OFix (_, d0) -> axioms_in_only n0 d0
| OSubArr (_, d0, p) -> app (axioms_in_only n0 d0) (axioms_by n0 p)
| OPolyType d0 -> axioms_in_only n0 d0
| OPolyPred (d0, _) -> axioms_in_only n0 d0
| _ -> []

(** val axioms_at : int -> root0 -> int list **)

let axioms_at n0 = function
| RootEvery d0 -> axioms_in n0 d0
| RootOnly o -> axioms_in_only n0 o
| TExactly (d0, o) -> app (axioms_in n0 d0) (axioms_in_only n0 o)

(** val axioms_used : int -> certificate -> int list **)

let axioms_used n0 c =
  (fun fO fS n -> if n=0 then fO () else fS (n-1))
    (fun _ -> [])
    (fun _ ->
    nodup (=)
      (app (flat_map (fun l -> axioms_of n0 (snd l)) c.c_lemmas)
        (flat_map (fun d ->
          match d with
          | Some d0 -> axioms_at n0 d0
          | None -> []) c.c_ders)))
    n0

(** val mask0 : int list -> int -> expr list -> expr list **)

let rec mask0 used i = fun it__ -> Meter.step (); match it__ with
| [] -> []
| f :: fs0 ->
  (if existsb ((=) i) used then f else ETrue) :: (mask0 used (Stdlib.Int.succ
                                                   i) fs0)

(** val lemmas_ok :
    datatypes -> def list -> expr list -> int -> (expr * step) list -> (expr
    list, place) sum **)

let rec lemmas_ok d defs known i = fun it__ -> Meter.step (); match it__ with
| [] -> Inl known
| p0 :: ls0 ->
  let (f, p) = p0 in
  if (&&) (isf d defs nowhere f) (chk d defs known nowhere [] f p)
  then lemmas_ok d defs (app known (f :: [])) (Stdlib.Int.succ i) ls0
  else Inr (AtLemma i)

(** val claims_upto : global list -> int -> int -> scheme option **)

let claims_upto gs n0 g =
  if Nat.ltb g n0
  then option_map (fun g0 -> g0.g_scheme) (nth_error gs g)
  else None

(** val closed_fn : int -> fn -> bool **)

let closed_fn i = function
| FVar _ -> false
| FGlobal (h, _) -> Nat.ltb h i
| _ -> true

(** val rootF :
    datatypes -> def list -> sort list list -> reading -> (int -> scheme
    option) -> root0 -> fn -> (fty * cond list) option **)

let rootF d defs preds k claims d0 f =
  match k with
  | Every ->
    (match d0 with
     | RootEvery d1 -> infF d defs preds claims [] [] [] d1 f
     | _ -> None)
  | Only ->
    (match d0 with
     | RootOnly o -> onlyF d defs preds (fun _ -> None) claims [] [] [] o f
     | _ -> None)
  | Exactly ->
    (match d0 with
     | TExactly (d1, o) ->
       (match infF d defs preds claims [] [] [] d1 f with
        | Some p ->
          let (t, cs) = p in
          (match onlyF d defs preds claims claims [] [] [] o f with
           | Some p0 ->
             let (u, cs2) = p0 in
             if fty_eqb t u then Some (t, (app cs cs2)) else None
           | None -> None)
        | None -> None)
     | _ -> None)

(** val global_conds :
    datatypes -> def list -> reading -> global list -> int -> global -> root0
    option -> cond list option **)

let global_conds d defs k gs i g d0 =
  let c = g.g_scheme in
  if wft d defs (closed_ctx c.sc_preds) c.sc_type
  then (match g.g_body with
        | Some f ->
          (match d0 with
           | Some d1 ->
             if closed_fn i f
             then (match rootF d defs c.sc_preds k (claims_upto gs i) d1 f with
                   | Some p ->
                     let (t, cs) = p in
                     if fty_eqb t c.sc_type then Some cs else None
                   | None -> None)
             else None
           | None -> None)
        | None -> (match d0 with
                   | Some _ -> None
                   | None -> Some []))
  else None

(** val discharge :
    datatypes -> def list -> expr list -> int -> int -> cond list ->
    ((int * cond) list * int, place) sum **)

let rec discharge d defs known g n0 = fun it__ -> Meter.step (); match it__ with
| [] -> Inl ([], n0)
| c :: cs0 ->
  (match c.k_by with
   | Shown p ->
     if chk d defs known c.k_ctx c.k_facts c.k_goal p
     then discharge d defs known g (Stdlib.Int.succ n0) cs0
     else Inr (AtCondition (g, n0))
   | _ ->
     (match discharge d defs known g (Stdlib.Int.succ n0) cs0 with
      | Inl p -> let (l, m) = p in Inl (((n0, c) :: l), m)
      | Inr p -> Inr p))

(** val globals_ok :
    datatypes -> def list -> expr list -> reading -> global list -> int ->
    int -> global list -> root0 option list -> ((int * cond) list, place) sum **)

let rec globals_ok d defs known k all i n0 gs ds = Meter.step ();
  match gs with
  | [] -> (match ds with
           | [] -> Inl []
           | _ :: _ -> Inr AtClaim)
  | g :: gs0 ->
    (match ds with
     | [] -> Inr AtClaim
     | d0 :: ds0 ->
       (match global_conds d defs k all i g d0 with
        | Some cs ->
          (match discharge d defs known i n0 cs with
           | Inl p ->
             let (l, m) = p in
             (match globals_ok d defs known k all (Stdlib.Int.succ i) m gs0
                      ds0 with
              | Inl l' -> Inl (app l l')
              | Inr p0 -> Inr p0)
           | Inr p -> Inr p)
        | None -> Inr (AtGlobal i)))

(** val claim_ok : statement -> certificate -> bool **)

let claim_ok s c =
  match nth_error s.s_globals s.s_claim with
  | Some g ->
    let { g_scheme = _; g_body = g_body0 } = g in
    (match g_body0 with
     | Some _ -> (=) (length s.s_globals) (length c.c_ders)
     | None -> false)
  | None -> false

(** val check : statement -> certificate -> verdict **)

let check s c =
  let d = data s in
  let defs = s.s_defs in
  if theory_ok d defs
  then (match bad_axiom d defs 0 s.s_axioms with
        | Some i -> Refused (AtAxiom i)
        | None ->
          let used = axioms_used (length s.s_axioms) c in
          (match lemmas_ok d defs (mask0 used 0 s.s_axioms) 0 c.c_lemmas with
           | Inl known ->
             if claim_ok s c
             then (match globals_ok d defs known s.s_reading s.s_globals 0 0
                           s.s_globals c.c_ders with
                   | Inl l -> Accepted { a_axioms = used; a_conds = l }
                   | Inr p -> Refused p)
             else Refused AtClaim
           | Inr p -> Refused p))
  else Refused AtTheory

type sort_row =
| IntR
| DataR of n * n list
| AbstractR of n
| OpaqueR of n

type expr_row =
| BoundR of n * n
| LocalR of n * n
| NuR of n
| IntegerR of z
| LiteralR of n * n
| CtorR of n * n * n list
| FnR of n * n list * n list
| PredVarR of n * n list
| BinR of bin * n * n
| DivR of n * z
| ModR of n * z
| IteR of n * n * n
| TrueR
| FalseR
| NotR of n
| QuantR of quant * n * n

type body_row =
| DirectR of n
| CasesR of n * n list
| OpaqueBodyR

type datatype_row = { dt_params : n; dt_ctors : n list list }

type def_row = { dr_sorts : n; dr_params : n list; dr_result : n option;
                 dr_decidable : bool; dr_group : n; dr_body : body_row }

type axiom_row = { ar_sorts : n; ar_statement : n }

type param_row =
| BaseR of n * n
| FunR of n

type type_row = { tr_params : param_row list; tr_requires : n; tr_result : 
                  n; tr_ensures : n }

type fun_row =
| VarR of n
| GlobalFunR of n * n list
| LamR of n * n
| FixR of n * n

type prim_row =
| IntGenR
| BoolGenR
| NatGenR
| IntRangeR of n * n
| OpaqueGenR of n
| DivOfR of n * n
| ModOfR of n * n
| EvalR of n

type arg_row =
| BaseArgR of n
| FunArgR of n

type core_row =
| RetR of n
| ErrR of n
| LetER of n * n
| LetVR of n * n
| OpR of prim_row
| AppR of n * arg_row list
| MatchR of n * (n * n) list

type global_row = { gr_sorts : n; gr_preds : n list list; gr_claim : 
                    n; gr_body : n option }

type evidence_row =
| CheckedR of n
| CrossCheckedR
| SolverR

type node_row =
| TConstR
| TVarBaseR
| TVarFunR
| TErrR
| TLetER of n * n
| TLetVR of n * n
| TAppOpR
| TAppR of n * evidence_row
| TAppFunR of n * n list * evidence_row
| TMatchR of n * n
| TMergeR of n * n
| TGuardR of n * n
| TSubR of n * n * evidence_row
| TEqR of n * n * evidence_row
| TFunR of n * n
| TFixR of n * n list * n
| TFixRankR of n * n * n
| SubArrR of n * n * evidence_row
| TPolyTypeR of n
| TPolyPredR of n * n list
| ORetR
| OErrR
| OAppOpR
| OLetER of n * n
| OLetVR of n * n
| OMatchR of n list
| OGuardR of n * n
| OSubR of n * n * evidence_row
| OAppR of n * evidence_row
| OAppFunR of n * n list * evidence_row
| OVarFunR
| OFunR of n * n
| OFixR of n * n
| OSubArrR of n * n * evidence_row
| TExactlyR of n * n

type leaf_row =
| LiteralL of n
| CongruentL of n * n
| DivLowL of n
| DivHighL of n
| CombineL of (z * n) list
| EqualL of n * n * n * n

type step_row =
| IntroR of n
| SplitR of n * n
| LeftR of n
| RightR of n
| WitnessR of n * n
| ExactR
| AbsurdR of n
| OrElimR of n * n * n
| ObtainR of n * n
| InstR of n * n * n
| ApplyR of n * n * n
| IffPartsR of n * n
| NotPushR of n * n
| CaseR of n * n list
| CutR of n * n * n
| IteSplitR of n * n * n
| UnfoldR of n * n option * n
| UnfoldFactR of n * n option * n
| UnfoldGoalR of n option * n
| LemmaR of n * n list * n list * n
| AxiomStepR of n * n list * n list * n
| HaveR of n * n * n
| InductR of (n * n) list * n list
| LeafR of n list * leaf_row list

type lemma_row = { lr_sorts : n; lr_statement : n; lr_proof : n }

type rows = { r_opaque : n; r_literals : n; r_sorts : sort_row list;
              r_datatypes : datatype_row list; r_exprs : expr_row list;
              r_defs : def_row list; r_axioms : axiom_row list;
              r_types : type_row list; r_cores : core_row list;
              r_funs : fun_row list; r_globals : global_row list;
              r_claim : n; r_reading : reading; r_sorts2 : sort_row list;
              r_exprs2 : expr_row list; r_types2 : type_row list;
              r_nodes : node_row list; r_derivations : n option list;
              r_lemmas : lemma_row list; r_steps : step_row list }

type 'a table =
| Empty
| Node of 'a table * 'a option * 'a table

(** val find_at : positive -> 'a1 table -> 'a1 option **)

let rec find_at p = fun it__ -> Meter.step (); match it__ with
| Empty -> None
| Node (l, x, r) ->
  (match p with
   | XI p0 -> find_at p0 r
   | XO p0 -> find_at p0 l
   | XH -> x)

(** val put_at : positive -> 'a1 -> 'a1 table -> 'a1 table **)

let rec put_at p v = fun it__ -> Meter.step (); match it__ with
| Empty ->
  let p0 = (Empty, None) in
  let r = Empty in
  let (l, x) = p0 in
  (match p with
   | XI p1 -> Node (l, x, (put_at p1 v r))
   | XO p1 -> Node ((put_at p1 v l), x, r)
   | XH -> Node (l, (Some v), r))
| Node (l, x, r) ->
  let p0 = (l, x) in
  let (l0, x0) = p0 in
  (match p with
   | XI p1 -> Node (l0, x0, (put_at p1 v r))
   | XO p1 -> Node ((put_at p1 v l0), x0, r)
   | XH -> Node (l0, (Some v), r))

(** val row : 'a1 table -> n -> 'a1 option **)

let row t i =
  find_at (N.succ_pos i) t

type which =
| WSorts
| WDatatypes
| WExprs
| WDefs
| WAxioms
| WTypes
| WCores
| WGlobals
| WNodes
| WLemmas
| WSteps
| WDerivations

type 'a result = ('a, which * n) sum

(** val build :
    which -> ('a1 table -> 'a2 -> 'a1 option) -> 'a2 list -> n -> 'a1 table
    -> ('a1 table * n) result **)

let rec build w f rs0 i t = Meter.step ();
  match rs0 with
  | [] -> Inl (t, i)
  | r :: rs1 ->
    (match f t r with
     | Some x -> build w f rs1 (N.succ i) (put_at (N.succ_pos i) x t)
     | None -> Inr (w, i))

(** val each :
    which -> ('a2 -> 'a1 option) -> 'a2 list -> n -> 'a1 list result **)

let rec each w f rs0 i = Meter.step ();
  match rs0 with
  | [] -> Inl []
  | r :: rs1 ->
    (match f r with
     | Some x ->
       (match each w f rs1 (N.succ i) with
        | Inl xs -> Inl (x :: xs)
        | Inr e -> Inr e)
     | None -> Inr (w, i))

(** val numbered :
    which -> (n -> 'a2 -> 'a1 option) -> 'a2 list -> n -> 'a1 list result **)

let rec numbered w f rs0 i = Meter.step ();
  match rs0 with
  | [] -> Inl []
  | r :: rs1 ->
    (match f i r with
     | Some x ->
       (match numbered w f rs1 (N.succ i) with
        | Inl xs -> Inl (x :: xs)
        | Inr e -> Inr e)
     | None -> Inr (w, i))

(** val allof : ('a1 -> 'a2 option) -> 'a1 list -> 'a2 list option **)

let rec allof f = fun it__ -> Meter.step (); match it__ with
| [] -> Some []
| x :: xs0 ->
  (match f x with
   | Some y ->
     (match allof f xs0 with
      | Some ys -> Some (y :: ys)
      | None -> None)
   | None -> None)

(** val maybe : ('a1 -> 'a2 option) -> 'a1 option -> 'a2 option option **)

let maybe f = function
| Some x -> option_map (fun x0 -> Some x0) (f x)
| None -> Some None

(** val lenN : 'a1 list -> n **)

let lenN l =
  N.of_nat (length l)

(** val arity : rows -> n -> n option **)

let arity r d =
  if N.ltb d (Npos (XO XH))
  then Some N0
  else option_map (fun d0 -> d0.dt_params)
         (nth_error r.r_datatypes (N.to_nat (N.sub d (Npos (XO XH)))))

(** val load_sort : rows -> sort table -> sort_row -> sort option **)

let load_sort r t = function
| IntR -> Some SInt
| DataR (d, args) ->
  (match arity r d with
   | Some n0 ->
     if N.eqb n0 (lenN args)
     then (match allof (row t) args with
           | Some args0 -> Some (SData ((N.to_nat d), args0))
           | None -> None)
     else None
   | None -> None)
| AbstractR i -> Some (SAbs (N.to_nat i))
| OpaqueR i -> if N.ltb i r.r_opaque then Some (SOpq (N.to_nat i)) else None

(** val scoped : int -> sort -> bool **)

let rec scoped n0 = fun it__ -> Meter.step (); match it__ with
| SData (_, args) -> forallb (scoped n0) args
| SAbs i -> Nat.ltb i n0
| _ -> true

(** val escoped : int -> expr -> bool **)

let rec escoped n0 = fun it__ -> Meter.step (); match it__ with
| EBound (_, s) -> scoped n0 s
| ELocal (_, s) -> scoped n0 s
| EGhost (_, s) -> scoped n0 s
| ENu s -> scoped n0 s
| ECtor (s, _, args) -> (&&) (scoped n0 s) (forallb (escoped n0) args)
| EFn (_, ss, args) ->
  (&&) (forallb (scoped n0) ss) (forallb (escoped n0) args)
| EPred (_, args) -> forallb (escoped n0) args
| EBin (_, a, b) -> (&&) (escoped n0 a) (escoped n0 b)
| EDiv (a, _) -> escoped n0 a
| EMod (a, _) -> escoped n0 a
| EIte (c, a, b) -> (&&) (escoped n0 c) ((&&) (escoped n0 a) (escoped n0 b))
| ENot a -> escoped n0 a
| EQuant (_, s, a) -> (&&) (scoped n0 s) (escoped n0 a)
| _ -> true

(** val tscoped : int -> fty -> bool **)

let rec tscoped n0 = fun it__ -> Meter.step (); match it__ with
| FT (ps, req, res, ens) ->
  (&&)
    (forallb (fun p ->
      match p with
      | PB (s, q) -> (&&) (scoped n0 s) (escoped n0 q)
      | PF t0 -> tscoped n0 t0) ps)
    ((&&) (escoped n0 req) ((&&) (scoped n0 res) (escoped n0 ens)))

type typed = { x_expr : expr; x_ty : ty; x_dec : bool;
               x_loose : (int * sort option) list }

(** val join :
    (int * sort option) list -> (int * sort option) list -> (int * sort
    option) list **)

let rec join a = Meter.step ();
  let rec go b = Meter.step ();
    match a with
    | [] -> b
    | p :: a' ->
      let (i, s) = p in
      (match b with
       | [] -> a
       | p0 :: b' ->
         let (j, t) = p0 in
         if Nat.ltb i j
         then (i, s) :: (join a' b)
         else if Nat.ltb j i
              then (j, t) :: (go b')
              else (i,
                     (match s with
                      | Some s' ->
                        (match t with
                         | Some t' -> if sort_eqb s' t' then s else None
                         | None -> None)
                      | None -> None)) :: (join a' b'))
  in go

(** val joins : typed list -> (int * sort option) list **)

let joins xs =
  fold_right (fun x acc -> join x.x_loose acc) [] xs

(** val unbind :
    sort -> (int * sort option) list -> (int * sort option) list option **)

let unbind s l =
  let lower = map (fun v -> ((pred (fst v)), (snd v))) in
  (match l with
   | [] -> Some (lower l)
   | p :: l0 ->
     let (n0, o) = p in
     ((fun fO fS n -> if n=0 then fO () else fS (n-1))
        (fun _ ->
        match o with
        | Some t -> if sort_eqb s t then Some (lower l0) else None
        | None -> None)
        (fun _ -> Some (lower l))
        n0))

(** val term_at : sort -> typed -> bool **)

let term_at s x =
  match x.x_ty with
  | TS t -> sort_eqb t s
  | TF -> false

(** val is_formula : typed -> bool **)

let is_formula x =
  match x.x_ty with
  | TS _ -> false
  | TF -> true

(** val terms_at : typed list -> sort list -> bool **)

let rec terms_at xs ss = Meter.step ();
  match xs with
  | [] -> (match ss with
           | [] -> true
           | _ :: _ -> false)
  | x :: xs0 ->
    (match ss with
     | [] -> false
     | s :: ss0 -> (&&) (term_at s x) (terms_at xs0 ss0))

(** val erow : typed table -> n -> expr option **)

let erow e i =
  option_map (fun t -> t.x_expr) (row e i)

(** val frow : typed table -> n -> expr option **)

let frow e i =
  match row e i with
  | Some x -> if is_formula x then Some x.x_expr else None
  | None -> None

(** val load_formula : typed table -> n -> n -> expr option **)

let load_formula e sorts e0 =
  match erow e e0 with
  | Some f -> if escoped (N.to_nat sorts) f then Some f else None
  | None -> None

type signature0 = ((n * sort list) * sort option) * bool

(** val load_signature : sort table -> def_row -> signature0 option **)

let load_signature s r =
  match allof (row s) r.dr_params with
  | Some ps ->
    (match maybe (row s) r.dr_result with
     | Some res ->
       let n0 = N.to_nat r.dr_sorts in
       if (&&) (forallb (scoped n0) ps)
            (match res with
             | Some s0 -> scoped n0 s0
             | None -> true)
       then Some (((r.dr_sorts, ps), res), r.dr_decidable)
       else None
     | None -> None)
  | None -> None

(** val ghost : n **)

let ghost =
  Npos (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO
    (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO (XO
    XH))))))))))))))))))))))))))))))

(** val load_expr :
    rows -> datatypes -> signature0 table -> sort table -> typed table ->
    expr_row -> typed option **)

let load_expr r d f s t r0 =
  let var = fun e s0 l -> Some { x_expr = e; x_ty = (TS s0); x_dec = true;
    x_loose = l }
  in
  (match r0 with
   | BoundR (i, s0) ->
     (match row s s0 with
      | Some s1 ->
        var (EBound ((N.to_nat i), s1)) s1 (((N.to_nat i), (Some s1)) :: [])
      | None -> None)
   | LocalR (l, s0) ->
     (match row s s0 with
      | Some s1 ->
        var
          (if N.ltb l ghost
           then ELocal ((N.to_nat l), s1)
           else EGhost ((N.to_nat (N.sub l ghost)), s1)) s1 []
      | None -> None)
   | NuR s0 ->
     (match row s s0 with
      | Some s1 -> var (ENu s1) s1 []
      | None -> None)
   | IntegerR z0 -> var (EInt z0) SInt []
   | LiteralR (l, s0) ->
     if N.ltb l r.r_literals
     then (match row s s0 with
           | Some s1 ->
             (match s1 with
              | SOpq i -> var (ELit ((N.to_nat l), i)) (SOpq i) []
              | _ -> None)
           | None -> None)
     else None
   | CtorR (s0, t0, args) ->
     (match row s s0 with
      | Some s1 ->
        (match allof (row t) args with
         | Some xs ->
           (match fields d s1 (N.to_nat t0) with
            | Some ss ->
              if terms_at xs ss
              then var (ECtor (s1, (N.to_nat t0),
                     (map (fun t1 -> t1.x_expr) xs))) s1 (joins xs)
              else None
            | None -> None)
         | None -> None)
      | None -> None)
   | FnR (d0, ss, args) ->
     (match row f d0 with
      | Some s0 ->
        let (p, dec0) = s0 in
        let (p0, res) = p in
        let (n0, ps) = p0 in
        if N.eqb n0 (lenN ss)
        then (match allof (row s) ss with
              | Some ss0 ->
                (match allof (row t) args with
                 | Some xs ->
                   if terms_at xs (map (ssub ss0) ps)
                   then Some { x_expr = (EFn ((N.to_nat d0), ss0,
                          (map (fun t0 -> t0.x_expr) xs))); x_ty =
                          (match res with
                           | Some s1 -> TS (ssub ss0 s1)
                           | None -> TF); x_dec = dec0; x_loose = (joins xs) }
                   else None
                 | None -> None)
              | None -> None)
        else None
      | None -> None)
   | PredVarR (p, args) ->
     (match allof (row t) args with
      | Some xs ->
        if forallb (fun x -> negb (is_formula x)) xs
        then Some { x_expr = (EPred ((N.to_nat p),
               (map (fun t0 -> t0.x_expr) xs))); x_ty = TF; x_dec = false;
               x_loose = (joins xs) }
        else None
      | None -> None)
   | BinR (o, a, b) ->
     (match row t a with
      | Some a0 ->
        (match row t b with
         | Some b0 ->
           let out = fun t0 dec0 -> Some { x_expr = (EBin (o, a0.x_expr,
             b0.x_expr)); x_ty = t0; x_dec = dec0; x_loose =
             (join a0.x_loose b0.x_loose) }
           in
           (match o with
            | Add ->
              if (&&) (term_at SInt a0) (term_at SInt b0)
              then out (TS SInt) true
              else None
            | Sub ->
              if (&&) (term_at SInt a0) (term_at SInt b0)
              then out (TS SInt) true
              else None
            | Mul ->
              if (&&) (term_at SInt a0) (term_at SInt b0)
              then out (TS SInt) true
              else None
            | Eq0 ->
              (match a0.x_ty with
               | TS s0 -> if term_at s0 b0 then out TF true else None
               | TF -> None)
            | Le ->
              if (&&) (term_at SInt a0) (term_at SInt b0)
              then out TF true
              else None
            | Lt0 ->
              if (&&) (term_at SInt a0) (term_at SInt b0)
              then out TF true
              else None
            | _ ->
              if (&&) (is_formula a0) (is_formula b0)
              then out TF ((&&) a0.x_dec b0.x_dec)
              else None)
         | None -> None)
      | None -> None)
   | DivR (a, k) ->
     (match row t a with
      | Some a0 ->
        if (&&) (Z.ltb Z0 k) (term_at SInt a0)
        then var (EDiv (a0.x_expr, k)) SInt a0.x_loose
        else None
      | None -> None)
   | ModR (a, k) ->
     (match row t a with
      | Some a0 ->
        if (&&) (Z.ltb Z0 k) (term_at SInt a0)
        then var (EMod (a0.x_expr, k)) SInt a0.x_loose
        else None
      | None -> None)
   | IteR (c, a, b) ->
     (match row t c with
      | Some c0 ->
        (match row t a with
         | Some a0 ->
           (match row t b with
            | Some b0 ->
              (match a0.x_ty with
               | TS s0 ->
                 if (&&) ((&&) (is_formula c0) c0.x_dec) (term_at s0 b0)
                 then var (EIte (c0.x_expr, a0.x_expr, b0.x_expr)) s0
                        (joins (c0 :: (a0 :: (b0 :: []))))
                 else None
               | TF -> None)
            | None -> None)
         | None -> None)
      | None -> None)
   | TrueR -> Some { x_expr = ETrue; x_ty = TF; x_dec = true; x_loose = [] }
   | FalseR -> Some { x_expr = EFalse; x_ty = TF; x_dec = true; x_loose = [] }
   | NotR a ->
     (match row t a with
      | Some a0 ->
        if is_formula a0
        then Some { x_expr = (ENot a0.x_expr); x_ty = TF; x_dec = a0.x_dec;
               x_loose = a0.x_loose }
        else None
      | None -> None)
   | QuantR (q, s0, a) ->
     (match row s s0 with
      | Some s1 ->
        (match row t a with
         | Some a0 ->
           if is_formula a0
           then (match unbind s1 a0.x_loose with
                 | Some l ->
                   Some { x_expr = (EQuant (q, s1, a0.x_expr)); x_ty = TF;
                     x_dec = false; x_loose = l }
                 | None -> None)
           else None
         | None -> None)
      | None -> None))

(** val load_datatype :
    sort table -> datatype_row -> sort list list option **)

let load_datatype s r =
  match allof (allof (row s)) r.dt_ctors with
  | Some cs ->
    if forallb (forallb (scoped (N.to_nat r.dt_params))) cs
    then Some cs
    else None
  | None -> None

(** val load_def :
    typed table -> signature0 table -> n -> def_row -> def option **)

let load_def e f i r =
  match row f i with
  | Some s ->
    let (p, dec0) = s in
    let (p0, res) = p in
    let (_, ps) = p0 in
    (match match r.dr_body with
           | DirectR e0 ->
             option_map (fun x -> BDirect x) (load_formula e r.dr_sorts e0)
           | CasesR (on, cs) ->
             option_map (fun x -> BCases ((N.to_nat on), x))
               (allof (load_formula e r.dr_sorts) cs)
           | OpaqueBodyR -> Some BOpaque with
     | Some b ->
       Some { d_ns = (N.to_nat r.dr_sorts); d_params = ps; d_res = res;
         d_dec = dec0; d_group = (N.to_nat r.dr_group); d_body = b }
     | None -> None)
  | None -> None

(** val load_param :
    sort table -> typed table -> fty table -> param_row -> param option **)

let load_param s e t = function
| BaseR (s0, q) ->
  (match row s s0 with
   | Some s1 ->
     (match frow e q with
      | Some q0 -> Some (PB (s1, q0))
      | None -> None)
   | None -> None)
| FunR t0 -> option_map (fun x -> PF x) (row t t0)

(** val load_type :
    sort table -> typed table -> fty table -> type_row -> fty option **)

let load_type s e t r =
  match allof (load_param s e t) r.tr_params with
  | Some ps ->
    (match frow e r.tr_requires with
     | Some q ->
       (match row s r.tr_result with
        | Some s0 ->
          (match frow e r.tr_ensures with
           | Some e0 -> Some (FT (ps, q, s0, e0))
           | None -> None)
        | None -> None)
     | None -> None)
  | None -> None

(** val increasing : (n * n) list -> bool **)

let rec increasing = fun it__ -> Meter.step (); match it__ with
| [] -> true
| p :: rest ->
  let (a, _) = p in
  (match rest with
   | [] -> true
   | p0 :: _ -> let (b, _) = p0 in (&&) (N.ltb a b) (increasing rest))

(** val branches_ok : core_row -> unit option **)

let branches_ok = function
| MatchR (_, bs) -> if increasing bs then Some () else None
| _ -> Some ()

(** val load_fn :
    sort table -> fty table -> fun_row table -> core table -> n -> fn option **)

let load_fn s t f c f0 =
  match row f f0 with
  | Some r ->
    (match r with
     | VarR l -> Some (FVar (N.to_nat l))
     | GlobalFunR (g, ss) ->
       (match allof (row s) ss with
        | Some ss0 -> Some (FGlobal ((N.to_nat g), ss0))
        | None -> None)
     | LamR (t0, c0) ->
       (match row t t0 with
        | Some t1 ->
          (match row c c0 with
           | Some c1 -> Some (FLam (t1, c1))
           | None -> None)
        | None -> None)
     | FixR (t0, c0) ->
       (match row t t0 with
        | Some t1 ->
          (match row c c0 with
           | Some c1 -> Some (FFix (t1, c1))
           | None -> None)
        | None -> None))
  | None -> None

(** val no_prim : prim **)

let no_prim =
  IntRange (ETrue, ETrue)

(** val load_prim : sort table -> typed table -> prim_row -> prim option **)

let load_prim s e = function
| IntGenR -> Some IntGen
| BoolGenR -> Some BoolGen
| NatGenR -> Some NatGen
| IntRangeR (a, b) ->
  (match erow e a with
   | Some a0 ->
     (match erow e b with
      | Some b0 -> Some (IntRange (a0, b0))
      | None -> None)
   | None -> None)
| OpaqueGenR s0 ->
  option_map (fun s1 -> match s1 with
                        | SOpq i -> OpaqueGen i
                        | _ -> no_prim) (row s s0)
| DivOfR (a, b) ->
  (match erow e a with
   | Some a0 ->
     (match erow e b with
      | Some b0 -> Some (DivOf (a0, b0))
      | None -> None)
   | None -> None)
| ModOfR (a, b) ->
  (match erow e a with
   | Some a0 ->
     (match erow e b with
      | Some b0 -> Some (ModOf (a0, b0))
      | None -> None)
   | None -> None)
| EvalR e0 -> option_map (fun x -> Eval x) (erow e e0)

(** val load_core :
    sort table -> typed table -> fty table -> fun_row table -> core table ->
    core_row -> core option **)

let load_core s e t f c = function
| RetR e0 -> option_map (fun x -> Ret x) (erow e e0)
| ErrR s0 -> option_map (fun x -> Err x) (row s s0)
| LetER (a, b) ->
  (match row c a with
   | Some a0 ->
     (match row c b with
      | Some b0 -> Some (LetE (a0, b0))
      | None -> None)
   | None -> None)
| LetVR (f0, e0) ->
  (match load_fn s t f c f0 with
   | Some f1 ->
     (match row c e0 with
      | Some e1 -> Some (LetV (f1, e1))
      | None -> None)
   | None -> None)
| OpR p -> option_map (fun x -> Op x) (load_prim s e p)
| AppR (f0, args) ->
  (match load_fn s t f c f0 with
   | Some f1 ->
     (match allof (fun a ->
              match a with
              | BaseArgR e0 -> option_map (fun x -> AE x) (erow e e0)
              | FunArgR f2 -> option_map (fun x -> AF x) (load_fn s t f c f2))
              args with
      | Some args0 -> Some (App (f1, args0))
      | None -> None)
   | None -> None)
| MatchR (e0, bs) ->
  (match erow e e0 with
   | Some e1 ->
     (match allof (fun b ->
              option_map (fun x -> ((N.to_nat (fst b)), x)) (row c (snd b)))
              bs with
      | Some bs0 -> Some (Match (e1, (tlist (map fst bs0)), (tpairs bs0)))
      | None -> None)
   | None -> None)

(** val unscoped : fty **)

let unscoped =
  FT ([], (EInt Z0), SInt, ETrue)

(** val load_global :
    sort table -> fty table -> fun_row table -> core table -> global_row ->
    global option **)

let load_global s t f c r =
  match allof (allof (row s)) r.gr_preds with
  | Some ps ->
    (match row t r.gr_claim with
     | Some t0 ->
       let n0 = N.to_nat r.gr_sorts in
       let t1 =
         if (&&) (forallb (forallb (scoped n0)) ps) (tscoped n0 t0)
         then t0
         else unscoped
       in
       (match maybe (load_fn s t f c) r.gr_body with
        | Some b ->
          Some { g_scheme = { sc_sorts = n0; sc_preds = ps; sc_type = t1 };
            g_body = b }
        | None -> None)
     | None -> None)
  | None -> None

(** val load_line : typed table -> leaf_row -> line option **)

let load_line e = function
| LiteralL i -> Some (LLit (N.to_nat i))
| CongruentL (a, b) ->
  (match erow e a with
   | Some a0 ->
     (match erow e b with
      | Some b0 -> Some (LCong (a0, b0))
      | None -> None)
   | None -> None)
| DivLowL d -> option_map (fun x -> LDivLow x) (erow e d)
| DivHighL d -> option_map (fun x -> LDivHigh x) (erow e d)
| CombineL ps ->
  Some (LComb (map (fun p -> ((fst p), (N.to_nat (snd p)))) ps))
| EqualL (a, b, i, j) ->
  (match erow e a with
   | Some a0 ->
     (match erow e b with
      | Some b0 -> Some (LEq (a0, b0, (N.to_nat i), (N.to_nat j)))
      | None -> None)
   | None -> None)

(** val distinct : sort list -> bool **)

let rec distinct = fun it__ -> Meter.step (); match it__ with
| [] -> true
| s :: ss0 -> (&&) (negb (existsb (sort_eqb s) ss0)) (distinct ss0)

(** val never : step **)

let never =
  Step ((Inst (ETrue, ETrue)), [])

(** val known_at :
    sort table -> typed table -> n -> n -> n list -> n list -> n -> step
    table -> step option **)

let known_at s e wanted i ss ts next p =
  match allof (row s) ss with
  | Some sorts ->
    (match allof (erow e) ts with
     | Some terms ->
       (match row p next with
        | Some next0 ->
          Some
            (if N.eqb wanted (lenN ss)
             then Step ((Known ((N.to_nat i), sorts, terms)), (next0 :: []))
             else never)
        | None -> None)
     | None -> None)
  | None -> None

(** val load_step :
    rows -> sort table -> typed table -> lemma_row table -> n -> step table
    -> step_row -> step option **)

let load_step r s e l axioms p r0 =
  let ex = erow e in
  let one = fun k n0 ->
    match k with
    | Some k0 ->
      (match row p n0 with
       | Some n1 -> Some (Step (k0, (n1 :: [])))
       | None -> None)
    | None -> None
  in
  let two = fun k a b ->
    match k with
    | Some k0 ->
      (match row p a with
       | Some a0 ->
         (match row p b with
          | Some b0 -> Some (Step (k0, (a0 :: (b0 :: []))))
          | None -> None)
       | None -> None)
    | None -> None
  in
  (match r0 with
   | IntroR n0 -> one (Some Intro) n0
   | SplitR (a, b) -> two (Some Split) a b
   | LeftR n0 -> one (Some GoLeft) n0
   | RightR n0 -> one (Some GoRight) n0
   | WitnessR (t, n0) -> one (option_map (fun x -> Witness x) (ex t)) n0
   | ExactR -> Some (Step (Exact, []))
   | AbsurdR n0 -> one (Some Absurd) n0
   | OrElimR (f, a, b) -> two (option_map (fun x -> OrElim x) (ex f)) a b
   | ObtainR (f, n0) -> one (option_map (fun x -> Obtain x) (ex f)) n0
   | InstR (f, t, n0) ->
     one
       (match ex f with
        | Some f0 -> option_map (fun x -> Inst (f0, x)) (ex t)
        | None -> None) n0
   | ApplyR (f, a, b) -> two (option_map (fun x -> Apply x) (ex f)) a b
   | IffPartsR (f, n0) -> one (option_map (fun x -> IffParts x) (ex f)) n0
   | NotPushR (f, n0) -> one (option_map (fun x -> NotPush x) (ex f)) n0
   | CaseR (t, ns) ->
     (match ex t with
      | Some t0 ->
        option_map (fun x -> Step ((Case t0), x)) (allof (row p) ns)
      | None -> None)
   | CutR (f, a, b) -> two (option_map (fun x -> Cut x) (ex f)) a b
   | IteSplitR (t, a, b) -> two (option_map (fun x -> IteSplit x) (ex t)) a b
   | UnfoldR (t, c, n0) ->
     one
       (match ex t with
        | Some t0 -> option_map (fun x -> Unfold (t0, x)) (maybe ex c)
        | None -> None) n0
   | UnfoldFactR (f, c, n0) ->
     one
       (match ex f with
        | Some f0 -> option_map (fun x -> UnfoldFact (f0, x)) (maybe ex c)
        | None -> None) n0
   | UnfoldGoalR (c, n0) ->
     one (option_map (fun x -> UnfoldGoal x) (maybe ex c)) n0
   | LemmaR (l0, ss, ts, n0) ->
     (match row l l0 with
      | Some lemma -> known_at s e lemma.lr_sorts (N.add axioms l0) ss ts n0 p
      | None -> None)
   | AxiomStepR (a, ss, ts, n0) ->
     (match nth_error r.r_axioms (N.to_nat a) with
      | Some axiom -> known_at s e axiom.ar_sorts a ss ts n0 p
      | None -> None)
   | HaveR (f, a, b) -> two (option_map (fun x -> Have x) (ex f)) a b
   | InductR (ms, ns) ->
     (match allof (fun m ->
              match row s (fst m) with
              | Some s0 -> option_map (fun x -> (s0, x)) (ex (snd m))
              | None -> None) ms with
      | Some ms0 ->
        (match allof (row p) ns with
         | Some next ->
           Some
             (if distinct (map fst ms0)
              then Step ((Induct ms0), next)
              else never)
         | None -> None)
      | None -> None)
   | LeafR (fs, ls) ->
     (match allof ex fs with
      | Some fs0 ->
        (match allof (load_line e) ls with
         | Some ls0 -> Some (Step ((Ground (fs0, ls0)), []))
         | None -> None)
      | None -> None))

(** val load_evidence : step table -> evidence_row -> evidence option **)

let load_evidence p = function
| CheckedR s -> option_map (fun x -> Shown x) (row p s)
| CrossCheckedR -> Some TwoSolvers
| SolverR -> Some OneSolver

(** val no_rule : der **)

let no_rule =
  TPolyPred (TErr, [])

(** val no_only : oder **)

let no_only =
  OPolyPred (OErr, [])

(** val every : root0 table -> n -> der option **)

let every ns n0 =
  option_map (fun d -> match d with
                       | RootEvery d0 -> d0
                       | _ -> no_rule) (row ns n0)

(** val only : root0 table -> n -> oder option **)

let only ns n0 =
  option_map (fun d -> match d with
                       | RootOnly o -> o
                       | _ -> no_only) (row ns n0)

(** val load_node :
    typed table -> fty table -> step table -> root0 table -> node_row ->
    root0 option **)

let load_node e t p ns r =
  let ev = every ns in
  let on = only ns in
  let is = option_map (fun x -> RootEvery x) in
  let stays = option_map (fun x -> RootOnly x) in
  (match r with
   | TConstR -> is (Some TConst)
   | TVarBaseR -> is (Some TVarBase)
   | TVarFunR -> is (Some TVarFun)
   | TErrR -> is (Some TErr)
   | TLetER (a, b) ->
     is
       (match ev a with
        | Some a0 ->
          (match ev b with
           | Some b0 -> Some (TLetE (a0, b0))
           | None -> None)
        | None -> None)
   | TLetVR (a, b) ->
     is
       (match ev a with
        | Some a0 ->
          (match ev b with
           | Some b0 -> Some (TLetV (a0, b0))
           | None -> None)
        | None -> None)
   | TAppOpR -> is (Some TAppOp)
   | TAppR (f, p0) ->
     is
       (match ev f with
        | Some f0 ->
          (match load_evidence p p0 with
           | Some p1 -> Some (TApp (f0, [], p1))
           | None -> None)
        | None -> None)
   | TAppFunR (f, gs, p0) ->
     is
       (match ev f with
        | Some f0 ->
          (match allof ev gs with
           | Some gs0 ->
             (match load_evidence p p0 with
              | Some p1 ->
                Some
                  (match gs0 with
                   | [] -> no_rule
                   | _ :: _ -> TApp (f0, gs0, p1))
              | None -> None)
           | None -> None)
        | None -> None)
   | TMatchR (i, n0) ->
     is
       (match ev n0 with
        | Some n1 -> Some (TMatch ((N.to_nat i), n1))
        | None -> None)
   | TMergeR (a, b) ->
     is
       (match ev a with
        | Some a0 ->
          (match ev b with
           | Some b0 -> Some (TMerge (a0, b0))
           | None -> None)
        | None -> None)
   | TGuardR (e0, n0) ->
     is
       (match erow e e0 with
        | Some e1 ->
          (match ev n0 with
           | Some n1 -> Some (TGuard (e1, n1))
           | None -> None)
        | None -> None)
   | TSubR (e0, n0, p0) ->
     is
       (match erow e e0 with
        | Some e1 ->
          (match ev n0 with
           | Some n1 ->
             (match load_evidence p p0 with
              | Some p1 -> Some (TSub (e1, n1, p1))
              | None -> None)
           | None -> None)
        | None -> None)
   | TEqR (e0, n0, p0) ->
     is
       (match erow e e0 with
        | Some e1 ->
          (match ev n0 with
           | Some n1 ->
             (match load_evidence p p0 with
              | Some p1 -> Some (TEq (e1, n1, p1))
              | None -> None)
           | None -> None)
        | None -> None)
   | TFunR (t0, n0) ->
     is
       (match row t t0 with
        | Some t1 ->
          (match ev n0 with
           | Some n1 -> Some (TFun (t1, n1))
           | None -> None)
        | None -> None)
   | TFixR (t0, ms, n0) ->
     is
       (match row t t0 with
        | Some t1 ->
          (match allof (erow e) ms with
           | Some ms0 ->
             (match ev n0 with
              | Some n1 -> Some (TFix (t1, ms0, n1))
              | None -> None)
           | None -> None)
        | None -> None)
   | TFixRankR (t0, e0, n0) ->
     is
       (match row t t0 with
        | Some t1 ->
          (match erow e e0 with
           | Some e1 ->
             (match ev n0 with
              | Some n1 -> Some (TFixRank (t1, e1, n1))
              | None -> None)
           | None -> None)
        | None -> None)
   | SubArrR (t0, n0, p0) ->
     is
       (match row t t0 with
        | Some t1 ->
          (match ev n0 with
           | Some n1 ->
             (match load_evidence p p0 with
              | Some p1 -> Some (SubArr (t1, n1, p1))
              | None -> None)
           | None -> None)
        | None -> None)
   | TPolyTypeR n0 ->
     option_map (fun d ->
       match d with
       | RootEvery d0 -> RootEvery (TPolyType d0)
       | RootOnly o -> RootOnly (OPolyType o)
       | TExactly (_, _) -> RootEvery no_rule) (row ns n0)
   | TPolyPredR (n0, es) ->
     (match row ns n0 with
      | Some n1 ->
        (match allof (erow e) es with
         | Some es0 ->
           Some
             (match n1 with
              | RootEvery d -> RootEvery (TPolyPred (d, es0))
              | RootOnly o -> RootOnly (OPolyPred (o, es0))
              | TExactly (_, _) -> RootEvery no_rule)
         | None -> None)
      | None -> None)
   | ORetR -> stays (Some ORet)
   | OErrR -> stays (Some OErr)
   | OAppOpR -> stays (Some OAppOp)
   | OLetER (a, b) ->
     stays
       (match on a with
        | Some a0 ->
          (match on b with
           | Some b0 -> Some (OLetE (a0, b0))
           | None -> None)
        | None -> None)
   | OLetVR (a, b) ->
     stays
       (match on a with
        | Some a0 ->
          (match on b with
           | Some b0 -> Some (OLetV (a0, b0))
           | None -> None)
        | None -> None)
   | OMatchR ns0 -> stays (option_map (fun x -> OMatch x) (allof on ns0))
   | OGuardR (e0, n0) ->
     stays
       (match erow e e0 with
        | Some e1 ->
          (match on n0 with
           | Some n1 -> Some (OGuard (e1, n1))
           | None -> None)
        | None -> None)
   | OSubR (e0, n0, p0) ->
     stays
       (match erow e e0 with
        | Some e1 ->
          (match on n0 with
           | Some n1 ->
             (match load_evidence p p0 with
              | Some p1 -> Some (OSub (e1, n1, p1))
              | None -> None)
           | None -> None)
        | None -> None)
   | OAppR (f, p0) ->
     stays
       (match on f with
        | Some f0 ->
          (match load_evidence p p0 with
           | Some p1 -> Some (OApp (f0, [], p1))
           | None -> None)
        | None -> None)
   | OAppFunR (f, gs, p0) ->
     stays
       (match on f with
        | Some f0 ->
          (match allof ev gs with
           | Some gs0 ->
             (match load_evidence p p0 with
              | Some p1 ->
                Some
                  (match gs0 with
                   | [] -> no_only
                   | _ :: _ -> OApp (f0, gs0, p1))
              | None -> None)
           | None -> None)
        | None -> None)
   | OVarFunR -> stays (Some OVarFun)
   | OFunR (t0, n0) ->
     stays
       (match row t t0 with
        | Some t1 ->
          (match on n0 with
           | Some n1 -> Some (OFun (t1, n1))
           | None -> None)
        | None -> None)
   | OFixR (t0, n0) ->
     stays
       (match row t t0 with
        | Some t1 ->
          (match on n0 with
           | Some n1 -> Some (OFix (t1, n1))
           | None -> None)
        | None -> None)
   | OSubArrR (t0, n0, p0) ->
     stays
       (match row t t0 with
        | Some t1 ->
          (match on n0 with
           | Some n1 ->
             (match load_evidence p p0 with
              | Some p1 -> Some (OSubArr (t1, n1, p1))
              | None -> None)
           | None -> None)
        | None -> None)
   | TExactlyR (a, b) ->
     (match ev a with
      | Some a0 ->
        (match on b with
         | Some b0 -> Some (TExactly (a0, b0))
         | None -> None)
      | None -> None))

(** val no_term : expr **)

let no_term =
  EInt Z0

(** val load_lemma :
    typed table -> step table -> lemma_row -> (expr * step) option **)

let load_lemma e p l =
  match erow e l.lr_statement with
  | Some f ->
    let f0 = if escoped (N.to_nat l.lr_sorts) f then f else no_term in
    option_map (fun x -> (f0, x)) (row p l.lr_proof)
  | None -> None

(** val load_theory :
    rows -> ((((((sort table * n) * sort list list list) * signature0
    table) * typed table) * n) * def list) result **)

let load_theory r =
  match build WSorts (load_sort r) r.r_sorts N0 Empty with
  | Inl p ->
    let (s0, ns) = p in
    (match each WDatatypes (load_datatype s0) r.r_datatypes N0 with
     | Inl declared ->
       let d =
         map datatype_of (([] :: ([] :: [])) :: (([] :: []) :: declared))
       in
       (match build WDefs (fun _ -> load_signature s0) r.r_defs N0 Empty with
        | Inl p0 ->
          let (f, _) = p0 in
          (match build WExprs (load_expr r d f s0) r.r_exprs N0 Empty with
           | Inl p1 ->
             let (e0, ne) = p1 in
             (match numbered WDefs (load_def e0 f) r.r_defs N0 with
              | Inl defs -> Inl ((((((s0, ns), declared), f), e0), ne), defs)
              | Inr wrong -> Inr wrong)
           | Inr wrong -> Inr wrong)
        | Inr wrong -> Inr wrong)
     | Inr wrong -> Inr wrong)
  | Inr wrong -> Inr wrong

(** val load : rows -> (statement * certificate) result **)

let load r =
  match load_theory r with
  | Inl p ->
    let (p0, defs) = p in
    let (p1, ne) = p0 in
    let (p2, e0) = p1 in
    let (p3, f) = p2 in
    let (p4, declared) = p3 in
    let (s0, ns) = p4 in
    let d = map datatype_of (([] :: ([] :: [])) :: (([] :: []) :: declared))
    in
    (match each WAxioms (fun a -> load_formula e0 a.ar_sorts a.ar_statement)
             r.r_axioms N0 with
     | Inl axioms ->
       (match each WCores branches_ok r.r_cores N0 with
        | Inl _ ->
          (match build WTypes (load_type s0 e0) r.r_types N0 Empty with
           | Inl p5 ->
             let (t0, nt) = p5 in
             (match build WCores (fun _ f0 -> Some f0) r.r_funs N0 Empty with
              | Inl p6 ->
                let (funs0, _) = p6 in
                (match build WSorts (load_sort r) r.r_sorts2 ns s0 with
                 | Inl p7 ->
                   let (s1, _) = p7 in
                   (match build WExprs (load_expr r d f s1) r.r_exprs2 ne e0 with
                    | Inl p8 ->
                      let (e1, _) = p8 in
                      (match build WTypes (load_type s1 e1) r.r_types2 nt t0 with
                       | Inl p9 ->
                         let (t1, _) = p9 in
                         (match build WCores (load_core s0 e0 t0 funs0)
                                  r.r_cores N0 Empty with
                          | Inl p10 ->
                            let (c, _) = p10 in
                            (match each WGlobals (load_global s0 t0 funs0 c)
                                     r.r_globals N0 with
                             | Inl globals ->
                               (match build WLemmas (fun _ l -> Some l)
                                        r.r_lemmas N0 Empty with
                                | Inl p11 ->
                                  let (l, _) = p11 in
                                  (match build WSteps
                                           (load_step r s1 e1 l
                                             (lenN r.r_axioms)) r.r_steps N0
                                           Empty with
                                   | Inl p12 ->
                                     let (p13, _) = p12 in
                                     (match build WNodes
                                              (load_node e1 t1 p13) r.r_nodes
                                              N0 Empty with
                                      | Inl p14 ->
                                        let (n0, _) = p14 in
                                        (match each WLemmas
                                                 (load_lemma e1 p13)
                                                 r.r_lemmas N0 with
                                         | Inl lemmas ->
                                           (match each WDerivations
                                                    (maybe (row n0))
                                                    r.r_derivations N0 with
                                            | Inl ders ->
                                              Inl ({ s_data = declared;
                                                s_defs = defs; s_axioms =
                                                axioms; s_globals = globals;
                                                s_claim =
                                                (N.to_nat r.r_claim);
                                                s_reading = r.r_reading },
                                                { c_lemmas = lemmas; c_ders =
                                                ders })
                                            | Inr wrong -> Inr wrong)
                                         | Inr wrong -> Inr wrong)
                                      | Inr wrong -> Inr wrong)
                                   | Inr wrong -> Inr wrong)
                                | Inr wrong -> Inr wrong)
                             | Inr wrong -> Inr wrong)
                          | Inr wrong -> Inr wrong)
                       | Inr wrong -> Inr wrong)
                    | Inr wrong -> Inr wrong)
                 | Inr wrong -> Inr wrong)
              | Inr wrong -> Inr wrong)
           | Inr wrong -> Inr wrong)
        | Inr wrong -> Inr wrong)
     | Inr wrong -> Inr wrong)
  | Inr wrong -> Inr wrong

(** val line_params : int -> line -> bool **)

let line_params n0 = function
| LCong (a, b) -> (&&) (escoped n0 a) (escoped n0 b)
| LDivLow d -> escoped n0 d
| LDivHigh d -> escoped n0 d
| LEq (a, b, _, _) -> (&&) (escoped n0 a) (escoped n0 b)
| _ -> true

(** val rule_params : int -> rule -> bool **)

let rule_params n0 k =
  let maybe0 = fun c -> match c with
                        | Some c0 -> escoped n0 c0
                        | None -> true
  in
  (match k with
   | Witness e -> escoped n0 e
   | OrElim e -> escoped n0 e
   | Obtain e -> escoped n0 e
   | Inst (f, t) -> (&&) (escoped n0 f) (escoped n0 t)
   | Apply e -> escoped n0 e
   | IffParts e -> escoped n0 e
   | NotPush e -> escoped n0 e
   | Case e -> escoped n0 e
   | Cut e -> escoped n0 e
   | IteSplit e -> escoped n0 e
   | Unfold (e, c) -> (&&) (escoped n0 e) (maybe0 c)
   | UnfoldFact (e, c) -> (&&) (escoped n0 e) (maybe0 c)
   | UnfoldGoal c -> maybe0 c
   | Known (_, ss, ts) ->
     (&&) (forallb (scoped n0) ss) (forallb (escoped n0) ts)
   | Have e -> escoped n0 e
   | Induct ms ->
     forallb (fun m -> (&&) (scoped n0 (fst m)) (escoped n0 (snd m))) ms
   | Ground (fs, ls) ->
     (&&) (forallb (escoped n0) fs) (forallb (line_params n0) ls)
   | _ -> true)

(** val step_params : int -> step -> bool **)

let rec step_params n0 = fun it__ -> Meter.step (); match it__ with
| Step (k, next) -> (&&) (rule_params n0 k) (forallb (step_params n0) next)

(** val by_params : int -> evidence -> bool **)

let by_params n0 = function
| Shown p -> step_params n0 p
| _ -> true

(** val prim_params : int -> prim -> bool **)

let prim_params n0 = function
| IntRange (a, b) -> (&&) (escoped n0 a) (escoped n0 b)
| DivOf (a, b) -> (&&) (escoped n0 a) (escoped n0 b)
| ModOf (a, b) -> (&&) (escoped n0 a) (escoped n0 b)
| Eval e -> escoped n0 e
| _ -> true

(** val fn_params : int -> der -> fn -> bool **)

let fn_params n0 =
  let rec core_params d e = Meter.step ();
    match d with
    | TConst -> (match e with
                 | Ret v -> escoped n0 v
                 | _ -> true)
    | TVarBase -> (match e with
                   | Ret v -> escoped n0 v
                   | _ -> true)
    | TErr -> (match e with
               | Err s -> scoped n0 s
               | _ -> true)
    | TLetE (d1, d2) ->
      (match e with
       | LetE (a, b) -> (&&) (core_params d1 a) (core_params d2 b)
       | _ -> true)
    | TLetV (d1, d2) ->
      (match e with
       | LetV (f, b) -> (&&) (fn_params0 d1 f) (core_params d2 b)
       | _ -> true)
    | TAppOp -> (match e with
                 | Op p -> prim_params n0 p
                 | _ -> true)
    | TApp (d1, ds, p) ->
      (match e with
       | App (f, args) ->
         (&&)
           ((&&)
             ((&&) (fn_params0 d1 f)
               (forallb (fun a ->
                 match a with
                 | AE v -> escoped n0 v
                 | AF _ -> true) args)) (by_params n0 p))
           (let rec go ds0 fs = Meter.step ();
              match ds0 with
              | [] -> true
              | d0 :: ds1 ->
                (match fs with
                 | [] -> true
                 | f0 :: fs0 -> (&&) (fn_params0 d0 f0) (go ds1 fs0))
            in go ds (funs args))
       | _ -> true)
    | TMatch (i, d1) ->
      (match e with
       | Match (v, tags, bs) ->
         (&&) (escoped n0 v)
           (match tget tags i with
            | Some t ->
              (match tget bs t with
               | Some b -> core_params d1 b
               | None -> true)
            | None -> true)
       | _ -> true)
    | TMerge (d1, d2) -> (&&) (core_params d1 e) (core_params d2 e)
    | TGuard (psi, d1) -> (&&) (escoped n0 psi) (core_params d1 e)
    | TSub (tg, d1, p) ->
      (&&) ((&&) (escoped n0 tg) (core_params d1 e)) (by_params n0 p)
    | TEq (tg, d1, p) ->
      (&&) ((&&) (escoped n0 tg) (core_params d1 e)) (by_params n0 p)
    | _ -> true
  and fn_params0 d f = Meter.step ();
    match d with
    | TFun (t, d1) ->
      (match f with
       | FLam (_, b) -> (&&) (tscoped n0 t) (core_params d1 b)
       | _ -> true)
    | TFix (t, ms, d1) ->
      (match f with
       | FFix (_, b) ->
         (&&) ((&&) (tscoped n0 t) (forallb (escoped n0) ms))
           (core_params d1 b)
       | _ -> true)
    | TFixRank (t, rank, d1) ->
      (match f with
       | FFix (_, b) ->
         (&&) ((&&) (tscoped n0 t) (escoped n0 rank)) (core_params d1 b)
       | _ -> true)
    | SubArr (t, d1, p) ->
      (&&) ((&&) (tscoped n0 t) (fn_params0 d1 f)) (by_params n0 p)
    | TPolyType d1 ->
      (match f with
       | FGlobal (_, ss) -> (&&) (forallb (scoped n0) ss) (fn_params0 d1 f)
       | _ -> true)
    | TPolyPred (d1, phis) ->
      (&&) (forallb (escoped n0) phis) (fn_params0 d1 f)
    | _ -> true
  in fn_params0

(** val only_fn_params : int -> oder -> fn -> bool **)

let only_fn_params n0 =
  let rec only_core_params d e = Meter.step ();
    match d with
    | ORet -> (match e with
               | Ret v -> escoped n0 v
               | _ -> true)
    | OErr -> (match e with
               | Err s -> scoped n0 s
               | _ -> true)
    | OAppOp -> (match e with
                 | Op p -> prim_params n0 p
                 | _ -> true)
    | OLetE (d1, d2) ->
      (match e with
       | LetE (a, b) -> (&&) (only_core_params d1 a) (only_core_params d2 b)
       | _ -> true)
    | OLetV (d1, d2) ->
      (match e with
       | LetV (f, b) -> (&&) (only_fn_params0 d1 f) (only_core_params d2 b)
       | _ -> true)
    | OMatch ns ->
      (match e with
       | Match (v, tags, bs) ->
         (&&) (escoped n0 v)
           (let rec go i = fun it__ -> Meter.step (); match it__ with
            | [] -> true
            | d0 :: ns1 ->
              (&&)
                (match tget tags i with
                 | Some t ->
                   (match tget bs t with
                    | Some b -> only_core_params d0 b
                    | None -> true)
                 | None -> true) (go (Stdlib.Int.succ i) ns1)
            in go 0 ns)
       | _ -> true)
    | OGuard (psi, d1) -> (&&) (escoped n0 psi) (only_core_params d1 e)
    | OSub (tg, d1, p) ->
      (&&) ((&&) (escoped n0 tg) (only_core_params d1 e)) (by_params n0 p)
    | OApp (d1, ds, p) ->
      (match e with
       | App (f, args) ->
         (&&)
           ((&&)
             ((&&) (only_fn_params0 d1 f)
               (forallb (fun a ->
                 match a with
                 | AE v -> escoped n0 v
                 | AF _ -> true) args)) (by_params n0 p))
           (let rec go ds0 fs = Meter.step ();
              match ds0 with
              | [] -> true
              | d0 :: ds1 ->
                (match fs with
                 | [] -> true
                 | f0 :: fs0 -> (&&) (fn_params n0 d0 f0) (go ds1 fs0))
            in go ds (funs args))
       | _ -> true)
    | _ -> true
  and only_fn_params0 d f = Meter.step ();
    match d with
    | OFun (t, d1) ->
      (match f with
       | FLam (_, b) -> (&&) (tscoped n0 t) (only_core_params d1 b)
       | _ -> true)
    | OFix (t, d1) ->
      (match f with
       | FFix (_, b) -> (&&) (tscoped n0 t) (only_core_params d1 b)
       | _ -> true)
    | OSubArr (t, d1, p) ->
      (&&) ((&&) (tscoped n0 t) (only_fn_params0 d1 f)) (by_params n0 p)
    | OPolyType d1 ->
      (match f with
       | FGlobal (_, ss) ->
         (&&) (forallb (scoped n0) ss) (only_fn_params0 d1 f)
       | _ -> true)
    | OPolyPred (d1, phis) ->
      (&&) (forallb (escoped n0) phis) (only_fn_params0 d1 f)
    | _ -> true
  in only_fn_params0

(** val root_params : int -> root0 -> fn -> bool **)

let root_params n0 d f =
  match d with
  | RootEvery d0 -> fn_params n0 d0 f
  | RootOnly o -> only_fn_params n0 o f
  | TExactly (d0, o) -> (&&) (fn_params n0 d0 f) (only_fn_params n0 o f)

(** val top_param : sort_row list -> n -> n **)

let top_param rs0 most =
  fold_left (fun most0 r ->
    match r with
    | AbstractR i -> N.max most0 (N.succ i)
    | _ -> most0) rs0 most

(** val stray_param : rows -> statement -> certificate -> place option **)

let stray_param r s c =
  let top = N.to_nat (top_param r.r_sorts2 (top_param r.r_sorts N0)) in
  let lemma =
    let rec go i ls rs0 = Meter.step ();
      match ls with
      | [] -> None
      | y :: ls0 ->
        let (_, p) = y in
        (match rs0 with
         | [] -> None
         | r0 :: rs1 ->
           let n0 = N.to_nat r0.lr_sorts in
           if (||) ((<=) top n0) (step_params n0 p)
           then go (Stdlib.Int.succ i) ls0 rs1
           else Some (AtLemma i))
    in go
  in
  let fn0 =
    let rec go i gs ds = Meter.step ();
      match gs with
      | [] -> None
      | g :: gs0 ->
        (match ds with
         | [] -> None
         | d :: ds0 ->
           let n0 = g.g_scheme.sc_sorts in
           let good =
             match g.g_body with
             | Some f ->
               (match d with
                | Some d0 -> (||) ((<=) top n0) (root_params n0 d0 f)
                | None -> true)
             | None -> true
           in
           if good then go (Stdlib.Int.succ i) gs0 ds0 else Some (AtGlobal i))
    in go
  in
  (match lemma 0 c.c_lemmas r.r_lemmas with
   | Some p -> Some p
   | None -> fn0 0 s.s_globals c.c_ders)

type outcome =
| Holds of statement * assumed
| Refuted of place
| Malformed of which * n

(** val malformed : rows -> which -> n -> outcome **)

let malformed r w i =
  match load_theory r with
  | Inl p ->
    let (p0, defs) = p in
    let (p1, _) = p0 in
    let (p2, _) = p1 in
    let (p3, _) = p2 in
    let (_, declared) = p3 in
    if theory_ok
         (map datatype_of (([] :: ([] :: [])) :: (([] :: []) :: declared)))
         defs
    then Malformed (w, i)
    else Refuted AtTheory
  | Inr _ -> Malformed (w, i)

(** val audit : rows -> outcome **)

let audit r =
  match load r with
  | Inl p ->
    let (s, c) = p in
    (match check s c with
     | Accepted a ->
       (match stray_param r s c with
        | Some p0 -> Refuted p0
        | None -> Holds (s, a))
     | Refused p0 -> Refuted p0)
  | Inr p -> let (w, i) = p in malformed r w i
