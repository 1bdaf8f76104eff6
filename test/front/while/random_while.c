#include "random_while.h"

#include "../../horn/random_horn.h"

#include <stdio.h>

enum { MOST_NAMES = 24 };

typedef enum name_kind { NAME_INT, NAME_REFERENCE } name_kind;
typedef struct name {
    char text[8];
    name_kind kind;
    bool is_local; /* may be passed to `out` */
} name;

typedef struct signature {
    uint32_t n_refs;
    bool is_ref[4]; /* `ref`; otherwise `out` */
    bool has_result, is_recursive;
} signature;

typedef struct generator {
    text *out;
    uint64_t *seed;
    const random_while_shape *shape;
    name names[MOST_NAMES]; /* visible */
    uint32_t n_names, n_globals;
    uint32_t counters; /* for loops: k0, k1, ... which nothing else changes */
    signature procs[4];
    uint32_t n_procs, all_procs; /* that may be called; that there will be */
    bool is_in_proc, may_return, has_result;
} generator;

static uint32_t below(generator *g, uint32_t n) { return random_below(g->seed, n); }
static bool chance(generator *g, uint32_t percent) { return random_chance(g->seed, percent); }

random_while_shape random_while_small(void) { return (random_while_shape){2, 2, 2, 3, true, true, true}; }

static void add_name(generator *g, name_kind kind, bool is_local, const char *stem, uint32_t number)
{
    name *n = &g->names[g->n_names++];
    n->kind = kind;
    n->is_local = is_local;
    snprintf(n->text, sizeof n->text, "%s%u", stem, number % 100);
}

/* ---- expressions ---- */

static void print_number(generator *g) { text_printf(g->out, chance(g, 15) ? "-%u" : "%u", below(g, 4)); }

static void print_operand(generator *g)
{
    if (!g->n_names || chance(g, 25)) {
        print_number(g);
        return;
    }
    const name *n = &g->names[below(g, g->n_names)];
    text_printf(g->out, "%s%s", n->kind == NAME_REFERENCE ? "*" : "", n->text);
}

static void print_int(generator *g, uint32_t depth)
{
    if (!depth || chance(g, 40)) {
        print_operand(g);
        return;
    }
    switch (below(g, 8)) {
    case 0:
        text_adds(g->out, "-(");
        print_int(g, depth - 1);
        text_adds(g->out, ")");
        return;
    case 1: /* products and quotients stay linear */
        print_number(g);
        text_adds(g->out, " * ");
        print_operand(g);
        return;
    case 2:
        print_operand(g);
        text_adds(g->out, " / ");
        print_number(g);
        return;
    default:
        print_int(g, depth - 1);
        text_adds(g->out, chance(g, 50) ? " + " : " - ");
        print_operand(g);
    }
}

static void print_comparison(generator *g)
{
    static const char *const SIGNS[] = {"=", "!=", "<", "<=", ">", ">="};
    const name *refs[MOST_NAMES];
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->n_names; i++)
        if (g->names[i].kind == NAME_REFERENCE) refs[n++] = &g->names[i];
    if (n && chance(g, 25)) {
        text_printf(g->out, "%s %s %s", refs[below(g, n)]->text, chance(g, 50) ? "=" : "!=", refs[below(g, n)]->text);
        return;
    }
    print_int(g, 1);
    text_printf(g->out, " %s ", SIGNS[below(g, 6)]);
    print_int(g, 1);
}

static void print_condition(generator *g, uint32_t depth)
{
    if (!depth || chance(g, 60)) {
        if (chance(g, 3)) text_adds(g->out, chance(g, 50) ? "true" : "false");
        else print_comparison(g);
        return;
    }
    if (chance(g, 30)) {
        text_adds(g->out, "not (");
        print_condition(g, depth - 1);
        text_adds(g->out, ")");
        return;
    }
    text_adds(g->out, "(");
    print_condition(g, depth - 1);
    text_adds(g->out, chance(g, 50) ? ") and (" : ") or (");
    print_condition(g, depth - 1);
    text_adds(g->out, ")");
}

