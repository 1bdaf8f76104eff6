// expect: safe; options: --check bounds,pointer
// A local variable that is never set: a replay gives it its value when its scope begins, and does not touch it before.
int main(int argc, char **argv)
{
    int *p = 0, sum = 0;
    (void)argv;
    for (int i = 0; i < 2; i++) {
        if (p && argc == 3)
            sum = *p;
        int unset[4];
        if (unset[1] == 77)
            p = &unset[2];
        if (p)
            sum = *p;
        p = 0;
    }
    return sum;
}
