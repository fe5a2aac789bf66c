import { NO_MESSAGE } from '../../../model/observer.js';
import { defineRule } from '../../engine/rule.js';

const BYTES_PER_MIB = 1024 * 1024;

export const oversizedFrame = defineRule({
  id: 'transport/oversized-frame',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'A line should not be larger than 32 MiB.',
  explanation:
    'The protocol has no limit, but the official SDK rejects longer lines and closes the connection. Send large ' +
    'files and images as resource links, and long output in pieces.',
  spec: 'https://github.com/agentclientprotocol/typescript-sdk',
  messages: {
    large: 'the line has {size}; the official SDK rejects lines above {limit}',
    unread: 'the line has {size} and was not checked; the official SDK rejects lines above {limit}',
  },
  on: ['line if odd-line', 'unread'],
  inspect({ line: { sizeBytes, bytes }, lineMessage, unread, thresholds: { frameBytes }, report }) {
    const limit = sizeOf(frameBytes);
    if (lineMessage === NO_MESSAGE) {
      for (const at of unread.lines)
        if (at.sizeBytes > frameBytes) report('large', { at, data: { size: sizeOf(at.sizeBytes), limit } });
    } else if (sizeBytes > frameBytes) {
      report(bytes === undefined ? 'unread' : 'large', { data: { size: sizeOf(sizeBytes), limit } });
    }
  },
});

function sizeOf(bytes: number): string {
  if (bytes < BYTES_PER_MIB) return `${bytes} bytes`;
  return `${(bytes / BYTES_PER_MIB).toFixed(bytes % BYTES_PER_MIB === 0 ? 0 : 2)} MiB`;
}
