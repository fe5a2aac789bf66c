import { describe, expect, test } from 'vitest';
import { lackingCapabilities } from '../../../src/replay/engine/lacking-capabilities.js';
import { usedCapabilities } from '../../../src/replay/script/used-capabilities.js';
import type { JsonValue } from '../../../src/wire/json-text.js';
import { request } from '../../support/conversations/conversation.js';
import { PROTOCOL } from '../../support/checking/rule-examples.js';
import { chunk, notification, scriptOf } from '../../support/conversations/scripted.js';

function lacking(recorded: JsonValue | undefined, live: JsonValue | undefined, ...used: string[]): string[] {
  return lackingCapabilities(
    '/c',
    { recorded, live },
    used.map((path) => path.split('.')),
  ).map(({ pointer }) => pointer);
}

describe('what a client offers less', () => {
  test.each<[JsonValue | undefined, JsonValue | undefined, string[], string[]]>([
    [{ terminal: true }, { terminal: true }, ['terminal'], []],
    [{ terminal: true }, {}, ['terminal'], ['/c/terminal']],
    [{ terminal: true }, { terminal: false }, ['terminal'], ['/c/terminal']],
    [{ terminal: true }, { terminal: null }, ['terminal'], ['/c/terminal']],
    [{ terminal: true }, {}, [], []],
    [{ terminal: false }, {}, ['terminal'], []],
    [{ terminal: false }, { terminal: true }, ['terminal'], []],
    [{}, { terminal: true, fs: { readTextFile: true } }, [], []],
    [{ fs: { readTextFile: true, writeTextFile: true } }, { fs: { readTextFile: true } }, ['fs.readTextFile'], []],
    [{ fs: { readTextFile: true, writeTextFile: true } }, {}, ['fs.readTextFile'], ['/c/fs/readTextFile']],
    [{ elicitation: { form: {} } }, {}, ['elicitation.form'], ['/c/elicitation/form']],
    [{ elicitation: {} }, {}, ['elicitation'], ['/c/elicitation']],
    [{ elicitation: {} }, {}, ['elicitation.form'], ['/c/elicitation']],
    [{ elicitation: { form: {} } }, {}, ['elicitation'], ['/c/elicitation']],
    [
      { elicitation: { form: {} } },
      { elicitation: null },
      ['elicitation', 'elicitation.form'],
      ['/c/elicitation/form'],
    ],
    [{ elicitation: { form: {}, url: {} } }, { elicitation: { url: {} } }, ['elicitation', 'elicitation.url'], []],
    [{ fs: { readTextFile: true } }, {}, ['terminal'], []],
    [{ elicitation: {} }, { elicitation: {} }, ['elicitation'], []],
    [{ _meta: { a: 1 } }, {}, [], []],
    [{ own: [1, 2] }, { own: [2] }, [], ['/c/own']],
    [{ own: 'a' }, { own: 'b' }, [], ['/c/own']],
    [undefined, { terminal: true }, ['terminal'], []],
    [{ terminal: true }, undefined, ['terminal'], ['/c/terminal']],
    [{ terminal: true }, 'all', ['terminal'], ['/c']],
  ])('recorded %j, live %j, used %j', (recorded, live, used, told) => {
    expect(lacking(recorded, live, ...used)).toEqual(told);
  });
});

test('what the recorded agent asked the user by', () => {
  const asks = (id: number, mode: string) => request(id, 'elicitation/create', { sessionId: 's', mode });
  const script = scriptOf([
    ['agent', asks(0, 'form')],
    ['agent', asks(1, 'form')],
    ['agent', request(2, 'elicitation/create', { sessionId: 's' })],
    ['agent', asks(3, 'url')],
  ]);
  expect(usedCapabilities(script, PROTOCOL)).toEqual([
    ['elicitation'],
    ['elicitation', 'form'],
    ['elicitation', 'url'],
  ]);
});

test.each([
  [1, ['fs/read_text_file', 'terminal/create', 'terminal/create', '_own/ask'], ['fs.readTextFile', 'terminal']],
  [1, ['session/request_permission'], []],
] as const)('the recorded agent used in v%i: %j', (version, methods, used) => {
  const script = scriptOf(
    [
      ...methods.map((method, i) => ['agent', request(i, method, { sessionId: 's' })] as const),
      ['agent', chunk('s', 'x')],
      ['agent', notification('_own', {})],
    ],
    version,
  );
  expect(usedCapabilities(script, PROTOCOL).map((path) => path.join('.'))).toEqual(used);
});
