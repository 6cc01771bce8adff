(** * Programs: evaluation with closures, claims about it, and the rules as a checker

    Part of the meaning of a claim: read [core], [fn], [prim_can], [run], [call], [fty], [adm] and [sat].

    Evaluation is big-step, an inductive relation: coverage is the existence of a run, so there is no
    need for denotations or step counts. [Machine] shows that a machine with small steps returns the same values. *)
From Verified Require Export EvidSound.
Set Implicit Arguments.

Inductive prim := IntGen | BoolGen | NatGen | IntRange (a b : expr) | OpaqueGen (i : nat) | Eval (e : expr).
Inductive core :=
| Ret (e : expr) | Err (s : sort) | LetE (a b : core) | LetV (f : fn) (e : core) | Op (p : prim)
| App (f : fn) (args : list expr) | Match (e : expr) (bs : list (nat * core))
with fn := FVar (l : nat) | FGlobal (g : nat) (ss : list sort) | FLam (n : nat) (b : core) | FFix (n : nat) (b : core).

Inductive slot := SV (v : value) | SF (c : clo)
with clo := Clo (r : list slot) (recursive : bool) (n : nat) (b : core).

(** ** Evaluation *)
Definition locs (r : list slot) (l : nat) : value := match nth_error r l with Some (SV v) => v | _ => dflt end.
Definition renv (r : list slot) : env := Env (locs r) (fun _ => dflt) dflt (fun _ => dflt) (fun _ _ => False) (fun _ _ => False).
Definition branch_of (bs : list (nat * core)) (t : nat) : option core :=
  match find (fun b => Nat.eqb (fst b) t) bs with Some b => Some (snd b) | None => None end.
Section Run.
  Variables (kd : nat -> kind) (M : model) (gl : nat -> option clo).
  Definition close_fn (r : list slot) (f : fn) : option clo :=
    match f with
    | FVar l => match nth_error r l with Some (SF c) => Some c | _ => None end
    | FGlobal g _ => gl g
    | FLam n b => Some (Clo r false n b)
    | FFix n b => Some (Clo r true n b)
    end.
  Definition prim_can (r : list slot) (p : prim) (v : value) : Prop :=
    match p with
    | IntGen => exists z, v = VInt z
    | BoolGen => exists b, v = vb b
    | NatGen => exists z, v = VInt z /\ (0 <= z)%Z
    | IntRange a b => exists z, v = VInt z /\ (zof (ev M (renv r) a) <= z <= zof (ev M (renv r) b))%Z
    | OpaqueGen i => mO M i v
    | Eval e => v = if dec kd e then vb (isT (ev M (renv r) e)) else ev M (renv r) e
    end.
  Inductive run : list slot -> core -> value -> Prop :=
  | RRet r e : run r (Ret e) (ev M (renv r) e)
  | RLetE r a b x v : run r a x -> run (r ++ [SV x]) b v -> run r (LetE a b) v
  | RLetV r f e c v : close_fn r f = Some c -> run (r ++ [SF c]) e v -> run r (LetV f e) v
  | ROp r p v : prim_can r p v -> run r (Op p) v
  | RApp r f es c v : close_fn r f = Some c -> call c (map (fun e => SV (ev M (renv r) e)) es) v -> run r (App f es) v
  | RMatch r e bs t fs b v : ev M (renv r) e = VCon t fs -> branch_of bs t = Some b ->
      run (r ++ map SV fs) b v -> run r (Match e bs) v
  with call : clo -> list slot -> value -> Prop :=
  | CLam r n b args v : length args = n -> run (r ++ args) b v -> call (Clo r false n b) args v
  | CFix r n b args v : length args = n -> run (r ++ args ++ [SF (Clo r true n b)]) b v -> call (Clo r true n b) args v.
End Run.

(** ** Claims *)
Record fty := FT { f_ps : list (sort * expr); f_req : expr; f_res : sort; f_ens : expr }.
Definition pushes (vs : list value) (r : env) : env := fold_left (fun r v => push v r) vs r.
Inductive slotty := CB (s : sort) | CF (T : fty).

