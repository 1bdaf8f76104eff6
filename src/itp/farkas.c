#include "itp/farkas.h"

#include "domain/lp.h"
#include "domain/row.h"

#include <stdlib.h>

/* Columns are more expensive than multipliers: the result counts, not the way to it. */
#define COLUMN_COST 1000
/* And so are the bounds of partial sums. */
#define BOUND_COST 100
/* Larger programs are not tried. */
#define MAX_ROWS 400

typedef enum column_side { SIDE_BELOW = 1, SIDE_ABOVE = 2 } column_side;

typedef struct column {
    term t;
    unsigned sides; /* where it occurs */
    uint32_t plus, minus; /* its coefficient in the half-space; UINT32_MAX if it must not occur */
} column;
VEC_DECLARE(column_vec, column);

typedef struct entry {
    uint32_t column, multiplier, opposite; /* opposite: of an equation, UINT32_MAX otherwise */
    rat coefficient;
} entry;
VEC_DECLARE(entry_vec, entry);

typedef struct program {
    const term_store *ts;
    lp *lp;
    column_vec columns;
    u32_map column_of; /* term -> index + 1 */
    entry_vec entries; /* of the cube at hand */
    uint32_t bound; /* the variable of the half-space's bound */
    bool plain; /* only plain rows */
} program;

bool farkas_is_row(const term_store *ts, term literal)
{
    switch (term_kind_of(ts, literal)) {
    case TERM_LE:
    case TERM_LT: return true;
    case TERM_EQ: return term_is_arith(ts, term_arg(ts, literal, 0));
    default: return false;
    }
}

static void look_for_large(void *found, const rat *coefficient, term t)
{
    (void)t;
    if (row_number_is_large(coefficient)) *(bool *)found = true;
}

bool farkas_is_plain(const term_store *ts, term literal)
{
    bool large = row_number_is_large(term_number(ts, term_arg(ts, literal, 1)));
    if (!large) term_linear_each(ts, term_arg(ts, literal, 0), look_for_large, &large);
    return !large;
}

static void program_init(program *p, const term_store *ts)
{
    *p = (program){.ts = ts};
    column_vec_init(&p->columns);
    entry_vec_init(&p->entries);
    u32_map_init(&p->column_of);
}

static void clear_entries(program *p)
{
    for (size_t k = 0; k < p->entries.size; k++) rat_release(&p->entries.data[k].coefficient);
    entry_vec_clear(&p->entries);
}

static void program_release(program *p)
{
    clear_entries(p);
    lp_free(p->lp);
    column_vec_release(&p->columns);
    entry_vec_release(&p->entries);
    u32_map_release(&p->column_of);
}

/* An Int term is one column on Int and Real alike. */
static term column_term(const term_store *ts, term t) { return term_kind_of(ts, t) == TERM_TO_REAL ? term_arg(ts, t, 0) : t; }

static uint32_t find_column(program *p, term t)
{
    bool added;
    uint32_t *index = u32_map_put(&p->column_of, column_term(p->ts, t).id, &added);
    if (added) {
        *index = (uint32_t)p->columns.size;
        column_vec_push(&p->columns, (column){.t = column_term(p->ts, t), .plus = UINT32_MAX, .minus = UINT32_MAX});
    }
    return *index;
}

typedef struct reader {
    program *program;
    uint32_t multiplier, opposite;
    column_side side;
} reader;

static void mark_column(void *context, const rat *coefficient, term t)
{
    (void)coefficient;
    reader *r = context;
    assert(!term_is_none(t));
    uint32_t at = find_column(r->program, t);
    r->program->columns.data[at].sides |= r->side;
}

static void read_entry(void *context, const rat *coefficient, term t)
{
    reader *r = context;
    assert(!term_is_none(t));
    entry e = {.column = find_column(r->program, t), .multiplier = r->multiplier, .opposite = r->opposite};
    rat_init(&e.coefficient);
    rat_set(&e.coefficient, coefficient);
    entry_vec_push(&r->program->entries, e);
}

static term left_side(const term_store *ts, term literal) { return term_arg(ts, literal, 0); }
static const rat *right_side(const term_store *ts, term literal) { return term_number(ts, term_arg(ts, literal, 1)); }

static void put_with_opposite(program *p, const rat *c, uint32_t multiplier, uint32_t opposite)
{
    lp_put(p->lp, c, multiplier);
    if (opposite == UINT32_MAX) return;
    rat minus;
    rat_init(&minus);
    rat_neg(&minus, c);
    lp_put(p->lp, &minus, opposite);
    rat_release(&minus);
}

