#include "bits/word.h"

#include <stdlib.h>

typedef struct bits_key {
    uint64_t hash;
    const word_store *store;
    uint32_t id;
} bits_key;

static bool key_is_equal(bits_key a, bits_key b)
{
    if (a.hash != b.hash) return false;
    const word_info *x = &a.store->words.data[a.id], *y = &b.store->words.data[b.id];
    return x->width == y->width && x->tag == y->tag
           && !memcmp(a.store->bits.data + x->first, a.store->bits.data + y->first, x->width * sizeof(lit));
}
#define KEY_HASH(k) ((k).hash)
MAP_DECLARE(key_map, bits_key, uint32_t, KEY_HASH, key_is_equal);

#define ZERO ((word){0}) /* the first word of all */

struct words_known {
    key_map ids;
};

void word_store_init(word_store *s, circuit *c)
{
    memset(s, 0, sizeof *s);
    s->c = c;
    s->known = alloc_zeroed(1, sizeof *s->known);
    word_int(s, 0);
}

void word_store_release(word_store *s)
{
    lit_vec_release(&s->bits);
    int64_vec_release(&s->numbers);
    word_info_vec_release(&s->words);
    key_map_release(&s->known->ids);
    free(s->known);
}

lit word_bit(const word_store *s, word a, uint32_t i)
{
    assert(a.id < s->words.size);
    const word_info *x = &s->words.data[a.id];
    return s->bits.data[x->first + (i < x->width ? i : x->width - 1)];
}

bool word_is_constant(const word_store *s, word a)
{
    const word_info *x = &s->words.data[a.id];
    for (uint32_t i = 0; i < x->width; i++)
        if (!lit_is_constant(s->bits.data[x->first + i])) return false;
    return x->tag != WORD_WILD;
}

/* ---- few numbers ---- */

size_t word_numbers(const word_store *s, word a, int64_t *out)
{
    const word_info *x = &s->words.data[a.id];
    assert(x->n_set <= WORD_MAX_SET && x->set + x->n_set <= s->numbers.size);
    memcpy(out, s->numbers.data + x->set, x->n_set * sizeof *out);
    return x->n_set;
}

static int compare_numbers(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Notes that the word is one of these, in any order; they are changed. */
static void note_numbers(word_store *s, word a, int64_t *numbers, size_t n)
{
    if (word_is_none(a) || !n || s->words.data[a.id].n_set) return;
    qsort(numbers, n, sizeof *numbers, compare_numbers);
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (!kept || numbers[kept - 1] != numbers[i]) numbers[kept++] = numbers[i];
    if (kept > WORD_MAX_SET) return;
    word_info *x = &s->words.data[a.id];
    x->set = (uint32_t)s->numbers.size;
    x->n_set = (uint32_t)kept;
    x->base = ZERO;
    x->delta = a;
    assert(kept > 0 && numbers[0] <= numbers[kept - 1]); /* ascending: comparisons rely on it */
    int64_vec_append(&s->numbers, numbers, kept);
}

static int64_t sum_of(int64_t a, int64_t b, bool *ok)
{
    int64_t r = 0;
    *ok &= !__builtin_add_overflow(a, b, &r);
    return r;
}
static int64_t difference_of(int64_t a, int64_t b, bool *ok)
{
    int64_t r = 0;
    *ok &= !__builtin_sub_overflow(a, b, &r);
    return r;
}
static int64_t product_of(int64_t a, int64_t b, bool *ok)
{
    int64_t r = 0;
    *ok &= !__builtin_mul_overflow(a, b, &r);
    return r;
}

/* If both arguments are few numbers, so is the result. */
static void note_results(word_store *s, word result, word a, word b, int64_t (*operation)(int64_t, int64_t, bool *))
{
    int64_t x[WORD_MAX_SET], y[WORD_MAX_SET], all[4 * WORD_MAX_SET];
    size_t n = word_numbers(s, a, x), m = word_numbers(s, b, y), k = 0;
    if (word_is_none(result) || n * m > 4 * WORD_MAX_SET) return;
    bool ok = true;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < m; j++) all[k++] = operation(x[i], y[j], &ok);
    if (ok) note_numbers(s, result, all, k);
}

