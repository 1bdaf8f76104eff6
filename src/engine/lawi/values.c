/* A label that excludes one value of an argument after the other does not converge, as every path has another one to exclude. Once labels speak of an
 * argument that has a few values only, vertices are made for single values of it. */

#include "engine/lawi/rules.h"

#include "horn/value_classes.h"

/* With fewer values a literal says which one it is anyway; more are too many cases. */
#define MIN_VALUES 3
#define MAX_VALUES 64

void lawi_find_values(unwinding *u)
{
    value_classes v;
    value_classes_init(&v, u->h);
    for (uint32_t p = 0; p < horn_pred_count(u->h); p++)
        for (size_t i = 0; i < horn_pred_arity(u->h, (pred){p}); i++) {
            uint32_t class = value_classes_of(&v, (pred){p}, i);
            argument *x = &u->places[p].arguments[i];
            if (class == NO_CLASS) continue;
            const term_vec *values = &v.all.data[class].values;
            x->is_state = values->size >= MIN_VALUES && values->size <= MAX_VALUES;
            if (x->is_state) term_vec_append(&x->values, values->data, values->size);
        }
    value_classes_release(&v);
}
