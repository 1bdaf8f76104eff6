/* Certificates. Every check is a script of its own, separated by (reset): solvers need no incremental mode for it, and each
 * states the answer it expects, which they compare themselves. */

#include "validate/validate.h"

#include "base/map.h"
#include "term/dag.h"
#include "term/print.h"
#include "term/universe.h"
#include "validate/portable.h"

static void begin_check(text *out, bool first)
{
    if (!first) text_adds(out, "(reset)\n");
    text_adds(out, "(set-logic ALL)\n(set-info :status unsat)\n");
}

/* A model is one where each uninterpreted sort has one element: as a datatype of one constructor. */
static void define_sorts(text *out, const horn *h)
{
    term_store *ts = horn_terms(h);
    for (uint32_t id = 0; id < UINT32_MAX && sort_exists(ts, (sort){id}); id++) {
        if (sort_kind_of(ts, (sort){id}) != SORT_UNINTERPRETED) continue;
        text_adds(out, "(declare-datatypes ((");
        print_symbol(out, sort_name(ts, (sort){id}));
        text_adds(out, " 0)) (((");
        print_symbol(out, term_name(ts, universe_element(ts, (sort){id})));
        text_adds(out, "))))\n");
    }
    print_datatypes(out, ts);
    print_floats(out, ts);
}

/* A derivation is one whichever elements its values of such sorts are. */
static void declare_elements(text *out, const horn *h, const derivation *d)
{
    const term_store *ts = horn_terms(h);
    horn_print_sorts(out, h);
    term_vec elements;
    term_vec_init(&elements);
    dag_symbols(ts, d->values.data, d->values.size, &elements);
    for (size_t i = 0; i < elements.size; i++) {
        text_adds(out, "(declare-const ");
        print_symbol(out, term_name(ts, elements.data[i]));
        text_addc(out, ' ');
        print_sort(out, ts, term_sort(ts, elements.data[i]));
        text_adds(out, ")\n");
    }
    term_vec_release(&elements);
}

/* Calls `define` once for each predicate of the clause. */
typedef void define_fn(text *out, const horn *h, pred p, const void *context);
static void define_preds(text *out, const horn *h, const clause *c, define_fn *define, const void *context)
{
    assert(c->n_body == 0 || c->body);
    u32_map seen;
    u32_map_init(&seen);
    for (size_t k = 0; k <= c->n_body; k++) {
        pred p = k < c->n_body ? c->body[k].pred : c->head.pred;
        bool added = false;
        if (!pred_is_false(p)) u32_map_put(&seen, p.id, &added);
        if (added) define(out, h, p, context);
    }
    u32_map_release(&seen);
}

static void print_assert_term(text *out, const horn *h, term t)
{
    text_adds(out, "(assert ");
    print_term(out, horn_terms(h), t);
    text_adds(out, ")\n");
}

static void print_assert_atom(text *out, const horn *h, atom a, bool negated)
{
    text_adds(out, negated ? "(assert (not " : "(assert ");
    horn_print_atom(out, h, a);
    text_adds(out, negated ? "))\n" : ")\n");
}

static void define_by_model(text *out, const horn *h, pred p, const void *context) { model_print_pred(out, h, context, p); }

static void certify_clause(text *out, const horn *h, const model *m, size_t i)
{
    const term_store *ts = horn_terms(h);
    arena scratch;
    arena_init(&scratch);
    clause c = horn_distinct_names(h, horn_clause(h, i), &scratch);
    text_printf(out, "; clause %zu", i + 1);
    if (c.line) text_printf(out, ", line %u", c.line);
    text_addc(out, '\n');
    begin_check(out, i == 0);
    define_sorts(out, h);
    for (size_t f = 0; f < horn_function_count(h); f++) model_print_function(out, h, m, f);
    define_preds(out, h, &c, define_by_model, m);
    for (size_t v = 0; v < c.n_vars; v++) {
        text_adds(out, "(declare-const ");
        print_symbol(out, term_name(ts, c.vars[v]));
        text_addc(out, ' ');
        print_sort(out, ts, term_sort(ts, c.vars[v]));
        text_adds(out, ")\n");
    }
    for (size_t k = 0; k < c.n_body; k++) print_assert_atom(out, h, c.body[k], false);
    print_assert_term(out, h, c.constraint);
    if (!pred_is_false(c.head.pred)) print_assert_atom(out, h, c.head, true);
    text_adds(out, "(check-sat)\n");
    arena_release(&scratch);
}

