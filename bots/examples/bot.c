/* A bot in C. Run it as: cc -o bot bot.c && ./bot SEED */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[70000];
static char actions[4096][128]; /* what `legal` has listed so far */

int main(int argc, char **argv) {
    long long seed = argc > 1 ? atoll(argv[1]) : 1;
    long long number = 0; /* of the decision that is asked for: the ID of `go` */
    int count = 0;
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = 0;
        if (strncmp(line, "ready", 5) == 0) {
            printf("hello 1 \"Example in C\"\n");
        } else if (strncmp(line, "go ", 3) == 0) {
            number = atoll(line + 3);
            count = 0;
            printf("legal\n");
        } else if (strncmp(line, "legal ", 6) == 0 && count < 4096) {
            snprintf(actions[count++], sizeof actions[0], "%.127s", line + 6);
        } else if (strncmp(line, "ok", 2) == 0 && count > 0) { /* the list is complete */
            long long h = (seed * 7919 + number * 104729) % 1000003;
            h = (h * h + number) % 1000003;
            printf("answer %lld %s\n", number, actions[h % count]);
            count = 0;
        } else if (strcmp(line, "bye") == 0) {
            break;
        }
        fflush(stdout);
    }
    return 0;
}
