import { describe, expect, test } from 'vitest';
import { compileRegex } from '../../../src/pattern/compile-pattern.js';
import type { TextMatcher } from '../../../src/pattern/text-matcher.js';
import type { ReplayOptions } from '../../../src/replay/engine/match-options.js';
import { error, request, result } from '../../support/conversations/conversation.js';
import { GREETED, HELLO, opened, prompt, ROOT, stopped } from '../../support/conversations/opened.js';
import { chunk, notification, play, type Conversation, type Line } from '../../support/conversations/scripted.js';

/** Says the lines; what differs in the last one, as `pointer expected received`, or what else is wrong with it. */
function judged(conversation: Conversation, lines: readonly Line[], options: Partial<ReplayOptions> = {}): string[] {
  const playing = play(conversation, options);
  for (const [i, line] of lines.entries()) {
    const before = playing.engine.divergence;
    if (before !== undefined) throw new Error(`line ${i} diverged: ${before.message}`);
    playing.send(line);
  }
  const { divergence } = playing.engine;
  if (divergence === undefined) return [];
  const { differences, kind } = divergence;
  if (differences.length === 0) return [kind];
  return differences.map(
    ({ pointer, expected, received }) => `${pointer} ${JSON.stringify(expected)} ${JSON.stringify(received)}`,
  );
}

const recordedHello = request(0, 'initialize', {
  protocolVersion: 1,
  clientInfo: { name: 'recorder', version: '1' },
  clientCapabilities: { terminal: true, fs: { readTextFile: true } },
});

describe('initialize', () => {
  const conversation: Conversation = [
    ['client', recordedHello],
    ['agent', result(0, { protocolVersion: 1 })],
    ['agent', request(0, 'terminal/create', { sessionId: 's', command: 'ls' })],
  ];
  const hello = (params: Record<string, unknown>) => [
    request('x', 'initialize', { protocolVersion: 1, clientCapabilities: { terminal: true }, ...params }),
  ];
  test.each<[string, Line[], string[]]>([
    ['another client that offers what was used', hello({}), []],
    ['more than was recorded', hello({ clientCapabilities: { terminal: true, elicitation: {} }, _meta: { x: 1 } }), []],
    ['less than was used', hello({ clientCapabilities: {} }), ['/params/clientCapabilities/terminal true undefined']],
    ['another version', hello({ protocolVersion: 2 }), ['/params/protocolVersion 1 2']],
    ['something more', hello({ more: 1 }), ['/params/more undefined 1']],
    ['as a notification', [notification('initialize', {})], ['unexpected']],
  ])('%s', (_, lines, expected) => {
    expect(judged(conversation, lines)).toEqual(expected);
  });
});

describe('directories', () => {
  const conversation: Conversation = [
    ...GREETED,
    ['client', request(1, 'session/new', { cwd: '/a/b', additionalDirectories: ['/a/c/'], mcpServers: [] })],
    ['agent', result(1, { sessionId: 's' })],
    ['client', prompt(2, 's', 'fix /a/b/x and /a/c')],
    ['agent', stopped(2)],
    ['client', request(3, 'session/new', { cwd: '/a/b', mcpServers: [] })],
    ['agent', result(3, { sessionId: 't' })],
  ];
  const made = (cwd: unknown, more: unknown = ['/w/c']) =>
    request(1, 'session/new', { cwd, additionalDirectories: more, mcpServers: [] } as never);
  test.each<[string, Line[], string[]]>([
    ['may be others', [HELLO, made('/w/b')], []],
    ['may be one', [HELLO, made('/w', ['/w'])], []],
    ['with or without a slash at the end', [HELLO, made('/a/b/', ['/a/c'])], []],
    ['may be those of Windows', [HELLO, made('C:\\w', ['D:/x'])], []],
    ['may not be relative', [HELLO, made('w')], ['/params/cwd "/a/b" "w"']],
    ['may not be missing', [HELLO, made(undefined)], ['/params/cwd "/a/b" undefined']],
    ['may not be fewer', [HELLO, made('/w/b', [])], ['/params/additionalDirectories/0 "/a/c/" undefined']],
    ['may not be more', [HELLO, made('/w/b', ['/w/c', '/w/d'])], ['/params/additionalDirectories/1 undefined "/w/d"']],
    ['are expected in texts', [HELLO, made('/w/b'), prompt(2, 's', 'fix /w/b/x and /w/c')], []],
    [
      'a client that keeps the recorded ones there diverges',
      [HELLO, made('/w/b'), prompt(2, 's', 'fix /a/b/x and /w/c')],
      ['/params/prompt/0/text "fix /w/b/x and /w/c" "fix /a/b/x and /w/c"'],
    ],
    [
      'one recorded one has one live one',
      [
        HELLO,
        made('/w/b'),
        prompt(2, 's', 'fix /w/b/x and /w/c'),
        request(3, 'session/new', { cwd: '/other', mcpServers: [] }),
      ],
      ['/params/cwd "/w/b" "/other"'],
    ],
  ])('%s', (_, lines, expected) => {
    expect(judged(conversation, lines)).toEqual(expected);
  });
});

