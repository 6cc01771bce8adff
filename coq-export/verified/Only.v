(** * The other direction: a function returns only what its claim allows

    Part of the meaning of a claim that says *only* or *exactly*: read [sorted_args] and [stays].

    Failure and divergence return nothing, and are allowed. What differs from the rules of [Prog]: all branches of a match are
    looked at, a guard weakens, subsumption goes the other way round, and recursion needs no measure, because a run that ends has
    finite depth. A derivation of this kind has a type of its own, so that none is taken for the other; the arguments of a call that are functions have
    derivations of the first kind, as a function knows its parameters by what they can return.

    Not chosen: one inductive for both kinds, with the kind of each node found by inspection. *)
From Verified Require Export RulesSound.
Set Implicit Arguments.

(** ** Claims *)
Section Stays.
  Variables (D : datatypes) (kd : nat -> kind) (M : model) (gl : nat -> option clo) (ext : nat -> list slot -> value -> Prop).
  (** Arguments of the sorts of the parameters. *)
  Fixpoint sorted_args (ps : list param) (S : senv) (args : list slot) : Prop :=
    match ps, args with
    | [], [] => True
    | PB s _ :: ps, SV v :: args => hs D (mO M) S v s /\ sorted_args ps S args
    | PF _ :: ps, SF _ :: args => sorted_args ps S args
    | _, _ => False
    end.
  (** The closure [c] stays within what the type [T] says, in the environment [r]: what it returns has the sort of the result, and what it
      returns if called with admissible arguments satisfies the claim. *)
  Definition stays (T : fty) (r : env) (c : clo) : Prop :=
    forall args v, sorted_args (f_ps T) (sv r) args -> call kd M gl ext c args v ->
    hs D (mO M) (sv r) v (f_res T) /\
    (adm D kd M gl ext (f_ps T) r args -> dn D kd M (pushes (map sval args) r) (f_req T) ->
     dn D kd M (set_nu v (pushes (map sval args) r)) (f_ens T)).
  Lemma adm_sorted ps : forall r args, adm D kd M gl ext ps r args -> sorted_args ps (sv r) args.
  Proof.
    induction ps as [|[s q|T] ps IH]; intros r [|[v|c] args]; simpl; try tauto.
    - intros (H1 & _ & H3). split; auto. apply (IH (push v r)). auto.
    - intros (_ & H). apply (IH (push dflt r)). auto.
  Qed.
End Stays.

(** ** The rules *)
Inductive oder :=
| ORet | OErr | OAppOp | OLetE (a b : oder) | OLetV (f b : oder) | OMatch (ns : list oder) | OGuard (psi : expr) (n : oder)
| OSub (target : expr) (n : oder) (p : evidence) | OApp (f : oder) (args : list der) (p : evidence)
| OVarFun | OFun (T : fty) (n : oder) | OFix (T : fty) (n : oder) | OSubArr (T : fty) (n : oder) (p : evidence)
| OPolyType (n : oder) | OPolyPred (n : oder) (phis : list expr).

(** Each branch of a match, in order, with what is left of the branches; what they give is joined. *)
Section Branches.
  Variable one : nat -> oder -> trie core -> option (sort * expr * list cond * trie core).
  Fixpoint branches (ns : list oder) (i : nat) (bs : trie core) (joined : option (sort * expr)) : option (sort * expr * list cond) :=
    match ns with
    | [] => if tbare bs then match joined with Some (s, phi) => Some (s, phi, []) | None => None end else None
    | d :: ns =>
        match one i d bs with
        | Some (s, phi, cs, bs) =>
            let next joined := match branches ns (S i) bs (Some joined) with
              | Some (s, phi, cs2) => Some (s, phi, cs ++ cs2) | None => None end in
            match joined with
            | None => next (s, phi)
            | Some (s0, phi0) => if sort_eqb s0 s then next (s0, EBin Or phi0 phi) else None end
        | None => None end
    end.
End Branches.

