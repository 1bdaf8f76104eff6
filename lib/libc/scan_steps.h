/* The steps of scanf for one kind of input; scan.c includes this for each. SCAN is the state, STEP(name) a step's name, PEEK(s) the next character or EOF,
 * and ADVANCE(s) goes past it. They follow glibc, which looks at the character after a number even if the width is used up. */

LATCH_INLINE void STEP(advance)(SCAN *s)
{
    ADVANCE(s);
    s->read++;
}

/* Goes past a character, and gives the one after it. */
LATCH_INLINE int STEP(next)(SCAN *s)
{
    STEP(advance)(s);
    return PEEK(s);
}

LATCH_INLINE _Bool STEP(is_space)(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* The first character that is no space. */
LATCH_INLINE int STEP(skip_space)(SCAN *s)
{
    int c = PEEK(s);
    while (STEP(is_space)(c)) c = STEP(next)(s);
    return c;
}

LATCH_LIBRARY void STEP(space)(SCAN *s)
{
    if (!s->stopped) (void)STEP(skip_space)(s);
}

/* Whether there is a character for a conversion. */
LATCH_INLINE _Bool STEP(has_input)(SCAN *s, int c)
{
    if (c == EOF) s->stopped = SCAN_NO_INPUT;
    return c != EOF;
}

LATCH_LIBRARY void STEP(literal)(SCAN *s, char expected)
{
    if (s->stopped) return;
    int c = PEEK(s);
    if (!STEP(has_input)(s, c)) return;
    if (c == (unsigned char)expected) STEP(advance)(s);
    else s->stopped = SCAN_MISMATCH;
}

LATCH_LIBRARY int STEP(end)(SCAN *s) { return s->stopped == SCAN_NO_INPUT && s->assigned == 0 ? EOF : s->assigned; }

/* ---- integers ---- */

/* A number as it is read. */
struct STEP(number) {
    unsigned long long magnitude;
    _Bool is_negative;
    _Bool is_too_large; /* for any type */
};

/* The value of a digit, or a number that is no digit in any base. */
LATCH_INLINE unsigned STEP(digit)(int c)
{
    if (c >= '0' && c <= '9') return (unsigned)(c - '0');
    if (c >= 'a' && c <= 'f') return (unsigned)(c - 'a') + 10;
    if (c >= 'A' && c <= 'F') return (unsigned)(c - 'A') + 10;
    return 99;
}

/* Begins a number: its sign. The character after it, or EOF if there is no number. */
LATCH_INLINE int STEP(read_sign)(SCAN *s, struct STEP(number) * out, int *width)
{
    if (s->stopped) return EOF;
    int c = STEP(skip_space)(s);
    if (!STEP(has_input)(s, c)) return EOF;
    if (*width == 0) *width = INT_MAX;
    out->magnitude = 0;
    out->is_too_large = 0;
    out->is_negative = c == '-';
    if (c != '-' && c != '+') return c;
    --*width;
    return STEP(next)(s);
}

/* Ends one: there must have been digits, unless the input has ended before. */
LATCH_INLINE _Bool STEP(end_number)(SCAN *s, _Bool has_digits)
{
    if (!has_digits && !s->stopped) s->stopped = SCAN_MISMATCH;
    return has_digits;
}

/* One more digit. In every term the base is a constant: products of variables are hard for provers. */
LATCH_INLINE void STEP(add_digit)(struct STEP(number) * n, unsigned d, unsigned base)
{
    unsigned long long v = n->magnitude;
    if (base == 10) {
        if (v > ULLONG_MAX / 10 || (v == ULLONG_MAX / 10 && d > ULLONG_MAX % 10)) n->is_too_large = 1;
        else n->magnitude = v * 10 + d;
    } else if (base == 16) {
        if (v > ULLONG_MAX / 16) n->is_too_large = 1;
        else n->magnitude = v * 16 + d;
    } else {
        if (v > ULLONG_MAX / 8) n->is_too_large = 1;
        else n->magnitude = v * 8 + d;
    }
}

LATCH_INLINE _Bool STEP(read_decimal)(SCAN *s, struct STEP(number) * out, int width)
{
    _Bool has_digits = 0;
    int c = STEP(read_sign)(s, out, &width);
    while (width != 0 && c >= '0' && c <= '9') {
        has_digits = 1;
        STEP(add_digit)(out, (unsigned)(c - '0'), 10);
        width--;
        c = STEP(next)(s);
    }
    return STEP(end_number)(s, has_digits);
}

/* base 8, 16, or 0: as in C. glibc takes a leading zero for a digit, even in "0xg". */
LATCH_INLINE _Bool STEP(read_number)(SCAN *s, struct STEP(number) * out, int width, unsigned base)
{
    int c = STEP(read_sign)(s, out, &width);
    _Bool has_digits = width != 0 && c == '0';
    if (has_digits) {
        width--;
        c = STEP(next)(s);
        if (width != 0 && (c == 'x' || c == 'X') && base != 8) {
            base = 16;
            width--;
            c = STEP(next)(s);
        } else if (base == 0) {
            base = 8;
        }
    }
    if (base == 0) base = 10;
    while (width != 0 && STEP(digit)(c) < base) {
        has_digits = 1;
        STEP(add_digit)(out, STEP(digit)(c), base);
        width--;
        c = STEP(next)(s);
    }
    return STEP(end_number)(s, has_digits);
}

/* The value as the real one stores it; what the type cannot hold, C leaves undefined: any value. */
LATCH_INLINE long long STEP(signed_value)(const struct STEP(number) * n, unsigned long long most)
{
    if (n->is_too_large || n->magnitude > most + n->is_negative) {
        errno_may_change();
        return latch_any_llong();
    }
    if (!n->is_negative || n->magnitude == 0) return (long long)n->magnitude;
    return -(long long)(n->magnitude - 1) - 1;
}

LATCH_INLINE unsigned long long STEP(unsigned_value)(const struct STEP(number) * n, unsigned long long most)
{
    if (n->is_too_large || n->magnitude > most) {
        errno_may_change();
        return latch_any_ullong();
    }
    if (!n->is_negative || n->magnitude == 0) return n->magnitude;
    return most - (n->magnitude - 1);
}

/* Decimal numbers, and those in other bases. */
#define NUMBER_STEP(name, type, value, most)                                              \
    LATCH_LIBRARY void STEP(name)(SCAN * s, type * to, int width)                         \
    {                                                                                     \
        struct STEP(number) n;                                                            \
        if (!STEP(read_decimal)(s, &n, width)) return;                                    \
        *to = (type)value(&n, most);                                                      \
        s->assigned++;                                                                    \
    }                                                                                     \
    LATCH_LIBRARY void STEP(name##_based)(SCAN * s, type * to, int width, unsigned base)  \
    {                                                                                     \
        struct STEP(number) n;                                                            \
        if (!STEP(read_number)(s, &n, width, base)) return;                               \
        *to = (type)value(&n, most);                                                      \
        s->assigned++;                                                                    \
    }

NUMBER_STEP(signed1, signed char, STEP(signed_value), SCHAR_MAX)
NUMBER_STEP(signed2, short, STEP(signed_value), SHRT_MAX)
NUMBER_STEP(signed4, int, STEP(signed_value), INT_MAX)
NUMBER_STEP(signed8, long long, STEP(signed_value), LLONG_MAX)
NUMBER_STEP(unsigned1, unsigned char, STEP(unsigned_value), UCHAR_MAX)
NUMBER_STEP(unsigned2, unsigned short, STEP(unsigned_value), USHRT_MAX)
NUMBER_STEP(unsigned4, unsigned, STEP(unsigned_value), UINT_MAX)
NUMBER_STEP(unsigned8, unsigned long long, STEP(unsigned_value), ULLONG_MAX)
#undef NUMBER_STEP

/* What is too large for a long, of 32 or 64 bits, sets errno although it is not stored. */
LATCH_LIBRARY void STEP(skip_number)(SCAN *s, int width)
{
    struct STEP(number) n;
    if (STEP(read_decimal)(s, &n, width) && (n.is_too_large || n.magnitude > LONG_MAX)) errno_may_change();
}

LATCH_LIBRARY void STEP(skip_number_based)(SCAN *s, int width, unsigned base)
{
    struct STEP(number) n;
    if (STEP(read_number)(s, &n, width, base) && (n.is_too_large || n.magnitude > LONG_MAX)) errno_may_change();
}

/* ---- floating point: a contract ---- */

LATCH_INLINE _Bool STEP(is_of_float)(int c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '+' || c == '-' || c == '.' || c == '(' || c == ')' ||
           c == '_';
}

/* How far the number goes is not computed. */
LATCH_INLINE _Bool STEP(read_float)(SCAN *s)
{
    if (s->stopped) return 0;
    int c = STEP(skip_space)(s);
    if (!STEP(has_input)(s, c)) return 0;
    _Bool ok = STEP(is_of_float)(c) && latch_any_bool(), goes_on = ok || latch_any_bool();
    while (goes_on && STEP(is_of_float)(c)) {
        c = STEP(next)(s);
        goes_on = latch_any_bool();
    }
    errno_may_change();
    if (!ok) s->stopped = SCAN_MISMATCH;
    return ok;
}

#define FLOAT_STEP(name, type, any)                     \
    LATCH_LIBRARY void STEP(name)(SCAN * s, type * to)  \
    {                                                   \
        if (!STEP(read_float)(s)) return;               \
        *to = any();                                    \
        s->assigned++;                                  \
    }
FLOAT_STEP(float, float, latch_any_float)
FLOAT_STEP(double, double, latch_any_double)
FLOAT_STEP(long_double, long double, latch_any_ldouble)
#undef FLOAT_STEP

LATCH_LIBRARY void STEP(skip_float)(SCAN *s) { (void)STEP(read_float)(s); }

/* ---- characters ---- */

/* Exactly `width` characters, or fewer at the end of the input. */
LATCH_LIBRARY void STEP(chars)(SCAN *s, char *to, int width)
{
    if (s->stopped) return;
    int c = PEEK(s);
    if (!STEP(has_input)(s, c)) return;
    for (int i = 0; c != EOF;) {
        to[i++] = (char)c;
        STEP(advance)(s);
        if (i == width) break;
        c = PEEK(s);
    }
    s->assigned++;
}

LATCH_LIBRARY void STEP(skip_chars)(SCAN *s, int width)
{
    if (s->stopped) return;
    int c = PEEK(s);
    if (!STEP(has_input)(s, c)) return;
    for (int i = 0; c != EOF;) {
        STEP(advance)(s);
        if (++i == width) break;
        c = PEEK(s);
    }
}

LATCH_LIBRARY void STEP(word)(SCAN *s, char *to, int width)
{
    if (s->stopped) return;
    int c = STEP(skip_space)(s), i = 0;
    if (!STEP(has_input)(s, c)) return;
    while (c != EOF && !STEP(is_space)(c)) {
        to[i++] = (char)c;
        STEP(advance)(s);
        if (i == width) break;
        c = PEEK(s);
    }
    to[i] = '\0';
    s->assigned++;
}

LATCH_LIBRARY void STEP(skip_word)(SCAN *s, int width)
{
    if (s->stopped) return;
    int c = STEP(skip_space)(s), i = 0;
    if (!STEP(has_input)(s, c)) return;
    while (c != EOF && !STEP(is_space)(c)) {
        STEP(advance)(s);
        if (++i == width) break;
        c = PEEK(s);
    }
}

/* A set of characters, as up to four ranges; one that is not needed has a high end of -2. */
LATCH_INLINE _Bool STEP(is_in)(int c, int low1, int high1, int low2, int high2, int low3, int high3, int low4, int high4)
{
    return (c >= low1 && c <= high1) || (c >= low2 && c <= high2) || (c >= low3 && c <= high3) || (c >= low4 && c <= high4);
}

#define RANGES int low1, int high1, int low2, int high2, int low3, int high3, int low4, int high4
#define IS_IN(c) STEP(is_in)(c, low1, high1, low2, high2, low3, high3, low4, high4)

LATCH_LIBRARY void STEP(set)(SCAN *s, char *to, int width, RANGES)
{
    if (s->stopped) return;
    int c = PEEK(s), i = 0;
    if (!STEP(has_input)(s, c)) return;
    while (IS_IN(c)) {
        to[i++] = (char)c;
        STEP(advance)(s);
        if (i == width) break;
        c = PEEK(s);
    }
    if (i == 0) {
        s->stopped = SCAN_MISMATCH;
        return;
    }
    to[i] = '\0';
    s->assigned++;
}

LATCH_LIBRARY void STEP(skip_set)(SCAN *s, int width, RANGES)
{
    if (s->stopped) return;
    int c = PEEK(s), i = 0;
    if (!STEP(has_input)(s, c)) return;
    while (IS_IN(c)) {
        STEP(advance)(s);
        if (++i == width) break;
        c = PEEK(s);
    }
    if (i == 0) s->stopped = SCAN_MISMATCH;
}

#undef RANGES
#undef IS_IN

/* ---- %n ---- */

#define POSITION_STEP(name, type)                       \
    LATCH_LIBRARY void STEP(name)(SCAN * s, type * to)  \
    {                                                   \
        if (!s->stopped) *to = (type)s->read;           \
    }
POSITION_STEP(position1, signed char)
POSITION_STEP(position2, short)
POSITION_STEP(position4, int)
POSITION_STEP(position8, long long)
#undef POSITION_STEP