static int compare_entries(const void *a, const void *b)
{
    uint32_t x = ((const entry *)a)->column, y = ((const entry *)b)->column;
    return (x > y) - (x < y);
}

/* For each column: what the cube's multipliers make of it is what the half-space has (below), or the opposite (above). */
static void add_column_rows(program *p, column_side side)
{
    rat one, zero;
    rat_init(&one);
    rat_init(&zero);
    entry_vec *e = &p->entries;
    if (e->size) qsort(e->data, e->size, sizeof(entry), compare_entries);
    size_t k = 0;
    for (uint32_t c = 0; c < p->columns.size; c++) {
        const column *col = &p->columns.data[c];
        bool occurs = k < e->size && e->data[k].column == c;
        if (!occurs && col->plus == UINT32_MAX) continue;
        lp_begin_row(p->lp, LP_EQ, &zero);
        for (; k < e->size && e->data[k].column == c; k++)
            put_with_opposite(p, &e->data[k].coefficient, e->data[k].multiplier, e->data[k].opposite);
        rat_set_int(&one, side == SIDE_BELOW ? -1 : 1);
        if (col->plus != UINT32_MAX) put_with_opposite(p, &one, col->plus, col->minus);
        lp_end_row(p->lp);
    }
    rat_release(&one);
    rat_release(&zero);
}

typedef struct cube_rows {
    term_vec rows;
    u32_vec multipliers, opposites;
} cube_rows;

static bool is_used(const program *p, term literal) { return farkas_is_row(p->ts, literal) && (!p->plain || farkas_is_plain(p->ts, literal)); }

/* The literals that are rows, with a multiplier each. */
static void cube_rows_init(cube_rows *c, program *p, const term *literals, size_t n)
{
    term_vec_init(&c->rows);
    u32_vec_init(&c->multipliers);
    u32_vec_init(&c->opposites);
    for (size_t k = 0; k < n; k++) {
        if (!is_used(p, literals[k])) continue;
        term_vec_push(&c->rows, literals[k]);
        bool equation = term_kind_of(p->ts, literals[k]) == TERM_EQ;
        u32_vec_push(&c->multipliers, lp_add_variable(p->lp, LP_NONNEGATIVE, 1));
        u32_vec_push(&c->opposites, equation ? lp_add_variable(p->lp, LP_NONNEGATIVE, 1) : UINT32_MAX);
    }
}

static void cube_rows_release(cube_rows *c)
{
    term_vec_release(&c->rows);
    u32_vec_release(&c->multipliers);
    u32_vec_release(&c->opposites);
}

static void read_cube(program *p, const cube_rows *c)
{
    clear_entries(p);
    for (size_t k = 0; k < c->rows.size; k++) {
        reader r = {.program = p, .multiplier = c->multipliers.data[k], .opposite = c->opposites.data[k]};
        term_linear_each(p->ts, left_side(p->ts, c->rows.data[k]), read_entry, &r);
    }
}

/* The sum of the right sides, plus factor * bound, is at most `most`. */
static void add_bound_row(program *p, const cube_rows *c, int64_t factor, int64_t most)
{
    rat number;
    rat_init(&number);
    rat_set_int(&number, most);
    lp_begin_row(p->lp, LP_LE, &number);
    for (size_t k = 0; k < c->rows.size; k++)
        put_with_opposite(p, right_side(p->ts, c->rows.data[k]), c->multipliers.data[k], c->opposites.data[k]);
    rat_set_int(&number, factor);
    if (factor) lp_put(p->lp, &number, p->bound);
    lp_end_row(p->lp);
    rat_release(&number);
}

static bool has_strict(const term_store *ts, const term *literals, size_t n)
{
    for (size_t k = 0; k < n; k++)
        if (term_kind_of(ts, literals[k]) == TERM_LT) return true;
    return false;
}

/* The multipliers of strict rows are at least 1 together. */
static void add_strict_row(program *p, const cube_rows *c)
{
    rat one;
    rat_init(&one);
    rat_set_int(&one, 1);
    lp_begin_row(p->lp, LP_GE, &one);
    for (size_t k = 0; k < c->rows.size; k++)
        if (term_kind_of(p->ts, c->rows.data[k]) == TERM_LT) lp_put(p->lp, &one, c->multipliers.data[k]);
    lp_end_row(p->lp);
    rat_release(&one);
}

/* ---- refutation ---- */

