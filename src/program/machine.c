#include "program/machine.h"

#include "program/operate.h"
#include "term/dag.h"
#include "term/float.h"

#include <stdlib.h>

/* ---- variables ---- */

static void rebase(machine *m)
{
    m->base[SPACE_LOCAL] = m->frames.data ? m->frames.data + m->frame : NULL;
    m->base[SPACE_GLOBAL] = m->globals.data;
    m->base[SPACE_TEMP] = m->temps.data;
    m->base[SPACE_CONSTANT] = m->constants.data;
}

static void place_variables(machine *m, const term_vec *vars, space s)
{
    for (size_t i = 0; i < vars->size; i++) *u32_map_put(&m->places, vars->data[i].id, NULL) = operand_make(s, i).bits;
}

void machine_init(machine *m, const program *p)
{
    memset(m, 0, sizeof *m);
    m->p = p;
    m->ts = program_terms(p);
    place_variables(m, program_globals(p), SPACE_GLOBAL);
    for (uint32_t f = 0; f < program_proc_count(p); f++) place_variables(m, program_locals(p, (proc){f}), SPACE_LOCAL);
    value_vec_resize(&m->globals, program_globals(p)->size);
    rebase(m);
}

static void release_values(value_vec *values)
{
    for (size_t i = 0; i < values->size; i++) value_release(&values->data[i]);
    value_vec_release(values);
}

void machine_release(machine *m)
{
    u32_map_release(&m->places);
    u32_map_release(&m->constant_index);
    operation_vec_release(&m->operations);
    operand_vec_release(&m->operands);
    release_values(&m->constants);
    release_values(&m->temps);
    release_values(&m->globals);
    release_values(&m->frames);
    evaluator_free(m->general);
}

void machine_push(machine *m, size_t n)
{
    m->frame = m->frames.size;
    value_vec_resize(&m->frames, m->frames.size + n);
    rebase(m);
}

void machine_pop(machine *m, size_t below)
{
    for (size_t i = m->frame; i < m->frames.size; i++) value_release(&m->frames.data[i]);
    m->frames.size = m->frame;
    m->frame = below;
    rebase(m);
}

value *machine_variable(const machine *m, term variable)
{
    const uint32_t *bits = u32_map_find(&m->places, variable.id);
    assert(bits);
    return machine_at(m, (operand){*bits});
}

void machine_assign(machine *m, operand target, value v)
{
    value *at = machine_at(m, target);
    value_release(at);
    *at = v;
    at->is_set = true;
}

/* ---- compiling ---- */

/* One expression being compiled: its terms in the order of evaluation. */
typedef struct compilation {
    machine *m;
    term_vec terms;
    u32_map operand_of; /* term -> operand.bits */
} compilation;

static operand constant_operand(machine *m, term t)
{
    bool added;
    uint32_t *index = u32_map_put(&m->constant_index, t.id, &added);
    if (added) {
        *index = (uint32_t)m->constants.size;
        value_vec_push(&m->constants, value_of_term(m->ts, t));
    }
    return operand_make(SPACE_CONSTANT, *index);
}

static uint32_t level_of(const u32_map *levels, const term_store *ts, term t)
{
    uint32_t level = 0;
    for (size_t i = 0; i < term_arity(ts, t); i++) {
        uint32_t below = *u32_map_find(levels, term_arg(ts, t, i).id);
        if (below > level) level = below;
    }
    return level + (term_kind_of(ts, t) == TERM_STORE);
}

/* Orders terms by how many writes are nested in them, arguments still first: what reads an array comes before it changes. */
static void delay_writes(compilation *c)
{
    u32_map levels;
    u32_vec begin;
    u32_map_init(&levels);
    u32_vec_init(&begin);
    u32_vec_resize(&begin, 1);
    for (size_t i = 0; i < c->terms.size; i++) {
        uint32_t level = level_of(&levels, c->m->ts, c->terms.data[i]);
        *u32_map_put(&levels, c->terms.data[i].id, NULL) = level;
        if (begin.size < level + 2) u32_vec_resize(&begin, level + 2);
        begin.data[level + 1]++;
    }
    for (size_t i = 1; i < begin.size; i++) begin.data[i] += begin.data[i - 1];
    term_vec sorted;
    term_vec_init(&sorted);
    term_vec_resize(&sorted, c->terms.size);
    for (size_t i = 0; i < c->terms.size; i++) {
        uint32_t level = *u32_map_find(&levels, c->terms.data[i].id);
        sorted.data[begin.data[level]++] = c->terms.data[i];
    }
    term_vec_release(&c->terms);
    c->terms = sorted;
    u32_map_release(&levels);
    u32_vec_release(&begin);
}

