// expect: safe
/* libm lround */
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>
#include <stdlib.h>
int main(void){volatile double x=16;assert(lround(x)==16);}
