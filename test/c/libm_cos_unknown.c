// expect: unknown
/* libm cos */
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>
#include <stdlib.h>
int main(void){volatile double x=16;assert(cos(0.0)==1.0);}
