import type { PlacedSpan } from '../../inside/inner-span.js';
import type { InnerTurn, InnerTurns } from '../../inside/inner-turns.js';
import type { InsideJson } from './inside-json-schema.js';

/** What an agent told of itself, as data. */
export function insideJsonOf({ turns, elsewhere }: InnerTurns, lost: number): InsideJson {
  return { turns: turns.map(turnJson), elsewhere, lost };
}

function turnJson({ turn, spans, after, sum }: InnerTurn): InsideJson['turns'][number] {
  return {
    sessionId: turn.sessionId,
    turn: turn.number,
    modelMs: sum.model,
    toolMs: sum.tool,
    youMs: sum.you,
    agentMs: sum.agent,
    youFromPermissions: sum.youAreFromAcp,
    spans: [...spans.map((span) => spanJson(span, false)), ...after.map((span) => spanJson(span, true))],
  };
}

function spanJson(
  { kind, name, purpose, fromMs, toMs, firstMs, failed, call }: PlacedSpan,
  afterTurn: boolean,
): InsideJson['turns'][number]['spans'][number] {
  return {
    kind,
    name,
    purpose: purpose ?? null,
    fromMs,
    toMs,
    firstTokenMs: firstMs ?? null,
    failed,
    toolCallId: call ?? null,
    afterTurn,
  };
}