/* A refutation has for each part: what its bound gains over its parts' and rows', and the bound, as a difference. */
typedef struct part_variables {
    uint32_t gain, plus, minus;
} part_variables;

static part_variables *add_part_variables(program *p, const farkas_parts *parts)
{
    part_variables *v = alloc_zeroed(parts->n + 1, sizeof *v);
    for (size_t k = 0; k < parts->n; k++) {
        v[k].gain = lp_add_variable(p->lp, LP_NONNEGATIVE, 0);
        v[k].plus = lp_add_variable(p->lp, LP_NONNEGATIVE, BOUND_COST);
        v[k].minus = lp_add_variable(p->lp, LP_NONNEGATIVE, BOUND_COST);
    }
    return v;
}

/* The right sides of the part's rows and the gains of its parts make its bound. */
static void add_part_row(program *p, const cube_rows *c, const farkas_parts *parts, const part_variables *v, size_t part)
{
    rat number;
    rat_init(&number);
    lp_begin_row(p->lp, LP_EQ, &number);
    for (size_t r = 0; r < c->rows.size; r++)
        if (parts->has_row[part][r]) put_with_opposite(p, right_side(p->ts, c->rows.data[r]), c->multipliers.data[r], c->opposites.data[r]);
    rat_set_int(&number, 1);
    for (size_t q = 0; q < parts->n; q++)
        if (parts->has_part[part][q]) lp_put(p->lp, &number, v[q].gain);
    rat_set_int(&number, -1);
    put_with_opposite(p, &number, v[part].plus, v[part].minus);
    lp_end_row(p->lp);
    rat_release(&number);
}

/* All right sides and gains together are at most `most`. */
static void add_total_row(program *p, const cube_rows *c, const farkas_parts *parts, const part_variables *v, int64_t most)
{
    rat number;
    rat_init(&number);
    rat_set_int(&number, most);
    lp_begin_row(p->lp, LP_LE, &number);
    for (size_t r = 0; r < c->rows.size; r++)
        put_with_opposite(p, right_side(p->ts, c->rows.data[r]), c->multipliers.data[r], c->opposites.data[r]);
    rat_set_int(&number, 1);
    for (size_t q = 0; q < parts->n; q++) lp_put(p->lp, &number, v[q].gain);
    lp_end_row(p->lp);
    rat_release(&number);
}

static void lp_difference(const lp *p, uint32_t plus, uint32_t minus, rat *out)
{
    rat subtracted;
    rat_init(&subtracted);
    assert(plus != UINT32_MAX);
    lp_value(p, plus, out);
    if (minus != UINT32_MAX) lp_value(p, minus, &subtracted);
    rat_sub(out, out, &subtracted);
    rat_release(&subtracted);
}

static bool refute(const term_store *ts, const term *rows, size_t n, bool strict, const farkas_parts *parts, rat *multipliers, rat *bounds)
{
    program p;
    program_init(&p, ts);
    p.lp = lp_new();
    cube_rows c;
    cube_rows_init(&c, &p, rows, n);
    part_variables *v = add_part_variables(&p, parts);
    read_cube(&p, &c);
    add_column_rows(&p, SIDE_BELOW);
    for (size_t k = 0; k < parts->n; k++) add_part_row(&p, &c, parts, v, k);
    add_total_row(&p, &c, parts, v, strict ? 0 : -1);
    if (strict) add_strict_row(&p, &c);
    assert(c.rows.size == n && c.multipliers.size == n && c.opposites.size == n);
    bool solved = lp_solve(p.lp);
    for (size_t k = 0; k < n && solved; k++) lp_difference(p.lp, c.multipliers.data[k], c.opposites.data[k], &multipliers[k]);
    for (size_t k = 0; k < parts->n && solved; k++) lp_difference(p.lp, v[k].plus, v[k].minus, &bounds[k]);
    free(v);
    cube_rows_release(&c);
    program_release(&p);
    return solved;
}

bool farkas_refute(const term_store *ts, const term *rows, size_t n, const farkas_parts *parts, rat *multipliers, rat *bounds)
{
    if (n > MAX_ROWS) return false;
    if (refute(ts, rows, n, false, parts, multipliers, bounds)) return true;
    return has_strict(ts, rows, n) && refute(ts, rows, n, true, parts, multipliers, bounds);
}

/* ---- atoms ---- */

