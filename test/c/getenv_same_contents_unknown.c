// expect: unknown
/* getenv same contents */
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void){char*a=getenv("X");char*b=getenv("X");if(a&&b)assert(!strcmp(a,b));else assert(!a&&!b);}
