//! Datatypes, predicates, lemmas and generators in the notation of `theory`.

pub(super) const THEORY: &str = "
(data list (nil) (cons int list))
(data tree (leaf) (node int tree tree))
(data rbt (rleaf) (rnode bool rbt int rbt))
(data queue (q list list))
(data bq (bqc int list int list))
(data lhp (lleaf) (lnode int int lhp lhp))
(data expr (num int) (var int) (neg expr) (add expr expr) (mul expr expr))
(data col (r) (g) (b))
(data clist (cnil) (ccons col clist))
(data stream (snil) (scons int lazy))
(data lazy (lazyc stream))
(data instr (push int) (pop) (plus))
(data prog (pnil) (pcons instr prog))
(def len ((l list)) int (case l ((nil) 0) ((cons x t) (+ 1 (len t)))))
(pred mem ((l list) (u int)) (case l ((nil) false) ((cons x t) (or (= x u) (mem t u)))))
(pred hd_ge ((x int) (l list)) (case l ((nil) true) ((cons y t) (<= x y))))
(pred sorted ((l list)) (case l ((nil) true) ((cons y t) (and (hd_ge y t) (sorted t)))))
(pred uniq ((l list)) (case l ((nil) true) ((cons y t) (and (not (mem t y)) (uniq t)))))
(pred hd_gt ((x int) (l list)) (case l ((nil) true) ((cons y t) (< x y))))
(pred sincr ((l list)) (case l ((nil) true) ((cons y t) (and (hd_gt y t) (sincr t)))))
(pred all_even ((l list)) (case l ((nil) true) ((cons y t) (and (= (mod y 2) 0) (all_even t)))))
(def max ((x int) (y int)) int (ite (<= x y) y x))
(def depth ((t tree)) int (case t ((leaf) 0) ((node x l r) (+ 1 (max (depth l) (depth r))))))
(pred complete ((t tree)) (case t ((leaf) true)
  ((node x l r) (and (= (depth l) (depth r)) (complete l) (complete r)))))
(pred tmem ((t tree) (u int)) (case t ((leaf) false) ((node x l r) (or (= x u) (tmem l u) (tmem r u)))))
(pred all_lt ((t tree) (u int)) (case t ((leaf) true) ((node x l r) (and (< x u) (all_lt l u) (all_lt r u)))))
(pred all_gt ((t tree) (u int)) (case t ((leaf) true) ((node x l r) (and (< u x) (all_gt l u) (all_gt r u)))))
(pred bst ((t tree)) (case t ((leaf) true)
  ((node x l r) (and (all_lt l x) (all_gt r x) (bst l) (bst r)))))
(pred? bstq ((t tree)) (case t ((leaf) true)
  ((node x l r) (and (all ((u int)) (=> (tmem l u) (< u x))) (all ((u int)) (=> (tmem r u) (< x u)))
                (bstq l) (bstq r)))))
(pred root_le ((t tree) (u int)) (case t ((leaf) true) ((node x l r) (<= x u))))
(pred heap ((t tree)) (case t ((leaf) true)
  ((node x l r) (and (root_le l x) (root_le r x) (heap l) (heap r)))))
(pred isred ((t rbt)) (case t ((rleaf) false) ((rnode c l x r) (= c tt))))
(pred nrr ((t rbt)) (case t ((rleaf) true)
  ((rnode c l x r) (and (=> (= c tt) (and (not (isred l)) (not (isred r)))) (nrr l) (nrr r)))))
(def nb ((t rbt)) int (case t ((rleaf) 0)
  ((rnode c l x r) (ite (and (= (nb l) (nb r)) (<= 0 (nb l))) (ite (= c tt) (nb l) (+ 1 (nb l))) -1))))
(def rank ((t lhp)) int (case t ((lleaf) 0) ((lnode k x l r) k)))
(pred lleft ((t lhp)) (case t ((lleaf) true)
  ((lnode k x l r) (and (= k (+ 1 (rank r))) (<= (rank r) (rank l)) (lleft l) (lleft r)))))
