import type { Alteration, JudgedRestore, Place, ReplayFault } from '../../compare/fidelity/judge-restores.js';
import { FAULT_KINDS } from '../../compare/fidelity/told-kinds.js';
import { jsonBeginning } from '../../wire/json-beginning.js';
import type { JsonValue } from '../../wire/json-text.js';
import { escapeUnsafe } from '../../wire/plain-text.js';
import { formatCount } from '../quantities.js';
import { faultSummary } from './fidelity-json.js';

/** A line of the report, safe to show. */
export interface FidelityLine {
  readonly text: string;
  readonly style: 'title' | 'summary' | 'live' | 'replayed' | 'note';
}

/** A longer value is cut, around what differs; nor are more changes of one thing shown. */
const VALUE_CHARACTERS = 160;
const CONTEXT_CHARACTERS = 30;
const SHOWN_CHANGES = 8;

/** The report for people: `-` is what was live, `+` what was replayed. */
export function* fidelityLines(restores: readonly JudgedRestore[]): Generator<FidelityLine> {
  for (const restore of restores) yield* restoreLines(restore);
  yield { text: countText(restores), style: 'title' };
}

function* restoreLines(restore: JudgedRestore): Generator<FidelityLine> {
  const { conversation, sessionId, method, seq, endSeq, liveIn, live, replayed, isPartlyKnown, faults } = restore;
  const frames = framesText(seq, endSeq);
  yield { text: escapeUnsafe(`${conversation}: ${method} of ${sessionId}, ${frames}`), style: 'title' };
  const note = noteOf(restore);
  if (note !== undefined) {
    yield { text: escapeUnsafe(`  ${note}`), style: 'note' };
    return;
  }
  const where = liveIn.length === 0 ? '' : ` in ${liveIn.join(', ')}`;
  yield { text: escapeUnsafe(`  ${live} live${where}; ${replayed} replayed`), style: 'note' };
  if (isPartlyKnown) {
    yield { text: '  not recorded from its beginning: what was replayed more is not listed', style: 'note' };
  }
  for (const fault of faults) yield* faultLines(fault);
}

function noteOf({ because, error = '' }: JudgedRestore): string | undefined {
  switch (because) {
    case 'refused':
      return `not compared: the agent refused it: ${error}`;
    case 'no-replay-asked':
      return 'not compared: no replay was asked for';
    case 'not-recorded-live':
      return 'not compared: the session was not recorded before';
    case undefined:
      return undefined;
    default:
      return because satisfies never;
  }
}

function* faultLines(fault: ReplayFault): Generator<FidelityLine> {
  const { kind, live, replayed, alterations } = fault;
  yield { text: escapeUnsafe(`${kind}: ${faultSummary(fault)}`), style: 'summary' };
  if (live !== undefined) yield { text: `  - live      ${placeText(live)}`, style: 'live' };
  if (replayed !== undefined) yield { text: `  + replayed  ${placeText(replayed)}`, style: 'replayed' };
  for (const alteration of alterations.slice(0, SHOWN_CHANGES)) yield* alterationLines(alteration);
  const more = alterations.length - SHOWN_CHANGES;
  if (more > 0) yield { text: `    ... ${formatCount(more, 'more change')}, see --json`, style: 'note' };
}

function* alterationLines({ path, live, replayed, pieces }: Alteration): Generator<FidelityLine> {
  const own = (side: 'a' | 'b') =>
    pieces
      ?.filter(({ only }) => only === undefined || only === side)
      .map(({ text, only }) => (only === undefined ? around(text) : text))
      .join('');
  yield { text: `    - ${escapeUnsafe(path)}  ${valueText(own('a') ?? live)}`, style: 'live' };
  if (replayed !== undefined) {
    yield { text: `    + ${escapeUnsafe(path)}  ${valueText(own('b') ?? replayed)}`, style: 'replayed' };
  }
}

/** Of what both have only what stands next to what differs. */
function around(text: string): string {
  if (text.length <= 2 * CONTEXT_CHARACTERS) return text;
  return `${text.slice(0, CONTEXT_CHARACTERS)}...${text.slice(-CONTEXT_CHARACTERS)}`;
}

function valueText(value: JsonValue): string {
  const text = jsonBeginning(value, VALUE_CHARACTERS + 1);
  return escapeUnsafe(text.length <= VALUE_CHARACTERS ? text : `${text.slice(0, VALUE_CHARACTERS - 3)}...`);
}

function placeText({ conversation, seq, endSeq }: Place): string {
  return escapeUnsafe(`${conversation}, ${framesText(seq, endSeq)}`);
}

function framesText(seq: number, endSeq: number): string {
  return seq === endSeq ? `frame ${seq}` : `frames ${seq}..${endSeq}`;
}

function countText(restores: readonly JudgedRestore[]): string {
  if (restores.length === 0) return 'no session was loaded or resumed';
  const faults = restores.flatMap((restore) => restore.faults);
  const compared = restores.filter(({ because }) => because === undefined).length;
  if (compared === 0) return 'nothing to compare';
  if (faults.length === 0) return `${formatCount(compared, 'replay')}: as it was live`;
  const kinds = FAULT_KINDS.flatMap((kind) => {
    const count = faults.filter((fault) => fault.kind === kind).length;
    return count === 0 ? [] : [`${count} ${kind}`];
  });
  return `${formatCount(faults.length, 'difference')}: ${kinds.join(', ')}`;
}
