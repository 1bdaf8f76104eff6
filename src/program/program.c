#include "program/program.h"

#include "base/map.h"
#include "program/inside.h"
#include "program/unset_info.h"

#include <stdlib.h>

VEC_DECLARE(stmt_ref_vec, const stmt *);
VEC_DECLARE(branch_vec, branch);
VEC_DECLARE(var_ref_vec, var_info *);
VEC_DECLARE(goal_ref_vec, goal_info *);
VEC_DECLARE(string_vec, const char *);

typedef struct block_body {
    place place;
    stmt_ref_vec stmts;
    branch_vec branches;
    bool is_return;
} block_body;
VEC_DECLARE(block_vec, block_body);

typedef struct proc_body {
    const char *name;
    place place;
    term_vec params, results, locals;
    block_vec blocks;
} proc_body;
VEC_DECLARE(proc_vec, proc_body);

typedef struct assumption {
    const char *message;
    place place;
} assumption;
VEC_DECLARE(assumption_vec, assumption);
VEC_DECLARE(name_vec, const char *);

struct program {
    term_store *ts;
    proc_vec procs;
    string_map proc_index;
    term_vec globals;
    var_ref_vec vars; /* in `memory`, so that they stay where they are */
    u32_map var_index; /* symbol -> index in vars */
    u32_map initial; /* global -> value */
    goal_ref_vec goals;
    assumption_vec assumptions;
    string_map assumption_index;
    name_vec unseen;
    assumption gap; /* message NULL: none */
    bool has_doubt;
    string_vec strings; /* names and files, each once */
    string_map string_index;
    proc entry;
    arena memory;
    text *report;
    const pointee *pointees;
    size_t n_pointees;
    term first_moving, last_moving; /* addresses */
    argument_layout *arguments;
};

const char *goal_kind_name(goal_kind k)
{
    static const char *const names[GOAL_KINDS] = {"assert", "overflow", "div", "shift", "bounds", "pointer", "leak", "uninit", "unsigned", "conversion", "abort",
                                                  "limit", "cover"};
    assert(k < GOAL_KINDS);
    return names[k];
}

program *program_new(term_store *ts)
{
    program *p = alloc_zeroed(1, sizeof *p);
    p->ts = ts;
    p->entry = PROC_NONE;
    arena_init(&p->memory);
    p->report = alloc_bytes(sizeof *p->report);
    text_init(p->report);
    return p;
}

static void release_proc(proc_body *f)
{
    for (size_t i = 0; i < f->blocks.size; i++) {
        stmt_ref_vec_release(&f->blocks.data[i].stmts);
        branch_vec_release(&f->blocks.data[i].branches);
    }
    block_vec_release(&f->blocks);
    term_vec_release(&f->params);
    term_vec_release(&f->results);
    term_vec_release(&f->locals);
}

void program_free(program *p)
{
    if (!p) return;
    for (size_t i = 0; i < p->procs.size; i++) release_proc(&p->procs.data[i]);
    proc_vec_release(&p->procs);
    string_map_release(&p->proc_index);
    term_vec_release(&p->globals);
    var_ref_vec_release(&p->vars);
    u32_map_release(&p->var_index);
    u32_map_release(&p->initial);
    goal_ref_vec_release(&p->goals);
    assumption_vec_release(&p->assumptions);
    string_map_release(&p->assumption_index);
    name_vec_release(&p->unseen);
    string_vec_release(&p->strings);
    string_map_release(&p->string_index);
    if (p->arguments) {
        term_vec_release(&p->arguments->words);
        term_vec_release(&p->arguments->bytes);
        term_vec_release(&p->arguments->texts);
    }
    arena_release(&p->memory);
    text_release(p->report);
    free(p->report);
    free(p);
}

term_store *program_terms(const program *p) { return p->ts; }
text *program_report(const program *p) { return p->report; }

static proc_body *body_of(const program *p, proc f)
{
    assert(f.id < p->procs.size);
    return &p->procs.data[f.id];
}

static block_body *block_of(const program *p, proc f, block b)
{
    proc_body *body = body_of(p, f);
    assert(b.id < body->blocks.size);
    return &body->blocks.data[b.id];
}

/* ---- building ---- */

static const char *keep_string(program *p, const char *s)
{
    if (!s) return NULL;
    const uint32_t *index = string_map_find(&p->string_index, s);
    if (index) return p->strings.data[*index];
    const char *copy = arena_string(&p->memory, s, strlen(s));
    *string_map_put(&p->string_index, copy, NULL) = (uint32_t)p->strings.size;
    string_vec_push(&p->strings, copy);
    return copy;
}

static place keep_place(program *p, place where)
{
    where.file = keep_string(p, where.file);
    return where;
}

static const term *keep_terms(program *p, const term *terms, size_t n)
{
    if (!n) return NULL;
    term *copy = arena_alloc(&p->memory, n * sizeof(term));
    memcpy(copy, terms, n * sizeof(term));
    return copy;
}

