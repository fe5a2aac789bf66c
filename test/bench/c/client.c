/*
 * The client of the round trip rows, over real pipes (an editor written in Rust or C uses pipes; Node uses socket pairs).
 *   client PINGS WARM_UP SIZE WAIT_MS command args...
 * Prints one JSON object in microseconds: p50, p95, worst. Same protocol and same waits as ping-client.js.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "frame.h"

struct peer {
  pid_t pid;
  int to, from;
};

static double now_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e6 + now.tv_nsec / 1e3;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void close_on_exec(int ends[2]) {
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
}

static struct peer start(char **command) {
  struct peer peer = {-1, -1, -1};
  int to[2], from[2];
  if (pipe(to) < 0 || pipe(from) < 0) return peer;
  close_on_exec(to);
  close_on_exec(from);
  peer.pid = fork();
  if (peer.pid == 0) {
    dup2(to[0], 0);
    dup2(from[1], 1);
    execvp(command[0], command);
    _exit(127);
  }
  close(to[0]);
  close(from[1]);
  peer.to = to[1];
  peer.from = from[0];
  return peer;
}

/* Sends `count` frames, each after the answer to the one before; the times go to `times_us` unless that is NULL. */
static void ping(struct peer peer, const char *frame, size_t size, long count, double *times_us) {
  static char answer[65536];
  for (long i = 0; i < count; i++) {
    double sent = now_us();
    if (write(peer.to, frame, size) != (ssize_t)size) goto gone;
    for (size_t got = 0; got < size;) {
      ssize_t more = read(peer.from, answer, sizeof answer);
      if (more <= 0) goto gone;
      got += (size_t)more;
    }
    if (times_us != NULL) times_us[i] = now_us() - sent;
  }
  return;
gone:
  fprintf(stderr, "the other side closed before the last answer\n");
  exit(1);
}

int main(int argc, char **argv) {
  if (argc < 6) return 2;
  long pings = atol(argv[1]), warm_up = atol(argv[2]), size = atol(argv[3]), wait_ms = atol(argv[4]);
  struct timespec wait = {wait_ms / 1000, (wait_ms % 1000) * 1000000};
  char *frame = make_frames((size_t)size, 1);
  double *times_us = calloc((size_t)pings, sizeof(double));
  struct peer peer = start(argv + 5);
  if (frame == NULL || times_us == NULL || peer.pid < 0) return 1;
  ping(peer, frame, (size_t)size, warm_up, NULL);
  nanosleep(&wait, NULL);
  ping(peer, frame, (size_t)size, warm_up, NULL);
  ping(peer, frame, (size_t)size, pings, times_us);
  close(peer.to);
  waitpid(peer.pid, NULL, 0);
  qsort(times_us, (size_t)pings, sizeof(double), ascending);
  printf("{\"p50\":%.2f,\"p95\":%.2f,\"worst\":%.2f}\n", times_us[pings / 2], times_us[pings * 95 / 100],
         times_us[pings - 1]);
  return 0;
}
