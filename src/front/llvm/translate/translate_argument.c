/* The arguments of main. As in a real process, the vector and its strings lie at the upper end of the address space, where no other object of the program is:
 * strings that the program makes are never those that it was called with. */

#include "front/llvm/translate/translate.h"

/* From the top downwards: a null byte, a gap, room for 8 MB where strings begin, another gap, and room where the vector begins. All arguments, with a pointer for
 * each, take at most 6 MB, whatever the limit of the stack. */
enum { MB = 1 << 20, MOST_ARGUMENTS = 6 * MB };
enum { LAST_STRING = 8 * MB, FIRST_STRING = 16 * MB, LAST_VECTOR = 96 * MB, FIRST_VECTOR = 128 * MB }; /* below the top */
enum { FIRST_MAPPED = 65536 };

static int64_t top(const translator *t) { return t->pointer_bits == 32 ? INT64_C(0xfffff000) : INT64_C(1) << 47; }

int64_t argument_first_address(const translator *t) { return top(t) - FIRST_VECTOR; }

bool argument_is_main(const translator *t) { return strcmp(t->options->entry, "main") == 0; }

static term lies_in(translator *t, term address, int64_t low, int64_t high)
{
    return term_mk_and2(t->ts, term_mk_le(t->ts, term_mk_int(t->ts, low), address), term_mk_le(t->ts, address, term_mk_int(t->ts, high)));
}

static term is_string(translator *t, term address) { return lies_in(t, address, top(t) - FIRST_STRING, top(t) - LAST_STRING); }

/* The program stores nothing there, and has nothing else that could be there. */
static bool has_only_arguments(const translator *t, region r)
{
    const region_use *u = &t->plan.regions[r.id];
    return u->objects == OBJECT_UNKNOWN && u->n_objects == 1 && !u->is_stored && !u->is_blurred;
}

void argument_assume_loaded(translator *t, region r, term loaded)
{
    LLVMValueRef argv = argument_is_main(t) && LLVMCountParams(t->plan.entry) >= 2 ? LLVMGetParam(t->plan.entry, 1) : NULL;
    if (!argv || memory_node_around(t->mem, r) != memory_node_of(t->mem, argv) || !memory_region(t->mem, r)->is_pointer) return;
    term is_null = term_mk_eq(t->ts, loaded, term_mk_int(t->ts, 0));
    term is_mapped = has_only_arguments(t, r) ? is_string(t, loaded) : lies_in(t, loaded, FIRST_MAPPED, top(t));
    translate_assume(t, term_mk_or2(t->ts, is_null, is_mapped));
}

/* The system calls main with the program's name, at least. */
void argument_assume_call(translator *t, const term_vec *params)
{
    for (size_t i = 0; i < params->size; i++) {
        bool is_pointer = program_var(t->p, params->data[i])->is_pointer;
        if (term_is_bool(t->ts, params->data[i])) continue;
        int64_t first = is_pointer ? top(t) - FIRST_VECTOR : 1, last = is_pointer ? top(t) - LAST_VECTOR : MOST_ARGUMENTS;
        program_set_range(t->p, params->data[i], term_mk_int(t->ts, first), term_mk_int(t->ts, last)); /* for random testing */
        translate_assume(t, lies_in(t, params->data[i], first, last));
    }
}

/* Strings up to argc, and then null. */
static void assume_argument(translator *t, region r, uint64_t index, term argc, term argv)
{
    uint32_t bytes = t->pointer_bits / 8;
    term at = term_mk_add2(t->ts, argv, term_mk_int(t->ts, (int64_t)(index * bytes))), number = term_mk_int(t->ts, (int64_t)index);
    term first = cint_as(t->ts, region_read(t, r, at, bytes), false).value, is_null = term_mk_eq(t->ts, first, term_mk_int(t->ts, 0));
    translate_assume(t, term_mk_or2(t->ts, term_mk_le(t->ts, argc, number), is_string(t, first)));
    translate_assume(t, term_mk_or2(t->ts, term_mk_not(t->ts, term_mk_eq(t->ts, argc, number)), is_null));
}