/* Of bits cut off: only where the numbers stay what they are. */
static void note_same(word_store *s, word result, word a, int64_t low, int64_t high)
{
    int64_t x[WORD_MAX_SET];
    size_t n = word_numbers(s, a, x);
    if (n && x[0] >= low && x[n - 1] <= high) note_numbers(s, result, x, n);
}

/* ---- making words ---- */

/* The value of a bit under choice number `choice` for the given nodes. */
static bool bit_under(lit a, const uint32_t *nodes, uint32_t n, uint32_t choice)
{
    if (lit_is_constant(a)) return a.id;
    for (uint32_t i = 0; i < n; i++)
        if (nodes[i] == lit_node(a)) return (choice >> i & 1) != (a.id & 1);
    return false;
}

/* A word of few different literals is one of few numbers. */
static void note_choices(word_store *s, word a)
{
    enum { MOST = 4 };
    uint32_t nodes[MOST], n = 0, width = word_width(s, a);
    int64_t numbers[1 << MOST];
    if (width > 63 || word_is_wild(s, a)) return;
    for (uint32_t i = 0; i < width; i++) {
        lit bit = word_bit(s, a, i);
        bool is_known = lit_is_constant(bit);
        for (uint32_t k = 0; k < n && !is_known; k++) is_known = nodes[k] == lit_node(bit);
        if (is_known) continue;
        if (n == MOST) return;
        nodes[n++] = lit_node(bit);
    }
    for (uint32_t choice = 0; choice < 1U << n; choice++) {
        uint64_t bits = bit_under(word_sign(s, a), nodes, n, choice) ? UINT64_MAX : 0;
        for (uint32_t i = width; i--;) bits = bits << 1 | bit_under(word_bit(s, a, i), nodes, n, choice);
        numbers[choice] = (int64_t)bits;
    }
    note_numbers(s, a, numbers, (size_t)1 << n);
}

/* The bits may lie in the store's own list of them. */
static word intern(word_store *s, const lit *bits, uint32_t width, uint8_t tag)
{
    assert(width > 0); /* the last bit is the sign */
    while (width > 1 && lit_is_equal(bits[width - 1], bits[width - 2])) width--;
    if (width > WORD_MAX_WIDTH) return WORD_NONE;
    uint32_t first = (uint32_t)s->bits.size, id = (uint32_t)s->words.size;
    lit copy[WORD_MAX_WIDTH];
    memcpy(copy, bits, width * sizeof *bits);
    lit_vec_append(&s->bits, copy, width);
    assert(width == 1 || !lit_is_equal(copy[width - 1], copy[width - 2])); /* words are as short as they can be, so that equal ones are found */
    word_info_vec_push(&s->words, (word_info){.first = first, .width = width, .base = {id}, .delta = ZERO, .tag = tag});
    bool added;
    uint32_t *known = key_map_put(&s->known->ids, (bits_key){map_hash_bytes(copy, width * sizeof *copy) ^ tag, s, id}, &added);
    if (!added) {
        s->words.size--;
        s->bits.size = first;
        return (word){*known};
    }
    *known = id;
    note_choices(s, (word){id});
    return (word){id};
}

word word_of_bits(word_store *s, const lit *bits, uint32_t width) { return intern(s, bits, width, WORD_PLAIN); }

word word_number(word_store *s, const rat *n)
{
    lit bits[WORD_MAX_WIDTH + 1];
    rat rest, two, digit;
    rat_init(&rest);
    rat_init(&two);
    rat_init(&digit);
    rat_set(&rest, n);
    rat_set_int(&two, 2);
    uint32_t width = 0;
    while (rat_sign(&rest) && !rat_is_minus_one(&rest) && width < WORD_MAX_WIDTH) {
        rat_mod_euclid(&digit, &rest, &two);
        rat_div_euclid(&rest, &rest, &two);
        bits[width++] = rat_sign(&digit) ? LIT_TRUE : LIT_FALSE;
    }
    bool fits = width < WORD_MAX_WIDTH;
    bits[width++] = rat_sign(&rest) ? LIT_TRUE : LIT_FALSE;
    rat_release(&rest);
    rat_release(&two);
    rat_release(&digit);
    return fits ? intern(s, bits, width, WORD_PLAIN) : WORD_NONE;
}

