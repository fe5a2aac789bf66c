import { duplicateKeyIn, hasDuplicateKeys, type DuplicateKey } from '../../../wire/duplicate-keys.js';
import { elementSpans } from '../../../wire/json-text.js';
import type { Message } from '../../../wire/message.js';
import { brokenUtf8 } from '../../../wire/utf8.js';
import { NO_MESSAGE } from '../../../model/observer.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { isBlank as isEmpty } from './unread-lines.js';

const CARRIAGE_RETURN = 0x0d;
const BYTES_PER_MIB = 1024 * 1024;

export const invalidUtf8 = defineRule({
  id: 'transport/invalid-utf8',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'Every message is UTF-8.',
  explanation:
    'Readers that decode strictly refuse the whole line; others put a replacement character where text was, so that a ' +
    'file written from it differs. Usually the bytes of a file or of a terminal were passed through as they are, or a ' +
    'character was cut in two where output is shortened. Decode such bytes before they become a string; cut between ' +
    'characters. The whole line is looked at: how it was cut into chunks does not matter.',
  spec: 'v1/transports',
  messages: { byte: 'byte {offset} of the line (0x{byte}) is no UTF-8' },
  on: ['malformed'],
  inspect({ step, line, report }) {
    if (step.message.kind !== 'malformed' || step.message.reason !== 'invalid-utf8' || line.bytes === undefined) return;
    const broken = brokenUtf8(line.bytes);
    // a last line that ends within a character is cut, and that is all
    if (broken === undefined || (broken.isCutShort && !line.terminated)) return;
    const byte = (line.bytes[broken.offset] ?? 0).toString(16).padStart(2, '0');
    report('byte', { data: { offset: broken.offset, byte } });
  },
});

export const bom = defineRule({
  id: 'transport/bom',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'No byte-order mark stands before a message.',
  explanation:
    'JSON that is exchanged must not begin with U+FEFF (RFC 8259, section 8.1). Many parsers refuse the line, and with ' +
    'it usually initialize, the first one. Choose an encoding without a mark ("utf-8", not "utf-8-sig" or "UTF8" with ' +
    'a preamble). The mark is passed over here.',
  spec: 'https://www.rfc-editor.org/rfc/rfc8259#section-8.1',
  messages: { mark: 'the line begins with a byte-order mark (EF BB BF)' },
  on: ['line if odd-line'],
  inspect({ line: { bytes }, report }) {
    if (bytes?.[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) report('mark');
  },
});

export const blankLine = defineRule({
  id: 'transport/blank-line',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'Lines end with a newline alone, and none is empty.',
  explanation:
    'Readers skip empty lines and white space before the newline, the official SDK does; only messages belong on the ' +
    'stream all the same. Reported once for each side: the first empty line, and the first that ends with CR LF.',
  spec: 'v1/transports#stdio',
  messages: {
    blank: 'the line is empty',
    crlf: 'the line ends with CR LF instead of LF alone',
  },
  on: ['line if odd-line', 'unread'],
  inspect({ step: { sender }, line: { bytes }, lineMessage, unread, report }) {
    const isBlankLine = lineMessage.kind === 'malformed' && lineMessage.reason === 'blank';
    if (isBlankLine && bytes?.[0] !== 0xef) report('blank', { once: `${sender} blank` });
    if (!isBlankLine && bytes?.[bytes.length - 1] === CARRIAGE_RETURN) report('crlf', { once: `${sender} crlf` });
    if (lineMessage !== NO_MESSAGE || unread.isOneValue) return;
    const blank = unread.lines.find(isEmpty);
    if (blank !== undefined) report('blank', { at: blank, once: `${sender} blank` });
  },
});

export const oversizedFrame = defineRule({
  id: 'transport/oversized-frame',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'A line is no larger than what usual readers take: 32 MiB.',
  explanation:
    'The protocol knows no limit, but the official SDK refuses longer lines and closes the connection. Large files and ' +
    'images are better sent as a link to a resource, long output in pieces.',
  spec: 'https://github.com/agentclientprotocol/typescript-sdk',
  messages: {
    large: 'the line has {size}; the official SDK refuses more than {limit}',
    unread: 'the line has {size}; it was not looked at, and the official SDK refuses more than {limit}',
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

export const duplicateJsonKey = defineRule({
  id: 'transport/duplicate-json-key',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'The names in a JSON object are unique.',
  explanation:
    'Parsers disagree on what a name means that stands twice: most take the last value, some the first, some refuse ' +
    'the message. So the two sides may act on different ids or parameters. It happens where JSON is put together as ' +
    'text. Looked at are the message, its params or result, and the objects in them, not _meta or the data of an error.',
  spec: 'https://www.rfc-editor.org/rfc/rfc8259#section-4',
  messages: { twice: '{key} stands twice in {place}; most readers take the last one' },
  on: ['line'],
  inspect({ line: { bytes }, lineMessage, report }) {
    if (bytes === undefined) return;
    const found = duplicateIn(bytes, lineMessage);
    if (found === undefined) return;
    const place = found.path.length === 0 ? 'the message' : found.path.join('.');
    report('twice', { data: { key: quoted(found.key), place } });
  },
});

function duplicateIn(bytes: Uint8Array, message: Message): DuplicateKey | undefined {
  if (message.kind === 'batch') {
    const text = new TextDecoder().decode(bytes);
    for (const [start, end] of elementSpans(text)) {
      const found = duplicateKeyIn(text.slice(start, end));
      if (found !== undefined) return found;
    }
    return undefined;
  }
  const { json } = message;
  if (json === undefined || !hasDuplicateKeys(bytes, json)) return undefined;
  return duplicateKeyIn(new TextDecoder().decode(bytes));
}
