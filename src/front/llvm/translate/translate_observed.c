/* Addresses as numbers. Here every object has an address that is fixed, increasing, and never given out twice. That is right for
 * accesses, and for == and != of pointers to objects that are there; anything else a program may do with an address (compare it by order, take a
 * remainder, hash it, compare it with the address of an object that is gone) depends on where the machine has put the objects. So such an
 * operation gets a number instead that may be any but for the bits that alignment fixes: what it computes is never more than the machine's
 * address could give.
 *
 * An address plus a distance is still one, and so is one with bits below its alignment changed or cut off; they become pointers again as they are. */

#include "front/llvm/translate/address_flow.h"
#include "front/llvm/translate/translate.h"

enum { EDGE = 4096 }; /* no object is in the first or in the last page */

typedef struct sight {
    LLVMValueRef v;
    bool is_address; /* of an object of the program's, perhaps */
    bool is_pointer; /* its type */
    bool is_inside; /* of the object, or null */
    int64_t from_start; /* is_inside */
    uint32_t node; /* or MEMORY_NO_NODE: not known */
    LLVMValueRef global; /* that nothing but comparisons mentions: no other pointer points to it; or NULL */
} sight;

static bool is_pointer(LLVMTypeRef type) { return LLVMGetTypeKind(type) == LLVMPointerTypeKind; }

static bool is_number(LLVMValueRef v)
{
    if (LLVMIsAConstantInt(v) || LLVMIsNull(v)) return true;
    return LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMIntToPtr && LLVMIsAConstantInt(LLVMGetOperand(v, 0));
}

/* Nothing that the program made is there: its addresses are what they are. */
static bool is_foreign(const translator *t, uint32_t node)
{
    memory_object_vec objects;
    memory_object_vec_init(&objects);
    memory_node_objects(t->mem, node, &objects);
    bool found = false;
    for (size_t i = 0; i < objects.size && !found; i++) found = objects.data[i].kind != MEMORY_FOREIGN;
    memory_object_vec_release(&objects);
    return !found;
}

static sight look(const translator *t, LLVMValueRef v)
{
    sight s = {.v = v, .is_pointer = is_pointer(LLVMTypeOf(v)), .node = MEMORY_NO_NODE};
    if (is_number(v) || (!s.is_pointer && !address_flow_is_address(t->model.flow, v))) return s;
    s.node = address_flow_node(t, v);
    s.is_address = s.node == MEMORY_NO_NODE || !is_foreign(t, s.node);
    bool is_whole = s.is_pointer || LLVMGetIntTypeWidth(LLVMTypeOf(v)) == t->pointer_bits;
    s.is_inside = is_whole && memory_is_inside(t->mem, v, &s.from_start) && (LLVMIsAConstant(v) || !address_flow_has_numbers(t->model.flow));
    bool is_constant;
    if (s.node != MEMORY_NO_NODE || !LLVMIsAConstant(v) || !s.is_pointer) return s;
    s.global = address_base(t, v, &is_constant, &s.from_start);
    s.is_inside = s.global && s.from_start >= 0 && (uint64_t)s.from_start < address_object_size(t, s.global);
    return s;
}

/* ---- what the machine may have there ---- */

static uint64_t alignment_of_object(const translator *t, memory_object o)
{
    switch (o.kind) {
    case MEMORY_GLOBAL: {
        unsigned known = LLVMGetAlignment(o.value);
        return known ? known : LLVMABIAlignmentOfType(t->cm->layout, LLVMGlobalGetValueType(o.value));
    }
    case MEMORY_LOCAL: return LLVMIsAAllocaInst(o.value) ? LLVMGetAlignment(o.value) : 1;
    case MEMORY_HEAP: return t->pointer_bits == 64 ? 16 : 8;
    case MEMORY_FOREIGN: return MODEL_ALIGNMENT;
    default: return 1;
    }
}

/* Our address and the machine's are equal modulo this power of two. */
static uint64_t alignment_of(const translator *t, const sight *s)
{
    if (s->node == MEMORY_NO_NODE) return 1;
    memory_object_vec objects;
    memory_object_vec_init(&objects);
    memory_node_objects(t->mem, s->node, &objects);
    uint64_t least = MODEL_ALIGNMENT;
    for (size_t i = 0; i < objects.size; i++) {
        uint64_t one = alignment_of_object(t, objects.data[i]);
        if (one < least) least = one ? one : 1;
    }
    memory_object_vec_release(&objects);
    return least;
}

