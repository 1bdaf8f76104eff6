// expect: unsafe line 2; options: --check bounds,pointer
void copy(char *to, const char *from) { while ((*to++ = *from++)) ; }
int main(void) {
    char a[3];
    copy(a, "abc");
    return a[0];
}
