#include "domain/modular.h"

#include "base/alloc.h"
#include "base/vec.h"

#include <stdlib.h>

VEC_DECLARE(element_vec, uint64_t *);

void modular_init(modular *s, uint64_t modulus, size_t n)
{
    assert(modulus >= 2 && modulus <= MODULAR_MAX);
    *s = (modular){.modulus = modulus, .n = n, .rows = alloc_zeroed(n + 1, sizeof *s->rows)};
}

void modular_release(modular *s)
{
    for (size_t c = 0; c < s->n; c++) free(s->rows[c]);
    free(s->rows);
}

static uint64_t *copy(const modular *s, const uint64_t *element)
{
    uint64_t *made = alloc_zeroed(s->n + 1, sizeof *made);
    if (element) memcpy(made, element, s->n * sizeof *made);
    return made;
}

/* v + factor * w */
static void add_scaled(const modular *s, uint64_t *v, uint64_t factor, const uint64_t *w)
{
    for (size_t c = 0; c < s->n; c++) v[c] = (v[c] + factor * w[c]) % s->modulus;
}

static uint64_t minus(const modular *s, uint64_t factor) { return (s->modulus - factor % s->modulus) % s->modulus; }

/* The greatest common divisor g of a and b, and x with  x * b = g  modulo a. */
static uint64_t common_divisor(uint64_t a, uint64_t b, uint64_t modulus, uint64_t *x)
{
    uint64_t before = 0, now = 1; /* factors of b, modulo the modulus */
    while (b) {
        uint64_t q = a / b, rest = a % b, next = (before + q % modulus * (modulus - now)) % modulus;
        a = b;
        b = rest;
        before = now;
        now = next;
    }
    *x = before;
    return a;
}

/* The row of the column becomes one that begins with the common divisor of its entry and v's. What the old row and v have beyond it, and its own multiple that is 0
 * in the column, are left to be added. v is taken over. */
static void merge(modular *s, size_t c, uint64_t *v, element_vec *left)
{
    uint64_t *old = s->rows[c] ? s->rows[c] : copy(s, NULL), a = s->rows[c] ? old[c] : s->modulus, b = v[c], x;
    uint64_t g = common_divisor(a, b, s->modulus, &x);
    /* g = y * a + x * b, with y * a = g - x * b; a divides the modulus */
    uint64_t rest = (g + minus(s, x * b % s->modulus)) % s->modulus, y = rest / a;
    uint64_t *row = copy(s, NULL), *again = copy(s, NULL);
    add_scaled(s, row, y, old);
    add_scaled(s, row, x, v);
    assert(row[c] == g % s->modulus);
    add_scaled(s, again, s->modulus / g % s->modulus, row);
    add_scaled(s, old, minus(s, a / g), row);
    add_scaled(s, v, minus(s, b / g), row);
    s->rows[c] = row;
    element_vec_push(left, again);
    element_vec_push(left, old);
    element_vec_push(left, v);
}

static size_t first_entry(const modular *s, const uint64_t *v)
{
    size_t c = 0;
    while (c < s->n && !v[c]) c++;
    return c;
}

bool modular_add(modular *s, const uint64_t *element)
{
    bool is_new = false;
    element_vec left;
    element_vec_init(&left);
    element_vec_push(&left, copy(s, element));
    while (left.size) {
        uint64_t *v = element_vec_pop(&left);
        modular_reduce(s, v, s->n);
        size_t c = first_entry(s, v);
        if (c < s->n) {
            is_new = true;
            merge(s, c, v, &left);
        } else {
            free(v);
        }
    }
    element_vec_release(&left);
    return is_new;
}

void modular_reduce(const modular *s, uint64_t *element, size_t end)
{
    for (size_t c = 0; c < end; c++) {
        const uint64_t *row = s->rows[c];
        if (!element[c]) continue;
        if (!row || element[c] % row[c]) return;
        add_scaled(s, element, minus(s, element[c] / row[c]), row);
    }
}

bool modular_has(const modular *s, const uint64_t *element)
{
    uint64_t *rest = copy(s, element);
    modular_reduce(s, rest, s->n);
    bool found = first_entry(s, rest) == s->n;
    free(rest);
    return found;
}

void modular_drop(const modular *s, size_t k, modular *out)
{
    assert(k <= s->n);
    modular_init(out, s->modulus, s->n - k);
    for (size_t c = k; c < s->n; c++)
        if (s->rows[c]) out->rows[c - k] = copy(out, s->rows[c] + k);
}

/* Of pairs (x, x) with x in a and (y, 0) with y in b, those that begin with 0 end with elements of both. */
void modular_meet(const modular *a, const modular *b, modular *out)
{
    assert(a->modulus == b->modulus && a->n == b->n);
    modular pairs;
    modular_init(&pairs, a->modulus, 2 * a->n);
    uint64_t *pair = copy(&pairs, NULL);
    for (size_t c = 0; c < a->n; c++) {
        size_t size = a->n * sizeof *pair;
        if (a->rows[c]) {
            memcpy(pair, a->rows[c], size);
            memcpy(pair + a->n, a->rows[c], size);
            modular_add(&pairs, pair);
        }
        if (b->rows[c]) {
            memcpy(pair, b->rows[c], size);
            memset(pair + a->n, 0, size);
            modular_add(&pairs, pair);
        }
    }
    modular_drop(&pairs, a->n, out);
    modular_release(&pairs);
    free(pair);
}
