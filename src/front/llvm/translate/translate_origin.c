/* Which object a pointer was made from, and whether that is still there. */

#include "front/llvm/translate/translate.h"

#include "term/numeral.h"

enum { FOREIGN = 1, GONE = 0, ALIVE = 1, ALIVE_ON_STACK = 2 };

static bool is_pointer(LLVMTypeRef type) { return LLVMGetTypeKind(type) == LLVMPointerTypeKind; }
static term number(const translator *t, int64_t n) { return term_mk_int(t->ts, n); }

/* ---- nodes ---- */

static bool is_fixed(const translator *t, memory_object o)
{
    if (o.kind == MEMORY_FUNCTION) return true;
    if (o.kind == MEMORY_GLOBAL) return !LLVMIsDeclaration(o.value);
    uint32_t owner = o.kind == MEMORY_LOCAL ? plan_owner(t, o.value) : 0;
    if (!owner || t->plan.functions.data[owner - 1].is_recursive) return false;
    if (LLVMIsAArgument(o.value)) return !escape_ends(t, o.value);
    return !plan_is_dynamic_alloca(o.value) && !object_map_find(&t->plan.moving, o.value);
}

static bool is_foreign(memory_object o)
{
    if (o.kind == MEMORY_GLOBAL) return LLVMIsDeclaration(o.value);
    return o.kind == MEMORY_FOREIGN || (o.kind == MEMORY_HEAP && !library_allocates(plan_callee_name(o.value)));
}

bool origin_ranges(const translator *t, uint32_t node, address_range_vec *out)
{
    memory_object_vec objects;
    memory_object_vec_init(&objects);
    memory_node_objects(t->mem, node, &objects);
    bool moves = false;
    for (size_t i = 0; i < objects.size; i++) {
        memory_object o = objects.data[i];
        if (is_foreign(o)) continue;
        const uint64_t *address = object_map_find(&t->model.addresses, o.value);
        uint64_t size = address ? address_object_size(t, o.value) : 0;
        if (address) address_range_vec_push(out, (address_range){*address, *address + (size ? size : 1)});
        moves = moves || !is_fixed(t, o);
    }
    memory_object_vec_release(&objects);
    return moves;
}

static void classify(const translator *t, uint32_t id, node_info *n)
{
    memory_object_vec objects;
    memory_object_vec_init(&objects);
    bool only_functions = true, has_stack = false;
    n->is_foreign = memory_node_objects(t->mem, id, &objects);
    for (size_t i = 0; i < objects.size; i++) {
        memory_object o = objects.data[i];
        only_functions = only_functions && o.kind == MEMORY_FUNCTION;
        n->has_heap = n->has_heap || o.kind == MEMORY_HEAP;
        n->is_unmodelled = n->is_unmodelled || (o.kind == MEMORY_HEAP && is_foreign(o));
        has_stack = has_stack || (o.kind == MEMORY_LOCAL && !is_fixed(t, o));
        n->is_own = n->is_own || !is_foreign(o);
        n->is_foreign = n->is_foreign || is_foreign(o);
        n->ends = n->ends || (o.kind == MEMORY_LOCAL && escape_ends(t, o.value));
    }
    n->ends = translate_checks(t, GOAL_POINTER) && (n->ends || (n->is_freed && n->has_heap));
    n->marks_stack = n->ends && n->is_freed && has_stack;
    n->kind = NODE_MIXED;
    if (only_functions && !n->is_foreign) n->kind = NODE_EMPTY;
    else if (objects.size == 1 && !n->is_foreign && is_fixed(t, objects.data[0])) n->kind = NODE_FIXED;
    if (n->kind == NODE_FIXED) n->object = objects.data[0].value;
    n->alive = TERM_NONE;
    memory_object_vec_release(&objects);
}

static node_info *node_at(translator *t, uint32_t id)
{
    if (id == MEMORY_NO_NODE) return NULL;
    node_info *n = &t->plan.nodes[id];
    n->id = id;
    if (n->kind == NODE_UNSEEN) classify(t, id, n);
    return n;
}

node_info *origin_node(translator *t, LLVMValueRef v) { return node_at(t, memory_node_of(t->mem, v)); }

bool origin_is_carried(translator *t, LLVMValueRef v)
{
    if (!translate_tracks(t)) return false;
    const node_info *n = origin_node(t, v);
    return n && n->kind == NODE_MIXED;
}

