(** * Ground leaves: congruence closure, laws of datatypes, linear integer arithmetic

    The algorithm only; [LeafSound] has the proof. Classes are an association list and the loop has fuel: an
    answer that comes too early refuses, it never accepts. Not chosen: a union-find with ranks, whose
    invariants would be proved for leaves that have a dozen terms. *)
From Verified Require Export Theory.
Set Implicit Arguments.
Open Scope Z_scope.

Definition lin := (list (expr * Z) * Z)%type.
Fixpoint lput (x : expr) (c : Z) (l : list (expr * Z)) : list (expr * Z) :=
  match l with
  | [] => [(x, c)]
  | (y, d) :: l => if expr_eqb x y then (y, d + c) :: l else (y, d) :: lput x c l
  end.
Definition ladd (a b : lin) : lin :=
  (fold_right (fun p acc => lput (fst p) (snd p) acc) (fst b) (fst a), snd a + snd b).
Definition lscale (n : Z) (a : lin) : lin := (map (fun p => (fst p, n * snd p)) (fst a), n * snd a).
Definition lvar (x : expr) : lin := ([(x, 1)], 0).
Definition lnum (n : Z) : lin := ([], n).
Definition lnz (a : lin) : lin := (filter (fun p => negb (snd p =? 0)) (fst a), snd a).
Definition lsub (a b : lin) : lin := lnz (ladd a (lscale (-1) b)).
Definition leqb (a b : lin) : bool :=
  match lsub a b with ([], k) => k =? 0 | _ => false end.

Record cl := Cl { prs : list (expr * expr); cst : list (expr * Z); bad : bool; chg : bool }.
Definition assoc {A} (t : expr) (l : list (expr * A)) : option A :=
  match find (fun p => expr_eqb (fst p) t) l with Some p => Some (snd p) | None => None end.
Definition root (c : cl) (t : expr) : expr := match assoc t (prs c) with Some x => x | None => t end.
Definition arith (t : expr) : bool :=
  match t with EInt _ | EMod _ _ | EBin (Add | Sub | Mul) _ _ => true | _ => false end.
Definition merge (c : cl) (a b : expr) : cl :=
  let ra := root c a in let rb := root c b in
  if expr_eqb ra rb then c else
  let '(x, y) := if arith ra && negb (arith rb) then (rb, ra) else (ra, rb) in
  Cl (map (fun p => (fst p, if expr_eqb (snd p) y then x else snd p)) (prs c)) (cst c) (bad c) true.
Definition const (c : cl) (t : expr) : option Z :=
  match t with EInt n => Some n | _ => assoc (root c t) (cst c) end.
Definition latom (c : cl) (t : expr) : lin :=
  match const c t with Some n => lnum n | None => lvar (root c t) end.
Fixpoint lz (c : cl) (t : expr) : lin :=
  match t with
  | EBin Add a b => ladd (lz c a) (lz c b)
  | EBin Sub a b => ladd (lz c a) (lscale (-1) (lz c b))
  | EBin Mul a b =>
      match const c a, const c b with
      | Some n, _ => lscale n (lz c b)
      | _, Some n => lscale n (lz c a)
      | _, _ => lvar (root c t)
      end
  | EMod x k => if 0 <? k then ladd (lz c x) (lscale (- k) (latom c (EDiv x k))) else latom c t
  | _ => latom c t
  end.
Definition relin (c : cl) (a : lin) : lin :=
  lnz (fold_right (fun p acc => ladd (lscale (snd p) (lz c (fst p))) acc) (lnum (snd a)) (fst a)).

Inductive sg := SN (e : expr) | SL (l : lin) | SM (a b : expr).
Definition sg_eqb (s t : sg) : bool :=
  match s, t with
  | SN a, SN b => expr_eqb a b
  | SL a, SL b => leqb a b
  | SM a b, SM x y => (expr_eqb a x && expr_eqb b y) || (expr_eqb a y && expr_eqb b x)
  | _, _ => false
  end.
Definition rs (c : cl) (es : list expr) := map (root c) es.

Fixpoint subs (t : expr) : list expr :=
  t :: match t with
  | ECtor _ _ args | EFn _ _ args | EPred _ args => flat_map subs args
  | EBin (Add | Sub | Mul) a b => subs a ++ subs b
  | EDiv a _ => subs a | EMod a k => EDiv a k :: subs a
  | EIte _ a b => subs a ++ subs b
  | _ => [] end.
Definition mem (x : expr) (l : list expr) := existsb (expr_eqb x) l.
Fixpoint nub (acc l : list expr) : list expr :=
  match l with [] => rev acc | x :: l => if mem x acc then nub acc l else nub (x :: acc) l end.

Inductive line :=
| LLit (i : nat) | LCong (a b : expr) | LDivLow (d : expr) | LDivHigh (d : expr)
| LComb (parts : list (Z * nat)) | LEq (a b : expr) (i j : nat).