static term modulo(translator *t, term v, uint64_t m) { return term_mk_mod(t->ts, v, term_mk_int(t->ts, (int64_t)m)); }

/* Any number in [0, 2^width) that is congruent: as a sum, so that a run that chooses 0 has our address. */
static term congruent(translator *t, term ours, uint32_t width, uint64_t modulus)
{
    cint any = translate_any_int(t, "where objects lie", width, false), factor = cint_of_int(t->ts, (int64_t)modulus, width, false);
    return cint_add(t->ts, cint_of_term(ours, width, false), cint_mul(t->ts, any, factor, false, false), false, false).value;
}

static cint saved(translator *t, term address, uint32_t width)
{
    term symbol = translate_temp_int(t, "address", width, false);
    translate_assign(t, symbol, address);
    return cint_of_term(symbol, width, false);
}

/* Far below the first object there is no address that is near its object: the machine has the number as we do. */
static term unless_plain(translator *t, term ours, term any)
{
    translate_assumption(t, "no pointer or address is computed that lies far outside of its object");
    return term_mk_ite(t->ts, term_mk_lt(t->ts, ours, term_mk_int(t->ts, FIRST_ADDRESS / 2)), ours, any);
}

static cint observed(translator *t, const sight *s, cint c)
{
    if (!s->is_address) return c;
    term ours = cint_as(t->ts, c, false).value, zero = term_mk_int(t->ts, 0);
    term any = congruent(t, ours, c.width, c.width == t->pointer_bits ? alignment_of(t, s) : 1);
    if (address_flow_is_near(t->model.flow, s->v)) any = unless_plain(t, ours, any);
    cint result = saved(t, any, c.width);
    if (s->is_inside) translate_assume(t, term_mk_eq(t->ts, term_mk_eq(t->ts, result.value, zero), term_mk_eq(t->ts, ours, zero)));
    return result;
}

bool observed_is_address(translator *t, LLVMValueRef v) { return look(t, v).is_address; }

cint observed_number(translator *t, LLVMValueRef v, cint c)
{
    sight s = look(t, v);
    return s.is_pointer ? c : observed(t, &s, c);
}

cint observed_pointer(translator *t, LLVMValueRef v, cint c)
{
    sight s = look(t, v);
    return observed(t, &s, c);
}

static term any_condition(translator *t)
{
    return translate_any(t, "where objects lie", LLVMInt1TypeInContext(t->cm->context), false).number.value;
}

/* ---- comparisons ---- */

/* Pointers into the node point into one object, the same each time. */
static bool is_single(const translator *t, uint32_t node)
{
    if (node == MEMORY_NO_NODE) return false;
    memory_object_vec objects;
    memory_object_vec_init(&objects);
    bool is_external = memory_node_objects(t->mem, node, &objects);
    bool single = objects.size == 1 && !is_external;
    if (single && objects.data[0].kind == MEMORY_LOCAL) {
        uint32_t owner = plan_owner(t, objects.data[0].value);
        single = owner && !t->plan.functions.data[owner - 1].is_recursive;
    } else if (single) {
        single = objects.data[0].kind == MEMORY_GLOBAL;
    }
    memory_object_vec_release(&objects);
    return single;
}

static bool is_same(const translator *t, const sight *a, const sight *b)
{
    if (a->global || b->global) return a->global == b->global;
    return a->node == b->node && is_single(t, a->node);
}

/* There is but one such object in the whole run while its address is known: a later activation, or a later `alloca`, has another one, and that
 * may lie anywhere. */
static bool is_unique(const translator *t, uint32_t node)
{
    bool unique = true;
    memory_object_vec objects;
    memory_object_vec_init(&objects);
    memory_node_objects(t->mem, node, &objects);
    for (size_t i = 0; i < objects.size && unique; i++) {
        LLVMValueRef v = objects.data[i].value;
        if (objects.data[i].kind != MEMORY_LOCAL) continue;
        unique = !(LLVMIsAAllocaInst(v) && plan_is_dynamic_alloca(v)) && t->plan.nodes && !escape_may_dangle(t, v);
    }
    memory_object_vec_release(&objects);
    return unique;
}