word word_int(word_store *s, int64_t n)
{
    lit bits[64];
    for (uint32_t i = 0; i < 64; i++) bits[i] = (uint64_t)n >> i & 1 ? LIT_TRUE : LIT_FALSE;
    return intern(s, bits, 64, WORD_PLAIN);
}

static word new_inputs(word_store *s, uint32_t width, bool is_natural, uint8_t tag)
{
    lit bits[WORD_MAX_WIDTH];
    assert(width < WORD_MAX_WIDTH && (width || is_natural));
    for (uint32_t i = 0; i < width; i++) bits[i] = circuit_input(s->c);
    if (is_natural) bits[width++] = LIT_FALSE;
    return intern(s, bits, width, tag);
}

word word_input(word_store *s, uint32_t width, bool is_natural) { return new_inputs(s, width, is_natural, WORD_PLAIN); }
word word_wild(word_store *s, uint32_t width) { return new_inputs(s, width, false, WORD_WILD); }

word word_tamed(word_store *s, word a)
{
    return word_is_wild(s, a) ? intern(s, s->bits.data + s->words.data[a.id].first, word_width(s, a), WORD_PLAIN) : a;
}

/* Of an operation's arguments. */
static uint8_t tag_of(const word_store *s, word a, word b) { return word_is_wild(s, a) || word_is_wild(s, b) ? WORD_WILD : WORD_PLAIN; }
static bool is_none(word a, word b) { return word_is_none(a) || word_is_none(b); }
static uint32_t wider(const word_store *s, word a, word b)
{
    return word_width(s, a) > word_width(s, b) ? word_width(s, a) : word_width(s, b);
}

/* ---- sums ---- */

static lit majority(circuit *c, lit a, lit b, lit carry)
{
    return circuit_or(c, circuit_and(c, a, b), circuit_and(c, carry, circuit_or(c, a, b)));
}

/* a + b + carry, or a - b with the carry set, in `width` bits, into `out`. */
static void add_bits(word_store *s, word a, word b, bool subtract, uint32_t width, lit *out)
{
    lit carry = subtract ? LIT_TRUE : LIT_FALSE;
    for (uint32_t i = 0; i < width; i++) {
        lit x = word_bit(s, a, i), y = word_bit(s, b, i);
        if (subtract) y = lit_not(y);
        lit half = circuit_xor(s->c, x, y);
        out[i] = circuit_xor(s->c, half, carry);
        carry = majority(s->c, x, y, carry);
    }
}

/* Notes that the word is base + delta. */
static void note_base(word_store *s, word a, word base, word delta)
{
    if (word_is_none(a) || word_is_none(delta) || !s->words.data[delta.id].n_set) return;
    word_info *x = &s->words.data[a.id];
    if (x->n_set || base.id == a.id || x->base.id != a.id) return;
    assert(!x->n_set && s->words.data[delta.id].n_set && s->words.data[base.id].base.id == base.id); /* a base has none itself */
    x->base = base;
    x->delta = delta;
}

static bool is_few(const word_store *s, word a) { return s->words.data[a.id].n_set; }

/* What is known of a sum of which one summand is few numbers. */
static void note_sum(word_store *s, word sum, word a, word b)
{
    if (word_is_none(sum) || is_few(s, a) == is_few(s, b)) return;
    word_info x = s->words.data[is_few(s, a) ? b.id : a.id];
    note_base(s, sum, x.base, word_add(s, x.delta, is_few(s, a) ? a : b));
}