Section Leaf.
  Variables (D : datatypes) (defs : list def) (G : ctx).
  Notation kd := (kind_of defs).
  Notation ty := (ty_of D defs G []).

  Definition use (seen : list (sg * expr)) (t : expr) (c : cl) (s : sg) : cl * list (sg * expr) :=
    match find (fun p => sg_eqb s (fst p)) seen with
    | Some p => (merge c t (snd p), seen) | None => (c, (s, t) :: seen) end.
  Definition note (c : cl) (t : expr) (f : lin) : cl :=
    match f with
    | ([], k) =>
        match assoc (root c t) (cst c) with
        | Some k' => if k =? k' then c else Cl (prs c) (cst c) true true
        | None => Cl (prs c) ((root c t, k) :: cst c) (bad c) true
        end
    | ([(x, 1)], 0) => if has SInt (ty x) then merge c t x else c
    | _ => c
    end.
  Definition signature (c : cl) (t : expr) (f : lin) : sg :=
    match t with
    | EBin Mul a b => if leqb f (lvar (root c t)) then SM (root c a) (root c b) else SL f
    | _ => SL f
    end.
  Definition step_cong (st : cl * list (sg * expr)) (t : expr) : cl * list (sg * expr) :=
    let (c, seen) := st in
    match t with
    | EIte x a b => use seen t c (SN (EIte x (root c a) (root c b)))
    | ECtor s tag args => use seen t c (SN (ECtor s tag (rs c args)))
    | EFn d ss args => use seen t c (SN (EFn d ss (rs c args)))
    | EDiv a k => use seen t c (SN (EDiv (root c a) k))
    | _ =>
        if arith t then let f := lnz (lz c t) in use seen t (note c t f) (signature c t f)
        else (c, seen)
    end.
  Definition step_ctor (st : cl * list (expr * (nat * list expr))) (t : expr) :=
    let (c, seen) := st in
    match t with
    | ECtor _ tag args =>
        match assoc (root c t) seen with
        | None => (c, (root c t, (tag, args)) :: seen)
        | Some (tag', args') =>
            if Nat.eqb tag tag'
            then (fold_left (fun c p => merge c (fst p) (snd p)) (combine args args') c, seen)
            else (Cl (prs c) (cst c) true true, seen)
        end
    | _ => (c, seen)
    end.
  Fixpoint close (n : nat) (ts : list expr) (c : cl) : cl :=
    match n with
    | O => c
    | S n =>
        let c := Cl (prs c) (cst c) (bad c) false in
        let c := fst (fold_left step_cong ts (c, [])) in
        let c := fst (fold_left step_ctor ts (c, [])) in
        if bad c then c else if chg c then close n ts c else c
    end.

  (** Values that would contain themselves. *)
  Definition entries (c : cl) (ts : list expr) : list (expr * list expr) :=
    flat_map (fun t => match t with ECtor _ _ args => [(root c t, rs c args)] | _ => [] end) ts.
  Definition open (es : list (expr * list expr)) (e : expr * list expr) : bool :=
    existsb (fun a => mem a (map fst es)) (snd e).
  Fixpoint strike (n : nat) (es : list (expr * list expr)) :=
    match n with O => es | S n => strike n (filter (open es) es) end.
  Definition cyclic (c : cl) (ts : list expr) : bool :=
    let es := entries c ts in
    let es := strike (length es) es in
    match es with [] => false | _ => forallb (open es) es end.

  Record st := St { s_c : cl; s_ts : list expr; s_dis : list (expr * expr);
                    s_pos : list expr; s_neg : list expr }.
  Definition cong (c : cl) (p n : expr) : bool :=
    expr_eqb p n ||
    match p, n with
    | EFn d ss xs, EFn d' ss' ys =>
        Nat.eqb d d' && (list_eqb sort_eqb ss ss' && list_eqb expr_eqb (rs c xs) (rs c ys))
    | EPred d xs, EPred d' ys => Nat.eqb d d' && list_eqb expr_eqb (rs c xs) (rs c ys)
    | _, _ => false
    end.
  Definition clash (s : st) : bool :=
    bad (s_c s) || existsb (fun p => expr_eqb (root (s_c s) (fst p)) (root (s_c s) (snd p))) (s_dis s)
    || existsb (fun p => match p with EFalse => true | _ => existsb (cong (s_c s) p) (s_neg s) end) (s_pos s)
    || existsb (fun p => match p with ETrue => true | _ => false end) (s_neg s)
    || cyclic (s_c s) (s_ts s).
  Definition add_terms (s : st) (es : list expr) : st :=
    let new := filter (fun t => negb (mem t (s_ts s))) (nub [] (flat_map subs es)) in
    St (Cl (prs (s_c s) ++ map (fun t => (t, t)) new) (cst (s_c s)) (bad (s_c s)) (chg (s_c s)))
       (s_ts s ++ new) (s_dis s) (s_pos s) (s_neg s).
  Definition assert_lit (s : st) (f : expr) : st :=
    match f with
    | EBin Eq a b =>
        let s := add_terms s [a; b] in
        St (merge (s_c s) a b) (s_ts s) (s_dis s) (s_pos s) (s_neg s)
    | ENot (EBin Eq a b) =>
        let s := add_terms s [a; b] in
        St (s_c s) (s_ts s) ((a, b) :: s_dis s) (s_pos s) (s_neg s)
    | EBin (Le | Lt) a b | ENot (EBin (Le | Lt) a b) => add_terms s [a; b]
    | ENot (EFn _ _ args as p) | ENot (EPred _ args as p) =>
        let s := add_terms s args in
        St (s_c s) (s_ts s) (s_dis s) (s_pos s) (p :: s_neg s)
    | ENot p => St (s_c s) (s_ts s) (s_dis s) (s_pos s) (p :: s_neg s)
    | EFn _ _ args | EPred _ args =>
        let s := add_terms s args in
        St (s_c s) (s_ts s) (s_dis s) (f :: s_pos s) (s_neg s)
    | _ => St (s_c s) (s_ts s) (s_dis s) (f :: s_pos s) (s_neg s)
    end.
  Definition closed (s : st) : st :=
    St (close (2 + 2 * length (s_ts s)) (s_ts s) (s_c s)) (s_ts s) (s_dis s) (s_pos s) (s_neg s).

  Definition lit_row (f : expr) : option (expr * expr * Z) :=
    match f with
    | EBin Le a b => Some (a, b, 0) | EBin Lt a b => Some (a, b, 1)
    | ENot (EBin Le a b) => Some (b, a, 1) | ENot (EBin Lt a b) => Some (b, a, 0)
    | _ => None
    end.
  Definition tighten (a : lin) : lin :=
    let g := fold_right (fun p g => Z.gcd (snd p) g) 0 (fst a) in
    if 1 <? g then (map (fun p => (fst p, snd p / g)) (fst a), - ((- snd a) / g)) else a.
  Fixpoint combine_rows (rows : list lin) (parts : list (Z * nat)) : option lin :=
    match parts with
    | [] => Some (lnum 0)
    | (k, i) :: parts =>
        match nth_error rows i, combine_rows rows parts with
        | Some l, Some acc => if 0 <? k then Some (ladd (lscale k l) acc) else None
        | _, _ => None
        end
    end.
  Definition do_line (lits : list expr) (s : st) (rows : list lin) (l : line) : option (st * list lin) :=
    let c := s_c s in
    match l with
    | LLit i =>
        match nth_error lits i with
        | Some f => match lit_row f with
                    | Some (a, b, k) => Some (s, rows ++ [lnz (ladd (lsub (lz c a) (lz c b)) (lnum k))])
                    | None => None end
        | None => None end
    | LCong a b => if expr_eqb (root c a) (root c b) then Some (s, rows ++ [lsub (lz c a) (lz c b)]) else None
    | LDivLow d =>
        match d with EDiv x k => if 0 <? k then Some (s, rows ++ [lsub (lscale k (lz c d)) (lz c x)]) else None
                   | _ => None end
    | LDivHigh d =>
        match d with EDiv x k => if 0 <? k then
            Some (s, rows ++ [lnz (ladd (lsub (lz c x) (lscale k (lz c d))) (lnum (- (k - 1))))]) else None
                   | _ => None end
    | LComb parts =>
        match combine_rows rows parts with Some l => Some (s, rows ++ [tighten (relin c l)]) | None => None end
    | LEq a b i j =>
        match nth_error rows i, nth_error rows j with
        | Some ri, Some rj =>
            let w := lsub (lz c a) (lz c b) in
            if has SInt (ty a) && has SInt (ty b) && leqb (relin c ri) w && leqb (relin c rj) (lscale (-1) w)
            then let s := add_terms s [a; b] in
                 Some (closed (St (merge (s_c s) a b) (s_ts s) (s_dis s) (s_pos s) (s_neg s)), rows)
            else None
        | _, _ => None
        end
    end.
  Definition last_bad (rows : list lin) : bool :=
    match rev rows with ([], k) :: _ => 0 <? k | _ => false end.
  Fixpoint do_lines (lits : list expr) (s : st) (rows : list lin) (ls : list line) : bool :=
    match ls with
    | [] => clash s || last_bad rows
    | l :: ls =>
        (* Nothing is left over: as for the kernel, a line after the contradiction is a mistake. *)
        if clash s || last_bad rows then false
        else match do_line lits s rows l with Some (s, rows) => do_lines lits s rows ls | None => false end
    end.
  Definition start (lits : list expr) : st :=
    closed (fold_left assert_lit lits (St (Cl [] [] false false) [] [] [] [])).
  Definition refute (lits : list expr) (ls : list line) : bool := do_lines lits (start lits) [] ls.
End Leaf.
