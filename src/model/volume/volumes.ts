import { isJsonObject, type JsonObject, type JsonValue } from '../../wire/json-text.js';
import { dropOldest } from '../drop-oldest.js';
import { objectOf, textOf } from '../json-access.js';
import type { Session } from '../state/session.js';
import type { Step } from '../state/step.js';
import type { SessionVolume, TextMark, Volume, VolumeOf } from '../state/volume.js';
import { HASH_START, hashText } from '../turns/prompt-digest.js';
import { markOf, repeatedBytes } from './text-mark.js';

/** So many things of a session are remembered. */
const REMEMBERED = 1_000;
/** Different places of texts in one tool call; what stands in others counts as new. */
const MOST_PLACES = 16;
const DEEPEST = 20;
const CHUNK = '_chunk';

/** Members of a tool call that say what it does. Each update replaces them as a whole (spec: v1/tool-calls). */
const CALL_CONTENT = ['content', 'rawInput', 'rawOutput', '_meta'] as const;

/** Counts what a tool_call or tool_call_update says. */
export function noteCallVolume(session: Session, step: Step, update: JsonObject): void {
  const id = textOf(update['toolCallId']);
  if (id === undefined) return;
  const { volume } = session;
  const part = partOf(session, step, { of: 'tool-call', id });
  volume.message = undefined;
  for (const member of CALL_CONTENT) {
    const value = update[member];
    if (value !== undefined) noteReplaced(volume, part, value, hashText(member, HASH_START));
  }
  // what was sent last is no longer needed
  if (session.toolCalls.get(id)?.finished !== undefined) part.marks.clear();
}

/** Counts what is added to a tool call or terminal: it repeats nothing. */
export function noteAddedVolume(session: Session, step: Step, of: VolumeOf, added: JsonValue | undefined): void {
  const id = textOf(step.update?.[of === 'terminal' ? 'terminalId' : 'toolCallId']);
  if (id === undefined || added === undefined) return;
  const part = partOf(session, step, { of, id });
  for (const text of textsIn(added).values()) add(session.volume, part, text, 0);
}

/** Counts the whole output of a terminal, as the answer to terminal/output and terminal_update have it. */
export function noteTerminalVolume(session: Session, step: Step, id: string | undefined, output: JsonValue): void {
  if (id === undefined) return;
  noteReplaced(session.volume, partOf(session, step, { of: 'terminal', id }), output, HASH_START);
}

/** Counts a message or a chunk of one. A chunk repeats something only if it is the chunk before it and more. */
export function noteMessageVolume(session: Session, step: Step, update: JsonObject): void {
  const { volume } = session;
  const content = update['content'];
  const part = messageOf(session, step, textOf(update['messageId']));
  if (content === undefined) return;
  if (step.updateKind?.endsWith(CHUNK) !== true) {
    noteReplaced(volume, part, content, HASH_START);
    return;
  }
  const text = textOf(objectOf(content)?.['text']);
  if (text === undefined) {
    for (const other of textsIn(content).values()) add(volume, part, other, 0);
    return;
  }
  const before = part.marks.get(HASH_START);
  const isLonger = before !== undefined && text.length > before.length;
  part.marks.set(HASH_START, add(volume, part, text, isLonger ? repeatedBytes(text, before) : 0));
}

/** The message that an update belongs to: that with its id or, without one, the one that is being sent. */
function messageOf(session: Session, step: Step, id: string | undefined): Volume {
  const { volume } = session;
  const { updateKind = '', turn, isHistory } = step;
  const open = volume.message;
  if (
    open?.kind === updateKind &&
    open.id === id &&
    open.isHistory === isHistory &&
    (id !== undefined || open.turn === turn?.number)
  ) {
    return grown(volume, open.part, step);
  }
  const kind = updateKind.endsWith(CHUNK) ? updateKind.slice(0, -CHUNK.length) : updateKind;
  const name = `${kind} ${id ?? `at ${step.seq}`}`;
  const part = partOf(session, step, { of: 'message', id, name });
  volume.message = { kind: updateKind, id, turn: turn?.number, isHistory, part };
  return part;
}

/** What is sent; a message without an id has a name of its own. */
interface Named {
  readonly of: VolumeOf;
  readonly id: string | undefined;
  readonly name?: string;
}

function partOf(session: Session, step: Step, { of, id, name = id ?? '' }: Named): Volume {
  const { seq, at, isHistory } = step;
  const { volume } = session;
  const { parts } = volume;
  // what is told again when a session is loaded is not repeated
  const key = `${of} ${name}${isHistory ? ` in ${session.replay?.seq ?? session.restored?.seq ?? ''}` : ''}`;
  let part = parts.get(key);
  if (part === undefined) {
    const none = { frames: 0, lineBytes: 0, sentBytes: 0, newBytes: 0 };
    part = { of, id, seq, at, last: { seq, at }, ...none, marks: new Map() };
    parts.set(key, part);
    dropOldest(parts, REMEMBERED);
  }
  return grown(volume, part, step);
}

/** Counts one more frame. */
function grown(volume: SessionVolume, part: Volume, { seq, at, line, batch }: Step): Volume {
  volume.latest = part;
  part.last = { seq, at };
  part.frames += 1;
  part.lineBytes += batch === undefined ? line.sizeBytes : Math.round(line.sizeBytes / batch.messages.length);
  return part;
}

/** Counts a value that replaces the one before, text by text. */
function noteReplaced(volume: SessionVolume, part: Volume, value: JsonValue, place: number): void {
  for (const [at, text] of textsIn(value, place)) {
    const before = part.marks.get(at);
    const mark = add(volume, part, text, before === undefined ? 0 : repeatedBytes(text, before));
    if (before !== undefined || part.marks.size < MOST_PLACES) part.marks.set(at, mark);
  }
}

function add(volume: SessionVolume, part: Volume, text: string, repeated: number): TextMark {
  const mark = markOf(text);
  const fresh = Math.max(0, mark.bytes - repeated);
  part.sentBytes += mark.bytes;
  part.newBytes += fresh;
  volume.sentBytes += mark.bytes;
  volume.newBytes += fresh;
  return mark;
}

/** The texts in a value by their places. Elements of a list share one: what is added to the list is added to its text. */
function textsIn(value: JsonValue, place = HASH_START): Map<number, string> {
  const found = new Map<number, string>();
  collect(value, place, 0, found);
  return found;
}

function collect(value: JsonValue, place: number, depth: number, found: Map<number, string>): void {
  if (typeof value === 'string') {
    const known = found.get(place);
    found.set(place, known === undefined ? value : known + value);
  } else if (Array.isArray(value)) {
    if (depth > DEEPEST) return;
    for (const element of value as readonly JsonValue[]) collect(element, place, depth + 1, found);
  } else if (isJsonObject(value)) {
    if (depth > DEEPEST) return;
    for (const name of Object.keys(value)) collect(value[name] ?? null, hashText(name, place), depth + 1, found);
  }
}
