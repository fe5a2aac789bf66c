import type { Session } from '../../../model/state/session.js';
import type { Turn, TurnSummary } from '../../../model/state/turn.js';
import type { Context } from '../../engine/context.js';
import type { Severity } from '../../engine/severity.js';
import { counted, enumerated } from '../../engine/wording.js';
import { type Ended, isUnread, severityOf, waited } from './ending.js';
import { lastOf } from '../../../model/turns/last-sign.js';

/** How long an agent may be silent in a turn before something is wrong, in ms. */
export const SILENCE_MS = 120_000;

/** A later turn of the session that the agent ended. */
export function laterTurn({ closedTurns }: Session, turn: Turn): TurnSummary | undefined {
  return closedTurns.find(({ first, how }) => first.seq > turn.seq && how !== 'unanswered');
}

/** The tool calls that were open in a turn, as the end of a sentence. */
export function openOf({ toolCalls }: Session, { openToolCalls }: Turn): string {
  const titles = [...openToolCalls].slice(0, 3).map((id) => toolCalls.get(id)?.title ?? id);
  if (titles.length === 0) return '';
  return `; open: ${counted(openToolCalls.size, 'tool call')} (${enumerated(titles)})`;
}

export function severityOfWork(context: Context, ended: Ended, session: Session, turn: Turn): Severity {
  const wasRead = turn.firstUpdate !== undefined;
  const severity = severityOf(context, ended, { since: turn, on: 'agent', patienceMs: Infinity, wasRead });
  const isSilent = context.hasRealTimes && waited(lastOf(session, turn), ended) >= SILENCE_MS;
  const isLeft = ended.by === 'client' && ended.isWhole && isSilent && !isUnread(context.connection, 'agent');
  return severity === 'info' && isLeft ? 'warning' : severity;
}
