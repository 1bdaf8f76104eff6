// expect: unknown
/* srand same sequence */
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
int main(void){srand(1);int a=rand();srand(1);assert(a==rand());}
