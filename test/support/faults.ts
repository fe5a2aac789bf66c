import type { Sender } from '../../src/wire/frame.js';
import type { JsonObject, JsonValue } from '../../src/wire/json-text.js';
import { members, type Asked, type Conversation, type Expected, type Planting, type SaidLine } from './planting.js';

/** Plants one fault into a copy of a conversation, and says what is to be found. */
export type Plant = (planting: Planting) => Expected;

/** A fault, and how it is planted at each place of a conversation where it can be. */
export interface Fault {
  readonly name: string;
  readonly plants: (conversation: Conversation) => Plant[];
}

type Wanted = Omit<Expected, 'at'> & { readonly at?: SaidLine };

/** For each place in a conversation. */
function at<Place>(
  name: string,
  places: (conversation: Conversation) => readonly Place[],
  plant: (planting: Planting, place: Place, conversation: Conversation) => Expected,
): Fault {
  return {
    name,
    plants: (conversation) => places(conversation).map((place) => (planting) => plant(planting, place, conversation)),
  };
}

/** For each place: a line is said otherwise. */
function otherwise(
  name: string,
  wanted: Wanted,
  places: (conversation: Conversation) => readonly SaidLine[],
  change: (said: JsonObject, conversation: Conversation) => JsonValue | string | Uint8Array,
): Fault {
  return at(name, places, (planting, line, conversation) => ({
    at: planting.replace(line, change(line.json ?? {}, conversation)),
    ...wanted,
  }));
}

// ---- what is where ----

const isV1 = ({ version }: Conversation) => version === 1;
const isV2 = ({ version }: Conversation) => version === 2;

/** The conversations whose handshake is what it should be; one begins with lines that are all wrong. */
const isOrderly = ({ lines }: Conversation) => lines[0]?.json?.['method'] === 'initialize';

const paramsOf = ({ json }: SaidLine) => members(json?.['params']);
const resultOf = (line: SaidLine | undefined) => members(line?.json?.['result']);
const sessionOf = (line: SaidLine) => paramsOf(line)['sessionId'];
const updateOf = (line: SaidLine) => members(paramsOf(line)['update']);
const kindOf = (line: SaidLine) => updateOf(line)['sessionUpdate'];

interface Answered extends Asked {
  readonly response: SaidLine;
}

function answered(conversation: Conversation, method: string): Answered[] {
  return conversation.askedFor(method).flatMap((one) => {
    const { response } = one;
    return response === undefined ? [] : [{ ...one, response }];
  });
}

function succeeded(conversation: Conversation, method: string): Answered[] {
  return answered(conversation, method).filter(
    ({ response }) => response.json !== undefined && 'result' in response.json,
  );
}

/** Turns of v1 that ended with a stop reason. */
function stopped(conversation: Conversation): Answered[] {
  if (!isV1(conversation)) return [];
  return succeeded(conversation, 'session/prompt').filter(({ response }) => 'stopReason' in resultOf(response));
}

function between({ lines }: Conversation, first: SaidLine, last: SaidLine): readonly SaidLine[] {
  return lines.slice(lines.indexOf(first) + 1, lines.indexOf(last));
}

/** The cancel of a turn, if there is one. */
function cancelOf(conversation: Conversation, { request, response }: Answered): SaidLine | undefined {
  return between(conversation, request, response).find(
    (line) => line.json?.['method'] === 'session/cancel' && sessionOf(line) === sessionOf(request),
  );
}

/** Turns of a session in which nothing else went on at the same time. */
function isAlone(conversation: Conversation, { request, response }: Answered): boolean {
  const { lines } = conversation;
  const [first, last] = [lines.indexOf(request), lines.indexOf(response)];
  return conversation.askedFor('session/prompt').every((other) => {
    if (other.request === request || sessionOf(other.request) !== sessionOf(request)) return true;
    const begin = lines.indexOf(other.request);
    const end = other.response === undefined ? Infinity : lines.indexOf(other.response);
    return end < first || begin > last;
  });
}

function updates(conversation: Conversation, kind: string): SaidLine[] {
  return conversation.told('session/update').filter((line) => kindOf(line) === kind);
}

/** Sessions that were made on the connection. */
function sessions(conversation: Conversation): { id: JsonValue; made: Answered }[] {
  return succeeded(conversation, 'session/new').flatMap((made) => {
    const { sessionId } = resultOf(made.response);
    return sessionId === undefined ? [] : [{ id: sessionId, made }];
  });
}

function firstSessions(conversation: Conversation): { id: JsonValue; made: Answered }[] {
  return isOrderly(conversation) ? sessions(conversation).slice(0, 1) : [];
}

function capability(conversation: Conversation, by: Sender, ...path: string[]): JsonValue | undefined {
  const [greeting] = answered(conversation, 'initialize');
  if (greeting === undefined) return undefined;
  const told = by === 'client' ? members(greeting.request.json?.['params']) : resultOf(greeting.response);
  let value: JsonValue | undefined = told[by === 'client' ? 'clientCapabilities' : 'agentCapabilities'];
  for (const name of path) value = members(value)[name];
  return value;
}

// ---- what can be said ----

const FRESH_ID = 7_000_001;

const OPTIONS = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];

const request = (method: string, params: JsonValue, id: JsonValue = FRESH_ID): JsonObject => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});
const notification = (method: string, params: JsonValue): JsonObject => ({ jsonrpc: '2.0', method, params });
const answer = (result: JsonValue, id: JsonValue = FRESH_ID): JsonObject => ({ jsonrpc: '2.0', id, result });
const refusal = (code: number, message: string, id: JsonValue = FRESH_ID): JsonObject => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});
const update = (sessionId: JsonValue, told: JsonObject): JsonObject =>
  notification('session/update', { sessionId, update: told });
const prompt = (sessionId: JsonValue): JsonObject => ({ sessionId, prompt: [{ type: 'text', text: 'Go on.' }] });
const text = (words: string): JsonObject => ({ type: 'text', text: words });

/** A copy with one member of it, some way down, made into something else; undefined takes it out. */
export function changed(
  value: JsonValue | undefined,
  path: readonly (string | number)[],
  change: (old: JsonValue | undefined) => JsonValue | undefined,
): JsonValue {
  const [key, ...rest] = path;
  if (key === undefined) throw new Error('There is no member without a name.');
  const next = (old: JsonValue | undefined) => (rest.length === 0 ? change(old) : changed(old, rest, change));
  if (Array.isArray(value)) {
    return (value as readonly JsonValue[]).flatMap((item, i) => {
      const other = i === key ? next(item) : item;
      return other === undefined ? [] : [other];
    });
  }
  const { [key]: old, ...others } = members(value);
  const other = next(old);
  if (other === undefined) return others;
  return Object.fromEntries(
    key in members(value)
      ? Object.entries(members(value)).map(([name, was]) => [name, name === key ? other : was])
      : [...Object.entries(others), [key, other]],
  );
}

const put = (value: JsonValue | undefined, path: readonly (string | number)[], other: JsonValue): JsonValue =>
  changed(value, path, () => other);
const without = (value: JsonValue | undefined, path: readonly (string | number)[]): JsonValue =>
  changed(value, path, () => undefined);

// ---- stop reasons ----

const stopReasonPath = ['result', 'stopReason'];
const OPEN_CALLS = { 'tool-call/nonterminal-at-turn-end': 'only a turn that was cancelled may leave calls open' };

