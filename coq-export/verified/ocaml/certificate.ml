(* The bytes of a certificate file, as in docs/CERTIFICATE.md, both ways.

   This is not proved. It is checked on each file instead: what was read is written again and compared with the
   file, byte by byte, and so is every hash. The format has exactly one file for a value, so a reader that misread a number
   would have to misread it again in the same way when it writes. Names are kept beside the rows, which have none.

   Not chosen: a reader in Rocq. It would have to be extracted over lists of characters, and what it proves is only that
   writing inverts reading, which is what is checked here. *)

open Checker

exception Bad of string
let bad text = raise (Bad text)

(* ---- numbers ---- *)

let rec positive_of i = if i = 1 then XH else if i land 1 = 0 then XO (positive_of (i lsr 1)) else XI (positive_of (i lsr 1))
let rec of_positive = function XH -> 1 | XO p -> 2 * of_positive p | XI p -> 2 * of_positive p + 1
(* Most numbers are references to rows, and come again and again: small ones are made once, on top of their half, and shared. *)
let shared = Array.make 65536 N0
let rec n_of i =
  if i = 0 then N0
  else if i >= Array.length shared then Npos (positive_of i)
  else
    match shared.(i) with
    | Npos _ as made -> made
    | N0 ->
      let made = match n_of (i lsr 1) with N0 -> XH | Npos half -> if i land 1 = 0 then XO half else XI half in
      shared.(i) <- Npos made;
      shared.(i)
let of_n = function N0 -> 0 | Npos p -> of_positive p
(* 64 bits do not fit into an [int]. *)
let rec positive_of64 i =
  if i = 1L then XH
  else
    let half = Int64.shift_right_logical i 1 in
    if Int64.logand i 1L = 0L then XO (positive_of64 half) else XI (positive_of64 half)
let rec of_positive64 = function
  | XH -> 1L
  | XO p -> Int64.shift_left (of_positive64 p) 1
  | XI p -> Int64.logor (Int64.shift_left (of_positive64 p) 1) 1L
