/*
 * The agent of the bench, as fast as one can be.
 *   agent echo                 sends back what comes in, until the end of its input
 *   agent stream COUNT SIZE    waits for the client's first bytes, then sends COUNT frames of SIZE bytes
 * With BENCH_EXIT_STAMP=FILE it writes the monotonic clock (ns) into FILE as its last act.
 */
#include <errno.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>
#include "frame.h"

static char input[65536];

static int write_all(const char *bytes, size_t left) {
  while (left > 0) {
    ssize_t written = write(1, bytes, left);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return -1;
    bytes += written;
    left -= (size_t)written;
  }
  return 0;
}

static void echo(void) {
  ssize_t got;
  while ((got = read(0, input, sizeof input)) > 0)
    if (write_all(input, (size_t)got) < 0) return;
}

static int stream(long count, size_t size) {
  long block = size < 65536 ? (long)(65536 / size) : 1;
  char *frames = make_frames(size, (size_t)block);
  if (frames == NULL || read(0, input, sizeof input) <= 0) return 3;
  for (long left = count; left > 0; left -= block)
    if (write_all(frames, size * (size_t)(left < block ? left : block)) < 0) return 3;
  while (read(0, input, sizeof input) > 0) continue;
  return 0;
}

static void stamp_exit(void) {
  const char *path = getenv("BENCH_EXIT_STAMP");
  FILE *file = path == NULL ? NULL : fopen(path, "w");
  if (file == NULL) return;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  fprintf(file, "%lld", (long long)now.tv_sec * 1000000000LL + now.tv_nsec);
  fclose(file);
}

int main(int argc, char **argv) {
  int code = 2;
  if (argc == 2 && strcmp(argv[1], "echo") == 0) {
    echo();
    code = 0;
  } else if (argc == 4 && strcmp(argv[1], "stream") == 0) {
    code = stream(atol(argv[2]), (size_t)atol(argv[3]));
  }
  stamp_exit();
  _exit(code);
}
