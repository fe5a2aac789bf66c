import type { InnerSum } from '../../inside/inner-sum.js';
import type { InnerTurn } from '../../inside/inner-turns.js';
import type { InnerSpan, PlacedSpan } from '../../inside/inner-span.js';
import { formatCount, formatDuration } from '../quantities.js';

/** Stands beside everything that an agent reports of itself. */
export const OWN_ACCOUNT = 'as the agent reports it, each step only after it has ended';

/** Of a recording that was made with `--inside`. */
export const NOTHING_TOLD = 'the agent reported nothing: see "record --inside" in docs/recording.md';

/** More spans of a turn are counted. */
const MOST_SPANS = 24;

const SEPARATOR = ' · ';

/** What an agent told of one turn, in lines that are not yet safe for a terminal. */
export function innerTurnText({ spans, after, sum }: InnerTurn): string {
  const lines = [
    spanList(spans),
    after.length === 0 ? '' : `after the answer: ${spanList(after)}`,
    `${sumText(sum)} (${OWN_ACCOUNT})`,
  ];
  return lines.filter((line) => line !== '').join('\n');
}

function spanList(spans: readonly PlacedSpan[]): string {
  const shown = spans.slice(0, MOST_SPANS).map(innerSpanText);
  const more = spans.length - MOST_SPANS;
  return [...shown, ...(more > 0 ? [`and ${formatCount(more, 'more step')}`] : [])].join(SEPARATOR);
}

/** `model claude-opus-5-5 138 ms (first token 27 ms)`, `waiting for you 444 ms`, `Bash 31 ms`. */
function innerSpanText({ kind, name, purpose, startUs, endUs, firstMs, failed }: InnerSpan): string {
  const first = firstMs === undefined ? '' : ` (first token ${formatMs(firstMs)})`;
  const what = {
    model: `model ${name}`.trimEnd(),
    tool: name === '' ? 'tool' : name,
    user: 'waiting for you',
    subagent: `subagent ${name}`.trimEnd(),
  }[kind];
  return `${what} ${formatMs((endUs - startUs) / 1000)}${first}${purpose === undefined ? '' : ` for ${purpose}`}${failed ? ', failed' : ''}`;
}

function sumText({ model, tool, you, agent, youAreFromAcp }: InnerSum): string {
  const parts = [
    `model ${formatMs(model)}`,
    `tools ${formatMs(tool)}`,
    `you ${formatMs(you)}${youAreFromAcp ? ' (from the permission requests)' : ''}`,
    `the agent itself ${formatMs(agent)}`,
  ];
  return `in all: ${parts.join(SEPARATOR)}`;
}

/** What was told last, for who asks what the agent does now. @param agoMs since it ended */
export function lastToldText(span: InnerSpan, agoMs: number, isOver: boolean): string {
  const ago = `${formatMs(agoMs)} ${isOver ? 'before the end' : 'ago'}`;
  return `inside the agent, as it reports: ${innerSpanText(span)}, ended ${ago}; it reports a step only after it has ended`;
}

function formatMs(ms: number): string {
  return formatDuration(Math.max(0, ms) * 1e6);
}
