import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { request, result } from '../support/conversations/conversation.js';
import {
  drive,
  driven,
  handWritten,
  recordTold,
  tell,
  toldAgent,
  toldTurn,
  twoTurns,
} from '../support/turntable/driven-agents.js';
import { temporaryFolder } from '../support/processes/folders.js';
import { libraryFile } from '../support/fixtures/recorded-library.js';
import { notification } from '../support/conversations/scripted.js';
import { agent, Place, script } from '../support/turntable/turntable.js';

const NOTHING = { code: 0, differences: [], said: [] };
const CANCEL = notification('session/cancel', { sessionId: 's' });

describe('an agent that was recorded meets its client again', () => {
  test('the same agent: no difference, whatever its ids and the name of the recording', async () => {
    const place = new Place();
    const id = await recordTold(place, twoTurns(place));
    const { stdout } = await drive(place, '@last', toldAgent());
    expect(stdout.toString()).toMatch(/^no difference/);
    expect(await driven(place, id, toldAgent())).toEqual(NOTHING);
    expect((await place.list()).length).toBe(3);
  });

  test.each<[what: string, changes: string[], expected: (string | RegExp)[]]>([
    ['slower', ['say:3=pause:300 say:3'], []],
    ['with more text in more chunks', ['say:3=say:20'], []],
    ['with fewer', ['say:3=say:1'], []],
    ['with other ids of options of the same kinds', ['ask:a=ask:other'], [/^permission: /, /^permission: /]],
    ['with another stop reason', ['stop:end_turn=stop:max_tokens'], [/^stop-reason: .*end_turn.*max_tokens/]],
    ['with another tool call', ['tool:Look=tool:Stare'], [/^tool-call: .*Look.*Stare/]],
    ['without a tool call', ['tool:Again= '], [/^tool-call: only A has .*Again/]],
  ])('%s', async (_what, changes, expected) => {
    const place = new Place();
    const id = await recordTold(place, twoTurns(place));
    const found = await driven(place, id, toldAgent(...changes));
    expect(found).toEqual({
      code: expected.length === 0 ? 0 : 1,
      differences: expected.map((text): unknown => expect.stringMatching(text)),
      said: [],
    });
  });

  test('one that asks twice, or not at all', async () => {
    const place = new Place();
    const id = await recordTold(place, twoTurns(place));
    const twice = await driven(place, id, toldAgent('ask:a stop=ask:a ask:a stop'));
    expect(twice.said).toEqual([expect.stringContaining('which was not recorded')]);
    expect(twice.code).toBe(1);
    expect(twice.differences.join('\n')).toMatch(/^tool-call: only B has/m);
    const never = await driven(place, id, toldAgent('ask:a stop=stop'));
    expect(never).toEqual({ code: 1, differences: [expect.stringMatching(/^tool-call: only A has/)], said: [] });
  });

  test('one that asks what nobody recorded', async () => {
    const place = new Place();
    const id = await recordTold(place, twoTurns(place));
    const { code, differences, said } = await driven(place, id, toldAgent('tool:Look=tool:Look unknown'));
    expect({ code, said }).toEqual({ code: 1, said: [expect.stringContaining('_vendor/question')] });
    expect(differences).toEqual([expect.stringMatching(/^request: only B has .*_vendor\/question/)]);
  });

  test('one that ends early', async () => {
    const place = new Place();
    const id = await recordTold(place, twoTurns(place));
    const { code, said } = await driven(place, id, toldAgent('tool:Again=exit:3'));
    expect(code).toBe(1);
    expect(said).toEqual([expect.stringMatching(/the agent ended before the response to session\/prompt/)]);
  });

  test('one that never answers', async () => {
    const place = new Place();
    const id = await recordTold(place, twoTurns(place));
    const { code, said } = await driven(place, id, toldAgent('tool:Look=silent'), '--wait', '1s');
    expect(code).toBe(1);
    expect(said).toEqual([
      expect.stringMatching(/sent nothing for 1 s; still waiting for the response to session\/prompt/),
    ]);
  });

  test('one that cannot be started', async () => {
    const place = new Place();
    const { code, stderr } = await drive(place, twoTurns(place), ['./no-such-agent']);
    expect(stderr).toContain('./no-such-agent could not be started');
    expect(code).toBe(4);
  });
});

