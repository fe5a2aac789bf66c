import { objectOf, textOf } from '../../../model/json-access.js';
import type { Moment } from '../../../model/state/moment.js';
import type { Session } from '../../../model/state/session.js';
import type { Step } from '../../../model/state/step.js';
import { offersCancel } from '../../../model/tools/agent-terminals.js';
import { isFinal, mayHaveForgotten } from '../../../model/tools/tool-calls.js';
import type { JsonObject } from '../../../wire/json-text.js';
import type { Context } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

/** The tool call or terminal that tool_call/cancel or terminal/cancel names. */
interface Named {
  readonly what: string;
  readonly canCancel: boolean;
  /** When it ended, or its capability was withdrawn. */
  readonly ended: Moment | undefined;
  readonly withdrawn: Moment | undefined;
}

const CANCEL_MESSAGES = {
  unknown: 'the client sent {method} for {what}, which no update announced',
  ended: 'the client sent {method} for {what}, which had already ended (frame {frame})',
  withdrawn: 'the client sent {method} for {what}, which can no longer be cancelled (frame {frame})',
  never: 'the client sent {method} for {what}, but its capabilities never offered that',
  accepted: 'the agent accepted {method} for {what}, which cannot be cancelled; it should answer with error -32602',
  offered: 'the update of {what} offers to cancel it, although it has ended',
} as const;

export const entityCancelNotAdvertised = defineRule({
  id: 'v2/entity-cancel-not-advertised',
  severity: 'error',
  versions: ['v2b'],
  fault: 'client',
  summary: 'A client must cancel only what the agent currently offers to cancel.',
  explanation:
    'The agent cannot stop a tool call or terminal that it did not offer to stop, and refuses tool_call/cancel and ' +
    'terminal/cancel for it. Offer the button only while capabilities.cancel of the call or terminal is present: it ' +
    'may come and go, and ends with the work.\n\n' +
    'Only a warning if the end or the withdrawal may have crossed the request. Also reported as a warning, with the ' +
    'agent at fault: a success for something that could not be cancelled when the request was sent; an update that ' +
    'offers to cancel something that is over.',
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
    const { step, faultsOf, report } = context;
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
      const wasWrong = faultsOf(exchange).includes('v2/entity-cancel-not-advertised');
      // if the end or the withdrawal came after the request, the agent may have accepted it before that
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

/**
 * The agent SHOULD stop offering it once the status is final or the exit is reported (schema: ToolCallCapabilities).
 */
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