/* ---- origins ---- */

static term foreign_end(const translator *t) { return term_mk_pow2(t->ts, t->pointer_bits + 2); }

size_t origin_size(const translator *t) { return !translate_tracks(t) ? 0 : translate_checks(t, GOAL_BOUNDS) ? 2 : 1; }

static origin make(const translator *t, term low, term high)
{
    return (origin){low, translate_checks(t, GOAL_BOUNDS) ? high : TERM_NONE};
}

origin origin_nowhere(const translator *t) { return make(t, number(t, 0), number(t, 0)); }

origin origin_foreign(const translator *t, term address)
{
    term null = term_mk_eq(t->ts, address, number(t, 0)), zero = number(t, 0);
    return make(t, term_mk_ite(t->ts, null, zero, number(t, FOREIGN)), term_mk_ite(t->ts, null, zero, foreign_end(t)));
}

origin origin_from(const translator *t, term low, term size) { return make(t, low, term_mk_add2(t->ts, low, size)); }

origin origin_of_object(translator *t, LLVMValueRef object, uint64_t size)
{
    if (LLVMIsAGlobalVariable(object) && LLVMIsDeclaration(object)) return make(t, number(t, FOREIGN), foreign_end(t));
    return origin_from(t, number(t, (int64_t)address_of_object(t, object, size)), number(t, (int64_t)size));
}

scalar origin_put(scalar s, origin o)
{
    s.has_origin = true;
    s.origin = o;
    return s;
}

origin origin_of_scalar(const translator *t, scalar s)
{
    return s.kind == SCALAR_INT && s.has_origin ? s.origin : origin_nowhere(t);
}

origin origin_of_value(translator *t, LLVMValueRef v)
{
    const node_info *n = origin_node(t, v);
    if (!n || n->kind == NODE_EMPTY) return origin_nowhere(t);
    if (n->kind == NODE_FIXED) return origin_of_object(t, n->object, LLVMIsAFunction(n->object) ? 1 : address_object_size(t, n->object));
    return origin_of_scalar(t, translate_scalar(t, v));
}

static term new_var(translator *t, const char *hint, sort s, proc owner)
{
    var_info info = {.owner = owner, .place = t->here, .low = TERM_NONE, .high = TERM_NONE};
    if (sort_is_equal(s, sort_int(t->ts))) {
        info.low = number(t, 0);
        info.high = foreign_end(t);
    }
    return program_add_var(t->p, hint, s, &info);
}

term origin_var(translator *t, proc owner) { return new_var(t, "origin", sort_int(t->ts), owner); }

origin origin_new(translator *t, sort s, proc owner)
{
    term low = new_var(t, "low", s, owner);
    return (origin){low, translate_checks(t, GOAL_BOUNDS) ? new_var(t, "high", s, owner) : TERM_NONE};
}

void origin_assign(translator *t, origin target, origin v)
{
    translate_assign(t, target.low, v.low);
    if (!term_is_none(target.high)) translate_assign(t, target.high, v.high);
}

static bool is_plain(const translator *t, term v) { return term_kind_of(t->ts, v) == TERM_NUM; }

origin origin_saved(translator *t, origin o)
{
    if (is_plain(t, o.low) && (term_is_none(o.high) || is_plain(t, o.high))) return o;
    origin saved = origin_new(t, sort_int(t->ts), t->proc);
    origin_assign(t, saved, o);
    return saved;
}

static term choose(const translator *t, term c, term a, term b) { return term_is_none(a) ? a : term_mk_ite(t->ts, c, a, b); }

origin origin_choose(translator *t, term c, origin a, origin b)
{
    return origin_saved(t, (origin){choose(t, c, a.low, b.low), choose(t, c, a.high, b.high)});
}

void origin_push(origin o, term_vec *out)
{
    term_vec_push(out, o.low);
    if (!term_is_none(o.high)) term_vec_push(out, o.high);
}

origin origin_at(const translator *t, const term *from)
{
    return (origin){from[0], translate_checks(t, GOAL_BOUNDS) ? from[1] : TERM_NONE};
}

void origin_leaf_vars(translator *t, LLVMTypeRef type, proc owner, term_vec *out)
{
    if (!translate_tracks(t)) return;
    leaf_vec leaves;
    leaf_vec_init(&leaves);
    type_leaves(t, type, &leaves);
    for (size_t i = 0; i < leaves.size; i++) {
        if (is_pointer(leaves.data[i].type)) origin_push(origin_new(t, sort_int(t->ts), owner), out);
    }
    leaf_vec_release(&leaves);
}