static bool are_of_one_object(const translator *t, const sight *a, const sight *b)
{
    return is_same(t, a, b) && (a->global || is_unique(t, a->node));
}

static bool are_apart(const sight *a, const sight *b)
{
    bool is_a_known = a->global || a->node != MEMORY_NO_NODE, is_b_known = b->global || b->node != MEMORY_NO_NODE;
    return is_a_known && is_b_known && (a->node != b->node || a->global != b->global);
}

/* A number that no object's address is near to, as of an error. */
static bool is_edge(LLVMValueRef v)
{
    if (LLVMIsAConstantExpr(v)) v = LLVMGetOperand(v, 0);
    if (LLVMIsNull(v)) return true;
    if (!LLVMIsAConstantInt(v) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64) return false;
    int64_t n = LLVMConstIntGetSExtValue(v);
    return n >= -EDGE && n <= EDGE;
}

static bool is_direct(const translator *t, LLVMValueRef v)
{
    if (LLVMGetIntTypeWidth(LLVMTypeOf(v)) != t->pointer_bits) return false;
    return LLVMIsAPtrToIntInst(v) || (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMPtrToInt);
}

/* The comparison comes out as that of our addresses does. */
static bool order_is_known(translator *t, const sight *a, const sight *b, bool is_signed)
{
    if (!a->is_address && !b->is_address) return true;
    if (is_signed && !a->is_pointer && t->pointer_bits == 32) return false; /* objects may lie in the upper half, or across its edge */
    if (a->is_address && b->is_address) {
        bool are_inside = a->is_inside && b->is_inside, is_one = are_of_one_object(t, a, b);
        if (is_one && !a->is_pointer) return are_inside;
        if (is_one && (are_inside || !address_flow_has_numbers(t->model.flow))) return true;
        if (!a->is_pointer || are_apart(a, b) || LLVMIsABlockAddress(a->v) || LLVMIsABlockAddress(b->v)) return false;
        translate_assumption(t, "pointers that are compared by `<` or its kin point into one object");
        return true;
    }
    const sight *address = a->is_address ? a : b, *other = a->is_address ? b : a;
    if (a->is_pointer) return !is_number(other->v) || is_edge(other->v);
    return is_number(other->v) && is_edge(other->v) && (address->is_inside || is_direct(t, address->v));
}

static bool equality_is_known(translator *t, const sight *a, const sight *b)
{
    if (!a->is_address && !b->is_address) return true;
    if (a->is_address && b->is_address) {
        if (is_same(t, a, b) || (a->is_inside && b->is_inside)) return true;
        if (!a->is_pointer || are_apart(a, b)) return false;
        if (address_flow_has_numbers(t->model.flow)) translate_assumption(t, "a pointer that is made of a number does not point to an object of the program");
        translate_assumption(t, "a pointer that is compared by `==` does not point just past another object");
        return true;
    }
    const sight *address = a->is_address ? a : b, *other = a->is_address ? b : a;
    if (a->is_pointer) return !is_number(other->v) || is_edge(other->v);
    return is_number(other->v) && is_edge(other->v) && (address->is_inside || is_direct(t, address->v));
}

/* ---- literals ---- */

/* A string literal and its like: nothing says that its address differs from that of others with the same contents. */
static bool is_literal(LLVMValueRef global)
{
    return LLVMIsAGlobalVariable(global) && LLVMIsGlobalConstant(global) && LLVMGetUnnamedAddress(global) == LLVMGlobalUnnamedAddr;
}

/* What is never accessed has no node: a pointer without one may be to any such object. */
static void add_all_literals(const translator *t, llvm_value_vec *out)
{
    for (LLVMValueRef g = LLVMGetFirstGlobal(t->cm->module); g; g = LLVMGetNextGlobal(g))
        if (is_literal(g)) llvm_value_vec_push(out, g);
}

static term is_inside(translator *t, term address, uint64_t start, uint64_t size)
{
    return term_mk_and2(t->ts, term_mk_le(t->ts, term_mk_int(t->ts, (int64_t)start), address), term_mk_le(t->ts, address, term_mk_int(t->ts, (int64_t)(start + size))));
}

/* ---- objects that are gone ---- */

typedef struct remains {
    bool has_heap, has_locals; /* that may be gone while there are pointers to them */
} remains;