word word_add(word_store *s, word a, word b)
{
    if (is_none(a, b)) return WORD_NONE;
    uint32_t width = wider(s, a, b) + 1;
    if (width > WORD_MAX_WIDTH) return WORD_NONE;
    lit bits[WORD_MAX_WIDTH];
    add_bits(s, a, b, false, width, bits);
    word sum = intern(s, bits, width, tag_of(s, a, b));
    note_results(s, sum, a, b, sum_of);
    note_sum(s, sum, a, b);
    return sum;
}

static word subtract(word_store *s, word a, word b)
{
    if (is_none(a, b)) return WORD_NONE;
    word_info x = s->words.data[a.id], y = s->words.data[b.id];
    if (x.base.id && word_is_equal(x.base, y.base)) return subtract(s, x.delta, y.delta);
    uint32_t width = wider(s, a, b) + 1;
    if (width > WORD_MAX_WIDTH) return WORD_NONE;
    lit bits[WORD_MAX_WIDTH];
    add_bits(s, a, b, true, width, bits);
    word difference = intern(s, bits, width, tag_of(s, a, b));
    note_results(s, difference, a, b, difference_of);
    return difference;
}

word word_negate(word_store *s, word a) { return word_is_none(a) ? a : subtract(s, word_int(s, 0), a); }

/* ---- products ---- */

/* a times 2^shift, if the bit is set. */
static word partial_product(word_store *s, word a, uint32_t shift, lit bit)
{
    lit bits[WORD_MAX_WIDTH];
    uint32_t width = word_width(s, a) + shift;
    if (width > WORD_MAX_WIDTH) return WORD_NONE;
    for (uint32_t i = 0; i < width; i++) bits[i] = i < shift ? LIT_FALSE : circuit_and(s->c, bit, word_bit(s, a, i - shift));
    return intern(s, bits, width, tag_of(s, a, a));
}

word word_multiply(word_store *s, word a, word b)
{
    if (is_none(a, b)) return WORD_NONE;
    bool swap = word_is_constant(s, a) || (!word_is_constant(s, b) && word_width(s, a) < word_width(s, b));
    assert(!word_is_none(a) && !word_is_none(b));
    word one = swap ? b : a, by = swap ? a : b; /* by: a number if one of them is, else the shorter one */
    uint32_t width = word_width(s, by);
    word sum = word_int(s, 0);
    for (uint32_t i = 0; i < width && !word_is_none(sum); i++) {
        lit bit = word_bit(s, by, i);
        if (lit_is_equal(bit, LIT_FALSE)) continue;
        word part = partial_product(s, one, i, bit);
        if (word_is_none(part)) return part;
        sum = i + 1 < width ? word_add(s, sum, part) : subtract(s, sum, part); /* the sign counts -2^i */
    }
    if (word_is_none(sum)) return sum;
    note_results(s, sum, a, b, product_of);
    return tag_of(s, a, b) == WORD_WILD && !word_is_wild(s, sum) ? intern(s, s->bits.data + s->words.data[sum.id].first, word_width(s, sum), WORD_WILD) : sum;
}

/* ---- division ---- */

/* Long division of naturals: n of `width` bits by d. */
static void divide_naturals(word_store *s, const lit *n, uint32_t width, word d, lit *quotient, word *rest)
{
    word r = word_int(s, 0);
    for (uint32_t i = width; i--;) {
        lit bits[WORD_MAX_WIDTH];
        uint32_t w = word_width(s, r) + 1;
        bits[0] = n[i];
        for (uint32_t k = 1; k < w; k++) bits[k] = word_bit(s, r, k - 1);
        r = intern(s, bits, w, WORD_PLAIN);
        lit fits = lit_not(word_is_less(s, r, d));
        quotient[i] = fits;
        r = word_ite(s, fits, subtract(s, r, d), r);
        if (word_is_none(r)) break;
        /* It is below d, so as long as d. */
        r = word_low_bits(s, r, word_width(s, d) - 1);
    }
    *rest = r;
}

