import { offersCancel } from '../../../model/tools/agent-terminals.js';
import { objectOf, objectsOf, textOf } from '../../../model/json-access.js';
import type { Moment } from '../../../model/state/moment.js';
import { openRequests } from '../../../model/requests/requests.js';
import type { Session } from '../../../model/state/session.js';
import type { Step } from '../../../model/state/step.js';
import { mayHaveForgotten, isFinal } from '../../../model/tools/tool-calls.js';
import { backgroundKey } from '../../../model/turns/work.js';
import type { JsonObject } from '../../../wire/json-text.js';
import type { Context } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import { enumerated, quoted } from '../../engine/wording.js';

const LIST_MESSAGES = {
  unseen: 'background lists {items}, which no update told of before',
  vanished: '{items} is not in background any more, and no update told of its end',
  twice: '{items} stands in background more than once',
  both: 'background lists tool call {call} and also {items}, the process that it shows; the process alone is listed',
  omitted: 'the state_update has no background, which this agent reported before (frame {frame})',
} as const;

export const backgroundList = defineRule({
  id: 'v2/background-list',
  severity: 'error',
  versions: ['v2b'],
  fault: 'agent',
  summary: 'background lists what is known, once, until its end is told, in every state_update after its first use.',
  explanation:
    'The client draws the list from what it knows of each call and terminal: an item that nothing told of cannot be ' +
    'shown, one that vanishes is drawn as running for ever, and an update without the list looks as if the agent had ' +
    'stopped to report it. Announce first, then list; report the final status or exitStatus, then drop. What stands ' +
    'there twice is counted twice: a warning, also where a command is listed as its terminal and as its tool call; an ' +
    'info for other calls that show a listed terminal, which may have work of their own. Not reported: kinds of work ' +
    'that the protocol does not know, sessions that are older than this connection, and while a session is being closed.',
  spec: 'v2/prompt-lifecycle#background-work',
  needsHistory: true,
  messages: LIST_MESSAGES,
  on: ['update:state_update'],
  inspect(context) {
    const { step, knows } = context;
    const { sender, session, update } = step;
    if (sender !== 'agent' || session === undefined || update === undefined) return;
    const { background } = update;
    if (!Array.isArray(background)) {
      // one that is no list is taken for none, and reported as what it is
      if ((background ?? null) === null) judgeOmission(context, session);
      return;
    }
    const items = objectsOf(background);
    if (knows(session) && session.replay === undefined && !mayHaveForgotten(session)) judgeNew(context, session, items);
    judgeVanished(context, session, items);
    judgeTwice(context, session, items);
  },
});

type Listing = Context<typeof LIST_MESSAGES>;

function judgeOmission({ step, report }: Listing, session: Session): void {
  const { background, listed } = session.foreground;
  const { state } = step.update ?? {};
  if (background === undefined || (state !== 'running' && state !== 'requires_action' && state !== 'idle')) return;
  report('omitted', { data: { frame: listed?.seq ?? step.seq }, evidence: [listed], once: `${session.id} omitted` });
}

function judgeNew({ report }: Listing, session: Session, items: readonly JsonObject[]): void {
  const { background } = session.foreground;
  const unseen = items.filter((item) => {
    if (background?.has(backgroundKey(item)) === true) return false;
    const { type, toolCallId, terminalId } = item;
    if (type === 'tool_call') return typeof toolCallId === 'string' && !session.toolCalls.has(toolCallId);
    return type === 'terminal' && typeof terminalId === 'string' && !session.terminals.has(terminalId);
  });
  if (unseen.length > 0) report('unseen', { data: { items: named(unseen.map(backgroundKey)) } });
}