/* A sum of columns in the making; fractions are cleared at the end. */
typedef struct sum {
    term_vec columns;
    u32_map at; /* column -> index */
    rat *coefficients;
    size_t capacity;
    rat bound, room; /* any bound in [bound, bound + room) would do as well */
    rat factor; /* of what is being added */
    bool strict;
    const term_store *ts;
} sum;

static void sum_init(sum *s, const term_store *ts)
{
    *s = (sum){.ts = ts};
    term_vec_init(&s->columns);
    u32_map_init(&s->at);
    rat_init(&s->bound);
    rat_init(&s->room);
    rat_init(&s->factor);
}

static void sum_release(sum *s)
{
    for (size_t k = 0; k < s->columns.size; k++) rat_release(&s->coefficients[k]);
    free(s->coefficients);
    term_vec_release(&s->columns);
    u32_map_release(&s->at);
    rat_release(&s->bound);
    rat_release(&s->room);
    rat_release(&s->factor);
}

static void sum_add_column(void *context, const rat *coefficient, term t)
{
    sum *s = context;
    bool added;
    t = column_term(s->ts, t);
    uint32_t *at = u32_map_put(&s->at, t.id, &added);
    if (added) {
        *at = (uint32_t)s->columns.size;
        if (s->columns.size == s->capacity) {
            s->capacity = 2 * s->capacity + 8;
            s->coefficients = alloc_resize(s->coefficients, s->capacity, sizeof(rat));
        }
        rat_init(&s->coefficients[s->columns.size]);
        term_vec_push(&s->columns, t);
    }
    assert(*at < s->columns.size && s->columns.size <= s->capacity);
    rat_addmul(&s->coefficients[*at], &s->factor, coefficient);
}

static bool is_int(const term_store *ts, term t) { return sort_kind_of(ts, term_sort(ts, t)) == SORT_INT; }

/* Everything multiplied so that no fractions are left on the columns. */
static void clear_fractions(sum *s)
{
    assert(rat_sign(&s->room) >= 0);
    rat den;
    rat_init(&den);
    rat_set_int(&s->factor, 1);
    for (size_t k = 0; k < s->columns.size; k++) {
        rat_den(&den, &s->coefficients[k]);
        rat_lcm(&s->factor, &s->factor, &den);
    }
    for (size_t k = 0; k < s->columns.size; k++) rat_mul(&s->coefficients[k], &s->coefficients[k], &s->factor);
    assert(rat_sign(&s->factor) > 0); /* otherwise the relation would turn round */
    rat_mul(&s->bound, &s->bound, &s->factor);
    rat_mul(&s->room, &s->room, &s->factor);
    rat_release(&den);
}

/* Of the bounds in [bound, bound + room) the one next to 0. */
static void use_room(sum *s, bool all_int)
{
    rat end, one;
    rat_init(&end);
    rat_init(&one);
    rat_set_int(&one, 1);
    rat_add(&end, &s->bound, &s->room);
    if (rat_sign(&s->bound) <= 0 && rat_sign(&end) > 0) {
        rat_set_int(&s->bound, 0);
    } else if (all_int && rat_sign(&end) <= 0 && rat_sign(&s->room) > 0) {
        rat_ceil(&s->bound, &end);
        rat_sub(&s->bound, &s->bound, &one);
    }
    rat_release(&end);
    rat_release(&one);
}

/* columns <= bound, or < if strict. */
static term sum_atom(sum *s, term_store *ts)
{
    clear_fractions(s);
    bool all_int = true;
    for (size_t k = 0; k < s->columns.size; k++) all_int = all_int && (is_int(ts, s->columns.data[k]) || !rat_sign(&s->coefficients[k]));
    sort number = all_int ? sort_int(ts) : sort_real(ts);
    for (size_t k = 0; k < s->columns.size; k++) assert(rat_is_integer(&s->coefficients[k]));
    if (rat_sign(&s->room)) use_room(s, all_int);
    if (all_int && s->strict) {
        rat one;
        rat_init(&one);
        rat_set_int(&one, 1);
        rat_ceil(&s->bound, &s->bound);
        rat_sub(&s->bound, &s->bound, &one);
        rat_release(&one);
    } else if (all_int) {
        rat_floor(&s->bound, &s->bound);
    }
    term_vec parts;
    term_vec_init(&parts);
    rat zero;
    rat_init(&zero);
    term_vec_push(&parts, term_mk_num(ts, &zero, number));
    rat_release(&zero);
    for (size_t k = 0; k < s->columns.size; k++) {
        if (!rat_sign(&s->coefficients[k])) continue;
        term t = s->columns.data[k];
        if (!all_int && is_int(ts, t)) t = term_mk_to_real(ts, t);
        term_vec_push(&parts, term_mk_scale(ts, &s->coefficients[k], t));
    }
    term left = term_mk_add(ts, parts.data, parts.size), right = term_mk_num(ts, &s->bound, number);
    term_vec_release(&parts);
    return s->strict && !all_int ? term_mk_lt(ts, left, right) : term_mk_le(ts, left, right);
}