/* ---- derivations ---- */

typedef struct ground_step {
    const derivation *d;
    uint32_t number;
    const clause *clause;
} ground_step;

static void print_equals(text *out, const horn *h, size_t param, term value)
{
    text_printf(out, " (= x!%zu ", param);
    print_term(out, horn_terms(h), value);
    text_addc(out, ')');
}

static void print_fact_test(text *out, const horn *h, const derivation *d, uint32_t number)
{
    term_vec fact;
    term_vec_init(&fact);
    bool known = derivation_fact(d, h, number, &fact);
    assert(!known || !fact.size || fact.size == horn_pred_arity(h, horn_clause(h, d->steps.data[number].clause)->head.pred));
    text_adds(out, " (and true");
    for (size_t i = 0; known && i < fact.size; i++) print_equals(out, h, i, fact.data[i]);
    text_adds(out, known ? ")" : " false)");
    term_vec_release(&fact);
}

/* As a premise the predicate holds of the premises' facts, as the conclusion of the step's fact. */
static void define_by_facts(text *out, const horn *h, pred p, const void *context)
{
    const ground_step *g = context;
    const step *s = &g->d->steps.data[g->number];
    text_adds(out, "(define-fun ");
    print_symbol(out, horn_pred_name(h, p));
    text_adds(out, " (");
    for (size_t i = 0; i < horn_pred_arity(h, p); i++) {
        text_printf(out, i ? " (x!%zu " : "(x!%zu ", i);
        print_sort(out, horn_terms(h), horn_pred_sort(h, p, i));
        text_addc(out, ')');
    }
    text_adds(out, ") Bool (or false");
    for (size_t k = 0; k < g->clause->n_body; k++)
        if (pred_is_equal(g->clause->body[k].pred, p)) print_fact_test(out, h, g->d, g->d->premises.data[s->premise + k]);
    text_adds(out, "))\n");
}

/* The clause's variables are defined as the step's values; constraint, premises and conclusion are then closed formulas. */
static void certify_step(text *out, const horn *h, const derivation *d, uint32_t number)
{
    const term_store *ts = horn_terms(h);
    assert(number < d->steps.size && d->steps.data[number].clause < horn_clause_count(h));
    const step *s = &d->steps.data[number];
    arena scratch;
    arena_init(&scratch);
    clause c = horn_distinct_names(h, horn_clause(h, s->clause), &scratch);
    ground_step g = {d, number, &c};
    text_printf(out, "; step %u, clause %u", number + 1, s->clause + 1);
    if (c.line) text_printf(out, ", line %u", c.line);
    text_addc(out, '\n');
    begin_check(out, number == 0);
    declare_elements(out, h, d);
    clause body_only = c;
    body_only.head.pred = PRED_FALSE;
    define_preds(out, h, &body_only, define_by_facts, &g);
    for (size_t v = 0; v < c.n_vars; v++) {
        text_adds(out, "(define-fun ");
        print_symbol(out, term_name(ts, c.vars[v]));
        text_adds(out, " () ");
        print_sort(out, ts, term_sort(ts, c.vars[v]));
        text_addc(out, ' ');
        print_term(out, ts, d->values.data[s->value + v]);
        text_adds(out, ")\n");
    }
    term_vec fact;
    term_vec_init(&fact);
    bool known = derivation_fact(d, h, number, &fact);
    text_adds(out, "(assert (not (and ");
    print_term(out, ts, known ? c.constraint : term_false(ts));
    for (size_t k = 0; k < c.n_body; k++) {
        text_addc(out, ' ');
        horn_print_atom(out, h, c.body[k]);
    }
    for (size_t i = 0; i < fact.size; i++) {
        text_adds(out, " (= ");
        print_term(out, ts, c.head.args[i]);
        text_addc(out, ' ');
        print_term(out, ts, fact.data[i]);
        text_addc(out, ')');
    }
    text_adds(out, ")))\n(check-sat)\n");
    term_vec_release(&fact);
    arena_release(&scratch);
}

