/* Goals for tests: the basic blocks and the outcomes of branches that the source has, and where a run covers them. */

#include "front/llvm/translate/translate.h"

#include <stdlib.h>

/* ---- the flow of a function ---- */

/* What leads to a block. Several cases of a switch that lead to it are one edge. */
typedef struct incoming {
    LLVMBasicBlockRef from; /* the last one */
    uint32_t count;
    bool is_choice; /* `from` has other successors, too */
} incoming;
MAP_DECLARE(incoming_map, LLVMBasicBlockRef, incoming, hash_pointer, MAP_EQ_PLAIN);

static void list_successors(LLVMBasicBlockRef b, llvm_block_vec *out)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    llvm_block_vec_clear(out);
    for (unsigned i = 0; end && i < LLVMGetNumSuccessors(end); i++) {
        bool is_new = true;
        for (size_t k = 0; k < out->size; k++) is_new &= out->data[k] != LLVMGetSuccessor(end, i);
        if (is_new) llvm_block_vec_push(out, LLVMGetSuccessor(end, i));
    }
}

/* A condition that clang knows to be constant decides nothing. */
static bool is_decision(LLVMBasicBlockRef b)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    if (!end) return false;
    if (LLVMIsASwitchInst(end)) return !LLVMIsConstant(LLVMGetOperand(end, 0));
    return LLVMIsABranchInst(end) && LLVMIsConditional(end) && !LLVMIsConstant(LLVMGetCondition(end));
}

static void collect_incoming(LLVMValueRef function, incoming_map *out)
{
    llvm_block_vec next;
    llvm_block_vec_init(&next);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        list_successors(b, &next);
        for (size_t i = 0; i < next.size; i++) {
            incoming *in = incoming_map_put(out, next.data[i], NULL);
            *in = (incoming){b, in->count + 1, next.size > 1 && is_decision(b)};
        }
    }
    llvm_block_vec_release(&next);
}

static bool has_call(LLVMBasicBlockRef b)
{
    for (LLVMValueRef inst = LLVMGetFirstInstruction(b); inst; inst = LLVMGetNextInstruction(inst)) {
        LLVMValueRef called = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
        if (called && !(LLVMIsAFunction(called) && LLVMGetIntrinsicID(called))) return true;
    }
    return false;
}

/* The rest of the block before: whoever gets there gets here. */
static bool is_continuation(const incoming *in) { return in && in->count == 1 && !in->is_choice && !has_call(in->from); }

static bool is_only_choice(const incoming *in) { return in && in->count == 1 && in->is_choice; }

static bool is_empty(LLVMBasicBlockRef b) { return LLVMIsAUnreachableInst(LLVMGetFirstInstruction(b)) != NULL; }

/* ---- words ---- */

/* clang names blocks after the statement that they are a part of; other names are labels. */
static const char *word_for_block(LLVMBasicBlockRef b, text *scratch)
{
    static const char *const WORDS[][2] = {
        {"if.then", "then"}, {"if.else", "else"}, {"if.end", "after `if`"}, {"for.cond", "loop condition"}, {"for.body", "loop body"},
        {"for.inc", "loop step"}, {"for.end", "after the loop"}, {"while.cond", "loop condition"}, {"while.body", "loop body"},
        {"while.end", "after the loop"}, {"do.body", "loop body"}, {"do.cond", "loop condition"}, {"do.end", "after the loop"},
        {"land.", "operand of `&&`"}, {"lor.", "operand of `||`"}, {"cond.true", "operand of `?:`"}, {"cond.false", "operand of `?:`"},
        {"cond.end", "after `?:`"}, {"sw.bb", "case"}, {"sw.default", "default"}, {"sw.epilog", "after `switch`"}, {"return", "return"},
    };
    const char *name = LLVMGetBasicBlockName(b);
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (text_begins_with(name, WORDS[i][0])) return WORDS[i][1];
    if (b == LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(b))) return "function";
    text_clear(scratch);
    text_printf(scratch, *name ? "label `%s`" : "block", name);
    return scratch->data;
}

static void word_for_cases(LLVMValueRef end, LLVMBasicBlockRef to, text *out)
{
    unsigned n = LLVMGetNumSuccessors(end), count = 0;
    for (unsigned i = 1; i < n; i++) {
        if (LLVMGetSuccessor(end, i) != to) continue;
        LLVMValueRef v = LLVMGetOperand(end, 2 * i);
        if (LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64) continue;
        text_printf(out, "%s%lld", count++ ? ", " : "case ", LLVMConstIntGetSExtValue(v));
    }
    if (LLVMGetSuccessor(end, 0) == to) text_adds(out, count ? ", default" : "default");
}

