import type { Arbitrary } from 'fast-check';
import type { JsonObject, JsonValue } from '../../../src/wire/json-text.js';
import { EVENT_NAMES, type Sender } from '../../../src/wire/frame.js';
import { fromLatin1, utf8 } from '../values/bytes.js';
import type { Observed } from './observing.js';
import { fc } from '../values/property.js';
import { mutated, randomFrom } from '../checking/schema-samples.js';
import {
  block,
  c,
  call,
  configOptions,
  id,
  message,
  modes,
  options,
  said,
  session,
  terminal,
  text,
  update,
} from '../values/traffic-words.js';

const INITIALIZE: readonly JsonObject[] = [
  { protocolVersion: 1, clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: true } },
  { protocolVersion: 2, info: { name: 'c', version: '1' }, capabilities: {} },
];
const INITIALIZED: readonly JsonObject[] = [
  { protocolVersion: 1, agentCapabilities: { loadSession: true }, authMethods: [] },
  { protocolVersion: 2, info: { name: 'a', version: '1' }, capabilities: { session: {} }, authMethods: [] },
];

type Call = readonly [method: string, params: Arbitrary<JsonValue>];

const CLIENT_CALLS: readonly Call[] = [
  ['initialize', fc.constantFrom(...INITIALIZE)],
  ['authenticate', c({ methodId: 'x' })],
  ['auth/login', c({ methodId: 'x' })],
  ['session/new', c({ cwd: '/w', mcpServers: [{ type: 'acp', name: 'm', id: 'constructor' }] })],
  ['session/load', said({ sessionId: session, cwd: c('/w'), mcpServers: c([]) })],
  ['session/resume', said({ sessionId: session, cwd: c('/w'), replayFrom: fc.constantFrom('start', null, undefined) })],
  ['session/fork', said({ sessionId: session, cwd: c('/w') })],
  ['session/list', c({ cursor: '__proto__' })],
  ['session/close', said({ sessionId: session })],
  ['session/delete', said({ sessionId: session })],
  ['session/prompt', said({ sessionId: session, prompt: fc.array(block, { maxLength: 2 }) })],
  ['session/prompt', said({ sessionId: session, prompt: fc.array(block, { maxLength: 2 }) })],
  ['session/cancel', said({ sessionId: session })],
  ['$/cancel_request', said({ requestId: id })],
  ['session/set_mode', said({ sessionId: session, modeId: fc.constantFrom('ask', 'code') })],
  ['session/set_config_option', said({ sessionId: session, configId: c('m'), value: c('ask') })],
  ['tool_call/cancel', said({ sessionId: session, toolCallId: call })],
  ['terminal/cancel', said({ sessionId: session, terminalId: terminal })],
  ['_own', c({})],
];

const AGENT_CALLS: readonly Call[] = [
  [
    'session/request_permission',
    said({ sessionId: session, toolCall: said({ toolCallId: call, title: c('T') }), options: c(options) }),
  ],
  [
    'session/request_permission',
    said({
      sessionId: session,
      title: c('T'),
      subject: said({ type: c('tool_call'), toolCall: said({ toolCallId: call }) }),
      options: c(options),
    }),
  ],
  [
    'elicitation/create',
    said({ sessionId: session, mode: fc.constantFrom('form', 'url'), elicitationId: call, message: c('?') }),
  ],
  ['elicitation/complete', said({ elicitationId: call })],
  ['fs/read_text_file', said({ sessionId: session, path: c('/w/a') })],
  ['fs/write_text_file', said({ sessionId: session, path: c('/w/a'), content: text })],
  ['terminal/create', said({ sessionId: session, command: c('ls') })],
  ['terminal/output', said({ sessionId: session, terminalId: terminal })],
  ['terminal/wait_for_exit', said({ sessionId: session, terminalId: terminal })],
  ['terminal/kill', said({ sessionId: session, terminalId: terminal })],
  ['terminal/release', said({ sessionId: session, terminalId: terminal })],
  ['$/cancel_request', said({ requestId: id })],
  ['__proto__', c({})],
];