(def ldepth ((t lhp)) int (case t ((lleaf) 0) ((lnode k x l r) (+ 1 (max (ldepth l) (ldepth r))))))
(def height ((e expr)) int (case e ((num n) 1) ((var n) 1) ((neg a) (+ 1 (height a)))
  ((add a b) (+ 1 (max (height a) (height b)))) ((mul a b) (+ 1 (max (height a) (height b))))))
(def clen ((l clist)) int (case l ((cnil) 0) ((ccons c t) (+ 1 (clen t)))))
(pred hd_ne ((x col) (l clist)) (case l ((cnil) true) ((ccons c t) (not (= x c)))))
(pred noadj ((l clist)) (case l ((cnil) true) ((ccons c t) (and (hd_ne c t) (noadj t)))))
(pred bqok ((v queue) (s int)) (case v ((q f r) (and (<= (len f) s) (<= (len r) (len f))))))
(pred bkok ((v bq) (s int)) (case v
  ((bqc n f m r) (and (= n (len f)) (= m (len r)) (<= m n) (<= n s)))))
(def slen/1 ((t stream)) int (case t ((snil) 0) ((scons x r) (+ 1 (llen r)))))
(def llen/1 ((t lazy)) int (case t ((lazyc s) (slen s))))
(def plen ((p prog)) int (case p ((pnil) 0) ((pcons i r) (+ 1 (plen r)))))
(pred runs_on ((i instr) (more bool) (h int) (less bool)) (case i
  ((push n) (= more tt)) ((pop) (and (<= 1 h) (= less tt))) ((plus) (and (<= 2 h) (= less tt)))))
(pred runs ((p prog) (h int)) (case p ((pnil) true)
  ((pcons i r) (runs_on i (ite (runs r (+ h 1)) tt ff) h (ite (runs r (- h 1)) tt ff)))))
(lemma plen_nn (all ((p prog)) (<= 0 (plen p))))
(lemma slen_nn (all ((t stream)) (<= 0 (slen t))))
(lemma len_nn (all ((l list)) (<= 0 (len l))))
(lemma depth_nn (all ((t tree)) (<= 0 (depth t))))
(lemma ldepth_nn (all ((t lhp)) (<= 0 (ldepth t))))
(lemma height_pos (all ((e expr)) (<= 1 (height e))))
(lemma clen_nn (all ((l clist)) (<= 0 (clen l))))
(lemma rank_nn (all ((t lhp)) (=> (lleft t) (<= 0 (rank t)))))
(lemma sorted_mem (all ((l list) (x int) (u int)) (=> (and (sorted l) (hd_ge x l) (mem l u)) (<= x u))))
(lemma sincr_mem (all ((l list) (x int) (u int)) (=> (and (sincr l) (hd_gt x l) (mem l u)) (< x u))))
(lemma all_lt_elim (all ((t tree) (x int) (u int)) (=> (and (all_lt t x) (tmem t u)) (< u x))))
(lemma all_gt_elim (all ((t tree) (x int) (u int)) (=> (and (all_gt t x) (tmem t u)) (< x u))))
(lemma heap_mem (all ((t tree) (x int) (u int)) (=> (and (heap t) (root_le t x) (tmem t u)) (<= u x))))
(lemma max_ub (all ((x int) (y int)) (and (<= x (max x y)) (<= y (max x y)))))
(lemma all_lt_intro (all ((t tree) (x int)) (=> (all ((u int)) (=> (tmem t u) (< u x))) (all_lt t x))))
";

pub(super) const GENERATORS: &str = "
(gen SizedList ((s int)) list (<= 0 s) (<= (len v) s) s
  (if (= s 0) (ret nil) (coin (ret nil) (let n int int (let t list (call SizedList (- s 1)) (ret (cons n t)))))))
(gen ExactList ((s int)) list (<= 0 s) (= (len v) s) s
  (if (= s 0) (ret nil) (let n int int (let t list (call ExactList (- s 1)) (ret (cons n t))))))
