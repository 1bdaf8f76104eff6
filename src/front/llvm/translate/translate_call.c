/* Calls of the program's own functions, directly and through pointers. */

#include "base/real_library.h"
#include "front/llvm/module/prototypes.h"
#include "front/llvm/translate/translate.h"
#include "front/llvm/library/unseen.h"

#include <stdlib.h>

static bool is_pointer(LLVMTypeRef type) { return LLVMGetTypeKind(type) == LLVMPointerTypeKind; }

void translate_leaf_vars(translator *t, LLVMTypeRef type, const char *hint, const char *source_name, int sign, proc owner,
                         term_vec *out)
{
    leaf_vec leaves;
    leaf_vec_init(&leaves);
    type_leaves(t, type, &leaves);
    for (size_t i = 0; i < leaves.size; i++) {
        LLVMTypeRef part = leaves.data[i].type;
        if (type_is_unknown(part)) continue;
        var_info info = {.owner = owner, .place = t->here, .low = TERM_NONE, .high = TERM_NONE};
        if (leaves.size == 1) info.name = source_name;
        uint32_t width = type_width(t, part);
        info.is_pointer = LLVMGetTypeKind(part) == LLVMPointerTypeKind;
        info.is_signed = !info.is_pointer && (sign >= 0 || type_is_float(part)) && width > 1;
        info.width = info.is_pointer ? 0 : width;
        info.is_float = type_is_float(part);
        if (width > 1) cint_range(t->ts, width, info.is_signed, &info.low, &info.high);
        term_vec_push(out, program_add_var(t->p, hint, width == 1 ? sort_bool(t->ts) : sort_int(t->ts), &info));
    }
    leaf_vec_release(&leaves);
}

/* A scalar where a variable of perhaps another type expects it: old C lets calls differ from definitions. */
static term fit(translator *t, scalar v, term var)
{
    scalar target = scalar_of_var(t, var);
    if (v.kind == SCALAR_UNKNOWN) {
        if (target.kind == SCALAR_BOOL) return translate_any(t, "unknown", LLVMInt1TypeInContext(t->cm->context), false).number.value;
        return translate_any_int(t, "unknown", target.number.width, target.number.is_signed).value;
    }
    cint c = scalar_as_int(t, v);
    if (target.kind == SCALAR_BOOL) {
        if (v.kind == SCALAR_BOOL) return v.number.value;
        return term_mk_eq(t->ts, cint_trunc(t->ts, c, 1, false).value, term_mk_int(t->ts, 1));
    }
    bool is_signed = target.number.is_signed;
    if (c.width > target.number.width) return cint_trunc(t->ts, c, target.number.width, is_signed).value;
    if (c.width < target.number.width) return cint_zext(t->ts, c, target.number.width, is_signed).value;
    return cint_as(t->ts, c, is_signed).value;
}

static LLVMTypeRef byval_type(const translator *t, LLVMValueRef function, unsigned index)
{
    (void)t;
    LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(function, index + 1, LLVMGetEnumAttributeKindForName("byval", 5));
    return a ? LLVMGetTypeAttributeValue(a) : NULL;
}

bool translate_is_byval(const translator *t, LLVMValueRef function, unsigned index, uint64_t *size)
{
    LLVMTypeRef type = byval_type(t, function, index);
    if (type) *size = LLVMABISizeOfType(t->cm->layout, type);
    return type != NULL;
}

static bool takes_copies(const translator *t, LLVMValueRef function)
{
    bool found = false;
    for (unsigned i = 0; i < LLVMCountParams(function); i++) found |= byval_type(t, function, i) != NULL;
    return found;
}

/* The callee gets a copy of its own. It has a constant address, unless several activations of the callee may have one each. */
static term place_of_copy(translator *t, const function_info *f, LLVMValueRef param, LLVMValueRef argument, uint64_t size, term_vec *args)
{
    check_access(t, argument, size);
    if (!f->is_recursive) {
        if (escape_ends(t, param)) check_gap(t, "a later call's parameter has the address of one that is gone");
        return term_mk_int(t->ts, (int64_t)address_of_object(t, param, size));
    }
    cint bytes = cint_of_int(t->ts, (int64_t)size, t->pointer_bits, false);
    term address = address_allocate(t, "copy", bytes);
    term_vec_push(args, address);
    if (origin_is_passed(t, param)) origin_push(origin_from(t, address, bytes.value), args);
    if (translate_tracks(t)) origin_begin(t, param, address);
    return address;
}

