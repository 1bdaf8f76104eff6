#include "encode/encoding.h"
#include "term/dag.h"

#include <stdlib.h>

/* What the model says about a predicate, over the original program's variables and the old symbols. */
static term formula_of(const encoding *e, const model *m, pred p)
{
    const pred_code *code = &e->preds.data[p.id];
    substitution *s = substitution_new(e->ts);
    for (size_t i = 0; i < code->args.size; i++)
        substitution_set(s, horn_param(e->h, p, i), inlined_original_var(&e->source, code->args.data[i]));
    term formula = substitution_apply(s, model_get(m, p));
    substitution_free(s);
    return formula;
}

/* In the original program: the annotation outlives the copy with its calls inlined. */
static place place_of(const encoding *e, const pred_code *code)
{
    const program *p = e->source.original;
    if (code->kind != PRED_POINT) return program_proc_place(p, code->proc);
    block_origin origin = inlined_origin(&e->source, code->proc, code->block);
    return program_block_place(p, origin.proc, (block){origin.block});
}

/* A loop of an inlined procedure has several copies, and is in a state that one of them allows. */
static void add_loop(const encoding *e, const pred_code *code, term formula, u64_map *loops, annotation_vec *out)
{
    block_origin origin = inlined_origin(&e->source, code->proc, code->block);
    bool is_new;
    uint32_t *index = u64_map_put(loops, (uint64_t)origin.proc.id << 32 | origin.block, &is_new);
    if (is_new) {
        *index = (uint32_t)out->size;
        annotation_vec_push(out, (annotation){AT_LOOP, origin.proc, place_of(e, code), formula});
    } else {
        annotation *a = &out->data[*index];
        a->formula = term_mk_or2(e->ts, a->formula, formula);
    }
}

void encoding_annotate(const encoding *e, const model *m, annotation_vec *out)
{
    u64_map loops;
    u64_map_init(&loops);
    for (uint32_t i = 0; i < e->preds.size; i++) {
        const pred_code *code = &e->preds.data[i];
        if (code->kind == PRED_POINT && !code->is_loop_head) continue;
        term formula = formula_of(e, m, (pred){i});
        if (code->kind == PRED_POINT) add_loop(e, code, formula, &loops, out);
        else annotation_vec_push(out, (annotation){code->kind == PRED_ENTRY ? AT_ENTRY : AT_EXIT, code->proc, place_of(e, code), formula});
    }
    u64_map_release(&loops);
}

term encoding_old_value_of(const encoding *e, term symbol, proc *at_entry_of)
{
    const old_code *old = encoding_find_old(e, symbol);
    if (!old) return TERM_NONE;
    if (at_entry_of) *at_entry_of = old->proc;
    return inlined_original_var(&e->source, old->variable);
}

/* ---- predicates for others ---- */

static place point_place(const encoding *e, pred p)
{
    const pred_code *code = &e->preds.data[p.id];
    const proc_code *f = &e->procs[code->proc.id];
    size_t i = 0;
    while (f->points.data[i] != p.id) i++;
    const cut_point *c = &f->cuts.points.data[i];
    block b = {c->block};
    bool is_head = c->is_loop_head || c->index >= program_stmt_count(e->p, code->proc, b);
    return is_head ? place_of(e, code) : program_stmt(e->p, code->proc, b, c->index)->place;
}

static bool is_unchanged(const encoding *e, proc f, term variable)
{
    return liveness_is_unchanged(e->live, f, liveness_number(e->live, variable));
}

void encoding_describe(const encoding *e, pred p, encoding_pred *out)
{
    const pred_code *code = &e->preds.data[p.id];
    const liveness_summary *s = &e->live->summaries[code->proc.id];
    size_t n_in = s->params.size + s->globals.size;
    out->kind = code->kind == PRED_ENTRY ? AT_ENTRY : code->kind == PRED_EXIT ? AT_EXIT : AT_LOOP;
    out->proc = code->proc;
    out->place = code->kind == PRED_POINT ? point_place(e, p) : place_of(e, code);
    for (size_t i = 0; i < code->args.size; i++) {
        const old_code *old = encoding_find_old(e, code->args.data[i]);
        term variable = old ? old->variable : code->args.data[i];
        bool is_in = code->kind == PRED_EXIT && i < n_in, both = code->kind == PRED_ENTRY || (!is_in && !old && code->kind == PRED_POINT && is_unchanged(e, code->proc, variable));
        encoding_arg_vec_push(&out->args, (encoding_arg){inlined_original_var(&e->source, variable), is_in || old || both, !is_in && !old});
    }
}
