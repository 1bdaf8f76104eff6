/* The clauses of a formula over predicates with Boolean arguments have the formula's models: checked on all interpretations. */

#include "front/smtlib/smtlib.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

/* ---- formulas, drawn at random ---- */

enum { PREDS = 3, FACTS = 7, VARS = 3, MAX_NODES = 400, MAX_CLAUSE_VARS = 14 };
static const char *const PRED_NAME[PREDS] = {"p", "q", "r"};
static const unsigned FIRST_FACT[PREDS + 1] = {0, 1, 3, 7}; /* p has no argument, q one, r two */
static const char *const VAR_NAME[VARS] = {"x", "y", "z"};

typedef enum op { OP_TRUE, OP_FALSE, OP_VAR, OP_ATOM, OP_NOT, OP_AND, OP_OR, OP_IMPLIES, OP_EQ, OP_XOR, OP_ITE, OP_FORALL, OP_EXISTS } op;

typedef struct node {
    op op;
    unsigned which; /* variable or predicate */
    unsigned child[3]; /* of an atom: its variables */
} node;

typedef struct source {
    uint64_t state;
    node nodes[MAX_NODES];
    unsigned n;
} source;

static unsigned below(source *s, unsigned n)
{
    s->state = s->state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned)(s->state >> 33) % n;
}

static unsigned make(source *s, op o, unsigned which, unsigned a, unsigned b, unsigned c)
{
    assert_true(s->n < MAX_NODES);
    s->nodes[s->n] = (node){o, which, {a, b, c}};
    return s->n++;
}

static unsigned draw_constraint(source *s, unsigned depth)
{
    if (!depth || s->n > MAX_NODES / 2) return below(s, 12) ? make(s, OP_VAR, below(s, VARS), 0, 0, 0) : make(s, (op)below(s, 2), 0, 0, 0, 0);
    static const op OPS[] = {OP_NOT, OP_AND, OP_OR, OP_IMPLIES, OP_EQ, OP_XOR, OP_ITE, OP_EXISTS, OP_FORALL, OP_VAR};
    op o = OPS[below(s, sizeof OPS / sizeof *OPS)];
    unsigned a = draw_constraint(s, depth - 1), b = draw_constraint(s, depth - 1), c = draw_constraint(s, depth - 1);
    return make(s, o, below(s, VARS), a, b, c);
}

static unsigned draw_atom(source *s) { return make(s, OP_ATOM, below(s, PREDS), below(s, VARS), below(s, VARS), 0); }

static unsigned draw_body(source *s, unsigned depth)
{
    if (!depth || s->n > MAX_NODES / 2) return below(s, 3) ? draw_atom(s) : draw_constraint(s, 1);
    unsigned a, b;
    switch (below(s, 9)) {
    case 0: return draw_atom(s);
    case 1: return draw_constraint(s, depth);
    case 2:
        a = draw_body(s, depth - 1);
        return make(s, OP_EXISTS, below(s, VARS), a, 0, 0);
    case 3:
        a = draw_body(s, depth - 1);
        b = draw_body(s, depth - 1);
        return make(s, OP_ITE, 0, draw_constraint(s, 1), a, b);
    case 4: /* not (body => constraint) */
        a = draw_body(s, depth - 1);
        b = draw_constraint(s, depth - 1);
        return make(s, OP_NOT, 0, make(s, OP_IMPLIES, 0, a, b, 0), 0, 0);
    case 5: /* not (forall v. not body) */
        a = make(s, OP_NOT, 0, draw_body(s, depth - 1), 0, 0);
        return make(s, OP_NOT, 0, make(s, OP_FORALL, below(s, VARS), a, 0, 0), 0, 0);
    default:
        a = draw_body(s, depth - 1);
        b = draw_body(s, depth - 1);
        return make(s, below(s, 2) ? OP_AND : OP_OR, 0, a, b, 0);
    }
}