(gen SortedList ((s int) (x int)) list (<= 0 s) (and (<= (len v) s) (sorted v) (hd_ge x v)) s
  (if (= s 0) (ret nil) (coin (ret nil) (let y int int
    (if (<= x y) (let t list (call SortedList (- s 1) y) (ret (cons y t))) err)))))
(gen SortedListQ ((s int) (x int)) list (<= 0 s)
  (and (= (len v) s) (sorted v) (all ((u int)) (=> (mem v u) (<= x u)))) s
  (if (= s 0) (ret nil) (let y int int
    (if (<= x y) (let t list (call SortedListQ (- s 1) y) (ret (cons y t))) err))))
(gen UniqueList ((s int)) list (<= 0 s) (and (= (len v) s) (uniq v)) s
  (if (= s 0) (ret nil) (let t list (call UniqueList (- s 1)) (let x int int
    (if (mem t x) err (ret (cons x t)))))))
(gen SizedTree ((s int)) tree (<= 0 s) (<= (depth v) s) s
  (if (= s 0) (ret leaf) (coin (ret leaf) (let x int int (let l tree (call SizedTree (- s 1))
    (let r tree (call SizedTree (- s 1)) (ret (node x l r))))))))
(gen CompleteTree ((s int)) tree (<= 0 s) (and (= (depth v) s) (complete v)) s
  (if (= s 0) (ret leaf) (let x int int (let l tree (call CompleteTree (- s 1))
    (let r tree (call CompleteTree (- s 1)) (ret (node x l r)))))))
(gen SizedBST ((s int) (lo int) (hi int)) tree (and (<= 0 s) (<= lo hi))
  (and (bst v) (<= (depth v) s) (all ((u int)) (=> (tmem v u) (and (< lo u) (< u hi))))) s
  (if (= s 0) (ret leaf) (coin (ret leaf) (if (<= hi (+ lo 1)) (ret leaf)
    (let x int (range (+ lo 1) (- hi 1)) (let l tree (call SizedBST (- s 1) lo x)
      (let r tree (call SizedBST (- s 1) x hi) (ret (node x l r)))))))))
(gen SizedBSTQ ((s int) (lo int) (hi int)) tree (and (<= 0 s) (<= lo hi))
  (and (bstq v) (<= (depth v) s) (all ((u int)) (=> (tmem v u) (and (< lo u) (< u hi))))) s
  (if (= s 0) (ret leaf) (coin (ret leaf) (if (<= hi (+ lo 1)) (ret leaf)
    (let x int (range (+ lo 1) (- hi 1)) (let l tree (call SizedBSTQ (- s 1) lo x)
      (let r tree (call SizedBSTQ (- s 1) x hi) (ret (node x l r)))))))))
(gen SizedSet ((s int) (lo int) (hi int)) tree (and (<= 0 s) (<= lo hi))
  (and (bst v) (<= (depth v) s) (all_gt v lo) (all_lt v hi)) s
  (if (= s 0) (ret leaf) (coin (ret leaf) (if (<= hi (+ lo 1)) (ret leaf)
    (let x int (range (+ lo 1) (- hi 1)) (let l tree (call SizedSet (- s 1) lo x)
      (let r tree (call SizedSet (- s 1) x hi) (ret (node x l r)))))))))
(gen UnbalanceSet ((s int) (lo int) (hi int)) tree (<= 0 s)
  (and (bst v) (<= (depth v) s) (all ((u int)) (=> (tmem v u) (and (< lo u) (< u hi))))) s
  (if (or (= s 0) (<= hi (+ lo 1))) (ret leaf) (coin (ret leaf) (let x int int
    (if (and (< lo x) (< x hi)) (let l tree (call UnbalanceSet (- s 1) lo x)
      (let r tree (call UnbalanceSet (- s 1) x hi) (ret (node x l r)))) err)))))
