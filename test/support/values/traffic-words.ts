import type { Arbitrary } from 'fast-check';
import type { JsonObject, JsonValue } from '../../../src/wire/json-text.js';
import { fc } from './property.js';

/** Names that objects have without having them. */
export const INHERITED = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'] as const;

/** Few of each kind, so that what is said at random meets what was said before. */
export const session = pool('s1', 's1', 's1', 's2', 's3');
export const call = pool('c1', 'c2', 'c3');
export const message = pool('m1', 'm2', undefined);
export const terminal = pool('t1', 't2');
export const id: Arbitrary<JsonValue> = fc.oneof(
  { weight: 12, arbitrary: fc.nat({ max: 6 }) },
  { weight: 2, arbitrary: fc.constantFrom('1', 'a', 'r-1') },
  { weight: 1, arbitrary: fc.constantFrom<JsonValue>(null, 1.5, -1, 2 ** 60, ...INHERITED) },
);
export const text = fc.constantFrom('', 'hello', '/plan x', 'a\nb', 'ü');
export const block: Arbitrary<JsonObject> = fc.oneof(
  text.map((said) => ({ type: 'text', text: said })),
  fc.constantFrom<JsonObject>(
    { type: 'image', mimeType: 'image/png', data: 'AAAA' },
    { type: 'resource_link', uri: 'file:///a', name: 'a' },
  ),
);
const status = pool('pending', 'in_progress', 'completed', 'failed', 'cancelled', 'paused', undefined);
export const options: JsonValue = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'ever', name: 'Ever', kind: 'allow_always' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];
export const modes: JsonValue = { currentModeId: 'ask', availableModes: [{ id: 'ask', name: 'Ask' }] };
export const configOptions: JsonValue = [
  {
    id: 'm',
    configId: 'm',
    name: 'M',
    type: 'select',
    category: 'mode',
    currentValue: 'ask',
    options: [{ value: 'ask' }],
  },
];

function pool(...values: readonly (string | undefined)[]): Arbitrary<string | undefined> {
  return fc.constantFrom(...values, ...values, ...values, ...INHERITED);
}

/** An object whose undefined members are left out. */
export function said(members: Record<string, Arbitrary<unknown>>): Arbitrary<JsonObject> {
  return fc.record(members).map((made) => JSON.parse(JSON.stringify(made)) as JsonObject);
}

export function c<T>(value: T): Arbitrary<T> {
  return fc.constant(value);
}

/** What stands in a session/update. */
export const update: Arbitrary<JsonObject> = fc.oneof(
  said({
    sessionUpdate: fc.constantFrom('user_message_chunk', 'agent_message_chunk', 'agent_thought_chunk'),
    messageId: message,
    content: block,
  }),
  said({
    sessionUpdate: fc.constantFrom('user_message', 'agent_message', 'agent_thought'),
    messageId: message,
    content: fc.option(fc.array(block, { maxLength: 2 }), { nil: undefined }),
  }),
  said({
    sessionUpdate: fc.constantFrom('tool_call', 'tool_call_update'),
    toolCallId: call,
    title: fc.constantFrom('Run', undefined),
    kind: fc.constantFrom('read', undefined),
    status,
    rawInput: fc.constantFrom({ a: 1 }, null, undefined),
    content: fc.option(
      fc.array(
        fc.oneof(
          said({ type: c('content'), content: block }),
          said({ type: c('terminal'), terminalId: terminal }),
          c({ type: 'diff', path: '/a', oldText: null, newText: 'x' }),
        ),
        { maxLength: 2 },
      ),
      { nil: undefined },
    ),
    capabilities: fc.constantFrom({ cancel: {} }, undefined),
  }),
  said({ sessionUpdate: c('tool_call_content_chunk'), toolCallId: call, content: block }),
  said({
    sessionUpdate: fc.constantFrom('state_update', 'state_change'),
    state: fc.constantFrom('idle', 'running', 'requires_action', '_own'),
    stopReason: fc.constantFrom('end_turn', 'cancelled', 'error', undefined),
    background: fc.constantFrom([{ type: 'tool_call', toolCallId: 'c1' }], undefined, undefined),
  }),
  said({
    sessionUpdate: fc.constantFrom('plan', 'plan_update', 'plan_removed'),
    planId: message,
    entries: c([{ content: 'x', priority: 'high', status: 'pending' }]),
    plan: c({ planId: 'p', type: 'items', entries: [{ content: 'y', status: 'constructor' }] }),
  }),
  said({
    sessionUpdate: c('terminal_update'),
    terminalId: terminal,
    exitStatus: fc.constantFrom({ exitCode: 0 }, null),
  }),
  said({ sessionUpdate: c('terminal_output_chunk'), terminalId: terminal, data: c('b3V0') }),
  said({ sessionUpdate: c('current_mode_update'), currentModeId: fc.constantFrom('ask', 'code') }),
  c({ sessionUpdate: 'config_option_update', configOptions }),
  c({
    sessionUpdate: 'available_commands_update',
    availableCommands: [{ name: 'plan', description: '', type: 'command' }],
  }),
  said({ sessionUpdate: c('session_info_update'), title: message }),
  c({ sessionUpdate: 'usage_update', used: 5, size: 10, cost: { amount: 0.5, currency: 'USD' } }),
  said({ sessionUpdate: fc.constantFrom('compaction_update', 'compaction_summary_chunk'), compactionId: call }),
  said({ sessionUpdate: fc.constantFrom('_own', 'replay_complete', ...INHERITED) }),
);
