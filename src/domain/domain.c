#include "domain/domain.h"

void domain_widen_up_to(const domain *d, void *v, const void *w, const row *thresholds, size_t n)
{
    row_vec kept;
    row_vec_init(&kept);
    /* What holds in w holds in v, which is within it. */
    for (size_t i = 0; i < n; i++)
        if (d->entails(w, &thresholds[i])) row_vec_push(&kept, thresholds[i]);
    d->widen(v, w);
    if (kept.size) d->meet(v, kept.data, kept.size);
    row_vec_release(&kept); /* the rows are borrowed */
}
