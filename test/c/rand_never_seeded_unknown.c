// expect: unknown
/* rand never seeded */
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
int main(void){assert(rand()!=0);}