static const char *word_for_edge(LLVMBasicBlockRef from, LLVMBasicBlockRef to, text *scratch)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
    if (!LLVMIsASwitchInst(end)) return LLVMGetSuccessor(end, 0) == to ? "true" : "false";
    text_clear(scratch);
    word_for_cases(end, to, scratch);
    return scratch->data;
}

/* ---- places ---- */

static place place_of_block(const translator *t, LLVMBasicBlockRef b)
{
    place where = {0};
    for (LLVMValueRef inst = LLVMGetFirstInstruction(b); inst && !where.line; inst = LLVMGetNextInstruction(inst)) where = c_module_place(t->cm, inst);
    return where;
}

static place place_of_decision(const translator *t, LLVMBasicBlockRef b)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    place where = c_module_place(t->cm, LLVMIsASwitchInst(end) ? end : LLVMGetCondition(end));
    return where.line ? where : c_module_place(t->cm, end);
}

/* ---- goals ---- */

static goal add_goal(translator *t, LLVMValueRef function, uint32_t covers, place where, const char *message)
{
    size_t length;
    uint32_t index = plan_function(t, LLVMGetNamedFunction(t->cm->module, LLVMGetValueName2(function, &length)));
    if (!where.line) where = c_module_function_place(t->cm, function);
    goal_info info = {.kind = GOAL_COVER, .message = message, .place = where, .proc = index ? t->plan.functions.data[index - 1].proc : PROC_NONE,
                      .function = LLVMGetValueName2(function, &length), .covers = covers};
    return program_add_goal(t->p, &info);
}

static void add_site(translator *t, LLVMBasicBlockRef from, LLVMBasicBlockRef to, goal g)
{
    *cover_map_put(&t->replay.cover_at, (cover_key){from, to}, NULL) = g.id;
    cover_site_vec_push(&t->replay.covers, (cover_site){.from = from, .to = to, .goal = g});
}

static void plan_block(translator *t, LLVMValueRef function, LLVMBasicBlockRef b, const incoming_map *flow, text *scratch)
{
    const incoming *in = incoming_map_find(flow, b);
    bool is_entry = b == LLVMGetEntryBasicBlock(function), by_choice = is_only_choice(in);
    if (!in && !is_entry) return;
    bool has_code = is_entry || (!is_empty(b) && place_of_block(t, b).line); /* not just a place where branches meet */
    uint32_t covers = (!has_code || is_continuation(in) ? 0 : COVER_BLOCK) | (by_choice ? COVER_BRANCH : 0);
    covers &= t->options->covers;
    if (!covers) return;
    place where = covers & COVER_BRANCH ? place_of_decision(t, in->from) : place_of_block(t, b);
    add_site(t, NULL, b, add_goal(t, function, covers, where, covers & COVER_BRANCH ? word_for_edge(in->from, b, scratch) : word_for_block(b, scratch)));
}

static void plan_edges(translator *t, LLVMValueRef function, LLVMBasicBlockRef from, const incoming_map *flow, llvm_block_vec *next, text *scratch)
{
    list_successors(from, next);
    if (!(t->options->covers & COVER_BRANCH) || next->size < 2 || !is_decision(from)) return;
    for (size_t i = 0; i < next->size; i++) {
        if (is_only_choice(incoming_map_find(flow, next->data[i]))) continue;
        add_site(t, from, next->data[i], add_goal(t, function, COVER_BRANCH, place_of_decision(t, from), word_for_edge(from, next->data[i], scratch)));
    }
}

static void plan_flow(translator *t, LLVMValueRef function)
{
    incoming_map flow;
    llvm_block_vec next;
    text scratch;
    incoming_map_init(&flow);
    llvm_block_vec_init(&next);
    text_init(&scratch);
    collect_incoming(function, &flow);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        plan_block(t, function, b, &flow, &scratch);
        plan_edges(t, function, b, &flow, &next, &scratch);
    }
    incoming_map_release(&flow);
    llvm_block_vec_release(&next);
    text_release(&scratch);
}

/* A function with a body is covered where it begins, another one wherever it is called. */
static bool is_covered_call(const translator *t, LLVMValueRef inst)
{
    size_t length;
    LLVMValueRef called = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
    return called && LLVMIsAFunction(called) && strcmp(LLVMGetValueName2(called, &length), t->options->covered_call) == 0;
}