term farkas_sum(term_store *ts, const term *rows, size_t n, const rat *multipliers, const bool *chosen, const rat *bound)
{
    sum s;
    sum_init(&s, ts);
    for (size_t k = 0; k < n; k++) {
        if (!chosen[k] || !rat_sign(&multipliers[k])) continue;
        rat_set(&s.factor, &multipliers[k]);
        term_linear_each(ts, left_side(ts, rows[k]), sum_add_column, &s);
        s.strict = s.strict || term_kind_of(ts, rows[k]) == TERM_LT;
    }
    rat_set(&s.bound, bound);
    term t = sum_atom(&s, ts);
    sum_release(&s);
    return t;
}

/* ---- half-spaces between cubes ---- */

typedef enum gap { GAP_ONE, GAP_STRICT_BELOW, GAP_STRICT_ABOVE } gap;

typedef struct separation {
    term_store *ts;
    scope *scope;
    const term_vec *below, *above;
    size_t n_below, n_above;
    u32_map banned; /* columns that are not to occur */
    bool plain; /* only plain rows */
} separation;

static void mark_columns(program *p, const term_vec *cubes, size_t n, column_side side)
{
    reader r = {.program = p, .side = side};
    for (size_t c = 0; c < n; c++)
        for (size_t k = 0; k < cubes[c].size; k++)
            if (is_used(p, cubes[c].data[k])) term_linear_each(p->ts, left_side(p->ts, cubes[c].data[k]), mark_column, &r);
}

static void add_half_space(program *p, const separation *s)
{
    for (size_t c = 0; c < p->columns.size; c++) {
        column *col = &p->columns.data[c];
        if (col->sides != (SIDE_BELOW | SIDE_ABOVE) || u32_map_find(&s->banned, col->t.id) || !scope_has(s->scope, col->t)) continue;
        col->plus = lp_add_variable(p->lp, LP_NONNEGATIVE, COLUMN_COST);
        col->minus = lp_add_variable(p->lp, LP_NONNEGATIVE, COLUMN_COST);
    }
    p->bound = lp_add_variable(p->lp, LP_FREE, 0);
}

/* Below:  multipliers * rows = half-space, right sides <= bound.  Above: its opposite, right sides <= -bound - 1 (or -bound). */
static void add_cubes(program *p, cube_rows *rows, size_t n, column_side side, gap g)
{
    for (size_t c = 0; c < n; c++) {
        read_cube(p, &rows[c]);
        add_column_rows(p, side);
        if (side == SIDE_BELOW) add_bound_row(p, &rows[c], -1, 0);
        else add_bound_row(p, &rows[c], 1, g == GAP_ONE ? -1 : 0);
        if (g == (side == SIDE_BELOW ? GAP_STRICT_BELOW : GAP_STRICT_ABOVE)) add_strict_row(p, &rows[c]);
    }
}

static cube_rows *new_rows(program *p, const term_vec *cubes, size_t n)
{
    cube_rows *rows = alloc_zeroed(n ? n : 1, sizeof *rows);
    for (size_t c = 0; c < n; c++) cube_rows_init(&rows[c], p, cubes[c].data, cubes[c].size);
    return rows;
}

static void free_rows(cube_rows *rows, size_t n)
{
    for (size_t c = 0; c < n; c++) cube_rows_release(&rows[c]);
    free(rows);
}

/* The half-space as an atom; its columns go to `support`. */
static term read_half_space(program *p, term_store *ts, gap g, term_vec *support)
{
    sum s;
    sum_init(&s, ts);
    rat one;
    rat_init(&one);
    rat_set_int(&one, 1);
    term_vec_clear(support);
    for (size_t c = 0; c < p->columns.size; c++) {
        const column *col = &p->columns.data[c];
        if (col->plus == UINT32_MAX) continue;
        lp_difference(p->lp, col->plus, col->minus, &s.factor);
        if (!rat_sign(&s.factor)) continue;
        sum_add_column(&s, &one, col->t);
        term_vec_push(support, col->t);
    }
    lp_value(p->lp, p->bound, &s.bound);
    if (g == GAP_ONE) rat_set_int(&s.room, 1);
    s.strict = g == GAP_STRICT_BELOW;
    rat_release(&one);
    term t = sum_atom(&s, ts);
    sum_release(&s);
    return t;
}

