import type { Violation } from '../../check/engine/violation.js';
import type { InnerTurn } from '../../inside/inner-turns.js';
import { objectOf, textOf } from '../../model/json-access.js';
import type { Moment } from '../../model/state/moment.js';
import type {
  ChangeItem,
  MessageItem,
  PermissionItem,
  PlanItem,
  PromptItem,
  ServiceItem,
  TerminalText,
  ToolCallItem,
  TranscriptItem,
  TranscriptTurn,
} from '../../model/transcript/transcript.js';
import type { TurnEnd, TurnSummary } from '../../model/state/turn.js';
import type { JsonObject, JsonValue } from '../../wire/json-text.js';
import { innerTurnText } from '../inside/inner-text.js';
import { BOLD, type Role } from '../style.js';
import type { Span, StyledLine } from '../styled-line.js';
import { permissionsText } from '../permissions-text.js';
import { formatCount, formatDuration } from '../quantities.js';
import {
  contentText,
  shortJson,
  terminalOutput,
  terminalTitle,
  toolContent,
  type ContentText,
} from './transcript-content.js';

/** The kind of a line of a transcript, for its colour and its form in Markdown. */
export type TranscriptStyle =
  'title' | 'user' | 'agent' | 'thought' | 'tool' | 'diff' | 'plan' | 'permission' | 'service' | 'violation' | 'end';

/** A piece of a transcript: its kind, a headline, and the text below it. It may hold control characters. */
export interface TranscriptBlock {
  readonly style: TranscriptStyle;
  readonly seq: number;
  readonly label: string;
  readonly head: StyledLine;
  readonly body: readonly ContentText[];
}

/** The headline as text. */
export function headText({ head }: TranscriptBlock): string {
  return head.map(({ text }) => text).join('');
}

/** The whole block as text. */
export function blockText(block: TranscriptBlock): string {
  const parts = [headText(block), ...block.body.map(({ text }) => text)];
  return parts.filter((part) => part !== '').join('\n');
}

/** A turn as a person reads it, with each violation where it happened. */
export function transcriptBlocks(
  turn: TranscriptTurn,
  violations: readonly Violation[],
  { hasTimes, inside }: { readonly hasTimes: boolean; readonly inside?: InnerTurn | undefined },
): TranscriptBlock[] {
  const blocks = turn.items.filter(isShown).map((item) => itemBlock(item, turn, hasTimes));
  const marks = violations.map(violationBlock);
  const end = turn.summary === undefined ? [] : [endBlock(turn.summary)];
  const placed = [...blocks, ...marks].sort((a, b) => a.seq - b.seq);
  const told = inside === undefined || !hasTimes ? [] : [insideBlock(inside)];
  return [titleBlock(turn, lastedIn(hasTimes)), ...placed, ...told, ...end];
}

/** What the agent told of a turn itself. */
function insideBlock(inside: InnerTurn): TranscriptBlock {
  const body = [{ kind: 'text', text: innerTurnText(inside) } as const];
  return { style: 'service', seq: inside.turn.end.seq, label: 'inside', head: [], body };
}

/** Whether an item is shown by itself. Everything about a terminal is shown at its first item. */
export function isShown(item: TranscriptItem): boolean {
  if (item.type !== 'service' && item.type !== 'change') return true;
  const { terminal } = item;
  return terminal === undefined || terminal.seq === item.seq || (item.type === 'service' && item.error !== undefined);
}

/** A duration between two words; empty if no times are known. */
type Lasted = (ms: number, before: string, after?: string) => string;

function lastedIn(hasTimes: boolean): Lasted {
  return (ms, before, after = '') => (hasTimes ? `${before}${formatMs(ms)}${after}` : '');
}

function titleBlock({ sessionId, number, isHistory, summary, items }: TranscriptTurn, lasted: Lasted): TranscriptBlock {
  const what = isHistory ? 'history' : number === undefined ? 'outside turns' : `turn ${number}`;
  const facts = summary === undefined ? [] : factsOf(summary, lasted).filter((fact) => fact !== '');
  const text = [`session ${sessionId}`, what, ...facts].join(' · ');
  return { style: 'title', seq: items[0]?.seq ?? 0, label: '', head: [{ text }], body: [] };
}

