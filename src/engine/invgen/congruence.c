#include "engine/invgen/congruence.h"

#include "base/alloc.h"
#include "domain/modular.h"

#include <stdlib.h>

enum { MAX_CONSTANTS = 64, MAX_MODULI = 4 };
VEC_DECLARE(number_vec, uint64_t);

/* With one modulus. */
typedef struct finder {
    invgen_program *p;
    uint64_t modulus;
    modular *at; /* by location: the congruences that hold */
    bool *is_reached; /* by location; false: all congruences hold */
} finder;

/* ---- moduli ---- */

static void push_constant(const rat *r, number_vec *out)
{
    int64_t n;
    if (!rat_to_int64(r, &n) || n >= (int64_t)MODULAR_MAX || n <= -(int64_t)MODULAR_MAX || (n >= -1 && n <= 1)) return;
    uint64_t m = (uint64_t)(n < 0 ? -n : n);
    for (size_t i = 0; i < out->size; i++)
        if (out->data[i] == m) return;
    if (out->size < MAX_CONSTANTS) number_vec_push(out, m);
}

static void push_constants(const row *r, number_vec *out)
{
    push_constant(&r->constant, out);
    if (r->relation == ROW_CONGRUENT) push_constant(&r->modulus, out);
    for (size_t i = 0; i < r->entries.size; i++) push_constant(&r->entries.data[i].c, out);
}

