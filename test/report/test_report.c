/* Reports for programs are JSON (RFC 8259), whatever is in them: a reader of our own accepts each one, and finds the strings that were put in. Invariants are shown
 * as far as they are about the program's own variables. */

#include "../horn/least_model.h"
#include "../horn/random_horn.h"
#include "report/c_report.h"
#include "report/json.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- a reader ---- */

typedef struct reader {
    const char *at;
    text last; /* string that was read */
} reader;

static void skip_space(reader *r) { r->at += strspn(r->at, " \t\r\n"); }

static bool take(reader *r, const char *word)
{
    size_t n = strlen(word);
    if (strncmp(r->at, word, n) != 0) return false;
    r->at += n;
    return true;
}

/* The bytes of one well-formed character of UTF-8; 0 if there is none. */
static size_t utf8_size(const unsigned char *s)
{
    size_t n = s[0] < 0x80 ? 1 : s[0] >= 0xc2 && s[0] < 0xe0 ? 2 : (s[0] & 0xf0) == 0xe0 ? 3 : s[0] >= 0xf0 && s[0] < 0xf5 ? 4 : 0;
    for (size_t i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80) return 0;
    if (n == 3 && ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] >= 0xa0))) return 0;
    if (n == 4 && ((s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] >= 0x90))) return 0;
    return n;
}

/* Only the escapes that have one byte, and the replacement character. */
static bool read_escape(reader *r)
{
    char c = *r->at++;
    if (c == 'u') {
        char digits[5] = {0};
        for (int i = 0; i < 4; i++, r->at++) {
            if (!isxdigit((unsigned char)*r->at)) return false;
            digits[i] = *r->at;
        }
        long code = strtol(digits, NULL, 16);
        if (code == 0xfffd) text_adds(&r->last, "\xef\xbf\xbd");
        else text_addc(&r->last, (char)code);
        return code < 0x80 || code == 0xfffd;
    }
    static const char FROM[] = "\"\\/bfnrt", TO[] = "\"\\/\b\f\n\r\t";
    const char *found = c ? strchr(FROM, c) : NULL;
    if (found) text_addc(&r->last, TO[found - FROM]);
    return found;
}

static bool read_string(reader *r)
{
    if (!take(r, "\"")) return false;
    text_clear(&r->last);
    while (*r->at != '"') {
        size_t n = utf8_size((const unsigned char *)r->at);
        if ((unsigned char)*r->at < 0x20 || !n) return false;
        if (take(r, "\\")) {
            if (!read_escape(r)) return false;
            continue;
        }
        text_add(&r->last, r->at, n);
        r->at += n;
    }
    return take(r, "\"");
}

static bool read_digits(reader *r)
{
    size_t n = strspn(r->at, "0123456789");
    r->at += n;
    return n > 0;
}

static bool read_number(reader *r)
{
    take(r, "-");
    bool leads_with_zero = *r->at == '0' && isdigit((unsigned char)r->at[1]);
    if (leads_with_zero || !read_digits(r)) return false;
    if (take(r, ".") && !read_digits(r)) return false;
    if (!take(r, "e") && !take(r, "E")) return true;
    if (!take(r, "+")) take(r, "-");
    return read_digits(r);
}

static bool read_value(reader *r, int depth);

static bool read_members(reader *r, bool has_names, const char *end, int depth)
{
    skip_space(r);
    if (take(r, end)) return true;
    do {
        skip_space(r);
        if (has_names && !read_string(r)) return false;
        skip_space(r);
        if (has_names && !take(r, ":")) return false;
        if (!read_value(r, depth + 1)) return false;
        skip_space(r);
    } while (take(r, ","));
    return take(r, end);
}

static bool read_value(reader *r, int depth)
{
    skip_space(r);
    if (depth > 100) return false;
    if (take(r, "{")) return read_members(r, true, "}", depth);
    if (take(r, "[")) return read_members(r, false, "]", depth);
    if (*r->at == '"') return read_string(r);
    return take(r, "true") || take(r, "false") || take(r, "null") || read_number(r);
}

static bool is_json(const char *s)
{
    reader r = {.at = s};
    text_init(&r.last);
    bool ok = read_value(&r, 0);
    skip_space(&r);
    ok = ok && !*r.at;
    text_release(&r.last);
    return ok;
}

/* ---- laws ---- */

static void the_reader_is_strict(void **state)
{
    (void)state;
    static const char *const GOOD[] = {"{}", "[]", " [1, -0.5e3, null, {\"a\": [true, \"\\u000a\xc3\xa4\"]}]\n", "0"};
    static const char *const BAD[] = {"", "{", "[1,]", "{a: 1}", "{\"a\" 1}", "01", "1.", "nul", "\"\n\"", "\"\xff\"", "\"\xc3\"", "\"\xed\xa0\x80\"", "{} {}", "\"\\x\"", "nan"};
    for (size_t i = 0; i < sizeof GOOD / sizeof *GOOD; i++) assert_true(is_json(GOOD[i]));
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) assert_false(is_json(BAD[i]));
}

/* What is UTF-8 comes back as it was; each byte of what is not, as the replacement character. */
static void expected_string(const char *s, text *out)
{
    for (size_t n; *s; s += n ? n : 1) {
        n = utf8_size((const unsigned char *)s);
        if (n) text_add(out, s, n);
        else text_adds(out, "\xef\xbf\xbd");
    }
}

