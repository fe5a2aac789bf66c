import type { Violation } from '../../check/violation.js';
import { objectOf, textOf } from '../../model/json-access.js';
import type { Moment } from '../../model/moment.js';
import type {
  MessageItem,
  PermissionItem,
  PlanItem,
  PromptItem,
  ServiceItem,
  ToolCallItem,
  TranscriptItem,
  TranscriptTurn,
} from '../../model/transcript.js';
import type { TurnSummary } from '../../model/turn.js';
import type { JsonObject, JsonValue } from '../../wire/json-text.js';
import { contentText, shortJson, toolContent, type ContentText } from './content.js';
import { formatCount, formatDuration } from '../quantities.js';

/** What a line of a transcript is, for its colour and its shape in Markdown. */
export type TranscriptStyle =
  'title' | 'user' | 'agent' | 'thought' | 'tool' | 'diff' | 'plan' | 'permission' | 'service' | 'violation' | 'end';

/** A piece of a transcript: what it is, one line on top, and what stands below it. Not yet safe for a terminal. */
export interface TranscriptBlock {
  readonly style: TranscriptStyle;
  readonly seq: number;
  readonly label: string;
  readonly head: string;
  readonly body: readonly ContentText[];
}

/** A turn as a person reads it, violations in their places. */
export function transcriptBlocks(
  turn: TranscriptTurn,
  violations: readonly Violation[],
  { hasTimes }: { readonly hasTimes: boolean },
): TranscriptBlock[] {
  const lasted: Lasted = (ms, before, after = '') => (hasTimes ? `${before}${formatMs(ms)}${after}` : '');
  const blocks = turn.items.map((item) => itemBlock(item, turn, lasted));
  const marks = violations.map(violationBlock);
  const end = turn.summary === undefined ? [] : [endBlock(turn.summary)];
  const placed = [...blocks, ...marks].sort((a, b) => a.seq - b.seq);
  return [titleBlock(turn, lasted), ...placed, ...end];
}

/** A duration between words; nothing at all where no times are known. */
type Lasted = (ms: number, before: string, after?: string) => string;

function titleBlock({ sessionId, number, isHistory, summary, items }: TranscriptTurn, lasted: Lasted): TranscriptBlock {
  const what = isHistory ? 'history' : number === undefined ? 'outside of turns' : `turn ${number}`;
  const facts = summary === undefined ? [] : factsOf(summary, lasted).filter((fact) => fact !== '');
  const head = [`session ${sessionId}`, what, ...facts].join(' · ');
  return { style: 'title', seq: items[0]?.seq ?? 0, label: '', head, body: [] };
}

function factsOf(summary: TurnSummary, lasted: Lasted): string[] {
  const { first, end, asked, firstOutput, toolCalls, toolMs, permissions, permissionWaitMs, clientMs, tokens } =
    summary;
  const begun = asked ?? first;
  return [
    lasted(end.at - begun.at, ''),
    firstOutput === undefined ? '' : lasted(firstOutput.at - begun.at, 'first output after '),
    toolCalls === 0 ? '' : `${formatCount(toolCalls, 'tool call')}${lasted(toolMs, ' (', ')')}`,
    permissions === 0 ? '' : `${formatCount(permissions, 'permission')}${lasted(permissionWaitMs, ' (', ')')}`,
    clientMs - permissionWaitMs < 1 ? '' : lasted(clientMs, 'client '),
    tokens?.total === undefined ? '' : `${tokens.total} tokens`,
  ];
}

function endBlock({ end, how, stopReason, errorCode, cost }: TurnSummary): TranscriptBlock {
  const head =
    how === 'unanswered'
      ? 'the recording ends here'
      : (stopReason ?? (how === 'error' ? `error ${errorCode ?? ''}` : 'end'));
  const costs = cost === undefined ? '' : `  (session so far: ${cost.amount} ${cost.currency})`;
  return { style: 'end', seq: end.seq, label: 'stop', head: `${head}${costs}`, body: [] };
}

function violationBlock({ seq, severity, rule, fault, message }: Violation): TranscriptBlock {
  const body = [{ kind: 'text', text: message } as const];
  return { style: 'violation', seq, label: severity, head: `${rule} (${fault}, frame ${seq})`, body };
}

function itemBlock(item: TranscriptItem, turn: TranscriptTurn, lasted: Lasted): TranscriptBlock {
  switch (item.type) {
    case 'prompt':
      return promptBlock(item);
    case 'message':
      return messageBlock(item);
    case 'tool-call':
      return toolBlock(item, lasted);
    case 'plan':
      return planBlock(item);
    case 'permission':
      return permissionBlock(item, turn, lasted);
    case 'service':
      return serviceBlock(item, lasted);
    case 'cancel':
      return block(item, 'end', 'cancel', `session/cancel${cancelled(turn, item, lasted)}`);
    case 'change':
      return block(item, 'service', 'update', `${item.kind} ${shortJson(withoutKind(item.update))}`);
    default:
      return item satisfies never;
  }
}