const answer: Arbitrary<JsonObject> = fc.oneof(
  { weight: 3, arbitrary: said({ stopReason: fc.constantFrom('end_turn', 'cancelled', 'constructor') }) },
  { weight: 3, arbitrary: said({ sessionId: session, modes: c(modes), configOptions: c(configOptions) }) },
  fc.constantFrom(...INITIALIZED),
  said({ messageId: message }),
  said({
    outcome: said({
      outcome: fc.constantFrom('selected', 'cancelled'),
      optionId: fc.constantFrom('yes', 'ever', 'no', '?'),
    }),
  }),
  said({ action: fc.constantFrom('accept', 'decline', 'cancel') }),
  said({ terminalId: terminal }),
  said({ output: text, truncated: fc.boolean(), exitStatus: c({ exitCode: 0, signal: null }) }),
  said({
    sessions: fc.array(said({ sessionId: session, cwd: c('/w'), title: message }), { maxLength: 2 }),
    nextCursor: message,
  }),
  c({ content: 'x' }),
  c({ configOptions }),
);
const failure = said({
  code: fc.constantFrom(-32700, -32600, -32601, -32602, -32603, -32000, -32002, -32800, -32022, 1.5),
  message: fc.constantFrom('', 'nope', 'unsupported protocol version', 'Parse error'),
  data: fc.constantFrom<JsonValue | undefined>(undefined, { details: 'x' }, 'session not found', [1]),
});

function calls(table: readonly Call[]): Arbitrary<JsonObject> {
  const asked = fc.oneof(
    ...table.map(([method, params]) =>
      fc.record({ id, params }).map((made) => ({ jsonrpc: '2.0', id: made.id, method, params: made.params })),
    ),
  );
  // what is no request may come as one, and the other way round
  return fc.tuple(asked, fc.nat({ max: 9 })).map(([made, dice]) => {
    const isTold = ['session/cancel', '$/cancel_request', 'elicitation/complete'].includes(made.method);
    if (isTold === dice > 0) return { jsonrpc: made.jsonrpc, method: made.method, params: made.params };
    return made;
  });
}

const response: Arbitrary<JsonObject> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ id, result: answer }).map((made) => ({ jsonrpc: '2.0', ...made })) },
  { weight: 3, arbitrary: fc.record({ id, error: failure }).map((made) => ({ jsonrpc: '2.0', ...made })) },
  { weight: 1, arbitrary: failure.map((error) => ({ jsonrpc: '2.0', id: null, error })) },
  { weight: 1, arbitrary: failure.map((error) => ({ jsonrpc: '2.0', error })) },
);
const told: Arbitrary<JsonObject> = fc
  .record({ sessionId: session, update })
  .map((params) => JSON.parse(JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params })) as JsonObject);

const SENT: Readonly<Record<Sender, Arbitrary<JsonObject>>> = {
  client: fc.oneof({ weight: 3, arbitrary: calls(CLIENT_CALLS) }, response),
  agent: fc.oneof(
    { weight: 4, arbitrary: told },
    { weight: 2, arbitrary: calls(AGENT_CALLS) },
    { weight: 3, arbitrary: response },
  ),
};

/** One thing said: a message, sometimes with something wrong in it, or a batch. */
function sent(sender: Sender): Arbitrary<string> {
  const single = fc
    .tuple(SENT[sender], fc.option(fc.nat(), { nil: undefined, freq: 3 }))
    .map(([made, seed]) => (seed === undefined || seed % 3 > 0 ? made : mutated(made, randomFrom(seed))));
  return fc.oneof(
    { weight: 12, arbitrary: single.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.array(single, { maxLength: 4 }).map((values) => JSON.stringify(values)) },
  );
}

const garbage: Arbitrary<Uint8Array> = fc.oneof(
  fc
    .constantFrom(
      '',
      ' ',
      '{',
      '}',
      '{oops}',
      '"a"',
      '1',
      '[]',
      '[[]]',
      '{}',
      'INFO started',
      '{"a":',
      '  "b": 1,',
      '  }',
      '\ufeff{}',
      '\r',
    )
    .map(utf8),
  fc.constantFrom('{"jsonrpc":"2.0","method":"\xff"}', '\xff\xfe', '\0').map(fromLatin1),
  fc
    .constantFrom(
      '{"__proto__":{"id":1},"id":1,"method":"__proto__"}',
      '{"jsonrpc":"2.0","id":1,"id":2,"method":"session/prompt","params":{"__proto__":1,"sessionId":"s1"}}',
      '{"jsonrpc":"2.0","id":123456789012345678901234567890,"result":{"__proto__":null}}',
      '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"__proto__","__proto__":{}}}}',
    )
    .map(utf8),
);

