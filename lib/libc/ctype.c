/* ctype.h in the C locale, with the values that glibc's functions return: the bit of the class in its table.
 *
 * A program that is compiled from glibc's header reads the tables (__ctype_b_loc) instead of calling isalpha. They are here for
 * preprocessed programs; with __NO_CTYPE the header leaves the functions, which are comparisons and far better for a proof. */

#define __NO_CTYPE
#define _GNU_SOURCE
#include "latch.h"

#include <ctype.h>

static LATCH_LIBRARY int is_in(int c, int low, int high) { return low <= c && c <= high; }
static LATCH_LIBRARY int is_letter(int c) { return is_in(c, 'a', 'z') || is_in(c, 'A', 'Z'); }

/* The real ones look the character up in a table, which has the negative characters, too. */
static LATCH_LIBRARY int class_of(int c, int is_member, int bit)
{
    latch_require_bounds(is_in(c, -128, 255), "what is no character is looked up in the table of characters");
    return is_member ? bit : 0;
}

LATCH_LIBRARY int(isalnum)(int c) { return class_of(c, is_letter(c) || is_in(c, '0', '9'), _ISalnum); }
LATCH_LIBRARY int(isalpha)(int c) { return class_of(c, is_letter(c), _ISalpha); }
LATCH_LIBRARY int(isblank)(int c) { return class_of(c, c == ' ' || c == '\t', _ISblank); }
LATCH_LIBRARY int(iscntrl)(int c) { return class_of(c, is_in(c, 0, 31) || c == 127, _IScntrl); }
LATCH_LIBRARY int(isdigit)(int c) { return class_of(c, is_in(c, '0', '9'), _ISdigit); }
LATCH_LIBRARY int(isgraph)(int c) { return class_of(c, is_in(c, '!', '~'), _ISgraph); }
LATCH_LIBRARY int(islower)(int c) { return class_of(c, is_in(c, 'a', 'z'), _ISlower); }
LATCH_LIBRARY int(isprint)(int c) { return class_of(c, is_in(c, ' ', '~'), _ISprint); }
LATCH_LIBRARY int(isspace)(int c) { return class_of(c, c == ' ' || is_in(c, '\t', '\r'), _ISspace); }
LATCH_LIBRARY int(isupper)(int c) { return class_of(c, is_in(c, 'A', 'Z'), _ISupper); }

LATCH_LIBRARY int(ispunct)(int c)
{
    return class_of(c, is_in(c, '!', '/') || is_in(c, ':', '@') || is_in(c, '[', '`') || is_in(c, '{', '~'), _ISpunct);
}

LATCH_LIBRARY int(isxdigit)(int c) { return class_of(c, is_in(c, '0', '9') || is_in(c, 'a', 'f') || is_in(c, 'A', 'F'), _ISxdigit); }

LATCH_LIBRARY int(isascii)(int c) { return is_in(c, 0, 127); }
LATCH_LIBRARY int(toascii)(int c) { return c & 127; }

/* C does not define these for a negative character that is not EOF; glibc makes it the unsigned one. */
static LATCH_LIBRARY int unsigned_char(int c) { return is_in(c, -128, -2) ? c + 256 : c; }

LATCH_LIBRARY int(tolower)(int c) { return is_in(c, 'A', 'Z') ? c + ('a' - 'A') : unsigned_char(c); }
LATCH_LIBRARY int(toupper)(int c) { return is_in(c, 'a', 'z') ? c - ('a' - 'A') : unsigned_char(c); }
LATCH_LIBRARY int(_tolower)(int c) { return (tolower)(c); }
LATCH_LIBRARY int(_toupper)(int c) { return (toupper)(c); }

/* The tables are indexed from -128. */
enum { ZERO = 128, TABLE_SIZE = 384, GRAPHIC = _ISprint | _ISgraph };

static const unsigned short classes[TABLE_SIZE] = {
    [ZERO + 0 ... ZERO + 8] = _IScntrl,
    [ZERO + '\t'] = _IScntrl | _ISspace | _ISblank,
    [ZERO + '\n' ... ZERO + '\r'] = _IScntrl | _ISspace,
    [ZERO + 14 ... ZERO + 31] = _IScntrl,
    [ZERO + ' '] = _ISprint | _ISspace | _ISblank,
    [ZERO + '!' ... ZERO + '/'] = GRAPHIC | _ISpunct,
    [ZERO + '0' ... ZERO + '9'] = GRAPHIC | _ISdigit | _ISxdigit | _ISalnum,
    [ZERO + ':' ... ZERO + '@'] = GRAPHIC | _ISpunct,
    [ZERO + 'A' ... ZERO + 'F'] = GRAPHIC | _ISxdigit | _ISupper | _ISalpha | _ISalnum,
    [ZERO + 'G' ... ZERO + 'Z'] = GRAPHIC | _ISupper | _ISalpha | _ISalnum,
    [ZERO + '[' ... ZERO + '`'] = GRAPHIC | _ISpunct,
    [ZERO + 'a' ... ZERO + 'f'] = GRAPHIC | _ISxdigit | _ISlower | _ISalpha | _ISalnum,
    [ZERO + 'g' ... ZERO + 'z'] = GRAPHIC | _ISlower | _ISalpha | _ISalnum,
    [ZERO + '{' ... ZERO + '~'] = GRAPHIC | _ISpunct,
    [ZERO + 127] = _IScntrl,
};

#define COUNT4(n) (n), (n) + 1, (n) + 2, (n) + 3
#define COUNT16(n) COUNT4(n), COUNT4((n) + 4), COUNT4((n) + 8), COUNT4((n) + 12)
#define COUNT64(n) COUNT16(n), COUNT16((n) + 16), COUNT16((n) + 32), COUNT16((n) + 48)
#define COUNT26(n) COUNT16(n), COUNT4((n) + 16), COUNT4((n) + 20), (n) + 24, (n) + 25
/* From -128 to -2 the unsigned characters, EOF, then 0 to 255 with the two alphabets as given. */
#define NEGATIVE COUNT64(128), COUNT16(192), COUNT16(208), COUNT16(224), COUNT4(240), COUNT4(244), COUNT4(248), 252, 253, 254, -1
#define CASES(upper, lower) \
    {NEGATIVE, COUNT64(0), '@', COUNT26(upper), COUNT4('['), '_', '`', COUNT26(lower), COUNT4('{'), 127, COUNT64(128), COUNT64(192)}

static const int lower_case[TABLE_SIZE] = CASES('a', 'a');
static const int upper_case[TABLE_SIZE] = CASES('A', 'A');

LATCH_LIBRARY const unsigned short **__ctype_b_loc(void)
{
    static const unsigned short *table = classes + ZERO;
    return &table;
}

LATCH_LIBRARY const __int32_t **__ctype_tolower_loc(void)
{
    static const __int32_t *table = lower_case + ZERO;
    return &table;
}

LATCH_LIBRARY const __int32_t **__ctype_toupper_loc(void)
{
    static const __int32_t *table = upper_case + ZERO;
    return &table;
}
