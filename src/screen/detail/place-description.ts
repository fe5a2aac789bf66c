import type { DescribedMessage, Description, Descriptions, DescribedStep } from '../../acp/places/descriptions.js';
import type { ProtocolVersion } from '../../acp/methods/protocol.js';
import type { Frame, OtherHalf } from '../../wire/frame.js';
import type { JsonIndex, JsonPath } from '../../wire/json/json-index.js';

/** A member that tells variants apart is looked for among this many first members. */
const LOOKED_MEMBERS = 64;
/** The protocol describes no deeper values. */
const DESCRIBED_LEVELS = 32;
/** Longer than any word that a schema lists, in bytes. */
const WORD_BYTES = 200;

/** A frame whose places are described. */
export interface DescribedFrame {
  readonly frame: Frame;
  readonly otherHalf: OtherHalf | undefined;
  readonly version: ProtocolVersion;
  readonly bytes: Uint8Array;
  readonly index: JsonIndex;
}

/** The schema's description of a place in a frame; undefined if there is none. */
export function describePlace(
  descriptions: Descriptions,
  described: DescribedFrame,
  path: JsonPath,
): Description | undefined {
  if (path.length > DESCRIBED_LEVELS) return undefined;
  const lines = linesTo(described.index, path);
  const isBatch = typeof path[0] === 'number';
  const message = messageOf(described, isBatch ? lines[1] : lines[0]);
  if (message === undefined) return undefined;
  const value = lines.at(-1);
  const steps = path
    .map((key, i): DescribedStep => ({ key, holder: { tag: (name) => textOf(described, lines[i], name) } }))
    .slice(isBatch ? 1 : 0);
  return descriptions.describe(message, steps, {
    text: value === undefined ? undefined : wordAt(described, value),
    tag: (name) => textOf(described, value, name),
  });
}

/** The lines of all values on a path, from the top. */
function linesTo(index: JsonIndex, path: JsonPath): (number | undefined)[] {
  return [...path, ''].map((_, i) => index.lineOf(path.slice(0, i)));
}

/** The kind of message that begins at a line. For a response, the method is that of its request. */
function messageOf(described: DescribedFrame, line: number | undefined): DescribedMessage | undefined {
  const { frame, otherHalf, version, index } = described;
  if (frame.stream === 'stderr' || line === undefined) return undefined;
  const method = textOf(described, line, 'method');
  const hasId = index.member(line, 'id', LOOKED_MEMBERS) !== undefined;
  if (method === undefined) return { version, kind: 'response', sender: frame.stream, method: otherHalf?.method };
  return { version, kind: hasId ? 'request' : 'notification', sender: frame.stream, method };
}

function textOf(described: DescribedFrame, line: number | undefined, name: string): string | undefined {
  if (line === undefined) return undefined;
  const member = described.index.member(line, name, LOOKED_MEMBERS);
  return member === undefined ? undefined : wordAt(described, member);
}

function wordAt({ index, bytes }: DescribedFrame, line: number): string | undefined {
  const { kind, valueFrom, valueTo } = index.line(line);
  if (kind !== 'string' || valueTo - valueFrom > WORD_BYTES) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(bytes.subarray(valueFrom, valueTo))) as string;
  } catch {
    return undefined;
  }
}