/* By 2^k, k > 0, or by 1. */
static bool divide_by_power(word_store *s, word a, word b, word *quotient, word *rest)
{
    if (word_sign(s, b).id) return false;
    uint32_t k = 0, width = word_width(s, b);
    for (uint32_t i = 0; i < width; i++) {
        if (!lit_is_constant(word_bit(s, b, i))) return false;
        if (word_bit(s, b, i).id) k = i;
    }
    for (uint32_t i = 0; i < width; i++)
        if ((i == k) != (word_bit(s, b, i).id == 1)) return false;
    assert(k < width);
    lit bits[WORD_MAX_WIDTH];
    uint32_t left = word_width(s, a) > k ? word_width(s, a) - k : 1;
    for (uint32_t i = 0; i < left; i++) bits[i] = word_bit(s, a, i + k);
    *quotient = intern(s, bits, left, tag_of(s, a, a));
    *rest = word_low_bits(s, a, k);
    return true;
}

void word_divide(word_store *s, word a, word b, word *quotient, word *rest)
{
    *quotient = *rest = WORD_NONE;
    if (is_none(a, b) || tag_of(s, a, b) == WORD_WILD || wider(s, a, b) + 2 > WORD_MAX_WIDTH) return;
    if (divide_by_power(s, a, b, quotient, rest)) return;
    /* The floor for a < 0: a = -(n + 1) with n = not a, and if n = q d + r then a = -(q + 1) d + (d - 1 - r). */
    lit negative = word_sign(s, a), n[WORD_MAX_WIDTH], q[WORD_MAX_WIDTH];
    uint32_t width = word_width(s, a);
    for (uint32_t i = 0; i + 1 < width; i++) n[i] = circuit_xor(s->c, word_bit(s, a, i), negative);
    word d = word_ite(s, word_sign(s, b), word_negate(s, b), b), r;
    assert(width > 0 && width <= WORD_MAX_WIDTH);
    divide_naturals(s, n, width - 1, d, q, &r);
    if (word_is_none(r)) return;
    for (uint32_t i = 0; i + 1 < width; i++) q[i] = circuit_xor(s->c, q[i], negative);
    q[width - 1] = negative;
    word floor = intern(s, q, width, WORD_PLAIN);
    *quotient = word_ite(s, word_sign(s, b), word_negate(s, floor), floor);
    *rest = word_ite(s, negative, subtract(s, subtract(s, d, word_int(s, 1)), r), r);
    *rest = word_low_bits(s, *rest, word_width(s, d) - 1);
}

/* ---- choices and comparisons ---- */

word word_ite(word_store *s, lit condition, word a, word b)
{
    if (is_none(a, b)) return WORD_NONE;
    if (word_is_equal(a, b)) return a;
    if (lit_is_constant(condition)) return condition.id ? a : b;
    lit bits[WORD_MAX_WIDTH];
    uint32_t width = wider(s, a, b);
    for (uint32_t i = 0; i < width; i++) bits[i] = circuit_ite(s->c, condition, word_bit(s, a, i), word_bit(s, b, i));
    word choice = intern(s, bits, width, tag_of(s, a, b));
    int64_t numbers[2 * WORD_MAX_SET];
    size_t n = word_numbers(s, a, numbers), m = word_numbers(s, b, numbers + n);
    if (n && m) note_numbers(s, choice, numbers, n + m);
    word_info x = s->words.data[a.id], y = s->words.data[b.id];
    if (x.base.id && word_is_equal(x.base, y.base)) note_base(s, choice, x.base, word_ite(s, condition, x.delta, y.delta));
    return choice;
}

/* Both are few numbers, and none is the same. */
static bool are_apart(const word_store *s, word a, word b)
{
    int64_t x[WORD_MAX_SET], y[WORD_MAX_SET];
    size_t n = word_numbers(s, a, x), m = word_numbers(s, b, y);
    for (size_t i = 0, j = 0; i < n && j < m;) {
        if (x[i] == y[j]) return false;
        if (x[i] < y[j]) i++;
        else j++;
    }
    return n && m;
}

