#include "report/json.h"

#include "term/print.h"

/* The bytes of the character of UTF-8 that begins here; 0 if none does. */
static size_t utf8_size(const char *s)
{
    const unsigned char *u = (const unsigned char *)s;
    size_t n = u[0] < 0x80 ? 1 : u[0] < 0xc2 ? 0 : u[0] < 0xe0 ? 2 : u[0] < 0xf0 ? 3 : u[0] < 0xf5 ? 4 : 0;
    for (size_t i = 1; i < n; i++)
        if ((u[i] & 0xc0) != 0x80) return 0;
    /* longer than needed; surrogates; above the last character */
    bool is_none = (u[0] == 0xe0 && u[1] < 0xa0) || (u[0] == 0xed && u[1] >= 0xa0) || (u[0] == 0xf0 && u[1] < 0x90) || (u[0] == 0xf4 && u[1] >= 0x90);
    return is_none ? 0 : n;
}

/* File names and messages of a C program need not be UTF-8, but JSON is: other bytes become the replacement character. */
void json_print_string(text *out, const char *s)
{
    assert(s);
    text_addc(out, '"');
    for (size_t n; *s; s += n ? n : 1) {
        n = utf8_size(s);
        if (!n)
            text_adds(out, "\\ufffd");
        else if (*s == '"' || *s == '\\')
            text_printf(out, "\\%c", *s);
        else if ((unsigned char)*s < 0x20)
            text_printf(out, "\\u%04x", (unsigned)*s);
        else
            text_add(out, s, n);
    }
    text_addc(out, '"');
}

void json_print_field(text *out, const char *name, const char *value)
{
    assert(name);
    text_printf(out, "  \"%s\": ", name);
    if (value)
        json_print_string(out, value);
    else
        text_adds(out, "null");
    text_adds(out, ",\n");
}

void json_print_stats(text *out, const stats *s)
{
    text_adds(out, "  \"stats\": {");
    bool any = false;
    for (int i = 0; i < STAT_IDS; i++) {
        if (s->value[i] == 0) continue;
        text_printf(out, stats_kind((stat_id)i) == STAT_SECONDS ? "%s\"%s\": %.6f" : "%s\"%s\": %.0f", any ? ", " : "", stats_name((stat_id)i),
                    s->value[i]);
        any = true;
    }
    text_adds(out, "}");
}

/* Predicate -> {parameters, formula in SMT-LIB}. */
static void print_model(text *out, const horn *h, const model *m)
{
    assert(m->formula.size == horn_pred_count(h));
    text_adds(out, ",\n  \"model\": {");
    for (size_t f = 0; f < horn_function_count(h); f++) {
        text definition;
        text_init(&definition);
        model_print_function(&definition, h, m, f);
        text_adds(out, f ? ",\n    " : "\n    ");
        json_print_string(out, horn_function_at(h, f).name);
        text_adds(out, ": ");
        json_print_string(out, definition.data);
        text_release(&definition);
    }
    for (uint32_t p = 0; p < horn_pred_count(h); p++) {
        text definition;
        text_init(&definition);
        model_print_pred(&definition, h, m, (pred){p});
        text_adds(out, p || horn_function_count(h) ? ",\n    " : "\n    ");
        json_print_string(out, horn_pred_name(h, (pred){p}));
        text_adds(out, ": ");
        json_print_string(out, definition.data);
        text_release(&definition);
    }
    text_adds(out, "\n  }");
}

static void print_values(text *out, const horn *h, const term *values, size_t n)
{
    text_addc(out, '[');
    for (size_t i = 0; i < n; i++) {
        text value;
        text_init(&value);
        print_term(&value, horn_terms(h), values[i]);
        if (i) text_adds(out, ", ");
        json_print_string(out, value.data);
        text_release(&value);
    }
    text_addc(out, ']');
}