term program_add_var(program *p, const char *hint, sort s, const var_info *info)
{
    term symbol = term_mk_fresh(p->ts, hint, s);
    var_info *v = arena_alloc(&p->memory, sizeof *v);
    *v = *info;
    v->symbol = symbol;
    v->name = keep_string(p, info->name);
    v->place = keep_place(p, info->place);
    *u32_map_put(&p->var_index, symbol.id, NULL) = (uint32_t)p->vars.size;
    var_ref_vec_push(&p->vars, v);
    term_vec_push(info->owner.id == PROC_NONE.id ? &p->globals : &body_of(p, info->owner)->locals, symbol);
    return symbol;
}

void program_set_range(program *p, term symbol, term low, term high)
{
    var_info *v = p->vars.data[*u32_map_find(&p->var_index, symbol.id)];
    v->low = low;
    v->high = high;
}

void program_set_elements(program *p, term symbol, uint64_t base, uint64_t stride)
{
    const uint32_t *index = u32_map_find(&p->var_index, symbol.id);
    assert(index);
    p->vars.data[*index]->base = base;
    p->vars.data[*index]->stride = stride;
}

proc program_add_proc(program *p, const char *name, place where)
{
    assert(!string_map_find(&p->proc_index, name));
    proc f = {(uint32_t)p->procs.size};
    proc_vec_push(&p->procs, (proc_body){.name = keep_string(p, name), .place = keep_place(p, where)});
    *string_map_put(&p->proc_index, body_of(p, f)->name, NULL) = f.id;
    return f;
}

void program_set_signature(program *p, proc f, const term *params, size_t n_params, const term *results, size_t n_results)
{
    proc_body *body = body_of(p, f);
    term_vec_clear(&body->params);
    term_vec_clear(&body->results);
    term_vec_append(&body->params, params, n_params);
    term_vec_append(&body->results, results, n_results);
}

block program_add_block(program *p, proc f, place where)
{
    block_vec *blocks = &body_of(p, f)->blocks;
    block_vec_push(blocks, (block_body){.place = keep_place(p, where)});
    return (block){(uint32_t)blocks->size - 1};
}

static const unset_cell *keep_cells(program *p, const unset_cell *cells, size_t n)
{
    unset_cell *copy = arena_alloc(&p->memory, (n + 1) * sizeof *copy);
    if (n) memcpy(copy, cells, n * sizeof *copy);
    return copy;
}

void program_set_pointees(program *p, const pointee *list, size_t n, term first, term last)
{
    pointee *copy = arena_alloc(&p->memory, (n + 1) * sizeof *copy);
    for (size_t i = 0; i < n; i++) {
        copy[i] = list[i];
        address_range *objects = arena_alloc(&p->memory, (list[i].n_objects + 1) * sizeof *objects);
        if (list[i].n_objects) memcpy(objects, list[i].objects, list[i].n_objects * sizeof *objects);
        copy[i].objects = objects;
        copy[i].cells = keep_cells(p, list[i].cells, list[i].n_cells);
        copy[i].regions = keep_terms(p, list[i].regions, list[i].n_cells);
    }
    p->pointees = copy;
    p->n_pointees = n;
    p->first_moving = first;
    p->last_moving = last;
}

const pointee *program_pointees(const program *p, size_t *n, term *first, term *last)
{
    *n = p->n_pointees;
    *first = p->first_moving;
    *last = p->last_moving;
    return p->pointees;
}

static const unset_info *keep_unset(program *p, const unset_info *u)
{
    unset_info *copy = arena_alloc(&p->memory, sizeof *copy);
    *copy = *u;
    copy->cells = keep_cells(p, u->cells, u->n_cells);
    copy->layout.cells = keep_cells(p, u->layout.cells, u->layout.n);
    copy->layout.regions = keep_terms(p, u->layout.regions, u->layout.n);
    return copy;
}

void program_add_stmt(program *p, proc f, block b, const stmt *s)
{
    stmt *copy = arena_alloc(&p->memory, sizeof *copy);
    *copy = *s;
    copy->place = keep_place(p, s->place);
    copy->name = keep_string(p, s->name);
    copy->args = keep_terms(p, s->args, s->n_args);
    copy->results = keep_terms(p, s->results, s->n_results);
    if (s->kind == STMT_UNSET) copy->unset = keep_unset(p, s->unset);
    stmt_ref_vec_push(&block_of(p, f, b)->stmts, copy);
}

void program_add_branch(program *p, proc f, block b, term condition, block target)
{
    branch_vec_push(&block_of(p, f, b)->branches, (branch){condition, target});
}

void program_set_return(program *p, proc f, block b) { block_of(p, f, b)->is_return = true; }

goal program_add_goal(program *p, const goal_info *g)
{
    goal_info *copy = arena_alloc(&p->memory, sizeof *copy);
    *copy = *g;
    copy->message = keep_string(p, g->message);
    copy->stated = keep_string(p, g->stated);
    copy->function = keep_string(p, g->function);
    copy->place = keep_place(p, g->place);
    copy->index = keep_place(p, g->index);
    goal_ref_vec_push(&p->goals, copy);
    return (goal){(uint32_t)p->goals.size - 1};
}

