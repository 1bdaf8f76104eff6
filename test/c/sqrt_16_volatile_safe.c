// expect: safe
/* sqrt 16 volatile */
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>
int main(void){volatile double x=16;assert(sqrt(x)==4.0);}
