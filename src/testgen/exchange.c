#include "testgen/exchange.h"

#include "base/sha256.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const DECLARATION = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n";

static void print_escaped(text *out, const char *s)
{
    for (; *s; s++) {
        if (*s == '<') text_adds(out, "&lt;");
        else if (*s == '>') text_adds(out, "&gt;");
        else if (*s == '&') text_adds(out, "&amp;");
        else if (*s == '"') text_adds(out, "&quot;");
        else text_addc(out, *s);
    }
}

static void print_element(text *out, const char *name, const char *value)
{
    text_printf(out, "  <%s>", name);
    print_escaped(out, value);
    text_printf(out, "</%s>\n", name);
}

static void print_hash(text *out, const char *path)
{
    text content;
    text_init(&content);
    FILE *f = fopen(path, "rb");
    for (int c; f && (c = getc(f)) != EOF;) text_addc(&content, (char)c);
    if (f) fclose(f);
    char hex[65];
    sha256_hex(content.data, content.size, hex);
    print_element(out, "programhash", hex);
    text_release(&content);
}

static void print_specification(text *out, const suite_origin *o)
{
    text s;
    text_init(&s);
    text_printf(&s, "COVER( init(%s()), FQL(COVER EDGES(", o->code.entry);
    if (o->covers & COVER_CALL) text_printf(&s, "@CALL(%s)", o->covered_call);
    else text_adds(&s, o->covers & COVER_ERROR ? "@CALL(reach_error)" : o->covers == COVER_BLOCK ? "@BASICBLOCKENTRY" : "@DECISIONEDGE");
    text_adds(&s, ")) )");
    print_element(out, "specification", s.data);
    text_release(&s);
}

void exchange_print_metadata(text *out, const suite_origin *o)
{
    char when[32];
    time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &utc);
    text_printf(out, "%s<!DOCTYPE test-metadata PUBLIC \"+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN\" "
                     "\"https://sosy-lab.org/test-format/test-metadata-1.1.dtd\">\n<test-metadata>\n", DECLARATION);
    text producer;
    text_init(&producer);
    text_printf(&producer, "Latch %s", o->version);
    print_element(out, "sourcecodelang", "C");
    print_element(out, "producer", producer.data);
    print_specification(out, o);
    print_element(out, "programfile", o->code.files[0]);
    print_hash(out, o->code.files[0]);
    print_element(out, "entryfunction", o->code.entry);
    print_element(out, "architecture", o->code.bits == 32 ? "32bit" : "64bit");
    print_element(out, "creationtime", when);
    text_adds(out, "</test-metadata>\n");
    text_release(&producer);
}

static const char *type_of(const test_value *v)
{
    if (v->is_pointer) return "void *";
    if (v->is_float) return v->width == 32 ? "float" : "double";
    switch (v->width) {
    case 1: return "_Bool";
    case 8: return v->is_signed ? "char" : "unsigned char";
    case 16: return v->is_signed ? "short" : "unsigned short";
    case 32: return v->is_signed ? "int" : "unsigned int";
    case 64: return v->is_signed ? "long long" : "unsigned long long";
    default: return NULL;
    }
}

void exchange_print_test(text *out, const term_store *ts, const test *t)
{
    text_printf(out, "%s<!DOCTYPE testcase PUBLIC \"+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN\" "
                     "\"https://sosy-lab.org/test-format/testcase-1.1.dtd\">\n<testcase%s>\n", DECLARATION, t->fails ? " coversError=\"true\"" : "");
    for (size_t i = 0; i < t->values.size; i++) {
        const test_value *v = &t->values.data[i];
        assert(!term_is_none(v->value));
        const char *type = type_of(v);
        text_adds(out, "  <input variable=\"");
        print_escaped(out, v->name);
        text_addc(out, '"');
        if (type) text_printf(out, " type=\"%s\"", type);
        text_addc(out, '>');
        test_value_print(out, ts, v);
        text_adds(out, "</input>\n");
    }
    text_adds(out, "</testcase>\n");
}

/* ---- reading ---- */

/* A number in C, perhaps negative, perhaps with a suffix; a character constant; floating point. */
static bool is_number(const char *from, const char *to)
{
    if (from == to || to - from > 100) return false;
    if (*from == '\'') return to - from >= 3 && to[-1] == '\'';
    for (const char *c = from; c < to; c++)
        if (!isalnum((unsigned char)*c) && !strchr("+-.", *c)) return false;
    return isdigit((unsigned char)*from) || *from == '-' || *from == '+' || *from == '.' || !strncmp(from, "true", 4) || !strncmp(from, "false", 5);
}

static bool take_value(const char *from, const char *to, exchange_value_vec *out, text *why)
{
    while (from < to && isspace((unsigned char)*from)) from++;
    while (to > from && isspace((unsigned char)to[-1])) to--;
    if (is_number(from, to)) {
        exchange_value_vec_push(out, alloc_string(from, (size_t)(to - from)));
        return true;
    }
    text_printf(why, "`%.*s` is no value", to - from > 40 ? 40 : (int)(to - from), from);
    return false;
}

bool exchange_parse_test(const char *content, exchange_value_vec *out, text *why)
{
    const char *at = strstr(content, "<testcase");
    if (!at || !(at[9] == '>' || at[9] == '/' || isspace((unsigned char)at[9]))) {
        text_adds(why, "it has no <testcase>");
        return false;
    }
    while ((at = strstr(at, "<input"))) {
        const char *open = strchr(at, '>'), *close = open ? strstr(open, "</input>") : NULL;
        if (!close) {
            text_adds(why, "an <input> has no end");
            return false;
        }
        if (!take_value(open + 1, close, out, why)) return false;
        at = close;
    }
    return true;
}

void exchange_values_release(exchange_value_vec *v)
{
    for (size_t i = 0; i < v->size; i++) free(v->data[i]);
    exchange_value_vec_release(v);
}
