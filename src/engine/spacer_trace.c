#include "engine/spacer_trace.h"

#include "base/map.h"
#include "engine/spacer_proof.h"

#include <stdlib.h>

void spacer_trace_init(spacer_trace *t)
{
    spacer_rule_vec_init(&t->rules);
    u32_vec_init(&t->body);
    u32_vec_init(&t->clauses);
}

void spacer_trace_release(spacer_trace *t)
{
    spacer_rule_vec_release(&t->rules);
    u32_vec_release(&t->body);
    u32_vec_release(&t->clauses);
}

/* ---- reading ---- */

static spacer_tag tag_of(const spacer_session *s, Z3_ast e)
{
    if (Z3_get_ast_kind(s->z3, e) != Z3_APP_AST) return SPACER_OTHER;
    return spacer_session_tag(s, Z3_get_app_decl(s->z3, Z3_to_app(s->z3, e)), NULL);
}

static bool is_app_of(const spacer_session *s, Z3_ast e, Z3_decl_kind kind)
{
    return Z3_get_ast_kind(s->z3, e) == Z3_APP_AST && Z3_get_decl_kind(s->z3, Z3_get_app_decl(s->z3, Z3_to_app(s->z3, e))) == kind;
}

static Z3_ast arg(const spacer_session *s, Z3_ast e, unsigned i) { return Z3_get_app_arg(s->z3, Z3_to_app(s->z3, e), i); }

static void read_tail(spacer_trace *t, const spacer_session *s, Z3_ast e)
{
    spacer_tag tag = tag_of(s, e);
    if (tag != SPACER_OTHER) u32_vec_push(&t->body, tag);
}

/* forall x. tail & ... & tail => head */
static bool read_rule(spacer_trace *t, const spacer_session *s, Z3_ast e)
{
    spacer_rule rule = {.body = (uint32_t)t->body.size};
    while (Z3_get_ast_kind(s->z3, e) == Z3_QUANTIFIER_AST) e = Z3_get_quantifier_body(s->z3, e);
    if (is_app_of(s, e, Z3_OP_IMPLIES)) {
        Z3_ast tail = arg(s, e, 0);
        e = arg(s, e, 1);
        bool many = is_app_of(s, tail, Z3_OP_AND);
        unsigned n = many ? Z3_get_app_num_args(s->z3, Z3_to_app(s->z3, tail)) : 1;
        for (unsigned i = 0; i < n; i++) read_tail(t, s, many ? arg(s, tail, i) : tail);
    }
    rule.head = tag_of(s, e);
    rule.n_body = (uint32_t)t->body.size - rule.body;
    spacer_rule_vec_push(&t->rules, rule);
    return rule.head != SPACER_OTHER;
}

static void read_names(spacer_trace *t, const spacer_session *s, const char *names)
{
    while (names) {
        u32_vec_push(&t->clauses, spacer_session_clause(s, names));
        names = strchr(names, ';');
        if (names) names++;
    }
}

bool spacer_trace_read(spacer_trace *t, spacer_session *s, Z3_fixedpoint fp)
{
    Z3_ast_vector rules = Z3_fixedpoint_get_rules_along_trace(s->z3, fp);
    if (!rules || Z3_get_error_code(s->z3) != Z3_OK) return false;
    Z3_ast_vector_inc_ref(s->z3, rules);
    bool ok = true;
    unsigned n = Z3_ast_vector_size(s->z3, rules);
    for (unsigned i = 0; i < n && ok; i++) ok = read_rule(t, s, Z3_ast_vector_get(s->z3, rules, i));
    Z3_ast_vector_dec_ref(s->z3, rules);
    Z3_symbol names = ok ? Z3_fixedpoint_get_rule_names_along_trace(s->z3, fp) : NULL;
    if (!names || Z3_get_error_code(s->z3) != Z3_OK || Z3_get_symbol_kind(s->z3, names) != Z3_STRING_SYMBOL) return false;
    read_names(t, s, Z3_get_symbol_string(s->z3, names));
    return t->rules.size > 0 && t->clauses.size > 0;
}

