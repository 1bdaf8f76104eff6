// expect: unknown
/* fopen directory */
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
int main(int c,char**v){if(c<2)return 0;FILE*f=fopen(v[1],"r");if(!f)return 0;int ch=fgetc(f);assert(ch!=EOF||feof(f));}