test('several sessions, at work at the same time', async () => {
  const place = new Place();
  const fixture = handWritten(
    place,
    ['s', 't'],
    [
      ['client', tell(1, 's', 'say:9 tool:S')],
      ['client', tell(2, 't', 'say:2 tool:T stop:refusal')],
      ['agent', result(2, { stopReason: 'refusal' })],
      ['agent', result(1, { stopReason: 'end_turn' })],
      ...toldTurn(3, 's', 'tool:S2'),
    ],
  );
  const id = await recordTold(place, fixture);
  expect(await driven(place, id, toldAgent())).toEqual(NOTHING);
  const changed = await driven(place, id, toldAgent('tool:T=tool:Other'));
  expect(changed).toEqual({ code: 1, differences: [expect.stringMatching(/^tool-call: .*Other/)], said: [] });
});

describe('a turn that is cancelled while it streams', () => {
  const chunk = (text: string) =>
    notification('session/update', {
      sessionId: 's',
      update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
    });

  /** Cancelled after the second chunk, which takes the agent a second. */
  function cancelled(place: Place): string {
    return handWritten(
      place,
      ['s'],
      [
        ['client', tell(1, 's', 'say:1 pause:1000 say:1 pause:15000')],
        ['agent', chunk('a')],
        ['agent', chunk('b')],
        ['client', CANCEL, 10_000],
        ['agent', result(1, { stopReason: 'cancelled' })],
        ...toldTurn(2, 's', 'tool:After'),
      ],
    );
  }

  test('by count, and by time where the agent says it in one', async () => {
    const place = new Place();
    const id = await recordTold(place, cancelled(place));
    expect(await driven(place, id, toldAgent())).toEqual(NOTHING);
    expect(await driven(place, id, toldAgent(' pause:1000 say:1= '))).toEqual(NOTHING);
  });

  test('that is over by then', async () => {
    const place = new Place();
    const id = await recordTold(place, cancelled(place));
    const { code, differences, said } = await driven(place, id, toldAgent(' pause:1000 say:1 pause:15000= '));
    expect({ code, said }).toEqual({
      code: 1,
      said: [expect.stringMatching(/the turn was over before session\/cancel .* could be sent/)],
    });
    expect(differences.join('\n')).toMatch(/^stop-reason: .*cancelled.*end_turn/m);
  });
});

test('an agent of version 2', async () => {
  const place = new Place();
  const state = (name: string) =>
    notification('session/update', { sessionId: 's', update: { sessionUpdate: 'state_update', state: name } });
  const turn = (id: number, words: string) =>
    [
      ['client', tell(id, 's', words)],
      ['agent', result(id, {})],
      ['agent', state('running')],
      ['agent', state('idle')],
    ] as const;
  const fixture = handWritten(place, ['s'], [...turn(1, 'say:2 stop:end_turn'), ...turn(2, 'tool:Look')], 2);
  const id = await recordTold(place, fixture, 'v2');
  expect(await driven(place, id, toldAgent('v2'))).toEqual(NOTHING);
  const changed = await driven(place, id, toldAgent('v2', 'stop:end_turn=stop:refusal'));
  expect(changed).toEqual({ code: 1, differences: [expect.stringMatching(/^stop-reason: /)], said: [] });
});

test('the agent of version 2 that the library was recorded with', async () => {
  const place = new Place();
  expect(await driven(place, libraryFile('v2-turn'), agent('v2-agent'))).toEqual(NOTHING);
});

test('blank lines and lines that are no message', async () => {
  const place = new Place();
  const fixture = handWritten(
    place,
    [],
    [
      ['client', ''],
      ['client', 'no json'],
    ],
  );
  const counts = script(`
    let n = 0;
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const said = line.startsWith('{') ? { id: 0, result: { protocolVersion: 1 } } : { method: '_line', params: { n: (n += 1), line } };
      console.log(JSON.stringify({ jsonrpc: '2.0', ...said }));
    });`);
  await drive(place, fixture, counts, '--name', 'first');
  expect(await driven(place, 'first', counts, '--wait', '5s')).toEqual(NOTHING);
});

