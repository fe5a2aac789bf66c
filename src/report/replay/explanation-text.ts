import type { ExplainedId, ExplainedRoot } from '../../replay/explain/explained-bindings.js';
import type { ExplainedFrame, ExplainedSession, Explanation } from '../../replay/explain/explain.js';
import type { FixturePlace } from '../../replay/divergence/divergence.js';
import type { FixtureRules } from '../../replay/script/rules-of-fixture.js';
import type { OwnEnding } from '../../replay/script/script.js';
import type { UnfollowedPath } from '../../replay/explain/unfollowed-paths.js';
import type { Wait } from '../../replay/script/waits.js';
import { escapeUnsafe } from '../../wire/plain-text.js';
import { formatCount } from '../quantities.js';
import { lineOf, Table, type Column } from '../table.js';

/** How many of a kind are named one by one. */
const NAMED = 20;

const COLUMNS: readonly Column<ExplainedFrame>[] = [
  { title: 'line', text: ({ place }) => String(place.line ?? place.seq), align: 'right', width: [4, 9] },
  { title: 'from', text: ({ sender }) => sender, align: 'left', width: [6, 6] },
  { title: 'session', text: sessionText, align: 'left', width: [7, 12] },
  { title: 'frame', text: ({ place }) => place.summary, align: 'left', width: [20, 60] },
  {
    title: 'waits for',
    text: ({ waits }) => waits.map(waitText).join('; ') || 'nothing',
    align: 'left',
    width: [20, 0],
  },
];

/**
 * How a fixture will be replayed, as lines for people. Long lines are not cut.
 *
 * @param rules the values that this fixture excludes from comparison
 */
export function explanationText(explanation: Explanation, rules: FixtureRules): string[] {
  const table = new Table(COLUMNS, Infinity);
  table.measure(explanation.frames);
  const { bindings } = explanation;
  return [
    lineOf(table.titles()),
    ...explanation.frames.map((frame) => lineOf(table.row(frame))),
    '',
    LEGEND,
    ...section(
      'sessions',
      explanation.sessions.map((session) => sessionLine(session, bindings.ids)),
    ),
    ...section('directories', bindings.roots.map(rootLine)),
    ...section('ids', idLines(explanation)),
    ...section('not compared', ignoredLines(rules)),
    ...section('never answered', explanation.unanswered.map(placeText)),
    ...section('paths that are not translated', named(bindings.unfollowed.map(unfollowedLine))),
    ...section('end', [endText(explanation.ending)]),
  ];
}

const LEGEND =
  '* drives its session: everything that the agent sent later in that session waits for it. ' +
  'A number in brackets: a frame of that session that does not keep its order.';

function sessionText({ session, sender, drives, isInLane }: ExplainedFrame): string {
  const number = session === undefined ? '' : String(session);
  if (sender === 'client') return drives ? `${number}*` : number;
  return isInLane || number === '' ? number : `(${number})`;
}

function waitText(wait: Wait): string {
  switch (wait.type) {
    case 'message':
      return at(wait.place);
    case 'frame':
      return `${at(wait.place)} of the agent`;
    case 'all':
      return wait.count === 1 ? at(wait.upTo) : `${at(wait.upTo)} and every client message before it`;
    case 'drivers': {
      const { count, upTo, session, leftOut } = wait;
      const but =
        leftOut === 0
          ? ''
          : `, except for ${leftOut === 1 ? 'a response' : `${leftOut} responses`} it need not wait for`;
      return count === 1 ? `${at(upTo)}${but}` : `${at(upTo)} and each * of session ${session} before it${but}`;
    }
    case 'session':
      return wait.count === 1
        ? at(wait.upTo)
        : `${at(wait.upTo)} and every client message of session ${wait.session} before it`;
    default:
      return wait satisfies never;
  }
}

function at({ line, seq }: FixturePlace): string {
  return line === undefined ? `frame ${seq}` : `line ${line}`;
}

function placeText(place: FixturePlace): string {
  return `${at(place)}: ${place.summary}`;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
}