const STOP_REASONS: readonly Fault[] = [
  otherwise(
    'the stop reason is no word of the protocol',
    { rules: ['stop-reason/unknown'], fault: 'agent', brings: OPEN_CALLS },
    (conversation) => stopped(conversation).map(({ response }) => response),
    (said) => put(said, stopReasonPath, 'finished'),
  ),
  otherwise(
    'the stop reason is "error"',
    { rules: ['stop-reason/error-literal'], fault: 'agent', brings: OPEN_CALLS },
    (conversation) => stopped(conversation).map(({ response }) => response),
    (said) => put(said, stopReasonPath, 'error'),
  ),
  otherwise(
    'the stop reason is missing',
    { rules: ['stop-reason/missing'], fault: 'agent' },
    (conversation) => stopped(conversation).map(({ response }) => response),
    (said) => put(said, ['result'], {}),
  ),
  at(
    'a cancelled turn ends with another legal stop reason',
    (conversation) =>
      stopped(conversation).filter(
        (turn) => cancelOf(conversation, turn) !== undefined && resultOf(turn.response)['stopReason'] === 'cancelled',
      ),
    (planting, { response }) => ({
      at: planting.replace(response, put(response.json, stopReasonPath, 'end_turn')),
      rules: ['cancel/wrong-stop-reason'],
      fault: 'agent',
      brings: OPEN_CALLS,
    }),
  ),
  at(
    'a cancelled turn ends with an error',
    (conversation) => stopped(conversation).filter((turn) => cancelOf(conversation, turn) !== undefined),
    (planting, { response, request: { json } }) => ({
      at: planting.replace(response, refusal(-32603, 'The operation was aborted', json?.['id'] ?? null)),
      rules: ['cancel/error-instead-of-cancelled'],
      fault: 'agent',
      takes: { 'cancel/wrong-stop-reason': 'there is no stop reason any more' },
    }),
  ),
  at(
    'a turn that nobody cancelled ends with "cancelled"',
    (conversation) =>
      stopped(conversation).filter(
        (turn) =>
          cancelOf(conversation, turn) === undefined &&
          resultOf(turn.response)['stopReason'] !== 'cancelled' &&
          // a newer prompt may cancel the one before
          isAlone(conversation, turn) &&
          conversation.told('$/cancel_request').length === 0,
      ),
    (planting, { response }) => ({
      at: planting.replace(response, put(response.json, stopReasonPath, 'cancelled')),
      rules: ['stop-reason/cancelled-without-cancel'],
      fault: 'agent',
      isMild: true,
      takes: {
        'tool-call/nonterminal-at-turn-end': 'a cancelled turn may leave calls open',
        'plan/unfinished-at-turn-end': 'a cancelled turn may leave the plan open',
        'turn/no-output': 'a cancelled turn need not say anything',
      },
    }),
  ),
];

// ---- responses ----

function dropped(method: string, rules: readonly string[], fault: Sender, more: Partial<Expected> = {}): Fault {
  return at(
    `the response to ${method} is dropped`,
    (conversation) => answered(conversation, method),
    (planting, { response, request: asked }) => {
      planting.remove(response);
      // the recordings do not tell who hung up, and some end a second later
      return { at: asked, rules, fault, isMild: true, ...more };
    },
  );
}

const NO_SESSION = {
  brings: {
    'session/unknown-session-id': 'nobody told the id that is used later',
    'session/unknown-session-accepted': 'nobody told the id that is used later, and the agent takes it',
  },
  takes: {
    'mode/set-unknown-mode': 'the modes of the session are not known',
    'config/incomplete-state': 'the options that the session began with are not known',
    'turn/update-outside-turn': 'it is a session that nobody knows',
    'turn/prompt-error': 'the prompt names a session that nobody knows',
    'prompt/concurrent-turn': 'the prompts name a session that nobody knows',
    'tool-call/duplicate-create': 'it is a session that nobody knows',
  },
};

const RESPONSES: readonly Fault[] = [
  at(
    'the response to session/prompt is dropped',
    (conversation) => answered(conversation, 'session/prompt').filter(() => isV1(conversation)),
    (planting, turn, conversation) => {
      // a turn that is still open when a later one is cancelled is cancelled, too
      const { lines } = conversation;
      const cancel = lines
        .slice(lines.indexOf(turn.request))
        .find((line) => line.json?.['method'] === 'session/cancel' && sessionOf(line) === sessionOf(turn.request));
      planting.remove(turn.response);
      return {
        at: cancel ?? turn.request,
        rules: [cancel === undefined ? 'eos/turn-never-answered' : 'eos/cancel-never-confirmed'],
        fault: 'agent',
        isMild: true,
        brings: {
          'prompt/concurrent-turn': 'the next prompt of the session comes while this one has no answer',
          'cancel/request-unanswered': 'the prompt was cancelled by $/cancel_request, too',
        },
        takes: {
          'turn/update-after-response': 'the turn is not over',
          'turn/update-outside-turn': 'the turn is not over',
          'turn/prompt-error': 'what failed is part of a turn that is not over',
          'eos/tool-call-never-finished': 'the turn is not over',
        },
      };
    },
  ),
  at(
    'the response to session/prompt of v2 is dropped',
    (conversation) => answered(conversation, 'session/prompt').filter(() => isV2(conversation)),
    (planting, { response, request: asked }) => {
      planting.remove(response);
      return { at: asked, rules: ['eos/request-never-answered'], fault: 'agent', isMild: true };
    },
  ),
  at(
    'the response to session/new is dropped',
    (conversation) => succeeded(conversation, 'session/new'),
    (planting, { response, request: asked }) => {
      planting.remove(response);
      return {
        at: asked,
        rules: ['eos/request-never-answered'],
        fault: 'agent',
        isMild: true,
        brings: NO_SESSION.brings,
        takes: NO_SESSION.takes,
      };
    },
  ),
  dropped('initialize', ['eos/initialize-never-answered'], 'agent', {
    brings: {
      'init/not-first': 'the client goes on without an answer',
      'init/prompt-before-initialize': 'the client goes on without an answer',
      'init/agent-traffic-before-response': 'the agent goes on without having answered',
      'version/v2-surface-on-v1': 'nobody said that it is version 2',
      'extension/unknown-root-field': 'nobody said that it is version 2',
      'stop-reason/missing': 'nobody said that it is version 2',
      'config/mode-option-without-modes': 'nobody said that it is version 2',
      'tool-call/update-before-create': 'nobody said that it is version 2',
    },
    takes: {
      'extension/not-advertised': 'what was announced is not known',
      'extension/unstable-surface': 'nobody said that it is version 2',
      'session/unknown-session-id': 'it is not even initialized',
      'auth/login-not-advertised': 'what was announced is not known',
      'auth/unknown-method-id': 'what was announced is not known',
      'capability/fs-write-not-advertised': 'the capabilities of the client hold once initialize is answered',
      'capability/load-not-advertised': 'what was announced is not known',
      'capability/baseline-method-missing': 'it is not even initialized',
      'turn/prompt-error': 'it is not even initialized',
    },
  }),
  dropped('session/load', ['eos/load-never-answered'], 'agent', {
    brings: { 'session/prompt-before-setup-done': 'the client does not wait for the answer' },
    takes: { 'session/replay-after-load-response': 'there is no answer that the history could come after' },
  }),
  dropped('session/set_mode', ['eos/request-never-answered'], 'agent'),
  dropped('session/list', ['eos/request-never-answered'], 'agent'),
  dropped('session/close', ['eos/request-never-answered'], 'agent'),
  dropped('authenticate', ['eos/request-never-answered'], 'agent'),
  at(
    'the response to a file request is dropped',
    (conversation) => [...answered(conversation, 'fs/read_text_file'), ...answered(conversation, 'fs/write_text_file')],
    (planting, { response, request: asked }) => {
      planting.remove(response);
      return {
        at: asked,
        rules: ['eos/request-never-answered'],
        fault: 'client',
        isMild: true,
        brings: { 'turn/open-request-at-end': 'the agent goes on and ends the turn without the answer' },
      };
    },
  ),
  at(
    'the response to a permission request is dropped',
    (conversation) => answered(conversation, 'session/request_permission'),
    (planting, { response, request: asked }) => {
      planting.remove(response);
      return {
        at: asked,
        rules: ['eos/permission-never-answered', 'permission/not-cancelled-after-cancel'],
        fault: 'client',
        isMild: true,
        brings: { 'turn/open-request-at-end': 'the agent goes on and ends the turn without the answer' },
        takes: {
          'permission/client-auto': 'there is no answer that came too fast',
          'tool-call/nonterminal-at-turn-end': 'the call waits for the permission',
        },
      };
    },
  ),
  at(
    'a response is sent twice',
    ({ asked }) => asked.flatMap(({ response }) => (response?.json === undefined ? [] : [response])),
    (planting, response) => ({
      at: planting.insertAfter(response, response.sender, response.bytes),
      rules: ['jsonrpc/duplicate-response'],
      fault: response.sender,
    }),
  ),
  at(
    'the id of a response is of another type than that of its request',
    ({ asked }) =>
      asked.flatMap(({ response, request: { json } }) => {
        const id = json?.['id'];
        return response !== undefined && (Number.isInteger(id) || /^\d+$/.test(JSON.stringify(id))) ? [response] : [];
      }),
    (planting, response) => {
      const id = response.json?.['id'];
      const other = typeof id === 'number' ? String(id) : Number(id);
      return {
        at: planting.replace(response, put(response.json, ['id'], other)),
        rules: ['jsonrpc/response-id-type-mismatch'],
        fault: response.sender,
      };
    },
  ),
  at(
    'a response answers nothing',
    (conversation) => (isOrderly(conversation) ? conversation.asked : []).flatMap(({ response }) => response ?? []),
    (planting, response) => ({
      at: planting.insertAfter(response, response.sender, answer({}, 6_000_001)),
      rules: ['jsonrpc/response-unknown-id'],
      fault: response.sender,
    }),
  ),
  at(
    'a response has a result and an error',
    (conversation) => succeeded(conversation, 'session/new').concat(stopped(conversation)),
    (planting, { response }) => ({
      at: planting.replace(response, put(response.json, ['error'], { code: -32603, message: 'Internal error' })),
      rules: ['jsonrpc/result-and-error'],
      fault: 'agent',
      // whoever reads the error sees a session that was not made, a turn that failed
      brings: {
        'session/unknown-session-id': 'the error says that the session was not made',
        'turn/prompt-error': 'the error says that the prompt failed',
        'cancel/error-instead-of-cancelled': 'the error stands where "cancelled" has to',
        'session/unknown-session-accepted': 'the error says that the session was not made',
        'eos/tool-call-never-finished': 'the turn that failed leaves them open',
      },
      takes: {
        ...NO_SESSION.takes,
        'eos/session-left-open': 'the error says that the session was not made',
        'tool-call/nonterminal-at-turn-end': 'the error says that the turn failed',
        'plan/unfinished-at-turn-end': 'the error says that the turn failed',
        'cancel/wrong-stop-reason': 'the error stands where "cancelled" has to',
      },
    }),
  ),
];