/* An argument as it is now: where the callee has copies of structures, making them may change what it is read from, if that is such a copy
 * of an outer activation. */
static term kept_argument(translator *t, const function_info *f, term v, term param)
{
    if (!f->is_recursive || !takes_copies(t, f->function) || term_is_value(t->ts, v)) return v;
    scalar s = scalar_of_var(t, param);
    term kept = s.kind == SCALAR_BOOL ? translate_temp_bool(t, "kept") : translate_temp_int(t, "kept", s.number.width, s.number.is_signed);
    translate_assign(t, kept, v);
    return kept;
}

static void pass_value(translator *t, const function_info *f, LLVMValueRef param, LLVMValueRef argument, const term_vec *params, size_t *next, term_vec *args)
{
    leaf_vec leaves;
    leaf_vec_init(&leaves);
    type_leaves(t, LLVMTypeOf(param), &leaves);
    value v = {NULL, 0};
    if (argument) v = translate_value(t, argument);
    bool same = argument && LLVMTypeOf(argument) == LLVMTypeOf(param);
    for (size_t i = 0; i < leaves.size && !translate_failed(t); i++) {
        if (type_is_unknown(leaves.data[i].type)) continue;
        scalar s = {.kind = SCALAR_UNKNOWN};
        if (same || (v.n == 1 && leaves.size == 1)) s = v.leaves[i];
        term var = params->data[(*next)++];
        term_vec_push(args, kept_argument(t, f, fit(t, s, var), var));
    }
    bool is_passed = origin_is_passed(t, param);
    for (size_t i = 0; i < leaves.size && is_passed && !translate_failed(t); i++) {
        if (!is_pointer(leaves.data[i].type)) continue;
        bool fits = same || (v.n == 1 && leaves.size == 1);
        origin_push(fits ? origin_of_scalar(t, v.leaves[i]) : origin_nowhere(t), args);
        *next += origin_size(t);
    }
    leaf_vec_release(&leaves);
}

static void pass_arguments(translator *t, const function_info *f, LLVMValueRef call, term_vec *args)
{
    const term_vec *params = program_params(t->p, f->proc);
    unsigned n_args = LLVMGetNumArgOperands(call), n = LLVMCountParams(f->function);
    term *places = alloc_zeroed(n + 1, sizeof *places);
    size_t next = 0;
    uint64_t size;
    for (unsigned i = 0; i < n && !translate_failed(t); i++) {
        LLVMValueRef param = LLVMGetParam(f->function, i), argument = i < n_args ? LLVMGetOperand(call, i) : NULL;
        if (!translate_is_byval(t, f->function, i, &size)) pass_value(t, f, param, argument, params, &next, args);
        else if (argument) {
            places[i] = place_of_copy(t, f, param, argument, size, args);
            if (f->is_recursive) next += 1 + (origin_is_passed(t, param) ? origin_size(t) : 0);
        }
    }
    for (unsigned i = 0; i < n && i < n_args && !translate_failed(t); i++)
        if (translate_is_byval(t, f->function, i, &size)) translate_copy_to(t, LLVMGetParam(f->function, i), places[i], LLVMGetOperand(call, i), size);
    free(places);
}

/* A parameter that is an object of the callee's may be made of plain variables, which are global because callers fill them. What
 * an outer activation of a recursive callee has there is put back after the call. */