static int compare_numbers(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static uint64_t gcd(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Least common multiples of the constants in equations and arguments: what holds modulo a divisor is among what holds modulo the multiple. */
static void list_moduli(const invgen_program *p, number_vec *out)
{
    number_vec constants;
    number_vec_init(&constants);
    for (size_t i = 0; i < p->steps.size; i++) {
        const transition *t = &p->steps.data[i].t;
        for (size_t k = 0; k < t->args.size; k++) push_constants(&t->args.data[k], &constants);
        for (size_t k = 0; k < t->rows.size; k++)
            if (t->rows.data[k].relation == ROW_EQ || t->rows.data[k].relation == ROW_CONGRUENT) push_constants(&t->rows.data[k], &constants);
    }
    if (constants.size) qsort(constants.data, constants.size, sizeof *constants.data, compare_numbers);
    for (size_t i = 0; i < constants.size; i++) {
        uint64_t c = constants.data[i], last = out->size ? number_vec_last(out) : 1, multiple = last / gcd(last, c) * c;
        if (out->size && multiple <= MODULAR_MAX) out->data[out->size - 1] = multiple;
        else if (out->size < MAX_MODULI) number_vec_push(out, c);
    }
    number_vec_release(&constants);
}

/* ---- rows as elements ---- */

static uint64_t residue(const rat *r, uint64_t modulus)
{
    rat m, rest;
    int64_t out = 0;
    rat_init(&m);
    rat_init(&rest);
    rat_set_int(&m, (int64_t)modulus);
    rat_mod_euclid(&rest, r, &m);
    bool fits = rat_to_int64(&rest, &out);
    assert(fits);
    (void)fits;
    rat_release(&m);
    rat_release(&rest);
    return (uint64_t)out;
}

static bool is_integral(const row *r, const bool *is_int)
{
    bool integral = rat_is_integer(&r->constant) && rat_is_integer(&r->modulus);
    for (size_t i = 0; i < r->entries.size; i++) integral = integral && is_int[r->entries.data[i].dim] && rat_is_integer(&r->entries.data[i].c);
    return integral;
}

/* The step's dimensions that are not the head's come first, then those of the head, then the constant. */
static size_t column_of(const invgen_step *s, uint32_t dim) { return dim < s->t.n_head ? s->t.n_dims - s->t.n_head + dim : dim - s->t.n_head; }

/* factor * (the row's expression); of integers. */
static uint64_t *element_of(const invgen_step *s, const row *r, uint64_t factor, uint64_t modulus)
{
    uint64_t *out = alloc_zeroed(s->t.n_dims + 1, sizeof *out);
    for (size_t i = 0; i < r->entries.size; i++) out[column_of(s, r->entries.data[i].dim)] = factor * residue(&r->entries.data[i].c, modulus) % modulus;
    out[s->t.n_dims] = factor * residue(&r->constant, modulus) % modulus;
    return out;
}

/* What the row says modulo the modulus. */
static void add_row(const invgen_step *s, const row *r, modular *out)
{
    if ((r->relation != ROW_EQ && r->relation != ROW_CONGRUENT) || !is_integral(r, s->t.is_int)) return;
    uint64_t factor = 1;
    if (r->relation == ROW_CONGRUENT) factor = out->modulus / gcd(out->modulus, residue(&r->modulus, out->modulus)) % out->modulus;
    uint64_t *element = element_of(s, r, factor, out->modulus);
    modular_add(out, element);
    free(element);
}

static void row_of(const uint64_t *element, size_t n, uint64_t modulus, row *out)
{
    rat c;
    rat_init(&c);
    row_init(out, ROW_CONGRUENT);
    rat_set_int(&out->modulus, (int64_t)modulus);
    for (uint32_t d = 0; d < n; d++) {
        rat_set_int(&c, (int64_t)element[d]);
        if (element[d]) row_add_entry(out, &c, d);
    }
    rat_set_int(&c, (int64_t)element[n]);
    row_add_constant(out, &c);
    rat_release(&c);
}

static void push_rows(const modular *s, row_vec *out)
{
    for (size_t c = 0; c < s->n; c++) {
        if (!s->rows[c]) continue;
        row r;
        row_of(s->rows[c], s->n - 1, s->modulus, &r);
        row_vec_push(out, r);
    }
}

/* ---- the fixpoint ---- */

/* All congruences of the step's premise: of its locations, its facts and its own. */
static void premise(const finder *f, const invgen_step *s, modular *out)
{
    const invgen_program *p = f->p;
    row_vec known;
    row_vec_init(&known);
    modular_init(out, f->modulus, s->t.n_dims + 1);
    for (size_t j = 0; j < s->body.size; j++) {
        uint32_t location = s->body.data[j];
        const row_vec *facts = &p->fact_congruences[p->locations.data[location].pred.id];
        row_vec rows;
        row_vec_init(&rows);
        push_rows(&f->at[location], &rows);
        for (size_t i = 0; i < rows.size; i++) transition_push_about(&rows.data[i], invgen_args(p, s, j), &known);
        for (size_t i = 0; i < facts->size; i++) transition_push_about(&facts->data[i], invgen_args(p, s, j), &known);
        row_vec_free(&rows);
    }
    for (size_t i = 0; i < known.size; i++) add_row(s, &known.data[i], out);
    for (size_t i = 0; i < s->facts.size; i++) add_row(s, &s->facts.data[i], out);
    for (size_t i = 0; i < s->t.rows.size; i++) add_row(s, &s->t.rows.data[i], out);
    row_vec_free(&known);
}

/* Says the premise that a number that is not 0 is 0? */
static bool is_infeasible(const invgen_step *s, const modular *premise) { return premise->rows[s->t.n_dims]; }

static bool is_within(const modular *a, const modular *b)
{
    for (size_t c = 0; c < a->n; c++)
        if (a->rows[c] && !modular_has(b, a->rows[c])) return false;
    return true;
}

/* What holds where the step leads to is no more than what it makes hold. True if that is less than before. */
static bool weaken(finder *f, const invgen_step *s)
{
    for (size_t j = 0; j < s->body.size; j++)
        if (!f->is_reached[s->body.data[j]]) return false;
    modular before, after, *at = &f->at[s->head];
    premise(f, s, &before);
    bool feasible = !is_infeasible(s, &before), changed = false;
    modular_drop(&before, s->t.n_dims - s->t.n_head, &after);
    if (feasible && !f->is_reached[s->head]) {
        f->is_reached[s->head] = changed = true;
        modular none = *at;
        *at = after;
        after = none;
    } else if (feasible && !is_within(at, &after)) {
        modular both;
        changed = true;
        modular_meet(at, &after, &both);
        modular_release(at);
        *at = both;
    }
    modular_release(&before);
    modular_release(&after);
    return changed;
}

static bool find(finder *f)
{
    const invgen_step_vec *steps = &f->p->steps;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < steps->size; i++) {
            if (limits_is_over(f->p->limits)) return false;
            if (steps->data[i].head != INVGEN_NOWHERE) changed |= weaken(f, &steps->data[i]);
        }
    }
    return true;
}

