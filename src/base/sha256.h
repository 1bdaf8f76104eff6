#ifndef BASE_SHA256_H
#define BASE_SHA256_H

/* SHA-256 (FIPS 180-4), for telling which file a result is about. */

#include <stddef.h>

/* 64 hexadecimal digits and a NUL. */
void sha256_hex(const void *bytes, size_t length, char out[65]);

#endif
