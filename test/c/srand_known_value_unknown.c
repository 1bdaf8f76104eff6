// expect: unknown
/* srand known value */
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
int main(void){srand(1);assert(rand()==1804289383);}
