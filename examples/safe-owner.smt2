; A lock that its owner may take again: who holds it holds it at least once, and nobody gives back what is free.
(set-logic HORN)
(set-info :status sat)
(declare-datatype lock ((free) (held (owner Int) (times Int))))
(declare-fun state (lock) Bool)

(assert (state free))
; somebody takes it, or takes it once more
(assert (forall ((who Int)) (=> (state free) (state (held who 1)))))
(assert (forall ((who Int) (n Int)) (=> (state (held who n)) (state (held who (+ n 1))))))
; the owner gives it back
(assert (forall ((o Int) (n Int))
  (=> (state (held o n))
      (state (ite (= n 1) free (held o (- n 1)))))))
(assert (forall ((o Int) (n Int)) (=> (and (state (held o n)) (< n 1)) false)))
(check-sat)
