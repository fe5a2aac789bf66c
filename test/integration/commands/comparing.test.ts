import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { diffJson, type DiffJson } from '../../../src/report/diff/diff-json-schema.js';
import { fidelityJson } from '../../../src/report/fidelity/fidelity-json-schema.js';
import { DRIVING, UNSAFE } from '../../support/checking/checked.js';
import { importDemo, turntable, write } from '../../support/turntable/commands.js';
import type { Ended } from '../../support/processes/program.js';
import { fixture, type Place } from '../../support/turntable/turntable.js';
import { PlaceHere } from '../../support/turntable/place-here.js';

const FAULT = fixture('rules/stop-reason/error-literal.acp');
const CLEAN = fixture('rules/stop-reason/error-literal.clean.acp');

async function diff(place: Place, ...words: string[]): Promise<Ended> {
  return turntable(place, ['diff', ...words]);
}

async function differences(place: Place, ...words: string[]): Promise<DiffJson> {
  const { stdout, stderr } = await diff(place, '--json', ...words);
  expect(stderr).toBe('');
  return diffJson.strict().parse(JSON.parse(stdout.toString()));
}

describe('diff', () => {
  test('of two files tells the one thing that is another', async () => {
    const found = await differences(new PlaceHere(), FAULT, CLEAN);
    expect(found).toMatchObject({ equal: false, counts: { 'stop-reason': 1 }, differences: [{ kind: 'stop-reason' }] });
    expect(found.differences).toHaveLength(1);
  });

  test('reads one of them from standard input', async () => {
    const place = new PlaceHere();
    const text = `#acp-fixture 1\nclient ${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} })}\n`;
    const file = write(place, 'same.acp', text);
    expect((await turntable(place, ['diff', '-', file], text)).code).toBe(0);
    expect((await diff(place, '-', '-')).stderr).toContain('only one of the two can be standard input');
  });

  test('compares turns and sessions that are named', async () => {
    const place = new PlaceHere();
    await importDemo(place);
    const named = async (...words: string[]) => (await diff(place, 'demo', 'demo', '--db', place.db, ...words)).code;
    expect(await named('--turn', '2', '--session', '1')).toBe(0);
    expect(await named('--turn', '1:2')).toBe(1);
    expect(await named('--turn', '1:2', '--only', 'plan')).toBe(1);
    expect(await named('--turn', '1:2', '--ignore', 'tool-call,request,plan,prompt')).toBe(0);
    expect(await named('--turn', '9')).toBe(2);
  });

  test('drives no terminal whatever was recorded', async () => {
    const place = new PlaceHere();
    const frames = (said: string) => [
      ['c2a', { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: 1, [said]: said } }],
      ['a2c', { jsonrpc: '2.0', id: 0, result: { protocolVersion: 1, agentInfo: { name: said } } }],
    ];
    const file = (name: string, said: string) =>
      write(
        place,
        name,
        frames(said)
          .map(([dir, line], t) => JSON.stringify({ t, dir, line: JSON.stringify(line) }))
          .join('\n'),
      );
    for (const words of [['--text'], ['--json']]) {
      const { stdout } = await diff(place, file('a.jsonl', `a${DRIVING}`), file('b.jsonl', `b${DRIVING}`), ...words);
      expect(stdout.length).toBeGreaterThan(100);
      expect(UNSAFE.exec(stdout.toString())?.[0]).toBeUndefined();
    }
  });

  test('says that files without times have no latencies to compare', async () => {
    const place = new PlaceHere();
    const file = write(place, 'untimed.acp', '#acp-fixture 1\nclient {}\n');
    const { code, stderr } = await diff(place, file, CLEAN, '--latency', '2x', '--only', 'latency');
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('no recorded times') as string,
    });
  });

  test.each([
    [3, ['nothing.acp', CLEAN]],
    [3, ['no-such-recording', CLEAN]],
    [3, [CLEAN]],
    [2, [CLEAN, CLEAN, '--only', 'words']],
    [2, [CLEAN, CLEAN, '--only', 'latency']],
    [2, [CLEAN, CLEAN, '--latency', 'slow']],
    [2, [CLEAN, CLEAN, '--turn', '1:2:3']],
    [2, [CLEAN, CLEAN, '--turn', 'one']],
  ])('exits with %i for %j', async (code, words) => {
    const ended = await diff(new PlaceHere(), ...words);
    expect({ code: ended.code, isSaid: ended.stderr.length > 10 }).toEqual({ code, isSaid: true });
  });

  test('takes no file that holds several conversations', async () => {
    const place = new PlaceHere();
    const exit = JSON.stringify({ t: 2, dir: 'exit', line: 'code=0 signal=null' });
    const hello = JSON.stringify({ t: 1, dir: 'c2a', line: '{}' });
    const { code, stderr } = await diff(place, write(place, 'two.jsonl', [hello, exit, hello, exit].join('\n')), CLEAN);
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('contains 2 conversations') as string,
    });
  });
});