static unsigned draw_head(source *s, unsigned depth)
{
    if (!depth || s->n > MAX_NODES / 2) return below(s, 4) ? draw_atom(s) : draw_constraint(s, 1);
    unsigned a, b;
    switch (below(s, 10)) {
    case 0: return make(s, OP_FALSE, 0, 0, 0, 0);
    case 1: return make(s, OP_NOT, 0, draw_body(s, depth - 1), 0, 0);
    case 2:
        a = draw_head(s, depth - 1);
        b = draw_head(s, depth - 1);
        return make(s, OP_AND, 0, a, b, 0);
    case 3: return make(s, OP_FORALL, below(s, VARS), draw_head(s, depth - 1), 0, 0);
    case 4:
        a = draw_head(s, depth - 1);
        b = draw_head(s, depth - 1);
        return make(s, OP_ITE, 0, draw_constraint(s, 1), a, b);
    case 5:
        a = draw_atom(s);
        return make(s, below(s, 2) ? OP_EQ : OP_XOR, 0, a, below(s, 2) ? draw_constraint(s, 1) : draw_atom(s), 0);
    case 6: /* a disjunction with one place for a head */
        a = make(s, OP_NOT, 0, draw_body(s, depth - 1), 0, 0);
        return make(s, OP_OR, 0, a, draw_head(s, depth - 1), 0);
    case 7: return draw_atom(s);
    default:
        a = draw_body(s, depth - 1);
        return make(s, OP_IMPLIES, 0, a, draw_head(s, depth - 1), 0);
    }
}

static void print_node(const source *s, unsigned i, text *out)
{
    static const char *const WORD[] = {"true", "false", "", "", "not", "and", "or", "=>", "=", "xor", "ite", "forall", "exists"};
    static const unsigned CHILDREN[] = {0, 0, 0, 0, 1, 2, 2, 2, 2, 2, 3, 1, 1};
    const node *n = &s->nodes[i];
    if (n->op <= OP_FALSE) text_adds(out, WORD[n->op]);
    else if (n->op == OP_VAR) text_adds(out, VAR_NAME[n->which]);
    else if (n->op == OP_ATOM && n->which == 0) text_adds(out, PRED_NAME[0]);
    else if (n->op == OP_ATOM) {
        text_printf(out, "(%s", PRED_NAME[n->which]);
        for (unsigned k = 0; k < n->which; k++) text_printf(out, " %s", VAR_NAME[n->child[k]]);
        text_addc(out, ')');
    } else {
        text_printf(out, "(%s", WORD[n->op]);
        if (n->op >= OP_FORALL) text_printf(out, " ((%s Bool))", VAR_NAME[n->which]);
        for (unsigned k = 0; k < CHILDREN[n->op]; k++) {
            text_addc(out, ' ');
            print_node(s, n->child[k], out);
        }
        text_addc(out, ')');
    }
}

/* env has a bit for each variable, facts one for each ground atom. */
static bool holds(const source *s, unsigned i, unsigned env, unsigned facts)
{
    const node *n = &s->nodes[i];
    unsigned bit = 1u << n->which, fact;
    switch (n->op) {
    case OP_TRUE: return true;
    case OP_FALSE: return false;
    case OP_VAR: return env & bit;
    case OP_ATOM:
        fact = FIRST_FACT[n->which];
        for (unsigned k = 0; k < n->which; k++) fact += (env >> n->child[k] & 1) << k;
        return facts >> fact & 1;
    case OP_NOT: return !holds(s, n->child[0], env, facts);
    case OP_AND: return holds(s, n->child[0], env, facts) && holds(s, n->child[1], env, facts);
    case OP_OR: return holds(s, n->child[0], env, facts) || holds(s, n->child[1], env, facts);
    case OP_IMPLIES: return !holds(s, n->child[0], env, facts) || holds(s, n->child[1], env, facts);
    case OP_EQ: return holds(s, n->child[0], env, facts) == holds(s, n->child[1], env, facts);
    case OP_XOR: return holds(s, n->child[0], env, facts) != holds(s, n->child[1], env, facts);
    case OP_ITE: return holds(s, n->child[holds(s, n->child[0], env, facts) ? 1 : 2], env, facts);
    case OP_FORALL: return holds(s, n->child[0], env & ~bit, facts) && holds(s, n->child[0], env | bit, facts);
    default: return holds(s, n->child[0], env & ~bit, facts) || holds(s, n->child[0], env | bit, facts);
    }
}