static remains remains_of(translator *t, uint32_t node)
{
    remains r = {false, false};
    memory_object_vec objects;
    memory_object_vec_init(&objects);
    memory_node_objects(t->mem, node, &objects);
    for (size_t i = 0; i < objects.size; i++) {
        memory_object o = objects.data[i];
        r.has_heap |= o.kind == MEMORY_HEAP && address_flow_is_freed(t->model.flow, node);
        r.has_locals |= o.kind == MEMORY_LOCAL && escape_may_dangle(t, o.value);
    }
    memory_object_vec_release(&objects);
    return r;
}

/* From addresses that malloc gave: 1 if they were freed. */
static term freed_symbol(translator *t, uint32_t node)
{
    sort integer = sort_int(t->ts), array = sort_array(t->ts, integer, integer);
    bool added;
    uint32_t *id = u32_map_put(&t->model.freed, node, &added);
    if (!added) return (term){*id};
    var_info info = {.owner = PROC_NONE, .low = TERM_NONE, .high = TERM_NONE};
    term symbol = program_add_var(t->p, "freed", array, &info);
    program_set_initial(t->p, symbol, term_mk_const_array(t->ts, array, term_mk_int(t->ts, 0)));
    *id = symbol.id;
    return symbol;
}

/* Something in the node was freed. */
static term any_freed_symbol(translator *t, uint32_t node)
{
    bool added;
    uint32_t *id = u32_map_put(&t->model.any_freed, node, &added);
    if (!added) return (term){*id};
    var_info info = {.owner = PROC_NONE, .low = TERM_NONE, .high = TERM_NONE};
    term symbol = program_add_var(t->p, "any_freed", sort_bool(t->ts), &info);
    program_set_initial(t->p, symbol, term_false(t->ts));
    *id = symbol.id;
    return symbol;
}

static bool follows_freed(const translator *t, uint32_t node)
{
    if (translate_checks(t, GOAL_POINTER)) return false; /* origins tell it */
    return node != MEMORY_NO_NODE && address_flow_is_compared(t->model.flow, node) && address_flow_is_freed(t->model.flow, node);
}

void observed_freed(translator *t, LLVMValueRef pointer, term unless)
{
    uint32_t node = memory_node_of(t->mem, pointer);
    if (!follows_freed(t, node)) return;
    term address = translate_address(t, pointer), zero = term_mk_int(t->ts, 0), symbol = freed_symbol(t, node);
    term kept = term_mk_or2(t->ts, unless, term_mk_eq(t->ts, address, zero));
    translate_assign(t, symbol, term_mk_store(t->ts, symbol, term_mk_ite(t->ts, kept, zero, address), term_mk_int(t->ts, 1)));
    term any = any_freed_symbol(t, node);
    translate_assign(t, any, term_mk_or2(t->ts, any, term_mk_not(t->ts, kept)));
}

void observed_allocated(translator *t, LLVMValueRef call, term address)
{
    uint32_t node = memory_node_of(t->mem, call);
    if (!follows_freed(t, node)) return;
    term symbol = freed_symbol(t, node);
    translate_assign(t, symbol, term_mk_store(t->ts, symbol, address, term_mk_int(t->ts, 0)));
}

/* That the object is gone, as far as that is known. */
static term is_gone(translator *t, const sight *s, remains r)
{
    if (translate_checks(t, GOAL_POINTER)) {
        scalar v = translate_scalar(t, s->v);
        node_info *n = origin_node(t, s->v);
        bool is_known = n && n->ends && (v.has_origin || n->kind == NODE_FIXED);
        return is_known ? term_mk_not(t->ts, origin_is_alive(t, n, origin_of_value(t, s->v).low)) : any_condition(t);
    }
    if (r.has_locals) return any_condition(t);
    if (!s->is_inside) return any_freed_symbol(t, s->node);
    term start = term_mk_sub(t->ts, translate_address(t, s->v), term_mk_int(t->ts, s->from_start));
    return term_mk_eq(t->ts, term_mk_select(t->ts, freed_symbol(t, s->node), start), term_mk_int(t->ts, 1));
}

