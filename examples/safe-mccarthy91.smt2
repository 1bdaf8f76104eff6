; McCarthy's 91 function calls itself twice, so one clause has two calls in its body (a non-linear clause).
;
;     mc(n) = n > 100 ? n - 10 : mc(mc(n + 11))
;
; Claim: for n <= 101 the result, if there is one, is 91.
(set-logic HORN)
(set-info :status sat)

; mc(n) = r: the summary of the function.
(declare-fun mc (Int Int) Bool)

(assert (forall ((n Int) (r Int))
  (=> (and (> n 100) (= r (- n 10))) (mc n r))))

(assert (forall ((n Int) (inner Int) (r Int))
  (=> (and (<= n 100) (mc (+ n 11) inner) (mc inner r)) (mc n r))))

(assert (forall ((n Int) (r Int))
  (=> (and (mc n r) (<= n 101) (not (= r 91))) false)))

(check-sat)