/* ---- statements ---- */

static void print_stmt(generator *g, uint32_t depth);

static const name *pick(generator *g, name_kind kind, bool local_only)
{
    const name *found[MOST_NAMES];
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->n_names; i++)
        if (g->names[i].kind == kind && (!local_only || g->names[i].is_local)) found[n++] = &g->names[i];
    return n ? found[below(g, n)] : NULL;
}

static void print_assignment(generator *g)
{
    const name *r = pick(g, NAME_REFERENCE, false), *v = pick(g, NAME_INT, false);
    if (r && (!v || chance(g, 50))) {
        text_printf(g->out, "*%s := ", r->text);
        print_int(g, 2);
    } else if (v && g->shape->inputs && chance(g, 6)) {
        text_printf(g->out, "havoc %s", v->text);
    } else if (v) {
        text_printf(g->out, "%s := ", v->text);
        print_int(g, 2);
    } else {
        text_adds(g->out, "skip");
    }
}

/* False if there is no argument of the right kind. */
static bool print_call(generator *g, uint32_t callee, const char *first_argument)
{
    const signature *s = &g->procs[callee];
    const name *args[4], *target = pick(g, NAME_INT, false);
    for (uint32_t i = 0; i < s->n_refs; i++) {
        args[i] = s->is_ref[i] ? pick(g, NAME_REFERENCE, false) : pick(g, NAME_INT, true);
        if (!args[i]) return false;
    }
    if (s->has_result && target && chance(g, 70)) text_printf(g->out, "%s := ", target->text);
    text_printf(g->out, "p%u(", callee);
    if (first_argument) text_adds(g->out, first_argument);
    else if (s->is_recursive) text_printf(g->out, "%u", below(g, 3));
    else print_int(g, 1);
    for (uint32_t i = 0; i < s->n_refs; i++) text_printf(g->out, ", %s", args[i]->text);
    text_addc(g->out, ')');
    return true;
}

static void print_loop(generator *g, uint32_t depth)
{
    uint32_t k = g->counters++;
    text_printf(g->out, "{ k%u := 0; while k%u < %u", k, k, 1 + below(g, 4));
    if (chance(g, 40)) {
        text_adds(g->out, " and (");
        print_condition(g, 1);
        text_addc(g->out, ')');
    }
    text_adds(g->out, " do { ");
    print_stmt(g, depth - 1);
    text_printf(g->out, "; k%u := k%u + 1 } }", k, k);
}

static void print_if(generator *g, uint32_t depth)
{
    text_adds(g->out, "if ");
    print_condition(g, 2);
    text_adds(g->out, " then { ");
    print_stmt(g, depth - 1);
    text_adds(g->out, " }");
    if (chance(g, 60)) {
        text_adds(g->out, " else { ");
        print_stmt(g, depth - 1);
        text_adds(g->out, " }");
    }
}

static void print_check(generator *g, const char *word)
{
    text_printf(g->out, "%s ", word);
    print_condition(g, 2);
}

static void print_return(generator *g)
{
    text_adds(g->out, "return");
    if (!g->has_result) return;
    text_addc(g->out, ' ');
    print_int(g, 1);
}

static void print_stmt(generator *g, uint32_t depth)
{
    uint32_t kind = depth ? below(g, 13) : 12;
    if (kind < 3) {
        print_stmt(g, depth - 1);
        text_adds(g->out, "; ");
        print_stmt(g, depth - 1);
    } else if (kind < 6) {
        print_if(g, depth);
    } else if (kind == 6 && g->shape->loops && g->counters < 3) {
        print_loop(g, depth);
    } else if (kind <= 8 && g->shape->calls && g->n_procs && print_call(g, below(g, g->n_procs), NULL)) {
        return;
    } else if (kind == 9) {
        print_check(g, chance(g, 75) ? "assert" : "assume");
    } else if (kind == 10 && g->may_return && chance(g, 30)) {
        text_adds(g->out, "if ");
        print_condition(g, 1);
        text_adds(g->out, " then ");
        print_return(g);
    } else {
        print_assignment(g);
    }
}

