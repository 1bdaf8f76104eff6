// expect: safe; options: --check bounds
#include <ctype.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int c = getchar();
    char first = argv[0][0];
    return isalpha(c) || isdigit(first) || ispunct((unsigned char)first) || toupper(argc) == 3;
}
