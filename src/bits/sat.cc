// The only C++ of the project: CaDiCaL's interface for C cannot write proofs.

extern "C" {
#include "bits/sat.h"
}

#include <cadical.hpp>

namespace {
class Deadline : public CaDiCaL::Terminator {
public:
    limits limit = {};
    bool terminate() override { return limits_is_over(&limit); }
};
}

struct sat {
    CaDiCaL::Solver solver;
    Deadline deadline;
};

sat *sat_new(FILE *proof)
{
    sat *s = new sat;
    s->solver.set("quiet", 1);
    if (proof) s->solver.trace_proof(proof, "proof");
    /* Many small questions are not worth simplifying the problem for. */
    else s->solver.configure("plain");
    s->solver.connect_terminator(&s->deadline);
    return s;
}

void sat_free(sat *s)
{
    if (!s) return;
    s->solver.disconnect_terminator();
    delete s;
}

void sat_add_clause(sat *s, const int *literals, size_t n)
{
    for (size_t i = 0; i < n; i++) s->solver.add(literals[i]);
    s->solver.add(0);
}

sat_result sat_solve(sat *s, int assumption, int conflicts, const limits *limit)
{
    s->deadline.limit = *limit;
    if (conflicts) s->solver.limit("conflicts", conflicts);
    if (assumption) s->solver.assume(assumption);
    return static_cast<sat_result>(s->solver.solve());
}

int sat_is_true(sat *s, int literal) { return s->solver.val(literal) > 0; }
void sat_end_proof(sat *s) { s->solver.close_proof_trace(); }