(gen RedBlackTree ((inv int) (c bool) (h int)) rbt
  (and (<= 0 h) (=> (= c tt) (= inv (* 2 h))) (=> (= c ff) (= inv (+ (* 2 h) 1))))
  (and (= (nb v) h) (nrr v) (=> (= c tt) (not (isred v)))) inv
  (if (= h 0)
    (if (= c tt) (ret rleaf) (coin (ret rleaf) (let x int int (ret (rnode tt rleaf x rleaf)))))
    (if (= c tt)
      (let l rbt (call RedBlackTree (- inv 1) ff (- h 1)) (let r rbt (call RedBlackTree (- inv 1) ff (- h 1))
        (let x int int (ret (rnode ff l x r)))))
      (coin
        (let l rbt (call RedBlackTree (- inv 1) tt h) (let r rbt (call RedBlackTree (- inv 1) tt h)
          (let x int int (ret (rnode tt l x r)))))
        (let l rbt (call RedBlackTree (- inv 2) ff (- h 1)) (let r rbt (call RedBlackTree (- inv 2) ff (- h 1))
          (let x int int (ret (rnode ff l x r)))))))))
(gen BatchedQueue ((s int)) queue (<= 0 s) (bqok v s) 0
  (let f list (call SizedList s) (let n int (ret (len f)) (let r list (call SizedList n) (ret (q f r))))))
(gen BankersQueue ((s int)) bq (<= 0 s) (bkok v s) 0
  (let n int (range 0 s) (let f list (call ExactList n) (let m int (range 0 n)
    (let r list (call ExactList m) (ret (bqc n f m r)))))))
(gen SizedHeap ((s int) (m int)) tree (<= 0 s) (and (heap v) (<= (depth v) s) (root_le v m)) s
  (if (= s 0) (ret leaf) (coin (ret leaf) (let x int int (if (<= x m)
    (let l tree (call SizedHeap (- s 1) x) (let r tree (call SizedHeap (- s 1) x) (ret (node x l r)))) err)))))
(gen SizedHeapQ ((s int) (m int)) tree (<= 0 s)
  (and (heap v) (<= (depth v) s) (all ((u int)) (=> (tmem v u) (<= u m)))) s
  (if (= s 0) (ret leaf) (coin (ret leaf) (let x int int (if (<= x m)
    (let l tree (call SizedHeapQ (- s 1) x) (let r tree (call SizedHeapQ (- s 1) x) (ret (node x l r)))) err)))))
(gen LeftistHeap ((s int)) lhp (<= 0 s) (and (lleft v) (<= (ldepth v) s)) s
  (if (= s 0) (ret lleaf) (coin (ret lleaf) (let x int int (let l lhp (call LeftistHeap (- s 1))
    (let r lhp (call LeftistHeap (- s 1)) (let a int (ret (rank r)) (let b int (ret (rank l))
      (if (<= a b) (let k int (ret (+ 1 a)) (ret (lnode k x l r)))
                   (let k int (ret (+ 1 b)) (ret (lnode k x r l))))))))))))
(gen Expr ((s int)) expr (<= 1 s) (<= (height v) s) s
  (if (<= s 1)
    (coin (let n int int (ret (num n))) (let n int int (ret (var n))))
    (coin (coin (let n int int (ret (num n))) (let n int int (ret (var n))))
      (coin (let a expr (call Expr (- s 1)) (ret (neg a)))
        (coin (let a expr (call Expr (- s 1)) (let b expr (call Expr (- s 1)) (ret (add a b))))
              (let a expr (call Expr (- s 1)) (let b expr (call Expr (- s 1)) (ret (mul a b)))))))))
(gen NoAdj ((s int) (p col)) clist (<= 0 s) (and (= (clen v) s) (noadj v) (hd_ne p v)) s
  (if (= s 0) (ret cnil) (let x col
    (match p ((r) (coin (ret g) (ret b))) ((g) (coin (ret r) (ret b))) ((b) (coin (ret r) (ret g))))
    (let t clist (call NoAdj (- s 1) x) (ret (ccons x t))))))
