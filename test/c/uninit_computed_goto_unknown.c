// expect: unknown; options: --check uninit
/* The label of a computed goto depends on a variable that was not always set. */
int main(int argc, char **argv)
{
    (void)argv;
    void *label;
    if (argc > 5) label = &&one;
    goto *label;
one:
    return 1;
two:
    label = &&two;
    return 0;
}
