// expect: unknown
/* getenv twice */
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
int main(void){assert(getenv("HOME")==getenv("HOME"));}
