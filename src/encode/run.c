/* From a derivation back to a run.
 *
 * A step whose clause is a segment follows the step for the segment's start and, if it begins with a call, the run of the callee: the
 * chain of steps below the summary, up to the callee's entry. (How that entry was derived does not matter: the callee does
 * the same after any call with these arguments.) The steps of the whole run, in order, are found by going backwards from the
 * query. Then each segment is executed with the values of its step, which tells the inputs. */

#include "encode/encoding.h"
#include "term/eval.h"

#include <stdlib.h>

enum { MAX_SEGMENTS = 10000000 };

typedef struct visit {
    uint32_t number; /* of a step */
    bool in_callee; /* stop at the callee's entry */
} visit;
VEC_DECLARE(visit_vec, visit);

typedef struct runner {
    const encoding *e;
    const derivation *d;
    evaluator *eval;
    term_vec *inputs;
    const clause *c; /* of the current step */
    const term *values; /* of the clause's variables */
} runner;

static const clause_code *code_of(const runner *r, uint32_t number)
{
    return &r->e->clauses.data[r->d->steps.data[number].clause];
}

/* The steps of the run, last one first; those that execute nothing are left out. */
static bool list_steps(const runner *r, u32_vec *out)
{
    visit_vec work;
    visit_vec_init(&work);
    visit_vec_push(&work, (visit){(uint32_t)r->d->steps.size - 1, false});
    while (work.size && out->size < MAX_SEGMENTS) {
        visit v = visit_vec_pop(&work);
        const step *s = &r->d->steps.data[v.number];
        const clause *c = horn_clause(r->e->h, s->clause);
        clause_kind kind = code_of(r, v.number)->kind;
        if (v.in_callee && (kind == CLAUSE_START || kind == CLAUSE_CALL)) continue;
        if (kind != CLAUSE_CALL) u32_vec_push(out, v.number);
        if (c->n_body > 0) visit_vec_push(&work, (visit){r->d->premises.data[s->premise], v.in_callee});
        if (c->n_body > 1) visit_vec_push(&work, (visit){r->d->premises.data[s->premise + 1], true});
    }
    bool is_complete = !work.size;
    visit_vec_release(&work);
    return is_complete;
}

/* The value of a clause variable in the current step; TERM_NONE if the clause does not have it: then any will do. */
static term value_in_step(const runner *r, term symbol)
{
    if (!r->c->n_vars || term_is_none(symbol)) return TERM_NONE;
    const term *at = bsearch(&symbol, r->c->vars, r->c->n_vars, sizeof symbol, term_compare);
    return at ? r->values[at - r->c->vars] : TERM_NONE;
}

/* The value of the range that is nearest to 0. */
static term any_value(term_store *ts, sort s, term low, term high)
{
    term zero = eval_default(ts, s);
    if (!sort_is_equal(s, sort_int(ts))) return zero;
    if (!term_is_none(low) && rat_sign(term_number(ts, low)) > 0) return low;
    if (!term_is_none(high) && rat_sign(term_number(ts, high)) < 0) return high;
    return zero;
}

static term evaluate(runner *r, term t) { return evaluator_eval(r->eval, t, NULL); }

static bool assign(runner *r, term variable, term value)
{
    if (term_is_none(value)) return false;
    evaluator_set(r->eval, variable, value);
    return true;
}

static bool take_input(runner *r, const stmt *s)
{
    const encoding *e = r->e;
    term value = value_in_step(r, encoding_find_input(e, s)), low, high;
    encoding_input_range(e, s, &low, &high);
    if (term_is_none(value)) value = any_value(e->ts, term_sort(e->ts, s->target), low, high);
    if (inlined_is_input(&e->source, s)) term_vec_push(r->inputs, value);
    return assign(r, s->target, value);
}

static bool finish_call(runner *r, const stmt *s)
{
    const encoding *e = r->e;
    const u32_vec *modified = &e->live->summaries[s->callee.id].modified;
    const term_vec *results = program_results(e->p, s->callee);
    for (size_t i = 0; i < modified->size; i++) {
        term global = program_globals(e->p)->data[modified->data[i]];
        if (!assign(r, global, value_in_step(r, encoding_find_after(e, global)))) return false;
    }
    for (size_t i = 0; i < results->size; i++)
        if (!assign(r, s->results[i], value_in_step(r, encoding_find_after(e, results->data[i])))) return false;
    return true;
}

