; A lock that is taken and given back in turn. Solved backwards by `--engine backward`: from where the lock is taken twice, no state of the
; start leads there.
(set-logic HORN)
(set-info :status sat)
(declare-fun head (Bool Int) Bool) ; is it taken; how often so far

(assert (forall ((n Int)) (=> (= n 0) (head false n))))
(assert (forall ((taken Bool) (n Int)) (=> (and (head taken n) (not taken)) (head true (+ n 1)))))
(assert (forall ((taken Bool) (n Int)) (=> (and (head taken n) taken) (head false n))))
; it is free, and was taken a negative number of times
(assert (forall ((taken Bool) (n Int)) (=> (and (head taken n) (not taken) (< n 0)) false)))
(check-sat)
