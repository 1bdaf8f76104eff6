#include "itp/cover.h"

#include "itp/cube.h"
#include "itp/preference.h"
#include "logic/implicant.h"

/* Cubes on both sides together. */
#define MAX_CUBES 120
/* Separators of one block. */
#define MAX_GROUPS 16

VEC_DECLARE(cube_vec, term_vec);

/* The cubes are reduced to what the contradictions between them need. */
typedef struct group {
    term separator;
    cube_vec below, above;
} group;
VEC_DECLARE(group_vec, group);

typedef struct block {
    cube_vec cubes; /* of A, in full; none if the block is for a part of a cube; the `below` of every group has the same order */
    group_vec groups;
} block;
VEC_DECLARE(block_vec, block);

typedef struct cover {
    question *q;
    block_vec blocks;
    size_t cubes;
} cover;

static void release_cubes(cube_vec *cubes)
{
    for (size_t k = 0; k < cubes->size; k++) term_vec_release(&cubes->data[k]);
    cube_vec_release(cubes);
}

static void push_copy(cube_vec *to, const term_vec *cube)
{
    term_vec copy;
    term_vec_init(&copy);
    term_vec_append(&copy, cube->data, cube->size);
    cube_vec_push(to, copy);
}

static void copy_cubes(cube_vec *to, const cube_vec *from)
{
    cube_vec_init(to);
    for (size_t k = 0; k < from->size; k++) push_copy(to, &from->data[k]);
}

static void group_release(group *g)
{
    release_cubes(&g->below);
    release_cubes(&g->above);
}

static void group_copy(group *to, const group *from)
{
    to->separator = from->separator;
    copy_cubes(&to->below, &from->below);
    copy_cubes(&to->above, &from->above);
}

static void block_release(block *b)
{
    release_cubes(&b->cubes);
    for (size_t k = 0; k < b->groups.size; k++) group_release(&b->groups.data[k]);
    group_vec_release(&b->groups);
}

static void block_copy(block *to, const block *from)
{
    copy_cubes(&to->cubes, &from->cubes);
    group_vec_init(&to->groups);
    for (size_t k = 0; k < from->groups.size; k++) {
        group g;
        group_copy(&g, &from->groups.data[k]);
        group_vec_push(&to->groups, g);
    }
}

static bool is_over(const cover *c) { return c->cubes > MAX_CUBES || limits_is_over(&c->q->prover->request); }

static term block_formula(const cover *c, const block *b)
{
    term_vec parts;
    term_vec_init(&parts);
    for (size_t k = 0; k < b->groups.size; k++) term_vec_push(&parts, b->groups.data[k].separator);
    term t = term_mk_and(c->q->prover->ts, parts.data, parts.size);
    term_vec_release(&parts);
    return t;
}

static term cover_formula(const cover *c)
{
    term_vec parts;
    term_vec_init(&parts);
    for (size_t k = 0; k < c->blocks.size; k++) term_vec_push(&parts, block_formula(c, &c->blocks.data[k]));
    term t = term_mk_or(c->q->prover->ts, parts.data, parts.size);
    term_vec_release(&parts);
    return t;
}

/* A cube of the conjunction `side` in which `and_that` holds. SMT_UNSAT: there is none. */
static smt_result sample(cover *c, term_vec *side, term and_that, term_vec *cube)
{
    itp *i = c->q->prover;
    term_vec_push(side, and_that);
    smt_result r = smt_check(i->solver, side->data, side->size);
    side->size--;
    if (r == SMT_UNKNOWN) prover_give_up(i, smt_why_unknown(i->solver));
    if (r != SMT_SAT) return r;
    c->cubes++;
    implicant_model model = {.solver = i->solver, .cost = scope_cost, .context = c->q->scope};
    if (implicant_of_model(&model, i->ts, side->data, side->size, cube)) return SMT_SAT;
    prover_give_up(i, "a model without values");
    return SMT_UNKNOWN;
}

/* ---- groups and blocks that take in one more cube ---- */

/* The group with one more cube above. */
static bool widen_above(cover *c, const block *b, group *g, const term_vec *cube)
{
    itp *i = c->q->prover;
    term_vec reduced;
    term_vec_init(&reduced);
    bool ok = true;
    for (size_t k = 0; k < b->cubes.size && ok; k++) ok = cube_core(i, c->q->scope, &b->cubes.data[k], cube, &g->below.data[k], &reduced);
    cube_vec_push(&g->above, reduced);
    assert(g->below.size == b->cubes.size); /* in the same order */
    if (ok) g->separator = cube_separate_many(i, c->q->scope, g->below.data, g->below.size, g->above.data, g->above.size);
    return ok && !term_is_none(g->separator);
}

/* The group with one more cube below. */
static bool widen_below(cover *c, group *g, const term_vec *cube)
{
    itp *i = c->q->prover;
    term_vec reduced;
    term_vec_init(&reduced);
    bool ok = true;
    for (size_t k = 0; k < g->above.size && ok; k++) ok = cube_core(i, c->q->scope, cube, &g->above.data[k], &reduced, &g->above.data[k]);
    cube_vec_push(&g->below, reduced);
    if (ok) g->separator = cube_separate_many(i, c->q->scope, g->below.data, g->below.size, g->above.data, g->above.size);
    return ok && !term_is_none(g->separator);
}

