#include "driver.h"

#include <arpa/inet.h>

EXACT(htonl) { see(f((uint32_t)any_int())); }
EXACT(ntohl) { see(f((uint32_t)any_int())); }
EXACT(htons) { see(f((uint16_t)any_int())); }
EXACT(ntohs) { see(f((uint16_t)any_int())); }