Section Claims.
  Variables (D : datatypes) (kd : nat -> kind) (M : model) (gl : nat -> option clo).
  Notation dn := (dn D kd M).
  Fixpoint adm (ps : list (sort * expr)) (r : env) (vs : list value) : Prop :=
    match ps, vs with
    | [], [] => True
    | (s, q) :: ps, v :: vs => hs D (mO M) (sv r) v s /\ dn (set_nu v r) q /\ adm ps (push v r) vs
    | _, _ => False
    end.
  Definition sat (T : fty) (r : env) (c : clo) : Prop :=
    forall vs, adm (f_ps T) r vs -> dn (pushes vs r) (f_req T) ->
    forall v, hs D (mO M) (sv r) v (f_res T) -> dn (set_nu v (pushes vs r)) (f_ens T) ->
    call kd M gl c (map SV vs) v.
End Claims.

(** ** The rules *)
Inductive der :=
| TConst | TErr | TLetE (a b : der) | TLetV (f b : der) | TAppOp | TApp (f : der) (p : step)
| TMatch (i : nat) (n : der) | TMerge (a b : der) | TGuard (psi : expr) (n : der)
| TSub (target : expr) (n : der) (p : step) | TEq (target : expr) (n : der) (p : step)
| TVarFun | TFun (T : fty) (n : der) | TFix (T : fty) (ms : list expr) (n : der)
| TFixRank (T : fty) (rank : expr) (n : der) | SubArr (T : fty) (n : der) (p : step).

Definition bsubs (es : list expr) : sbst :=
  Sb (fun l s => ELocal l s) (fun l s => EGhost l s) (fun s => ENu s)
     (fun i s => match nth_error (rev es) i with Some e => e | None => EBound (i - length es) s end).
Definition insts (es : list expr) (f : expr) : expr := sub 0 (bsubs es) f.
Definition close_loc (n k : nat) (f : expr) : expr :=
  sub 0 (Sb (fun l s => if (n <=? l) && (l <? n + k) then EBound (k - 1 - (l - n)) s else ELocal l s)
            (fun l s => EGhost l s) (fun s => ENu s) (fun i s => EBound (k + i) s)) f.
Fixpoint exs (ss : list sort) (f : expr) : expr := match ss with [] => f | s :: ss => EQuant Ex s (exs ss f) end.
Fixpoint lvars (n : nat) (ss : list sort) : list expr :=
  match ss with [] => [] | s :: ss => ELocal n s :: lvars (S n) ss end.
Definition SBool := SData 0 [].
Definition etrue := ECtor SBool 1 [].

(** The qualifiers of the parameters at terms, and the requirement; trivial parts left out. *)
Fixpoint quals (ps : list (sort * expr)) (before es : list expr) : list expr :=
  match ps, es with
  | (_, q) :: ps, e :: es => at_nu (insts before q) e :: quals ps (before ++ [e]) es
  | _, _ => []
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