let unsigned i = if i = 0L then Z0 else Zpos (positive_of64 i)
let of_unsigned = function Z0 -> 0L | Zpos p | Zneg p -> of_positive64 p
(* Two's complement: the smallest number is its own negation, whose unsigned value is right. *)
let signed i = if i >= 0L then unsigned i else Zneg (positive_of64 (Int64.neg i))
let of_signed = function Z0 -> 0L | Zpos p -> of_positive64 p | Zneg p -> Int64.neg (of_positive64 p)

(* ---- the layer of values ---- *)

type reader = { text : string; mutable at : int; stop : int }
type 'a codec = { get : reader -> 'a; put : Buffer.t -> 'a -> unit }

let take r count =
  if count < 0 || count > r.stop - r.at then bad "the section ends in the middle of a value";
  let start = r.at in
  r.at <- start + count;
  start
let byte r = Char.code r.text.[take r 1]
let little r count =
  let start = take r count in
  let rec go i value = if i < 0 then value else go (i - 1) (Int64.logor (Int64.shift_left value 8) (Int64.of_int (Char.code r.text.[start + i]))) in
  go (count - 1) 0L
let put_little b count value =
  for i = 0 to count - 1 do
    Buffer.add_char b (Char.chr (Int64.to_int (Int64.logand (Int64.shift_right_logical value (8 * i)) 255L)))
  done
let u64 = {
  get = (fun r -> match byte r with
    | 251 -> little r 2 | 252 -> little r 4 | 253 -> little r 8
    | 254 | 255 -> bad "a number that starts with 254 or 255"
    | small -> Int64.of_int small);
  put = (fun b value ->
    let below limit = Int64.unsigned_compare value limit < 0 in
    if below 251L then Buffer.add_char b (Char.chr (Int64.to_int value))
    else if below 0x10000L then (Buffer.add_char b '\251'; put_little b 2 value)
    else if below 0x100000000L then (Buffer.add_char b '\252'; put_little b 4 value)
    else (Buffer.add_char b '\253'; put_little b 8 value)) }
(* Most numbers of a file are small, and a number of 64 bits is a block of its own: those that fit into an [int] are not made one. *)
let small r =
  match byte r with
  | 251 -> String.get_uint16_le r.text (take r 2)
  | 252 -> Int32.to_int (String.get_int32_le r.text (take r 4)) land 0xFFFFFFFF
  | 253 -> let value = little r 8 in if Int64.unsigned_compare value 0xFFFFFFFFL > 0 then max_int else Int64.to_int value
  | 254 | 255 -> bad "a number that starts with 254 or 255"
  | small -> small
let u32 = {
  get = (fun r ->
    let value = small r in
    if value > 0xFFFFFFFF then bad "a number of more than 32 bits";
    value);
  put = (fun b value ->
    if value < 251 then Buffer.add_char b (Char.chr value)
    else if value < 0x10000 then (Buffer.add_char b '\251'; Buffer.add_uint16_le b value)
    else (Buffer.add_char b '\252'; Buffer.add_int32_le b (Int32.of_int value))) }
let length = {
  get = (fun r ->
    let value = small r in
    (* Every element takes a byte: a length that the bytes do not back up costs nothing. *)
    if value > r.stop - r.at then bad "a length beyond the end of the section";
    value);
  put = u32.put }
let view there back codec = { get = (fun r -> there (codec.get r)); put = (fun b value -> codec.put b (back value)) }
let n = view n_of of_n u32
let coefficient = view unsigned of_unsigned u64
let integer =
  let zigzag i = Int64.logxor (Int64.shift_left i 1) (Int64.shift_right i 63) in
  let back i = Int64.logxor (Int64.shift_right_logical i 1) (Int64.neg (Int64.logand i 1L)) in
  view (fun i -> signed (back i)) (fun z -> zigzag (of_signed z)) u64
let bool = {
  get = (fun r -> match byte r with 0 -> false | 1 -> true | _ -> bad "a truth value that is neither 0 nor 1");
  put = (fun b value -> Buffer.add_char b (if value then '\001' else '\000')) }
let text = {
  get = (fun r -> let count = length.get r in let start = take r count in String.sub r.text start count);
  put = (fun b value -> length.put b (String.length value); Buffer.add_string b value) }
let fixed count = {
  get = (fun r -> let start = take r count in String.sub r.text start count);
  put = Buffer.add_string }
let list codec = {
  get = (fun r ->
    let rec go count done_ = if count = 0 then List.rev done_ else go (count - 1) (codec.get r :: done_) in
    go (length.get r) []);
  put = (fun b values -> length.put b (List.length values); List.iter (codec.put b) values) }
let option codec = {
  get = (fun r -> if bool.get r then Some (codec.get r) else None);
  put = (fun b value -> bool.put b (value <> None); Option.iter (codec.put b) value) }
let pair a c = {
  get = (fun r -> let x = a.get r in (x, c.get r));
  put = (fun b (x, y) -> a.put b x; c.put b y) }
let triple a c d = view (fun (x, (y, z)) -> (x, y, z)) (fun (x, y, z) -> (x, (y, z))) (pair a (pair c d))
let four a c d e = view (fun (x, (y, z, w)) -> (x, y, z, w)) (fun (x, y, z, w) -> (x, (y, z, w))) (pair a (triple c d e))
(* A variant: how to read what follows each number, and the number with what follows it of a value. *)
let variant cases put = {
  get = (fun r ->
    let tag = u32.get r in
    if tag >= Array.length cases then bad "an unknown variant";
    cases.(tag) r);
  put }
let enumeration values =
  variant (Array.map (fun value _ -> value) values) (fun b value ->
    let rec find i = if values.(i) = value then i else find (i + 1) in
    u32.put b (find 0))
let ns = list n
let tagged tag codec b value = u32.put b tag; codec.put b value

(* ---- rows ---- *)

let sort_row = variant
  [| (fun _ -> IntR); (fun r -> let d, args = (pair n ns).get r in DataR (d, args));
     (fun r -> AbstractR (n.get r)); (fun r -> OpaqueR (n.get r)) |]
  (fun b -> function
    | IntR -> u32.put b 0 | DataR (d, args) -> tagged 1 (pair n ns) b (d, args)
    | AbstractR i -> tagged 2 n b i | OpaqueR i -> tagged 3 n b i)
let bin_row = enumeration [| Add; Sub; Mul; Eq0; Le; Lt0; And; Or; Imp; Iff |]
let quant_row = enumeration [| All; Ex |]
let n2 = pair n n
let n3 = triple n n n
let expr_row = variant
  [| (fun r -> let a, b = n2.get r in BoundR (a, b)); (fun r -> let a, b = n2.get r in LocalR (a, b)); (fun r -> NuR (n.get r));
     (fun r -> IntegerR (integer.get r)); (fun r -> let a, b = n2.get r in LiteralR (a, b));
     (fun r -> let s, t, args = (triple n n ns).get r in CtorR (s, t, args));
     (fun r -> let d, ss, args = (triple n ns ns).get r in FnR (d, ss, args));
     (fun r -> let p, args = (pair n ns).get r in PredVarR (p, args));
     (fun r -> let o, a, b = (triple bin_row n n).get r in BinR (o, a, b));
     (fun r -> let a, k = (pair n integer).get r in DivR (a, k)); (fun r -> let a, k = (pair n integer).get r in ModR (a, k));
     (fun r -> let c, a, b = n3.get r in IteR (c, a, b)); (fun _ -> TrueR); (fun _ -> FalseR); (fun r -> NotR (n.get r));
     (fun r -> let q, s, a = (triple quant_row n n).get r in QuantR (q, s, a)) |]
  (fun b -> function
    | BoundR (i, s) -> tagged 0 n2 b (i, s) | LocalR (l, s) -> tagged 1 n2 b (l, s) | NuR s -> tagged 2 n b s
    | IntegerR z -> tagged 3 integer b z | LiteralR (l, s) -> tagged 4 n2 b (l, s)
    | CtorR (s, t, args) -> tagged 5 (triple n n ns) b (s, t, args) | FnR (d, ss, args) -> tagged 6 (triple n ns ns) b (d, ss, args)
    | PredVarR (p, args) -> tagged 7 (pair n ns) b (p, args) | BinR (o, x, y) -> tagged 8 (triple bin_row n n) b (o, x, y)
    | DivR (a, k) -> tagged 9 (pair n integer) b (a, k) | ModR (a, k) -> tagged 10 (pair n integer) b (a, k)
    | IteR (c, x, y) -> tagged 11 n3 b (c, x, y) | TrueR -> u32.put b 12 | FalseR -> u32.put b 13 | NotR a -> tagged 14 n b a
    | QuantR (q, s, a) -> tagged 15 (triple quant_row n n) b (q, s, a))
(* Named rows come with their names: of a datatype, its own and those of its constructors. *)
let datatype_row =
  view (fun (name, params, ctors) -> ((name, List.map fst ctors), { dt_params = params; dt_ctors = List.map snd ctors }))
    (fun ((name, names), row) -> (name, row.dt_params, List.combine names row.dt_ctors))
    (triple text n (list (pair text ns)))
let body_row = variant
  [| (fun r -> DirectR (n.get r)); (fun r -> let on, cases = (pair n ns).get r in CasesR (on, cases)); (fun _ -> OpaqueBodyR) |]
  (fun b -> function DirectR e -> tagged 0 n b e | CasesR (on, cases) -> tagged 1 (pair n ns) b (on, cases) | OpaqueBodyR -> u32.put b 2)
let def_row =
  view (fun ((name, dr_sorts, dr_params), (dr_result, dr_decidable, dr_group, dr_body)) ->
      (name, { dr_sorts; dr_params; dr_result; dr_decidable; dr_group; dr_body }))
    (fun (name, d) -> ((name, d.dr_sorts, d.dr_params), (d.dr_result, d.dr_decidable, d.dr_group, d.dr_body)))
    (pair (triple text n ns) (four (option n) bool n body_row))
let axiom_row =
  view (fun (name, ar_sorts, ar_statement) -> (name, { ar_sorts; ar_statement })) (fun (name, a) -> (name, a.ar_sorts, a.ar_statement))
    (triple text n n)
let param_row = variant
  [| (fun r -> let s, q = n2.get r in BaseR (s, q)); (fun r -> FunR (n.get r)) |]
  (fun b -> function BaseR (s, q) -> tagged 0 n2 b (s, q) | FunR t -> tagged 1 n b t)
let type_row =
  view (fun (tr_params, tr_requires, tr_result, tr_ensures) -> { tr_params; tr_requires; tr_result; tr_ensures })
    (fun t -> (t.tr_params, t.tr_requires, t.tr_result, t.tr_ensures)) (four (list param_row) n n n)
let fun_row = variant
  [| (fun r -> VarR (n.get r)); (fun r -> let g, ss = (pair n ns).get r in GlobalFunR (g, ss));
     (fun r -> let t, c = n2.get r in LamR (t, c)); (fun r -> let t, c = n2.get r in FixR (t, c)) |]
  (fun b -> function
    | VarR l -> tagged 0 n b l | GlobalFunR (g, ss) -> tagged 1 (pair n ns) b (g, ss)
    | LamR (t, c) -> tagged 2 n2 b (t, c) | FixR (t, c) -> tagged 3 n2 b (t, c))
let prim_row = variant
  [| (fun _ -> IntGenR); (fun _ -> BoolGenR); (fun _ -> NatGenR); (fun r -> let x, y = n2.get r in IntRangeR (x, y));
     (fun r -> OpaqueGenR (n.get r)); (fun r -> let x, y = n2.get r in DivOfR (x, y)); (fun r -> let x, y = n2.get r in ModOfR (x, y));
     (fun r -> EvalR (n.get r)) |]
  (fun b -> function
    | IntGenR -> u32.put b 0 | BoolGenR -> u32.put b 1 | NatGenR -> u32.put b 2 | IntRangeR (x, y) -> tagged 3 n2 b (x, y)
    | OpaqueGenR s -> tagged 4 n b s | DivOfR (x, y) -> tagged 5 n2 b (x, y) | ModOfR (x, y) -> tagged 6 n2 b (x, y)
    | EvalR e -> tagged 7 n b e)
let arg_row = variant
  [| (fun r -> BaseArgR (n.get r)); (fun r -> FunArgR (n.get r)) |]
  (fun b -> function BaseArgR e -> tagged 0 n b e | FunArgR f -> tagged 1 n b f)
let core_row = variant
  [| (fun r -> RetR (n.get r)); (fun r -> ErrR (n.get r)); (fun r -> let x, y = n2.get r in LetER (x, y));
     (fun r -> let f, e = n2.get r in LetVR (f, e)); (fun r -> OpR (prim_row.get r));
     (fun r -> let f, args = (pair n (list arg_row)).get r in AppR (f, args));
     (fun r -> let e, bs = (pair n (list n2)).get r in MatchR (e, bs)) |]
  (fun b -> function
    | RetR e -> tagged 0 n b e | ErrR s -> tagged 1 n b s | LetER (x, y) -> tagged 2 n2 b (x, y) | LetVR (f, e) -> tagged 3 n2 b (f, e)
    | OpR p -> tagged 4 prim_row b p | AppR (f, args) -> tagged 5 (pair n (list arg_row)) b (f, args)
    | MatchR (e, bs) -> tagged 6 (pair n (list n2)) b (e, bs))
let global_row =
  view (fun ((name, gr_sorts), (gr_preds, gr_claim, gr_body)) -> (name, { gr_sorts; gr_preds; gr_claim; gr_body }))
    (fun (name, g) -> ((name, g.gr_sorts), (g.gr_preds, g.gr_claim, g.gr_body)))
    (pair (pair text n) (triple (list ns) n (option n)))
let evidence_row = variant
  [| (fun r -> CheckedR (n.get r)); (fun _ -> CrossCheckedR); (fun _ -> SolverR) |]
  (fun b -> function CheckedR s -> tagged 0 n b s | CrossCheckedR -> u32.put b 1 | SolverR -> u32.put b 2)
let nne = triple n n evidence_row
let node_row = variant
  [| (fun _ -> TConstR); (fun _ -> TVarBaseR); (fun _ -> TVarFunR); (fun _ -> TErrR); (fun r -> let x, y = n2.get r in TLetER (x, y));
     (fun r -> let x, y = n2.get r in TLetVR (x, y)); (fun _ -> TAppOpR); (fun r -> let f, e = (pair n evidence_row).get r in TAppR (f, e));
     (fun r -> let f, gs, e = (triple n ns evidence_row).get r in TAppFunR (f, gs, e)); (fun r -> let i, x = n2.get r in TMatchR (i, x));
     (fun r -> let x, y = n2.get r in TMergeR (x, y)); (fun r -> let x, y = n2.get r in TGuardR (x, y));
     (fun r -> let x, y, e = nne.get r in TSubR (x, y, e)); (fun r -> let x, y, e = nne.get r in TEqR (x, y, e));
     (fun r -> let x, y = n2.get r in TFunR (x, y)); (fun r -> let t, ms, x = (triple n ns n).get r in TFixR (t, ms, x));
     (fun r -> let t, e, x = n3.get r in TFixRankR (t, e, x)); (fun r -> let x, y, e = nne.get r in SubArrR (x, y, e));
     (fun r -> TPolyTypeR (n.get r)); (fun r -> let x, es = (pair n ns).get r in TPolyPredR (x, es));
     (fun _ -> ORetR); (fun _ -> OErrR); (fun _ -> OAppOpR); (fun r -> let x, y = n2.get r in OLetER (x, y));
     (fun r -> let x, y = n2.get r in OLetVR (x, y)); (fun r -> OMatchR (ns.get r)); (fun r -> let x, y = n2.get r in OGuardR (x, y));
     (fun r -> let x, y, e = nne.get r in OSubR (x, y, e)); (fun r -> let f, e = (pair n evidence_row).get r in OAppR (f, e));
     (fun r -> let f, gs, e = (triple n ns evidence_row).get r in OAppFunR (f, gs, e)); (fun _ -> OVarFunR);
     (fun r -> let x, y = n2.get r in OFunR (x, y)); (fun r -> let x, y = n2.get r in OFixR (x, y));
     (fun r -> let x, y, e = nne.get r in OSubArrR (x, y, e)); (fun r -> let x, y = n2.get r in TExactlyR (x, y)) |]
  (fun b -> function
    | TConstR -> u32.put b 0 | TVarBaseR -> u32.put b 1 | TVarFunR -> u32.put b 2 | TErrR -> u32.put b 3 | TLetER (x, y) -> tagged 4 n2 b (x, y)
    | TLetVR (x, y) -> tagged 5 n2 b (x, y) | TAppOpR -> u32.put b 6 | TAppR (f, e) -> tagged 7 (pair n evidence_row) b (f, e)
    | TAppFunR (f, gs, e) -> tagged 8 (triple n ns evidence_row) b (f, gs, e) | TMatchR (i, x) -> tagged 9 n2 b (i, x)
    | TMergeR (x, y) -> tagged 10 n2 b (x, y) | TGuardR (x, y) -> tagged 11 n2 b (x, y) | TSubR (x, y, e) -> tagged 12 nne b (x, y, e)
    | TEqR (x, y, e) -> tagged 13 nne b (x, y, e) | TFunR (x, y) -> tagged 14 n2 b (x, y) | TFixR (t, ms, x) -> tagged 15 (triple n ns n) b (t, ms, x)
    | TFixRankR (t, e, x) -> tagged 16 n3 b (t, e, x) | SubArrR (x, y, e) -> tagged 17 nne b (x, y, e) | TPolyTypeR x -> tagged 18 n b x
    | TPolyPredR (x, es) -> tagged 19 (pair n ns) b (x, es)
    | ORetR -> u32.put b 20 | OErrR -> u32.put b 21 | OAppOpR -> u32.put b 22 | OLetER (x, y) -> tagged 23 n2 b (x, y)
    | OLetVR (x, y) -> tagged 24 n2 b (x, y) | OMatchR xs -> tagged 25 ns b xs | OGuardR (x, y) -> tagged 26 n2 b (x, y)
    | OSubR (x, y, e) -> tagged 27 nne b (x, y, e) | OAppR (f, e) -> tagged 28 (pair n evidence_row) b (f, e)
    | OAppFunR (f, gs, e) -> tagged 29 (triple n ns evidence_row) b (f, gs, e) | OVarFunR -> u32.put b 30 | OFunR (x, y) -> tagged 31 n2 b (x, y)
    | OFixR (x, y) -> tagged 32 n2 b (x, y) | OSubArrR (x, y, e) -> tagged 33 nne b (x, y, e) | TExactlyR (x, y) -> tagged 34 n2 b (x, y))
let n4 = four n n n n
let leaf_row = variant
  [| (fun r -> LiteralL (n.get r)); (fun r -> let x, y = n2.get r in CongruentL (x, y)); (fun r -> DivLowL (n.get r));
     (fun r -> DivHighL (n.get r)); (fun r -> CombineL ((list (pair coefficient n)).get r));
     (fun r -> let x, y, i, j = n4.get r in EqualL (x, y, i, j)) |]
  (fun b -> function
    | LiteralL i -> tagged 0 n b i | CongruentL (x, y) -> tagged 1 n2 b (x, y) | DivLowL d -> tagged 2 n b d | DivHighL d -> tagged 3 n b d
    | CombineL parts -> tagged 4 (list (pair coefficient n)) b parts | EqualL (x, y, i, j) -> tagged 5 n4 b (x, y, i, j))
let known = four n ns ns n
let unfold = triple n (option n) n
let step_row = variant
  [| (fun r -> IntroR (n.get r)); (fun r -> let x, y = n2.get r in SplitR (x, y)); (fun r -> LeftR (n.get r)); (fun r -> RightR (n.get r));
     (fun r -> let x, y = n2.get r in WitnessR (x, y)); (fun _ -> ExactR); (fun r -> AbsurdR (n.get r));
     (fun r -> let f, x, y = n3.get r in OrElimR (f, x, y)); (fun r -> let f, x = n2.get r in ObtainR (f, x));
     (fun r -> let f, t, x = n3.get r in InstR (f, t, x)); (fun r -> let f, x, y = n3.get r in ApplyR (f, x, y));
     (fun r -> let f, x = n2.get r in IffPartsR (f, x)); (fun r -> let f, x = n2.get r in NotPushR (f, x));
     (fun r -> let t, xs = (pair n ns).get r in CaseR (t, xs)); (fun r -> let f, x, y = n3.get r in CutR (f, x, y));
     (fun r -> let t, x, y = n3.get r in IteSplitR (t, x, y)); (fun r -> let t, c, x = unfold.get r in UnfoldR (t, c, x));
     (fun r -> let f, c, x = unfold.get r in UnfoldFactR (f, c, x)); (fun r -> let c, x = (pair (option n) n).get r in UnfoldGoalR (c, x));
     (fun r -> let l, ss, ts, x = known.get r in LemmaR (l, ss, ts, x)); (fun r -> let a, ss, ts, x = known.get r in AxiomStepR (a, ss, ts, x));
     (fun r -> let f, x, y = n3.get r in HaveR (f, x, y)); (fun r -> let ms, xs = (pair (list n2) ns).get r in InductR (ms, xs));
     (fun r -> let fs, ls = (pair ns (list leaf_row)).get r in LeafR (fs, ls)) |]
  (fun b -> function
    | IntroR x -> tagged 0 n b x | SplitR (x, y) -> tagged 1 n2 b (x, y) | LeftR x -> tagged 2 n b x | RightR x -> tagged 3 n b x
    | WitnessR (x, y) -> tagged 4 n2 b (x, y) | ExactR -> u32.put b 5 | AbsurdR x -> tagged 6 n b x | OrElimR (f, x, y) -> tagged 7 n3 b (f, x, y)
    | ObtainR (f, x) -> tagged 8 n2 b (f, x) | InstR (f, t, x) -> tagged 9 n3 b (f, t, x) | ApplyR (f, x, y) -> tagged 10 n3 b (f, x, y)
    | IffPartsR (f, x) -> tagged 11 n2 b (f, x) | NotPushR (f, x) -> tagged 12 n2 b (f, x) | CaseR (t, xs) -> tagged 13 (pair n ns) b (t, xs)
    | CutR (f, x, y) -> tagged 14 n3 b (f, x, y) | IteSplitR (t, x, y) -> tagged 15 n3 b (t, x, y) | UnfoldR (t, c, x) -> tagged 16 unfold b (t, c, x)
    | UnfoldFactR (f, c, x) -> tagged 17 unfold b (f, c, x) | UnfoldGoalR (c, x) -> tagged 18 (pair (option n) n) b (c, x)
    | LemmaR (l, ss, ts, x) -> tagged 19 known b (l, ss, ts, x) | AxiomStepR (a, ss, ts, x) -> tagged 20 known b (a, ss, ts, x)
    | HaveR (f, x, y) -> tagged 21 n3 b (f, x, y) | InductR (ms, xs) -> tagged 22 (pair (list n2) ns) b (ms, xs)
    | LeafR (fs, ls) -> tagged 23 (pair ns (list leaf_row)) b (fs, ls))
let lemma_row =
  view (fun (name, lr_sorts, lr_statement, lr_proof) -> (name, { lr_sorts; lr_statement; lr_proof }))
    (fun (name, l) -> (name, l.lr_sorts, l.lr_statement, l.lr_proof)) (four text n n n)

(* ---- sections ---- *)

let meta = pair text text
let theory = pair (triple (list text) (list text) (list sort_row)) (four (list datatype_row) (list expr_row) (list def_row) (list axiom_row))
let program = triple (list type_row) (list core_row) (list fun_row)
let claims = view (fun (globals, claim) -> (globals, claim, Every)) (fun (globals, claim, _) -> (globals, claim)) (pair (list global_row) n)
let kinded_claims = triple (list global_row) n (enumeration [| Every; Only; Exactly |])
let derivations = pair (triple (list sort_row) (list expr_row) (list type_row)) (pair (list node_row) (list (option n)))
let evidence = pair (list lemma_row) (list step_row)
let span = option (pair u32 u32)
(* Of the source map only the names matter here: of functions' parameters, of bound variables. *)
let source_map =
  let def_source = triple span (list text) (list (list text)) in
  let global_source = pair (pair span span) (triple (list text) (list text) (list text)) in
  let core_source = pair span (list (list text)) in
  let fun_source = triple span (option text) (list text) in
  pair
    (pair (pair text text) (four (list span) (list def_source) (list span) (list global_source)))
    (pair (four (list core_source) (list fun_source) (list span) (list span))
       (pair (list (pair u32 text)) (list (pair u32 (list text)))))

(* What a file says, with its names. *)
type t = {
  rows : rows; producer : string; opaque_sorts : string list; literals : string list;
  datatype_names : (string * string list) list; def_names : string list; axiom_names : string list; lemma_names : string list;
  global_names : string list;
  (* parameters, sort parameters and predicate variables of the globals *)
  global_sources : (string list * string list * string list) list;
  binders : (int * string) list; type_params : (int * string list) list }

(* Reads a section to its end and compares it with what is written of it. *)
let section name codec file start count =
  let r = { text = file; at = start; stop = start + count } in
  let value = codec.get r in
  if r.at <> r.stop then bad (Printf.sprintf "something follows the value of the section %s" name);
  let b = Buffer.create count in
  codec.put b value;
  if Buffer.contents b <> String.sub file start count then
    bad (Printf.sprintf "the section %s is not what is written of it" name);
  value

(* A claim is there to be read together with what it needs, and with nothing else: a function beside it would be shown, and checked, and
   have nothing to do with it. Rows that refer to nothing are left to the checker. *)
let only_needed globals cores funs claim =
  let globals = Array.of_list globals and cores = Array.of_list cores and funs = Array.of_list funs in
  let table rows = Array.make (Array.length rows) false in
  let needed = table globals and seen_cores = table cores and seen_funs = table funs in
  let open_ = Stack.create () in
  let visit seen i = i < Array.length seen && not seen.(i) && (seen.(i) <- true; true) in
  let core i = Stack.push (`Core (of_n i)) open_ and fn i = Stack.push (`Fun (of_n i)) open_ in
  Stack.push (`Global (of_n claim)) open_;
  while not (Stack.is_empty open_) do
    match Stack.pop open_ with
    | `Global g -> if visit needed g then Option.iter fn globals.(g).gr_body
    | `Fun f ->
      if visit seen_funs f then (match funs.(f) with
        | VarR _ -> () | GlobalFunR (g, _) -> Stack.push (`Global (of_n g)) open_ | LamR (_, c) | FixR (_, c) -> core c)
    | `Core c ->
      if visit seen_cores c then (match cores.(c) with
        | RetR _ | ErrR _ | OpR _ -> () | LetER (a, b) -> core a; core b | LetVR (f, e) -> fn f; core e
        | AppR (f, args) -> fn f; List.iter (function BaseArgR _ -> () | FunArgR f -> fn f) args
        | MatchR (_, branches) -> List.iter (fun (_, body) -> core body) branches)
  done;
  Array.iteri (fun g needed -> if not needed then
    bad (Printf.sprintf "the claim, global %d, does not need global %d; a certificate has no other functions" (of_n claim) g)) needed

let magic = "\x89COV\r\n\x1a\n"
(* From version 3 on the source text may be in a file beside it (3 and 5), which is not needed here, and from version 4 on the claim says
   `only` or `exactly`. *)
let oldest_version = 2L
let first_version_of_kinds = 4L
let newest_version = 5L
let most_bytes = 64 * 1024 * 1024

let read file =
  let total = String.length file in
  if total > most_bytes then bad "the file has more than 64 MiB";
  if total < 480 || String.sub file 0 8 <> magic then bad "this is not a certificate file";
  let number count at = little { text = file; at; stop = total } count in
  let found = number 4 8 in
  if found < oldest_version || found > newest_version then
    bad (Printf.sprintf "format version %Ld; this checker reads versions %Ld to %Ld" found oldest_version newest_version);
  let of_kinds = found >= first_version_of_kinds in
  if number 4 12 <> 9L then bad "a certificate has nine sections";
  if Blake3.hash (String.sub file 0 448) <> String.sub file 448 32 then bad "the header is damaged: its hash does not match";
  let at = ref 480 in
  let place kind =
    let entry = 16 + 48 * (kind - 1) in
    if number 4 entry <> Int64.of_int kind || number 4 (entry + 4) <> 0L then bad "sections are missing or not in order";
    let count = number 8 (entry + 8) in
    if Int64.unsigned_compare count (Int64.of_int (total - !at)) > 0 then bad "the file is shorter than its sections";
    let start, count = !at, Int64.to_int count in
    at := start + count;
    if Blake3.hash (String.sub file start count) <> String.sub file (entry + 16) 32 then
      bad (Printf.sprintf "section %d is damaged: its hash does not match" kind);
    (start, count) in
  let places = Array.init 9 (fun i -> place (i + 1)) in
  if !at <> total then bad "something follows the last section";
  let get kind name codec = let start, count = places.(kind - 1) in section name codec file start count in
  let producer, _ = get 1 "meta" meta in
  let (opaque_sorts, literals, r_sorts), (datatypes, r_exprs, defs, axioms) = get 2 "theory" theory in
  let r_types, r_cores, r_funs = get 3 "program" program in
  let globals, r_claim, r_reading = get 4 "claims" (if of_kinds then kinded_claims else claims) in
  if of_kinds && r_reading = Every then bad "a claim that says `every` in a file of a version for other claims";
  let (r_sorts2, r_exprs2, r_types2), (r_nodes, r_derivations) = get 5 "derivations" derivations in
  let of_other_kinds = function
    | ORetR | OErrR | OAppOpR | OLetER _ | OLetVR _ | OMatchR _ | OGuardR _ | OSubR _ | OAppR _ | OAppFunR _ | OVarFunR | OFunR _ | OFixR _
    | OSubArrR _ | TExactlyR _ -> true
    | _ -> false in
  if not of_kinds && List.exists of_other_kinds r_nodes then bad "a node is for claims of what is returned only, which this one is not";
  let lemmas, r_steps = get 6 "evidence" evidence in
  let ((_, source_text), (_, _, _, sources)), (_, (binders, type_params)) = get 8 "source map" source_map in
  if Int64.rem found 2L = 1L && source_text <> "" then bad "a certificate with its source text beside it has none in it";
  let second l = List.map snd l and first l = List.map fst l in
  only_needed (second globals) r_cores r_funs r_claim;
  let r_opaque = n_of (List.length opaque_sorts) and r_literals = n_of (List.length literals) in
  { rows = { r_opaque; r_literals; r_sorts; r_datatypes = second datatypes; r_exprs; r_defs = second defs; r_axioms = second axioms;
      r_types; r_cores; r_funs; r_globals = second globals; r_claim; r_reading; r_sorts2; r_exprs2; r_types2; r_nodes; r_derivations;
      r_lemmas = second lemmas; r_steps };
    producer; opaque_sorts; literals; datatype_names = first datatypes; def_names = first defs; axiom_names = first axioms;
    lemma_names = first lemmas; global_names = first globals; global_sources = second sources; binders; type_params }