static void keep_copies(translator *t, const function_info *f, term_vec *kept)
{
    u32_vec touched;
    u32_vec_init(&touched);
    for (unsigned i = 0; i < LLVMCountParams(f->function) && f->is_recursive; i++) {
        uint64_t size;
        if (translate_is_byval(t, f->function, i, &size)) memory_regions_of(t->mem, LLVMGetParam(f->function, i), false, &touched);
    }
    for (size_t i = 0; i < touched.size; i++) {
        const region_info *info = memory_region(t->mem, (region){touched.data[i]});
        if (info->kind != REGION_VARIABLE || !LLVMIsAArgument(info->object) || !t->plan.regions[touched.data[i]].user) continue;
        scalar v = scalar_of_var(t, memory_use(t, (region){touched.data[i]})->symbol);
        term saved = translate_temp_int(t, "kept", v.number.width, v.number.is_signed);
        translate_assign(t, saved, v.number.value);
        term_vec_push(kept, v.number.value);
        term_vec_push(kept, saved);
        const region_use *u = memory_use(t, (region){touched.data[i]});
        if (!u->has_origin) continue;
        origin here = u->origin, there = origin_saved(t, here);
        term_vec_append(kept, (term[]){here.low, there.low}, 2);
        if (!term_is_none(here.high)) term_vec_append(kept, (term[]){here.high, there.high}, 2);
    }
    u32_vec_release(&touched);
}

/* Emits the CALL; the results are new temporaries. */
static void call_procedure(translator *t, LLVMValueRef call, const function_info *f, term_vec *results)
{
    term_vec args, kept;
    term_vec_init(&args);
    term_vec_init(&kept);
    translate_retire(t, TERM_NONE);
    keep_copies(t, f, &kept);
    pass_arguments(t, f, call, &args);
    const term_vec *formal = program_results(t->p, f->proc);
    for (size_t i = 0; i < formal->size; i++) {
        const var_info *info = program_var(t->p, formal->data[i]);
        bool is_bool = term_is_bool(t->ts, formal->data[i]);
        if (!is_bool && !info->is_pointer && !info->width) {
            term_vec_push(results, origin_var(t, t->proc));
            continue;
        }
        scalar s = scalar_of_var(t, formal->data[i]);
        size_t length;
        const char *hint = LLVMGetValueName2(f->function, &length);
        term_vec_push(results, is_bool ? translate_temp_bool(t, hint) : translate_temp_int(t, hint, s.number.width, s.number.is_signed));
    }
    stmt s = {.kind = STMT_CALL, .target = TERM_NONE, .value = TERM_NONE, .low = TERM_NONE, .high = TERM_NONE, .callee = f->proc};
    s.args = args.data;
    s.n_args = args.size;
    s.results = results->data;
    s.n_results = results->size;
    assert(translate_failed(t) || args.size == program_params(t->p, f->proc)->size);
    if (!translate_failed(t)) translate_add(t, s);
    for (size_t i = 0; i < kept.size; i += 2) translate_assign(t, kept.data[i], kept.data[i + 1]);
    term_vec_release(&args);
    term_vec_release(&kept);
}

/* The origins of pointers, behind the values, if the callee has the type that the call expects. */
static void put_origins(translator *t, const leaf_vec *leaves, scalar *out, const term *results, size_t n)
{
    size_t n_values = 0, n_pointers = 0;
    for (size_t i = 0; i < leaves->size; i++) {
        n_values += !type_is_unknown(leaves->data[i].type);
        n_pointers += is_pointer(leaves->data[i].type);
    }
    if (!translate_tracks(t) || n != n_values + n_pointers * origin_size(t)) return;
    for (size_t i = 0; i < leaves->size; i++) {
        if (!is_pointer(leaves->data[i].type)) continue;
        out[i] = origin_put(out[i], origin_at(t, &results[n_values]));
        n_values += origin_size(t);
    }
}

