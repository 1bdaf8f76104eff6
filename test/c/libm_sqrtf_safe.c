// expect: safe
/* libm sqrtf */
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>
#include <stdlib.h>
int main(void){volatile double x=16;assert(sqrtf(16.0f)==4.0f);}
