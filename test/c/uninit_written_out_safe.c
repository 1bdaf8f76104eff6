// expect: safe; options: --check uninit
#include <stdio.h>

int main(void)
{
    return fwrite("text", 1, 4, stdout) != 4;
}
