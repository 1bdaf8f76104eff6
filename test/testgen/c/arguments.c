// expect: complete; unreachable: 8
int main(int argc, char **argv)
{
    if (argc == 3) {
        if (argv[1][0] == '-' && argv[1][1] == 'x') return 1;
        if (argv[2][0] == 'y') return 2;
    }
    if (argc < 0)
        return 3;
    return 0;
}
