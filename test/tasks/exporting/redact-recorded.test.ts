import { expect, test } from 'vitest';
import { redactRecorded } from '../../../src/tasks/exporting/redact-recorded.js';

const FIXTURE = `#acp-fixture 1
# redacted: secrets, homes
client {"jsonrpc":"2.0","id":0,"method":"x","params":{"env":{"MODE":"m"},"text":"<redacted:token-1> of order 4711, 4711"}}
agent {"jsonrpc":"2.0","id":0,"result":{"order":"4711"}}
`;

test('what a function finds is taken out wherever it finds it, and everything else stays', () => {
  const find = (text: string): string[] => (text.includes('4711') ? ['4711', ''] : []);
  expect(redactRecorded(FIXTURE, { find, keep: ['MODE'] })).toBe(FIXTURE.replaceAll('4711', '<redacted:custom-1>'));
  expect(redactRecorded(FIXTURE, { find: () => [], keep: ['MODE'] })).toBe(FIXTURE);
});