function named(lines: readonly string[]): string[] {
  return lines.length <= NAMED ? [...lines] : [...lines.slice(0, NAMED), `and ${lines.length - NAMED} more`];
}

function sessionLine({ number, recorded, opener, frames }: ExplainedSession, ids: readonly ExplainedId[]): string {
  const id = ids.find((each) => each.kind === 'session' && each.recorded === recorded);
  const origin =
    opener === undefined
      ? 'not opened in the fixture'
      : `opened by ${at(opener)} (${opener.summary.split(' ')[0] ?? ''})`;
  const counts = `${formatCount(frames.client, 'client frame')}, ${formatCount(frames.agent, 'agent frame')}`;
  return `${number}: ${quoted(recorded)}, ${origin}; ${id === undefined ? '' : `${idFate(id)}; `}frames: ${counts}`;
}

function idFate({ isBound, mintedBy, first }: ExplainedId): string {
  const whose = `the ${mintedBy}'s, first at ${at(first)}`;
  if (isBound) return `${whose}: replaced with the live client's`;
  return mintedBy === 'agent' ? `${whose}: sent as recorded` : `${whose}: the live client must send the same`;
}

function rootLine({ recorded, sessions, first, places }: ExplainedRoot): string {
  const whose = sessions.length === 0 ? 'no session' : `session ${sessions.join(', ')}`;
  const found = `found in ${formatCount(places.agent, 'place')} in the agent's frames, ${formatCount(places.client, 'place')} in the client's`;
  return `${quoted(recorded)}, of ${whose}, first at ${at(first)}: replaced with the live client's; ${found}`;
}

function idLines({ bindings }: Explanation): string[] {
  const { requests, ids } = bindings;
  const others = ids.filter(({ kind }) => kind !== 'session');
  const bound = others.filter(({ isBound }) => isBound);
  const kept = new Map<string, number>();
  for (const { kind, isBound, mintedBy } of others) {
    const name = `the ${mintedBy}: ${kind}`;
    if (!isBound) kept.set(name, (kept.get(name) ?? 0) + 1);
  }
  return [
    `${formatCount(requests.client, 'client request')}: answered with the live client's id`,
    `${formatCount(requests.agent, 'agent request')}: sent with the recorded id`,
    ...named(
      bound.map(
        ({ kind, recorded, first }) =>
          `${kind} ${quoted(recorded)}, the client's, first at ${at(first)}: replaced with the live client's`,
      ),
    ),
    ...Array.from(kept, ([name, count]) => `${formatCount(count, 'id')} of ${name}: as recorded`),
  ];
}

function ignoredLines({ ignore, patterns }: FixtureRules): string[] {
  return [
    '_meta anywhere, and the name and version of the client in initialize; additional capabilities are not a difference',
    ...ignore.map((pointer) => escapeUnsafe(pointer)),
    ...patterns.map(({ pointer, text }) => `${escapeUnsafe(pointer)}, if both match ${escapeUnsafe(text)}`),
  ];
}

function unfollowedLine({ kind, path, count, first }: UnfollowedPath): string {
  const times = count === 1 ? 'once' : `${count} times`;
  const where = `${times}, first at ${at(first)}`;
  switch (kind) {
    case 'split':
      return `${quoted(path)} split between two chunks of a text: ${where}`;
    case 'symlink':
      return `${quoted(path)} in another spelling, such as with symbolic links resolved: ${where}`;
    case 'other':
      return `below ${quoted(path)}, which is not a folder of the session: ${where}`;
    default:
      return kind satisfies never;
  }
}

function endText(ending: OwnEnding | undefined): string {
  if (ending === undefined) return 'when the client leaves';
  const { clientMessages, exit } = ending;
  const when = `after ${formatCount(clientMessages, 'client message')}`;
  if (exit === undefined) return `the agent closes its stdout by itself, ${when}`;
  return `the agent ends by itself, ${when}, ${'code' in exit ? `with code ${exit.code}` : `by ${exit.signal}`}`;
}

function quoted(text: string): string {
  return escapeUnsafe(JSON.stringify(text));
}
