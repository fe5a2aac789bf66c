import type { LiveMessage } from '../engine/live-message.js';
import type { Coverage, Divergence, FixturePlace } from './divergence.js';
import type { Match } from '../engine/matcher.js';
import type { ClientMessage, Output } from '../script/script.js';
import { placeOf, summaryOf } from '../script/frame-summaries.js';
import type { RecordedFrame } from '../script/recorded.js';

/** The progress of a replay. */
export interface Situation {
  /** Messages that have not come yet. */
  readonly awaited: readonly ClientMessage[];
  /** Those of them that may come now. */
  readonly allowed: readonly ClientMessage[];
  readonly last: ClientMessage | undefined;
  readonly coverage: Coverage;
}

/** How many of the messages that might have come are named. */
const NAMED = 5;
const TEXT_LIMIT = 2_000;

/** The divergence for a message that is not in the fixture, or has other content, or comes at the wrong time. */
export function divergenceOf(
  { message, text }: LiveMessage,
  match: Match & { isMatch: false },
  situation: Situation,
): Divergence {
  const { unanswered } = match;
  const asked = match.nearest?.kind === 'response' ? match.nearest.method : unanswered && methodOf(unanswered);
  const received = summaryOf(message, asked);
  const isAnswer = message.kind === 'response' && match.kind === 'unexpected';
  const isStray = isAnswer && match.nearest === undefined && unanswered === undefined;
  return {
    ...situationOf(situation),
    kind: isStray ? 'unasked-answer' : match.kind,
    message: begun(sentence(received, match, situation, isStray)),
    received,
    receivedText: text?.slice(0, TEXT_LIMIT),
    nearest: match.nearest && placeOf(match.nearest.frame),
    differences: match.differences,
    waiting: undefined,
  };
}

/**
 * The divergence for a request with the id of another one that has no answer yet: both would get the same answer. @param id the id as it is
 * spelled
 */
export function sharedIdOf({ message, text }: LiveMessage, id: string, situation: Situation): Divergence {
  const received = summaryOf(message);
  return {
    ...situationOf(situation),
    kind: 'id-in-use',
    message: begun(`${received} has the id ${id}, but an earlier request with that id has no answer yet.`),
    received,
    receivedText: text?.slice(0, TEXT_LIMIT),
  };
}

function sentence(
  received: string,
  { kind, nearest, differences, missing, unanswered }: Match & { isMatch: false },
  situation: Situation,
  isStray: boolean,
): string {
  const at = nearest === undefined ? '' : whereIs(placeOf(nearest.frame));
  switch (kind) {
    case 'different': {
      const [first] = differences;
      const more = differences.length > 1 ? ` and ${differences.length - 1} more` : '';
      return `${received} is not what was recorded${at}: ${first?.pointer === '' ? 'the line' : (first?.pointer ?? '')}${more} differ${differences.length > 1 ? '' : 's'}.`;
    }
    case 'too-early':
      return `${received} came too early: ${missing === undefined ? 'something else' : named(missing)} comes before it.`;
    case 'repeated':
      return `${received} came more often than recorded${at}. ${expectation(situation)}`;
    default:
      if (unanswered !== undefined)
        return `${received} came, but the recorded client never answered ${framed(unanswered)}.`;
      if (isStray) return `${received} came, but no request with that id is unanswered. ${expectation(situation)}`;
      if (missing !== undefined)
        return `${received} came before ${named(missing)}, and differs from what was recorded later${at}.`;
      return `${received} was not recorded${nearest === undefined ? '' : ' in this form'}. ${expectation(situation)}`;
  }
}

/** The method of a frame with a single message. */
function methodOf({ said }: RecordedFrame): string | undefined {
  return said.length === 1 ? said[0]?.method : undefined;
}

/** The divergence for a client that was silent for too long. @param held the agent's frame that waits */
export function silenceOf(situation: Situation, held: Output | undefined): Divergence {
  const [first] = situation.allowed;
  const awaited = first === undefined ? 'The client' : begun(named(first));
  const waiting = held && placeOf(held.frame);
  const who = waiting === undefined ? '' : ` ${begun(waiting.summary)}${whereIs(waiting)} waits for it.`;
  const last =
    situation.last === undefined ? 'There was no message before.' : `The last message was ${named(situation.last)}.`;
  return {
    ...situationOf(situation),
    kind: 'silence',
    message: `${awaited} did not come.${who} ${last}`,
    waiting,
  };
}

/** The divergence for a client that left too early. */
export function unusedOf(situation: Situation): Divergence {
  const { awaited } = situation;
  const [first] = awaited;
  const more = awaited.length > 1 ? ` and ${awaited.length - 1} more of its messages` : '';
  return {
    ...situationOf(situation),
    kind: 'unused',
    message: `The client left before ${first === undefined ? 'the end' : named(first)}${more} came.`,
    waiting: undefined,
  };
}

function situationOf({ allowed, coverage }: Situation) {
  return {
    received: undefined,
    receivedText: undefined,
    nearest: undefined,
    differences: [],
    waiting: undefined,
    expectedNext: allowed.slice(0, NAMED).map(({ frame }) => placeOf(frame)),
    coverage,
  } satisfies Partial<Divergence>;
}

function expectation({ allowed }: Situation): string {
  const [first] = allowed;
  return first === undefined ? 'Nothing more was recorded.' : `Expected next: ${named(first)}.`;
}

/** Capitalises a text that begins a sentence; the name of a method stays unchanged. */
function begun(text: string): string {
  return text.replace(/^(?:the|a) /, (article) => article.charAt(0).toUpperCase() + article.slice(1));
}

function named({ frame }: ClientMessage): string {
  return framed(frame);
}

function framed(frame: RecordedFrame): string {
  const place = placeOf(frame);
  return `${place.summary}${whereIs(place)}`;
}

function whereIs({ seq, line }: FixturePlace): string {
  return line === undefined ? ` (frame ${seq})` : ` (line ${line})`;
}
