// expect: unknown
/* srandom same sequence */
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
int main(void){srandom(7);long a=random();srandom(7);assert(a==random());}