function factsOf(summary: TurnSummary, lasted: Lasted): string[] {
  const { first, end, asked, firstOutput, toolCalls, toolMs, permissionWaitMs, clientMs, tokens } = summary;
  const permissions = permissionsText(summary);
  const begun = asked ?? first;
  return [
    lasted(end.at - begun.at, ''),
    firstOutput === undefined ? '' : lasted(firstOutput.at - begun.at, 'first output after '),
    toolCalls === 0 ? '' : `${formatCount(toolCalls, 'tool call')}${lasted(toolMs, ' (', ')')}`,
    permissions === '' ? '' : `${permissions}${lasted(permissionWaitMs, ' (', ')')}`,
    clientMs - permissionWaitMs < 1 ? '' : lasted(clientMs, 'client '),
    tokens?.total === undefined ? '' : `${tokens.total} tokens`,
  ];
}

/** Rounds an amount, because sums are not exact: 0.0024000000000000002. */
function roundedAmount(amount: number): number {
  return Number(amount.toPrecision(6));
}

/** The text at the end of a turn that did not end. */
const OPEN_ENDS: Readonly<Partial<Record<TurnEnd, string>>> = {
  unanswered: 'the recording ends here',
  'goes-on': 'in progress',
};

/** How a turn ended. */
export function endBlock({ end, how, stopReason, errorCode, cost }: TurnSummary): TranscriptBlock {
  const text = OPEN_ENDS[how] ?? stopReason ?? (how === 'error' ? `error ${errorCode ?? ''}` : 'end');
  const role = how === 'error' ? 'error' : stopReason === 'end_turn' ? 'ok' : 'warning';
  const costs: Span[] =
    cost === undefined || cost.amount === 0
      ? []
      : [{ text: `  (session so far: ${roundedAmount(cost.amount)} ${cost.currency})` }];
  return {
    style: 'end',
    seq: end.seq,
    label: how === 'goes-on' ? 'now' : 'stop',
    head: [{ text, role, emphasis: BOLD }, ...costs],
    body: [],
  };
}

export function violationBlock({ seq, severity, rule, fault, message }: Violation): TranscriptBlock {
  const body = [{ kind: 'text', text: message } as const];
  const head: StyledLine = [
    { text: rule, role: severity, emphasis: BOLD },
    { text: ` (${fault}'s fault, frame ${seq})` },
  ];
  return { style: 'violation', seq, label: severity, head, body };
}

/** One item of a turn. */
export function itemBlock(item: TranscriptItem, turn: TranscriptTurn, hasTimes: boolean): TranscriptBlock {
  const lasted = lastedIn(hasTimes);
  switch (item.type) {
    case 'prompt':
      return promptBlock(item);
    case 'message':
      return messageBlock(item);
    case 'tool-call':
      return toolBlock(item, turn, lasted);
    case 'plan':
      return planBlock(item);
    case 'permission':
      return permissionBlock(item, lasted);
    case 'service':
      return serviceBlock(item, lasted);
    case 'cancel':
      return block(item, 'end', 'cancel', [
        { text: `session/cancel${cancelled(turn, item, lasted)}`, role: 'warning' },
      ]);
    case 'change':
      return changeBlock(item, lasted);
    default:
      return item satisfies never;
  }
}

function block({ seq }: Moment, style: TranscriptStyle, label: string, head: StyledLine): TranscriptBlock {
  return { style, seq, label, head, body: [] };
}

const ARROW: Span = { text: ' → ', role: 'punctuation' };

function promptBlock(item: PromptItem): TranscriptBlock {
  const texts = item.blocks.map(contentText);
  return { ...block(item, 'user', 'user', []), body: [{ kind: 'text', text: texts.join('\n') }] };
}

function messageBlock(item: MessageItem): TranscriptBlock {
  const style = item.who === 'agent' ? 'agent' : item.who === 'user' ? 'user' : 'thought';
  const label = item.who === 'user' ? 'echo' : item.who;
  const text = [item.text, ...item.others.map(contentText)].filter((part) => part !== '').join('\n');
  return { ...block(item, style, label, []), body: [{ kind: 'text', text }] };
}

const STATUS_ROLES: ReadonlyMap<string, Role> = new Map([
  ['completed', 'ok'],
  ['failed', 'error'],
  ['in_progress', 'plain'],
]);

