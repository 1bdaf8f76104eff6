; A counter that wraps one step too late. unsat means: the error is reachable, and the derivation is the run that reaches it.
;
;     c = 0;
;     while (true) { if (c > 5) c = 0; else c = c + 1; assert(c <= 5); }
(set-logic HORN)
(set-info :status unsat)

(declare-fun head (Int) Bool)    ; before a round
(declare-fun stepped (Int) Bool) ; after the step, before the assertion

(assert (head 0))

(assert (forall ((c Int))
  (=> (and (head c) (> c 5)) (stepped 0))))
(assert (forall ((c Int))
  (=> (and (head c) (<= c 5)) (stepped (+ c 1)))))

; The assertion holds: the next round begins.
(assert (forall ((c Int))
  (=> (and (stepped c) (<= c 5)) (head c))))

; The assertion fails.
(assert (forall ((c Int))
  (=> (and (stepped c) (> c 5)) false)))

(check-sat)
