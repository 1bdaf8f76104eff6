// expect: safe; options: --check bounds
/* Which row is chosen, and what is stored there, are at different columns of a line that has other accesses, too. */
#include <stdio.h>

static char board[3][3];

int main(void)
{
    int c = getchar();
    if (c < '1' || c > '9') return 1;
    int row = (c - '1') / 3, column = (c - '1') % 3;
    if (row < 3 && board[row][column] != 0) return 1;
    board[row][column] = board[column][1] + 'x';
    return board[0][0];
}
