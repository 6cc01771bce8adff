(** * Evidence: each step turns a goal under facts into goals under facts

    One [rule] per step of the certificate. [plan] says what remains after a step, as the kernel's
    branches do, and [chk] walks the tree.

    A leaf refutes the negated goal, also where the goal cannot be decided: there the negation is only compared with facts, so
    that what is shown is the goal and not its double negation ([LeafSound], [lit]). *)
From Verified Require Export LeafSound.
Set Implicit Arguments.
Open Scope nat_scope.

Inductive rule :=
| Intro | Split | GoLeft | GoRight | Witness (t : expr) | Exact | Absurd
| OrElim (f : expr) | Obtain (f : expr) | Inst (f t : expr) | Apply (f : expr) | IffParts (f : expr)
| NotPush (f : expr) | Case (t : expr) | Cut (f : expr) | IteSplit (t : expr)
| Unfold (t : expr) (c : option expr) | UnfoldFact (f : expr) (c : option expr)
| UnfoldGoal (c : option expr) | Known (i : nat) (ss : list sort) (ts : list expr) | Have (f : expr)
| Induct (ms : list (sort * expr)) | Ground (fs : list expr) (ls : list line).
Inductive step := Step (k : rule) (next : list step).
(** What remains: new variables, new facts, a goal. *)
Definition branch := (list sort * list expr * expr)%type.

Definition add_gho (G : ctx) (ss : list sort) : ctx := Ctx (c_loc G) (c_gho G ++ ss) (c_nu G) (c_preds G).
Definition with_nu (G : ctx) (s : sort) : ctx := Ctx (c_loc G) (c_gho G) (Some s) (c_preds G).
Fixpoint gvars (n : nat) (ss : list sort) : list expr :=
  match ss with [] => [] | s :: ss => EGhost n s :: gvars (S n) ss end.
Definition bsub1 (t : expr) : sbst :=
  Sb (fun l s => ELocal l s) (fun l s => EGhost l s) (fun s => ENu s)
     (fun i s => match i with O => t | S i => EBound i s end).
Definition inst (a t : expr) : expr := sub 0 (bsub1 t) a.
Definition nusub (t : expr) : sbst :=
  Sb (fun l s => ELocal l s) (fun l s => EGhost l s) (fun _ => t) (fun i s => EBound i s).
Definition at_nu (f t : expr) : expr := sub 0 (nusub t) f.
Definition close_nu (f : expr) : expr :=
  sub 0 (Sb (fun l s => ELocal l s) (fun l s => EGhost l s) (fun s => EBound 0 s)
            (fun i s => EBound (S i) s)) f.
Fixpoint flat (f : expr) : list expr :=
  f :: match f with EBin And a b => flat a ++ flat b | _ => [] end.