/* A cube of B that the block does not exclude yet: by a group that is there, or a new one. */
static bool exclude(cover *c, block *b, const term_vec *cube)
{
    for (size_t k = 0; k < b->groups.size; k++) {
        group g;
        group_copy(&g, &b->groups.data[k]);
        bool ok = widen_above(c, b, &g, cube);
        if (ok) {
            group_release(&b->groups.data[k]);
            b->groups.data[k] = g;
            return true;
        }
        group_release(&g);
    }
    group g = {.separator = TERM_NONE};
    for (size_t k = 0; k < b->cubes.size; k++) cube_vec_push(&g.below, (term_vec){0});
    bool ok = widen_above(c, b, &g, cube);
    if (!ok && b->cubes.size == 1) {
        itp *i = c->q->prover;
        g.separator = cube_separate(i, c->q->scope, &b->cubes.data[0], cube);
        if (term_is_none(g.separator)) g.separator = cube_separate_part(i, c->q->scope, &b->cubes.data[0], cube, block_formula(c, b));
        ok = !term_is_none(g.separator);
    }
    if (ok) group_vec_push(&b->groups, g);
    else group_release(&g);
    return ok;
}

/* Adds separators until the block contradicts B. */
static bool complete(cover *c, block *b)
{
    for (;;) {
        if (is_over(c) || b->groups.size > MAX_GROUPS) return false;
        term_vec cube;
        term_vec_init(&cube);
        smt_result r = sample(c, &c->q->b, block_formula(c, b), &cube);
        bool ok = r == SMT_SAT && exclude(c, b, &cube);
        term_vec_release(&cube);
        if (r == SMT_UNSAT) return true;
        if (!ok) return false;
    }
}

/* A copy of the block takes in the cube too, if every group of it can. */
static bool join(cover *c, block *b, const term_vec *cube)
{
    block wider;
    block_copy(&wider, b);
    push_copy(&wider.cubes, cube);
    bool ok = true;
    for (size_t k = 0; k < wider.groups.size && ok; k++) ok = widen_below(c, &wider.groups.data[k], cube);
    ok = ok && complete(c, &wider);
    block_release(ok ? b : &wider);
    if (ok) *b = wider;
    return ok;
}

/* A block for a part of the cube that no block covers yet. */
static bool include_part(cover *c, const term_vec *cube, block *out)
{
    itp *i = c->q->prover;
    term part = cube_separate_part(i, c->q->scope, &c->q->b, cube, term_mk_not(i->ts, cover_formula(c)));
    *out = (block){0};
    if (!term_is_none(part)) group_vec_push(&out->groups, (group){.separator = term_mk_not(i->ts, part)});
    return !term_is_none(part);
}

/* A cube of A that no block covers yet. */
static bool include(cover *c, const term_vec *cube)
{
    for (size_t k = 0; k < c->blocks.size; k++)
        if (c->blocks.data[k].cubes.size && join(c, &c->blocks.data[k], cube)) return true;
    block b = {0};
    push_copy(&b.cubes, cube);
    bool ok = complete(c, &b);
    if (!ok) {
        block_release(&b);
        ok = include_part(c, cube, &b);
    }
    if (ok) block_vec_push(&c->blocks, b);
    return ok;
}

/* Blocks that later ones made superfluous go. */
static void drop_blocks(cover *c)
{
    itp *i = c->q->prover;
    for (size_t k = 0; k < c->blocks.size && c->blocks.size > 1;) {
        block b = c->blocks.data[k];
        c->blocks.data[k] = c->blocks.data[--c->blocks.size];
        term_vec_push(&c->q->a, term_mk_not(i->ts, cover_formula(c)));
        bool needed = smt_check(i->solver, c->q->a.data, c->q->a.size) != SMT_UNSAT;
        c->q->a.size--;
        if (needed) {
            c->blocks.data[c->blocks.size++] = c->blocks.data[k];
            c->blocks.data[k++] = b;
        } else {
            block_release(&b);
        }
    }
}

/* Separators of a block that the others made superfluous go. */
static void drop_groups(cover *c, block *b)
{
    if (b->groups.size < 2) return;
    question w = {.prover = c->q->prover, .scope = c->q->scope};
    term_vec_init(&w.a);
    term_vec_init(&w.b);
    for (size_t k = 0; k < b->groups.size; k++) term_vec_push(&w.a, b->groups.data[k].separator);
    term_vec_append(&w.b, c->q->b.data, c->q->b.size);
    if (pair_shrink(&w)) {
        size_t left = 0;
        for (size_t k = 0; k < b->groups.size; k++) {
            if (term_vec_has(&w.a, b->groups.data[k].separator)) b->groups.data[left++] = b->groups.data[k];
            else group_release(&b->groups.data[k]);
        }
        b->groups.size = left;
    }
    term_vec_release(&w.a);
    term_vec_release(&w.b);
}

static bool cover_all(cover *c)
{
    for (;;) {
        if (is_over(c)) {
            prover_give_up(c->q->prover, "too many cubes");
            return false;
        }
        term_vec cube;
        term_vec_init(&cube);
        smt_result r = sample(c, &c->q->a, term_mk_not(c->q->prover->ts, cover_formula(c)), &cube);
        bool ok = r == SMT_SAT && include(c, &cube);
        term_vec_release(&cube);
        if (r == SMT_UNSAT) return true;
        if (!ok) return false;
    }
}

term cover_interpolate(question *q)
{
    cover c = {.q = q};
    term found = TERM_NONE;
    if (cover_all(&c)) {
        for (size_t k = 0; k < c.blocks.size; k++) drop_groups(&c, &c.blocks.data[k]);
        drop_blocks(&c);
        found = cover_formula(&c);
    }
    for (size_t k = 0; k < c.blocks.size; k++) block_release(&c.blocks.data[k]);
    block_vec_release(&c.blocks);
    return found;
}
