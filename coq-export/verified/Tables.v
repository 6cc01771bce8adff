(** * The rows of a certificate

    One to one with [kernel/src/tables.rs] and docs/CERTIFICATE.md, without names; and tables to find them in. Among the definitions
    to read, with [Rows], which makes trees of them. *)
From Verified Require Export Machine.
Set Implicit Arguments.

(** ** Rows *)
Inductive sort_row := IntR | DataR (d : N) (args : list N) | AbstractR (i : N) | OpaqueR (i : N).
Inductive expr_row :=
| BoundR (i s : N) | LocalR (l s : N) | NuR (s : N) | IntegerR (z : Z) | LiteralR (l s : N) | CtorR (s t : N) (args : list N)
| FnR (d : N) (ss args : list N) | PredVarR (p : N) (args : list N) | BinR (o : bin) (a b : N) | DivR (a : N) (k : Z)
| ModR (a : N) (k : Z) | IteR (c a b : N) | TrueR | FalseR | NotR (a : N) | QuantR (q : quant) (s a : N).
Inductive body_row := DirectR (e : N) | CasesR (on : N) (cases : list N) | OpaqueBodyR.
Record datatype_row := DatatypeR { dt_params : N; dt_ctors : list (list N) }.
Record def_row := DefR { dr_sorts : N; dr_params : list N; dr_result : option N; dr_decidable : bool; dr_group : N; dr_body : body_row }.
Record axiom_row := AxiomR { ar_sorts : N; ar_statement : N }.
Inductive param_row := BaseR (s q : N) | FunR (t : N).
Record type_row := TypeR { tr_params : list param_row; tr_requires : N; tr_result : N; tr_ensures : N }.
Inductive fun_row := VarR (l : N) | GlobalFunR (g : N) (ss : list N) | LamR (t c : N) | FixR (t c : N).
Inductive prim_row := IntGenR | BoolGenR | NatGenR | IntRangeR (a b : N) | OpaqueGenR (s : N) | DivOfR (a b : N) | ModOfR (a b : N) | EvalR (e : N).
Inductive arg_row := BaseArgR (e : N) | FunArgR (f : N).
Inductive core_row :=
| RetR (e : N) | ErrR (s : N) | LetER (a b : N) | LetVR (f e : N) | OpR (p : prim_row) | AppR (f : N) (args : list arg_row)
| MatchR (e : N) (bs : list (N * N)).
Record global_row := GlobalR { gr_sorts : N; gr_preds : list (list N); gr_claim : N; gr_body : option N }.
Inductive evidence_row := CheckedR (s : N) | CrossCheckedR | SolverR.
Inductive node_row :=
| TConstR | TVarBaseR | TVarFunR | TErrR | TLetER (a b : N) | TLetVR (a b : N) | TAppOpR | TAppR (f : N) (p : evidence_row)
| TAppFunR (f : N) (args : list N) (p : evidence_row) | TMatchR (i n : N) | TMergeR (a b : N) | TGuardR (e n : N)
| TSubR (e n : N) (p : evidence_row) | TEqR (e n : N) (p : evidence_row) | TFunR (t n : N) | TFixR (t : N) (ms : list N) (n : N)
| TFixRankR (t e n : N) | SubArrR (t n : N) (p : evidence_row) | TPolyTypeR (n : N) | TPolyPredR (n : N) (es : list N)
| ORetR | OErrR | OAppOpR | OLetER (a b : N) | OLetVR (a b : N) | OMatchR (ns : list N) | OGuardR (e n : N) | OSubR (e n : N) (p : evidence_row)
| OAppR (f : N) (p : evidence_row) | OAppFunR (f : N) (args : list N) (p : evidence_row) | OVarFunR | OFunR (t n : N) | OFixR (t n : N)
| OSubArrR (t n : N) (p : evidence_row) | TExactlyR (a b : N).
Inductive leaf_row := LiteralL (i : N) | CongruentL (a b : N) | DivLowL (d : N) | DivHighL (d : N) | CombineL (parts : list (Z * N)) | EqualL (a b i j : N).
Inductive step_row :=
| IntroR (n : N) | SplitR (a b : N) | LeftR (n : N) | RightR (n : N) | WitnessR (t n : N) | ExactR | AbsurdR (n : N) | OrElimR (f a b : N)
| ObtainR (f n : N) | InstR (f t n : N) | ApplyR (f a b : N) | IffPartsR (f n : N) | NotPushR (f n : N) | CaseR (t : N) (ns : list N)
| CutR (f a b : N) | IteSplitR (t a b : N) | UnfoldR (t : N) (c : option N) (n : N) | UnfoldFactR (f : N) (c : option N) (n : N)
| UnfoldGoalR (c : option N) (n : N) | LemmaR (l : N) (ss ts : list N) (n : N) | AxiomStepR (a : N) (ss ts : list N) (n : N)
| HaveR (f a b : N) | InductR (ms : list (N * N)) (ns : list N) | LeafR (fs : list N) (ls : list leaf_row).
Record lemma_row := LemmaRow { lr_sorts : N; lr_statement : N; lr_proof : N }.
Record rows := Rows {
  r_opaque : N; r_literals : N; r_sorts : list sort_row; r_datatypes : list datatype_row; r_exprs : list expr_row;
  r_defs : list def_row; r_axioms : list axiom_row; r_types : list type_row; r_cores : list core_row; r_funs : list fun_row;
  r_globals : list global_row; r_claim : N; r_reading : reading;
  r_sorts2 : list sort_row; r_exprs2 : list expr_row; r_types2 : list type_row; r_nodes : list node_row; r_derivations : list (option N);
  r_lemmas : list lemma_row; r_steps : list step_row }.