Section Check.
  Variables (D : datatypes) (defs : list def) (known : list expr).
  Notation kd := (kind_of defs).
  Definition isf (G : ctx) (f : expr) : bool := form (ty_of D defs G [] f).
  Definition guard {A} (b : bool) (x : A) : option A := if b then Some x else None.

  Definition not_push (p : expr) : option (list expr) :=
    match p with
    | ETrue => Some [EFalse]
    | ENot p => guard (dec kd p) [p]
    | EBin Or p q => Some [ENot p; ENot q]
    | EBin And p q => guard (dec kd p || dec kd q) [EBin Or (ENot p) (ENot q)]
    | EBin Imp p q => guard (dec kd p) [p; ENot q]
    | EBin Iff p q =>
        guard (dec kd p && dec kd q) [EBin Or (EBin And p (ENot q)) (EBin And (ENot p) q)]
    | EQuant Ex s a => Some [EQuant All s (ENot a)]
    | _ => None
    end.
  Definition as_ok (G : ctx) (F : list expr) (d : nat) (args : list expr) (c : option expr) : bool :=
    match c with
    | None => true
    | Some c =>
        match analysed defs d args, ty_of D defs G [] c with
        | Some a, Some (TS _) => mem (EBin Eq a c) F | _, _ => false end
    end.
  Definition body_of (G : ctx) (F : list expr) (t : expr) (c : option expr) : option expr :=
    match t with
    | EFn d ss args =>
        match ty_of D defs G [] t with
        | Some _ => if as_ok G F d args c then unfold_body defs d ss args c else None
        | None => None end
    | _ => None
    end.
  Fixpoint inst_all (G : ctx) (f : expr) (ts : list expr) : option expr :=
    match ts with
    | [] => Some f
    | t :: ts => match f with
                 | EQuant All s a => if has s (ty_of D defs G [] t) then inst_all G (inst a t) ts else None
                 | _ => None end
    end.
  Definition case_branch (G : ctx) (g t : expr) (s : sort) (tag : nat) : branch :=
    let ss := match fields D s tag with Some ss => ss | None => [] end in
    (ss, [EBin Eq t (ECtor s tag (gvars (length (c_gho G)) ss))], g).
  Definition hyps (ms : list (sort * expr)) (n : nat) (ss : list sort) : list expr :=
    flat_map (fun y => match y with
      | EGhost _ s => match find (fun m => sort_eqb (fst m) s) ms with
                      | Some m => [at_nu (snd m) y] | None => [] end
      | _ => [] end) (gvars n ss).
  Definition induct_branch (G : ctx) (ms : list (sort * expr)) (m : sort * expr) (tag : nat) : branch :=
    let n := length (c_gho G) in
    let ss := match fields D (fst m) tag with Some ss => ss | None => [] end in
    (ss, hyps ms n ss, at_nu (snd m) (ECtor (fst m) tag (gvars n ss))).
  Definition n_ctors (s : sort) : nat := match s with SData d _ => length (ctors D d) | _ => 0 end.
  Definition is_data (s : sort) : bool := match s with SData _ _ => true | _ => false end.
  (** Terms of a line state nothing by themselves, but they must make sense here. *)
  Definition line_ok (G : ctx) (l : line) : bool :=
    let term t := match ty_of D defs G [] t with Some _ => true | None => false end in
    match l with
    | LLit _ | LComb _ => true
    (* A line is about integers. *)
    | LCong a b => has SInt (ty_of D defs G [] a) && term b
    | LEq a b _ _ => term a && term b
    | LDivLow d | LDivHigh d => term d
    end.
  Definition ground (G : ctx) (F : list expr) (g : expr) (fs : list expr) (ls : list line) : bool :=
    forallb (fun f => mem f F) fs && forallb (line_ok G) ls &&
    match g with
    | EFalse => refute D defs G fs ls
    | ENot p => refute D defs G (fs ++ [p]) ls
    | _ => refute D defs G (fs ++ [ENot g]) ls
    end.

  Definition plan (G : ctx) (F : list expr) (g : expr) (k : rule) : option (list branch) :=
    let n := length (c_gho G) in
    let fact f := mem f F in
    match k with
    | Intro => match g with
        | EQuant All s a => Some [([s], [], inst a (EGhost n s))]
        | EBin Imp p q => Some [([], [p], q)]
        | ENot p => Some [([], [p], EFalse)] | _ => None end
    | Split => match g with
        | EBin And p q => Some [([], [], p); ([], [], q)]
        | EBin Iff p q => Some [([], [], EBin Imp p q); ([], [], EBin Imp q p)] | _ => None end
    | GoLeft => match g with EBin Or p _ => Some [([], [], p)] | _ => None end
    | GoRight => match g with EBin Or _ q => Some [([], [], q)] | _ => None end
    | Witness t => match g with
        | EQuant Ex s a => guard (has s (ty_of D defs G [] t)) [([], [], inst a t)] | _ => None end
    | Exact => guard (expr_eqb g ETrue || fact g) []
    | Absurd => Some [([], [], EFalse)]
    | OrElim f => match f with
        | EBin Or p q => guard (fact f) [([], [p], g); ([], [q], g)] | _ => None end
    | Obtain f => match f with
        | EQuant Ex s a => guard (fact f) [([s], [inst a (EGhost n s)], g)] | _ => None end
    | Inst f t => match f with
        | EQuant All s a => guard (fact f && has s (ty_of D defs G [] t)) [([], [inst a t], g)] | _ => None end
    | Apply f => match f with
        | EBin Imp p q => guard (fact f) [([], [], p); ([], [q], g)] | _ => None end
    | IffParts f => match f with
        | EBin Iff p q => guard (fact f) [([], [EBin Imp p q; EBin Imp q p], g)] | _ => None end
    | NotPush f => match f with
        | ENot p => if fact f then option_map (fun fs => [([], fs, g)]) (not_push p) else None | _ => None end
    | Case t => match ty_of D defs G [] t with
        | Some (TS s) => guard (is_data s) (map (case_branch G g t s) (List.seq 0 (n_ctors s))) | _ => None end
    | Cut f => guard (dec kd f) [([], [f], g); ([], [ENot f], g)]
    | IteSplit t => match t with
        | EIte c a b => match ty_of D defs G [] t with
            | Some _ => Some [([], [c; EBin Eq t a], g); ([], [ENot c; EBin Eq t b], g)] | None => None end
        | _ => None end
    | Unfold t c => match t with
        | EFn d _ _ => match body_of G F t c with
            | Some e => Some [([], [EBin (match d_res (get defs d) with Some _ => Eq | None => Iff end) t e], g)]
            | None => None end
        | _ => None end
    | UnfoldFact f c => if fact f then match f with
        | EFn d _ _ => match d_res (get defs d), body_of G F f c with
            | None, Some e => Some [([], [e], g)] | _, _ => None end
        | ENot (EFn d _ _ as p) => match d_res (get defs d), body_of G F p c with
            | None, Some e => Some [([], [ENot e], g)] | _, _ => None end
        | _ => None end else None
    | UnfoldGoal c => match g with
        | EFn d _ _ => match d_res (get defs d), body_of G F g c with
            | None, Some e => Some [([], [], e)] | _, _ => None end
        | _ => None end
    | Known i ss ts => match nth_error known i with
        | Some f => match inst_all G (isub ss f) ts with Some e => Some [([], [e], g)] | None => None end
        | None => None end
    | Have f => Some [([], [], f); ([], [f], g)]
    | Induct ms => match ms with
        | m :: _ =>
            guard (expr_eqb g (EQuant All (fst m) (close_nu (snd m))) &&
                   forallb (fun m => is_data (fst m) && isf (with_nu G (fst m)) (snd m)) ms)
              (flat_map (fun m => map (induct_branch G ms m) (List.seq 0 (n_ctors (fst m)))) ms)
        | [] => None end
    | Ground fs ls => guard (ground G F g fs ls) []
    end.

  Fixpoint chk (G : ctx) (F : list expr) (g : expr) (s : step) {struct s} : bool :=
    match s with Step k next =>
      match plan G F g k with
      | Some bs =>
          (fix go next bs := match next, bs with
            | [], [] => true
            | s :: next, (ss, fs, g') :: bs =>
                let G' := add_gho G ss in
                isf G' g' && forallb (isf G') fs && chk G' (flat_map flat fs ++ F) g' s && go next bs
            | _, _ => false end) next bs
      | None => false
      end
    end.
End Check.