describe('ids', () => {
  const loaded: Conversation = [
    ...GREETED,
    ['client', request(1, 'session/load', { sessionId: 'a', cwd: ROOT })],
    ['agent', result(1, {})],
    ['client', request(2, 'session/load', { sessionId: 'b', cwd: ROOT })],
    ['agent', result(2, {})],
    ['client', prompt(3, 'a')],
    ['agent', chunk('a', 'hi')],
    ['agent', stopped(3)],
  ];
  const load = (id: number, sessionId: unknown) => request(id, 'session/load', { sessionId, cwd: ROOT } as never);

  test('a session that the client brings has the name that it gives', () => {
    const playing = play(loaded);
    for (const line of [HELLO, load(1, 'A'), load(2, 'B')]) playing.send(line);
    expect(playing.send(prompt(30, 'A'))).toEqual([JSON.stringify(chunk('A', 'hi')), JSON.stringify(stopped(30))]);
  });

  test.each<[string, Line[], string[]]>([
    ['two sessions cannot share one', [HELLO, load(1, 'A'), load(2, 'A')], ['repeated']],
    ['an id is a text', [HELLO, load(1, 7)], ['/params/sessionId "a" 7']],
    ['and not empty', [HELLO, load(1, '')], ['/params/sessionId "a" ""']],
    ['the other session', [HELLO, load(1, 'A'), load(2, 'B'), prompt(3, 'B')], ['/params/sessionId "A" "B"']],
    [
      'the recorded one where another was brought',
      [HELLO, load(1, 'A'), load(2, 'B'), prompt(3, 'a')],
      ['/params/sessionId "A" "a"'],
    ],
  ])('%s', (_, lines, expected) => {
    expect(judged(loaded, lines)).toEqual(expected);
  });

  test('a session that could not be opened may have any name, and has it in what follows', () => {
    const conversation: Conversation = [
      ...GREETED,
      ['client', request(1, 'session/resume', { sessionId: 'gone', cwd: ROOT })],
      ['agent', error(1, -32_002, 'no such session')],
      ['client', request(2, 'session/load', { sessionId: 'gone', cwd: ROOT })],
      ['agent', error(2, -32_002, 'no such session')],
    ];
    const resume = (sessionId: string) => request(1, 'session/resume', { sessionId, cwd: ROOT });
    expect(judged(conversation, [HELLO, resume('other'), load(2, 'other')])).toEqual([]);
    expect(judged(conversation, [HELLO, resume('other'), load(2, 'gone')])).toEqual([
      '/params/sessionId "other" "gone"',
    ]);
  });

  test('a session that the client brings is none that the agent made', () => {
    const conversation: Conversation = [
      ...opened('s'),
      ['client', request(2, 'session/load', { sessionId: 'a', cwd: ROOT })],
    ];
    const made = [HELLO, request(1, 'session/new', { cwd: ROOT, mcpServers: [] })];
    expect(judged(conversation, [...made, load(2, 'b')])).toEqual([]);
    expect(judged(conversation, [...made, load(2, 's')])).toEqual(['/params/sessionId "a" "s"']);
  });

  test('an answer that comes once more is told, also where its id was given to what nobody answered', () => {
    const asks = (path: string) => request(0, 'fs/read_text_file', { sessionId: 's', path });
    const conversation: Conversation = [
      ...opened('s'),
      ['client', prompt(2, 's')],
      ['agent', asks('/a')],
      ['client', result(0, { content: 'a' })],
      ['agent', asks('/b')],
      ['agent', stopped(2)],
    ];
    const said = [HELLO, request(1, 'session/new', { cwd: ROOT, mcpServers: [] }), prompt(2, 's')];
    const answer = result(0, { content: 'a' });
    expect(judged(conversation, [...said, answer, answer])).toEqual(['repeated']);
    expect(judged(conversation, [...said, answer, result(0, { content: 'b' })])).toEqual(['unexpected']);
  });

  test('of requests they are the client’s affair, of any kind', () => {
    for (const id of [1, -1, 'x', '1', 1.5, 1e21, '\u2028"']) {
      const playing = play([...opened('s'), ['client', prompt(2, 's')], ['agent', stopped(2)]]);
      playing.send(HELLO);
      playing.send(request(id, 'session/new', { cwd: ROOT, mcpServers: [] }));
      expect(playing.send(prompt(id as number, 's'))).toEqual([JSON.stringify(stopped(id as number))]);
    }
    const exact = play(GREETED);
    const [answer] = exact.send(
      '{"jsonrpc":"2.0","id":123456789012345678901,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{"terminal":true}}}',
    );
    expect(answer).toContain('"id":123456789012345678901,');
    expect(
      judged(GREETED, [
        {
          jsonrpc: '2.0',
          id: null,
          method: 'initialize',
          params: { protocolVersion: 1, clientCapabilities: { terminal: true } },
        },
      ]),
    ).toEqual(['/id "0" null']);
  });

  test('a withdrawal names the request as it came', () => {
    const conversation: Conversation = [
      ...opened('s'),
      ['client', prompt(2, 's')],
      ['client', notification('$/cancel_request', { requestId: 2 })],
      ['agent', error(2, -32_800, 'cancelled')],
    ];
    const before = [HELLO, request('n', 'session/new', { cwd: ROOT, mcpServers: [] }), prompt('p' as never, 's')];
    expect(judged(conversation, [...before, notification('$/cancel_request', { requestId: 'p' })])).toEqual([]);
    expect(judged(conversation, [...before, notification('$/cancel_request', { requestId: 2 })])).toEqual([
      '/params/requestId "p" 2',
    ]);
    expect(judged(conversation, [...before, notification('$/cancel_request', { requestId: 'n' })])).toEqual([
      '/params/requestId "p" "n"',
    ]);
  });

  test('a terminal has the name that the client gives it, from then on', () => {
    const conversation: Conversation = [
      ...opened('s'),
      ['agent', request(0, 'terminal/create', { sessionId: 's', command: 'ls' })],
      ['client', result(0, { terminalId: 't1' })],
      ['agent', request(1, 'terminal/output', { sessionId: 's', terminalId: 't1' })],
      ['agent', chunk('s', 't1')],
    ];
    const playing = play(conversation);
    for (const line of [HELLO, request(1, 'session/new', { cwd: ROOT, mcpServers: [] })]) playing.send(line);
    expect(playing.send(result(0, { terminalId: 'T' }))).toEqual([
      JSON.stringify(request(1, 'terminal/output', { sessionId: 's', terminalId: 'T' })),
      JSON.stringify(chunk('s', 't1')),
    ]);
  });

  test('what the agent minted the client has to repeat', () => {
    const conversation: Conversation = [...opened('s'), ['client', prompt(2, 's')], ['agent', stopped(2)]];
    expect(
      judged(conversation, [HELLO, request(1, 'session/new', { cwd: ROOT, mcpServers: [] }), prompt(2, 'x')]),
    ).toEqual(['/params/sessionId "s" "x"']);
  });
});

