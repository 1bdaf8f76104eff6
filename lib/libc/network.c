/* Bytes in the order of the network: the machine's, reversed. */

#include "latch.h"

#include <arpa/inet.h>

LATCH_LIBRARY uint16_t htons(uint16_t n) { return (uint16_t)(n / 256 + n % 256 * 256); }
LATCH_LIBRARY uint16_t ntohs(uint16_t n) { return htons(n); }

LATCH_LIBRARY uint32_t htonl(uint32_t n)
{
    uint32_t first = n % 256, second = n / 256 % 256, third = n / 65536 % 256, last = n / 16777216;
    return first * 16777216 + second * 65536 + third * 256 + last;
}

LATCH_LIBRARY uint32_t ntohl(uint32_t n) { return htonl(n); }