static bool divides_by_unknown(const term_store *ts, term t)
{
    term_kind k = term_kind_of(ts, t);
    if (k != TERM_IDIV && k != TERM_MOD && k != TERM_RDIV) return false;
    term divisor = term_arg(ts, t, 1);
    return term_kind_of(ts, divisor) != TERM_NUM || rat_sign(term_number(ts, divisor)) == 0;
}

static operation make_operation(const compilation *c, term t)
{
    machine *m = c->m;
    operation o = {.kind = term_kind_of(m->ts, t), .first = (uint32_t)m->operands.size, .count = (uint32_t)term_arity(m->ts, t)};
    for (size_t i = 0; i < o.count; i++)
        operand_vec_push(&m->operands, (operand){*u32_map_find(&c->operand_of, term_arg(m->ts, t, i).id)});
    if (o.kind == TERM_FLOAT) {
        o.high = (uint32_t)term_float_operation(m->ts, t);
        o.width = term_float_width(m->ts, t);
    }
    if (o.kind < TERM_BV_CONCAT || o.kind > TERM_INT_TO_BV) return o;
    term sized = o.kind == TERM_INT_TO_BV ? t : term_arg(m->ts, t, o.kind == TERM_BV_CONCAT ? 1 : 0);
    o.width = sort_bv_width(m->ts, term_sort(m->ts, sized));
    if (o.kind == TERM_BV_EXTRACT) o.low = term_index(m->ts, t, 1);
    if (o.kind == TERM_BV_EXTRACT || o.kind == TERM_BV_ZERO_EXT || o.kind == TERM_BV_SIGN_EXT) o.high = term_index(m->ts, t, 0);
    return o;
}

/* The operand of a leaf, or of a temporary that a new operation writes. False if there is no way to compute it here. */
static bool compile_term(compilation *c, expression *e, term t)
{
    machine *m = c->m;
    operand result;
    const uint32_t *variable = u32_map_find(&m->places, t.id);
    if (variable) {
        if (value_class_of(m->ts, term_sort(m->ts, t)) == VALUE_TERM && !term_is_equal(t, e->t)) return false;
        result.bits = *variable;
    } else if (term_is_value(m->ts, t)) {
        result = constant_operand(m, t);
    } else if (operate_is_known(m->ts, t)) {
        operation_vec_push(&m->operations, make_operation(c, t));
        result = operand_make(SPACE_TEMP, e->count++);
        e->can_fail |= divides_by_unknown(m->ts, t);
    } else {
        return false;
    }
    *u32_map_put(&c->operand_of, t.id, NULL) = result.bits;
    e->result = result;
    return true;
}

static bool may_be_taken(const operation *o, size_t i)
{
    return (o->kind == TERM_STORE && i == 0) || (o->kind == TERM_ITE && i > 0);
}

/* Marks, backwards, the last uses of temporaries and of the target. */
static void mark_taken(machine *m, const expression *e, term target)
{
    uint32_t *place_of_target = term_is_none(target) ? NULL : u32_map_find(&m->places, target.id);
    u32_map later;
    u32_map_init(&later);
    u32_map_put(&later, e->result.bits, NULL);
    for (size_t k = e->first + e->count; k-- > e->first;) {
        operation *o = &m->operations.data[k];
        for (size_t i = 0; i < o->count; i++) {
            uint32_t bits = m->operands.data[o->first + i].bits;
            bool added, is_ours = bits >> 30 == SPACE_TEMP || (place_of_target && bits == *place_of_target);
            if (!is_ours) continue;
            u32_map_put(&later, bits, &added);
            if (added && may_be_taken(o, i)) o->taken |= UINT32_C(1) << i;
        }
    }
    u32_map_release(&later);
}