function block({ seq }: Moment, style: TranscriptStyle, label: string, head: string): TranscriptBlock {
  return { style, seq, label, head, body: [] };
}

function promptBlock(item: PromptItem): TranscriptBlock {
  const texts = item.blocks.map(contentText);
  return { ...block(item, 'user', 'user', ''), body: [{ kind: 'text', text: texts.join('\n') }] };
}

function messageBlock(item: MessageItem): TranscriptBlock {
  const style = item.who === 'agent' ? 'agent' : item.who === 'user' ? 'user' : 'thought';
  const label = item.who === 'user' ? 'echo' : item.who;
  const text = [item.text, ...item.others.map(contentText)].filter((part) => part !== '').join('\n');
  return { ...block(item, style, label, ''), body: [{ kind: 'text', text }] };
}

function toolBlock(item: ToolCallItem, lasted: Lasted): TranscriptBlock {
  const { history, title, name, kind, id } = item;
  const steps = history.map(({ status }) => status).join(' → ');
  const took = history.length < 2 ? '' : lasted(item.last.at - item.at, ' in ');
  const what = [title ?? name ?? id, kind === undefined ? '' : `(${kind})`].filter((word) => word !== '').join(' ');
  const places = item.locations.map((location) => {
    const line = location['line'];
    return `${textOf(location['path']) ?? ''}${typeof line === 'number' ? `:${line}` : ''}`;
  });
  const body = [
    ...(places.length === 0 ? [] : [{ kind: 'text', text: places.join('\n') } as const]),
    ...item.content.map(toolContent),
  ];
  return { ...block(item, 'tool', 'tool', `${what}  ${steps}${took}`), body };
}

const PLAN_MARKS: ReadonlyMap<string, string> = new Map([
  ['completed', '[x]'],
  ['in_progress', '[>]'],
  ['pending', '[ ]'],
]);

function planBlock(item: PlanItem): TranscriptBlock {
  const lines = item.entries.map(({ content, status }) => `${PLAN_MARKS.get(status ?? '') ?? '[?]'} ${content}`);
  return { ...block(item, 'plan', 'plan', item.planId), body: [{ kind: 'text', text: lines.join('\n') }] };
}

function permissionBlock(item: PermissionItem, turn: TranscriptTurn, lasted: Lasted): TranscriptBlock {
  const { title = titleOfCall(turn, item), toolCallId, options, decision, chosen, error, answered } = item;
  const names = options.map((option) => textOf(option['name']) ?? textOf(option['optionId']) ?? '');
  const answer =
    answered === undefined
      ? 'not answered'
      : `${error ?? chosen ?? decision?.outcome ?? 'answered'}${lasted(answered.at - item.at, ' after ')}`;
  const kind = decision?.kind === undefined ? '' : ` (${decision.kind})`;
  const head = `${title ?? toolCallId ?? ''} [${names.join(' | ')}] → ${answer}${kind}`;
  return block(item, 'permission', 'asks', head);
}

/** A permission request need not repeat what the call is called. */
function titleOfCall({ items }: TranscriptTurn, { toolCallId }: PermissionItem): string | undefined {
  for (const item of items) if (item.type === 'tool-call' && item.id === toolCallId) return item.title;
  return undefined;
}

function serviceBlock(item: ServiceItem, lasted: Lasted): TranscriptBlock {
  const { method, from, params, result, error, answered } = item;
  const asked = `${method} ${shortJson(withoutSession(params))}`;
  if (answered === undefined) return block(item, 'service', from, asked);
  const said = error === undefined ? shortJson(result) : `error ${error.code ?? ''} ${error.message}`;
  return block(item, 'service', from, `${asked} → ${said}${lasted(answered.at - item.at, ' (', ')')}`);
}

function cancelled({ summary }: TranscriptTurn, { at }: Moment, lasted: Lasted): string {
  if (summary?.stopReason !== 'cancelled') return '';
  return `, confirmed${lasted(summary.end.at - at, ' after ')}`;
}

function withoutSession(params: JsonValue | undefined): JsonValue | undefined {
  const object = objectOf(params);
  if (object === undefined) return params;
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== 'sessionId'));
}

function withoutKind(update: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(update).filter(([name]) => name !== 'sessionUpdate'));
}

function formatMs(ms: number): string {
  return formatDuration(ms * 1e6);
}
