#include "api/parts.h"

#include "front/while/run.h"

#include <stdlib.h>
#include <string.h>

/* Programs of the `while` language: their trees are run and formatted as they are. */

static const char BLANK[] = " \t\n";

/* Integers, each followed by blanks, a comma, or both, if another one comes. False at the first that is none; *n are initialised in any case. */
static bool parse_inputs(const char *list, rat **out, size_t *n)
{
    *out = alloc_zeroed(strlen(list) + 1, sizeof **out);
    *n = 0;
    for (list += strspn(list, BLANK); *list;) {
        size_t length = strcspn(list, ", \t\n");
        rat *next = &(*out)[(*n)++];
        rat_init(next);
        if (!length || !rat_set_string(next, list, length, 10) || !rat_is_integer(next)) return false;
        list += length + strspn(list + length, BLANK);
        if (*list != ',') continue;
        list += 1 + strspn(list + 1, BLANK);
        if (!*list) return false;
    }
    return true;
}

static void release_inputs(rat *inputs, size_t n)
{
    for (size_t i = 0; i < n; i++) rat_release(&inputs[i]);
    free(inputs);
}

bool api_has_integers(const char *list)
{
    rat *inputs;
    size_t n;
    bool yes = parse_inputs(list, &inputs, &n);
    release_inputs(inputs, n);
    return yes;
}

static void describe_while_run(text *out, const latch_problem *p, const while_run_result *r)
{
    static const char *const HOW[] = {[WHILE_FAILED] = "the run is bad", [WHILE_BLOCKED] = "an assumption does not hold", [WHILE_STOPPED] = "out of time, or too many activations"};
    if (r->end != WHILE_ENDED) text_printf(out, "%s:%u:%u: %s", p->tree->file, r->place.line, r->place.column, HOW[r->end]);
}

/* The tree itself is run; the state at the end is the output. */
latch_run api_run_tree(const latch_problem *p, const latch_options *options)
{
    rat *inputs;
    size_t n;
    text message;
    while_run_result r;
    while_run_result_init(&r);
    text_init(&message);
    latch_run out = {.end = LATCH_RUN_STOPPED};
    if (parse_inputs(options->inputs ? options->inputs : "", &inputs, &n)) {
        while_run(p->tree, &(while_run_options){.inputs = inputs, .n_inputs = n, .limits = api_limits(options)}, &r);
        describe_while_run(&message, p, &r);
        out.end = r.end == WHILE_ENDED ? LATCH_RUN_EXITED : r.end == WHILE_FAILED ? LATCH_RUN_VIOLATED : LATCH_RUN_STOPPED;
    } else {
        text_adds(&message, "the inputs are no integers");
    }
    release_inputs(inputs, n);
    out.output = text_take(&r.state);
    out.message = text_take(&message);
    return out;
}

char *latch_format(const char *path, char **error)
{
    latch_require(path && error);
    *error = NULL;
    diag d;
    text t;
    diag_init(&d);
    text_init(&t);
    while_program *p = while_load(path, &d);
    if (p) while_format(&t, p);
    else diag_print(&t, &d);
    if (!p) *error = text_take(&t);
    while_free(p);
    diag_release(&d);
    return *error ? NULL : text_take(&t);
}

void api_print_initial(text *out, const latch_problem *p, const term_vec *inputs)
{
    size_t n = p->tree->n_globals < inputs->size ? p->tree->n_globals : inputs->size;
    for (size_t i = 0; i < n; i++) {
        text_printf(out, "%s%s = ", i ? ", " : "  initially ", p->tree->globals[i]->name);
        rat_print(out, term_number(p->terms, inputs->data[i]));
    }
    if (n) text_addc(out, '\n');
}
