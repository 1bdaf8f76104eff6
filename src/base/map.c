#include "base/map.h"

uint64_t map_hash_bytes(const void *bytes, size_t length)
{
    const unsigned char *p = bytes;
    uint64_t h = 0xcbf29ce484222325ULL ^ length;
    for (; length >= 8; length -= 8, p += 8) {
        uint64_t word;
        memcpy(&word, p, 8);
        h = map_hash_mix(h, word);
    }
    for (; length; length--, p++) h = (h ^ *p) * 0x100000001b3ULL;
    return map_hash_u64(h);
}