static void plan_calls(translator *t, LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef inst = LLVMGetFirstInstruction(b); inst; inst = LLVMGetNextInstruction(inst)) {
            if (!is_covered_call(t, inst)) continue;
            goal g = add_goal(t, function, COVER_CALL, c_module_place(t->cm, inst), "call");
            *object_map_put(&t->replay.cover_calls, inst, NULL) = g.id;
            cover_site_vec_push(&t->replay.covers, (cover_site){.call = inst, .goal = g});
        }
}

static bool is_of_source(const translator *t, LLVMValueRef function)
{
    return !LLVMIsDeclaration(function) && c_module_function_place(t->cm, function).file && !call_is_modelled(function);
}

static bool plan_function_goal(translator *t)
{
    const char *name = t->options->covered_call;
    LLVMModuleRef module = c_module_source(t->cm);
    LLVMValueRef wanted = LLVMGetNamedFunction(module, name);
    if (!wanted) {
        diag_set(t->error, NULL, 0, 0, "there is nothing to reach: a goal is block, branch, error or a function of the program, and '%s' is none", name);
        return false;
    }
    if (is_of_source(t, wanted)) {
        LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(wanted);
        add_site(t, NULL, entry, add_goal(t, wanted, COVER_CALL, c_module_function_place(t->cm, wanted), "function"));
        return true;
    }
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (is_of_source(t, f)) plan_calls(t, f);
    return true;
}

typedef struct placed_function {
    LLVMValueRef function;
    place place;
} placed_function;
VEC_DECLARE(placed_function_vec, placed_function);

static int compare_places(const void *a, const void *b)
{
    const placed_function *x = a, *y = b;
    int files = strcmp(x->place.file, y->place.file);
    return files ? files : (x->place.line > y->place.line) - (x->place.line < y->place.line);
}

/* In the order of the source. */
static void plan_all(translator *t)
{
    placed_function_vec all;
    placed_function_vec_init(&all);
    for (LLVMValueRef f = LLVMGetFirstFunction(c_module_source(t->cm)); f; f = LLVMGetNextFunction(f))
        if (is_of_source(t, f)) placed_function_vec_push(&all, (placed_function){f, c_module_function_place(t->cm, f)});
    if (all.size) qsort(all.data, all.size, sizeof *all.data, compare_places);
    for (size_t i = 0; i < all.size; i++) plan_flow(t, all.data[i].function);
    placed_function_vec_release(&all);
}

bool cover_plan(translator *t)
{
    if (t->options->covers & COVER_CALL) return plan_function_goal(t);
    if (t->options->covers & (COVER_BLOCK | COVER_BRANCH)) plan_all(t);
    return true;
}

void cover_release(translator *t)
{
    cover_site_vec_release(&t->replay.covers);
    cover_map_release(&t->replay.cover_at);
    object_map_release(&t->replay.cover_calls);
}

/* ---- statements ---- */

static void add_reach(translator *t, uint32_t g)
{
    stmt s = {.kind = STMT_REACH, .target = TERM_NONE, .value = TERM_NONE, .low = TERM_NONE, .high = TERM_NONE, .callee = PROC_NONE, .goal = {g}};
    translate_add(t, s);
}

/* The program's own edge that it is; `from` may be the rest of a block behind the library's code. */
static const uint32_t *goal_at(const translator *t, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    LLVMValueRef end = from ? original_instruction(t->cm->originals, LLVMGetBasicBlockTerminator(from)) : NULL;
    cover_key key = {end ? LLVMGetInstructionParent(end) : NULL, original_block(t->cm->originals, to)};
    if ((from && !end) || !key.to) return NULL;
    return cover_map_find(&t->replay.cover_at, key);
}

bool cover_has_edge(const translator *t, LLVMBasicBlockRef from, LLVMBasicBlockRef to) { return goal_at(t, from, to) != NULL; }

void cover_edge(translator *t, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    const uint32_t *g = goal_at(t, from, to);
    if (g) add_reach(t, *g);
}

void cover_block(translator *t, LLVMBasicBlockRef b) { cover_edge(t, NULL, b); }

void cover_call(translator *t, LLVMValueRef call)
{
    LLVMValueRef own = original_instruction(t->cm->originals, call);
    const uint64_t *g = own ? object_map_find(&t->replay.cover_calls, own) : NULL;
    if (g) add_reach(t, (uint32_t)*g);
}

void cover_failure(translator *t, LLVMValueRef call, bool if_false, goal g)
{
    LLVMValueRef own = original_instruction(t->cm->originals, call);
    if (!t->options->covers || g.id >= program_goal_count(t->p) || !own) return;
    cover_site_vec_push(&t->replay.covers, (cover_site){.call = own, .if_false = if_false, .goal = g});
}