(gen StrictIncr ((s int) (lo int)) list (<= 0 s)
  (and (= (len v) s) (sincr v) (all ((u int)) (=> (mem v u) (< lo u)))) s
  (if (= s 0) (ret nil) (let y int int (if (< lo y)
    (let t list (call StrictIncr (- s 1) y) (ret (cons y t))) err))))
(gen RangeList ((s int) (lo int) (hi int)) list (<= 0 s)
  (and (= (len v) s) (all ((u int)) (=> (mem v u) (and (<= lo u) (<= u hi))))) s
  (if (= s 0) (ret nil) (let x int (range lo hi) (let t list (call RangeList (- s 1) lo hi) (ret (cons x t))))))
(gen Evens ((s int)) list (<= 0 s) (and (< 0 (len v)) (<= (len v) (+ s 1)) (all_even v)) s
  (if (= s 0) (let k int int (let d int (ret (* 2 k)) (ret (cons d nil))))
    (coin (let k int int (let d int (ret (* 2 k)) (ret (cons d nil))))
      (let k int int (let d int (ret (* 2 k)) (let t list (call Evens (- s 1)) (ret (cons d t))))))))
(gen InsertHead ((s int)) list (< 0 s) (= (len v) s) 0
  (let l list (call ExactList s) (match l ((nil) err)
    ((cons h t) (let d int int (let e int (ret (+ h d)) (ret (cons e t))))))))
(gen Stream ((s int)) stream (<= 0 s) (<= (slen v) s) s
  (if (= s 0) (ret snil) (coin (ret snil) (let n int int (let r stream (call Stream (- s 1))
    (ret (scons n (lazyc r))))))))
(gen LastOfSorted ((s int)) list (<= 0 s) (and (= (len v) s) (sorted v)) s
  (if (= s 0) (ret nil) (let l list (call LastOfSorted (- s 1)) (match l
    ((nil) (let k int int (ret (cons k nil))))
    ((cons y t) (let d int (range 0 1000000) (let z int int (if (<= z y) (ret (cons z (cons y t))) err))))))))
(gen SortedBackwards ((s int)) list (<= 0 s) (and (= (len v) s) (sorted v)) s
  (if (= s 0) (ret nil) (let l list (call SortedBackwards (- s 1)) (match l
    ((nil) (let k int int (ret (cons k nil))))
    ((cons y t) (let z int (let d int nat (ret (- y d))) (ret (cons z (cons y t)))))))))
(gen StackProgram ((s int) (h int)) prog (and (<= 0 s) (<= 0 h)) (and (= (plen v) s) (runs v h)) s
  (if (= s 0) (ret pnil) (let c bool (if (= h 0) (ret tt) bool) (if (= c tt)
    (let n int int (let r prog (call StackProgram (- s 1) (+ h 1)) (ret (pcons (push n) r))))
    (let d bool (if (= h 1) (ret tt) bool) (if (= d tt)
      (let r prog (call StackProgram (- s 1) (- h 1)) (ret (pcons pop r)))
      (let r prog (call StackProgram (- s 1) (- h 1)) (ret (pcons plus r)))))))))
(gen ThreeWay ((x int)) int true true 0
  (let y int int (if (< y x) (ret y) (if (= y x) (ret x) (ret y)))))
";

pub(super) const COMPLETE: &[&str] = &[
    "SizedList",
    "ExactList",
    "SortedList",
    "SortedListQ",
    "UniqueList",
    "SizedTree",
    "CompleteTree",
    "SizedBST",
    "SizedBSTQ",
    "SizedSet",
    "UnbalanceSet",
    "RedBlackTree",
    "BatchedQueue",
    "BankersQueue",
    "SizedHeap",
    "SizedHeapQ",
    "LeftistHeap",
    "Expr",
    "NoAdj",
    "StrictIncr",
    "RangeList",
    "Evens",
    "InsertHead",
    "Stream",
    "LastOfSorted",
    "SortedBackwards",
    "StackProgram",
    "ThreeWay",
];

/// Variants that miss values; none may be proved.
pub(super) const INCOMPLETE: &str = "
(gen ListNoNil ((s int)) list (<= 0 s) (<= (len v) s) s
  (if (= s 0) (ret nil) (let n int int (let t list (call ListNoNil (- s 1)) (ret (cons n t))))))
