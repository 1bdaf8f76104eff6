/* Instantiation with case splits, and exact linear programs: the way of the paper's CLP(Q). */

#include "engine/invgen/solve.h"

#include "base/alloc.h"
#include "domain/lp.h"

#include <stdlib.h>

enum { MAX_OPTIONS = 400 };

typedef struct option {
    invgen_choice choice;
    int weight; /* options of less weight come first */
} option;
VEC_DECLARE(option_vec, option);

typedef struct search {
    const invgen_system *s;
    const limits *limits;
    stats *counters;
    uint32_t *plus, *minus; /* by parameter: its variables */
    option_vec *options; /* by obligation */
    u32_vec *rows; /* by obligation: a variable for each row that counts, two for an equation */
} search;

/* ---- options ---- */

static int weight_of(const search *x, const invgen_obligation *o, const invgen_choice *w, size_t n)
{
    const invgen_step *tau = invgen_step_of(x->s, o);
    int weight = w->infeasible ? 10 : 0;
    for (size_t b = 0; b < n; b++) {
        bool same = b % x->s->n_conjuncts == o->conjunct && tau->body.data[b / x->s->n_conjuncts] == tau->head;
        if (w->multipliers[b]) weight += same ? -2 : 1;
    }
    return weight;
}

static int compare_options(const void *a, const void *b) { return ((const option *)a)->weight - ((const option *)b)->weight; }

/* Counts through the multipliers, as an odometer. */
static bool next_multipliers(const invgen_system *s, invgen_choice *w, size_t n)
{
    for (size_t b = 0; b < n; b++) {
        bool equation = invgen_is_equation(s, b % s->n_conjuncts);
        if (w->multipliers[b] < 1) {
            w->multipliers[b]++;
            return true;
        }
        w->multipliers[b] = equation ? -1 : 0;
    }
    return false;
}

/* False if there are too many. */
static bool list_options(search *x, size_t k)
{
    const invgen_obligation *o = &x->s->obligations.data[k];
    size_t n = invgen_body_conjuncts(x->s, invgen_step_of(x->s, o));
    if (n > INVGEN_MAX_BODY) return false;
    option_vec *out = &x->options[k];
    invgen_choice w = {.infeasible = false};
    for (size_t b = 0; b < n; b++) w.multipliers[b] = invgen_is_equation(x->s, b % x->s->n_conjuncts) ? -1 : 0;
    do {
        for (int infeasible = invgen_is_safety(x->s, o); infeasible < 2; infeasible++) {
            w.infeasible = infeasible;
            option_vec_push(out, (option){w, weight_of(x, o, &w, n)});
        }
    } while (next_multipliers(x->s, &w, n) && out->size < MAX_OPTIONS);
    qsort(out->data, out->size, sizeof *out->data, compare_options);
    return out->size < MAX_OPTIONS;
}

/* ---- linear programs ---- */

static void put_scaled(lp *p, const rat *c, int factor, uint32_t variable)
{
    rat r;
    rat_init(&r);
    rat_set_int(&r, factor);
    rat_mul(&r, &r, c);
    lp_put(p, &r, variable);
    rat_release(&r);
}

typedef struct putter {
    search *x;
    lp *p;
    int factor;
} putter;

static void put_parameter(void *context, const rat *c, uint32_t parameter)
{
    putter *t = context;
    put_scaled(t->p, c, t->factor, t->x->plus[parameter]);
    put_scaled(t->p, c, -t->factor, t->x->minus[parameter]);
}

static void put_column(search *x, lp *p, size_t k, const invgen_choice *w, size_t column)
{
    const invgen_obligation *o = &x->s->obligations.data[k];
    const invgen_step *tau = invgen_step_of(x->s, o);
    putter t = {x, p, 1};
    for (size_t b = 0; b < invgen_body_conjuncts(x->s, tau); b++) {
        t.factor = w->multipliers[b];
        if (t.factor) invgen_body_column(x->s, tau, b, column, put_parameter, &t);
    }
    const uint32_t *variable = x->rows[k].data;
    for (size_t i = 0; i < invgen_row_count(tau); i++) {
        if (!invgen_row_counts(tau, i)) continue;
        const rat *c = invgen_row_column(tau, i, column);
        bool equation = invgen_row(tau, i)->relation == ROW_EQ;
        if (c && rat_sign(c)) put_scaled(p, c, -1, variable[0]);
        if (c && rat_sign(c) && equation) put_scaled(p, c, 1, variable[1]);
        variable += equation ? 2 : 1;
    }
    uint32_t parameter;
    if (w->infeasible || !invgen_head_column(x->s, o, column, &parameter)) return;
    rat one;
    rat_init(&one);
    rat_set_int(&one, o->is_negated ? 1 : -1);
    t.factor = 1;
    put_parameter(&t, &one, parameter);
    rat_release(&one);
}