/* ---- the clauses' meaning ---- */

static bool value_of(term_store *ts, const clause *c, unsigned env, term t)
{
    switch (term_kind_of(ts, t)) {
    case TERM_TRUE: return true;
    case TERM_FALSE: return false;
    case TERM_SYM:
        for (unsigned i = 0; i < c->n_vars; i++)
            if (term_is_equal(c->vars[i], t)) return env >> i & 1;
        fail();
        return false;
    case TERM_NOT: return !value_of(ts, c, env, term_arg(ts, t, 0));
    case TERM_EQ: return value_of(ts, c, env, term_arg(ts, t, 0)) == value_of(ts, c, env, term_arg(ts, t, 1));
    case TERM_ITE: return value_of(ts, c, env, term_arg(ts, t, value_of(ts, c, env, term_arg(ts, t, 0)) ? 1 : 2));
    case TERM_AND:
    case TERM_OR: {
        bool neutral = term_kind_of(ts, t) == TERM_AND;
        for (size_t i = 0; i < term_arity(ts, t); i++)
            if (value_of(ts, c, env, term_arg(ts, t, i)) != neutral) return !neutral;
        return neutral;
    }
    default: break;
    }
    bool all = term_kind_of(ts, t) == TERM_FORALL;
    assert_true(all || term_kind_of(ts, t) == TERM_EXISTS);
    size_t n = term_binder_count(ts, t);
    for (unsigned choice = 0; choice < 1u << n; choice++) {
        term values[VARS * 4];
        for (size_t i = 0; i < n; i++) values[i] = term_mk_bool(ts, choice >> i & 1);
        if (value_of(ts, c, env, term_instantiate(ts, t, values)) != all) return !all;
    }
    return all;
}

/* The truth of an atom, where P?(x, b) means  !b or P(x). */
static bool fact_holds(const horn *h, const clause *c, unsigned env, atom a, unsigned facts)
{
    if (pred_is_false(a.pred)) return false;
    term_store *ts = horn_terms(h);
    const char *name = horn_pred_name(h, a.pred);
    unsigned which = (unsigned)(name[0] - 'p'), fact = FIRST_FACT[which];
    if (name[1] == '?' && !value_of(ts, c, env, a.args[which])) return true;
    for (unsigned k = 0; k < which; k++) fact += (unsigned)value_of(ts, c, env, a.args[k]) << k;
    return facts >> fact & 1;
}

/* Clears models[facts] for the interpretations that the clause excludes. */
static void restrict_models(const horn *h, const clause *c, bool *models)
{
    for (unsigned env = 0; env < 1u << c->n_vars; env++) {
        if (!value_of(horn_terms(h), c, env, c->constraint)) continue;
        for (unsigned facts = 0; facts < 1u << FACTS; facts++) {
            if (!models[facts]) continue;
            bool body = true;
            for (size_t i = 0; i < c->n_body && body; i++) body = fact_holds(h, c, env, c->body[i], facts);
            if (body && !fact_holds(h, c, env, c->head, facts)) models[facts] = false;
        }
    }
}

static void print_script(const source *s, unsigned root, text *out)
{
    text_adds(out, "(declare-fun p () Bool)(declare-fun q (Bool) Bool)(declare-fun r (Bool Bool) Bool)\n"
                   "(assert (forall ((x Bool) (y Bool) (z Bool)) ");
    print_node(s, root, out);
    text_adds(out, "))\n(check-sat)\n");
}

