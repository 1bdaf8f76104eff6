; A loop and its assertion, as Horn clauses. sat means: an invariant exists, so the assertion cannot fail.
;
;     x = 0; y = 0;
;     while (x < n) { x = x + 1; y = y + 2; }
;     assert(y == 2 * x);
(set-logic HORN)
(set-info :status sat)

; The states (x, y, n) seen at the head of the loop.
(declare-fun head (Int Int Int) Bool)

; Every run enters the loop with x = y = 0.
(assert (forall ((x Int) (y Int) (n Int))
  (=> (and (= x 0) (= y 0)) (head x y n))))

; One round of the loop.
(assert (forall ((x Int) (y Int) (n Int))
  (=> (and (head x y n) (< x n)) (head (+ x 1) (+ y 2) n))))

; On leaving the loop y is twice x; a state where it is not is an error.
(assert (forall ((x Int) (y Int) (n Int))
  (=> (and (head x y n) (>= x n) (not (= y (* 2 x)))) false)))

(check-sat)
(get-model)
