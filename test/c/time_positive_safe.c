// expect: safe
/* time positive */
#define _GNU_SOURCE
#include <assert.h>
#include <time.h>
int main(void){assert(time(0)>0);}