(gen ListFixed ((s int)) list (<= 0 s) (<= (len v) s) s
  (if (= s 0) (ret nil) (coin (ret nil) (let t list (call ListFixed (- s 1)) (ret (cons 0 t))))))
(gen ListByTwo ((s int)) list (<= 0 s) (= (len v) s) s
  (if (= s 0) (ret nil) (let n int int (let t list (call ListByTwo (- s 2)) (ret (cons n t))))))
(gen ListNotSmaller ((s int)) list (<= 0 s) (<= (len v) s) s
  (if (= s 0) (ret nil) (coin (ret nil) (let n int int (let t list (call ListNotSmaller s) (ret (cons n t)))))))
(gen SortedStrict ((s int) (x int)) list (<= 0 s) (and (<= (len v) s) (sorted v) (hd_ge x v)) s
  (if (= s 0) (ret nil) (coin (ret nil) (let y int int
    (if (< x y) (let t list (call SortedStrict (- s 1) y) (ret (cons y t))) err)))))
(gen UniqueNoZero ((s int)) list (<= 0 s) (and (= (len v) s) (uniq v)) s
  (if (= s 0) (ret nil) (let t list (call UniqueNoZero (- s 1)) (let x int int
    (if (or (mem t x) (= x 0)) err (ret (cons x t)))))))
(gen TreePerfect ((s int)) tree (<= 0 s) (= (depth v) s) s
  (if (= s 0) (ret leaf) (let x int int (let l tree (call TreePerfect (- s 1))
    (let r tree (call TreePerfect (- s 1)) (ret (node x l r)))))))
(gen TreeLeftShort ((s int)) tree (<= 0 s) (<= (depth v) s) s
  (if (= s 0) (ret leaf) (coin (ret leaf) (let x int int (let l tree (call TreeLeftShort (- s 2))
    (let r tree (call TreeLeftShort (- s 1)) (ret (node x l r))))))))
(gen CompleteSame ((s int)) tree (<= 0 s) (and (= (depth v) s) (complete v)) s
  (if (= s 0) (ret leaf) (let x int int (let l tree (call CompleteSame (- s 1)) (ret (node x l l))))))
(gen BstLow ((s int) (lo int) (hi int)) tree (and (<= 0 s) (<= lo hi))
  (and (bst v) (<= (depth v) s) (all ((u int)) (=> (tmem v u) (and (< lo u) (< u hi))))) s
  (if (= s 0) (ret leaf) (coin (ret leaf) (if (<= hi (+ lo 1)) (ret leaf)
    (let x int (range (+ lo 2) (- hi 1)) (let l tree (call BstLow (- s 1) lo x)
      (let r tree (call BstLow (- s 1) x hi) (ret (node x l r)))))))))
(gen BstTight ((s int) (lo int) (hi int)) tree (and (<= 0 s) (<= lo hi))
  (and (bst v) (<= (depth v) s) (all ((u int)) (=> (tmem v u) (and (< lo u) (< u hi))))) s
  (if (= s 0) (ret leaf) (coin (ret leaf) (if (<= hi (+ lo 1)) (ret leaf)
    (let x int (range (+ lo 1) (- hi 1)) (let l tree (call BstTight (- s 1) lo (- x 1))
      (let r tree (call BstTight (- s 1) x hi) (ret (node x l r)))))))))