void translate_define_results(translator *t, LLVMValueRef call, const term *results, size_t n)
{
    if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind) return;
    leaf_vec leaves;
    leaf_vec_init(&leaves);
    type_leaves(t, LLVMTypeOf(call), &leaves);
    scalar *out = arena_alloc(&t->emit.scratch, (leaves.size + 1) * sizeof *out);
    size_t next = 0;
    for (size_t i = 0; i < leaves.size; i++) {
        LLVMTypeRef type = leaves.data[i].type;
        if (type_is_unknown(type)) {
            out[i] = (scalar){.kind = SCALAR_UNKNOWN};
            continue;
        }
        out[i] = next < n ? scalar_of_var(t, results[next]) : translate_any(t, "no result", type, true);
        next++;
        uint32_t width = type_width(t, type);
        bool fits = out[i].kind == SCALAR_BOOL ? width == 1 : out[i].number.width == width;
        if (!fits) out[i] = translate_any(t, "result of another type", type, true);
        out[i] = float_returned(t, out[i], type);
    }
    if (!translate_failed(t)) put_origins(t, &leaves, out, results, n);
    if (!translate_failed(t)) translate_define(t, call, out, leaves.size, TERM_NONE);
    leaf_vec_release(&leaves);
}

static void call_defined(translator *t, LLVMValueRef call, uint32_t index)
{
    term_vec results;
    term_vec_init(&results);
    call_procedure(t, call, &t->plan.functions.data[index - 1], &results);
    translate_define_results(t, call, results.data, results.size);
    term_vec_release(&results);
}

static bool has_attribute(LLVMValueRef call, LLVMValueRef function, const char *name)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    return LLVMGetCallSiteEnumAttribute(call, LLVMAttributeReturnIndex, kind) ||
           (LLVMIsAFunction(function) && LLVMGetEnumAttributeAtIndex(function, LLVMAttributeReturnIndex, kind));
}

/* Whether a function without a body returns a signed number: clang keeps no declaration of it, but other things give it away. */
static bool returns_signed(translator *t, LLVMValueRef call, const char *name)
{
    static const char PREFIX[] = "__VERIFIER_nondet_";
    LLVMValueRef function = LLVMGetCalledValue(call);
    if (has_attribute(call, function, "zeroext")) return false;
    if (has_attribute(call, function, "signext")) return true;
    if (strncmp(name, PREFIX, sizeof PREFIX - 1) == 0) {
        const char *type = name + sizeof PREFIX - 1;
        return type[0] != 'u' && strncmp(type, "size_t", 6) != 0;
    }
    LLVMUseRef use = LLVMGetFirstUse(call);
    LLVMValueRef user = use ? LLVMGetUser(use) : NULL;
    if (user && LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == call) {
        region r = memory_access(t->mem, LLVMGetOperand(user, 1), LLVMStoreSizeOfType(t->cm->layout, LLVMTypeOf(call)));
        if (r.id != REGION_NONE.id) return memory_use(t, r)->is_signed;
    }
    return value_usage(call) >= 0;
}

/* A large struct is returned where the first argument points to. */
static void return_struct(translator *t, LLVMValueRef call, const char *name)
{
    LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, 1, LLVMGetEnumAttributeKindForName("sret", 4));
    if (!a || translate_failed(t)) return;
    LLVMValueRef to = LLVMGetOperand(call, 0);
    uint64_t size = LLVMABISizeOfType(t->cm->layout, LLVMGetTypeAttributeValue(a));
    memory_havoc_object(t, to, size, name);
    unset_struct(t, call, name, to, size);
}

void translate_unknown_call(translator *t, LLVMValueRef call, const char *name)
{
    return_struct(t, call, name);
    LLVMTypeRef type = LLVMTypeOf(call);
    leaf_vec leaves;
    leaf_vec_init(&leaves);
    type_leaves(t, type, &leaves);
    scalar *out = arena_alloc(&t->emit.scratch, (leaves.size + 1) * sizeof *out);
    for (size_t i = 0; i < leaves.size && !translate_failed(t); i++) {
        LLVMTypeRef part = leaves.data[i].type;
        out[i] = (scalar){.kind = SCALAR_UNKNOWN};
        if (type_is_unknown(part)) continue;
        uint32_t width = type_width(t, part);
        bool is_signed = width > 1 && (leaves.size > 1 || returns_signed(t, call, name));
        term v = width == 1 ? translate_temp_int(t, name, 1, false) : translate_temp(t, name, part, is_signed).number.value;
        translate_input(t, v, name);
        if (is_pointer(part)) check_assume_foreign(t, v);
        out[i] = width == 1 ? scalar_of_bool(term_mk_eq(t->ts, v, term_mk_int(t->ts, 1))) : scalar_of_var(t, v);
        if (is_pointer(part) && translate_tracks(t)) out[i] = origin_put(out[i], origin_foreign(t, v));
    }
    if (leaves.size && !translate_failed(t)) translate_define(t, call, out, leaves.size, TERM_NONE);
    if (leaves.size) unset_result(t, call, name, out, &leaves);
    leaf_vec_release(&leaves);
}