(** ** Tables *)
Inductive table A := Empty | Node (l : table A) (x : option A) (r : table A).
Arguments Empty {A}.
Fixpoint find_at {A} (p : positive) (t : table A) : option A :=
  match t, p with
  | Empty, _ => None
  | Node _ x _, xH => x | Node l _ _, xO p => find_at p l | Node _ _ r, xI p => find_at p r
  end.
Fixpoint put_at {A} (p : positive) (v : A) (t : table A) : table A :=
  let '(l, x, r) := match t with Empty => (Empty, None, Empty) | Node l x r => (l, x, r) end in
  match p with xH => Node l (Some v) r | xO p => Node (put_at p v l) x r | xI p => Node l x (put_at p v r) end.
Definition row {A} (t : table A) (i : N) : option A := find_at (N.succ_pos i) t.
Inductive which := WSorts | WDatatypes | WExprs | WDefs | WAxioms | WTypes | WCores | WGlobals | WNodes | WLemmas | WSteps | WDerivations.
Definition result A := (A + (which * N))%type.
(** What the rows stand for, each from the ones before it, numbered on from [i]. *)
Section Build.
  Variables (A R : Type) (w : which) (f : table A -> R -> option A).
  Fixpoint build (rs : list R) (i : N) (t : table A) : result (table A * N) :=
    match rs with
    | [] => inl (t, i)
    | r :: rs => match f t r with Some x => build rs (N.succ i) (put_at (N.succ_pos i) x t) | None => inr (w, i) end
    end.
End Build.
Section Each.
  Variables (A R : Type) (w : which) (f : R -> option A).
  Fixpoint each (rs : list R) (i : N) : result (list A) :=
    match rs with
    | [] => inl []
    | r :: rs => match f r with
        | Some x => match each rs (N.succ i) with inl xs => inl (x :: xs) | inr e => inr e end
        | None => inr (w, i) end
    end.
End Each.
Section Numbered.
  Variables (A R : Type) (w : which) (f : N -> R -> option A).
  Fixpoint numbered (rs : list R) (i : N) : result (list A) :=
    match rs with
    | [] => inl []
    | r :: rs => match f i r with
        | Some x => match numbered rs (N.succ i) with inl xs => inl (x :: xs) | inr e => inr e end
        | None => inr (w, i) end
    end.
End Numbered.
Definition allof {A B} (f : A -> option B) : list A -> option (list B) :=
  fix go xs := match xs with
    | [] => Some []
    | x :: xs => match f x, go xs with Some y, Some ys => Some (y :: ys) | _, _ => None end end.
Notation "'let?' x ':=' e 'in' k" := (match e with Some x => k | None => None end) (at level 200, x pattern, k at level 200).
Notation "'let!' x ':=' e 'in' k" := (match e with inl x => k | inr wrong => inr wrong end) (at level 200, x pattern, k at level 200).
Notation "'check!' b 'in' k" := (if b then k else None) (at level 200, k at level 200).
Definition maybe {A B} (f : A -> option B) (o : option A) : option (option B) :=
  match o with None => Some None | Some x => option_map Some (f x) end.
