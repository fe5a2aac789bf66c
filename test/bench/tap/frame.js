const HEAD =
  '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":' +
  '{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"';
const TAIL = '"}}}}\n';

/** One line of JSON-RPC of exactly `size` bytes: the same bytes as c/frame.h makes. */
export function frameOf(size) {
  const padding = size - HEAD.length - TAIL.length;
  if (padding < 0) throw new RangeError(`A frame has at least ${HEAD.length + TAIL.length} bytes, not ${size}.`);
  return Buffer.from(HEAD + 'x'.repeat(padding) + TAIL);
}
