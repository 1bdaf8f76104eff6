// expect: unsafe line 51
// fails with: stdin "snnnn"
#include <assert.h>
#include <stdio.h>

#define TRACKS 4

enum state { STOPPED, PLAYING, PAUSED, STATES };

typedef enum state (*handler)(int c);

static int track;               /* 0 .. TRACKS - 1 */

static enum state when_stopped(int c)
{
    return c == 's' ? PLAYING : STOPPED;
}

static enum state when_playing(int c)
{
    switch (c) {
    case 'p':
        return PAUSED;
    case 'n':
        track = track < TRACKS ? track + 1 : 0;
        return PLAYING;
    case 's':
        return STOPPED;
    default:
        return PLAYING;
    }
}

static enum state when_paused(int c)
{
    return c == 'p' ? PLAYING : c == 's' ? STOPPED : PAUSED;
}

/* A music player: s start/stop, p pause, n next track */
int main(void)
{
    static const handler handlers[STATES] = {
        when_stopped, when_playing, when_paused
    };
    enum state s = STOPPED;
    int c;

    while ((c = getchar()) != EOF) {
        s = handlers[s](c);
        assert(s < STATES);
        assert(track >= 0 && track < TRACKS);
    }
    printf("track %d\n", track);
    return 0;
}
