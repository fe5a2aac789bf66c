import { expect, test } from 'vitest';
import { Observer } from '../../../src/model/observer.js';
import type { RequestKey } from '../../../src/model/state/request-key.js';
import { utf8 } from '../../support/values/bytes.js';

/** An observer that saw these lines of the client and, after `<`, of the agent. */
function after(...lines: string[]): Observer {
  const observer = new Observer([]);
  tell(observer, 0, lines);
  return observer;
}

function tell(observer: Observer, from: number, lines: readonly string[]): void {
  for (const [i, line] of lines.entries()) {
    const bytes = utf8(line.replace(/^</, ''));
    const sender = line.startsWith('<') ? 'agent' : 'client';
    observer.frame({ seq: from + i, sender, bytes, sizeBytes: bytes.length, terminated: true, atNs: undefined });
  }
}

const NEW = '{"jsonrpc":"2.0","id":1,"method":"session/new","params":{}}';
const LIST = '{"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}';
const LISTED = '<{"jsonrpc":"2.0","id":1,"result":{"sessions":[]}}';

test('a request stays the same object while its id is used again and the other is answered', () => {
  const observer = after(NEW);
  const { pending } = observer.connection.requests.client;
  const first = pending.get('1' as RequestKey);
  tell(observer, 1, [LIST]);
  expect(pending.get('1' as RequestKey)?.sameId).toEqual([first]);
  tell(observer, 2, [LISTED]);
  expect(pending.get('1' as RequestKey)).toBe(first);
  expect(first).toMatchObject({ method: 'session/new', sharesId: true, sameId: [] });
});
