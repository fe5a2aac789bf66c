import { describe, expect, test } from 'vitest';
import { request, result } from '../../support/conversations/conversation.js';
import { GREETED, HELLO, opened, prompt, ROOT, stopped } from '../../support/conversations/opened.js';
import { fc } from '../../support/values/property.js';
import {
  bytesOf,
  chunk,
  notification,
  play,
  Playing,
  playAsRecorded,
  scriptOf,
  update,
  type Conversation,
  type Line,
} from '../../support/conversations/scripted.js';

const MADE = request(1, 'session/new', { cwd: ROOT, mcpServers: [] });

/** Frames with bytes that no printer would make. */
const ODD: Conversation = [
  ['client', HELLO],
  ['agent', ' {"id" : 0,"result":{"protocolVersion":1 , "x":1.50e+1,"\\u0061":"\\/\\u00e9"}, "jsonrpc":"2.0"}\t\r'],
  ['agent', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])],
  ['agent', ''],
  ['agent', '\ufeff{"jsonrpc":"2.0","method":"_own","params":{"n":123456789012345678901234567890}}'],
  ['agent', 'INFO starting in /home/me/project'],
  ['client', MADE],
  ['agent', result(1, { sessionId: 's' })],
];

test('a frame without bound values leaves byte for byte', () => {
  const playing = playAsRecorded(ODD);
  expect(playing.engine.divergence).toBeUndefined();
  const sent = playing.effects.flatMap((effect) => (effect.type === 'send' ? [[...effect.bytes]] : []));
  const recorded = ODD.flatMap(([who, line]) => (who === 'agent' ? [[...bytesOf(line)]] : []));
  expect(sent).toEqual(recorded);
});

test('with them, everything else does', () => {
  const conversation: Conversation = [
    ['client', HELLO],
    ['agent', ' {"id" : 0,"result":{"protocolVersion":1 , "id":0}, "jsonrpc":"2.0"}\t\r'],
    ['client', MADE],
    [
      'agent',
      `{"jsonrpc":"2.0","id":1,"result":{"sessionId":"s","_meta":{"n":1.0,"cwd":"\\/home\\/me/project/x","not":"/home/me/projects"}} }`,
    ],
    [
      'agent',
      '{"method":"session/update","jsonrpc":"2.0","params":{"update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"in \\"/home/me/project\\"\\u0021 {\\"id\\":1}"}},"sessionId":"s"}}',
    ],
    ['agent', 'INFO starting in /home/me/project, id 1'],
    ['client', request(2, '_own', {})],
    ['agent', '[{"jsonrpc":"2.0","id":2,"result":{"id":2}} , {"jsonrpc":"2.0","method":"_own","params":{"id":2}}]'],
  ];
  const playing = play(conversation);
  const said = [
    ...playing.send({ ...HELLO, id: 'h' }),
    ...playing.send(request('n"', 'session/new', { cwd: '/w', mcpServers: [] })),
    ...playing.send(request(20, '_own', {})),
  ];
  expect(said).toEqual([
    ' {"id" : "h","result":{"protocolVersion":1 , "id":0}, "jsonrpc":"2.0"}\t\r',
    `{"jsonrpc":"2.0","id":"n\\"","result":{"sessionId":"s","_meta":{"n":1.0,"cwd":"/w/x","not":"/home/me/projects"}} }`,
    '{"method":"session/update","jsonrpc":"2.0","params":{"update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"in \\"/w\\"\\u0021 {\\"id\\":1}"}},"sessionId":"s"}}',
    'INFO starting in /home/me/project, id 1',
    '[{"jsonrpc":"2.0","id":20,"result":{"id":2}} , {"jsonrpc":"2.0","method":"_own","params":{"id":2}}]',
  ]);
});

test('ids of client and agent that are equal do not meet', () => {
  const asks = request(2, 'fs/read_text_file', { sessionId: 's', path: '/x' });
  const conversation: Conversation = [
    ...opened('s'),
    ['client', prompt(2, 's')],
    ['agent', asks],
    ['agent', notification('$/cancel_request', { requestId: 2 })],
    ['client', result(2, { content: '' })],
    ['agent', stopped(2)],
  ];
  const playing = play(conversation);
  for (const line of [HELLO, MADE]) playing.send(line);
  expect(playing.send(prompt(7, 's'))).toEqual([
    JSON.stringify(asks),
    JSON.stringify(notification('$/cancel_request', { requestId: 2 })),
  ]);
  expect(playing.send(result(2, { content: '' }))).toEqual([JSON.stringify(stopped(7))]);
});

test('ten thousand runs say the same bytes', () => {
  const conversation: Conversation = [
    ...opened('s', 't'),
    ['client', prompt(3, 's')],
    ['client', prompt(4, 't')],
    ['agent', chunk('t', `in ${ROOT}/x`)],
    ['agent', request(0, 'fs/read_text_file', { sessionId: 's', path: `${ROOT}/x` })],
    ['client', result(0, { content: 'x' })],
    ['agent', stopped(4)],
    ['agent', stopped(3)],
  ];
  const script = scriptOf(conversation);
  const said = (): string => {
    const playing = new Playing(script);
    for (const [who, line] of conversation) if (who === 'client') playing.send(moved(line));
    expect(playing.end()).toBeUndefined();
    return playing.said.join('\n');
  };
  const first = said();
  expect(first).toContain('in /w/x');
  for (let run = 1; run < 10_000; run += 1) if (said() !== first) throw new Error(`run ${run} differs`);
});

function moved(line: Line): string {
  return JSON.stringify(line)
    .replaceAll(ROOT, '/w')
    .replace(/"id":(\d+),"method"/, '"id":"live $1","method"');
}