// ---- ids and envelopes ----

/** Requests that were sent while another one of the same side was open. */
function overlapping(conversation: Conversation): { first: Answered; second: Answered }[] {
  if (!isOrderly(conversation)) return [];
  const { asked, lines } = conversation;
  const pairs: { first: Answered; second: Answered }[] = [];
  for (const first of asked) {
    for (const second of asked) {
      if (first === second || first.request.sender !== second.request.sender) continue;
      if (first.response === undefined || second.response === undefined) continue;
      const [begin, middle, end] = [first.request, second.request, first.response].map((line) => lines.indexOf(line));
      if (begin === undefined || middle === undefined || end === undefined) continue;
      if (begin < middle && middle < end) pairs.push({ first: first as Answered, second: second as Answered });
    }
  }
  return pairs;
}

const ENVELOPES: readonly Fault[] = [
  at(
    'the id of a request in flight is used again, by a request that is there',
    overlapping,
    (planting, { first, second }) => {
      const id = first.request.json?.['id'] ?? null;
      planting.replace(second.response, put(second.response.json, ['id'], id));
      return {
        at: planting.replace(second.request, put(second.request.json, ['id'], id)),
        rules: ['jsonrpc/duplicate-inflight-id'],
        fault: second.request.sender,
        brings: {
          'turn/open-request-at-end': 'nobody can tell which of the two was answered',
          'stop-reason/missing': 'nobody can tell which of the two was answered',
          'schema/invalid-result': 'nobody can tell which of the two was answered',
        },
        takes: { 'turn/prompt-error': 'nobody can tell which of the two failed' },
      };
    },
  ),
  at(
    'the id of a request in flight is used again, by one more request',
    (conversation) => stopped(conversation).filter((turn) => isAlone(conversation, turn)),
    (planting, { request: asked, response }) => {
      const id = asked.json?.['id'] ?? null;
      const again = planting.insertAfter(asked, 'client', request('_own/ping', {}, id));
      planting.insertBefore(response, 'agent', answer({}, id));
      return {
        at: again,
        rules: ['jsonrpc/duplicate-inflight-id'],
        fault: 'client',
        brings: {
          'extension/not-advertised': 'the method is one that nobody announced',
          'extension/wrong-unknown-reply': 'the method is one that nobody announced',
        },
      };
    },
  ),
  at(
    'the agent uses the id of its request in flight again',
    (conversation) => answered(conversation, 'session/request_permission'),
    (planting, { request: asked, response }) => {
      const id = asked.json?.['id'] ?? null;
      const again = planting.insertAfter(asked, 'agent', request('_own/ping', {}, id));
      planting.insertBefore(response, 'client', answer({}, id));
      return {
        at: again,
        rules: ['jsonrpc/duplicate-inflight-id'],
        fault: 'agent',
        brings: {
          'extension/not-advertised': 'the method is one that nobody announced',
          'extension/wrong-unknown-reply': 'the method is one that nobody announced',
        },
        takes: {
          'permission/client-auto': 'nobody can tell which of the two was answered',
          'capability/baseline-method-missing': 'nobody can tell which of the two was refused',
        },
      };
    },
  ),
  at(
    'the member jsonrpc is missing',
    ({ lines }) => lines.filter(({ json }) => json?.['jsonrpc'] === '2.0'),
    (planting, line) => ({
      at: planting.replace(line, without(line.json, ['jsonrpc'])),
      rules: ['jsonrpc/bad-version'],
      fault: line.sender,
    }),
  ),
  at(
    'the member jsonrpc is another version',
    ({ lines }) => lines.filter(({ json }) => json?.['jsonrpc'] === '2.0'),
    (planting, line) => ({
      at: planting.replace(line, put(line.json, ['jsonrpc'], '1.0')),
      rules: ['jsonrpc/bad-version'],
      fault: line.sender,
    }),
  ),
  at('a request is sent without an id', firstSessions, (planting, { id }, conversation) => ({
    at: planting.append('client', notification('session/prompt', prompt(id))),
    rules: ['jsonrpc/request-sent-as-notification'],
    fault: 'client',
    ...closed(conversation, id),
  })),
  at(
    'a permission request is sent without an id',
    (conversation) => stopped(conversation).filter((turn) => isOrderly(conversation) && isAlone(conversation, turn)),
    (planting, { request: asked }) => ({
      at: planting.insertAfter(
        asked,
        'agent',
        notification('session/request_permission', {
          sessionId: sessionOf(asked) ?? '',
          toolCall: { toolCallId: 'planted', title: 'Planted' },
          options: OPTIONS,
        }),
      ),
      rules: ['jsonrpc/request-sent-as-notification'],
      fault: 'agent',
      brings: { 'tool-call/nonterminal-at-turn-end': 'nothing more is heard of the call' },
    }),
  ),
  at(
    'session/cancel is sent with an id',
    (conversation) => conversation.told('session/cancel'),
    (planting, line) => ({
      at: planting.replace(line, put(line.json, ['id'], FRESH_ID)),
      rules: ['jsonrpc/notification-sent-as-request'],
      fault: 'client',
    }),
  ),
  at(
    'session/update is sent with an id',
    (conversation) => conversation.told('session/update'),
    (planting, line) => ({
      at: planting.replace(line, put(line.json, ['id'], FRESH_ID)),
      rules: ['jsonrpc/notification-sent-as-request'],
      fault: 'agent',
    }),
  ),
  at('the client sends a method of its own', firstSessions, (planting, { id, made }) => {
    const line = planting.insertAfter(
      made.response,
      'client',
      request('session/request_permission', {
        sessionId: id,
        toolCall: { toolCallId: 'planted', title: 'Planted' },
        options: OPTIONS,
      }),
    );
    planting.insertAfter(line, 'agent', refusal(-32601, 'Method not found'));
    return { at: line, rules: ['jsonrpc/wrong-direction'], fault: 'client' };
  }),
  at('the client sends session/update', firstSessions, (planting, { id, made }) => ({
    at: planting.insertAfter(
      made.response,
      'client',
      update(id, { sessionUpdate: 'agent_message_chunk', content: text('hello') }),
    ),
    rules: ['jsonrpc/wrong-direction'],
    fault: 'client',
  })),
  at('the agent sends a method of its own', firstSessions, (planting, { id, made }) => {
    const line = planting.insertAfter(made.response, 'agent', request('session/prompt', prompt(id)));
    planting.insertAfter(line, 'client', refusal(-32601, 'Method not found'));
    return { at: line, rules: ['jsonrpc/wrong-direction'], fault: 'agent' };
  }),
  at('the client sends an unknown method', firstSessions, (planting, { id, made }) => {
    const line = planting.insertAfter(made.response, 'client', request('session/summarize', { sessionId: id }));
    planting.insertAfter(line, 'agent', refusal(-32601, 'Method not found'));
    return { at: line, rules: ['jsonrpc/unknown-method'], fault: 'client' };
  }),
  at('the agent sends an unknown method', firstSessions, (planting, { id, made }) => {
    const line = planting.insertAfter(
      made.response,
      'agent',
      request('fs/list_directory', { sessionId: id, path: '/' }),
    );
    planting.insertAfter(line, 'client', refusal(-32601, 'Method not found'));
    return { at: line, rules: ['jsonrpc/unknown-method'], fault: 'agent' };
  }),
  at('the agent sends an unknown notification', firstSessions, (planting, { id, made }) => ({
    at: planting.insertAfter(made.response, 'agent', notification('session/progress', { sessionId: id, done: 0.5 })),
    rules: ['jsonrpc/unknown-method'],
    fault: 'agent',
  })),
];