void program_set_entry(program *p, proc f)
{
    assert(f.id < p->procs.size);
    p->entry = f;
}

void program_set_initial(program *p, term global, term value) { *u32_map_put(&p->initial, global.id, NULL) = value.id; }

void program_add_assumption(program *p, place where, const char *format, ...)
{
    text message;
    va_list args;
    text_init(&message);
    va_start(args, format);
    text_vprintf(&message, format, args);
    va_end(args);
    if (!string_map_find(&p->assumption_index, message.data)) {
        assumption a = {arena_string(&p->memory, message.data, message.size), keep_place(p, where)};
        string_map_put(&p->assumption_index, a.message, NULL);
        assumption_vec_push(&p->assumptions, a);
    }
    text_release(&message);
}

void program_add_unseen(program *p, place where, const char *name, const char *what)
{
    bool is_new = true;
    for (size_t i = 0; i < p->unseen.size; i++) is_new &= strcmp(p->unseen.data[i], name) != 0;
    if (!is_new) return;
    name_vec_push(&p->unseen, arena_string(&p->memory, name, strlen(name)));
    program_add_assumption(p, where, "%s is not seen: %s", name, what);
}

/* ---- looking ---- */

size_t program_proc_count(const program *p) { return p->procs.size; }
const char *program_proc_name(const program *p, proc f) { return body_of(p, f)->name; }
place program_proc_place(const program *p, proc f) { return body_of(p, f)->place; }

bool program_find_proc(const program *p, const char *name, proc *out)
{
    const uint32_t *id = string_map_find(&p->proc_index, name);
    if (id) out->id = *id;
    return id != NULL;
}

const term_vec *program_params(const program *p, proc f) { return &body_of(p, f)->params; }
const term_vec *program_results(const program *p, proc f) { return &body_of(p, f)->results; }
const term_vec *program_locals(const program *p, proc f) { return &body_of(p, f)->locals; }
const term_vec *program_globals(const program *p) { return &p->globals; }

term program_initial(const program *p, term global)
{
    const uint32_t *value = u32_map_find(&p->initial, global.id);
    return value ? (term){*value} : TERM_NONE;
}

size_t program_block_count(const program *p, proc f) { return body_of(p, f)->blocks.size; }
place program_block_place(const program *p, proc f, block b) { return block_of(p, f, b)->place; }
size_t program_stmt_count(const program *p, proc f, block b) { return block_of(p, f, b)->stmts.size; }

const stmt *program_stmt(const program *p, proc f, block b, size_t i)
{
    const block_body *body = block_of(p, f, b);
    assert(i < body->stmts.size);
    return body->stmts.data[i];
}

size_t program_branch_count(const program *p, proc f, block b) { return block_of(p, f, b)->branches.size; }

branch program_branch(const program *p, proc f, block b, size_t i)
{
    const block_body *body = block_of(p, f, b);
    assert(i < body->branches.size);
    return body->branches.data[i];
}

bool program_is_return(const program *p, proc f, block b) { return block_of(p, f, b)->is_return; }
proc program_entry(const program *p) { return p->entry; }
size_t program_goal_count(const program *p) { return p->goals.size; }

const goal_info *program_goal(const program *p, goal g)
{
    assert(g.id < p->goals.size);
    return p->goals.data[g.id];
}

const var_info *program_var(const program *p, term symbol)
{
    const uint32_t *index = u32_map_find(&p->var_index, symbol.id);
    return index ? p->vars.data[*index] : NULL;
}

void program_set_gap(program *p, place where, const char *what)
{
    if (!p->gap.message) p->gap = (assumption){arena_string(&p->memory, what, strlen(what)), keep_place(p, where)};
}

void program_set_doubt(program *p, place where, const char *what)
{
    program_set_gap(p, where, what);
    p->has_doubt = true;
}

bool program_has_doubt(const program *p) { return p->has_doubt; }

const char *program_gap(const program *p, place *where)
{
    if (where) *where = p->gap.place;
    return p->gap.message;
}

size_t program_unseen_count(const program *p) { return p->unseen.size; }

const char *program_unseen(const program *p, size_t i)
{
    assert(i < p->unseen.size);
    return p->unseen.data[i];
}

size_t program_assumption_count(const program *p) { return p->assumptions.size; }

const char *program_assumption(const program *p, size_t i, place *where)
{
    assert(i < p->assumptions.size);
    if (where) *where = p->assumptions.data[i].place;
    return p->assumptions.data[i].message;
}

argument_layout *program_add_arguments(program *p, term argc, term argv, uint32_t pointer_bytes)
{
    latch_require(!p->arguments && program_var(p, argc) && program_var(p, argv));
    p->arguments = arena_alloc(&p->memory, sizeof *p->arguments);
    *p->arguments = (argument_layout){.argc = argc, .argv = argv, .pointer_bytes = pointer_bytes};
    term_vec_init(&p->arguments->words);
    term_vec_init(&p->arguments->bytes);
    term_vec_init(&p->arguments->texts);
    return p->arguments;
}

const argument_layout *program_arguments(const program *p) { return p->arguments; }
