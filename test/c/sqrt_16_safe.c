// expect: safe
/* sqrt 16 */
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>
int main(void){double x=16;assert(sqrt(x)==4.0);}