static void declare_rows(search *x, lp *p, size_t k)
{
    const invgen_step *tau = invgen_step_of(x->s, &x->s->obligations.data[k]);
    u32_vec_clear(&x->rows[k]);
    for (size_t i = 0; i < invgen_row_count(tau); i++) {
        if (!invgen_row_counts(tau, i)) continue;
        u32_vec_push(&x->rows[k], lp_add_variable(p, LP_NONNEGATIVE, 1));
        if (invgen_row(tau, i)->relation == ROW_EQ) u32_vec_push(&x->rows[k], lp_add_variable(p, LP_NONNEGATIVE, 1));
    }
}

/* The obligation, fulfilled in this way, as rows of the program. Strict rows count as if they were not: what is found holds anyway. */
static void add_obligation(search *x, lp *p, size_t k, const invgen_choice *w)
{
    const invgen_step *tau = invgen_step_of(x->s, &x->s->obligations.data[k]);
    rat bound;
    rat_init(&bound);
    declare_rows(x, p, k);
    for (size_t column = 0; column < tau->t.n_dims; column++) {
        lp_begin_row(p, LP_EQ, &bound);
        put_column(x, p, k, w, column);
        lp_end_row(p);
    }
    rat_set_int(&bound, w->infeasible ? 1 : 0);
    lp_begin_row(p, LP_GE, &bound);
    put_column(x, p, k, w, tau->t.n_dims);
    lp_end_row(p);
    rat_release(&bound);
}

static void add_dynamic(search *x, lp *p, uint32_t location, size_t conjunct)
{
    const row_vec *rows = &x->s->dynamic[location];
    rat none;
    rat_init(&none);
    putter t = {x, p, 1};
    for (size_t i = 0; i < rows->size; i++) {
        const row *r = &rows->data[i];
        lp_begin_row(p, r->relation == ROW_EQ || invgen_is_equation(x->s, conjunct) ? LP_EQ : LP_GE, &none);
        for (size_t e = 0; e < r->entries.size; e++)
            put_parameter(&t, &r->entries.data[e].c, invgen_parameter_of(x->s, location, conjunct, r->entries.data[e].dim));
        lp_end_row(p);
    }
    rat_release(&none);
}

/* The parameters, and what states that were reached say about them. */
static lp *begin(search *x)
{
    lp *p = lp_new();
    for (size_t i = 0; i < x->s->n_parameters; i++) {
        x->plus[i] = lp_add_variable(p, LP_NONNEGATIVE, 1);
        x->minus[i] = lp_add_variable(p, LP_NONNEGATIVE, 1);
    }
    for (uint32_t l = 0; x->s->dynamic && l < x->s->p->locations.size; l++)
        for (size_t c = 0; c < x->s->n_conjuncts; c++) add_dynamic(x, p, l, c);
    return p;
}

static bool is_feasible(search *x, lp *p)
{
    stats_count(x->counters, invgen_programs);
    return lp_is_feasible(p);
}

/* ---- the search ---- */

/* Options that are impossible whatever the other obligations get go. False if an obligation has none left. */
static bool thin_out(search *x, const lp *root)
{
    for (size_t k = 0; k < x->s->obligations.size; k++) {
        size_t kept = 0;
        option_vec *all = &x->options[k];
        for (size_t i = 0; i < all->size; i++) {
            bool possible = limits_is_over(x->limits);
            if (!possible) {
                lp *p = lp_copy(root);
                add_obligation(x, p, k, &all->data[i].choice);
                possible = is_feasible(x, p);
                lp_free(p);
            }
            if (possible) all->data[kept++] = all->data[i];
        }
        all->size = kept;
        if (!kept) return false;
    }
    return true;
}