static void print_derivation(text *out, const horn *h, const derivation *d)
{
    text_adds(out, ",\n  \"derivation\": [");
    for (uint32_t i = 0; i < d->steps.size; i++) {
        const step *s = &d->steps.data[i];
        const clause *c = horn_clause(h, s->clause);
        for (size_t k = 0; k < c->n_body; k++) assert(d->premises.data[s->premise + k] < i);
        text_printf(out, "%s\n    {\"step\": %u, \"clause\": %u, \"line\": %u, \"predicate\": ", i ? "," : "", i + 1, s->clause + 1, c->line);
        json_print_string(out, pred_is_false(c->head.pred) ? "false" : horn_pred_name(h, c->head.pred));
        text_adds(out, ", \"arguments\": ");
        term_vec fact;
        term_vec_init(&fact);
        derivation_fact(d, h, i, &fact);
        assert(fact.size == (pred_is_false(c->head.pred) ? 0 : horn_pred_arity(h, c->head.pred)));
        print_values(out, h, fact.data, fact.size);
        term_vec_release(&fact);
        text_adds(out, ", \"premises\": [");
        for (size_t k = 0; k < c->n_body; k++) text_printf(out, k ? ", %u" : "%u", d->premises.data[s->premise + k] + 1);
        text_adds(out, "]}");
    }
    text_adds(out, "\n  ]");
}

void json_report(text *out, const horn *h, const result *r, const json_facts *facts)
{
    assert(facts->version && facts->answer && facts->seconds >= 0);
    text_adds(out, "{\n");
    json_print_field(out, "version", facts->version);
    json_print_field(out, "file", horn_file(h));
    json_print_field(out, "answer", facts->answer);
    json_print_field(out, "reason", r->answer == ANSWER_UNKNOWN ? r->reason : NULL);
    json_print_field(out, "engine", facts->engine);
    if (r->bound >= 0) text_printf(out, "  \"bound\": %lld,\n", (long long)r->bound);
    text_printf(out, "  \"seconds\": %.3f,\n", facts->seconds);
    json_print_stats(out, &r->stats);
    if (r->answer == ANSWER_SAFE) print_model(out, h, &r->model);
    if (r->answer == ANSWER_UNSAFE) print_derivation(out, h, &r->derivation);
    text_adds(out, "\n}\n");
}

void json_report_unread(text *out, const char *file, const char *reason, const json_facts *facts)
{
    assert(facts->answer && reason);
    text_adds(out, "{\n");
    json_print_field(out, "version", facts->version);
    json_print_field(out, "file", file);
    json_print_field(out, "answer", facts->answer);
    json_print_field(out, "reason", reason);
    json_print_field(out, "engine", facts->engine);
    text_printf(out, "  \"seconds\": %.3f\n}\n", facts->seconds);
}

static void print_goal(text *out, const program *p, const program_outcome *o, goal g)
{
    const goal_info *info = program_goal(p, g);
    text_printf(out, "{\"kind\": \"%s\", \"line\": %u, \"file\": ", goal_kind_name(info->kind), info->place.line);
    json_print_string(out, info->place.file ? info->place.file : "");
    text_adds(out, ", \"message\": ");
    json_print_string(out, info->message);
    text_printf(out, ", \"verdict\": \"%s\"}", goal_verdict_name(o->verdicts[g.id]));
}

void json_report_program(text *out, const program *p, const program_outcome *o, const json_facts *facts)
{
    assert(facts->version && facts->answer && o->verdicts);
    text_adds(out, "{\n");
    json_print_field(out, "version", facts->version);
    json_print_field(out, "answer", facts->answer);
    json_print_field(out, "reason", o->reason);
    json_print_field(out, "engine", facts->engine);
    if (facts->note) json_print_field(out, "note", facts->note);
    if (o->bound >= 0) text_printf(out, "  \"bound\": %lld,\n", (long long)o->bound);
    text_printf(out, "  \"seconds\": %.3f,\n", facts->seconds);
    text_adds(out, "  \"goals\": [");
    for (uint32_t i = 0; i < program_goal_count(p); i++) {
        text_adds(out, i ? ",\n    " : "\n    ");
        print_goal(out, p, o, (goal){i});
    }
    text_adds(out, "],\n  \"assumptions\": [");
    for (size_t i = 0; i < program_assumption_count(p); i++) {
        text_adds(out, i ? ",\n    " : "\n    ");
        json_print_string(out, program_assumption(p, i, NULL));
    }
    text_adds(out, "],\n  \"inputs\": ");
    text_addc(out, '[');
    for (size_t i = 0; i < o->inputs.size; i++) {
        text value;
        text_init(&value);
        print_term(&value, program_terms(p), o->inputs.data[i]);
        if (i) text_adds(out, ", ");
        json_print_string(out, value.data);
        text_release(&value);
    }
    text_adds(out, "],\n");
    json_print_stats(out, &o->stats);
    text_adds(out, "\n}\n");
}
