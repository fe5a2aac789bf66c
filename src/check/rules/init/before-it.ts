import type { Connection } from '../../../model/state/connection.js';
import type { Context } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

const PROMPT = 'session/prompt';

function isPrompt(method: string): boolean {
  return method === PROMPT;
}

/** Also no notification of the protocol itself, as `$/cancel_request`. */
function isNoPrompt(method: string): boolean {
  return method !== PROMPT && !method.startsWith('$/');
}

const STATES = { none: 'was sent', sent: 'was answered', failed: 'succeeded', done: '' } as const;

export const promptBeforeInitialize = defineRule({
  id: 'init/prompt-before-initialize',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'A prompt is sent only after initialization and session setup.',
  explanation:
    'Before initialize is answered neither side knows the version nor what the other can do, and there is no session ' +
    'to prompt. Await the answer to initialize, then that to session/new, and only then send session/prompt. ' +
    'Not reported: a prompt in a recording that begins later than the connection.',
  spec: 'v1/prompt-turn#1-user-message',
  messages: { early: 'session/prompt was sent before initialize {missing}' },
  on: ['call:session/prompt if early', 'request:initialize'],
  inspect(context) {
    const { report } = context;
    for (const { at, missing } of tooEarly(context, isPrompt)) {
      report('early', { data: { missing }, at, once: missing, ...elsewhere(context, at) });
    }
  },
});

export const notFirst = defineRule({
  id: 'init/not-first',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'The client sends nothing but initialize until initialize is answered.',
  explanation:
    'initialize agrees on the version and on what each side can do; everything else depends on it. Agents may refuse ' +
    'what comes earlier or misread it. Send initialize first and await its answer. Methods that begin with an underscore ' +
    'are info. Not reported: notifications that begin with $/, as a $/cancel_request of initialize itself, and what ' +
    'stands in a recording that begins later than the connection.',
  spec: 'v1/initialization',
  messages: { early: '{method} was sent before initialize {missing}' },
  on: ['request if early', 'notification if early'],
  inspect(context) {
    const { report } = context;
    if (isNoSuchMethod(context)) return;
    for (const { at, method, missing } of tooEarly(context, isNoPrompt)) {
      const severity = method.startsWith('_') ? 'info' : 'error';
      const once = `${method} ${missing}`;
      report('early', { data: { method: quoted(method), missing }, severity, at, once, ...elsewhere(context, at) });
    }
  },
});

/** What the client sent too early: this message, or, where it is initialize, what stands before it in the recording. */
function tooEarly({ connection, step }: Pick<Context, 'connection' | 'step'>, isMeant: (method: string) => boolean) {
  const { state, early, workedBefore } = connection.initialization;
  if (step.sender !== 'client' || step.method === undefined) return [];
  if (step.method === 'initialize') {
    // a recording of which it was not clear whether it begins at the beginning
    if (state !== 'none' || connection.fromStart || workedBefore) return [];
    return early.flatMap((at) => (isMeant(at.method) ? [{ at, method: at.method, missing: STATES.none }] : []));
  }
  if (state === 'done' || !isKnown(connection) || !isMeant(step.method)) return [];
  return [{ at: step, method: step.method, missing: STATES[state] }];
}

/** Whether the handshake would be in the recording: it begins at the beginning, and no hole came after that. */
function isKnown({ fromStart, gap, initialization }: Connection): boolean {
  return fromStart && (gap === undefined || (initialization.request?.seq ?? -1) > gap.seq);
}

/** A violation that stands at an earlier frame is not of the session of this one. */
function elsewhere({ step }: Pick<Context, 'step'>, at: { readonly seq: number }) {
  return at.seq === step.seq ? {} : { sessionId: undefined };
}

/** A method that the other side does not have at all is reported as that. */
function isNoSuchMethod({ hasReported }: Pick<Context, 'hasReported'>): boolean {
  return hasReported('jsonrpc/unknown-method') || hasReported('jsonrpc/wrong-direction');
}

export const agentTrafficBeforeResponse = defineRule({
  id: 'init/agent-traffic-before-response',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'The agent answers initialize before it sends anything else.',
  explanation:
    'Until the answer arrives the client does not know which version the agent speaks, and nothing the agent asks or ' +
    'reports can belong to a session. Hold back what start-up wants to say until initialize is answered, or write it ' +
    'to stderr. Notifications that begin with an underscore are info. Not reported: traffic in a recording that ' +
    'begins later than the connection.',
  spec: 'v1/initialization',
  messages: { early: 'the agent sent {method} before initialize {missing}' },
  on: ['request if early', 'notification if early'],
  inspect(context) {
    const { connection, step, report } = context;
    const { state } = connection.initialization;
    const { sender, method, message } = step;
    if (sender !== 'agent' || method === undefined || state === 'done' || !isKnown(connection)) return;
    if (message.kind === 'notification' && method.startsWith('$/')) return;
    if (isNoSuchMethod(context)) return;
    const severity = message.kind === 'notification' && method.startsWith('_') ? 'info' : 'error';
    const missing = AGENT_STATES[state];
    report('early', { data: { method: quoted(method), missing }, severity, once: `${method} ${missing}` });
  },
});

const AGENT_STATES = { none: 'came', sent: 'was answered', failed: 'succeeded' } as const;