bool origin_is_passed(translator *t, LLVMValueRef param)
{
    if (!translate_tracks(t) || LLVMGetParamParent(param) == t->plan.entry) return false;
    return !is_pointer(LLVMTypeOf(param)) || origin_is_carried(t, param);
}

/* ---- origins in memory ---- */

bool origin_is_stored(translator *t, region r)
{
    if (!translate_tracks(t)) return false;
    const region_info *info = memory_region(t->mem, r);
    if (info->kind != REGION_BYTES && 8 * info->size != t->pointer_bits) return false;
    const node_info *n = node_at(t, memory_node_in(t->mem, r));
    return n && n->kind == NODE_MIXED;
}

origin origin_blank(translator *t, region r, sort s)
{
    const node_info *n = node_at(t, memory_node_around(t->mem, r));
    bool is_found = n && n->is_foreign && !n->is_own;
    origin one = is_found ? make(t, number(t, FOREIGN), foreign_end(t)) : origin_nowhere(t);
    if (sort_is_equal(s, sort_int(t->ts))) return one;
    term high = term_is_none(one.high) ? one.high : term_mk_const_array(t->ts, s, one.high);
    return (origin){term_mk_const_array(t->ts, s, one.low), high};
}

/* Bytes may have become zero one by one, and what comes from elsewhere may be zero, too. */
origin origin_read(translator *t, region r, term address, term loaded)
{
    const region_use *u = memory_use(t, r);
    region_kind kind = memory_region(t->mem, r)->kind;
    if (kind == REGION_VARIABLE) return u->origin;
    origin o = {term_mk_select(t->ts, u->origin.low, address), u->origin.high};
    if (!term_is_none(o.high)) o.high = term_mk_select(t->ts, o.high, address);
    const node_info *n = node_at(t, memory_node_around(t->mem, r));
    if (term_is_none(loaded) || (kind != REGION_BYTES && !(n && n->is_foreign))) return o;
    term null = term_mk_eq(t->ts, loaded, number(t, 0)), zero = number(t, 0);
    return (origin){choose(t, null, zero, o.low), choose(t, null, term_is_none(o.high) ? o.high : zero, o.high)};
}

origin origin_updated(translator *t, region r, origin from, term address, origin v)
{
    if (memory_region(t->mem, r)->kind == REGION_VARIABLE) return v;
    term high = term_is_none(from.high) ? from.high : term_mk_store(t->ts, from.high, address, v.high);
    return (origin){term_mk_store(t->ts, from.low, address, v.low), high};
}

/* ---- objects that are gone ---- */

static term alive_symbol(translator *t, node_info *n)
{
    if (!term_is_none(n->alive)) return n->alive;
    sort integer = sort_int(t->ts), array = sort_array(t->ts, integer, integer);
    n->alive = new_var(t, "alive", array, PROC_NONE);
    program_set_initial(t->p, n->alive, term_mk_const_array(t->ts, array, number(t, ALIVE)));
    return n->alive;
}

term origin_is_alive(translator *t, node_info *n, term low)
{
    if (!n->ends) return term_true(t->ts);
    return term_mk_ge(t->ts, term_mk_select(t->ts, alive_symbol(t, n), low), number(t, ALIVE));
}

static void set_state(translator *t, node_info *n, term low, int64_t state)
{
    if (!n || !n->ends) return;
    term alive = alive_symbol(t, n);
    translate_assign(t, alive, term_mk_store(t->ts, alive, low, number(t, state)));
}

void origin_end(translator *t, node_info *n, term low) { set_state(t, n, low, GONE); }

/* Everything is alive at the start, but that would be an invariant about all addresses to come. */
void origin_begin(translator *t, LLVMValueRef object, term low)
{
    if (!translate_tracks(t)) return;
    node_info *n = origin_node(t, object);
    bool is_stack = LLVMIsAAllocaInst(object) || LLVMIsAArgument(object);
    set_state(t, n, low, is_stack && n && n->marks_stack ? ALIVE_ON_STACK : ALIVE);
}