/* ---- functions ---- */

/* One check: instances of clauses that contradict each other. */
static void certify_instances(text *out, const horn *h, const derivation *d)
{
    begin_check(out, true);
    declare_elements(out, h, d);
    horn_print_functions(out, h);
    horn_print_predicates(out, h);
    for (size_t i = 0; i < d->steps.size; i++) {
        const step *s = &d->steps.data[i];
        arena scratch;
        arena_init(&scratch);
        clause c = horn_distinct_names(h, horn_clause(h, s->clause), &scratch);
        text_printf(out, "; clause %u\n(assert (let (", s->clause + 1);
        for (size_t v = 0; v < c.n_vars; v++) {
            text_adds(out, v ? " (" : "(");
            print_symbol(out, term_name(horn_terms(h), c.vars[v]));
            text_addc(out, ' ');
            print_term(out, horn_terms(h), d->values.data[s->value + v]);
            text_addc(out, ')');
        }
        if (!c.n_vars) out->size -= strlen("(let ("), out->data[out->size] = 0;
        text_adds(out, c.n_vars ? ") (=> (and " : "(=> (and ");
        print_term(out, horn_terms(h), c.constraint);
        for (size_t k = 0; k < c.n_body; k++) {
            text_addc(out, ' ');
            horn_print_atom(out, h, c.body[k]);
        }
        text_adds(out, " true) ");
        if (pred_is_false(c.head.pred)) text_adds(out, "false");
        else horn_print_atom(out, h, c.head);
        text_adds(out, c.n_vars ? ")))\n" : "))\n");
        arena_release(&scratch);
    }
    text_adds(out, "(check-sat)\n");
}

static void print_certificate(text *out, const horn *h, const result *r)
{
    if (r->answer == ANSWER_SAFE) {
        text_printf(out, "; %s is satisfiable: this interpretation makes every clause hold.\n", horn_file(h) ? horn_file(h) : "the problem");
        text_adds(out, "; Each check asks for values that break one clause; every answer must be unsat.\n");
        for (size_t i = 0; i < horn_clause_count(h); i++) certify_clause(out, h, &r->model, i);
    } else if (r->answer == ANSWER_UNSAFE && horn_function_count(h)) {
        text_printf(out, "; %s is unsatisfiable: these instances of its clauses contradict each other.\n", horn_file(h) ? horn_file(h) : "the problem");
        certify_instances(out, h, &r->derivation);
    } else if (r->answer == ANSWER_UNSAFE) {
        text_printf(out, "; %s is unsatisfiable: these steps derive false.\n", horn_file(h) ? horn_file(h) : "the problem");
        text_adds(out, "; Each check asks whether a step could fail to follow from its clause and premises; every answer must be unsat.\n");
        text facts;
        text_init(&facts);
        derivation_print(&facts, h, &r->derivation);
        for (const char *line = facts.data, *end; *line; line = end + 1) {
            end = strchr(line, '\n');
            text_printf(out, ";%.*s\n", (int)(end - line), line);
        }
        text_release(&facts);
        for (uint32_t i = 0; i < r->derivation.steps.size; i++) certify_step(out, h, &r->derivation, i);
    }
}

void validate_certificate(text *out, const horn *h, const result *r)
{
    text script;
    text_init(&script);
    print_certificate(&script, h, r);
    if (script.size) portable_script(out, script.data);
    text_release(&script);
}