/* Whether the formula was accepted; then the models must be the same. */
static bool check_formula(source *s, unsigned root, bool *has_optional)
{
    text script;
    text_init(&script);
    print_script(s, root, &script);
    term_store *ts = term_store_new();
    diag error;
    diag_init(&error);
    horn *h = smtlib_parse(ts, "random", script.data, script.size, NULL, NULL, &error);
    bool small = true;
    for (size_t i = 0; h && i < horn_clause_count(h); i++) small = small && horn_clause(h, i)->n_vars <= MAX_CLAUSE_VARS;
    if (h && small) {
        assert_null(horn_check(h));
        *has_optional = horn_pred_count(h) > PREDS;
        bool models[1 << FACTS];
        memset(models, 1, sizeof models);
        for (size_t i = 0; i < horn_clause_count(h); i++) restrict_models(h, horn_clause(h, i), models);
        for (unsigned facts = 0; facts < 1u << FACTS; facts++) {
            bool expected = true;
            for (unsigned env = 0; env < 1u << VARS && expected; env++) expected = holds(s, root, env, facts);
            if (expected != models[facts]) fail_msg("interpretation %#x: formula %d, clauses %d\n%s", facts, expected, models[facts], script.data);
        }
    } else if (!h) {
        assert_true(error.line == 2 && error.column > 0);
        assert_non_null(strstr(error.message, "not a Horn clause"));
    }
    bool accepted = h && small;
    horn_free(h);
    diag_release(&error);
    term_store_free(ts);
    text_release(&script);
    return accepted;
}

static void test_clauses_have_the_models_of_the_formula(void **state)
{
    (void)state;
    unsigned accepted = 0, optional = 0, rounds = 1500;
    source *s = malloc(sizeof *s);
    for (unsigned round = 0; round < rounds; round++) {
        s->state = round * 7919 + 1;
        s->n = 0;
        below(s, 2);
        bool has_optional = false;
        accepted += check_formula(s, draw_head(s, 2 + round % 4), &has_optional);
        optional += has_optional;
    }
    free(s);
    assert_true(accepted > rounds / 2);
    assert_true(optional > rounds / 50);
}

/* ---- size ---- */

/* A conjunction of n disjunctions of two atoms would have 2^n clauses if it were multiplied out. */
static void test_no_blow_up(void **state)
{
    (void)state;
    unsigned n = 2000;
    text script;
    text_init(&script);
    text_adds(&script, "(declare-fun q (Int) Bool)(declare-fun r (Int) Bool)\n(assert (forall ((x Int)) (=> (and");
    for (unsigned i = 0; i < n; i++) text_printf(&script, " (or (q %u) (r (+ x %u)))", i, i);
    text_adds(&script, ") false)))\n(check-sat)\n");
    term_store *ts = term_store_new();
    diag error;
    diag_init(&error);
    horn *h = smtlib_parse(ts, "wide", script.data, script.size, NULL, NULL, &error);
    assert_non_null(h);
    assert_int_equal(horn_clause_count(h), 5); /* two for each of q? and r?, and the query */
    assert_int_equal(horn_clause(h, 4)->n_body, 2 * n);
    assert_int_equal(horn_clause(h, 4)->line, 2);
    horn_free(h);
    diag_release(&error);
    term_store_free(ts);
    text_release(&script);
}

/* Shared subterms reached on exponentially many ways end in a refusal, not in a full memory. */
static void test_shared_heads_are_refused(void **state)
{
    (void)state;
    text script;
    text_init(&script);
    text_adds(&script, "(declare-fun q (Int) Bool)\n(assert (forall ((x Int)) (let ((h0 (q x)) (g0 (q (+ x 1))))\n");
    unsigned n = 60;
    for (unsigned i = 0; i < n; i++)
        text_printf(&script, "(let ((h%u (ite (> x %u) h%u g%u)) (g%u (ite (< x %u) g%u h%u)))\n", i + 1, i, i, i, i + 1, i + 100, i, i);
    text_printf(&script, "h%u", n);
    for (unsigned i = 0; i < n; i++) text_addc(&script, ')');
    text_adds(&script, ")))\n(check-sat)\n");
    term_store *ts = term_store_new();
    diag error;
    diag_init(&error);
    assert_null(smtlib_parse(ts, "shared", script.data, script.size, NULL, NULL, &error));
    assert_non_null(strstr(error.message, "too many clauses"));
    assert_int_equal(error.line, 2);
    diag_release(&error);
    term_store_free(ts);
    text_release(&script);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clauses_have_the_models_of_the_formula),
        cmocka_unit_test(test_no_blow_up),
        cmocka_unit_test(test_shared_heads_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