/* Where argv is indexed, only of the first ones: which programs ask for by number. */
static void assume_arguments(translator *t, term argc, term argv)
{
    enum { KNOWN_ARGUMENTS = 4 };
    uint32_t bytes = t->pointer_bits / 8;
    memory_place where;
    memory_cell_vec cells;
    memory_cell_vec_init(&cells);
    bool is_indexed = memory_place_of(t->mem, LLVMGetParam(t->plan.entry, 1), &where) && memory_cells_at(t->mem, where, &cells) != 0;
    for (size_t i = 0; i < cells.size; i++) {
        const memory_cell *c = &cells.data[i];
        if (!t->plan.regions[c->region.id].user || memory_region(t->mem, c->region)->kind == REGION_VARIABLE) continue;
        if (c->size != bytes || c->offset % bytes != 0) continue;
        memory_use(t, c->region);
        for (uint64_t k = 0; k < (is_indexed ? KNOWN_ARGUMENTS : 1); k++) assume_argument(t, c->region, c->offset / bytes + k, argc, argv);
    }
    memory_cell_vec_release(&cells);
}

/* argv[argc] is null. */
static void end_arguments(translator *t, term argc, term argv)
{
    uint32_t bytes = t->pointer_bits / 8;
    region r = memory_access(t->mem, LLVMGetParam(t->plan.entry, 1), bytes);
    if (r.id == REGION_NONE.id || !t->plan.regions[r.id].user || memory_region(t->mem, r)->kind == REGION_VARIABLE) return;
    term symbol = memory_use(t, r)->symbol, offset = term_mk_mul2(t->ts, argc, term_mk_int(t->ts, bytes));
    scalar null = scalar_of_int(cint_of_int(t->ts, 0, t->pointer_bits, false));
    translate_assign(t, symbol, region_updated(t, r, symbol, term_mk_add2(t->ts, argv, offset), bytes, null));
}

/* Whatever accesses it. NULL: nothing does, or it is no array. */
static const region_info *use_array(translator *t, region r, term *symbol)
{
    if (!t->plan.regions[r.id].user || memory_region(t->mem, r)->kind == REGION_VARIABLE) return NULL;
    *symbol = memory_use(t, r)->symbol;
    return memory_region(t->mem, r);
}

static void lay_out_texts(translator *t, region pointers, argument_layout *out)
{
    memory_place where;
    memory_cell_vec cells;
    memory_cell_vec_init(&cells);
    if (memory_place_in(t->mem, pointers, &where)) memory_cells_at(t->mem, where, &cells);
    for (size_t i = 0; i < cells.size; i++) {
        term symbol;
        const region_info *r = use_array(t, cells.data[i].region, &symbol);
        if (r && r->size == 1) term_vec_push(&out->texts, symbol);
    }
    memory_cell_vec_release(&cells);
}

/* For random testing. */
static void lay_out_arguments(translator *t, term argc, term argv)
{
    uint32_t bytes = t->pointer_bits / 8;
    argument_layout *out = program_add_arguments(t->p, argc, argv, bytes);
    out->vector = top(t) - FIRST_VECTOR;
    out->strings = top(t) - FIRST_STRING;
    memory_cell_vec cells;
    memory_cell_vec_init(&cells);
    memory_cells_of(t->mem, LLVMGetParam(t->plan.entry, 1), &cells);
    for (size_t i = 0; i < cells.size; i++) {
        term symbol;
        const region_info *r = use_array(t, cells.data[i].region, &symbol);
        if (!r || (r->kind == REGION_ARRAY && r->size != bytes)) continue;
        term_vec_push(r->kind == REGION_ARRAY ? &out->words : &out->bytes, symbol);
        lay_out_texts(t, cells.data[i].region, out);
    }
    memory_cell_vec_release(&cells);
}

/* No string comes near to where another object could be: what is behind the last one begins with a null byte. */
static void end_strings(translator *t)
{
    const term_vec *texts = &program_arguments(t->p)->texts;
    for (size_t i = 0; i < texts->size; i++) {
        term end = term_mk_select(t->ts, texts->data[i], term_mk_int(t->ts, top(t)));
        translate_assume(t, lies_in(t, end, 0, 0));
    }
}

void argument_assume_strings(translator *t, term argc, term argv)
{
    lay_out_arguments(t, argc, argv);
    end_arguments(t, argc, argv);
    assume_arguments(t, argc, argv);
    end_strings(t);
}
