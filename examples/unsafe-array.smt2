; An array is filled, but the loop stops one cell too early; the last cell keeps what it held before.
;
;     n = 3;
;     for (i = 0; i < n - 1; i++) a[i] = 7;
;     assert(a[n - 1] == 7);
(set-logic HORN)
(set-info :status unsat)

; The states (a, i, n) seen at the head of the loop.
(declare-fun head ((Array Int Int) Int Int) Bool)

; The array's first contents are arbitrary.
(assert (forall ((a (Array Int Int)) (n Int))
  (=> (= n 3) (head a 0 n))))

(assert (forall ((a (Array Int Int)) (i Int) (n Int))
  (=> (and (head a i n) (< i (- n 1))) (head (store a i 7) (+ i 1) n))))

(assert (forall ((a (Array Int Int)) (i Int) (n Int))
  (=> (and (head a i n) (>= i (- n 1)) (not (= (select a (- n 1)) 7))) false)))

(check-sat)
