/* Sorts. The parameters of a defined sort are bit-vector sorts of a width that no input can have (placeholders); using the
 * definition replaces them. */

#include "front/smtlib/parser.h"

typedef struct sort_frame {
    uint32_t name, base, line, column;
} sort_frame;
VEC_DECLARE(sort_frame_vec, sort_frame);

static sort placeholder(parser *p, uint32_t index) { return sort_bv(p->ts, UINT32_MAX - index); }

/* A sort's parts have smaller ids than the sort, so two sweeps over the ids replace the placeholders below `body`. */
static sort instantiate(parser *p, sort body, const sort *args, uint32_t n)
{
    sort_vec by;
    sort_vec_init(&by);
    sort_vec_resize(&by, (size_t)body.id + 1);
    u32_vec used;
    u32_vec_init(&used);
    u32_vec_resize(&used, (size_t)body.id + 1);
    used.data[body.id] = 1;
    for (uint32_t id = body.id + 1; id-- > 0;) {
        sort s = {id};
        by.data[id] = s;
        if (!used.data[id] || sort_kind_of(p->ts, s) != SORT_ARRAY) continue;
        used.data[sort_array_index(p->ts, s).id] = used.data[sort_array_element(p->ts, s).id] = 1;
    }
    for (uint32_t i = 0; i < n; i++) {
        sort hole = placeholder(p, i);
        if (hole.id <= body.id) by.data[hole.id] = args[i];
    }
    for (uint32_t id = 0; id <= body.id; id++) {
        sort s = {id};
        if (!used.data[id] || sort_kind_of(p->ts, s) != SORT_ARRAY) continue;
        by.data[id] = sort_array(p->ts, by.data[sort_array_index(p->ts, s).id], by.data[sort_array_element(p->ts, s).id]);
    }
    sort result = by.data[body.id];
    sort_vec_release(&by);
    u32_vec_release(&used);
    return result;
}

static bool apply(parser *p, sort_frame f, const sort *args, uint32_t n, sort *out)
{
    const name_entry *e = &p->names.data[f.name];
    uint32_t arity = 0;
    if (e->sort) {
        sort_definition d = p->sorts.data[e->sort - 1];
        arity = d.arity;
        if (n == arity) *out = arity ? instantiate(p, d.body, args, n) : d.body;
    } else if (!strcmp(e->text, "Array")) {
        arity = 2;
        if (n == arity) *out = sort_array(p->ts, args[0], args[1]);
    } else if (!strcmp(e->text, "Bool")) *out = sort_bool(p->ts);
    else if (!strcmp(e->text, "Int")) *out = sort_int(p->ts);
    else if (!strcmp(e->text, "Real")) *out = sort_real(p->ts);
    else if (p->any_sort) *out = sort_uninterpreted(p->ts, e->text);
    else return parser_fail(p, f.line, f.column, "unknown sort '%s'", e->text);
    if (n != arity) return parser_fail(p, f.line, f.column, "sort '%s' takes %u arguments, found %u", e->text, arity, n);
    return true;
}

/* After "(_". */
static bool indexed_sort(parser *p, sort *out)
{
    uint32_t width, line = p->token.line, column = p->token.column;
    if (!parser_is_word(p, "BitVec")) return parser_expected(p, "'BitVec'");
    if (!parser_advance(p) || !parser_index(p, &width) || !parser_close(p)) return false;
    if (!width || width > PARSER_MAX_WIDTH)
        return parser_fail(p, line, column, "a bit-vector has 1 to %d bits, found %u", PARSER_MAX_WIDTH, width);
    *out = sort_bv(p->ts, width);
    return true;
}