static bool calls_failure(LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef inst = LLVMGetFirstInstruction(b); inst; inst = LLVMGetNextInstruction(inst)) {
            size_t length;
            LLVMValueRef called = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
            if (!called || !LLVMIsAFunction(called) || called == function) continue;
            if (library_is_failure(LLVMGetValueName2(called, &length))) return true;
        }
    }
    return false;
}

bool call_is_modelled(LLVMValueRef function)
{
    size_t length;
    return library_is_failure(LLVMGetValueName2(function, &length)) && !calls_failure(function);
}

/* What the verdict rests on where something unseen is called. */
static void note_unseen(translator *t, const char *name)
{
    LLVMValueRef function = LLVMGetNamedFunction(t->cm->module, name);
    bool is_pure = t->options->unseen_is_pure || (function && !unseen_has_effects(function)), has_const = false;
    for (unsigned i = 0; function && i < LLVMCountParams(function); i++) has_const |= prototype_const_levels(function, i) != 0;
    text what;
    text_init(&what);
    if (is_pure) text_adds(&what, "it is taken to return any value and to change no memory");
    else
        text_printf(&what, "it may return any value, change what it can reach and call functions whose address it has; it is taken to use no other "
                           "variable or function of the program, %sand to free nothing", has_const ? "to change nothing that its parameters declare const, " : "");
    program_add_unseen(t->p, t->here, name, what.data);
    text_release(&what);
}

static void call_function(translator *t, LLVMValueRef call, LLVMValueRef function)
{
    size_t length;
    const char *name = LLVMGetValueName2(function, &length);
    if (LLVMGetIntrinsicID(function)) {
        if (!translate_intrinsic(t, call, name)) check_limit(t, name);
        return;
    }
    bool is_defined = !LLVMIsDeclaration(function);
    uint32_t index = plan_function(t, function);
    if (is_defined && index && !call_is_modelled(function)) {
        if (strcmp(name, UNSEEN_EFFECTS) == 0) outside_call(t, call, t->plan.functions.data[index - 1].proc);
        else call_defined(t, call, index);
        return;
    }
    cover_call(t, call);
    leak_call(t, name);
    if (translate_primitive(t, call, name) || translate_library(t, call, name)) return;
    if (real_library_has(name)) {
        translate_any_result(t, call, name);
        translate_note_unchecked(t, call, name);
        if (unseen_has_effects(function)) {
            note_unseen(t, name);
            library_unmodelled(t, call, function);
        }
        return;
    }
    if (strncmp(name, "__VERIFIER_nondet_", 18) != 0) note_unseen(t, name);
    translate_unknown_call(t, call, name);
}

static void share_origins(translator *t, LLVMTypeRef type, value v, const term_vec *shared, size_t next)
{
    leaf_vec leaves;
    leaf_vec_init(&leaves);
    type_leaves(t, type, &leaves);
    for (size_t i = 0; i < leaves.size && i < v.n && translate_tracks(t); i++) {
        if (!is_pointer(leaves.data[i].type)) continue;
        origin_assign(t, origin_at(t, &shared->data[next]), origin_of_scalar(t, v.leaves[i]));
        next += origin_size(t);
    }
    leaf_vec_release(&leaves);
}

