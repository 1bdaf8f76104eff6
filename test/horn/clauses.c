#include "clauses.h"

#include "front/smtlib/smtlib.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

horn *clauses_parse(term_store *ts, const char *commands)
{
    text script;
    text_init(&script);
    text_printf(&script, "(set-logic HORN)%s(check-sat)", commands);
    limits none = {0};
    smtlib_info info;
    diag error;
    diag_init(&error);
    horn *h = smtlib_parse(ts, "test", script.data, script.size, &none, &info, &error);
    if (!h) fail_msg("%u:%u: %s", error.line, error.column, error.message);
    diag_release(&error);
    text_release(&script);
    return h;
}