/* ---- building the tree ---- */

/* A body atom that is not derived yet. The goal and what Spacer asks for are both the root. */
typedef struct open_atom {
    spacer_tag tag;
    uint32_t node;
} open_atom;
VEC_DECLARE(open_vec, open_atom);

typedef struct builder {
    const spacer_trace *trace;
    const horn *h;
    spacer_reading reading;
    derivation_tree *tree;
    size_t next; /* in trace->clauses */
    open_vec open; /* of the rule at hand */
    u32_vec *queue; /* the nodes that the rules derive, in order */
    u32_map heads; /* predicates that have a rule */
} builder;

static spacer_tag head_of(const builder *b, uint32_t clause_index)
{
    if (clause_index == SPACER_NO_CLAUSE) return SPACER_TOP;
    pred p = horn_clause(b->h, clause_index)->head.pred;
    return pred_is_false(p) ? SPACER_GOAL : p.id;
}

static size_t count_in_rule(const builder *b, const spacer_rule *r, spacer_tag tag)
{
    size_t n = 0;
    for (uint32_t i = 0; i < r->n_body; i++) n += b->trace->body.data[r->body + i] == tag;
    return n;
}

/* The open atom that a clause with head `tag` goes to within rule r, or open.size if it belongs to another rule. */
static size_t find_inlined(const builder *b, const spacer_rule *r, spacer_tag tag)
{
    size_t first = b->open.size, n = 0;
    for (size_t i = b->open.size; i-- > 0;) {
        if (b->open.data[i].tag != tag) continue;
        first = i;
        n++;
    }
    bool inlined = b->reading == SPACER_READ_HEAD ? !u32_map_find(&b->heads, tag) : n > count_in_rule(b, r, tag);
    return inlined ? first : b->open.size;
}

static void remove_open(builder *b, size_t i)
{
    memmove(&b->open.data[i], &b->open.data[i + 1], (b->open.size - i - 1) * sizeof *b->open.data);
    b->open.size--;
}

static void insert_open(builder *b, size_t i, open_atom a)
{
    open_vec_push(&b->open, a);
    memmove(&b->open.data[i + 1], &b->open.data[i], (b->open.size - i - 1) * sizeof *b->open.data);
    b->open.data[i] = a;
}

/* Derives open atom i by the next clause. */
static void resolve(builder *b, size_t i)
{
    open_atom a = b->open.data[i];
    uint32_t index = b->trace->clauses.data[b->next++];
    remove_open(b, i);
    if (index == SPACER_NO_CLAUSE) {
        insert_open(b, i, (open_atom){SPACER_GOAL, a.node});
        return;
    }
    uint32_t child = derivation_tree_add(b->tree, a.node, index);
    const clause *c = horn_clause(b->h, index);
    size_t at = b->reading == SPACER_READ_DEPTH ? 0 : b->open.size;
    for (size_t j = 0; j < c->n_body; j++) insert_open(b, at + j, (open_atom){c->body[j].pred.id, child + (uint32_t)j});
}

/* What is left open and stands in the rule is derived by rules to come. */
static bool enqueue_body(builder *b, const spacer_rule *r)
{
    for (uint32_t k = 0; k < r->n_body; k++) {
        size_t i = 0;
        while (i < b->open.size && b->open.data[i].tag != b->trace->body.data[r->body + k]) i++;
        if (i == b->open.size) return false;
        u32_vec_push(b->queue, b->open.data[i].node);
        remove_open(b, i);
    }
    return true;
}

