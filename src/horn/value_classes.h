#ifndef HORN_VALUE_CLASSES_H
#define HORN_VALUE_CLASSES_H

/* Value sets: arguments of predicates that are only copied, set to constants and compared with constants, but not calculated with, as the state of a
 * protocol is. They fall into classes: two are in one class if one is copied to the other, or compared with it for equality. */

#include "horn/horn.h"

enum { NO_CLASS = UINT32_MAX };

typedef struct value_class {
    term_vec cuts; /* the numerals that its members are compared with or set to, ascending */
    term_vec values; /* of these, those that some member is set to, or compared with for equality; in the order of the clauses */
} value_class;
VEC_DECLARE(value_class_vec, value_class);

typedef struct value_classes {
    value_class_vec all;
    u32_vec first; /* by predicate: where its arguments begin */
    u32_vec of; /* by argument: its class, or NO_CLASS */
} value_classes;

/* Looks at the clauses only, without a solver. */
void value_classes_init(value_classes *v, const horn *h);
void value_classes_release(value_classes *v);
uint32_t value_classes_of(const value_classes *v, pred p, size_t argument);

#endif