/* ---- what follows for steps ---- */

/* expression >= 0, where it is `rest` modulo k, is expression - rest >= 0: with the largest k, a divisor of the modulus, modulo which it is known. */
static void tighten(const invgen_step *s, const modular *premise, const number_vec *divisors, row *r)
{
    if (r->relation != ROW_GE || !is_integral(r, s->t.is_int)) return;
    rat rest;
    rat_init(&rest);
    size_t n = s->t.n_dims;
    bool known = false;
    for (size_t i = 0; i < divisors->size && !known; i++) {
        uint64_t factor = divisors->data[i], k = premise->modulus / factor, *element = element_of(s, r, factor, premise->modulus);
        modular_reduce(premise, element, n);
        known = element[n] % factor == 0;
        for (size_t c = 0; c < n; c++) known = known && !element[c];
        if (known) rat_set_int(&rest, -(int64_t)(element[n] / factor % k));
        free(element);
    }
    row_add_constant(r, &rest);
    rat_release(&rest);
}

static void list_divisors(uint64_t n, number_vec *out)
{
    for (uint64_t d = 1; d <= n / d; d++) {
        if (n % d) continue;
        number_vec_push(out, d);
        if (n / d != d) number_vec_push(out, n / d);
    }
    qsort(out->data, out->size, sizeof *out->data, compare_numbers);
    out->size--; /* modulo 1 nothing is said */
}

static void use(finder *f)
{
    invgen_program *p = f->p;
    bool *impossible = alloc_zeroed(p->steps.size + 1, sizeof *impossible);
    number_vec divisors;
    number_vec_init(&divisors);
    list_divisors(f->modulus, &divisors);
    for (size_t i = 0; i < p->steps.size; i++) {
        invgen_step *s = &p->steps.data[i];
        modular known;
        premise(f, s, &known);
        impossible[i] = is_infeasible(s, &known);
        for (size_t k = 0; k < s->t.rows.size && !impossible[i]; k++) tighten(s, &known, &divisors, &s->t.rows.data[k]);
        modular_release(&known);
    }
    invgen_program_drop(p, impossible);
    for (size_t l = 0; l < p->locations.size; l++) push_rows(&f->at[l], &p->congruences[l]);
    number_vec_release(&divisors);
    free(impossible);
}

static void run(invgen_program *p, uint64_t modulus)
{
    size_t n = p->locations.size;
    finder f = {.p = p, .modulus = modulus};
    f.at = alloc_zeroed(n + 1, sizeof *f.at);
    f.is_reached = alloc_zeroed(n + 1, sizeof *f.is_reached);
    for (size_t l = 0; l < n; l++) modular_init(&f.at[l], modulus, p->locations.data[l].n + 1);
    if (find(&f)) use(&f);
    for (size_t l = 0; l < n; l++) modular_release(&f.at[l]);
    free(f.at);
    free(f.is_reached);
}

void invgen_congruences(invgen_program *p)
{
    number_vec moduli;
    number_vec_init(&moduli);
    p->congruences = alloc_zeroed(p->locations.size + 1, sizeof *p->congruences);
    list_moduli(p, &moduli);
    for (size_t i = 0; i < moduli.size; i++) run(p, moduli.data[i]);
    number_vec_release(&moduli);
}