/* Reads what comes next; *complete tells whether `values` got a sort by it. */
static bool sort_step(parser *p, sort_frame_vec *frames, sort_vec *values, bool *complete)
{
    sort_frame f = {0, (uint32_t)values->size, p->token.line, p->token.column};
    sort s = SORT_NONE;
    *complete = true;
    if (parser_is_symbol(p)) {
        if (!parser_name(p, "a sort", &f.name) || !apply(p, f, NULL, 0, &s)) return false;
    } else if (p->token.kind == TOKEN_OPEN) {
        if (!parser_advance(p)) return false;
        if (parser_is_word(p, "_")) {
            if (!parser_advance(p) || !indexed_sort(p, &s)) return false;
        } else {
            if (!parser_name(p, "the name of a sort", &f.name)) return false;
            sort_frame_vec_push(frames, f);
            *complete = false;
            return true;
        }
    } else if (p->token.kind == TOKEN_CLOSE && frames->size) {
        f = sort_frame_vec_pop(frames);
        uint32_t n = (uint32_t)values->size - f.base;
        if (!parser_advance(p) || !apply(p, f, values->data + f.base, n, &s)) return false;
        values->size = f.base;
    } else {
        return parser_expected(p, "a sort");
    }
    sort_vec_push(values, s);
    return true;
}

bool parser_sort(parser *p, sort *out)
{
    sort_frame_vec frames;
    sort_frame_vec_init(&frames);
    sort_vec values;
    sort_vec_init(&values);
    bool complete, ok;
    do ok = sort_step(p, &frames, &values, &complete);
    while (ok && (!complete || frames.size));
    if (ok) *out = values.data[0];
    sort_frame_vec_release(&frames);
    sort_vec_release(&values);
    return ok;
}

static bool add_definition(parser *p, uint32_t name, sort_definition d, uint32_t line, uint32_t column)
{
    name_entry *e = &p->names.data[name];
    static const char *const KNOWN[] = {"Bool", "Int", "Real", "Array", "BitVec"};
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++)
        if (!strcmp(KNOWN[i], e->text)) return parser_fail(p, line, column, "sort '%s' is built in", e->text);
    if (e->sort) return parser_fail(p, line, column, "sort '%s' is declared twice", e->text);
    sort_definition_vec_push(&p->sorts, d);
    e->sort = (uint32_t)p->sorts.size;
    return true;
}

bool parser_add_sort(parser *p, uint32_t name, sort s, uint32_t line, uint32_t column)
{
    return add_definition(p, name, (sort_definition){0, s}, line, column);
}

bool parser_declare_sort(parser *p)
{
    uint32_t name, arity = 0, line = p->token.line, column = p->token.column;
    if (!parser_name(p, "the name of a sort", &name)) return false;
    if (p->token.kind == TOKEN_NUMERAL && !parser_index(p, &arity)) return false;
    if (arity) return parser_fail(p, line, column, "sort '%s' has parameters: only define-sort may have them", parser_text(p, name));
    return parser_add_sort(p, name, sort_uninterpreted(p->ts, parser_text(p, name)), line, column);
}

bool parser_define_sort(parser *p)
{
    uint32_t name, parameter, line = p->token.line, column = p->token.column;
    if (!parser_name(p, "the name of a sort", &name) || !parser_open(p)) return false;
    size_t base = p->pending.size, defined = p->sorts.size;
    u32_vec hidden;
    u32_vec_init(&hidden);
    sort_definition d = {0, SORT_NONE};
    bool ok = true;
    while (ok && p->token.kind != TOKEN_CLOSE) {
        ok = parser_name(p, "a sort parameter or ')'", &parameter);
        if (!ok) break;
        u32_vec_push(&p->pending, parameter);
        u32_vec_push(&hidden, p->names.data[parameter].sort);
        sort_definition_vec_push(&p->sorts, (sort_definition){0, placeholder(p, d.arity++)});
        p->names.data[parameter].sort = (uint32_t)p->sorts.size;
    }
    ok = ok && parser_close(p) && parser_sort(p, &d.body);
    for (size_t i = hidden.size; i-- > 0;) p->names.data[p->pending.data[base + i]].sort = hidden.data[i];
    p->pending.size = base;
    p->sorts.size = defined;
    u32_vec_release(&hidden);
    return ok && add_definition(p, name, d, line, column);
}
