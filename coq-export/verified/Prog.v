(** * Programs: evaluation with closures, claims about it, and the rules as a checker

    Part of the meaning of a claim: read [core], [fn], [prim_can], [run], [call], [fty] and [sat].

    Evaluation is big-step, an inductive relation: coverage is the existence of a run, so there is no
    need for denotations or step counts. [Machine] shows that a machine with small steps returns the same values.
    Functions are closures, also those that are passed to functions. Library functions have no body: a call
    of one can return what the relation [ext] says, about which nothing is known but its claim.

    The rules compute what a derivation gives its subject, and a list of conditions. Conditions are not
    checked here: [Top] either checks the evidence of a condition or lists it as an assumption. *)
From Verified Require Export Integers EvidSound.
Set Implicit Arguments.

(** ** Syntax *)
(** Refined function types: parameters, a further requirement, the sort of the result and what is covered. *)
Inductive fty := FT (ps : list param) (req : expr) (res : sort) (ens : expr)
with param := PB (s : sort) (q : expr) | PF (T : fty).
Definition f_ps T := match T with FT ps _ _ _ => ps end.
Definition f_req T := match T with FT _ q _ _ => q end.
Definition f_res T := match T with FT _ _ s _ => s end.
Definition f_ens T := match T with FT _ _ _ e => e end.
Section TInd.
  Variable P : fty -> Prop.
  Definition on_fun (p : param) : Prop := match p with PB _ _ => True | PF T => P T end.
  Hypothesis H : forall ps req res ens, Forall on_fun ps -> P (FT ps req res ens).
  Fixpoint fty_rec' (T : fty) : P T :=
    match T with FT ps req res ens =>
      H req res ens ((fix go ps := match ps return Forall on_fun ps with
        | [] => Forall_nil _
        | p :: ps => Forall_cons p (match p return on_fun p with PB _ _ => Logic.I | PF T => fty_rec' T end) (go ps)
        end) ps)
    end.
End TInd.

Inductive prim := IntGen | BoolGen | NatGen | IntRange (a b : expr) | OpaqueGen (i : nat)
| DivOf (a b : expr) | ModOf (a b : expr) | Eval (e : expr).
(** Branches of a match are found by constructor. [tags] has the constructor of each branch by its position, by which derivations
    name it; evaluation does not look at it. *)
Inductive core :=
| Ret (e : expr) | Err (s : sort) | LetE (a b : core) | LetV (f : fn) (e : core) | Op (p : prim)
| App (f : fn) (args : list arg) | Match (e : expr) (tags : trie nat) (bs : trie core)
with fn := FVar (l : nat) | FGlobal (g : nat) (ss : list sort) | FLam (U : fty) (b : core) | FFix (U : fty) (b : core)
with arg := AE (e : expr) | AF (f : fn).

Inductive slot := SV (v : value) | SF (c : clo)
with clo := Clo (r : list slot) (recursive : bool) (n : nat) (b : core) | Lib (g : nat).

(** ** Evaluation *)
Definition sval (s : slot) : value := match s with SV v => v | SF _ => dflt end.
Definition locs (r : list slot) (l : nat) : value := match nth_error r l with Some s => sval s | None => dflt end.
Definition renv (r : list slot) : env := Env (locs r) (fun _ => dflt) dflt (fun _ => dflt) (fun _ _ => False) (fun _ _ => False).
Section Run.
  Variables (kd : nat -> kind) (M : model) (gl : nat -> option clo) (ext : nat -> list slot -> value -> Prop).
  Definition close_fn (r : list slot) (f : fn) : option clo :=
    match f with
    | FVar l => match nth_error r l with Some (SF c) => Some c | _ => None end
    | FGlobal g _ => gl g
    | FLam U b => Some (Clo r false (length (f_ps U)) b)
    | FFix U b => Some (Clo r true (length (f_ps U)) b)
    end.
  Definition close_arg (r : list slot) (a : arg) : option slot :=
    match a with AE e => Some (SV (ev M (renv r) e)) | AF f => option_map SF (close_fn r f) end.
  Fixpoint close_args (r : list slot) (args : list arg) : option (list slot) :=
    match args with
    | [] => Some []
    | a :: args => match close_arg r a, close_args r args with Some s, Some ss => Some (s :: ss) | _, _ => None end
    end.
  Definition prim_can (r : list slot) (p : prim) (v : value) : Prop :=
    let int e := zof (ev M (renv r) e) in
    match p with
    | IntGen => exists z, v = VInt z
    | BoolGen => exists b, v = vb b
    | NatGen => exists z, v = VInt z /\ (0 <= z)%Z
    | IntRange a b => exists z, v = VInt z /\ (int a <= z <= int b)%Z
    | OpaqueGen i => mO M i v
    | DivOf a b => int b <> 0%Z /\ v = VInt (Z.quot (int a) (int b))
    | ModOf a b => int b <> 0%Z /\ v = VInt (Z.rem (int a) (int b))
    | Eval e => v = if dec kd e then vb (isT (ev M (renv r) e)) else ev M (renv r) e
    end.
  Inductive run : list slot -> core -> value -> Prop :=
  | RRet r e : run r (Ret e) (ev M (renv r) e)
  | RLetE r a b x v : run r a x -> run (r ++ [SV x]) b v -> run r (LetE a b) v
  | RLetV r f e c v : close_fn r f = Some c -> run (r ++ [SF c]) e v -> run r (LetV f e) v
  | ROp r p v : prim_can r p v -> run r (Op p) v
  | RApp r f es c args v : close_fn r f = Some c -> close_args r es = Some args -> call c args v -> run r (App f es) v
  | RMatch r e tags bs t fs b v : ev M (renv r) e = VCon t fs -> tget bs t = Some b ->
      run (r ++ map SV fs) b v -> run r (Match e tags bs) v
  with call : clo -> list slot -> value -> Prop :=
  | CLam r n b args v : length args = n -> run (r ++ args) b v -> call (Clo r false n b) args v
  | CFix r n b args v : length args = n -> run (r ++ args ++ [SF (Clo r true n b)]) b v -> call (Clo r true n b) args v
  | CLib g args v : ext g args v -> call (Lib g) args v.
End Run.

(** ** Claims *)
(** Parameters are pushed in order: of [n] of them, number [i] is bound variable [n - 1 - i]. A function among them
    cannot be mentioned by a formula; in its place is [dflt]. *)
Definition pushes (vs : list value) (r : env) : env := fold_left (fun r v => push v r) vs r.
(** What is known of a variable: a value of a sort; a function, by what it can return ([CF]) or by what it returns only ([CO]). *)
Inductive slotty := CB (s : sort) | CF (T : fty) | CO (T : fty).

Section Claims.
  Variables (D : datatypes) (kd : nat -> kind) (M : model) (gl : nat -> option clo) (ext : nat -> list slot -> value -> Prop).
  Notation dn := (dn D kd M).
  (** The closure [c] covers what the type [T] says, in the environment [r]: called with admissible
      arguments, it can return every value that is covered. *)
  Fixpoint sat (T : fty) (r : env) (c : clo) {struct T} : Prop :=
    match T with FT ps req res ens =>
      forall args,
      (fix adm (ps : list param) (r : env) (args : list slot) {struct ps} : Prop :=
         match ps, args with
         | [], [] => True
         | PB s q :: ps, SV v :: args => hs D (mO M) (sv r) v s /\ dn (set_nu v r) q /\ adm ps (push v r) args
         | PF T :: ps, SF c :: args => sat T r c /\ adm ps (push dflt r) args
         | _, _ => False
         end) ps r args ->
      dn (pushes (map sval args) r) req ->
      forall v, hs D (mO M) (sv r) v res -> dn (set_nu v (pushes (map sval args) r)) ens ->
      call kd M gl ext c args v
    end.
  (** Admissible arguments. *)
  Fixpoint adm (ps : list param) (r : env) (args : list slot) {struct ps} : Prop :=
    match ps, args with
    | [], [] => True
    | PB s q :: ps, SV v :: args => hs D (mO M) (sv r) v s /\ dn (set_nu v r) q /\ adm ps (push v r) args
    | PF T :: ps, SF c :: args => sat T r c /\ adm ps (push dflt r) args
    | _, _ => False
    end.
  Lemma sat_eq ps req res ens r c : sat (FT ps req res ens) r c <->
    forall args, adm ps r args -> dn (pushes (map sval args) r) req ->
    forall v, hs D (mO M) (sv r) v res -> dn (set_nu v (pushes (map sval args) r)) ens -> call kd M gl ext c args v.
  Proof. reflexivity. Qed.
  Lemma sat_def T r c : sat T r c <->
    forall args, adm (f_ps T) r args -> dn (pushes (map sval args) r) (f_req T) ->
    forall v, hs D (mO M) (sv r) v (f_res T) -> dn (set_nu v (pushes (map sval args) r)) (f_ens T) ->
    call kd M gl ext c args v.
  Proof. destruct T. reflexivity. Qed.
End Claims.

(** ** Operations on types *)
(** [f] at every formula, with the number of parameters that it sees; [g] at every sort. *)
Section TMap.
  Variables (f : nat -> expr -> expr) (g : sort -> sort).
  Fixpoint tmap (d : nat) (T : fty) {struct T} : fty :=
    match T with FT ps req res ens =>
      FT ((fix go d ps := match ps with
        | [] => []
        | PB s q :: ps => PB (g s) (f d q) :: go (S d) ps
        | PF T :: ps => PF (tmap d T) :: go (S d) ps end) d ps)
        (f (length ps + d) req) (g res) (f (length ps + d) ens)
    end.
  Fixpoint pmap (d : nat) (ps : list param) : list param :=
    match ps with
    | [] => []
    | PB s q :: ps => PB (g s) (f d q) :: pmap (S d) ps
    | PF T :: ps => PF (tmap d T) :: pmap (S d) ps
    end.
  Lemma tmap_eq d ps req res ens : tmap d (FT ps req res ens) =
    FT (pmap d ps) (f (length ps + d) req) (g res) (f (length ps + d) ens).
  Proof. reflexivity. Qed.
End TMap.
Fixpoint fty_eqb (a b : fty) {struct a} : bool :=
  match a, b with FT ps req res ens, FT ps' req' res' ens' =>
    (fix go ps ps' := match ps, ps' with
      | [], [] => true
      | PB s q :: ps, PB s' q' :: ps' => sort_eqb s s' && (expr_eqb q q' && go ps ps')
      | PF T :: ps, PF T' :: ps' => fty_eqb T T' && go ps ps'
      | _, _ => false end) ps ps' &&
    (expr_eqb req req' && (sort_eqb res res' && expr_eqb ens ens'))
  end.
Lemma fty_eqb_sound a : forall b, fty_eqb a b = true -> a = b.
Proof.
  induction a using fty_rec'. intros [ps' req' res' ens'] E. cbn [fty_eqb] in E.
  apply andb_prop in E as [E1 E2]. apply andb_prop in E2 as [E2 E3]. apply andb_prop in E3 as [E3 E4].
  apply expr_eqb_sound in E2, E4. apply sort_eqb_sound in E3. subst. f_equal.
  revert ps' E1. induction H as [|p ps Hp _ IH]; intros [|p' ps']; try discriminate; auto; intros E.
  - destruct p; discriminate.
  - destruct p, p'; try discriminate.
    + apply andb_prop in E as [E1 E2]. apply andb_prop in E2 as [E2 E3]. apply sort_eqb_sound in E1. apply expr_eqb_sound in E2.
      subst. f_equal. auto.
    + apply andb_prop in E as [E1 E2]. apply Hp in E1. subst. f_equal. auto.
Qed.
(** The type without refinements. *)
Definition erase (T : fty) : fty := tmap (fun _ _ => ETrue) (fun s => s) 0 T.

(** Well-formed types, over a test of formulas: about a value of a sort or of none, below these parameters. *)
Fixpoint bsorts (B : list (option sort)) (ps : list param) : list (option sort) :=
  match ps with
  | [] => B
  | PB s _ :: ps => bsorts (Some s :: B) ps
  | PF _ :: ps => bsorts (None :: B) ps
  end.
Section Wf.
  Variable tf : option sort -> list (option sort) -> expr -> bool.
  Fixpoint wfT (B : list (option sort)) (T : fty) {struct T} : bool :=
    match T with FT ps req res ens =>
      (fix go B ps := match ps with
        | [] => true
        | PB s q :: ps => tf (Some s) B q && go (Some s :: B) ps
        | PF T :: ps => wfT B T && go (None :: B) ps end) B ps &&
      (tf None (bsorts B ps) req && tf (Some res) (bsorts B ps) ens)
    end.
  Fixpoint wfP (B : list (option sort)) (ps : list param) : bool :=
    match ps with
    | [] => true
    | PB s q :: ps => tf (Some s) B q && wfP (Some s :: B) ps
    | PF T :: ps => wfT B T && wfP (None :: B) ps
    end.
  Lemma wfT_eq B T : wfT B T = wfP B (f_ps T) && (tf None (bsorts B (f_ps T)) (f_req T) && tf (Some (f_res T)) (bsorts B (f_ps T)) (f_ens T)).
  Proof. destruct T. reflexivity. Qed.
End Wf.

(** ** Substitutions of the rules *)
Definition bsubs (es : list expr) : sbst :=
  Sb (fun l s => ELocal l s) (fun l s => EGhost l s) (fun s => ENu s)
     (fun i s => match nth_error (rev es) i with Some e => e | None => EBound (i - length es) s end).
Definition insts (es : list expr) (f : expr) : expr := sub 0 (bsubs es) f.
(** A type whose outer parameters are these terms. *)
Definition tinst (es : list expr) (T : fty) : fty := tmap (fun d e => sub d (bsubs es) e) (fun s => s) 0 T.
Definition isubT (ss : list sort) (T : fty) : fty := tmap (fun _ => isub ss) (ssub ss) 0 T.
(** Formulas for predicate variables. Terms have none: conditions in them can be decided. *)
Fixpoint psub (phis : list expr) (e : expr) : expr :=
  match e with
  | EPred p args => match nth_error phis p with Some phi => insts args phi | None => EFalse end
  | EBin ((And | Or | Imp | Iff) as o) a b => EBin o (psub phis a) (psub phis b)
  | ENot a => ENot (psub phis a)
  | EQuant q s a => EQuant q s (psub phis a)
  | _ => e
  end.
Definition psubT (phis : list expr) (T : fty) : fty := tmap (fun _ => psub phis) (fun s => s) 0 T.
Definition close_loc (n k : nat) (f : expr) : expr :=
  sub 0 (Sb (fun l s => if (n <=? l) && (l <? n + k) then EBound (k - 1 - (l - n)) s else ELocal l s)
            (fun l s => EGhost l s) (fun s => ENu s) (fun i s => EBound (k + i) s)) f.
Fixpoint exs (ss : list sort) (f : expr) : expr := match ss with [] => f | s :: ss => EQuant Ex s (exs ss f) end.
Fixpoint lvars (n : nat) (ss : list sort) : list expr :=
  match ss with [] => [] | s :: ss => ELocal n s :: lvars (S n) ss end.
Definition SBool := SData 0 [].
Definition etrue := ECtor SBool 1 [].

(** ** Parameters at terms *)
(** The qualifiers of the parameters at terms; trivial parts are left out. *)
Fixpoint quals (ps : list param) (before es : list expr) : list expr :=
  match ps, es with
  | PB _ q :: ps, e :: es => at_nu (insts before q) e :: quals ps (before ++ [e]) es
  | PF _ :: ps, e :: es => quals ps (before ++ [e]) es
  | _, _ => []
  end.
(** What each parameter is, if the ones before it are these terms. *)
Fixpoint slots (ps : list param) (before es : list expr) : list slotty :=
  match ps, es with
  | PB s _ :: ps, e :: es => CB s :: slots ps (before ++ [e]) es
  | PF T :: ps, e :: es => CF (tinst before T) :: slots ps (before ++ [e]) es
  | _, _ => []
  end.
(** The parameters as the next variables. *)
Fixpoint pvars (n : nat) (ps : list param) : list expr :=
  match ps with
  | [] => []
  | PB s _ :: ps => ELocal n s :: pvars (S n) ps
  | PF _ :: ps => EInt 0 :: pvars (S n) ps
  end.
Definition conjs (fs : list expr) : expr :=
  match rev (filter (fun f => negb (expr_eqb f ETrue)) fs) with
  | [] => ETrue
  | f :: rest => fold_left (fun acc f => EBin And f acc) rest f
  end.
Definition admissible (T : fty) (es : list expr) : expr :=
  conjs (quals (f_ps T) [] es ++ [insts es (f_req T)]).
Fixpoint decrease (ms vals : list expr) : expr :=
  match ms with
  | [] => EFalse
  | m :: rest =>
      let old := insts vals m in
      let here := EBin And (EBin Le (EInt 0) m) (EBin Lt m old) in
      match rest with
      | [] => here | _ => EBin Or here (EBin And (EBin Eq m old) (decrease rest vals)) end
  end.
(** OCaml's [/] and [mod], which round toward zero while the logic's division rounds down. *)
Definition division (a b : expr) (quotient : bool) : expr :=
  let nu := ENu SInt in
  let neg x := EBin Sub (EInt 0) x in
  let general :=
    let o := EBound 0 SInt in
    let (q, r) := if quotient then (nu, o) else (o, nu) in
    let both o x y z w := EBin And (EBin o x y) (EBin o z w) in
    EBin And (ENot (EBin Eq b (EInt 0)))
      (EQuant Ex SInt (EBin And (EBin Eq a (EBin Add (EBin Mul b q) r))
        (EBin And (EBin Or (both Le (EInt 0) a (EInt 0) r) (both Le a (EInt 0) r (EInt 0)))
                  (EBin Or (both Lt (neg b) r r b) (both Lt b r r (neg b)))))) in
  match b with
  | EInt k =>
      (* The kernel's numbers have 64 bits: the smallest has no absolute value there. *)
      if (k =? -9223372036854775808)%Z then general
      else if (k =? 0)%Z then EFalse
      else
        let of x := if quotient then EDiv x (Z.abs k) else EMod x (Z.abs k) in
        let up := of a in
        let down := of (neg a) in
        let (up, down) := if quotient && (k <? 0)%Z then (neg up, down) else (up, neg down) in
        EBin Eq nu (EIte (EBin Le (EInt 0) a) up down)
  | _ => general
  end.

(** ** The rules *)
Inductive evidence := Shown (p : step) | TwoSolvers | OneSolver.
Inductive der :=
| TConst | TVarBase | TErr | TLetE (a b : der) | TLetV (f b : der) | TAppOp | TApp (f : der) (args : list der) (p : evidence)
| TMatch (i : nat) (n : der) | TMerge (a b : der) | TGuard (psi : expr) (n : der)
| TSub (target : expr) (n : der) (p : evidence) | TEq (target : expr) (n : der) (p : evidence)
| TVarFun | TFun (T : fty) (n : der) | TFix (T : fty) (ms : list expr) (n : der)
| TFixRank (T : fty) (rank : expr) (n : der) | SubArr (T : fty) (n : der) (p : evidence)
| TPolyType (n : der) | TPolyPred (n : der) (phis : list expr).
(** A condition: under these facts, in this context, the goal; and why. *)
Record cond := Cond { k_ctx : ctx; k_facts : list expr; k_goal : expr; k_by : evidence }.
(** A claim with what it binds: sort parameters and predicate variables. *)
Record scheme := Scheme { sc_sorts : nat; sc_preds : list (list sort); sc_type : fty }.
Definition funs (args : list arg) : list fn := flat_map (fun a => match a with AF f => [f] | AE _ => [] end) args.
Definition avals (args : list arg) : list expr := map (fun a => match a with AE e => e | AF _ => EInt 0 end) args.
(** Base values of programs. *)
Fixpoint is_value (e : expr) : bool :=
  match e with
  | ELocal _ _ | EInt _ | ELit _ _ => true
  | ECtor _ _ args => forallb is_value args
  | _ => false
  end.
Definition is_local (e : expr) : bool := match e with ELocal _ _ => true | _ => false end.

Section Rules.
  Variables (D : datatypes) (defs : list def) (preds : list (list sort)).
  Variable claims : nat -> option scheme.          (* of the globals that may be used *)
  Notation kd := (kind_of defs).
  Definition xctx (G : list slotty) (gs : list sort) : ctx :=
    Ctx (map (fun t => match t with CB s => Some s | _ => None end) G) gs None preds.
  Definition tform (X : ctx) (o : option sort) (B : list (option sort)) (e : expr) : bool :=
    form (ty_of D defs (match o with Some s => with_nu X s | None => X end) B e).
  Definition wft (X : ctx) (T : fty) : bool := wfT (tform X) [] T.
  Definition covers (G : list slotty) (gs : list sort) (s : sort) (phi : expr) (cs : list cond) : option (sort * expr * list cond) :=
    if form (ty_of D defs (with_nu (xctx G gs) s) [] phi) then Some (s, phi, cs) else None.
  Definition prim_cov (G : list slotty) (p : prim) : option (sort * expr) :=
    let int e := is_value e && has SInt (ty_of D defs (xctx G []) [] e) in
    match p with
    | IntGen => Some (SInt, ETrue) | BoolGen => Some (SBool, ETrue)
    | NatGen => Some (SInt, EBin Le (EInt 0) (ENu SInt))
    | IntRange a b => guard (int a && int b) (SInt, EBin And (EBin Le a (ENu SInt)) (EBin Le (ENu SInt) b))
    | OpaqueGen i => Some (SOpq i, ETrue)
    | DivOf a b => guard (int a && int b) (SInt, division a b true)
    | ModOf a b => guard (int a && int b) (SInt, division a b false)
    | Eval e => match ty_of D defs (xctx G []) [] e with
        | Some (TS s) => Some (s, EBin Eq (ENu s) e)
        | Some TF => guard (dec kd e) (SBool, EBin Iff (EBin Eq (ENu SBool) etrue) e)
        | None => None end
    end.
  (** The parameters of a type as the next variables, and what is known of them. *)
  Definition own (G : list slotty) (T : fty) : list expr := pvars (length G) (f_ps T).
  Definition bound_ctx (G : list slotty) (T : fty) : list slotty := G ++ slots (f_ps T) [] (own G T).
  Definition bound_facts (G : list slotty) (T : fty) : list expr :=
    quals (f_ps T) [] (own G T) ++ [insts (own G T) (f_req T)].
  Definition slot_wf (X : ctx) (t : slotty) : bool := match t with CF T => wft X T | _ => true end.
  Definition enters (G : list slotty) (gs : list sort) (T : fty) : bool :=
    let X := xctx (bound_ctx G T) gs in
    wft (xctx G gs) T && forallb (slot_wf X) (slots (f_ps T) [] (own G T)) && forallb (isf D defs X) (bound_facts G T).
  Definition demand (X : ctx) (F : list expr) (g : expr) (p : evidence) : option (list cond) :=
    if isf D defs X g then Some [Cond X F g p] else None.
  (** Arguments of a call against the parameters; function arguments have the types [Ts]. *)
  Fixpoint args_fit (G : list slotty) (ps : list param) (args : list arg) (Ts : list fty) (before : list expr) : bool :=
    match ps, args with
    | [], [] => match Ts with [] => true | _ => false end
    | PB s _ :: ps, AE e :: args =>
        is_value e && has s (ty_of D defs (xctx G []) [] e) && args_fit G ps args Ts (before ++ [e])
    | PF T :: ps, AF _ :: args =>
        match Ts with
        | T1 :: Ts => fty_eqb T1 (tinst before T) && args_fit G ps args Ts (before ++ [EInt 0])
        | [] => false end
    | _, _ => false
    end.
  Fixpoint same_params (ps ps' : list param) : bool :=
    match ps, ps' with
    | [], [] => true
    | PB s _ :: ps, PB s' _ :: ps' => sort_eqb s s' && same_params ps ps'
    | PF T :: ps, PF T' :: ps' => fty_eqb T T' && same_params ps ps'
    | _, _ => false
    end.
  (** The scheme that a global has, perhaps at sorts. *)
  Definition inst_scheme (ss : list sort) (C : scheme) : scheme :=
    Scheme 0 (map (map (ssub ss)) (sc_preds C)) (isubT ss (sc_type C)).
  Definition scheme_of (d : der) (f : fn) : option scheme :=
    match d, f with
    | TVarFun, FGlobal g _ => claims g
    | TPolyType TVarFun, FGlobal g ss => match claims g with
        | Some C => if (0 <? sc_sorts C) && Nat.eqb (sc_sorts C) (length ss) then Some (inst_scheme ss C) else None
        | None => None end
    | _, _ => None
    end.
  Definition closed_ctx (ps : list (list sort)) : ctx := Ctx [] [] None ps.
  (** What a scheme without sort parameters gives at formulas for its predicate variables. *)
  Definition at_preds (X : ctx) (C : scheme) (phis : list expr) : option fty :=
    let T := psubT phis (sc_type C) in
    if Nat.eqb (sc_sorts C) 0 && Nat.eqb (length phis) (length (sc_preds C))
       && forallb (fun p => form (ty_of D defs X (rev (map Some (fst p))) (snd p))) (combine (sc_preds C) phis)
       && wft (closed_ctx (sc_preds C)) (sc_type C) && wft X T
    then Some T else None.

  Fixpoint infC (G : list slotty) (gs : list sort) (F : list expr) (d : der) (e : core) {struct d} : option (sort * expr * list cond) :=
    let X := xctx G gs in
    match d, e with
    | TConst, Ret e => match ty_of D defs (xctx G []) [] e with
        | Some (TS s) => if is_value e && negb (is_local e) then covers G gs s (EBin Eq (ENu s) e) [] else None | _ => None end
    | TVarBase, Ret e => match ty_of D defs (xctx G []) [] e with
        | Some (TS s) => if is_local e then covers G gs s (EBin Eq (ENu s) e) [] else None | _ => None end
    | TErr, Err s => covers G gs s EFalse []
    | TAppOp, Op p => match prim_cov G p with Some (s, phi) => covers G gs s phi [] | None => None end
    | TLetE d1 d2, LetE a b =>
        match infC G gs F d1 a with
        | Some (s, phi, cs) =>
            let f := at_nu phi (ELocal (length G) s) in
            let G' := G ++ [CB s] in
            if isf D defs (xctx G' gs) f then
              match infC G' gs (flat f ++ F) d2 b with
              | Some (s2, psi, cs2) => covers G gs s2 (EQuant Ex s (close_loc (length G) 1 (EBin And f psi))) (cs ++ cs2)
              | None => None end
            else None
        | None => None end
    | TLetV d1 d2, LetV f b =>
        match infF G gs F d1 f with
        | Some (T, cs) => if wft X T then match infC (G ++ [CF T]) gs F d2 b with
                      | Some (s, psi, cs2) => covers G gs s psi (cs ++ cs2) | None => None end else None
        | None => None end
    | TApp d1 ds p, App f args =>
        match infF G gs F d1 f,
          (fix go ds fs := match ds, fs with
             | [], [] => Some ([], [])
             | d :: ds, f :: fs => match infF G gs F d f, go ds fs with
                 | Some (T, cs), Some (Ts, cs2) => Some (T :: Ts, cs ++ cs2) | _, _ => None end
             | _, _ => None end) ds (funs args) with
        | Some (T, cs), Some (Ts, cs2) =>
            let es := avals args in
            if args_fit G (f_ps T) args Ts [] then
              match demand X F (admissible T es) p with
              | Some c => covers G gs (f_res T) (insts es (f_ens T)) (cs ++ cs2 ++ c) | None => None end
            else None
        | _, _ => None end
    | TMatch i d1, Match e tags bs =>
        match ty_of D defs (xctx G []) [] e, tget tags i with
        | Some (TS s), Some t =>
            match fields D s t, tget bs t with
            | Some ss, Some b =>
                let f := EBin Eq e (ECtor s t (lvars (length G) ss)) in
                let G' := G ++ map CB ss in
                if is_value e && isf D defs (xctx G' gs) f then
                  match infC G' gs (f :: F) d1 b with
                  | Some (s2, psi, cs) => covers G gs s2 (exs ss (close_loc (length G) (length ss) (EBin And f psi))) cs
                  | None => None end
                else None
            | _, _ => None end
        | _, _ => None end
    | TMerge d1 d2, _ =>
        match infC G gs F d1 e, infC G gs F d2 e with
        (* Both parts are known to be formulas: typing them again would take time quadratic in the alternatives. *)
        | Some (s, p, cs), Some (s2, q, cs2) => if sort_eqb s s2 then Some (s, EBin Or p q, cs ++ cs2) else None
        | _, _ => None end
    | TGuard psi d1, _ =>
        if isf D defs X psi then
          match infC G gs (flat psi ++ F) d1 e with
          | Some (s, phi, cs) => covers G gs s (EBin And psi phi) cs | None => None end
        else None
    | TSub tg d1 p, _ =>
        match infC G gs F d1 e with
        | Some (s, phi, cs) => match demand X F (EQuant All s (close_nu (EBin Imp tg phi))) p with
            | Some c => covers G gs s tg (cs ++ c) | None => None end
        | None => None end
    | TEq tg d1 p, _ =>
        match infC G gs F d1 e with
        | Some (s, phi, cs) => match demand X F (EQuant All s (close_nu (EBin Iff tg phi))) p with
            | Some c => covers G gs s tg (cs ++ c) | None => None end
        | None => None end
    | _, _ => None
    end
  with infF (G : list slotty) (gs : list sort) (F : list expr) (d : der) (f : fn) {struct d} : option (fty * list cond) :=
    let X := xctx G gs in
    match d, f with
    | TVarFun, FVar l => match nth_error G l with Some (CF T) => Some (T, []) | _ => None end
    | TVarFun, FGlobal _ _ | TPolyType _, _ => match scheme_of d f with
        | Some (Scheme 0 [] T as C) => match at_preds X C [] with Some T => Some (T, []) | None => None end
        | _ => None end
    | TPolyPred d1 phis, _ => match scheme_of d1 f with
        | Some C => match phis with [] => None | _ => match at_preds X C phis with Some T => Some (T, []) | None => None end end
        | None => None end
    | TFun T d1, FLam U b =>
        if enters G gs T && fty_eqb (erase T) U then
          match infC (bound_ctx G T) gs (flat_map flat (bound_facts G T) ++ F) d1 b with
          | Some (s, phi, cs) => if sort_eqb s (f_res T) && expr_eqb phi (insts (own G T) (f_ens T)) then Some (T, cs) else None
          | None => None end
        else None
    | TFix T ms d1, FFix U b =>
        let G1 := bound_ctx G T in
        let dc := decrease ms (own G T) in
        let T' := FT (f_ps T) (if expr_eqb (f_req T) ETrue then dc else EBin And (f_req T) dc) (f_res T) (f_ens T) in
        if enters G gs T && fty_eqb (erase T) U && wft (xctx G1 gs) T'
           && forallb (fun m => has SInt (ty_of D defs X (bsorts [] (f_ps T)) m)) ms
           && match ms with [] => false | _ => true end then
          match infC (G1 ++ [CF T']) gs (flat_map flat (bound_facts G T) ++ F) d1 b with
          | Some (s, phi, cs) => if sort_eqb s (f_res T) && expr_eqb phi (insts (own G T) (f_ens T)) then Some (T, cs) else None
          | None => None end
        else None
    | TFixRank T rank d1, FFix U b =>
        let G1 := bound_ctx G T in
        let k := EGhost (length gs) SInt in
        let gs' := gs ++ [SInt] in
        let below := EBin And (EBin Le (EInt 0) rank) (EBin Lt rank k) in
        let T' := FT (f_ps T) (f_req T) (f_res T) (EBin And (f_ens T) below) in
        if enters G gs T && fty_eqb (erase T) U && wft (xctx G1 gs') T'
           && has SInt (ty_of D defs (with_nu X (f_res T)) (bsorts [] (f_ps T)) rank) then
          match infC (G1 ++ [CF T']) gs' (EBin Le (EInt 0) k :: flat_map flat (bound_facts G T) ++ F) d1 b with
          | Some (s, phi, cs) =>
              if sort_eqb s (f_res T) && expr_eqb phi (insts (own G T) (EBin And (f_ens T) (EBin Eq rank k)))
              then Some (FT (f_ps T) (f_req T) (f_res T) (EBin And (f_ens T) (EBin Le (EInt 0) rank)), cs) else None
          | None => None end
        else None
    | SubArr T d1 p, _ =>
        match infF G gs F d1 f with
        | Some (T1, cs) =>
            let X' := xctx (bound_ctx G T) gs in
            let vs := own G T in
            let g := EBin And (admissible T1 vs)
                       (EQuant All (f_res T) (close_nu (insts vs (EBin Imp (f_ens T) (f_ens T1))))) in
            if enters G gs T && wft X T1 && same_params (f_ps T) (f_ps T1) && sort_eqb (f_res T) (f_res T1) then
              match demand X' (flat_map flat (bound_facts G T) ++ F) g p with Some c => Some (T, cs ++ c) | None => None end
            else None
        | None => None end
    | _, _ => None
    end.
  Definition infFs (G : list slotty) (gs : list sort) (F : list expr) :=
    fix go (ds : list der) (fs : list fn) : option (list fty * list cond) :=
      match ds, fs with
      | [], [] => Some ([], [])
      | d :: ds, f :: fs => match infF G gs F d f, go ds fs with
          | Some (T, cs), Some (Ts, cs2) => Some (T :: Ts, cs ++ cs2) | _, _ => None end
      | _, _ => None end.
End Rules.

(** ** Facts about types *)
Lemma tmap_id T : forall d, tmap (fun _ e => e) (fun s => s) d T = T.
Proof.
  induction T as [ps req res ens IH] using fty_rec'. intros d. rewrite tmap_eq. f_equal.
  revert d. induction IH as [|p ps Hp _ IHp]; intros d; simpl; auto.
  destruct p; rewrite IHp; auto. rewrite Hp. auto.
Qed.
Lemma same_length A B (R : A -> B -> Prop) xs ys : Forall2 R xs ys -> length xs = length ys.
Proof. induction 1; simpl; auto. Qed.
Lemma wfT_true T : forall B, wfT (fun _ _ _ => true) B T = true.
Proof.
  induction T as [ps req res ens IH] using fty_rec'. intros B. rewrite wfT_eq. simpl. rewrite andb_true_r.
  revert B. induction IH as [|p ps Hp _ IHp]; intros B; simpl; auto.
  destruct p as [s q|T]; simpl in *; [apply IHp|rewrite Hp; apply IHp].
Qed.
Lemma bsorts_length ps : forall B, length (bsorts B ps) = length ps + length B.
Proof. induction ps as [|[] ps IH]; intros B; simpl; auto; rewrite IH; simpl; lia. Qed.