function judgeVanished({ connection, report }: Listing, session: Session, items: readonly JsonObject[]): void {
  const { background } = session.foreground;
  if (background === undefined || background.size === 0 || session.replay !== undefined) return;
  if (openRequests(connection, 'client', session.id).some(({ method }) => method === 'session/close')) return;
  const kept = new Set(items.map(backgroundKey));
  const gone = [...background].filter(([key]) => !kept.has(key) && isLive(session, key));
  if (gone.length === 0) return;
  report('vanished', { data: { items: named(gone.map(([key]) => key)) }, evidence: gone.map(([, since]) => since) });
}

/** Each piece of work is listed once, and one that has a process as its terminal (BackgroundWork). */
function judgeTwice({ report }: Listing, session: Session, items: readonly JsonObject[]): void {
  const listed = new Set<string>();
  const twice = new Set<string>();
  for (const item of items) {
    const key = backgroundKey(item);
    if (listed.has(key) && (item['type'] === 'tool_call' || item['type'] === 'terminal')) twice.add(key);
    listed.add(key);
  }
  if (twice.size > 0) {
    report('twice', { data: { items: named([...twice]) }, severity: 'warning', once: `${session.id} twice` });
  }
  for (const { type, toolCallId } of items) {
    const call = type === 'tool_call' ? session.toolCalls.get(textOf(toolCallId) ?? '') : undefined;
    const shown = [...(call?.terminals ?? [])].map((terminalId) => backgroundKey({ type: 'terminal', terminalId }));
    const both = shown.filter((key) => listed.has(key));
    if (call === undefined || both.length === 0) continue;
    const severity = call.kind === 'execute' ? 'warning' : 'info';
    const once = `${session.id} both ${call.id}`;
    report('both', { data: { call: quoted(call.id), items: named(both) }, severity, evidence: [call], once });
  }
}

/** Whether what a list named is known and not over. */
function isLive({ toolCalls, terminals }: Session, key: string): boolean {
  const [kind = '', id = ''] = key.split(/ (.*)/s);
  if (kind === 'tool_call') {
    const call = toolCalls.get(id);
    return call !== undefined && !isFinal(call.status);
  }
  const terminal = kind === 'terminal' ? terminals.get(id) : undefined;
  return terminal !== undefined && terminal.exited === undefined;
}

function named(keys: readonly string[]): string {
  return enumerated(
    keys.slice(0, 3).map((key) => {
      const [kind = '', id = ''] = key.split(/ (.*)/s);
      return `${kind.replace('_', ' ')} ${quoted(id)}`;
    }),
  );
}

/** What tool_call/cancel or terminal/cancel names. */
interface Named {
  readonly what: string;
  readonly canCancel: boolean;
  /** When it ended, or its capability was withdrawn. */
  readonly ended: Moment | undefined;
  readonly withdrawn: Moment | undefined;
}

const CANCEL_MESSAGES = {
  unknown: '{method} names {what}, which no update told of',
  ended: '{method} names {what}, which is over (frame {frame})',
  withdrawn: '{method} names {what}, which cannot be cancelled any more (frame {frame})',
  never: '{method} names {what}, whose capabilities never said that it can be cancelled',
  accepted: '{method} succeeded for {what}, which cannot be cancelled; the answer is error -32602',
  offered: '{what} is over, and its update says that it can be cancelled',
} as const;

