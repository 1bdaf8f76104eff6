/* The locale is "C": either the one that the environment names is that, which is listed, or there is none of its name. */

#include "environment.h"

#include <errno.h>
#include <limits.h>
#include <locale.h>

static char locale_name[] = "C";

LATCH_INLINE _Bool is_plain(const char *l)
{
    if (l[0] == 'C') return l[1] == '\0';
    return l[0] == 'P' && l[1] == 'O' && l[2] == 'S' && l[3] == 'I' && l[4] == 'X' && l[5] == '\0';
}

LATCH_LIBRARY char *setlocale(int category, const char *locale)
{
    if (category < LC_CTYPE || category > LC_IDENTIFICATION) {
        latch_errno = EINVAL;
        return NULL;
    }
    if (!locale || is_plain(locale)) return locale_name;
    if (!latch_any_bool()) {
        if (locale[0] != '\0') latch_limit("a locale other than C");
        latch_assumption("the locale that the environment names is C");
        return locale_name;
    }
    errno_may_change();
    return NULL;
}

static char point[] = ".", nothing[] = "";
static struct lconv conventions = {
    .decimal_point = point,
    .thousands_sep = nothing,
    .grouping = nothing,
    .int_curr_symbol = nothing,
    .currency_symbol = nothing,
    .mon_decimal_point = nothing,
    .mon_thousands_sep = nothing,
    .mon_grouping = nothing,
    .positive_sign = nothing,
    .negative_sign = nothing,
    .int_frac_digits = CHAR_MAX,
    .frac_digits = CHAR_MAX,
    .p_cs_precedes = CHAR_MAX,
    .p_sep_by_space = CHAR_MAX,
    .n_cs_precedes = CHAR_MAX,
    .n_sep_by_space = CHAR_MAX,
    .p_sign_posn = CHAR_MAX,
    .n_sign_posn = CHAR_MAX,
    .int_p_cs_precedes = CHAR_MAX,
    .int_p_sep_by_space = CHAR_MAX,
    .int_n_cs_precedes = CHAR_MAX,
    .int_n_sep_by_space = CHAR_MAX,
    .int_p_sign_posn = CHAR_MAX,
    .int_n_sign_posn = CHAR_MAX,
};

LATCH_LIBRARY struct lconv *localeconv(void) { return &conventions; }
