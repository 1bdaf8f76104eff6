/* The chain of languages L_0, L_1, ... of the paper: interpolants are in the first one, and when a path has none there, the unwinding starts again with the next. Every
 * formula is in the last one. */

#include "engine/lawi/rules.h"
#include "term/dag.h"

/* L_k allows bounds at most so far from 0 or from a number of the clauses; negative: everything. */
static const int64_t LANGUAGES[] = {0, 1, 2, 4, -1};
enum { N_LANGUAGES = sizeof LANGUAGES / sizeof *LANGUAGES };
/* More numbers than this would make each L_k too large to look through. */
#define MAX_CONSTANTS 100

static void add_constant(unwinding *u, term number)
{
    int64_t c;
    if (term_kind_of(u->ts, number) != TERM_NUM || !rat_to_int64(term_number(u->ts, number), &c) || c == INT64_MIN) return;
    if (c < 0) c = -c;
    for (size_t i = 0; i < u->constants.size; i++)
        if (u->constants.data[i] == c) return;
    if (c && u->constants.size < MAX_CONSTANTS) int64_vec_push(&u->constants, c);
}

void lawi_first_language(unwinding *u, itp_options *options)
{
    term_vec parts;
    term_vec_init(&parts);
    for (size_t i = 0; i < horn_clause_count(u->h); i++) {
        const clause *c = horn_clause(u->h, i);
        dag_subterms(u->ts, &c->constraint, 1, &parts);
        for (size_t j = 0; j < c->n_body; j++) dag_subterms(u->ts, c->body[j].args, horn_pred_arity(u->h, c->body[j].pred), &parts);
        if (!pred_is_false(c->head.pred)) dag_subterms(u->ts, c->head.args, horn_pred_arity(u->h, c->head.pred), &parts);
    }
    for (size_t i = 0; i < parts.size; i++) add_constant(u, parts.data[i]);
    term_vec_release(&parts);
    u->language = 0;
    options->language = LANGUAGES[0];
    options->constants = u->constants.data;
    options->n_constants = u->constants.size;
}

bool lawi_raise_language(unwinding *u)
{
    if (u->language + 1 == N_LANGUAGES) return false;
    itp_set_language(u->itp, LANGUAGES[++u->language]);
    stats_set(u->stats, lawi_language, (double)u->language);
    return true;
}
