// expect: unsafe line 6; options: --check bounds,pointer
int m[3][4];
int main(void) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j <= 4; j++)
            m[i][j] = i * j;
    return m[2][3];
}
