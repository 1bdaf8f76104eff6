#include "base/text.h"

#include "base/alloc.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void reserve(text *t, size_t extra)
{
    assert(!t->capacity || t->size < t->capacity); /* room for the NUL */
    if (t->size + extra + 1 <= t->capacity) return;
    t->capacity = (t->size + extra + 1) * 3 / 2 + 16;
    t->data = alloc_resize(t->data, t->capacity, 1);
}

void text_init(text *t)
{
    t->data = NULL;
    t->size = t->capacity = 0;
    reserve(t, 0);
    t->data[0] = 0;
}

void text_release(text *t)
{
    free(t->data);
    t->data = NULL;
    t->size = t->capacity = 0;
}

void text_clear(text *t)
{
    assert(t->data); /* initialised, and not taken */
    t->size = 0;
    t->data[0] = 0;
}

void text_add(text *t, const char *bytes, size_t length)
{
    if (!length) return;
    reserve(t, length);
    memcpy(t->data + t->size, bytes, length);
    t->size += length;
    t->data[t->size] = 0;
}

void text_adds(text *t, const char *string) { text_add(t, string, strlen(string)); }

void text_addc(text *t, char c) { text_add(t, &c, 1); }

void text_vprintf(text *t, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    assert(length >= 0);
    if (length > 0) {
        reserve(t, (size_t)length);
        vsnprintf(t->data + t->size, (size_t)length + 1, format, again);
        t->size += (size_t)length;
    }
    va_end(again);
}

void text_printf(text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    text_vprintf(t, format, args);
    va_end(args);
}

char *text_take(text *t)
{
    char *data = t->data;
    t->data = NULL;
    t->size = t->capacity = 0;
    return data;
}
