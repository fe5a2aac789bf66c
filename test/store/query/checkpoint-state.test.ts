import { serialize } from 'node:v8';
import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { newConnection } from '../../../src/model/state/new-connection.js';
import { deserializeState, serializeState } from '../../../src/store/query/checkpoint-state.js';

test('a state is read as it was kept', () => {
  const connection = newConnection({ fromStart: true });
  expect(deserializeState(serializeState(connection))).toEqual(connection);
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['no state', serialize('words')],
  ['noise', serialize({ connection: Buffer.from('noise'), histories: new Map() })],
  ['more than fits', serialize({ connection: deflateRawSync(Buffer.alloc(130 * 1024 * 1024)), histories: new Map() })],
])('%s in the place of a state is derived anew', (_, bytes) => {
  expect(deserializeState(bytes)).toBeUndefined();
});
