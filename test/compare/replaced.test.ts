import { expect, test } from 'vitest';
import { request, result } from '../support/conversations/conversation.js';
import { line, type Observed } from '../support/conversations/observing.js';
import { differencesOf, gistOf } from '../support/comparing/outlines.js';
import { chunk, prompt, stopped } from '../support/report/transcript-gists.js';

const HELLO: Observed[] = [
  line('client', request(0, 'initialize', { protocolVersion: 1, clientCapabilities: {} })),
  line('agent', result(0, { protocolVersion: 1 })),
];
const TURN = [prompt(1, 'go'), chunk('agent', 'done'), stopped(1)];
const LOADED: Observed[] = [
  ...HELLO,
  line('client', request(9, 'session/load', { sessionId: 's', cwd: '/w', mcpServers: [] })),
  chunk('agent', 'said before'),
  line('agent', result(9, { modes: null })),
  ...TURN,
];
const MADE: Observed[] = [
  ...HELLO,
  line('client', request(9, 'session/new', { cwd: '/w', mcpServers: [] })),
  line('agent', result(9, { sessionId: 's', models: null })),
  ...TURN,
];

test('a session that was made anew in the place of a loaded one differs in nothing but what is said in it', () => {
  const options = { text: true, replaced: [2] };
  expect(gistOf(differencesOf(LOADED, MADE, { text: true })).length).toBeGreaterThan(1);
  expect(differencesOf(LOADED, MADE, options)).toEqual([]);
  const other = MADE.map((each) => (each === TURN[1] ? chunk('agent', 'something else') : each));
  expect(gistOf(differencesOf(LOADED, other, options))).toEqual([expect.stringMatching(/^text: /)]);
});