describe('messages that do not depend on each other', () => {
  /** Settings and turns of three sessions, each asking one question. */
  const sessions = ['a', 'b', 'c'];
  const conversation: Conversation = [
    ...opened(...sessions),
    ...sessions.flatMap((s, i): Conversation => [
      ['client', request(10 + i, 'session/set_mode', { sessionId: s, modeId: 'x' })],
      ['agent', update(s, 'current_mode_update', { currentModeId: 'x' })],
      ['agent', result(10 + i, {})],
      ['client', prompt(20 + i, s, s)],
      ['agent', chunk(s, `hello from ${s}`)],
      ['agent', request(i, 'fs/read_text_file', { sessionId: s, path: '/x' })],
      ['client', result(i, { content: s })],
      ['client', request(30 + i, '_own/ask', { of: s })],
      ['agent', result(30 + i, { of: s })],
      ['agent', stopped(20 + i)],
    ]),
  ];
  const script = scriptOf(conversation);
  const opening = conversation.flatMap(([who, line], i) => (who === 'client' && i < 8 ? [line] : []));
  /** What each session's client says, in the order that it has to keep: an answer after its question. */
  const steps = sessions.map((s, i): Line[] => [prompt(20 + i, s, s), result(i, { content: s })]);
  const free = sessions.flatMap((s, i): Line[] => [
    request(10 + i, 'session/set_mode', { sessionId: s, modeId: 'x' }),
    request(30 + i, '_own/ask', { of: s }),
  ]);

  test('match in any order, and each session says the same', () => {
    const order = fc.array(fc.nat({ max: 99 }), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(order, (picks) => {
        const playing = new Playing(script);
        for (const line of opening) playing.send(line);
        const queues = [...steps.map((lines) => [...lines]), ...free.map((line) => [line])];
        for (const pick of picks) {
          const left = queues.filter((queue) => queue.length > 0);
          const next = left[pick % left.length]?.shift();
          if (next !== undefined) playing.send(next);
        }
        expect(playing.end()).toBeUndefined();
        for (const [i, s] of sessions.entries()) {
          const lane = playing.said.filter(
            (line) => line.includes(`"sessionId":"${s}"`) && !line.includes('current_mode'),
          );
          expect(lane.slice(1)).toEqual([
            JSON.stringify(chunk(s, `hello from ${s}`)),
            JSON.stringify(request(i, 'fs/read_text_file', { sessionId: s, path: '/x' })),
          ]);
          const settings = playing.said.indexOf(
            JSON.stringify(update(s, 'current_mode_update', { currentModeId: 'x' })),
          );
          expect(playing.said[settings + 1]).toBe(JSON.stringify(result(10 + i, {})));
        }
        expect(playing.said).toHaveLength(conversation.filter(([who]) => who === 'agent').length);
      }),
      { numRuns: 300 },
    );
  });
});

describe('once it has diverged', () => {
  test('all that is open and all that comes is refused, and nothing of the recording comes', () => {
    const playing = play([...opened('s'), ['client', prompt(2, 's')], ['agent', stopped(2)]]);
    for (const line of [HELLO, MADE]) playing.send(line);
    const [refused, ...others] = playing.send(request('bad', '_own', {}));
    expect(others).toEqual([]);
    expect(JSON.parse(refused ?? '')).toMatchObject({
      id: 'bad',
      error: {
        code: -32_603,
        message: expect.stringContaining('_own') as string,
        data: { divergence: { kind: 'unexpected' } },
      },
    });
    expect(playing.send(prompt(2, 's')).map((line) => (JSON.parse(line) as { id: number }).id)).toEqual([2]);
    expect(playing.send(notification('session/cancel', { sessionId: 's' }))).toEqual([]);
    expect(playing.send([prompt(3, 's'), prompt(4, 's')])).toHaveLength(2);
    expect(playing.end()?.kind).toBe('unexpected');
  });

  test('a request that waits for its answer is refused as well', () => {
    const playing = play([
      ...opened('s'),
      ['client', prompt(2, 's')],
      ['client', notification('_go', {})],
      ['agent', stopped(2)],
    ]);
    for (const line of [HELLO, MADE]) playing.send(line);
    playing.send(prompt(2, 's'));
    expect(playing.send(notification('_stop', {})).map((line) => (JSON.parse(line) as { id: number }).id)).toEqual([]);
  });
});

describe('the end', () => {
  test('a client that leaves early', () => {
    const playing = play(opened('s'));
    playing.send(HELLO);
    expect(playing.end()).toMatchObject({ kind: 'unused', coverage: { clientMessages: { came: 1, of: 2 } } });
    const partial = play(opened('s'), { allowPartial: true });
    partial.send(HELLO);
    expect(partial.end()).toBeUndefined();
  });

  test('a silent client, and one that has no more to say', () => {
    expect(play(GREETED).wait()).toMatchObject({ kind: 'silence', waiting: { line: 2 } });
    const done = play(GREETED);
    done.send(HELLO);
    expect(done.engine.isAwaiting).toBe(false);
    expect(done.wait()).toBeUndefined();
  });
});

test.each(['content', 'method'] as const)('--match %s', (match) => {
  const conversation: Conversation = [
    ...opened('s'),
    ['client', request(2, '_a', { x: 1 })],
    ['client', request(3, '_b', {})],
    ['agent', result(3, {})],
    ['agent', result(2, {})],
  ];
  const playing = play(conversation, { match });
  for (const line of [HELLO, MADE, request(3, '_b', {})]) playing.send(line);
  playing.send(request(2, '_a', { x: 2 }));
  const warned = playing.effects.filter(({ type }) => type === 'warn');
  expect([playing.end()?.kind, warned.length]).toEqual(match === 'method' ? [undefined, 1] : ['different', 0]);
});
