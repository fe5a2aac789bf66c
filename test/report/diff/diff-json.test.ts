import { expect, test } from 'vitest';
import { diffJson } from '../../../src/report/diff/diff-json.js';
import { diffJson as schema } from '../../../src/report/diff/diff-json-schema.js';
import { COMPARED } from '../../support/comparing/compared.js';

test('is one object with these members and no other', () => {
  const json = diffJson(COMPARED);
  expect(Object.keys(json)).toEqual(['a', 'b', 'equal', 'differences', 'counts', 'notCompared']);
  expect(json.counts).toEqual({ handshake: 1, turn: 1, text: 1, 'tool-call': 2 });
  expect(schema.strict().parse(JSON.parse(JSON.stringify(json)))).toEqual(json);
});

test('leaves out the value of the side that has none, and names the place on each side', () => {
  const [handshake, , text, turn] = diffJson(COMPARED).differences;
  expect(handshake?.changes).toEqual([{ path: '/agent/agentCapabilities/loadSession', a: true }]);
  expect(handshake).toMatchObject({ session: null, turn: null, part: null });
  expect(turn).toMatchObject({ session: { a: 1, b: 2 }, turn: { a: null, b: 3 }, a: null });
  expect(text?.changes[0]?.pieces).toEqual([
    { text: 'the ', in: 'both' },
    { text: 'old', in: 'a' },
    { text: 'new', in: 'b' },
    { text: ' word', in: 'both' },
  ]);
});