/* A pointer that nobody follows: it may be to anything that was freed, but for one to a literal, which never is. */
static term unseen_is_gone(translator *t, const sight *s)
{
    enum { MOST = 64 };
    llvm_value_vec literals;
    llvm_value_vec_init(&literals);
    add_all_literals(t, &literals);
    term gone = any_condition(t), address = translate_address(t, s->v);
    for (size_t i = 0; i < literals.size && i < MOST; i++) {
        uint64_t size = address_object_size(t, literals.data[i]);
        gone = term_mk_and2(t->ts, gone, term_mk_not(t->ts, is_inside(t, address, address_of_object(t, literals.data[i], size), size)));
    }
    llvm_value_vec_release(&literals);
    return gone;
}

/* A pointer to an object that is gone may or may not have the address of a newer one. */
static term unless_gone(translator *t, const sight *s, term equal)
{
    if (!s->is_address) return equal;
    bool is_unseen = s->node == MEMORY_NO_NODE && !s->global && s->is_pointer && address_flow_has_freed(t->model.flow);
    remains r = {.has_heap = is_unseen};
    if (s->node != MEMORY_NO_NODE) r = remains_of(t, s->node);
    if (!r.has_heap && !r.has_locals) return equal;
    term gone = is_unseen ? unseen_is_gone(t, s) : is_gone(t, s, r), any = any_condition(t), result = translate_temp_bool(t, "equal");
    if (r.has_locals) translate_assign(t, result, term_mk_ite(t->ts, gone, any, equal));
    else translate_assign(t, result, term_mk_or2(t->ts, equal, term_mk_and2(t->ts, gone, any)));
    return result;
}

/* ---- constants that share memory ---- */

static void literals_of(const translator *t, const sight *s, llvm_value_vec *out)
{
    if (s->global && is_literal(s->global)) llvm_value_vec_push(out, s->global);
    if (s->node == MEMORY_NO_NODE && !s->global) add_all_literals(t, out);
    if (s->node == MEMORY_NO_NODE) return;
    memory_object_vec objects;
    memory_object_vec_init(&objects);
    memory_node_objects(t->mem, s->node, &objects);
    for (size_t i = 0; i < objects.size; i++)
        if (objects.data[i].kind == MEMORY_GLOBAL && is_literal(objects.data[i].value)) llvm_value_vec_push(out, objects.data[i].value);
    memory_object_vec_release(&objects);
}

/* The bytes of a string, or NULL. `LLVMIsConstantString` must not be asked about other constants, such as zeroes, which "" is. */
static const char *text_of(LLVMValueRef literal, size_t *n)
{
    LLVMValueRef initial = LLVMGetInitializer(literal);
    LLVMTypeRef type = LLVMGlobalGetValueType(literal);
    if (!initial || LLVMGetTypeKind(type) != LLVMArrayTypeKind) return NULL;
    *n = 1;
    if (LLVMIsNull(initial)) return LLVMGetArrayLength2(type) == 1 && LLVMGetElementType(type) == LLVMInt8TypeInContext(LLVMGetTypeContext(type)) ? "" : NULL;
    return LLVMIsAConstantDataArray(initial) && LLVMIsConstantString(initial) ? LLVMGetAsString(initial, n) : NULL;
}

/* A linker may put a string at the end of a longer one. Of other constants it is not looked at what is in them. */
static bool may_share(LLVMValueRef a, LLVMValueRef b)
{
    if (a == b) return false;
    size_t m, n;
    const char *p = text_of(a, &m), *q = text_of(b, &n);
    if (!p || !q) return true;
    size_t common = m < n ? m : n;
    return memcmp(p + (m - common), q + (n - common), common) == 0;
}

/* The addresses are those of one place of the two literals, if they share memory: strings have the same distance to their ends. */
static term is_one_place(translator *t, LLVMValueRef a, term at_a, LLVMValueRef b, term at_b)
{
    uint64_t m = address_object_size(t, a), n = address_object_size(t, b), start_a = address_of_object(t, a, m), start_b = address_of_object(t, b, n);
    term both = term_mk_and2(t->ts, is_inside(t, at_a, start_a, m), is_inside(t, at_b, start_b, n));
    size_t length;
    if (!text_of(a, &length) || !text_of(b, &length)) return both;
    term distance = term_mk_int(t->ts, (int64_t)(start_a + m) - (int64_t)(start_b + n));
    return term_mk_and2(t->ts, both, term_mk_eq(t->ts, term_mk_sub(t->ts, at_a, at_b), distance));
}