/* ---- procedures ---- */

/* Locals, in a text of its own: how many counters there are is known at the end. */
static void print_body(generator *g, uint32_t depth, const char *begin)
{
    text body, *out = g->out;
    text_init(&body);
    g->out = &body;
    g->counters = 0;
    uint32_t n = 1 + below(g, g->shape->locals), first = g->n_names;
    for (uint32_t i = 0; i < n; i++) add_name(g, NAME_INT, true, "x", i);
    for (uint32_t i = 0; i < n; i++)
        if (!g->shape->inputs || chance(g, 60)) text_printf(g->out, "x%u := %u; ", i, below(g, 4));
    text_adds(g->out, begin);
    do print_stmt(g, depth), text_adds(g->out, ";\n    ");
    while (chance(g, 60));
    if (g->has_result) print_return(g);
    else print_assignment(g);
    g->out = out;
    for (uint32_t i = 0; i < n; i++) text_printf(out, "    int %s;\n", g->names[first + i].text);
    for (uint32_t i = 0; i < g->counters; i++) text_printf(out, "    int k%u;\n", i);
    text_printf(out, "    %s\n}\n", body.data);
    text_release(&body);
}

static void print_proc(generator *g, uint32_t index)
{
    static const char *const KINDS[] = {"out", "ref"};
    signature *s = &g->procs[index];
    g->n_names = g->n_globals;
    s->n_refs = below(g, 4);
    s->has_result = g->has_result = chance(g, 40);
    s->is_recursive = chance(g, 40);
    g->may_return = true;
    text_printf(g->out, "proc p%u(int n0", index);
    add_name(g, NAME_INT, false, "n", 0);
    for (uint32_t i = 0; i < s->n_refs; i++) {
        s->is_ref[i] = index + 1 < g->all_procs && chance(g, 30); /* needs a caller with references: a procedure further down */
        text_printf(g->out, ", %s int f%u", KINDS[s->is_ref[i]], i);
        add_name(g, NAME_REFERENCE, false, "f", i);
    }
    text_printf(g->out, ")%s {\n", s->has_result ? " returns int" : "");
    text begin, *out = g->out;
    text_init(&begin);
    if (s->is_recursive) {
        name n0 = g->names[g->n_globals];
        add_name(g, NAME_INT, true, "x", 0); /* there always is one */
        g->out = &begin;
        text_printf(&begin, "if %s > 0 then { ", n0.text);
        text call;
        text_init(&call);
        text_printf(&call, "%s - 1", n0.text);
        if (!print_call(g, index, call.data)) text_adds(&begin, "skip");
        text_release(&call);
        text_adds(&begin, " }; ");
        g->out = out;
        g->n_names--;
        g->names[g->n_globals] = g->names[--g->n_names]; /* what it counts with does not change */
    }
    print_body(g, g->shape->depth - 1, begin.data);
    text_release(&begin);
    g->n_procs = index + 1;
}

void random_while(text *out, uint64_t *seed, const random_while_shape *shape)
{
    generator g = {.out = out, .seed = seed, .shape = shape};
    uint32_t n = below(&g, shape->globals + 1), procs = shape->calls ? below(&g, shape->procs + 1) : 0;
    for (uint32_t i = 0; i < n; i++) {
        text_printf(out, "int g%u;\n", i);
        add_name(&g, NAME_INT, false, "g", i);
    }
    g.n_globals = n;
    g.all_procs = procs;
    for (uint32_t i = 0; i < procs; i++) print_proc(&g, i);
    g.n_names = g.n_globals;
    g.has_result = g.may_return = false;
    text_adds(out, "main {\n");
    text begin;
    text_init(&begin);
    for (uint32_t i = 0; i < n && !shape->inputs; i++) text_printf(&begin, "g%u := %u; ", i, below(&g, 4));
    print_body(&g, shape->depth, begin.data);
    text_release(&begin);
    text_adds(out, chance(&g, 50) ? "ensure " : "bad ");
    print_condition(&g, 2);
    text_addc(out, '\n');
}
