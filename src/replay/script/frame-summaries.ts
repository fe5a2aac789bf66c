import { objectOf, objectsOf, textOf } from '../../model/json-access.js';
import { readMessage, type Message, type SingleMessage } from '../../wire/message.js';
import { escapeUnsafe } from '../../wire/plain-text.js';
import type { FixturePlace } from '../divergence/divergence.js';
import { textOfFrame } from '../engine/live-frames.js';
import type { RecordedFrame } from './recorded.js';

/** How many characters of a text are shown: enough to tell it from others. */
const TEXT_LIMIT = 60;

/** Whether a summary names its session. It does not if the session is shown beside it. */
type Naming = 'with-session' | 'without-session';

/** A frame of the fixture, for people. */
export function placeOf(frame: RecordedFrame, naming: Naming = 'with-session'): FixturePlace {
  const text = textOfFrame(frame);
  const method = frame.said.length === 1 ? frame.said[0]?.method : undefined;
  const summary =
    frame.sender === 'stderr' ? 'a line of stderr' : summaryOf(readMessage(frame.bytes, text), method, naming);
  return { seq: frame.seq, line: frame.line, summary };
}

/**
 * A message in a few words.
 *
 * @param asked for a response: the method of its request
 */
export function summaryOf(message: Message, asked?: string, naming: Naming = 'with-session'): string {
  return message.kind === 'batch'
    ? `a batch of ${message.messages.map((entry) => single(entry, undefined, naming)).join(', ') || 'nothing'}`
    : single(message, asked, naming);
}

function single(message: SingleMessage, asked: string | undefined, naming: Naming): string {
  switch (message.kind) {
    case 'request':
    case 'notification':
      return named(message.method, message, naming);
    case 'response':
      return answer(message, asked);
    case 'malformed':
      return `a line that is not a message (${message.reason})`;
    default:
      return message satisfies never;
  }
}

function named(method: string, message: SingleMessage, naming: Naming): string {
  const params = message.kind === 'request' || message.kind === 'notification' ? objectOf(message.params) : undefined;
  const sessionId = textOf(params?.['sessionId']);
  const update = objectOf(params?.['update']);
  const words = [
    escapeUnsafe(method),
    textOf(update?.['sessionUpdate']),
    promptWords(params?.['prompt']),
    textOf(params?.['cwd']) && quoted(textOf(params?.['cwd']) ?? ''),
    sessionId === undefined || naming === 'without-session' ? undefined : `(session ${shortened(sessionId)})`,
  ];
  return words.filter((word) => word !== undefined && word !== '').join(' ');
}

function promptWords(prompt: unknown): string | undefined {
  const [first] = objectsOf(prompt as never);
  const text = textOf(first?.['text']);
  return text === undefined ? undefined : quoted(text);
}

function answer(message: SingleMessage & { kind: 'response' }, asked: string | undefined): string {
  const of =
    asked === undefined ? `the answer with id ${message.id ?? 'none'}` : `the answer to ${escapeUnsafe(asked)}`;
  if (!message.outcome.ok) return `${of}: an error`;
  const result = objectOf(message.outcome.result);
  const outcome = objectOf(result?.['outcome']);
  const said = textOf(outcome?.['optionId']) ?? textOf(outcome?.['outcome']) ?? textOf(result?.['stopReason']);
  return said === undefined ? of : `${of}: ${shortened(said)}`;
}

function quoted(text: string): string {
  return JSON.stringify(shortened(text));
}

function shortened(text: string): string {
  const line = escapeUnsafe(text.replaceAll(/\s+/g, ' '));
  return line.length > TEXT_LIMIT ? `${line.slice(0, TEXT_LIMIT)}...` : line;
}