/* Whether two literals that the pointers may lead to share memory is not known. */
static term unless_shared(translator *t, const sight *a, const sight *b, cint at_a, cint at_b, term equal)
{
    enum { MOST = 64 }; /* pairs of which the places are looked at */
    llvm_value_vec left, right;
    llvm_value_vec_init(&left);
    llvm_value_vec_init(&right);
    literals_of(t, a, &left);
    literals_of(t, b, &right);
    term shared = term_false(t->ts), x = cint_as(t->ts, at_a, false).value, y = cint_as(t->ts, at_b, false).value;
    size_t n = 0;
    for (size_t i = 0; i < left.size && n <= MOST; i++)
        for (size_t j = 0; j < right.size && n <= MOST; j++) {
            if (!may_share(left.data[i], right.data[j])) continue;
            shared = ++n > MOST ? term_true(t->ts) : term_mk_or2(t->ts, shared, is_one_place(t, left.data[i], x, right.data[j], y));
        }
    llvm_value_vec_release(&left);
    llvm_value_vec_release(&right);
    return n ? term_mk_or2(t->ts, equal, term_mk_and2(t->ts, shared, any_condition(t))) : equal;
}

static bool is_signed_order(LLVMIntPredicate p) { return p == LLVMIntSGT || p == LLVMIntSGE || p == LLVMIntSLT || p == LLVMIntSLE; }

/* Addresses of one object, of which one or both may be outside of it: the machine has both the same distance away from ours. The object itself is in one
 * piece, and not in the first or in the last page. */
static void move_both(translator *t, const sight *s, cint *a, cint *b)
{
    uint64_t alignment = alignment_of(t, s);
    memory_object_vec objects;
    memory_object_vec_init(&objects);
    memory_node_objects(t->mem, s->node, &objects);
    LLVMValueRef object = s->global ? s->global : objects.size ? objects.data[0].value : NULL;
    memory_object_vec_release(&objects);
    cint any = translate_any_int(t, "where objects lie", a->width, false), factor = cint_of_int(t->ts, (int64_t)alignment, a->width, false);
    cint distance = saved(t, cint_mul(t->ts, any, factor, false, false).value, a->width);
    uint64_t size = object ? address_object_size(t, object) : 0;
    if (size && !object_map_find(&t->plan.moving, object)) {
        cint base = cint_of_int(t->ts, (int64_t)address_of_object(t, object, size), a->width, false);
        term start = cint_add(t->ts, base, distance, false, false).value, low = TERM_NONE, high = TERM_NONE;
        cint_range(t->ts, a->width, false, &low, &high);
        translate_assume(t, term_mk_le(t->ts, term_mk_int(t->ts, EDGE), start));
        translate_assume(t, term_mk_le(t->ts, term_mk_add2(t->ts, start, term_mk_int(t->ts, (int64_t)size + EDGE)), high));
    }
    *a = saved(t, cint_add(t->ts, cint_as(t->ts, *a, false), distance, false, false).value, a->width);
    *b = saved(t, cint_add(t->ts, cint_as(t->ts, *b, false), distance, false, false).value, b->width);
}

bool observed_comparison(translator *t, LLVMIntPredicate predicate, LLVMValueRef left, LLVMValueRef right, cint *a, cint *b, term *equal)
{
    sight l = look(t, left), r = look(t, right);
    bool is_equality = predicate == LLVMIntEQ || predicate == LLVMIntNE;
    if (!l.is_address && !r.is_address) return false;
    bool is_known = is_equality ? equality_is_known(t, &l, &r) : order_is_known(t, &l, &r, is_signed_order(predicate));
    if (!is_known && !is_equality && l.is_address && r.is_address && are_of_one_object(t, &l, &r)) {
        move_both(t, &l, a, b);
        return false;
    }
    if (!is_known) {
        *a = observed(t, &l, *a);
        *b = observed(t, &r, *b);
        return false;
    }
    if (!is_equality || !l.is_address || !r.is_address) return false;
    *equal = unless_shared(t, &l, &r, *a, *b, unless_gone(t, &r, unless_gone(t, &l, cint_eq(t->ts, *a, *b))));
    return true;
}

/* ---- arithmetic ---- */