(gen RedNoRedLeaf ((inv int) (c bool) (h int)) rbt
  (and (<= 0 h) (=> (= c tt) (= inv (* 2 h))) (=> (= c ff) (= inv (+ (* 2 h) 1))))
  (and (= (nb v) h) (nrr v) (=> (= c tt) (not (isred v)))) inv
  (if (= h 0) (ret rleaf)
    (if (= c tt)
      (let l rbt (call RedNoRedLeaf (- inv 1) ff (- h 1)) (let r rbt (call RedNoRedLeaf (- inv 1) ff (- h 1))
        (let x int int (ret (rnode ff l x r)))))
      (coin
        (let l rbt (call RedNoRedLeaf (- inv 1) tt h) (let r rbt (call RedNoRedLeaf (- inv 1) tt h)
          (let x int int (ret (rnode tt l x r)))))
        (let l rbt (call RedNoRedLeaf (- inv 2) ff (- h 1)) (let r rbt (call RedNoRedLeaf (- inv 2) ff (- h 1))
          (let x int int (ret (rnode ff l x r)))))))))
(gen RedNoRed ((inv int) (c bool) (h int)) rbt
  (and (<= 0 h) (=> (= c tt) (= inv (* 2 h))) (=> (= c ff) (= inv (+ (* 2 h) 1))))
  (and (= (nb v) h) (nrr v) (=> (= c tt) (not (isred v)))) inv
  (if (= h 0)
    (if (= c tt) (ret rleaf) (coin (ret rleaf) (let x int int (ret (rnode tt rleaf x rleaf)))))
    (let l rbt (call RedNoRed (- inv 2) ff (- h 1)) (let r rbt (call RedNoRed (- inv 2) ff (- h 1))
      (let x int int (ret (rnode ff l x r)))))))
(gen BankersShort ((s int)) bq (<= 0 s) (bkok v s) 0
  (let n int (range 0 s) (let f list (call ExactList n) (let m int (range 0 (- n 1))
    (let r list (call ExactList m) (ret (bqc n f m r)))))))
(gen HeapOffByOne ((s int) (m int)) tree (<= 0 s) (and (heap v) (<= (depth v) s) (root_le v m)) s
  (if (= s 0) (ret leaf) (coin (ret leaf) (let x int int (if (<= x (- m 1))
    (let l tree (call HeapOffByOne (- s 1) x) (let r tree (call HeapOffByOne (- s 1) x) (ret (node x l r)))) err)))))
(gen LeftistNoSwap ((s int)) lhp (<= 0 s) (<= (ldepth v) s) s
  (if (= s 0) (ret lleaf) (coin (ret lleaf) (let x int int (let l lhp (call LeftistNoSwap (- s 1))
    (let r lhp (call LeftistNoSwap (- s 1)) (let a int (ret (rank r)) (let b int (ret (rank l))
      (if (<= a b) (let k int (ret (+ 1 a)) (ret (lnode k x l r)))
                   (let k int (ret (+ 1 b)) (ret (lnode k x r l))))))))))))
(gen ExprNoMul ((s int)) expr (<= 1 s) (<= (height v) s) s
  (if (<= s 1)
    (coin (let n int int (ret (num n))) (let n int int (ret (var n))))
    (coin (coin (let n int int (ret (num n))) (let n int int (ret (var n))))
      (coin (let a expr (call ExprNoMul (- s 1)) (ret (neg a)))
        (let a expr (call ExprNoMul (- s 1)) (let b expr (call ExprNoMul (- s 1)) (ret (add a b))))))))
(gen EvensMissing ((s int)) list (<= 0 s) (and (< 0 (len v)) (<= (len v) (+ s 1))) s
  (if (= s 0) (let k int int (let d int (ret (* 2 k)) (ret (cons d nil))))
    (coin (let k int int (let d int (ret (* 2 k)) (ret (cons d nil))))
      (let k int int (let d int (ret (* 2 k)) (let t list (call EvensMissing (- s 1)) (ret (cons d t))))))))
";

pub(super) const MISSING_VALUES: &[&str] = &[
    "ListNoNil",
    "ListFixed",
    "ListByTwo",
    "ListNotSmaller",
    "SortedStrict",
    "UniqueNoZero",
    "TreePerfect",
    "TreeLeftShort",
    "CompleteSame",
    "BstLow",
    "BstTight",
    "RedNoRedLeaf",
    "RedNoRed",
    "BankersShort",
    "HeapOffByOne",
    "LeftistNoSwap",
    "ExprNoMul",
    "EvensMissing",
];