static term solve_gap(const separation *s, gap g, term_vec *support)
{
    program p;
    program_init(&p, s->ts);
    p.lp = lp_new();
    p.plain = s->plain;
    mark_columns(&p, s->below, s->n_below, SIDE_BELOW);
    mark_columns(&p, s->above, s->n_above, SIDE_ABOVE);
    add_half_space(&p, s);
    cube_rows *below = new_rows(&p, s->below, s->n_below), *above = new_rows(&p, s->above, s->n_above);
    add_cubes(&p, below, s->n_below, SIDE_BELOW, g);
    add_cubes(&p, above, s->n_above, SIDE_ABOVE, g);
    term t = lp_solve(p.lp) ? read_half_space(&p, s->ts, g, support) : TERM_NONE;
    free_rows(below, s->n_below);
    free_rows(above, s->n_above);
    program_release(&p);
    return t;
}

static bool all_strict(const term_store *ts, const term_vec *cubes, size_t n)
{
    for (size_t c = 0; c < n; c++)
        if (!has_strict(ts, cubes[c].data, cubes[c].size)) return false;
    return true;
}

static term solve(const separation *s, term_vec *support)
{
    term t = solve_gap(s, GAP_ONE, support);
    if (term_is_none(t) && all_strict(s->ts, s->above, s->n_above)) t = solve_gap(s, GAP_STRICT_ABOVE, support);
    if (term_is_none(t) && all_strict(s->ts, s->below, s->n_below)) t = solve_gap(s, GAP_STRICT_BELOW, support);
    return t;
}

static bool are_plain(const term_store *ts, const term_vec *cubes, size_t n)
{
    for (size_t c = 0; c < n; c++)
        for (size_t k = 0; k < cubes[c].size; k++)
            if (farkas_is_row(ts, cubes[c].data[k]) && !farkas_is_plain(ts, cubes[c].data[k])) return false;
    return true;
}

static bool all_plain(const separation *s) { return are_plain(s->ts, s->below, s->n_below) && are_plain(s->ts, s->above, s->n_above); }

/* Fewer columns: each is banned if a half-space is left without it. */
static term make_sparse(separation *s, term t, term_vec *support)
{
    term_vec tried;
    term_vec_init(&tried);
    term_vec_append(&tried, support->data, support->size);
    for (size_t k = 0; k < tried.size && support->size > 1; k++) {
        separation sparser = *s;
        u32_map_init(&sparser.banned);
        for (size_t b = 0; b < k; b++)
            if (u32_map_find(&s->banned, tried.data[b].id)) u32_map_put(&sparser.banned, tried.data[b].id, NULL);
        u32_map_put(&sparser.banned, tried.data[k].id, NULL);
        term_vec smaller;
        term_vec_init(&smaller);
        term found = solve(&sparser, &smaller);
        if (!term_is_none(found) && smaller.size < support->size) {
            t = found;
            term_vec_clear(support);
            term_vec_append(support, smaller.data, smaller.size);
            assert(!term_vec_has(support, tried.data[k]));
            u32_map_put(&s->banned, tried.data[k].id, NULL);
        }
        term_vec_release(&smaller);
        u32_map_release(&sparser.banned);
    }
    term_vec_release(&tried);
    return t;
}

term farkas_separate(term_store *ts, scope *sc, const term_vec *below, size_t n_below, const term_vec *above, size_t n_above)
{
    separation s = {.ts = ts, .scope = sc, .below = below, .above = above, .n_below = n_below, .n_above = n_above};
    size_t rows = 0;
    for (size_t c = 0; c < n_below; c++) rows += below[c].size;
    for (size_t c = 0; c < n_above; c++) rows += above[c].size;
    if (rows > MAX_ROWS) return TERM_NONE;
    u32_map_init(&s.banned);
    term_vec support;
    term_vec_init(&support);
    s.plain = true;
    term t = solve(&s, &support);
    if (term_is_none(t) && !all_plain(&s)) {
        s.plain = false;
        t = solve(&s, &support);
    }
    if (!term_is_none(t)) t = make_sparse(&s, t, &support);
    term_vec_release(&support);
    u32_map_release(&s.banned);
    return t;
}
