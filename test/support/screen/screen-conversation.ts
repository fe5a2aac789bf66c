import { Descriptions } from '../../../src/acp/places/descriptions.js';
import { envelopeOf } from '../../../src/acp/methods/envelope.js';
import { Checker } from '../../../src/check/engine/checker.js';
import { RULES } from '../../../src/check/rules/index.js';
import type { Violation } from '../../../src/check/engine/violation.js';
import { Observer } from '../../../src/model/observer.js';
import { TranscriptReader } from '../../../src/model/transcript/transcript-reader.js';
import type { TranscriptTurn } from '../../../src/model/transcript/transcript.js';
import { loadSdkSchemas } from '../../../src/tasks/protocol/sdk-schemas.js';
import type { DetailKnowledge } from '../../../src/screen/detail/detail-view.js';
import type { Conversation } from '../../../src/screen/frame/conversation.js';
import { Marks } from '../../../src/screen/violations/marks.js';
import type { OtherHalf, TimelineEntry } from '../../../src/wire/frame.js';
import { readMessage } from '../../../src/wire/message.js';
import { fakeConversation } from './fake-conversation.js';
import { tell, type Observed } from '../conversations/observing.js';
import { PROTOCOL } from '../checking/rule-examples.js';

/** A conversation in memory, checked by all rules, as views of the screen read it. */
export function screenConversation(observed: readonly Observed[]): Conversation {
  const entries = observed.map(entryOf);
  const violations = violationsOf(observed);
  const marks = new Marks();
  for (const { seq, severity } of violations) marks.add(seq, severity);
  return fakeConversation(
    { marks, violations },
    {
      entries: entries.length,
      entry: (seq) => entries[seq],
      otherHalf: (frame) => otherHalfOf(entries, frame),
      bytes: (frame) => frame.head,
    },
  );
}

/** What a view of details needs to know beside it. */
export function detailKnowledge(observed: readonly Observed[]): DetailKnowledge {
  return {
    version: 1,
    descriptions: new Descriptions(loadSdkSchemas()),
    rule: (id) => RULES.find((rule) => rule.id === id),
    turnAt: (seq) => {
      let turn: TranscriptTurn | undefined;
      return {
        get turn() {
          return turn;
        },
        step: () => {
          turn = turnAt(observed, seq);
          return false;
        },
      };
    },
  };
}

/** The turn that the last of some frames is in. */
function turnAt(observed: readonly Observed[], seq: number): TranscriptTurn | undefined {
  const turns: TranscriptTurn[] = [];
  const observer = new Observer([new TranscriptReader((turn) => void turns.push(turn))]);
  tell(observer, observed.slice(0, seq + 1));
  observer.end();
  return turns.findLast(({ items }) => items.length > 0);
}

function violationsOf(observed: readonly Observed[]): Violation[] {
  const found: Violation[] = [];
  const checker = new Checker({ protocol: PROTOCOL, rules: RULES, onViolation: (violation) => found.push(violation) });
  tell(checker, observed);
  checker.end();
  return found.sort((a, b) => a.seq - b.seq);
}

function entryOf(observed: Observed, seq: number): TimelineEntry {
  if (observed.type === 'event') return { ...observed, seq };
  const { sender, terminated, atNs, bytes = new Uint8Array() } = observed;
  const envelope = envelopeOf(readMessage(bytes));
  const times = { firstNs: atNs, lastNs: atNs };
  return { type: 'frame', seq, stream: sender, terminated, ...times, sizeBytes: bytes.length, head: bytes, envelope };
}

function otherHalfOf(entries: readonly TimelineEntry[], entry: TimelineEntry): OtherHalf | undefined {
  if (entry.type === 'event' || entry.envelope?.id === undefined) return undefined;
  const { stream, envelope } = entry;
  const wanted = envelope.kind === 'response' ? 'request' : 'response';
  const other = entries.find(
    (each) =>
      each.type === 'frame' &&
      each.stream !== stream &&
      each.envelope?.kind === wanted &&
      each.envelope.id === envelope.id,
  );
  if (other?.type !== 'frame') return undefined;
  return { seq: other.seq, lastNs: other.lastNs, method: other.envelope?.method };
}
