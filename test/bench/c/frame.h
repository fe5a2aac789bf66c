/* One line of JSON-RPC, padded to an exact size: the same bytes as frame.js makes. */
#ifndef FRAME_H
#define FRAME_H
#include <stdlib.h>
#include <string.h>

static const char FRAME_HEAD[] =
    "{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"s1\",\"update\":"
    "{\"sessionUpdate\":\"agent_message_chunk\",\"content\":{\"type\":\"text\",\"text\":\"";
static const char FRAME_TAIL[] = "\"}}}}\n";

/* Returns `count` frames of `size` bytes each, one after the other; NULL when `size` is too small or memory is short. */
static char *make_frames(size_t size, size_t count) {
  size_t head = sizeof FRAME_HEAD - 1, tail = sizeof FRAME_TAIL - 1;
  char *frames = size < head + tail ? NULL : malloc(size * count);
  if (frames == NULL) return NULL;
  for (size_t i = 0; i < count; i++) {
    char *frame = frames + i * size;
    memcpy(frame, FRAME_HEAD, head);
    memset(frame + head, 'x', size - head - tail);
    memcpy(frame + size - tail, FRAME_TAIL, tail);
  }
  return frames;
}
#endif