lit word_equals(word_store *s, word a, word b)
{
    if (word_is_equal(a, b)) return LIT_TRUE;
    word_info x = s->words.data[a.id], y = s->words.data[b.id];
    if (x.base.id && word_is_equal(x.base, y.base)) return word_equals(s, x.delta, y.delta);
    if (are_apart(s, a, b)) return LIT_FALSE;
    lit all = LIT_TRUE;
    for (uint32_t i = wider(s, a, b); i-- && !lit_is_equal(all, LIT_FALSE);)
        all = circuit_and(s->c, all, lit_not(circuit_xor(s->c, word_bit(s, a, i), word_bit(s, b, i))));
    return all;
}

lit word_is_less(word_store *s, word a, word b)
{
    word_info x = s->words.data[a.id], y = s->words.data[b.id];
    if (x.base.id && word_is_equal(x.base, y.base)) return word_is_less(s, x.delta, y.delta);
    if (x.n_set && y.n_set) {
        const int64_t *p = s->numbers.data + x.set, *q = s->numbers.data + y.set;
        if (p[x.n_set - 1] < q[0]) return LIT_TRUE;
        if (p[0] >= q[y.n_set - 1]) return LIT_FALSE;
    }
    uint32_t width = wider(s, a, b);
    lit less = LIT_FALSE;
    for (uint32_t i = 0; i < width; i++) {
        lit p = word_bit(s, a, i), q = word_bit(s, b, i);
        if (i + 1 == width) { /* the signs: the one that is set is below */
            lit t = p;
            p = q;
            q = t;
        }
        less = circuit_ite(s->c, circuit_xor(s->c, p, q), q, less);
    }
    return less;
}

word word_cut(word_store *s, word a, uint32_t width)
{
    if (word_is_none(a) || width >= word_width(s, a)) return a;
    assert(width > 0);
    word cut = intern(s, s->bits.data + s->words.data[a.id].first, width, tag_of(s, a, a));
    if (width < 64) note_same(s, cut, a, -((int64_t)1 << (width - 1)), ((int64_t)1 << (width - 1)) - 1);
    else note_same(s, cut, a, INT64_MIN, INT64_MAX);
    return cut;
}

word word_low_bits(word_store *s, word a, uint32_t width)
{
    if (word_is_none(a) || width + 1 > WORD_MAX_WIDTH) return WORD_NONE;
    lit bits[WORD_MAX_WIDTH];
    for (uint32_t i = 0; i < width; i++) bits[i] = word_bit(s, a, i);
    bits[width] = LIT_FALSE;
    word low = intern(s, bits, width + 1, tag_of(s, a, a));
    note_same(s, low, a, 0, width < 63 ? ((int64_t)1 << width) - 1 : INT64_MAX);
    return low;
}

word word_promised(word_store *s, word a, uint32_t width, bool is_natural)
{
    if (word_is_none(a)) return a;
    assert(width > 0 && width <= WORD_MAX_WIDTH);
    bool fits = word_width(s, a) <= width && (!is_natural || lit_is_equal(word_sign(s, a), LIT_FALSE));
    if (fits) return a;
    word_info x = s->words.data[a.id];
    if (x.n_set || word_is_wild(s, a) || x.base.id == a.id) return is_natural ? word_low_bits(s, a, width - 1) : word_cut(s, a, width);
    lit bits[WORD_MAX_WIDTH];
    for (uint32_t i = 0; i < width; i++) bits[i] = word_bit(s, a, i);
    if (is_natural) bits[width - 1] = LIT_FALSE;
    word cut = intern(s, bits, width, WORD_PROMISED);
    note_base(s, cut, x.base, x.delta);
    return cut;
}

void word_value(const word_store *s, word a, const u32_vec *values, rat *out)
{
    rat two, bit;
    rat_init(&two);
    rat_init(&bit);
    rat_set_int(&two, 2);
    rat_set_int(out, circuit_value(values, word_sign(s, a)) ? -1 : 0);
    for (uint32_t i = word_width(s, a); i--;) {
        rat_mul(out, out, &two);
        rat_set_int(&bit, circuit_value(values, word_bit(s, a, i)));
        rat_add(out, out, &bit);
    }
    rat_release(&two);
    rat_release(&bit);
}
