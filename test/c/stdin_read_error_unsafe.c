// expect: unsafe line 6
/* stdin read error */
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
int main(void){getchar();assert(!ferror(stdin));}