static void strings_come_back(void **state)
{
    (void)state;
    static const char *const PIECES[] = {"a", "\"", "\\", "\n", "\t", "\x01", "\x1f", "\x7f", "\xc3\xa4", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xff", "\xc3", "\xe2\x82", "\xed\xa0\x80", "\xc0\xaf", "/", "u"};
    uint64_t seed = 3;
    for (int i = 0; i < 3000; i++) {
        text in, out, expected;
        text_init(&in);
        text_init(&out);
        text_init(&expected);
        for (uint32_t n = random_below(&seed, 12); n; n--) {
            if (random_chance(&seed, 80)) text_adds(&in, PIECES[random_below(&seed, sizeof PIECES / sizeof *PIECES)]);
            else text_addc(&in, (char)(1 + random_below(&seed, 255)));
        }
        json_print_string(&out, in.data);
        expected_string(in.data, &expected);
        reader r = {.at = out.data};
        text_init(&r.last);
        assert_true(read_string(&r));
        assert_int_equal(*r.at, 0);
        assert_string_equal(r.last.data, expected.data);
        text_release(&r.last);
        text_release(&in);
        text_release(&out);
        text_release(&expected);
    }
}

static void report_is_json(const horn *h, const result *r)
{
    static const json_facts FACTS = {.version = "1\"", .answer = "sat", .engine = NULL, .seconds = 0.25, .note = NULL};
    text out;
    text_init(&out);
    json_report(&out, h, r, &FACTS);
    assert_true(is_json(out.data));
    assert_non_null(strstr(out.data, r->answer == ANSWER_SAFE ? "\"model\"" : r->answer == ANSWER_UNSAFE ? "\"derivation\"" : "\"reason\""));
    text_release(&out);
}

static void results_of_horn_problems(void **state)
{
    (void)state;
    uint64_t seed = 11;
    size_t safe = 0, unsafe = 0;
    for (int i = 0; i < 200; i++) {
        term_store *ts = term_store_new();
        random_horn_shape shape = random_horn_small(true);
        horn *h = random_horn(ts, &seed, &shape);
        result r, unknown;
        result_init(&r);
        result_init(&unknown);
        result_set_unknown(&unknown, "out of \"%c\" \\", 7);
        bool is_known = least_model(h, 100000, &r);
        stats_set(&r.stats, bound, 7);
        safe += is_known && r.answer == ANSWER_SAFE;
        unsafe += is_known && r.answer == ANSWER_UNSAFE;
        if (is_known) report_is_json(h, &r);
        report_is_json(h, &unknown);
        result_release(&r);
        result_release(&unknown);
        horn_free(h);
        term_store_free(ts);
    }
    assert_true(safe > 20 && unsafe > 20);
}

static void a_file_that_was_not_read(void **state)
{
    (void)state;
    text out;
    text_init(&out);
    json_report_unread(&out, "a \"strange\"\xff\n name.c", "out of time", &(json_facts){.version = "1", .answer = "UNKNOWN", .seconds = 1e-9});
    assert_true(is_json(out.data));
    text_release(&out);
}

static term variable(program *p, const char *name, bool in_library)
{
    return program_add_var(p, name, sort_int(program_terms(p)), &(var_info){.name = name, .owner = PROC_NONE, .place = {.file = "a.c", .line = 1, .in_library = in_library}});
}

static void assert_shown(const program *p, proc f, term formula, const char *expected)
{
    annotation_vec all;
    text out;
    annotation_vec_init(&all);
    text_init(&out);
    annotation_vec_push(&all, (annotation){AT_LOOP, f, {.file = "a.c", .line = 3}, formula});
    c_report_annotations(&out, p, &all);
    assert_string_equal(out.data ? out.data : "", expected);
    text_release(&out);
    annotation_vec_release(&all);
}

/* What is said of the library's variables goes, within disjunctions too; what is left is implied. */
static void invariants_without_the_library(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    program *p = program_new(ts);
    proc f = program_add_proc(p, "f", (place){.file = "a.c", .line = 1});
    term zero = term_mk_int(ts, 0), x = term_mk_ge(ts, variable(p, "x", false), zero), y = term_mk_ge(ts, variable(p, "y", false), zero);
    term inner = term_mk_ge(ts, variable(p, "errno", true), zero);
    term first = term_mk_and2(ts, x, inner), second = term_mk_and2(ts, y, term_mk_not(ts, inner));
    assert_shown(p, f, x, "  a.c:3: loop invariant of f: x >= 0\n");
    assert_shown(p, f, inner, "");
    assert_shown(p, f, first, "  a.c:3: loop invariant of f: x >= 0\n");
    assert_shown(p, f, term_mk_or2(ts, first, second), "  a.c:3: loop invariant of f: x >= 0 || y >= 0\n");
    assert_shown(p, f, term_mk_or2(ts, first, inner), "");
    assert_shown(p, f, term_mk_and2(ts, y, term_mk_not(ts, first)), "  a.c:3: loop invariant of f: y >= 0\n");
    program_free(p);
    term_store_free(ts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_reader_is_strict),
        cmocka_unit_test(strings_come_back),
        cmocka_unit_test(results_of_horn_problems),
        cmocka_unit_test(a_file_that_was_not_read),
        cmocka_unit_test(invariants_without_the_library),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