export const entityCancelNotAdvertised = defineRule({
  id: 'v2/entity-cancel-not-advertised',
  severity: 'error',
  versions: ['v2b'],
  fault: 'client',
  summary: 'tool_call/cancel and terminal/cancel name what says, just then, that it can be cancelled.',
  explanation:
    'The agent cannot stop what it did not offer to stop, and refuses. Offer the button only while capabilities.cancel ' +
    'of the call or the terminal is there: it comes, goes, and ends with the work. A warning where the end, or the ' +
    'withdrawal, may have crossed the request. Also reported, as warnings about the agent: a success for something ' +
    'that could not be cancelled any more when the request was sent, or never, and an update that offers to cancel what ' +
    'is over.',
  spec: 'v2/tool-calls#cancelling-tool-calls',
  needsHistory: true,
  messages: CANCEL_MESSAGES,
  on: [
    'request:tool_call/cancel',
    'request:terminal/cancel',
    'response:tool_call/cancel',
    'response:terminal/cancel',
    'update:tool_call_update',
    'update:terminal_update',
  ],
  inspect(context) {
    const { step, report } = context;
    const { sender, session, exchange, error, update, method = '' } = step;
    if (session === undefined) return;
    if (update !== undefined) {
      judgeOffer(context, session, update);
      return;
    }
    const entity = namedBy(session, step.method === 'tool_call/cancel', step.params);
    if (entity === undefined) return;
    const { what, canCancel, ended, withdrawn } = entity;
    const data = { method, what };
    if (exchange !== undefined) {
      const wasWrong = exchange.faults.includes('v2/entity-cancel-not-advertised');
      // what ended, or was withdrawn, while the request was under way may have been accepted before
      const isKnown = [ended, withdrawn].every((moment) => moment === undefined || moment.seq < exchange.seq);
      const isPossible = canCancel && ended === undefined;
      if (sender === 'agent' && wasWrong && !isPossible && isKnown && error === undefined) {
        report('accepted', { data, severity: 'warning', fault: 'agent', evidence: [exchange] });
      }
      return;
    }
    if (sender !== 'client') return;
    judgeRequest(context, session, entity);
  },
});

/** The agent SHOULD stop to offer it once the status is final, or the exit told (ToolCallCapabilities). */
function judgeOffer({ step, report }: Context<typeof CANCEL_MESSAGES>, session: Session, update: JsonObject): void {
  if (step.sender !== 'agent' || step.isHistory || !offersCancel(update['capabilities'])) return;
  const isCall = step.updateKind === 'tool_call_update';
  const entity = namedBy(session, isCall, update);
  if (entity === undefined) return;
  const { status, exitStatus } = update;
  const isOverNow = isCall ? isFinal(textOf(status)) : objectOf(exitStatus) !== undefined;
  const isSilent = (isCall ? status : exitStatus) === undefined;
  if (!isOverNow && !(isSilent && entity.ended !== undefined)) return;
  report('offered', { data: { what: entity.what }, severity: 'warning', fault: 'agent', evidence: [entity.ended] });
}

function judgeRequest({ step, knows, report }: Context<typeof CANCEL_MESSAGES>, session: Session, entity: Named): void {
  const { what, canCancel, ended, withdrawn } = entity;
  const data = { method: step.method ?? '', what };
  if (ended !== undefined) {
    report('ended', { data: { ...data, frame: ended.seq }, after: ended });
  } else if (!canCancel && withdrawn !== undefined) {
    report('withdrawn', { data: { ...data, frame: withdrawn.seq }, after: withdrawn });
  } else if (!canCancel) {
    const isUnknown = isUnseen(session, step);
    const severity = knows(session) && !mayHaveForgotten(session) ? 'error' : 'info';
    report(isUnknown ? 'unknown' : 'never', { data, severity });
  }
}

function namedBy(
  { toolCalls, terminals }: Session,
  isCall: boolean,
  naming: JsonObject | undefined,
): Named | undefined {
  const id = textOf(naming?.[isCall ? 'toolCallId' : 'terminalId']);
  if (id === undefined) return undefined;
  const what = `${isCall ? 'tool call' : 'terminal'} ${quoted(id)}`;
  if (isCall) {
    const call = toolCalls.get(id);
    const ended = isFinal(call?.status) ? call?.finished : undefined;
    return { what, canCancel: call?.canCancel === true, ended, withdrawn: call?.withdrawn };
  }
  const terminal = terminals.get(id);
  return { what, canCancel: terminal?.canCancel === true, ended: terminal?.exited, withdrawn: terminal?.withdrawn };
}

function isUnseen({ toolCalls, terminals }: Session, { params }: Step): boolean {
  const callId = textOf(params?.['toolCallId']);
  return callId === undefined ? !terminals.has(textOf(params?.['terminalId']) ?? '') : !toolCalls.has(callId);
}
