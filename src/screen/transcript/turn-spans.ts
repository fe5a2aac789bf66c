import type { Violation } from '../../check/engine/violation.js';
import type { Findings } from '../frame/conversation.js';
import { begunAt } from '../../model/turns/turn-beginning.js';
import type { TurnSpan } from './turn-reader.js';

/** The turns of a conversation, including open ones, in the order of their beginnings. */
export function turnSpans({ turns, openTurns }: Pick<Findings, 'turns' | 'openTurns'>): TurnSpan[] {
  const ended = turns.map((summary): TurnSpan => {
    const { sessionId, number, end } = summary;
    return { sessionId, number, from: begunAt(summary), to: end.seq, summary };
  });
  const open = openTurns.map(({ sessionId, number, seq }): TurnSpan => {
    return { sessionId, number, from: seq, to: undefined, summary: undefined };
  });
  return open.length === 0 ? ended : [...ended, ...open].sort((a, b) => a.from - b.from);
}

/** The turn that contains an entry: if several do, the one that began last. If none does, the next turn, otherwise the last. */
export function spanAt(spans: readonly TurnSpan[], seq: number): number {
  const begun = spans.findLastIndex(({ from, to = Infinity }) => from <= seq && seq <= to);
  if (begun !== -1) return begun;
  const next = spans.findIndex(({ from }) => from > seq);
  return next === -1 ? spans.length - 1 : next;
}

/** All turns once around, forwards or backwards, starting after the turn at an entry and ending with it. */
export function spansRound(spans: readonly TurnSpan[], seq: number, isNext: boolean): TurnSpan[] {
  const at = spans.findIndex(({ from }) => from > seq);
  const behind = at === -1 ? spans.length : at;
  const from = isNext ? behind : Math.max(0, behind - 1);
  const round = [...spans.slice(from), ...spans.slice(0, from)];
  return isNext ? round : round.reverse();
}

/** The violations in a turn, without infos. */
export function violationsIn(
  { sessionId, number, from, to = Infinity }: TurnSpan,
  violations: readonly Violation[],
): Violation[] {
  const own: Violation[] = [];
  for (let at = firstAt(violations, from); at < violations.length; at += 1) {
    const violation = violations[at];
    if (violation === undefined || violation.seq > to) break;
    const isOwn = violation.sessionId === undefined || violation.sessionId === sessionId;
    const isOther = violation.turn !== undefined && violation.turn !== number;
    if (isOwn && !isOther && violation.severity !== 'info') own.push(violation);
  }
  return own;
}

/** The index of the first violation at or after a frame; they are in order. */
function firstAt(violations: readonly Violation[], seq: number): number {
  let [low, high] = [0, violations.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((violations[middle]?.seq ?? 0) < seq) low = middle + 1;
    else high = middle;
  }
  return low;
}
