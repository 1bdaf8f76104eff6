/* Declarations of datatypes, by blocks. */

#include "term/datatype.h"
#include "term/print.h"

static void print_constructor(text *out, const term_store *ts, constructor c)
{
    text_addc(out, '(');
    print_symbol(out, constructor_name(ts, c));
    for (size_t i = 0; i < constructor_arity(ts, c); i++) {
        field f = constructor_field(ts, c, i);
        text_adds(out, " (");
        print_symbol(out, f.name);
        text_addc(out, ' ');
        print_sort(out, ts, f.sort);
        text_addc(out, ')');
    }
    text_addc(out, ')');
}

static void print_block(text *out, const term_store *ts, const sort_vec *block)
{
    text_adds(out, "(declare-datatypes (");
    for (size_t i = 0; i < block->size; i++) {
        text_adds(out, i ? " (" : "(");
        print_symbol(out, sort_name(ts, block->data[i]));
        text_adds(out, " 0)");
    }
    text_adds(out, ") (");
    for (size_t i = 0; i < block->size; i++) {
        text_adds(out, i ? " (" : "(");
        for (size_t k = 0; k < datatype_size(ts, block->data[i]); k++) {
            if (k) text_addc(out, ' ');
            print_constructor(out, ts, datatype_constructor(ts, block->data[i], k));
        }
        text_addc(out, ')');
    }
    text_adds(out, "))\n");
}

void print_datatypes(text *out, const term_store *ts)
{
    sort_vec block;
    sort_vec_init(&block);
    for (size_t i = 0; i < datatype_count(ts); i += block.size) {
        sort_vec_clear(&block);
        datatype_block(ts, datatype_at(ts, i), &block);
        print_block(out, ts, &block);
    }
    sort_vec_release(&block);
}
