#include "assert_model.h"

#include "smt/smt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

void assert_model(const horn *h, const model *m)
{
    limits none = {0};
    for (size_t i = 0; i < horn_clause_count(h); i++) {
        smt *solver = smt_new(horn_terms(h), &none, NULL);
        smt_assert(solver, model_refute_clause(m, h, horn_clause(h, i)));
        assert_int_equal(smt_check(solver, NULL, 0), SMT_UNSAT);
        smt_free(solver);
    }
}