Section Rules.
  Variables (D : datatypes) (defs : list def) (preds : list (list sort)).
  Variables claims only_claims : nat -> option scheme.     (* of the globals that may be used, in each reading *)
  Notation xctx := (xctx preds).
  Notation covers := (covers D defs preds).
  Notation demand := (demand D defs).
  Definition only_scheme (d : oder) (f : fn) : option scheme :=
    match d, f with
    | OVarFun, FGlobal g _ => only_claims g
    | OPolyType OVarFun, FGlobal g ss => match only_claims g with
        | Some C => if (0 <? sc_sorts C) && Nat.eqb (sc_sorts C) (length ss) then Some (inst_scheme ss C) else None
        | None => None end
    | _, _ => None
    end.
  Fixpoint onlyC (G : list slotty) (gs : list sort) (F : list expr) (d : oder) (e : core) {struct d} : option (sort * expr * list cond) :=
    let X := xctx G gs in
    match d, e with
    | ORet, Ret e => match ty_of D defs (xctx G []) [] e with
        | Some (TS s) => if is_value e then covers G gs s (EBin Eq (ENu s) e) [] else None | _ => None end
    | OErr, Err s => covers G gs s EFalse []
    | OAppOp, Op p => match prim_cov D defs preds G p with Some (s, phi) => covers G gs s phi [] | None => None end
    | OLetE d1 d2, LetE a b =>
        match onlyC G gs F d1 a with
        | Some (s, phi, cs) =>
            let f := at_nu phi (ELocal (length G) s) in
            let G' := G ++ [CB s] in
            if isf D defs (xctx G' gs) f then
              match onlyC G' gs (flat f ++ F) d2 b with
              | Some (s2, psi, cs2) => covers G gs s2 (EQuant Ex s (close_loc (length G) 1 (EBin And f psi))) (cs ++ cs2)
              | None => None end
            else None
        | None => None end
    | OLetV d1 d2, LetV f b =>
        match onlyF G gs F d1 f with
        | Some (T, cs) => if wft D defs X T then match onlyC (G ++ [CO T]) gs F d2 b with
                      | Some (s, psi, cs2) => covers G gs s psi (cs ++ cs2) | None => None end else None
        | None => None end
    | OApp d1 ds p, App f args =>
        match onlyF G gs F d1 f, infFs D defs preds claims G gs F ds (funs args) with
        | Some (T, cs), Some (Ts, cs2) =>
            let es := avals args in
            if args_fit D defs preds G (f_ps T) args Ts [] then
              match demand X F (admissible T es) p with
              | Some c => covers G gs (f_res T) (insts es (f_ens T)) (cs ++ cs2 ++ c) | None => None end
            else None
        | _, _ => None end
    | OMatch ns, Match e tags bs =>
        match ty_of D defs (xctx G []) [] e with
        | Some (TS u) =>
            if is_value e then
              branches (fun i d bs =>
                match tget tags i with
                | Some t =>
                    match fields D u t, tget bs t with
                    | Some ss, Some b =>
                        let f := EBin Eq e (ECtor u t (lvars (length G) ss)) in
                        let G' := G ++ map CB ss in
                        if isf D defs (xctx G' gs) f then
                          match onlyC G' gs (f :: F) d b with
                          | Some (s, psi, cs) =>
                              match covers G gs s (exs ss (close_loc (length G) (length ss) (EBin And f psi))) cs with
                              | Some (s, phi, cs) => Some (s, phi, cs, tdrop t bs) | None => None end
                          | None => None end
                        else None
                    | _, _ => None end
                | None => None end) ns 0 bs None
            else None
        | _ => None end
    | OGuard psi d1, _ =>
        if isf D defs X psi then
          match onlyC G gs (flat psi ++ F) d1 e with
          | Some (s, phi, cs) => covers G gs s (EBin Imp psi phi) cs | None => None end
        else None
    | OSub tg d1 p, _ =>
        match onlyC G gs F d1 e with
        | Some (s, phi, cs) => match demand X F (EQuant All s (close_nu (EBin Imp phi tg))) p with
            | Some c => covers G gs s tg (cs ++ c) | None => None end
        | None => None end
    | _, _ => None
    end
  with onlyF (G : list slotty) (gs : list sort) (F : list expr) (d : oder) (f : fn) {struct d} : option (fty * list cond) :=
    let X := xctx G gs in
    match d, f with
    | OVarFun, FVar l => match nth_error G l with Some (CO T) => Some (T, []) | _ => None end
    | OVarFun, FGlobal _ _ | OPolyType _, _ => match only_scheme d f with
        | Some (Scheme 0 [] T as C) => match at_preds D defs X C [] with Some T => Some (T, []) | None => None end
        | _ => None end
    | OPolyPred d1 phis, _ => match only_scheme d1 f with
        | Some C => match phis with [] => None | _ => match at_preds D defs X C phis with Some T => Some (T, []) | None => None end end
        | None => None end
    | OFun T d1, FLam U b =>
        if enters D defs preds G gs T && fty_eqb (erase T) U then
          match onlyC (bound_ctx G T) gs (flat_map flat (bound_facts G T) ++ F) d1 b with
          | Some (s, phi, cs) => if sort_eqb s (f_res T) && expr_eqb phi (insts (own G T) (f_ens T)) then Some (T, cs) else None
          | None => None end
        else None
    | OFix T d1, FFix U b =>
        if enters D defs preds G gs T && fty_eqb (erase T) U then
          match onlyC (bound_ctx G T ++ [CO T]) gs (flat_map flat (bound_facts G T) ++ F) d1 b with
          | Some (s, phi, cs) => if sort_eqb s (f_res T) && expr_eqb phi (insts (own G T) (f_ens T)) then Some (T, cs) else None
          | None => None end
        else None
    | OSubArr T d1 p, _ =>
        match onlyF G gs F d1 f with
        | Some (T1, cs) =>
            let X' := xctx (bound_ctx G T) gs in
            let vs := own G T in
            let g := EBin And (admissible T1 vs)
                       (EQuant All (f_res T) (close_nu (insts vs (EBin Imp (f_ens T1) (f_ens T))))) in
            if enters D defs preds G gs T && wft D defs X T1 && same_params (f_ps T) (f_ps T1) && sort_eqb (f_res T) (f_res T1) then
              match demand X' (flat_map flat (bound_facts G T) ++ F) g p with Some c => Some (T, cs ++ c) | None => None end
            else None
        | None => None end
    | _, _ => None
    end.
End Rules.

(** ** Evaluation with a bound on its depth *)
Section Depth.
  Variables (kd : nat -> kind) (M : model) (gl : nat -> option clo) (ext : nat -> list slot -> value -> Prop).
  Definition enters_by (R : list slot -> core -> value -> Prop) (c : clo) (args : list slot) (v : value) : Prop :=
    match c with
    | Clo r rec n b => length args = n /\ R (if rec then r ++ args ++ [SF c] else r ++ args) b v
    | Lib g => ext g args v
    end.
  Fixpoint runs (n : nat) (r : list slot) (e : core) (v : value) {struct n} : Prop :=
    match n with
    | O => False
    | S n =>
        match e with
        | Ret e => v = ev M (renv r) e
        | Err _ => False
        | LetE a b => exists x, runs n r a x /\ runs n (r ++ [SV x]) b v
        | LetV f e => exists c, close_fn gl r f = Some c /\ runs n (r ++ [SF c]) e v
        | Op p => prim_can kd M r p v
        | App f es => exists c args, close_fn gl r f = Some c /\ close_args M gl r es = Some args /\ enters_by (runs n) c args v
        | Match e _ bs => exists t fs b, ev M (renv r) e = VCon t fs /\ tget bs t = Some b /\ runs n (r ++ map SV fs) b v
        end
    end.
  Lemma enters_mono (R R' : list slot -> core -> value -> Prop) c args v : (forall r e v, R r e v -> R' r e v) ->
    enters_by R c args v -> enters_by R' c args v.
  Proof. intros H. destruct c; simpl; auto. intros [H1 H2]. auto. Qed.
  Lemma runs_more n : forall m r e v, n <= m -> runs n r e v -> runs m r e v.
  Proof.
    induction n as [|n IH]; simpl; intros m r e v L H; [tauto|]. destruct m as [|m]; [lia|]. assert (L' : n <= m) by lia.
    destruct e; simpl; auto.
    - destruct H as (x & H1 & H2). eauto.
    - destruct H as (c & H1 & H2). eauto.
    - destruct H as (c & args0 & H1 & H2 & H3). exists c, args0. repeat split; auto. eapply enters_mono; [|exact H3]. eauto.
    - destruct H as (t & fs & b & H1 & H2 & H3). eauto 8.
  Qed.
  Scheme depth_run := Minimality for Prog.run Sort Prop with depth_call := Minimality for Prog.call Sort Prop.
  Combined Scheme depth_ind from depth_run, depth_call.
  Lemma has_depth : (forall r e v, run kd M gl ext r e v -> exists n, runs n r e v) /\
    (forall c args v, call kd M gl ext c args v -> exists n, enters_by (runs n) c args v).
  Proof.
    apply depth_ind.
    - intros r e. exists 1. reflexivity.
    - intros r a b x v _ [n Hn] _ [m Hm]. exists (S (n + m)), x. split; eapply runs_more; [|exact Hn| |exact Hm]; lia.
    - intros r f e c v E _ [n Hn]. exists (S n), c. auto.
    - intros r p v H. exists 1. exact H.
    - intros r f es c args v E1 E2 _ [n Hn]. exists (S n), c, args. auto.
    - intros r e tags bs t fs b v E1 E2 _ [n Hn]. exists (S n), t, fs, b. auto.
    - intros r n b args v L _ [m Hm]. exists m. simpl. auto.
    - intros r n b args v L _ [m Hm]. exists m. simpl. auto.
    - intros g args v H. exists 0. exact H.
  Qed.
  Lemma runs_run n : forall r e v, runs n r e v -> run kd M gl ext r e v.
  Proof.
    induction n as [|n IH]; simpl; intros r e v H; [tauto|]. destruct e.
    - subst v. constructor.
    - tauto.
    - destruct H as (x & H1 & H2). econstructor; eauto.
    - destruct H as (c & H1 & H2). econstructor; eauto.
    - constructor; auto.
    - destruct H as (c & args0 & H1 & H2 & H3). econstructor; eauto. destruct c as [r0 rec k b|g]; simpl in H3.
      + destruct H3 as [L H3]. destruct rec; constructor; auto.
      + constructor; auto.
    - destruct H as (t & fs & b & H1 & H2 & H3). econstructor; eauto.
  Qed.
  Lemma enters_call n c args v : enters_by (runs n) c args v -> call kd M gl ext c args v.
  Proof.
    destruct c as [r0 rec k b|g]; simpl; [|intros; constructor; auto]. intros [L H]. apply runs_run in H. destruct rec; constructor; auto.
  Qed.
End Depth.