const frame: Arbitrary<Observed[]> = fc
  .record({
    sender: fc.constantFrom<Sender>('client', 'agent', 'agent'),
    kind: fc.nat({ max: 39 }),
    client: sent('client'),
    agent: sent('agent'),
    garbage,
    isTerminated: fc.nat({ max: 30 }),
  })
  .map(({ sender, kind, client, agent, garbage: noise, isTerminated }) => {
    const said = utf8(sender === 'client' ? client : agent);
    const terminated = isTerminated > 0;
    const one = (bytes: Uint8Array | undefined): Observed => ({
      type: 'frame',
      sender,
      bytes,
      terminated,
      atNs: undefined,
    });
    if (kind === 0) return [one(undefined)];
    if (kind < 4) return [one(noise)];
    if (kind > 4) return [one(said)];
    const printed = JSON.stringify(JSON.parse(sender === 'client' ? client : agent), null, 2).split('\n');
    return printed.map((piece) => one(utf8(piece)));
  });

const happening: Arbitrary<Observed[]> = fc
  .record({
    name: fc.constantFrom(...EVENT_NAMES),
    code: fc.constantFrom('0', '1', 'x'),
    signal: fc.constantFrom('SIGTERM', ''),
  })
  .map(({ name, ...fields }) => [{ type: 'event', name, fields, atNs: undefined }]);

function hello(version: 1 | 2): Observed[] {
  const initialize = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: INITIALIZE[version - 1] });
  const initialized = JSON.stringify({ jsonrpc: '2.0', id: 0, result: INITIALIZED[version - 1] });
  const made = [
    ['client', initialize],
    ['agent', initialized],
    ['client', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'session/new', params: { cwd: '/w', mcpServers: [] } })],
    ['agent', JSON.stringify({ jsonrpc: '2.0', id: 1, result: { sessionId: 's1', modes } })],
  ] as const;
  return made.map(([sender, text]) => ({
    type: 'frame',
    sender,
    bytes: utf8(text),
    terminated: true,
    atNs: undefined,
  }));
}

/** Conversations of either version that make sense in parts, and are wrong in every way elsewhere; with times or without. */
export function traffic(maxLength = 60): Arbitrary<Observed[]> {
  const lines = fc.array(fc.oneof({ weight: 20, arbitrary: frame }, { weight: 1, arbitrary: happening }), {
    maxLength,
  });
  const begun = fc.constantFrom<Observed[]>(hello(1), hello(1), hello(2), hello(2), []);
  return fc.tuple(begun, lines, fc.constantFrom(0, 5, 900)).map(([first, rest, ms]) => {
    const entries = [...first, ...rest.flat()];
    return ms === 0 ? entries : entries.map((entry, i) => ({ ...entry, atNs: i * ms * 1e6 }));
  });
}

/** What an entry may be instead: gone, twice, from the other side, cut, another time, or something else in it. */
function withFault(entry: Observed, seed: number): Observed[] {
  const random = randomFrom(seed);
  const dice = random();
  if (dice < 0.05) return [];
  if (dice < 0.1) return [entry, entry];
  if (entry.type === 'event' || entry.bytes === undefined) return [entry];
  const { sender, bytes } = entry;
  if (dice < 0.15) return [{ ...entry, sender: sender === 'client' ? 'agent' : 'client' }];
  if (dice < 0.2)
    return [{ ...entry, bytes: bytes.slice(0, Math.floor(random() * bytes.length)), terminated: random() < 0.5 }];
  const text = new TextDecoder().decode(bytes);
  if (dice < 0.25) return [{ ...entry, bytes: utf8(`[${text}${random() < 0.5 ? '' : `,${text}`}]`) }];
  try {
    const wrong = mutated(JSON.parse(text) as JsonValue, random);
    return [{ ...entry, bytes: utf8(JSON.stringify(random() < 0.3 ? mutated(wrong, random) : wrong)) }];
  } catch {
    return [{ ...entry, bytes: utf8(`${text} `) }];
  }
}

/** Each fault is the place of a frame and the seed of what is wrong there. */
export function withFaults(entries: readonly Observed[], faults: readonly (readonly [number, number])[]): Observed[] {
  const faulty = [...entries];
  for (const [place, seed] of faults) {
    const i = place % Math.max(1, faulty.length);
    const entry = faulty[i];
    if (entry !== undefined) faulty.splice(i, 1, ...withFault(entry, seed));
  }
  return faulty;
}