expression machine_compile(machine *m, term t, term target)
{
    expression e = {.t = t, .first = (uint32_t)m->operations.size};
    compilation c = {.m = m};
    size_t operands = m->operands.size;
    dag_subterms(m->ts, &t, 1, &c.terms);
    delay_writes(&c);
    for (size_t i = 0; i < c.terms.size && !e.is_general; i++) e.is_general = !compile_term(&c, &e, c.terms.data[i]);
    if (e.is_general) {
        m->operations.size = e.first;
        m->operands.size = operands;
        e.count = 0;
    } else {
        e.result.bits = *u32_map_find(&c.operand_of, t.id);
        mark_taken(m, &e, target);
        if (m->temps.size < e.count) value_vec_resize(&m->temps, e.count);
    }
    term_vec_release(&c.terms);
    u32_map_release(&c.operand_of);
    rebase(m);
    return e;
}

/* ---- evaluating ---- */

static const value *argument(const machine *m, const operation *o, size_t i)
{
    return machine_at(m, m->operands.data[o->first + i]);
}

/* A junction is good if an argument decides it that is good itself. */
static bool junction_is_bad(const machine *m, const operation *o)
{
    bool decider = o->kind == TERM_OR, any = false;
    for (size_t i = 0; i < o->count; i++) {
        const value *a = argument(m, o, i);
        if (!a->is_bad && (a->small != 0) == decider) return false;
        any |= a->is_bad;
    }
    return any;
}

static bool result_is_bad(const machine *m, const operation *o)
{
    if (o->kind == TERM_AND || o->kind == TERM_OR) return junction_is_bad(m, o);
    if (o->kind == TERM_ITE) {
        const value *condition = argument(m, o, 0);
        return condition->is_bad || argument(m, o, condition->small ? 1 : 2)->is_bad;
    }
    for (size_t i = 0; i < o->count; i++)
        if (argument(m, o, i)->is_bad) return true;
    return false;
}

static void run_operations(machine *m, const expression *e)
{
    for (size_t i = 0; i < e->count; i++) {
        const operation *o = &m->operations.data[e->first + i];
        bool div0 = false;
        value r = operate_run(m, o, &div0);
        r.is_bad = e->can_fail && (div0 || result_is_bad(m, o));
        m->owned += r.owns != OWNS_NOTHING;
        m->temps.data[i] = r;
    }
}

static void release_temps(machine *m, const expression *e)
{
    for (size_t i = 0; i < e->count; i++) value_release(&m->temps.data[i]);
    m->owned = 0;
}

/* A symbol that is no variable is a value of its own uninterpreted sort. */
static term symbol_value(const machine *m, term s)
{
    if (u32_map_find(&m->places, s.id)) return value_to_term(m->ts, term_sort(m->ts, s), machine_variable(m, s));
    return sort_kind_of(m->ts, term_sort(m->ts, s)) == SORT_UNINTERPRETED ? s : TERM_NONE;
}

static bool eval_general(machine *m, const expression *e, value *out)
{
    if (!m->general) m->general = evaluator_new(m->ts);
    evaluator_clear(m->general);
    term_vec symbols;
    term_vec_init(&symbols);
    dag_symbols(m->ts, &e->t, 1, &symbols);
    for (size_t i = 0; i < symbols.size; i++) {
        term v = symbol_value(m, symbols.data[i]);
        if (!term_is_none(v)) evaluator_set(m->general, symbols.data[i], v);
    }
    term_vec_release(&symbols);
    bool div0 = false;
    term result = evaluator_eval(m->general, e->t, &div0);
    if (term_is_none(result) || div0) return false;
    *out = value_of_term(m->ts, result);
    return true;
}

bool machine_eval(machine *m, const expression *e, value *out)
{
    if (e->is_general) return eval_general(m, e, out);
    run_operations(m, e);
    value *result = machine_at(m, e->result);
    bool is_good = !(e->can_fail && result->is_bad);
    if (is_good && e->count) {
        *out = *result;
        result->owns = OWNS_NOTHING;
    } else if (is_good) {
        *out = value_clone(result);
    }
    if (m->owned) release_temps(m, e);
    return is_good;
}
