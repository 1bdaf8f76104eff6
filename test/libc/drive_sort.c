#include "driver.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

/* Elements of any size, of which the first byte is the key. */
static int by_first_byte(const void *a, const void *b)
{
    int x = *(const unsigned char *)a, y = *(const unsigned char *)b;
    return x < y ? -1 : x > y;
}

static int by_first_byte_with(const void *a, const void *b, void *sign) { return *(const int *)sign * by_first_byte(a, b); }

static size_t any_element_size(void)
{
    static const size_t sizes[] = {1, 2, 4, 8, 3, 12, 16};
    return sizes[any_between(0, 6)];
}

/* The real one is stable here, and so is the model that is given no other choice. */
CONTRACT(qsort)
{
    size_t n = (size_t)any_between(0, 10), size = any_element_size();
    char *elements = any_bytes(n * size);
    choose_always(0);
    f(elements, n, size, by_first_byte);
}

CONTRACT(qsort_r)
{
    size_t n = (size_t)any_between(0, 10), size = any_element_size();
    char *elements = any_bytes(n * size);
    int sign = any_bool() ? 1 : -1;
    choose_always(0);
    f(elements, n, size, by_first_byte_with, &sign);
}

EXACT(bsearch)
{
    size_t n = (size_t)any_between(0, 10), size = any_element_size();
    char *elements = any_bytes(n * size);
    qsort(elements, n, size, by_first_byte);
    char key = (char)any_byte();
    see_pointer(f(&key, elements, n, size, by_first_byte));
}

static size_t *copy_of_size(size_t n) { return copy_of_bytes(&n, sizeof n); }

EXACT(lfind)
{
    size_t n = (size_t)any_between(0, 10), size = any_element_size(), *count = copy_of_size(n);
    char key = (char)any_byte(), *elements = any_bytes(n * size);
    see_pointer(f(&key, elements, count, size, by_first_byte));
}

EXACT(lsearch)
{
    size_t n = (size_t)any_between(0, 10), size = any_element_size(), *count = copy_of_size(n);
    char *key = any_bytes(size), *elements = any_bytes((n + 1) * size);
    see_pointer(f(key, elements, count, size, by_first_byte));
}