static bool build_rule(builder *b, size_t number)
{
    const spacer_rule *r = &b->trace->rules.data[number];
    if (number >= b->queue->size || b->next >= b->trace->clauses.size) return false;
    if (head_of(b, b->trace->clauses.data[b->next]) != r->head) return false;
    open_vec_clear(&b->open);
    open_vec_push(&b->open, (open_atom){r->head, b->queue->data[number]});
    resolve(b, 0);
    while (b->next < b->trace->clauses.size) {
        size_t i = find_inlined(b, r, head_of(b, b->trace->clauses.data[b->next]));
        if (i == b->open.size) break;
        resolve(b, i);
    }
    return enqueue_body(b, r);
}

bool spacer_trace_build(const spacer_trace *t, const horn *h, spacer_reading reading, derivation_tree *tree, u32_vec *nodes)
{
    builder b = {.trace = t, .h = h, .reading = reading, .tree = tree, .queue = nodes};
    for (size_t i = 0; i < t->rules.size; i++) u32_map_put(&b.heads, t->rules.data[i].head, NULL);
    u32_vec_push(nodes, 0);
    bool ok = true;
    for (size_t i = 0; i < t->rules.size && ok; i++) ok = build_rule(&b, i);
    ok = ok && b.next == t->clauses.size;
    open_vec_release(&b.open);
    u32_map_release(&b.heads);
    return ok;
}

void spacer_trace_guess(const spacer_trace *t, spacer_session *s, Z3_ast proof, const u32_vec *nodes, derivation_tree *tree)
{
    z3_ast_vec queue;
    term_vec values;
    z3_ast_vec_init(&queue);
    term_vec_init(&values);
    Z3_ast root = spacer_proof_root(s, proof);
    if (root) z3_ast_vec_push(&queue, root);
    for (size_t i = 0; i < t->rules.size && i < queue.size; i++) {
        const spacer_rule *r = &t->rules.data[i];
        spacer_tag tag;
        term_vec_clear(&values);
        bool known = spacer_proof_fact(s, queue.data[i], &tag, &values);
        if (tag != r->head || spacer_proof_premise_count(s, queue.data[i]) != r->n_body) break;
        if (known && tag < s->preds.size) derivation_tree_guess(tree, nodes->data[i], values.data);
        for (unsigned k = 0; k < r->n_body; k++) z3_ast_vec_push(&queue, spacer_proof_premise(s, queue.data[i], k));
    }
    z3_ast_vec_release(&queue);
    term_vec_release(&values);
}

/* ---- the clauses that matter ---- */

/* Predicates are counted from 1 here; 0 is the goal. */
static uint32_t number_of(pred p) { return pred_is_false(p) ? 0 : p.id + 1; }
static pred pred_of(uint32_t number) { return number ? (pred){number - 1} : PRED_FALSE; }

static void use_clause(const horn *h, uint32_t index, uint8_t *used, uint8_t *has_clause, u32_vec *needed)
{
    if (used[index]) return;
    used[index] = 1;
    const clause *c = horn_clause(h, index);
    has_clause[number_of(c->head.pred)] = 1;
    for (size_t i = 0; i < c->n_body; i++) u32_vec_push(needed, number_of(c->body[i].pred));
}

void spacer_trace_used(const spacer_trace *t, const horn *h, uint8_t *used)
{
    uint8_t *has_clause = alloc_zeroed(horn_pred_count(h) + 1, 1);
    u32_vec needed;
    u32_vec_init(&needed);
    memset(used, 0, horn_clause_count(h));
    for (size_t i = 0; i < t->clauses.size; i++)
        if (t->clauses.data[i] != SPACER_NO_CLAUSE) use_clause(h, t->clauses.data[i], used, has_clause, &needed);
    u32_vec_push(&needed, number_of(PRED_FALSE));
    for (size_t i = 0; i < needed.size; i++) {
        if (has_clause[needed.data[i]]) continue;
        has_clause[needed.data[i]] = 1;
        const u32_vec *all = horn_clauses_of(h, pred_of(needed.data[i]));
        for (size_t k = 0; k < all->size; k++) use_clause(h, all->data[k], used, has_clause, &needed);
    }
    u32_vec_release(&needed);
    free(has_clause);
}
