// expect: unsafe line 7; options: --check bounds
extern void *memcpy(void *, const void *, unsigned long);

int main(void)
{
    char from[8] = {0}, to[6];
    memcpy(to, from, 8);
    return to[0];
}
