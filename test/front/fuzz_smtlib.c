/* libFuzzer: whatever the bytes are, reading them ends in a diagnostic or in a well-formed problem that can be printed and read
 * again. Build with clang -fsanitize=fuzzer,address,undefined. */

#include "front/smtlib/smtlib.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
    if (!condition) abort();
}

static void print_and_read_again(const horn *h)
{
    text printed;
    text_init(&printed);
    horn_print(&printed, h);
    term_store *ts = term_store_new();
    diag error;
    diag_init(&error);
    horn *again = smtlib_parse(ts, "printed", printed.data, printed.size, NULL, NULL, &error);
    require(again && !error.message);
    require(!horn_check(again));
    require(horn_clause_count(again) == horn_clause_count(h) && horn_pred_count(again) == horn_pred_count(h));
    horn_free(again);
    diag_release(&error);
    term_store_free(ts);
    text_release(&printed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    limits limit = {.deadline = limits_now() + 5};
    smtlib_info info;
    diag error;
    diag_init(&error);
    term_store *ts = term_store_new();
    horn *h = smtlib_parse(ts, "fuzz", (const char *)data, size, &limit, &info, &error);
    require(h ? !error.message : error.message && error.line && error.column);
    if (h) {
        require(!horn_check(h));
        print_and_read_again(h);
    }
    horn_free(h);
    diag_release(&error);
    term_store_free(ts);
    return 0;
}