static bool execute(runner *r, const stmt *s)
{
    switch (s->kind) {
    case STMT_ASSIGN: return assign(r, s->target, evaluate(r, s->value));
    case STMT_INPUT:
    case STMT_HAVOC: return take_input(r, s);
    case STMT_ASSUME:
    case STMT_CHECK: return term_is_equal(evaluate(r, s->value), term_true(r->e->ts));
    case STMT_CALL: return finish_call(r, s);
    case STMT_OUTPUT:
    case STMT_NOTE:
    case STMT_REACH:
    case STMT_UNSET: return true;
    case STMT_EXIT: return false;
    }
    return false;
}

static bool take_branch(runner *r, proc f, position *at)
{
    const program *p = r->e->p;
    for (size_t i = 0; i < program_branch_count(p, f, (block){at->block}); i++) {
        branch x = program_branch(p, f, (block){at->block}, i);
        if (!term_is_equal(evaluate(r, x.condition), term_true(r->e->ts))) continue;
        *at = (position){x.target.id, 0};
        return true;
    }
    if (!program_is_return(p, f, (block){at->block})) return false;
    *at = (position){(uint32_t)program_block_count(p, f), 0};
    return true;
}

static bool is_at(position a, position b) { return a.block == b.block && a.index == b.index; }

static bool is_violated(runner *r, const stmt *s)
{
    return s->kind == STMT_REACH || term_is_equal(evaluate(r, s->value), term_false(r->e->ts));
}

/* From a place to another one. A loop head may be both: then the segment goes around the loop. */
static bool execute_segment(runner *r, const clause_code *code)
{
    const program *p = r->e->p;
    position at = code->from;
    bool from_entry = r->e->preds.data[r->c->body[0].pred.id].kind == PRED_ENTRY;
    for (bool moved = from_entry;; moved = true) {
        if (code->kind == CLAUSE_SEGMENT && moved && is_at(at, code->to)) return true;
        if (at.block >= program_block_count(p, code->proc)) return false;
        if (at.index == program_stmt_count(p, code->proc, (block){at.block})) {
            if (!take_branch(r, code->proc, &at)) return false;
            continue;
        }
        const stmt *s = program_stmt(p, code->proc, (block){at.block}, at.index);
        if (code->kind == CLAUSE_QUERY && is_at(at, code->to)) return is_violated(r, s);
        if (s->kind == STMT_CALL && moved) return false;
        if (!execute(r, s)) return false;
        at.index++;
    }
}

/* All are asked for, also those that do not matter. */
static bool start_with(runner *r, term symbol)
{
    const var_info *v = program_var(r->e->p, symbol);
    term value = value_in_step(r, symbol);
    if (term_is_none(value)) value = any_value(r->e->ts, term_sort(r->e->ts, symbol), v->low, v->high);
    term_vec_push(r->inputs, value);
    return assign(r, symbol, value);
}

static bool start(runner *r, proc f)
{
    const term_vec *params = program_params(r->e->p, f), *globals = program_globals(r->e->p);
    bool ok = true;
    for (size_t i = 0; i < globals->size && ok; i++)
        if (term_is_none(program_initial(r->e->p, globals->data[i]))) ok = start_with(r, globals->data[i]);
    for (size_t i = 0; i < params->size && ok; i++) ok = start_with(r, params->data[i]);
    return ok;
}

static bool run_step(runner *r, uint32_t number)
{
    const step *s = &r->d->steps.data[number];
    const clause_code *code = code_of(r, number);
    r->c = horn_clause(r->e->h, s->clause);
    r->values = r->d->values.data + s->value;
    if (code->kind == CLAUSE_START) return start(r, code->proc);
    for (size_t i = 0; i < r->c->n_vars; i++) evaluator_set(r->eval, r->c->vars[i], r->values[i]);
    return execute_segment(r, code);
}

static bool set_constants(runner *r)
{
    const liveness *l = r->e->live;
    for (uint32_t i = 0; i < l->globals; i++) {
        if (term_is_none(l->constant.data[i])) continue;
        if (!assign(r, program_globals(r->e->p)->data[i], evaluate(r, l->constant.data[i]))) return false;
    }
    return true;
}

bool encoding_run(const encoding *e, const derivation *d, goal *violated, term_vec *inputs)
{
    if (!d->steps.size || e->clauses.data[step_vec_last(&d->steps).clause].kind != CLAUSE_QUERY) return false;
    u32_vec steps;
    u32_vec_init(&steps);
    runner r = {.e = e, .d = d, .eval = evaluator_new(e->ts), .inputs = inputs};
    const clause_code *query = code_of(&r, (uint32_t)d->steps.size - 1);
    *violated = program_stmt(e->p, query->proc, (block){query->to.block}, query->to.index)->goal;
    bool done = list_steps(&r, &steps) && set_constants(&r);
    for (size_t i = steps.size; done && i-- > 0;) done = run_step(&r, steps.data[i]);
    evaluator_free(r.eval);
    u32_vec_release(&steps);
    return done;
}