describe('what is not compared', () => {
  const conversation: Conversation = [
    ...GREETED,
    ['client', request(1, '_own/ask', { a: { b: [1, 2] }, day: 'Today is Monday', _meta: { x: 1 } })],
    ['agent', result(1, {})],
  ];
  const asks = (params: Record<string, unknown>) => request(1, '_own/ask', params as never);
  const same = { a: { b: [1, 2] }, day: 'Today is Monday' };
  const day = (source: string) => ({
    pointer: '/params/day',
    text: `/${source}/`,
    pattern: compileRegex(source, '') as TextMatcher,
  });
  test.each<[string, Record<string, unknown>, Partial<ReplayOptions>, string[]]>([
    ['_meta at any depth', { ...same, a: { b: [1, 2], _meta: { y: 1 } } }, {}, []],
    ['a pointer', { ...same, a: 1 }, { ignore: ['/params/a'] }, []],
    ['a pointer to an item', { ...same, a: { b: [1, 9] } }, { ignore: ['/params/a/b/1'] }, []],
    ['and what is beside it', { ...same, a: { b: [9, 2] } }, { ignore: ['/params/a/b/1'] }, ['/params/a/b/0 1 9']],
    ['a pattern that both match', { ...same, day: 'Today is Sunday' }, { patterns: [day('^Today is')] }, []],
    [
      'a pattern that only the recorded one matches',
      { ...same, day: 'Sunday' },
      { patterns: [day('^Today is')] },
      ['/params/day "Today is Monday" "Sunday"'],
    ],
    [
      'a pattern that only the live one matches',
      { ...same, day: 'Sunday' },
      { patterns: [day('^Sun')] },
      ['/params/day "Today is Monday" "Sunday"'],
    ],
  ])('%s', (_, params, options, expected) => {
    expect(judged(conversation, [HELLO, asks(params)], options)).toEqual(expected);
  });
});

