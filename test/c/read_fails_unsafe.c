// expect: unsafe line 6
/* read fails */
#define _GNU_SOURCE
#include <assert.h>
#include <unistd.h>
int main(void){char b[4];assert(read(0,b,4)!=-1);}
