// expect: unsafe line 6
/* read fails unsigned */
#define _GNU_SOURCE
#include <assert.h>
#include <unistd.h>
int main(void){char b[4];ssize_t n=read(0,b,4);size_t k=n;assert(k<=4);}
