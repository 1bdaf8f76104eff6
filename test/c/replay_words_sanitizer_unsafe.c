// expect: unsafe line 10; options: --check bounds
#include <stdio.h>

int main(int argc, char **argv)
{
    int items[4] = {0};
    fprintf(stderr, "==1==ERROR: AddressSanitizer: heap-buffer-overflow\n    #0 in main replay_words_sanitizer_unsafe.c:1\n");
    fclose(stderr);
    if (argc > 4) return 0;
    items[argc] = 1;
    return items[0];
}