describe('lines that are no messages', () => {
  const conversation: Conversation = [
    ['client', '{"broken": '],
    ['agent', { jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'x' } }],
  ];
  test('have to be the same in every byte', () => {
    expect(play(conversation).send('{"broken": ')).toHaveLength(1);
    expect(judged(conversation, ['{"broken":'])).toEqual([' "{\\"broken\\": " "{\\"broken\\":"']);
    expect(judged([['client', new Uint8Array([0xff, 0x41])]], [new Uint8Array([0xff, 0x41])])).toEqual([]);
    expect(judged([['client', new Uint8Array([0xff, 0x41])]], [new Uint8Array([0xfe, 0x41])])).toEqual([
      ' "ff 41" "fe 41"',
    ]);
  });

  test('blank ones are none', () => {
    const playing = play(conversation);
    for (const blank of ['', ' ', '\t', '\r']) expect(playing.send(blank)).toEqual([]);
    expect(playing.send('{"broken": ')).toHaveLength(1);
    playing.end();
    expect(playing.engine.divergence).toBeUndefined();
  });
});

test('an empty result may be {} or null', () => {
  const conversation: Conversation = [
    ...opened('s'),
    ['agent', request(0, 'terminal/kill', { sessionId: 's', terminalId: 't' })],
    ['client', result(0, {})],
  ];
  const lines = (value: unknown) => [
    HELLO,
    request(1, 'session/new', { cwd: ROOT, mcpServers: [] }),
    result(0, value as never),
  ];
  expect(judged(conversation, lines(null))).toEqual([]);
  expect(judged(conversation, lines({}))).toEqual([]);
  expect(judged(conversation, lines([]))).toEqual(['/result {} []']);
  expect(judged(conversation, lines({ x: 1 }))).toEqual(['/result/x undefined 1']);
  expect(judged(conversation, [...lines({}).slice(0, 2), error(0, 1, 'no')])).toHaveLength(2);
});