Section Rules.
  Variables (D : datatypes) (defs : list def) (known : list expr) (preds : list (list sort)).
  Variable claims : nat -> option fty.          (* of the globals that may be used *)
  Notation kd := (kind_of defs).
  Definition xctx (G : list slotty) (gs : list sort) : ctx :=
    Ctx (map (fun t => match t with CB s => Some s | CF _ => None end) G) gs None preds.
  Fixpoint wps (X : ctx) (B : list (option sort)) (ps : list (sort * expr)) : option (list (option sort)) :=
    match ps with
    | [] => Some B
    | (s, q) :: ps => if form (ty_of D defs (with_nu X s) B q) then wps X (Some s :: B) ps else None
    end.
  Definition wft (X : ctx) (T : fty) : bool :=
    match wps X [] (f_ps T) with
    | Some B => form (ty_of D defs X B (f_req T)) && form (ty_of D defs (with_nu X (f_res T)) B (f_ens T))
    | None => false
    end.
  Definition covers (G : list slotty) (gs : list sort) (s : sort) (phi : expr) : option (sort * expr) :=
    if form (ty_of D defs (with_nu (xctx G gs) s) [] phi) then Some (s, phi) else None.
  Definition prim_cov (G : list slotty) (p : prim) : option (sort * expr) :=
    let int e := has SInt (ty_of D defs (xctx G []) [] e) in
    match p with
    | IntGen => Some (SInt, ETrue) | BoolGen => Some (SBool, ETrue)
    | NatGen => Some (SInt, EBin Le (EInt 0) (ENu SInt))
    | IntRange a b => guard (int a && int b) (SInt, EBin And (EBin Le a (ENu SInt)) (EBin Le (ENu SInt) b))
    | OpaqueGen i => Some (SOpq i, ETrue)
    | Eval e => match ty_of D defs (xctx G []) [] e with
        | Some (TS s) => Some (s, EBin Eq (ENu s) e)
        | Some TF => guard (dec kd e) (SBool, EBin Iff (EBin Eq (ENu SBool) etrue) e)
        | None => None end
    end.
  Definition isubT (ss : list sort) (T : fty) : fty :=
    FT (map (fun p => (ssub ss (fst p), isub ss (snd p))) (f_ps T)) (isub ss (f_req T)) (ssub ss (f_res T)) (isub ss (f_ens T)).
  (** The parameters of a type as the next variables, and what is known of them. *)
  Definition bound_ctx (G : list slotty) (T : fty) : list slotty := G ++ map (fun p => CB (fst p)) (f_ps T).
  Definition pvars (G : list slotty) (T : fty) : list expr := lvars (length G) (map fst (f_ps T)).
  Definition bound_facts (G : list slotty) (T : fty) : list expr :=
    quals (f_ps T) [] (pvars G T) ++ [insts (pvars G T) (f_req T)].
  Definition facts_ok (X : ctx) (fs : list expr) := forallb (isf D defs X) fs.
  Definition proves (X : ctx) (F : list expr) (g : expr) (p : step) : bool :=
    isf D defs X g && chk D defs known X F g p.

  Fixpoint infC (G : list slotty) (gs : list sort) (F : list expr) (d : der) (e : core) {struct d} : option (sort * expr) :=
    let X := xctx G gs in
    match d, e with
    | TConst, Ret e => match ty_of D defs (xctx G []) [] e with
        | Some (TS s) => covers G gs s (EBin Eq (ENu s) e) | _ => None end
    | TErr, Err s => covers G gs s EFalse
    | TAppOp, Op p => match prim_cov G p with Some (s, phi) => covers G gs s phi | None => None end
    | TLetE d1 d2, LetE a b =>
        match infC G gs F d1 a with
        | Some (s, phi) =>
            let f := at_nu phi (ELocal (length G) s) in
            let G' := G ++ [CB s] in
            if isf D defs (xctx G' gs) f then
              match infC G' gs (flat f ++ F) d2 b with
              | Some (s2, psi) => covers G gs s2 (EQuant Ex s (close_loc (length G) 1 (EBin And f psi)))
              | None => None end
            else None
        | None => None end
    | TLetV d1 d2, LetV f b =>
        match infF G gs F d1 f with
        | Some T => if wft X T then match infC (G ++ [CF T]) gs F d2 b with
                      | Some (s, psi) => covers G gs s psi | None => None end else None
        | None => None end
    | TApp d1 p, App f es =>
        match infF G gs F d1 f with
        | Some T =>
            let g := admissible T es in
            if args_ok (ty_of D defs (xctx G []) []) es (map fst (f_ps T)) && proves X F g p
            then covers G gs (f_res T) (insts es (f_ens T)) else None
        | None => None end
    | TMatch i d1, Match e bs =>
        match ty_of D defs (xctx G []) [] e, nth_error bs i with
        | Some (TS s), Some (t, _) =>
            match fields D s t, branch_of bs t with
            | Some ss, Some b =>
                let f := EBin Eq e (ECtor s t (lvars (length G) ss)) in
                let G' := G ++ map CB ss in
                if isf D defs (xctx G' gs) f then
                  match infC G' gs (f :: F) d1 b with
                  | Some (s2, psi) => covers G gs s2 (exs ss (close_loc (length G) (length ss) (EBin And f psi)))
                  | None => None end
                else None
            | _, _ => None end
        | _, _ => None end
    | TMerge d1 d2, _ =>
        match infC G gs F d1 e, infC G gs F d2 e with
        | Some (s, p), Some (s2, q) => if sort_eqb s s2 then covers G gs s (EBin Or p q) else None
        | _, _ => None end
    | TGuard psi d1, _ =>
        if isf D defs X psi then
          match infC G gs (flat psi ++ F) d1 e with
          | Some (s, phi) => covers G gs s (EBin And psi phi) | None => None end
        else None
    | TSub tg d1 p, _ =>
        match infC G gs F d1 e with
        | Some (s, phi) => if proves X F (EQuant All s (close_nu (EBin Imp tg phi))) p then covers G gs s tg else None
        | None => None end
    | TEq tg d1 p, _ =>
        match infC G gs F d1 e with
        | Some (s, phi) => if proves X F (EQuant All s (close_nu (EBin Iff tg phi))) p then covers G gs s tg else None
        | None => None end
    | _, _ => None
    end
  with infF (G : list slotty) (gs : list sort) (F : list expr) (d : der) (f : fn) {struct d} : option fty :=
    let X := xctx G gs in
    match d, f with
    | TVarFun, FVar l => match nth_error G l with Some (CF T) => Some T | _ => None end
    | TVarFun, FGlobal g ss => match claims g with
        | Some T => if wft X (isubT ss T) then Some (isubT ss T) else None | None => None end
    | TFun T d1, FLam n b =>
        let G' := bound_ctx G T in
        let fs := bound_facts G T in
        if wft X T && Nat.eqb n (length (f_ps T)) && facts_ok (xctx G' gs) fs then
          match infC G' gs (flat_map flat fs ++ F) d1 b with
          | Some (s, phi) => if sort_eqb s (f_res T) && expr_eqb phi (insts (pvars G T) (f_ens T)) then Some T else None
          | None => None end
        else None
    | TFix T ms d1, FFix n b =>
        let G1 := bound_ctx G T in
        let fs := bound_facts G T in
        let dc := decrease ms (pvars G T) in
        let T' := FT (f_ps T) (if expr_eqb (f_req T) ETrue then dc else EBin And (f_req T) dc) (f_res T) (f_ens T) in
        let G' := G1 ++ [CF T'] in
        if wft X T && Nat.eqb n (length (f_ps T)) && facts_ok (xctx G1 gs) fs && wft (xctx G1 gs) T'
           && match wps X [] (f_ps T) with Some B => forallb (fun m => has SInt (ty_of D defs X B m)) ms | None => false end
           && match ms with [] => false | _ => true end then
          match infC G' gs (flat_map flat fs ++ F) d1 b with
          | Some (s, phi) => if sort_eqb s (f_res T) && expr_eqb phi (insts (pvars G T) (f_ens T)) then Some T else None
          | None => None end
        else None
    | TFixRank T rank d1, FFix n b =>
        let G1 := bound_ctx G T in
        let fs := bound_facts G T in
        let k := EGhost (length gs) SInt in
        let gs' := gs ++ [SInt] in
        let below := EBin And (EBin Le (EInt 0) rank) (EBin Lt rank k) in
        let T' := FT (f_ps T) (f_req T) (f_res T) (EBin And (f_ens T) below) in
        let G' := G1 ++ [CF T'] in
        if wft X T && Nat.eqb n (length (f_ps T)) && facts_ok (xctx G1 gs) fs && wft (xctx G1 gs') T'
           && match wps X [] (f_ps T) with Some B => has SInt (ty_of D defs (with_nu X (f_res T)) B rank) | None => false end then
          match infC G' gs' (EBin Le (EInt 0) k :: flat_map flat fs ++ F) d1 b with
          | Some (s, phi) =>
              if sort_eqb s (f_res T) && expr_eqb phi (insts (pvars G T) (EBin And (f_ens T) (EBin Eq rank k)))
              then Some (FT (f_ps T) (f_req T) (f_res T) (EBin And (f_ens T) (EBin Le (EInt 0) rank))) else None
          | None => None end
        else None
    | SubArr T d1 p, _ =>
        match infF G gs F d1 f with
        | Some T1 =>
            let G' := bound_ctx G T in
            let fs := bound_facts G T in
            let vs := pvars G T in
            let g := EBin And (admissible T1 vs)
                       (EQuant All (f_res T) (close_nu (insts vs (EBin Imp (f_ens T) (f_ens T1))))) in
            if wft X T && wft X T1 && list_eqb sort_eqb (map fst (f_ps T)) (map fst (f_ps T1)) && sort_eqb (f_res T) (f_res T1)
               && facts_ok (xctx G' gs) fs && proves (xctx G' gs) (flat_map flat fs ++ F) g p
            then Some T else None
        | None => None end
    | _, _ => None
    end.
End Rules.