static bool constant_of(LLVMValueRef v, int64_t *out)
{
    if (!LLVMIsAConstantInt(v) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64) return false;
    *out = LLVMConstIntGetSExtValue(v);
    return true;
}

static bool is_low_mask(int64_t m) { return m >= 0 && m < INT64_MAX && ((m + 1) & m) == 0; }

/* The lowest bits of the machine's address: `mask` is 2^k - 1. */
static term low_bits(translator *t, const sight *s, cint address, int64_t mask)
{
    term ours = cint_as(t->ts, address, false).value;
    uint64_t known = alignment_of(t, s);
    if ((uint64_t)mask < known) return modulo(t, ours, (uint64_t)mask + 1);
    return modulo(t, saved(t, congruent(t, ours, address.width, known), address.width).value, (uint64_t)mask + 1);
}

/* One operand is an address, the other one a mask. */
static bool masked(translator *t, LLVMOpcode op, const sight *s, cint address, int64_t mask, cint *out)
{
    bool is_remainder = op == LLVMURem && mask > 0 && is_low_mask(mask - 1);
    if (is_remainder || (op == LLVMAnd && is_low_mask(mask))) {
        *out = cint_of_term(low_bits(t, s, address, is_remainder ? mask - 1 : mask), address.width, false);
        return true;
    }
    if (op == LLVMAnd && mask < 0 && is_low_mask(~mask)) {
        cint low = cint_of_term(low_bits(t, s, address, ~mask), address.width, false);
        *out = cint_sub(t->ts, cint_as(t->ts, address, false), low, false, false);
        return true;
    }
    return false;
}

/* Bits that are set or changed lie below the alignment, where our address is the machine's. */
static bool changes_tag(translator *t, LLVMOpcode op, const sight *a, const sight *b)
{
    int64_t tag;
    if (op != LLVMOr && op != LLVMXor) return false;
    const sight *address = a->is_address ? a : b, *other = a->is_address ? b : a;
    if (other->is_address) return op == LLVMXor; /* the way back leads by another one */
    return constant_of(other->v, &tag) && tag >= 0 && (uint64_t)tag < alignment_of(t, address);
}

/* The distance of two addresses, or of two pointers, which must then be of one object. */
static bool distance_is_known(translator *t, const sight *a, const sight *b)
{
    if (!a->is_address || !b->is_address) return false;
    if (are_of_one_object(t, a, b)) return true;
    if (!is_direct(t, a->v) || !is_direct(t, b->v) || are_apart(a, b)) return false;
    translate_assumption(t, "pointers whose distance is taken point into one object");
    return true;
}

static bool stays_address(translator *t, LLVMValueRef inst, LLVMOpcode op, const sight *a, const sight *b)
{
    if (address_flow_is_mixture(t->model.flow, inst)) return op == LLVMSub && distance_is_known(t, a, b);
    if (op == LLVMSub) return a->is_address;
    if (op == LLVMAdd) return !a->is_address || !b->is_address;
    return changes_tag(t, op, a, b);
}

bool observed_operation(translator *t, LLVMValueRef inst, LLVMOpcode op, cint *a, cint *b, cint *out)
{
    LLVMValueRef left = LLVMGetOperand(inst, 0), right = LLVMGetOperand(inst, 1);
    sight l = look(t, left), r = look(t, right);
    if (!l.is_address && !r.is_address) return false;
    int64_t mask;
    bool is_whole = a->width == t->pointer_bits;
    if (is_whole && l.is_address && constant_of(right, &mask) && masked(t, op, &l, *a, mask, out)) return true;
    if (is_whole && op == LLVMAnd && r.is_address && constant_of(left, &mask) && masked(t, op, &r, *b, mask, out)) return true;
    if (is_whole && stays_address(t, inst, op, &l, &r)) return false;
    *a = observed(t, &l, *a);
    *b = observed(t, &r, *b);
    return false;
}

cint observed_masked_pointer(translator *t, LLVMValueRef pointer, LLVMValueRef mask)
{
    cint address = translate_int(t, pointer), bits = translate_int(t, mask), out;
    sight s = look(t, pointer);
    int64_t constant;
    if (s.is_address && constant_of(mask, &constant) && masked(t, LLVMAnd, &s, address, constant, &out)) return out;
    return cint_and(t->ts, observed(t, &s, address), bits, false);
}