/** Where a session was closed, using it is wrong for that, too. */
function closed(conversation: Conversation, id: JsonValue): Partial<Expected> {
  const isClosed = conversation.askedFor('session/close').some(({ request: asked }) => sessionOf(asked) === id);
  return isClosed ? { brings: { 'session/use-after-close': 'the session was closed before' } } : {};
}

// ---- lines ----

/** What a line that cannot be read leads to. */
const UNREAD = {
  brings: {
    'jsonrpc/bad-frame-unanswered': 'nobody said that the line could not be read',
    'eos/unreadable-rate': 'it is one more of them',
    'eos/request-never-answered': 'an error without an id may have meant this line instead of a request',
  },
  takes: {
    'jsonrpc/bad-frame-unanswered': 'it is told once a side',
    'turn/prompt-error': 'the prompt was not right',
    'capability/baseline-method-missing': 'the request was not right',
    'eos/session-left-open': 'it is only told where nothing else was open',
  },
};

const isPrintable = (line: SaidLine) => line.json !== undefined && line.terminated;

const LINES: readonly Fault[] = [
  at(
    'two messages stand in an array',
    ({ lines }) => lines.filter((line) => isPrintable(line) && 'method' in (line.json ?? {})),
    (planting, line, conversation) => ({
      at: planting.replace(line, [line.json ?? {}, notification('_own/note', {})]),
      rules: ['transport/batch-not-allowed'],
      fault: line.sender,
      takes: UNREAD.takes,
      brings: {
        ...UNREAD.brings,
        'extension/not-advertised': 'the method is one that nobody announced',
        'init/not-first': 'where the first of the two is initialize, the other one comes too early',
        ...(isV2(conversation) && { 'transport/batch-lifecycle-method': 'it is that, too' }),
      },
    }),
  ),
  at(
    'an array of one message',
    ({ lines }) => lines.filter(isPrintable),
    (planting, line, conversation) => ({
      at: planting.replace(line, [line.json ?? {}]),
      rules: ['transport/batch-not-allowed'],
      fault: line.sender,
      takes: UNREAD.takes,
      brings: {
        ...UNREAD.brings,
        ...(isV2(conversation) && { 'transport/batch-lifecycle-method': 'it is that, too' }),
      },
    }),
  ),
  at('a log line stands among the messages of the agent', afterEachAnswer, (planting, line) => ({
    at: planting.insertAfter(line, 'agent', '2025-01-01T00:00:00Z INFO model loaded in 3.2 s'),
    rules: ['transport/non-json-line'],
    fault: 'agent',
    ...UNREAD,
  })),
  at(
    'a log line stands before everything',
    ({ lines }) => lines.slice(0, 1),
    (planting, line) => ({
      at: planting.insertAfter(line, 'agent', 'Starting agent...'),
      rules: ['transport/non-json-line'],
      fault: 'agent',
      ...UNREAD,
    }),
  ),
  at('the client writes a line that is no JSON', afterEachAnswer, (planting, line) => ({
    at: planting.insertAfter(line, 'client', 'y'),
    rules: ['transport/non-json-line'],
    fault: 'client',
    ...UNREAD,
  })),
  at(
    'a message is printed over several lines',
    ({ lines }) => lines.filter((line) => isPrintable(line) && 'method' in (line.json ?? {})),
    (planting, line) => {
      const [first] = planting.split(line, JSON.stringify(line.json, null, 2).split('\n'));
      if (first === undefined) throw new Error('There is no piece.');
      return { at: first, rules: ['transport/embedded-newline'], fault: line.sender, ...UNREAD };
    },
  ),
  at(
    'a line is cut off in the middle, and the next one follows',
    (conversation) => conversation.told('session/update').filter((line) => kindOf(line) === 'agent_message_chunk'),
    (planting, line) => ({
      at: planting.replace(line, line.bytes.slice(0, Math.ceil(line.bytes.length / 2))),
      rules: ['transport/non-json-line'],
      fault: 'agent',
      takes: UNREAD.takes,
      brings: { ...UNREAD.brings, 'turn/no-output': 'the one thing that the turn said was cut off' },
    }),
  ),
  at(
    'the last line of the agent is cut off',
    ({ lines }) => lines.filter(({ sender }) => sender === 'agent').slice(-1),
    (planting, line, conversation) => {
      const one = conversation.asked.find(({ response }) => response === line);
      return {
        at: planting.replace(line, line.bytes.slice(0, Math.ceil(line.bytes.length / 2)), { terminated: false }),
        rules: ['transport/truncated-final-frame'],
        fault: 'agent',
        ...(one !== undefined && {
          brings: {
            'eos/turn-never-answered': 'the answer was cut off',
            'eos/cancel-never-confirmed': 'the answer was cut off',
            'eos/request-never-answered': 'the answer was cut off',
            'eos/initialize-never-answered': 'the answer was cut off',
            'eos/load-never-answered': 'the answer was cut off',
            'cancel/request-unanswered': 'the answer was cut off',
          },
        }),
        ...(isV2(conversation) && { brings: { 'eos/foreground-never-idle': 'it is the idle that was cut off' } }),
        takes: { 'eos/tool-call-never-finished': 'the turn is not over' },
      };
    },
  ),
  at(
    'the last line of the agent has no newline',
    ({ lines }) => lines.filter(({ sender }) => sender === 'agent').slice(-1),
    (planting, line) => ({
      at: planting.replace(line, line.bytes, { terminated: false }),
      rules: ['transport/truncated-final-frame'],
      fault: 'agent',
    }),
  ),
  at(
    'a text is no UTF-8',
    (conversation) =>
      [
        ...updates(conversation, 'agent_message_chunk'),
        ...updates(conversation, 'tool_call'),
        ...conversation.askedFor('session/prompt').map(({ request: asked }) => asked),
      ].filter(({ bytes }) => /"(text|title)":"/.test(new TextDecoder().decode(bytes))),
    (planting, line) => {
      // half a character where a text begins
      const said = new TextDecoder().decode(line.bytes);
      const start = /"(text|title)":"/.exec(said);
      const end = new TextEncoder().encode(said.slice(0, (start?.index ?? 0) + (start?.[0].length ?? 0))).length;
      const bytes = new Uint8Array([...line.bytes.subarray(0, end), 0xe2, 0x82, ...line.bytes.subarray(end)]);
      return { at: planting.replace(line, bytes), rules: ['transport/invalid-utf8'], fault: line.sender, ...UNREAD };
    },
  ),
  at('an empty line', afterEachAnswer, (planting, line) => ({
    at: planting.insertAfter(line, 'agent', ''),
    rules: ['transport/blank-line'],
    fault: 'agent',
    isMild: true,
  })),
  at(
    'a byte-order mark',
    ({ lines }) => lines.filter(isPrintable),
    (planting, line) => ({
      at: planting.replace(line, new Uint8Array([0xef, 0xbb, 0xbf, ...line.bytes])),
      rules: ['transport/bom'],
      fault: line.sender,
    }),
  ),
  at('a bare text', afterEachAnswer, (planting, line) => ({
    at: planting.insertAfter(line, 'agent', '"ready"'),
    rules: ['transport/not-an-object'],
    fault: 'agent',
    ...UNREAD,
  })),
];

function afterEachAnswer({ asked }: Conversation): SaidLine[] {
  return asked.flatMap(({ response }) => response ?? []);
}

// ---- handshake and sessions ----

const BEGINNINGS: readonly Fault[] = [
  at(
    'initialize is dropped',
    (conversation) =>
      isOrderly(conversation) && isV1(conversation) && conversation.asked.length > 1
        ? answered(conversation, 'initialize')
        : [],
    (planting, { request: asked, response }, conversation) => {
      planting.remove(asked);
      planting.remove(response);
      planting.beginWithSpawn();
      const next = conversation.asked[1]?.request;
      if (next === undefined) throw new Error('Nothing comes after initialize.');
      return {
        at: next,
        rules: ['init/not-first', 'init/prompt-before-initialize'],
        fault: 'client',
        brings: { 'init/prompt-before-initialize': 'a prompt follows, too' },
        takes: {
          'extension/not-advertised': 'what was announced is not known',
          'capability/fs-write-not-advertised': 'what was announced is not known',
        },
      };
    },
  ),
  at('initialize is sent again', firstSessions, (planting, { made }, conversation) => {
    const [greeting] = answered(conversation, 'initialize');
    const said = greeting?.request.json ?? {};
    const line = planting.insertAfter(made.response, 'client', put(said, ['id'], FRESH_ID));
    planting.insertAfter(line, 'agent', refusal(-32600, 'Already initialized'));
    return {
      at: line,
      rules: ['init/repeated'],
      fault: 'client',
      brings: { 'init/missing-implementation-info': 'it is a copy of one that lacks it' },
    };
  }),
  at(
    'the answer to initialize has a version that there is not',
    // whatever comes after that is anybody's guess
    (conversation) => (conversation.asked.length === 1 ? succeeded(conversation, 'initialize') : []),
    (planting, { response }) => ({
      at: planting.replace(response, put(response.json, ['result', 'protocolVersion'], 7)),
      rules: ['init/unknown-version-agreed'],
      fault: 'agent',
    }),
  ),
  at(
    'a session is made with a relative cwd',
    (conversation) =>
      succeeded(conversation, 'session/new').filter(({ request: asked }) => /^\//.test(String(paramsOf(asked)['cwd']))),
    (planting, { request: asked }) => ({
      at: planting.replace(asked, put(asked.json, ['params', 'cwd'], 'work/project')),
      rules: ['path/not-absolute'],
      fault: 'client',
    }),
  ),
  at('a prompt names an unknown session', firstSessions, (planting) => {
    const line = planting.append('client', request('session/prompt', prompt('sess_unknown')));
    planting.insertAfter(line, 'agent', refusal(-32602, 'Unknown session'));
    return { at: line, rules: ['session/unknown-session-id'], fault: 'client' };
  }),
  at('session/set_mode names an unknown session', firstSessions, (planting, _, conversation) => {
    const line = planting.append(
      'client',
      isV1(conversation)
        ? request('session/set_mode', { sessionId: 'sess_unknown', modeId: 'default' })
        : request('session/set_config_option', { sessionId: 'sess_unknown', configId: 'a', type: 'id', value: 'b' }),
    );
    planting.insertAfter(line, 'agent', refusal(-32602, 'Unknown session'));
    return { at: line, rules: ['session/unknown-session-id'], fault: 'client' };
  }),
  at(
    'an update names an unknown session',
    (conversation) => [
      ...updates(conversation, 'agent_message_chunk'),
      ...updates(conversation, 'tool_call_update'),
      ...updates(conversation, 'available_commands_update'),
    ],
    (planting, line) => ({
      at: planting.replace(line, put(line.json, ['params', 'sessionId'], 'sess_unknown')),
      rules: ['session/unknown-session-id'],
      fault: 'agent',
      brings: {
        'tool-call/nonterminal-at-turn-end': 'the update that ended the call went elsewhere',
        'eos/tool-call-never-finished': 'the update that ended the call went elsewhere',
        'tool-call/skipped-in-progress': 'the update in between went elsewhere',
        'turn/no-output': 'the one thing that the turn said went elsewhere',
        'permission/tool-call-mismatch': 'the update that told of it went elsewhere',
      },
      takes: {
        'tool-call/skipped-in-progress': 'the update that ended the call went elsewhere',
        'permission/after-execution-started': 'the update that told of the start went elsewhere',
        'permission/tool-call-mismatch': 'the update that told of it went elsewhere',
        'message/id-across-kinds': 'the other message of that id went elsewhere',
        'session/replay-after-load-response': 'history of an unknown session is none',
        'eos/tool-call-never-finished': 'the call was never told of in this session',
      },
    }),
  ),
  at(
    'a permission request names an unknown session',
    (conversation) => answered(conversation, 'session/request_permission'),
    (planting, { request: asked }) => ({
      at: planting.replace(asked, put(asked.json, ['params', 'sessionId'], 'sess_unknown')),
      rules: ['session/unknown-session-id'],
      fault: 'agent',
      brings: { 'tool-call/update-before-create': 'the request that announced the call went elsewhere' },
      takes: {
        'permission/tool-call-mismatch': 'the call is of another session',
        'permission/after-execution-started': 'the call is of another session',
        'permission/cancelled-without-cancel': 'the session is another',
        'tool-call/skipped-in-progress': 'nobody allowed the call in this session',
        'tool-call/nonterminal-at-turn-end': 'the call was never told of in this session',
      },
    }),
  ),
  at('two sessions have the same id', firstSessions, (planting, { made }) => {
    const again = planting.insertAfter(made.response, 'client', put(made.request.json, ['id'], FRESH_ID));
    return {
      at: planting.insertAfter(again, 'agent', put(made.response.json, ['id'], FRESH_ID)),
      rules: ['session/duplicate-session-id'],
      fault: 'agent',
      brings: {
        'extension/unknown-root-field': 'the answer is a copy of one that has it',
        'extension/unstable-surface': 'the answer is a copy of one that has it',
        'config/mode-option-without-modes': 'the answer is a copy of one that has it',
      },
    };
  }),
];

// ---- prompts and turns ----

const FORBIDDEN: readonly { name: string; path: readonly string[]; block: JsonObject; rule: string }[] = [
  {
    name: 'an image',
    path: ['image'],
    block: { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' },
    rule: 'capability/prompt-image-not-advertised',
  },
  {
    name: 'a sound',
    path: ['audio'],
    block: { type: 'audio', mimeType: 'audio/wav', data: 'UklGRg==' },
    rule: 'capability/prompt-audio-not-advertised',
  },
  {
    name: 'an embedded resource',
    path: ['embeddedContext'],
    block: { type: 'resource', resource: { uri: 'file:///p/a.txt', text: 'a' } },
    rule: 'capability/prompt-embedded-not-advertised',
  },
];

const LATE_UPDATES: readonly { name: string; told: JsonObject }[] = [
  { name: 'a message', told: { sessionUpdate: 'agent_message_chunk', content: text('one more thing') } },
  { name: 'a thought', told: { sessionUpdate: 'agent_thought_chunk', content: text('hm') } },
  { name: 'a tool call', told: { sessionUpdate: 'tool_call', toolCallId: 'late', title: 'Late', status: 'completed' } },
];

const TURNS: readonly Fault[] = [
  ...FORBIDDEN.flatMap(({ name, path, block, rule }) => [
    at(
      `${name} in a prompt, without the capability`,
      (conversation) =>
        isOrderly(conversation) &&
        isV1(conversation) &&
        capability(conversation, 'agent', 'promptCapabilities', ...path) !== true
          ? succeeded(conversation, 'session/prompt')
          : [],
      (planting, { request: asked }) => ({
        at: planting.replace(
          asked,
          changed(asked.json, ['params', 'prompt'], (old) => [...blocks(old), block]),
        ),
        rules: [rule],
        fault: 'client',
      }),
    ),
    at(
      `${name} in a prompt, the capability taken away`,
      (conversation) =>
        isOrderly(conversation) &&
        isV1(conversation) &&
        capability(conversation, 'agent', 'promptCapabilities', ...path) === true
          ? succeeded(conversation, 'session/prompt').slice(0, 1)
          : [],
      (planting, { request: asked }, conversation) => {
        const [greeting] = answered(conversation, 'initialize');
        if (greeting === undefined) throw new Error('There is no answer to initialize.');
        const where = ['result', 'agentCapabilities', 'promptCapabilities', ...path];
        planting.replace(greeting.response, put(greeting.response.json, where, false));
        return {
          at: planting.replace(
            asked,
            changed(asked.json, ['params', 'prompt'], (old) => [block, ...blocks(old)]),
          ),
          rules: [rule],
          fault: 'client',
        };
      },
    ),
  ]),
  ...LATE_UPDATES.map(({ name, told }) =>
    at(
      `${name} after the turn`,
      (conversation) => stopped(conversation).filter((turn) => isAlone(conversation, turn) && isOrderly(conversation)),
      (planting, { request: asked, response }) => ({
        at: planting.insertAfter(response, 'agent', update(sessionOf(asked) ?? '', told)),
        rules: ['turn/update-after-response'],
        fault: 'agent',
        brings: { 'message/id-partially-present': 'the others have one' },
        takes: { 'turn/update-after-response': 'it is told once a turn, and this one comes first' },
      }),
    ),
  ),
  at(
    'a message before the first prompt',
    (conversation) => (isV1(conversation) ? firstSessions(conversation) : []),
    (planting, { id, made }) => ({
      at: planting.insertAfter(made.response, 'agent', update(id, LATE_UPDATES[0]?.told ?? {})),
      rules: ['turn/update-outside-turn'],
      fault: 'agent',
      brings: { 'message/id-partially-present': 'the others have one' },
      takes: { 'turn/update-outside-turn': 'it is told once, and this one comes first' },
    }),
  ),
  at(
    'a prompt is sent while another one is open',
    (conversation) => openTurns(conversation).filter((turn) => isAlone(conversation, turn)),
    (planting, { request: asked, response }) => {
      const line = planting.insertAfter(asked, 'client', request('session/prompt', prompt(sessionOf(asked) ?? '')));
      planting.insertAfter(response, 'agent', answer(response.json?.['result'] ?? {}));
      return {
        at: line,
        rules: ['prompt/concurrent-turn'],
        fault: 'client',
        brings: {
          'turn/no-output': 'nothing was said to that prompt',
          'plan/unfinished-at-turn-end': 'the plan may be that of the other prompt',
          'tool-call/nonterminal-at-turn-end': 'the call may be that of the other prompt',
        },
        takes: {
          'plan/unfinished-at-turn-end': 'the plan may be that of the other prompt',
          'tool-call/nonterminal-at-turn-end': 'the call may be that of the other prompt',
        },
      };
    },
  ),
];

function blocks(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

// ---- permissions ----

function selected(conversation: Conversation): Answered[] {
  return succeeded(conversation, 'session/request_permission').filter(
    ({ response }) => members(resultOf(response)['outcome'])['outcome'] === 'selected',
  );
}

function turnOf(conversation: Conversation, { request: asked }: Answered): Answered | undefined {
  const { lines } = conversation;
  const place = lines.indexOf(asked);
  return stopped(conversation).find(
    (turn) =>
      sessionOf(turn.request) === sessionOf(asked) &&
      lines.indexOf(turn.request) < place &&
      place < lines.indexOf(turn.response),
  );
}

const PERMISSIONS: readonly Fault[] = [
  at('an option is chosen that was not offered', selected, (planting, { response }) => ({
    at: planting.replace(response, put(response.json, ['result', 'outcome', 'optionId'], 'yes-and-amen')),
    rules: ['permission/option-not-offered'],
    fault: 'client',
    takes: {
      'permission/executed-after-reject': 'what was chosen is no rejection any more',
      'permission/always-not-remembered': 'what was chosen does not hold for always any more',
    },
    brings: { 'permission/executed-after-reject': 'the agent goes on though nobody allowed it' },
  })),
  at(
    'a permission is given after the cancel',
    (conversation) =>
      succeeded(conversation, 'session/request_permission').filter(
        ({ response, request: asked }) =>
          members(resultOf(response)['outcome'])['outcome'] === 'cancelled' &&
          between(conversation, asked, response).some(({ json }) => json?.['method'] === 'session/cancel'),
      ),
    (planting, { request: asked, response }) => {
      const [option] = blocks(paramsOf(asked)['options']);
      const outcome = { outcome: 'selected', optionId: members(option)['optionId'] ?? '' };
      return {
        at: planting.replace(response, put(response.json, ['result', 'outcome'], outcome)),
        rules: ['permission/not-cancelled-after-cancel'],
        fault: 'client',
      };
    },
  ),
  at(
    'a permission is cancelled though nobody cancelled the turn',
    (conversation) => (isV1(conversation) ? selected(conversation) : []),
    (planting, { response }) => ({
      at: planting.replace(response, put(response.json, ['result', 'outcome'], { outcome: 'cancelled' })),
      rules: ['permission/cancelled-without-cancel'],
      fault: 'client',
      isMild: true,
      takes: {
        'permission/client-auto': 'nothing was chosen',
        'tool-call/skipped-in-progress': 'nobody allowed the call, so it may not have run at all',
        'stop-reason/cancelled-without-cancel': 'a dismissed question is reason enough',
      },
      brings: { 'permission/executed-after-reject': 'the agent goes on though nobody allowed it' },
    }),
  ),
  at(
    'a permission is answered when its turn is over',
    (conversation) =>
      selected(conversation).flatMap((asked) => {
        const turn = turnOf(conversation, asked);
        return turn === undefined || cancelOf(conversation, turn) !== undefined ? [] : [{ asked, turn }];
      }),
    (planting, { asked, turn }) => {
      planting.move(asked.response, turn.response);
      return {
        at: turn.response,
        rules: ['turn/open-request-at-end'],
        fault: 'agent',
        takes: {
          'permission/client-auto': 'it took longer',
          'permission/executed-after-reject': 'what was done was done before the answer',
        },
      };
    },
  ),
  at(
    'a permission is asked for without options',
    (conversation) =>
      succeeded(conversation, 'session/request_permission').filter(
        ({ response }) => members(resultOf(response)['outcome'])['outcome'] === 'cancelled',
      ),
    (planting, { request: asked }) => ({
      at: planting.replace(asked, put(asked.json, ['params', 'options'], [])),
      rules: ['permission/no-options'],
      fault: 'agent',
    }),
  ),
];

// ---- tool calls ----

/** Those that are not the history of a session that is loaded. */
function live({ asked, lines }: Conversation, told: readonly SaidLine[]): SaidLine[] {
  const prompts = asked.filter(({ method }) => method === 'session/prompt').map(({ request: one }) => one);
  return told.filter((line) =>
    prompts.some((one) => sessionOf(one) === sessionOf(line) && lines.indexOf(one) < lines.indexOf(line)),
  );
}

/** Updates of a call that is over with them. */
function finals(conversation: Conversation): SaidLine[] {
  return updates(conversation, 'tool_call_update').filter(
    (line) => updateOf(line)['status'] === 'completed' || updateOf(line)['status'] === 'failed',
  );
}

const TOOL_CALLS: readonly Fault[] = [
  at(
    'a tool call is announced twice',
    (conversation) => (isV1(conversation) ? live(conversation, updates(conversation, 'tool_call')) : []),
    (planting, line) => ({
      at: planting.insertAfter(line, 'agent', line.bytes),
      rules: ['tool-call/duplicate-create'],
      fault: 'agent',
      brings: {
        'extension/unknown-root-field': 'the line is a copy of one that has it',
        'extension/unstable-surface': 'the line is a copy of one that has it',
      },
    }),
  ),
  at(
    'the announcement of a tool call is dropped',
    (conversation) =>
      (isV1(conversation) ? live(conversation, updates(conversation, 'tool_call')) : []).flatMap((line) => {
        const id = updateOf(line)['toolCallId'];
        const { lines } = conversation;
        const next = lines
          .slice(lines.indexOf(line) + 1)
          .find((later) => kindOf(later) === 'tool_call_update' && updateOf(later)['toolCallId'] === id);
        return next === undefined || sessionOf(next) !== sessionOf(line) ? [] : [{ line, next }];
      }),
    (planting, { line, next }) => {
      planting.remove(line);
      return {
        at: next,
        rules: ['tool-call/update-before-create'],
        fault: 'agent',
        // some name it in a permission request before
        isMild: true,
        brings: {
          'tool-call/skipped-in-progress': 'the permission request said that the call is pending',
          'turn/update-after-response': 'the update is of the call of that id in the turn before',
        },
        takes: {
          'tool-call/duplicate-create': 'the id is not used twice any more',
          'tool-call/skipped-in-progress': 'the call was never seen pending',
          'permission/tool-call-mismatch': 'what it was announced with is not known',
          'permission/after-execution-started': 'its start was not seen',
        },
      };
    },
  ),
  at(
    'a tool call goes back to in_progress',
    (conversation) => live(conversation, finals(conversation)),
    (planting, line) => ({
      at: planting.insertAfter(
        line,
        'agent',
        update(sessionOf(line) ?? '', {
          sessionUpdate: 'tool_call_update',
          toolCallId: updateOf(line)['toolCallId'] ?? '',
          status: 'in_progress',
        }),
      ),
      rules: ['tool-call/status-regression'],
      fault: 'agent',
      brings: {
        'tool-call/nonterminal-at-turn-end': 'the call is not over any more',
        'eos/tool-call-never-finished': 'the call is not over any more',
        'permission/after-execution-started': 'the call is asked for when it is said to go on',
        'permission/executed-after-reject': 'a call that was rejected is said to go on',
      },
      takes: { 'tool-call/duplicate-create': 'the call is not over any more' },
    }),
  ),
  at(
    'the end of a tool call is dropped',
    (conversation) =>
      finals(conversation).flatMap((line) => {
        const turn = stopped(conversation).find(
          (one) =>
            sessionOf(one.request) === sessionOf(line) &&
            between(conversation, one.request, one.response).includes(line),
        );
        const isLast = finals(conversation).every(
          (other) => other === line || updateOf(other)['toolCallId'] !== updateOf(line)['toolCallId'],
        );
        const isOpenAnyway = conversation.untouched.some(
          ({ rule, seq }) =>
            rule === 'tool-call/nonterminal-at-turn-end' && conversation.entries[seq] === turn?.response,
        );
        const isWell = !isOpenAnyway && turn !== undefined && resultOf(turn.response)['stopReason'] === 'end_turn';
        return !isWell || !isLast || cancelOf(conversation, turn) !== undefined ? [] : [{ line, turn }];
      }),
    (planting, { line, turn }) => {
      planting.remove(line);
      return {
        at: turn.response,
        rules: ['tool-call/nonterminal-at-turn-end'],
        fault: 'agent',
        isMild: true,
        brings: { 'tool-call/nonterminal-at-turn-end': 'a later turn of the same call ends so, too' },
      };
    },
  ),
  at(
    'a location is relative',
    (conversation) =>
      ['tool_call', 'tool_call_update']
        .flatMap((kind) => updates(conversation, kind))
        .filter((line) => blocks(updateOf(line)['locations']).length > 0),
    (planting, line) => ({
      at: planting.replace(line, put(line.json, ['params', 'update', 'locations', 0, 'path'], 'src/main.ts')),
      rules: ['path/not-absolute'],
      fault: 'agent',
      brings: { 'permission/tool-call-mismatch': 'the request names the place in full' },
    }),
  ),
  at(
    'a tool call is given a diff with a relative path',
    (conversation) => (isV1(conversation) ? updates(conversation, 'tool_call') : []),
    (planting, line) => ({
      at: planting.replace(
        line,
        put(line.json, ['params', 'update', 'content'], [{ type: 'diff', path: 'a.txt', oldText: 'a', newText: 'b' }]),
      ),
      rules: ['path/not-absolute'],
      fault: 'agent',
      brings: { 'permission/tool-call-mismatch': 'the request shows another content' },
    }),
  ),
  at(
    'an update is of an unknown kind',
    (conversation) => (isV1(conversation) ? updates(conversation, 'agent_message_chunk') : []),
    (planting, line) => ({
      at: planting.replace(line, put(line.json, ['params', 'update', 'sessionUpdate'], 'agent_speech_chunk')),
      rules: ['schema/unknown-update-variant'],
      fault: 'agent',
      brings: { 'turn/no-output': 'the one thing that the turn said is of no known kind' },
      takes: { 'message/id-across-kinds': 'the other message of that id is of no known kind' },
    }),
  ),
];

// ---- files and terminals ----

/** What the agent asks, and the client grants, at the beginning of a turn. */
function asking(
  planting: Planting,
  before: SaidLine,
  exchanges: readonly { method: string; params: JsonValue; answered: (id: number) => JsonValue }[],
): SaidLine[] {
  return exchanges.map(({ method, params, answered: said }, i) => {
    const id = FRESH_ID + i;
    const line = planting.insertBefore(before, 'agent', request(method, params, id));
    planting.insertBefore(before, 'client', said(id));
    return line;
  });
}

/** Turns in which the agent may ask for files and terminals. */
function openTurns(conversation: Conversation): Answered[] {
  return stopped(conversation).filter(
    (turn) =>
      isOrderly(conversation) &&
      cancelOf(conversation, turn) === undefined &&
      resultOf(turn.response)['stopReason'] === 'end_turn',
  );
}

const canUse = (conversation: Conversation, ...path: string[]) => capability(conversation, 'client', ...path) === true;

function withTerminals(conversation: Conversation): Answered[] {
  return canUse(conversation, 'terminal') ? openTurns(conversation) : [];
}

const created = (sessionId: JsonValue) => ({
  method: 'terminal/create',
  params: { sessionId, command: 'ls' },
  answered: (id: number) => answer({ terminalId: 'term_1' }, id),
});
const released = (sessionId: JsonValue) => ({
  method: 'terminal/release',
  params: { sessionId, terminalId: 'term_1' },
  answered: (id: number) => answer({}, id),
});
const outputOf = (sessionId: JsonValue, terminalId: string) => ({
  method: 'terminal/output',
  params: { sessionId, terminalId },
  answered: (id: number) => refusal(-32602, `No terminal ${terminalId}`, id),
});

const CLIENT_METHODS: readonly { method: string; path: readonly string[]; rule: string; params: JsonObject }[] = [
  {
    method: 'fs/read_text_file',
    path: ['fs', 'readTextFile'],
    rule: 'capability/fs-read-not-advertised',
    params: { path: '/etc/hosts' },
  },
  {
    method: 'fs/write_text_file',
    path: ['fs', 'writeTextFile'],
    rule: 'capability/fs-write-not-advertised',
    params: { path: '/tmp/a', content: 'a' },
  },
  {
    method: 'terminal/create',
    path: ['terminal'],
    rule: 'capability/terminal-not-advertised',
    params: { command: 'ls' },
  },
];

const ROOTS = { 'fs/outside-roots': 'the path is outside the folder of the session' };

const CLIENT_SIDE: readonly Fault[] = [
  ...CLIENT_METHODS.flatMap(({ method, path, rule, params }) => [
    at(
      `${method} without the capability`,
      (conversation) => (canUse(conversation, ...path) ? [] : openTurns(conversation)),
      (planting, { request: asked, response }) => {
        const full = { sessionId: sessionOf(asked) ?? '', ...params };
        const [line] = asking(planting, response, [
          { method, params: full, answered: (id) => refusal(-32601, 'Method not found', id) },
        ]);
        if (line === undefined) throw new Error('Nothing was asked.');
        return { at: line, rules: [rule], fault: 'agent', brings: ROOTS };
      },
    ),
    at(
      `${method} with the capability taken away`,
      (conversation) => (canUse(conversation, ...path) ? answered(conversation, method).slice(0, 1) : []),
      (planting, { request: asked }, conversation) => {
        const [greeting] = answered(conversation, 'initialize');
        if (greeting === undefined) throw new Error('There is no initialize.');
        const where = ['params', 'clientCapabilities', ...path];
        planting.replace(greeting.request, put(greeting.request.json, where, false));
        return { at: asked, rules: [rule], fault: 'agent', brings: { [rule]: 'it is used again' } };
      },
    ),
    ...(method === 'terminal/create'
      ? []
      : [
          at(
            `${method} with a relative path`,
            (conversation) => succeeded(conversation, method),
            (planting, { request: asked }) => ({
              at: planting.replace(asked, put(asked.json, ['params', 'path'], 'notes.txt')),
              rules: ['path/not-absolute'],
              fault: 'agent',
              takes: { 'fs/outside-roots': 'nobody can tell where a relative path is' },
            }),
          ),
        ]),
  ]),
  at('a terminal is used after its release', withTerminals, (planting, { request: asked, response }) => {
    const id = sessionOf(asked) ?? '';
    const [, , line] = asking(planting, response, [created(id), released(id), outputOf(id, 'term_1')]);
    if (line === undefined) throw new Error('Nothing was asked.');
    return { at: line, rules: ['terminal/use-after-release'], fault: 'agent' };
  }),
  at('a terminal is used that nobody made', withTerminals, (planting, { request: asked, response }) => {
    const id = sessionOf(asked) ?? '';
    const [line] = asking(planting, response, [outputOf(id, 'term_x')]);
    if (line === undefined) throw new Error('Nothing was asked.');
    return { at: line, rules: ['terminal/unknown-id'], fault: 'agent' };
  }),
  at('a terminal is never released', withTerminals, (planting, { request: asked, response }) => {
    const id = sessionOf(asked) ?? '';
    const [line] = asking(planting, response, [created(id)]);
    if (line === undefined) throw new Error('Nothing was asked.');
    // where it came to be: there its id is told
    const made = planting.entries[planting.seqOf(line) + 1];
    if (made === undefined) throw new Error('Nothing was answered.');
    return { at: made, rules: ['terminal/not-released'], fault: 'agent' };
  }),
];

// ---- v2 ----

const states = (conversation: Conversation, state: string) =>
  updates(conversation, 'state_update').filter((line) => updateOf(line)['state'] === state);

const V2: readonly Fault[] = [
  at(
    'v2: running is dropped',
    (conversation) => (isV2(conversation) ? states(conversation, 'running').slice(0, 1) : []),
    (planting, line, conversation) => {
      planting.remove(line);
      const { lines } = conversation;
      const work = /^(agent_(message|thought)(_chunk)?|tool_call_update|tool_call_content_chunk|plan_update)$/;
      const next = lines.slice(lines.indexOf(line) + 1).find((later) => work.test(String(kindOf(later))));
      if (next === undefined) throw new Error('No work follows.');
      return { at: next, rules: ['v2/missing-running'], fault: 'agent' };
    },
  ),
  at(
    'v2: idle is dropped',
    (conversation) => (isV2(conversation) ? states(conversation, 'idle').slice(-1) : []),
    (planting, line, conversation) => {
      planting.remove(line);
      const since = states(conversation, 'running').at(-1);
      if (since === undefined) throw new Error('Nothing ever ran.');
      return { at: since, rules: ['eos/foreground-never-idle'], fault: 'agent', isMild: true };
    },
  ),
  at(
    'v2: the response to the prompt has a stop reason',
    (conversation) => (isV2(conversation) ? succeeded(conversation, 'session/prompt') : []),
    (planting, { response }) => ({
      at: planting.replace(response, put(response.json, ['result', 'stopReason'], 'end_turn')),
      rules: ['v2/stop-reason-in-prompt-response'],
      fault: 'agent',
    }),
  ),
  at(
    'v2: the response to the prompt comes when the work is over',
    (conversation) =>
      isV2(conversation)
        ? succeeded(conversation, 'session/prompt').flatMap((one) => {
            const idle = states(conversation, 'idle').at(-1);
            return idle === undefined ? [] : [{ one, idle }];
          })
        : [],
    (planting, { one, idle }) => ({
      at: planting.move(one.response, idle),
      rules: ['v2/prompt-response-held'],
      fault: 'agent',
    }),
  ),
  at(
    'v2: a tool call is announced as in v1',
    (conversation) => (isV2(conversation) ? updates(conversation, 'tool_call_update').slice(-1) : []),
    (planting, line) => ({
      at: planting.insertAfter(
        line,
        'agent',
        update(sessionOf(line) ?? '', {
          sessionUpdate: 'tool_call',
          toolCallId: 'planted',
          title: 'Planted',
          kind: 'read',
          status: 'completed',
        }),
      ),
      rules: ['version/v1-surface-on-v2'],
      fault: 'agent',
    }),
  ),
  at(
    'v2: the agent asks for a file as in v1',
    (conversation) => (isV2(conversation) ? updates(conversation, 'tool_call_update').slice(-1) : []),
    (planting, line) => {
      const asked = planting.insertAfter(
        line,
        'agent',
        request('fs/read_text_file', { sessionId: sessionOf(line) ?? '', path: '/etc/hosts' }),
      );
      planting.insertAfter(asked, 'client', refusal(-32601, 'Method not found'));
      return { at: asked, rules: ['version/v1-surface-on-v2'], fault: 'agent' };
    },
  ),
  at(
    'v2: a message has no messageId',
    (conversation) =>
      isV2(conversation)
        ? ['agent_message_chunk', 'agent_thought_chunk', 'user_message'].flatMap((kind) => updates(conversation, kind))
        : [],
    (planting, line) => ({
      at: planting.replace(line, without(line.json, ['params', 'update', 'messageId'])),
      rules: ['message/missing-id'],
      fault: 'agent',
      brings: { 'v2/user-message-missing': 'the message that shows the prompt is not to be told as such' },
      takes: { 'message/id-across-kinds': 'the other message of that id has none' },
    }),
  ),
  at(
    'v2: the prompt is never shown',
    (conversation) => (isV2(conversation) ? updates(conversation, 'user_message') : []),
    (planting, line, conversation) => {
      planting.remove(line);
      const [one] = answered(conversation, 'session/prompt');
      if (one === undefined) throw new Error('There is no prompt.');
      // as soon as it is clear: with the idle, or at the prompt
      const idle = states(conversation, 'idle').at(-1);
      return { at: idle ?? one.response, rules: ['v2/user-message-missing'], fault: 'agent' };
    },
  ),
  at(
    'v2: idle says no stop reason',
    (conversation) =>
      (isV2(conversation) ? states(conversation, 'idle') : []).filter((line) => 'stopReason' in updateOf(line)),
    (planting, line) => ({
      at: planting.replace(line, without(line.json, ['params', 'update', 'stopReason'])),
      rules: ['v2/idle-without-stop-reason'],
      fault: 'agent',
    }),
  ),
  at(
    'v2: the client loads a session as in v1',
    (conversation) => (isV2(conversation) ? sessions(conversation) : []),
    (planting) => {
      const line = planting.append('client', request('session/load', { sessionId: 'old', cwd: '/', mcpServers: [] }));
      planting.insertAfter(line, 'agent', refusal(-32601, 'Method not found'));
      return { at: line, rules: ['version/v1-surface-on-v2'], fault: 'client' };
    },
  ),
];

/** All faults, in groups that are tested at a time. */
export const FAULTS: Readonly<Record<string, readonly Fault[]>> = {
  'stop reasons': STOP_REASONS,
  responses: RESPONSES,
  envelopes: ENVELOPES,
  lines: LINES,
  beginnings: BEGINNINGS,
  turns: TURNS,
  permissions: PERMISSIONS,
  'tool calls': TOOL_CALLS,
  'files and terminals': CLIENT_SIDE,
  'version 2': V2,
};