/* Direct calls have a call of it before them already. */
static void call_effects(translator *t, LLVMValueRef call)
{
    LLVMValueRef effects = LLVMGetNamedFunction(t->cm->module, UNSEEN_EFFECTS);
    uint32_t index = effects ? plan_function(t, effects) : 0;
    if (index) outside_call(t, call, t->plan.functions.data[index - 1].proc);
    else if (effects) outside_changes(t, call);
}

static void call_unseen_pointer(translator *t, LLVMValueRef call)
{
    call_effects(t, call);
    translate_unknown_call(t, call, "a function pointer");
}

/* One branch for each function the pointer may be; its results go to shared temporaries. */
static void call_through_pointer(translator *t, LLVMValueRef call, const llvm_value_vec *callees, bool complete)
{
    scalar called = translate_scalar(t, LLVMGetCalledValue(call));
    check_call(t, cint_as(t->ts, called.number, false).value);
    if (!t->in_library && memory_has_other_callees(t->mem, call))
        translate_assumption(t, "a function that is called through a pointer gets the arguments that its type says");
    translate_retire(t, TERM_NONE);
    term_vec shared, others;
    term_vec_init(&shared);
    term_vec_init(&others);
    LLVMTypeRef type = LLVMTypeOf(call);
    translate_leaf_vars(t, type, "result", NULL, value_usage(call), t->proc, &shared);
    origin_leaf_vars(t, type, t->proc, &shared);
    block start = t->at, join = program_add_block(t->p, t->proc, t->here);
    bool ended = t->ended;
    for (size_t i = 0; i <= callees->size && !translate_failed(t); i++) {
        bool is_last = i == callees->size;
        /* the library calls nothing but what it was given */
        if (is_last && (callees->size > 0 ? complete : t->in_library)) break;
        LLVMValueRef f = is_last ? NULL : callees->data[i];
        term condition = term_true(t->ts);
        if (f) {
            int64_t address = (int64_t)address_of_object(t, f, 1);
            condition = cint_eq(t->ts, called.number, cint_of_int(t->ts, address, t->pointer_bits, false));
            term_vec_push(&others, condition);
        } else {
            condition = term_mk_not(t->ts, term_mk_or(t->ts, others.data, others.size));
            note_unseen(t, "a function called through a pointer");
        }
        t->at = program_add_block(t->p, t->proc, t->here);
        t->ended = ended;
        if (!ended) program_add_branch(t->p, t->proc, start, condition, t->at);
        value_entry *e = value_map_find(&t->emit.values, call);
        e->value = (value){NULL, 0};
        if (f && unseen_has_effects(f)) call_effects(t, call);
        if (f) call_function(t, call, f);
        else call_unseen_pointer(t, call);
        if (translate_failed(t)) break;
        e = value_map_find(&t->emit.values, call);
        size_t next = 0;
        for (size_t j = 0; j < e->value.n; j++) {
            if (e->value.leaves[j].kind == SCALAR_UNKNOWN) continue;
            translate_assign(t, shared.data[next], fit(t, e->value.leaves[j], shared.data[next]));
            next++;
        }
        share_origins(t, type, e->value, &shared, next);
        if (!t->ended) program_add_branch(t->p, t->proc, t->at, term_true(t->ts), join);
    }
    t->at = join;
    t->ended = ended;
    if (!translate_failed(t)) translate_define_results(t, call, shared.data, shared.size);
    term_vec_release(&shared);
    term_vec_release(&others);
}

void translate_call(translator *t, LLVMValueRef call)
{
    LLVMValueRef called = LLVMGetCalledValue(call);
    if (LLVMIsAInlineAsm(called)) {
        translate_assembly(t, call);
        return;
    }
    if (LLVMIsAGlobalIFunc(called)) {
        check_limit(t, "a function that is chosen when the program is loaded (`ifunc`)");
        return;
    }
    llvm_value_vec callees;
    llvm_value_vec_init(&callees);
    bool complete = plan_callees(t, call, &callees);
    while (LLVMIsAGlobalAlias(called)) called = LLVMAliasGetAliasee(called);
    if (LLVMIsAFunction(called)) call_function(t, call, called);
    else call_through_pointer(t, call, &callees, complete);
    llvm_value_vec_release(&callees);
}
