#ifndef TERM_ABSTRACTION_H
#define TERM_ABSTRACTION_H

/* Formulas in which every hard operation (lemmas.h) is a symbol of its own. A formula, with its operations replaced and the lemmas
 * about them conjoined, is implied by the formula itself in this sense: values of its symbols that make it true make the
 * abstract formula true if each new symbol gets its operation's value. Lemmas that are learnt from concrete values
 * bring the two together. */

#include "term/eval.h"
#include "term/term.h"

typedef struct abstraction abstraction;

typedef enum abstraction_scope {
    ABSTRACT_DIVISIONS, /* only those by numbers: nothing is lost, the new symbols' values are determined */
    ABSTRACT_BITS, /* only int2bv, by symbols that are bit-vectors: nothing is lost either */
    ABSTRACT_ALL /* hard operations */
} abstraction_scope;

abstraction *abstraction_new(term_store *ts, abstraction_scope scope);
void abstraction_free(abstraction *a);
/* The term with symbols for operations; t itself if it has none. */
term abstraction_apply(abstraction *a, term t);
/* The conjunction of all lemmas about the operations in the roots and in these lemmas, with symbols for operations. */
term abstraction_lemmas(abstraction *a, const term *roots, size_t n);
/* The same lemmas as they are: they hold for all values of the roots' symbols. */
term abstraction_facts(abstraction *a, const term *roots, size_t n);
/* `e` gives values to the symbols of the roots and to the symbols that stand for operations. Learns lemmas about those operations
 * in the roots that have a wrong value although what they are made of has the right ones; returns how many. After that
 * the same values are excluded. 0 if all operations have their right values. */
size_t abstraction_learn(abstraction *a, const term *roots, size_t n, evaluator *e);

#endif