term origin_is_from_heap(translator *t, node_info *n, term low)
{
    if (!n->has_heap) return term_mk_bool(t->ts, n->is_foreign);
    term_vec parts;
    memory_object_vec objects;
    term_vec_init(&parts);
    memory_object_vec_init(&objects);
    memory_node_objects(t->mem, n->id, &objects);
    term_vec_push(&parts, term_mk_not(t->ts, term_mk_eq(t->ts, low, number(t, 0))));
    for (size_t i = 0; i < objects.size; i++) {
        memory_object o = objects.data[i];
        bool is_dynamic = o.kind == MEMORY_LOCAL && LLVMIsAAllocaInst(o.value) && plan_is_dynamic_alloca(o.value);
        if (o.kind == MEMORY_HEAP || is_foreign(o) || is_dynamic) continue;
        uint64_t size = o.kind == MEMORY_FUNCTION ? 1 : address_object_size(t, o.value);
        term address = number(t, (int64_t)address_of_object(t, o.value, size));
        term_vec_push(&parts, term_mk_not(t->ts, term_mk_eq(t->ts, low, address)));
    }
    if (n->marks_stack) {
        term state = term_mk_select(t->ts, alive_symbol(t, n), low);
        term_vec_push(&parts, term_mk_not(t->ts, term_mk_eq(t->ts, state, number(t, ALIVE_ON_STACK))));
    }
    term result = term_mk_and(t->ts, parts.data, parts.size);
    term_vec_release(&parts);
    memory_object_vec_release(&objects);
    return result;
}

term origin_is_writable(translator *t, const node_info *n, term low)
{
    term_vec parts;
    memory_object_vec objects;
    term_vec_init(&parts);
    memory_object_vec_init(&objects);
    memory_node_objects(t->mem, n->id, &objects);
    for (size_t i = 0; i < objects.size; i++) {
        memory_object o = objects.data[i];
        if (o.kind != MEMORY_GLOBAL || is_foreign(o) || !LLVMIsGlobalConstant(o.value)) continue;
        term address = number(t, (int64_t)address_of_object(t, o.value, address_object_size(t, o.value)));
        term_vec_push(&parts, term_mk_not(t->ts, term_mk_eq(t->ts, low, address)));
    }
    term result = parts.size ? term_mk_and(t->ts, parts.data, parts.size) : term_true(t->ts);
    term_vec_release(&parts);
    memory_object_vec_release(&objects);
    return result;
}

static void end_local(translator *t, LLVMValueRef object)
{
    if (!escape_ends(t, object)) return;
    const value_entry *e = value_map_find(&t->emit.values, object);
    bool is_dynamic = LLVMIsAAllocaInst(object) && plan_is_dynamic_alloca(object);
    if (!is_dynamic || (e && e->value.leaves)) origin_end(t, origin_node(t, object), translate_address(t, object));
}

void origin_enter(translator *t)
{
    LLVMValueRef function = t->plan.functions.data[t->current].function;
    for (unsigned i = 0; i < LLVMCountParams(function) && translate_tracks(t); i++) {
        LLVMValueRef param = LLVMGetParam(function, i);
        if (escape_ends(t, param)) origin_begin(t, param, translate_address(t, param));
    }
}

void origin_leave(translator *t)
{
    LLVMValueRef function = t->plan.functions.data[t->current].function;
    if (!translate_tracks(t) || escape_is_unreturning(t, t->current)) return;
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
    for (LLVMValueRef inst = LLVMGetFirstInstruction(entry); inst; inst = LLVMGetNextInstruction(inst)) {
        if (LLVMIsAAllocaInst(inst)) end_local(t, inst);
    }
    for (unsigned i = 0; i < LLVMCountParams(function); i++) end_local(t, LLVMGetParam(function, i));
}

void origin_scope(translator *t, LLVMValueRef call)
{
    LLVMValueRef object = LLVMGetOperand(call, 1);
    if (!translate_tracks(t) || !LLVMIsAAllocaInst(object) || !escape_ends(t, object)) return;
    bool begins = text_begins_with(plan_callee_name(call), "llvm.lifetime.start");
    if (!begins) end_local(t, object);
    else if (escape_has_inner_scope(object)) memory_renew(t, object);
}


void origin_restore(translator *t, LLVMValueRef call)
{
    LLVMValueRef function = t->plan.functions.data[t->current].function;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b && translate_tracks(t); b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef inst = LLVMGetFirstInstruction(b); inst; inst = LLVMGetNextInstruction(inst)) {
            if (LLVMIsAAllocaInst(inst) && escape_is_restored(inst, call)) end_local(t, inst);
        }
    }
}