describe('files', () => {
  test('come from the fixture, and nothing is written', async () => {
    const place = new Place();
    writeFileSync(join(place.folder, 'a.txt'), 'recorded');
    const path = join(place.folder, 'a.txt');
    const fixture = handWritten(
      place,
      ['s'],
      [
        ['client', tell(1, 's', `read:${path} write:${place.folder}/b.txt`)],
        ['agent', request(0, 'fs/read_text_file', { sessionId: 's', path })],
        ['client', result(0, { content: 'recorded' })],
        [
          'agent',
          request(1, 'fs/write_text_file', { sessionId: 's', path: `${place.folder}/b.txt`, content: 'written\n' }),
        ],
        ['client', result(1, {})],
        ['agent', result(1, { stopReason: 'end_turn' })],
      ],
    );
    const id = await recordTold(place, fixture);
    writeFileSync(path, 'real');
    expect(await driven(place, id, toldAgent())).toEqual(NOTHING);
    expect(existsSync(join(place.folder, 'b.txt'))).toBe(false);
    // with --fs real the agent sees, and says, what is there
    const real = await driven(place, id, toldAgent(), '--fs', 'real');
    expect(real.differences.join('\n')).toMatch(/"recorded".*"real"/);
    expect(readFileSync(join(place.folder, 'b.txt'), 'utf8')).toBe('written\n');
    const elsewhere = await driven(place, id, toldAgent('read:=read:/etc/'));
    expect({ code: elsewhere.code, said: elsewhere.said }).toEqual({
      code: 1,
      said: [expect.stringContaining('fs/read_text_file')],
    });
  });

  test('of another folder are refused, through links as well', async () => {
    const place = new Place();
    const outside = temporaryFolder();
    writeFileSync(join(outside, 'secret'), 'secret');
    symlinkSync(outside, join(place.folder, 'link'));
    const words = `read:${outside}/secret read:${place.folder}/link/secret write:${place.folder}/link/new`;
    const fixture = handWritten(place, ['s'], toldTurn(1, 's', words));
    await drive(place, fixture, toldAgent(), '--fs', 'real', '--name', 'run');
    const titles = (await place.output('show', 'run', '--raw', '--from', 'agent')).toString().match(/"error -?\d+"/g);
    expect(titles).toEqual(['"error -32602"', '"error -32602"', '"error -32602"']);
    expect(existsSync(join(outside, 'new'))).toBe(false);
  });

  test('the sessions work in --cwd', async () => {
    const place = new Place();
    const id = await recordTold(place, handWritten(place, ['s'], toldTurn(1, 's', `read:${place.folder}/a.txt`)));
    const other = temporaryFolder();
    writeFileSync(join(other, 'a.txt'), 'of the other folder');
    const { stdout, stderr } = await drive(place, id, toldAgent(), '--cwd', other, '--fs', 'real', '--name', 'there');
    expect(stderr).toContain(`${place.folder} is ${other} in this run`);
    expect(stdout.toString()).toContain('of the other folder');
  });
});

describe('a session that is loaded', () => {
  function loading(place: Place): string {
    const params = { sessionId: 's', cwd: place.folder, mcpServers: [] };
    return handWritten(
      place,
      [],
      [
        ['client', request(1, 'session/list', {})],
        ['agent', result(1, { sessions: [{ sessionId: 's', cwd: place.folder }] })],
        ['client', request(2, 'session/load', params)],
        ['agent', result(2, {})],
        ...toldTurn(3, 's', 'tool:Look'),
      ],
    );
  }

  test('is refused, also where the agent listed it, and nothing is started', async () => {
    const place = new Place();
    const { code, stderr } = await drive(place, loading(place), toldAgent());
    expect(code).toBe(2);
    expect(stderr).toMatch(/line \d+: session\/load .* that this agent does not know\n.*--new-session/);
    expect(existsSync(place.db)).toBe(false);
  });

  test('is made anew with --new-session', async () => {
    const place = new Place();
    const { stdout, stderr } = await drive(place, loading(place), toldAgent(), '--new-session', '--name', 'new');
    expect(stdout.toString()).not.toMatch(/session\/(?:load|new)|history/);
    expect(stderr).toContain('a new session was created instead of loading one');
    const said = (await place.output('show', 'new', '--raw')).toString();
    expect(said).toMatch(/"method":"session\/new"/);
    expect(said).toMatch(/"title":"Look"/);
    expect(said).not.toMatch(/"sessionId":"s"/);
  });
});