static void read_solution(search *x, lp *p, invgen_solution *out)
{
    rat v;
    rat_init(&v);
    for (size_t i = 0; i < x->s->p->steps.size; i++)
        for (size_t k = 0; k < x->s->p->steps.data[i].facts.size; k++) out->used[i][k] = false;
    for (size_t i = 0; i < x->s->n_parameters; i++) {
        lp_value(p, x->plus[i], &out->parameters[i]);
        lp_value(p, x->minus[i], &v);
        rat_sub(&out->parameters[i], &out->parameters[i], &v);
    }
    for (size_t k = 0; k < x->s->obligations.size; k++) {
        const invgen_obligation *o = &x->s->obligations.data[k];
        const invgen_step *tau = invgen_step_of(x->s, o);
        const uint32_t *variable = x->rows[k].data;
        for (size_t i = 0; i < invgen_row_count(tau); i++) {
            if (!invgen_row_counts(tau, i)) continue;
            for (int n = invgen_row(tau, i)->relation == ROW_EQ ? 2 : 1; n > 0; n--) {
                lp_value(p, *variable++, &v);
                if (i >= tau->t.rows.size && rat_sign(&v)) out->used[o->step][i - tau->t.rows.size] = true;
            }
        }
    }
    rat_release(&v);
}

/* Depth first: levels[k] is the program in which the obligations before k have an option, next[k] the option to try. */
static invgen_answer descend(search *x, lp **levels, size_t *next, invgen_solution *out)
{
    size_t n = x->s->obligations.size, k = 0;
    for (;;) {
        if (limits_is_over(x->limits)) return INVGEN_OPEN;
        if (k == n) {
            if (!lp_solve(levels[n])) return INVGEN_OPEN;
            read_solution(x, levels[n], out);
            return INVGEN_SOLVED;
        }
        if (next[k] == x->options[k].size) {
            if (k == 0) return INVGEN_NONE;
            next[k--] = 0;
            lp_free(levels[k + 1]);
            levels[k + 1] = NULL;
            continue;
        }
        levels[k + 1] = lp_copy(levels[k]);
        add_obligation(x, levels[k + 1], k, &x->options[k].data[next[k]++].choice);
        if (is_feasible(x, levels[k + 1])) {
            k++;
        } else {
            lp_free(levels[k + 1]);
            levels[k + 1] = NULL;
        }
    }
}

static invgen_answer run(search *x, invgen_solution *out)
{
    size_t n = x->s->obligations.size;
    for (size_t k = 0; k < n; k++)
        if (!list_options(x, k)) return INVGEN_OPEN;
    lp **levels = alloc_zeroed(n + 1, sizeof(lp *));
    size_t *next = alloc_zeroed(n + 1, sizeof *next);
    levels[0] = begin(x);
    invgen_answer a = thin_out(x, levels[0]) ? descend(x, levels, next, out) : INVGEN_NONE;
    for (size_t k = 0; k <= n; k++) lp_free(levels[k]);
    free(levels);
    free(next);
    return a;
}

static void search_init(search *x, const invgen_system *s, const limits *l, stats *counters)
{
    *x = (search){.s = s, .limits = l, .counters = counters};
    x->plus = alloc_zeroed(s->n_parameters + 1, sizeof *x->plus);
    x->minus = alloc_zeroed(s->n_parameters + 1, sizeof *x->minus);
    x->options = alloc_zeroed(s->obligations.size + 1, sizeof *x->options);
    x->rows = alloc_zeroed(s->obligations.size + 1, sizeof *x->rows);
}

static void search_release(search *x)
{
    for (size_t k = 0; k < x->s->obligations.size; k++) {
        option_vec_release(&x->options[k]);
        u32_vec_release(&x->rows[k]);
    }
    free(x->plus);
    free(x->minus);
    free(x->options);
    free(x->rows);
}

invgen_answer invgen_solve_lp(const invgen_system *s, const limits *l, stats *counters, invgen_solution *out)
{
    search x;
    search_init(&x, s, l, counters);
    invgen_answer a = run(&x, out);
    search_release(&x);
    return a;
}

invgen_answer invgen_solve_chosen(const invgen_system *s, const invgen_choice *chosen, const limits *l, stats *counters, invgen_solution *out)
{
    search x;
    search_init(&x, s, l, counters);
    lp *p = begin(&x);
    for (size_t k = 0; k < s->obligations.size; k++) add_obligation(&x, p, k, &chosen[k]);
    stats_count(counters, invgen_programs);
    invgen_answer a = lp_solve(p) ? INVGEN_SOLVED : INVGEN_OPEN;
    if (a == INVGEN_SOLVED) read_solution(&x, p, out);
    lp_free(p);
    search_release(&x);
    return a;
}