function toolBlock(item: ToolCallItem, { terminals }: TranscriptTurn, lasted: Lasted): TranscriptBlock {
  const { history, title, name, kind, id, locations, content } = item;
  const steps = history.flatMap(({ status }, i): Span[] => [
    ...(i === 0 ? [] : [ARROW]),
    { text: status, role: STATUS_ROLES.get(status) ?? 'dim' },
  ]);
  const took = history.length < 2 ? '' : lasted(item.last.at - item.at, ' in ');
  const what = title ?? name ?? id;
  const head: StyledLine = [
    { text: what, emphasis: BOLD },
    { text: kind === undefined ? '' : ` (${kind})`, role: 'dim' },
    { text: '  ' },
    ...steps,
    { text: took, role: 'dim' },
  ];
  const places = locations.map((location) => {
    const line = location['line'];
    return `${textOf(location['path']) ?? ''}${typeof line === 'number' ? `:${line}` : ''}`;
  });
  const body = [
    ...(places.length === 0 ? [] : [{ kind: 'text', text: places.join('\n') } as const]),
    ...content.flatMap((each) => toolContent(each, terminals)),
  ];
  return { ...block(item, 'tool', 'tool', head), body };
}

const PLAN_MARKS: ReadonlyMap<string, string> = new Map([
  ['completed', '[x]'],
  ['in_progress', '[>]'],
  ['pending', '[ ]'],
]);

function planBlock(item: PlanItem): TranscriptBlock {
  const lines = item.entries.map(({ content, status }) => `${PLAN_MARKS.get(status ?? '') ?? '[?]'} ${content}`);
  const head = item.planId === '' ? [] : [{ text: item.planId }];
  return { ...block(item, 'plan', 'plan', head), body: [{ kind: 'plan', text: lines.join('\n') }] };
}

function permissionBlock(item: PermissionItem, lasted: Lasted): TranscriptBlock {
  const { call, title = call?.title, toolCallId, options, decision, chosen, error, answered } = item;
  const offered = options.flatMap((option, i): Span[] => {
    const name = textOf(option['name']) ?? textOf(option['optionId']) ?? '';
    const isChosen = answered !== undefined && option['optionId'] === decision?.optionId;
    const span: Span = isChosen ? { text: name, role: 'permission', emphasis: BOLD } : { text: name };
    return i === 0 ? [span] : [{ text: ' | ', role: 'dim' }, span];
  });
  const head: StyledLine = [
    { text: title ?? toolCallId ?? '', emphasis: BOLD },
    { text: ' [', role: 'dim' },
    ...offered,
    { text: ']', role: 'dim' },
    ARROW,
    answered === undefined
      ? { text: 'unanswered', role: 'warning' }
      : { text: error ?? chosen ?? decision?.outcome ?? 'answered', role: answerRole(item), emphasis: BOLD },
    { text: answered === undefined ? '' : lasted(answered.at - item.at, ' after '), role: 'dim' },
    { text: decision?.kind === undefined ? '' : ` (${decision.kind})`, role: 'dim' },
  ];
  return block(item, 'permission', 'asks', head);
}

function answerRole({ error, decision }: PermissionItem): Role {
  if (error !== undefined) return 'error';
  return decision?.kind?.startsWith('allow') === true ? 'ok' : 'warning';
}

function serviceBlock(item: ServiceItem, lasted: Lasted): TranscriptBlock {
  const { method, from, params, result, error, answered, terminal } = item;
  if (terminal?.seq === item.seq && error === undefined) return terminalBlock(item, terminal, from, lasted);
  const asked: Span[] = [
    { text: method, emphasis: BOLD },
    { text: ` ${shortJson(withoutSession(params))}`, role: 'dim' },
  ];
  if (answered === undefined) return block(item, 'service', from, asked);
  const said: Span =
    error === undefined
      ? { text: shortJson(result), role: 'dim' }
      : { text: `error ${error.code ?? ''} ${error.message}`, role: 'error' };
  return block(item, 'service', from, [
    ...asked,
    ARROW,
    said,
    { text: lasted(answered.at - item.at, ' (', ')'), role: 'dim' },
  ]);
}

function changeBlock(item: ChangeItem, lasted: Lasted): TranscriptBlock {
  const { kind, update, terminal } = item;
  if (terminal !== undefined) return terminalBlock(item, terminal, 'agent', lasted);
  return block(item, 'service', 'update', [
    { text: kind, emphasis: BOLD },
    { text: ` ${shortJson(withoutKind(update))}`, role: 'dim' },
  ]);
}

/** Everything about a terminal, except its output if a tool call shows that. */
function terminalBlock(item: Moment, terminal: TerminalText, label: string, lasted: Lasted): TranscriptBlock {
  const { exited, isEmbedded } = terminal;
  const took = exited === undefined ? '' : lasted(exited.at - terminal.at, ' in ');
  const head: StyledLine = [
    { text: '$ ', role: 'dim' },
    { text: terminalTitle(terminal), emphasis: BOLD },
    { text: took, role: 'dim' },
  ];
  return { ...block(item, 'service', label, head), body: isEmbedded ? [] : terminalOutput(terminal) };
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
