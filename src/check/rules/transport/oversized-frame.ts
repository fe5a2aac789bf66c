import { NO_MESSAGE } from '../../../model/observer.js';
import type { Context } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import { enumerated } from '../../engine/wording.js';
import { READERS } from './readers.js';

const KIB = 1024;
const MIB = KIB * KIB;

const MESSAGES = {
  large: 'the line has {size}: too large for {readers}',
  unread: 'the line has {size} and was not checked; it is too large for {readers}',
} as const;

export const oversizedFrame = defineRule({
  id: 'transport/oversized-frame',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'A line should not be larger than its readers take: 64 KiB for some, 32 MiB for the official SDK.',
  explanation:
    'The protocol has no limit, but readers have. Most close the connection at a longer line; if the line is in a ' +
    'history, the session cannot be loaded any more. docs/checking.md lists the limits of known readers, with their ' +
    'sources. Send large files and images as resource links, and long output in pieces.\n\n' +
    'A warning from 10 MiB on, where the first SDK refuses the line by default. Reported once a side for each limit ' +
    'that is exceeded.',
  spec: 'https://github.com/agentclientprotocol/typescript-sdk',
  messages: MESSAGES,
  on: ['line if odd-line', 'unread'],
  inspect(context) {
    const { line, lineMessage, unread } = context;
    if (lineMessage === NO_MESSAGE) for (const at of unread.lines) judge(context, at, 'large');
    else judge(context, line, line.bytes === undefined ? 'unread' : 'large');
  },
});

function judge(
  { step: { sender }, thresholds: { frameBytes }, report }: Context<typeof MESSAGES>,
  at: { readonly seq: number; readonly at: number; readonly sizeBytes: number },
  message: keyof typeof MESSAGES,
): void {
  // the smallest limit is the one that can be set
  const limits = READERS.map((reader, i) => ({ ...reader, bytes: i === 0 ? frameBytes : reader.bytes }));
  const refusing = limits.filter(({ bytes }) => at.sizeBytes > bytes);
  if (refusing.length === 0) return;
  const named = refusing.map(({ name, bytes }) => `${name} (${sizeOf(bytes)})`);
  const data = { size: sizeOf(at.sizeBytes), readers: enumerated(named) };
  const severity = refusing.some(({ isCurrentSdk }) => isCurrentSdk) ? 'warning' : 'info';
  report(message, { at, severity, data, once: `${sender} ${refusing.length}` });
}

function sizeOf(bytes: number): string {
  if (bytes < KIB) return `${bytes} bytes`;
  const [value, unit] = bytes < MIB ? [bytes / KIB, 'KiB'] : [bytes / MIB, 'MiB'];
  return `${value.toFixed(Number.isInteger(value) ? 0 : 1)} ${unit}`;
}
