#define __NO_CTYPE
#include "driver.h"

#include <ctype.h>
#include <stdio.h>

/* What the functions are defined for, and the negative characters that glibc takes, too. */
static int any_character(void) { return any_between(-128, 255); }

#define CHARACTER_DRIVER(name) \
    EXACT(name) { see(f(any_character())); }

CHARACTER_DRIVER(isalnum)
CHARACTER_DRIVER(isalpha)
CHARACTER_DRIVER(isblank)
CHARACTER_DRIVER(iscntrl)
CHARACTER_DRIVER(isdigit)
CHARACTER_DRIVER(isgraph)
CHARACTER_DRIVER(islower)
CHARACTER_DRIVER(isprint)
CHARACTER_DRIVER(ispunct)
CHARACTER_DRIVER(isspace)
CHARACTER_DRIVER(isupper)
CHARACTER_DRIVER(isxdigit)
CHARACTER_DRIVER(_tolower)
CHARACTER_DRIVER(_toupper)

EXACT(tolower) { see(f(any_bool() ? any_character() : any_int())); }
EXACT(toupper) { see(f(any_bool() ? any_character() : any_int())); }
EXACT(isascii) { see(f(any_int())); }
EXACT(toascii) { see(f(any_int())); }

#define TABLE_DRIVER(name)                               \
    EXACT(name)                                          \
    {                                                    \
        for (int c = -128; c < 256; c++) see((*f())[c]); \
    }

TABLE_DRIVER(__ctype_b_loc)
TABLE_DRIVER(__ctype_tolower_loc)
TABLE_DRIVER(__ctype_toupper_loc)