describe('fidelity', () => {
  const fixtureOf = (lines: readonly (readonly [sender: string, message: object])[]) =>
    `#acp-fixture 1\n${lines.map(([sender, message]) => `${sender} ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('')}`;
  const update = (members: object) =>
    ['agent', { method: 'session/update', params: { sessionId: 's-1', update: members } }] as const;
  const says = (kind: string, text: string) =>
    update({ sessionUpdate: `${kind}_chunk`, content: { type: 'text', text } });
  const called = update({
    sessionUpdate: 'tool_call',
    toolCallId: 'c1',
    title: 'Read a.txt',
    kind: 'read',
    status: 'completed',
  });
  const hello = [
    ['client', { id: 0, method: 'initialize', params: { protocolVersion: 1 } }],
    ['agent', { id: 0, result: { protocolVersion: 1, agentCapabilities: { loadSession: true } } }],
  ] as const;
  const live = fixtureOf([
    ...hello,
    ['client', { id: 1, method: 'session/new', params: { cwd: '/', mcpServers: [] } }],
    ['agent', { id: 1, result: { sessionId: 's-1' } }],
    [
      'client',
      { id: 2, method: 'session/prompt', params: { sessionId: 's-1', prompt: [{ type: 'text', text: 'Read it.' }] } },
    ],
    called,
    says('agent_message', 'Done.'),
    ['agent', { id: 2, result: { stopReason: 'end_turn' } }],
  ]);
  const loaded = (...history: readonly (readonly [string, object])[]) =>
    fixtureOf([
      ...hello,
      ['client', { id: 1, method: 'session/load', params: { sessionId: 's-1', cwd: '/', mcpServers: [] } }],
      ...history,
      ['agent', { id: 1, result: {} }],
    ]);

  test('of files tells what was lost, in words and as JSON', async () => {
    const place = new PlaceHere();
    const before = write(place, 'before.acp', live);
    const after = write(
      place,
      'after.acp',
      loaded(says('user_message', 'Read it.'), says('agent_message', 'Done, I think.')),
    );
    const told = await turntable(place, ['fidelity', before, after]);
    expect({ ...told, stdout: told.stdout.toString().replaceAll(/turntable-e2e-\w+\//g, '') }).toMatchObject({
      code: 1,
      stderr: '',
      stdout: [
        'after: session/load of s-1, frames 2..5',
        '  3 live in before; 2 replayed',
        'lost: tool call "Read a.txt" (read) was not replayed',
        '  - live      before, frame 5',
        'altered: message "Done." was replayed otherwise: text',
        '  - live      before, frame 6',
        '  + replayed  after, frame 4',
        '    - /text  "Done."',
        '    + /text  "Done, I think."',
        '2 differences: 1 lost, 1 altered',
        '',
      ].join('\n'),
    });
    const { stdout } = await turntable(place, ['fidelity', before, after, '--json']);
    const json = fidelityJson.strict().parse(JSON.parse(stdout.toString()));
    expect(json).toMatchObject({ equal: false, counts: { lost: 1, altered: 1 } });
    const ignored = await turntable(place, ['fidelity', before, after, '--ignore', 'tool-call,message']);
    expect(ignored.code).toBe(0);
    expect((await turntable(place, ['fidelity', before, '--ignore', 'calls'])).code).toBe(2);
    const none = await turntable(place, ['fidelity', before]);
    expect({ code: none.code, said: none.stdout.toString() }).toEqual({
      code: 0,
      said: 'no session was loaded or resumed\n',
    });
  });

  test('of a recording finds what was live in earlier ones, and in no later one', async () => {
    const place = new PlaceHere();
    const whole = loaded(says('user_message', 'Read it.'), called, says('agent_message', 'Done.'));
    const files = [
      write(place, 'early.acp', loaded()),
      write(place, 'before.acp', live),
      write(place, 'other.acp', live.replaceAll('s-1', 's-2')),
      write(place, 'nothing.acp', loaded()),
      write(place, 'after.acp', whole),
    ];
    for (const file of files) await place.turntable('import', file, '--name', basename(file, '.acp'));
    const of = async (...names: string[]) => {
      const { code, stdout } = await place.turntable('fidelity', ...names);
      return { code, said: stdout.toString() };
    };
    expect(await of('early')).toMatchObject({
      code: 0,
      said: expect.stringContaining('the session was not recorded before') as string,
    });
    expect(await of('nothing')).toMatchObject({ code: 1, said: expect.stringContaining('nothing-replayed') as string });
    expect(await of()).toEqual({
      code: 0,
      said: 'after: session/load of s-1, frames 2..6\n  3 live in before; 3 replayed\n1 replay: as it was live\n',
    });
    expect(await of('after', '--session', 's-2')).toMatchObject({
      code: 0,
      said: 'no session was loaded or resumed\n',
    });
  });
});
