import { expect, test } from 'vitest';
import { ONLY_IN_V2B } from '../../../../src/check/rules/schema/drafts.js';
import { PROTOCOL } from '../../../support/checking/rule-examples.js';
import type { JsonObject } from '../../../../src/wire/json-text.js';

/** One value for each requirement of the table that lacks just that, and the definition that it is one of. */
const LACKING: readonly (readonly [definition: string, value: JsonObject])[] = [
  ['PromptResponse', {}],
  ['AvailableCommandsUpdate', { availableCommands: [{ name: 'web', description: 'd' }] }],
  [
    'AvailableCommandsUpdate',
    { availableCommands: [{ type: 'command', name: 'web', description: 'd', input: { hint: 'h' } }] },
  ],
  ['ElicitationSchema', { properties: {} }],
  ['ElicitationSchema', { type: 'object' }],
  ['ToolCallLocation', { path: '/a', line: 0 }],
  ['PromptRequest', { sessionId: 's1', prompt: [] }],
  ['SessionConfigSelect', { currentValue: 'a', options: [] }],
  ['SessionConfigSelectGroup', { groupId: 'g', name: 'G', options: [] }],
];

test.each(LACKING)(
  'what only the later draft of v2 asks for is found under the names of the table: %s',
  (definition, value) => {
    const findings = PROTOCOL.v2.shape(definition).examine(value);
    const named = findings.map(({ kind, type, member }) => ({ kind, type, member }));
    expect(ONLY_IN_V2B).toContainEqual(named[0]);
  },
);

test('each requirement of the table has its value here', () => {
  const found = LACKING.flatMap(([definition, value]) => PROTOCOL.v2.shape(definition).examine(value));
  const names = found.map(({ kind, type, member }) => `${kind} ${type} ${member}`);
  for (const { kind, type, member } of ONLY_IN_V2B) expect(names).toContain(`${kind} ${type} ${member}`);
});
