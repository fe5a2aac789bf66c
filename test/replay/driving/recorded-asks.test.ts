import { expect, test } from 'vitest';
import { StandIns } from '../../../src/fixture/redact/stand-ins.js';
import { Bindings } from '../../../src/replay/engine/bindings.js';
import { RecordedAsks } from '../../../src/replay/driving/recorded-asks.js';
import type { JsonObject } from '../../../src/wire/json-text.js';
import { readMessage, type RequestMessage } from '../../../src/wire/message.js';
import { request, result } from '../../support/conversations/conversation.js';
import { opened, prompt, stopped } from '../../support/conversations/opened.js';
import { PROTOCOL } from '../../support/checking/rule-examples.js';
import { bytesOf, scriptOf } from '../../support/conversations/scripted.js';

/** For requests of an agent in a session, in order, the place of the recorded one each of them is. */
function taken(method: string, recorded: readonly JsonObject[], live: readonly JsonObject[]): (number | undefined)[] {
  const script = scriptOf([
    ...opened('s'),
    ['client', prompt(2, 's')],
    ...recorded.flatMap((params, i) => [
      ['agent', request(i, method, { sessionId: 's', ...params })] as const,
      ['client', result(i, {})] as const,
    ]),
    ['agent', stopped(2)],
  ]);
  const asks = new RecordedAsks(script, { bindings: new Bindings(), standIns: new StandIns(), protocol: PROTOCOL });
  return live.map((params) => {
    const message = readMessage(bytesOf(request(9, method, { sessionId: 'live', ...params })));
    const ask = asks.take(message as RequestMessage, script.lanes.get('s'), 1);
    const line = ask?.frame.line;
    // two lines each, after the handshake, the session and the prompt
    return line === undefined ? undefined : (line - 6) / 2;
  });
}

const READ = 'fs/read_text_file';
const OUTPUT = 'terminal/output';
const PERMISSION = 'session/request_permission';

test.each<[what: string, method: string, recorded: JsonObject[], live: JsonObject[], (number | undefined)[]]>([
  ['the same, in any order', READ, [{ path: '/a' }, { path: '/b' }], [{ path: '/b' }, { path: '/a' }], [1, 0]],
  ['the same twice is two, in order', READ, [{ path: '/a' }, { path: '/a' }], [{ path: '/a' }, { path: '/a' }], [0, 1]],
  ['one more of the same is the last of them', OUTPUT, [{}, {}], [{}, {}, {}], [0, 1, 1]],
  ['another file is another request', READ, [{ path: '/a' }], [{ path: '/b' }], [undefined]],
  [
    'another command is the nearest',
    'terminal/create',
    [{ command: 'ls', args: ['a'] }, { command: 'cat' }],
    [{ command: 'cat', args: [] }],
    [1],
  ],
  [
    'a terminal has the id that its client gave it',
    OUTPUT,
    [{ terminalId: 't1' }, { terminalId: 't2' }],
    [{ terminalId: 't2' }, { terminalId: 't1' }, { terminalId: 't2' }],
    [1, 0, 1],
  ],
  [
    'a tool call has another id in each run',
    PERMISSION,
    [{ toolCall: { toolCallId: 'a', title: 'Edit' } }, { toolCall: { toolCallId: 'b', title: 'Run' } }],
    [{ toolCall: { toolCallId: 'b', title: 'Edit' } }],
    [0],
  ],
  ['a permission is given once', PERMISSION, [{ options: [] }], [{ options: [] }, { options: [] }], [0, undefined]],
  [
    'what differs in _meta is the same',
    READ,
    [{ path: '/a', _meta: { n: 1 } }],
    [{ path: '/a', _meta: { n: 2 } }],
    [0],
  ],
])('%s', (...[, method, recorded, live, expected]) => {
  expect(taken(method, recorded, live)).toEqual(expected);
});
