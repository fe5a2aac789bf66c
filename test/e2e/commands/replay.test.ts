import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { latin1, fromLatin1 } from '../../support/values/bytes.js';
import { recordDemo, write } from '../../support/turntable/commands.js';
import { start } from '../../support/processes/program.js';
import { ALL, ANSWERS, FIXTURE, HELLO, MADE, prompt, replay } from '../../support/turntable/small-turn.js';
import { Place, TURNTABLE } from '../../support/turntable/turntable.js';

describe('replay', () => {
  test('is the recorded agent, in the live client’s folder and with its ids; exit 0', async () => {
    const place = new Place();
    const program = replay(place, write(place, 'x.acp', FIXTURE));
    program.endInput(ALL);
    const { code, stdout, stderr } = await program.ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'a warning\n' });
    expect(stdout.toString().trimEnd().split('\n')).toEqual(ANSWERS);
  });

  test('without stderr, and with a report', async () => {
    const place = new Place();
    const program = replay(place, write(place, 'x.acp', FIXTURE), '--no-stderr', '--report', 'r.json');
    program.endInput(ALL);
    expect(await program.ended).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(readFileSync(join(place.folder, 'r.json'), 'utf8'))).toEqual({
      outcome: 'matched',
      ended: 'client-eof',
      fixture: join(place.folder, 'x.acp'),
      coverage: { clientMessages: { came: 3, of: 3 }, agentFrames: { sent: 4, of: 4 } },
      divergences: [],
      warnings: [],
      unanswered: [],
      unwritten: 0,
      refused: 0,
    });
  });

  test('a client that does something else gets an error that says so; exit 5', async () => {
    const place = new Place();
    const program = replay(place, write(place, 'x.acp', FIXTURE), '--report', 'r.json');
    program.endInput(HELLO + MADE + prompt('in /recorded/p'));
    const { code, stdout, stderr } = await program.ended;
    expect(code).toBe(5);
    expect(stderr).toMatch(
      /^turntable: replay diverged: session\/prompt .*\(line 8\): \/params\/prompt\/0\/text differs\.$/m,
    );
    expect(stderr).toMatch(/recorded: "in \/live"\n {4}received: "in \/recorded\/p"/);
    const last = stdout.toString().trimEnd().split('\n').at(-1) ?? '';
    expect(JSON.parse(last)).toMatchObject({ id: 'c', error: { data: { divergence: { nearest: { line: 8 } } } } });
    const report = JSON.parse(readFileSync(join(place.folder, 'r.json'), 'utf8')) as { divergences: unknown[] };
    expect(report.divergences).toMatchObject([{ kind: 'different', nearest: { line: 8 } }]);
  });

  test('one that leaves early, and one that may', async () => {
    const place = new Place();
    const file = write(place, 'x.acp', FIXTURE);
    for (const [options, code] of [
      [[], 5],
      [['--allow-partial'], 0],
    ] as const) {
      const program = replay(place, file, ...options);
      program.endInput(HELLO);
      expect((await program.ended).code).toBe(code);
    }
  });

  test('one that says nothing is not waited for for ever', async () => {
    const place = new Place();
    const program = replay(place, write(place, 'x.acp', FIXTURE), '--wait', '200ms');
    program.write(HELLO);
    const { code, stderr } = await program.ended;
    expect(code).toBe(5);
    expect(stderr).toMatch(
      /session\/new "\/recorded\/p" \(line 5\) did not come\. The answer to session\/new \(line 6\) waits for it\./,
    );
  });

  test('a difference that is accepted: --ignore, # ignore:, # match:, --match method', async () => {
    const place = new Place();
    const ways: [string, string[]][] = [
      [FIXTURE, ['--ignore', '/params/prompt/0/text']],
      [FIXTURE.replace('# title: a turn', '# ignore: /params/prompt'), []],
      [FIXTURE.replace('# title: a turn', '# match: /params/prompt/0/text ~ /^in /'), []],
      [FIXTURE, ['--match', 'method']],
    ];
    for (const [i, [text, options]] of ways.entries()) {
      const program = replay(place, write(place, `${i}.acp`, text), ...options);
      program.endInput(HELLO + MADE + prompt('in other words'));
      const { code, stderr } = await program.ended;
      expect([options, code]).toEqual([options, 0]);
      expect(stderr.includes('warning: line 8')).toBe(options.includes('method'));
    }
  });

  test('a signal ends it, and the report is there first', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const place = new Place();
      const program = replay(place, write(place, 'x.acp', FIXTURE), '--report', 'r.json');
      program.write(ALL);
      await program.says('end_turn');
      program.signal(signal);
      expect((await program.ended).code).toBe(0);
      expect(JSON.parse(readFileSync(join(place.folder, 'r.json'), 'utf8'))).toMatchObject({
        ended: 'signal',
        outcome: 'matched',
      });
    }
  });

  test('a client that reads no more has left', async () => {
    const place = new Place();
    const big = `agent {"jsonrpc":"2.0","method":"_big","params":{"x":"${'x'.repeat(1_000_000)}"}}\n`;
    const file = write(place, 'x.acp', FIXTURE.replace('agent! +1.0 a warning\n', big.repeat(5)));
    const program = replay(place, file, '--wait', '0', '--report', 'r.json');
    program.write(HELLO);
    await program.says('"x":1.50');
    program.closeOutput();
    program.write(MADE);
    expect((await program.ended).code).toBe(5);
    expect(JSON.parse(readFileSync(join(place.folder, 'r.json'), 'utf8'))).toMatchObject({
      outcome: 'diverged',
      ended: 'client-eof',
    });
  });

  test('a client that does not read stderr goes on', async () => {
    const place = new Place();
    const program = start(
      [
        'bash',
        '-c',
        'exec "$@" 2> >(true)',
        'bash',
        process.execPath,
        TURNTABLE,
        'replay',
        write(place, 'x.acp', FIXTURE),
      ],
      { cwd: place.folder },
    );
    program.endInput(ALL);
    const { code, stdout } = await program.ended;
    expect({ code, lines: stdout.toString().trimEnd().split('\n') }).toEqual({ code: 0, lines: ANSWERS });
  });

  test('an agent that ended by itself does so again', async () => {
    const place = new Place();
    const program = replay(place, write(place, 'x.acp', `${FIXTURE}event exit code=7\n`));
    program.write(ALL);
    expect(await program.ended).toMatchObject({ code: 7 });
    const killed = replay(place, write(place, 'y.acp', `${FIXTURE}event agent-eof\nevent exit signal=SIGKILL\n`));
    killed.write(ALL);
    expect(await killed.ended).toMatchObject({ signal: 'SIGKILL' });
  });

  test.each([
    ['SIGUSR1', { code: null, signal: 'SIGUSR1' }],
    // these end nothing: one would stop the replay for ever, one is unknown to every system
    ['SIGSTOP', { code: 0, signal: null }],
    ['SIGWINCH', { code: 0, signal: null }],
    ['SIGNOSUCH', { code: 0, signal: null }],
  ])('an agent that is said to have ended by %s ends, and does nothing else', async (signal, end) => {
    const place = new Place();
    const program = replay(place, write(place, 'x.acp', `${FIXTURE}event agent-eof\nevent exit signal=${signal}\n`));
    program.endInput(ALL);
    const { code, signal: endedBy, stderr } = await program.ended;
    expect({ code, signal: endedBy }).toEqual(end);
    // Node would open its debugger to all programs of this machine at SIGUSR1
    expect(stderr).not.toMatch(/Debugger|Error/);
  });

  test('pace and faults', async () => {
    const place = new Place();
    const file = write(place, 'x.acp', FIXTURE);
    const slow = replay(place, file, '--pace', 'recorded', '--fault', 'noise=hm@1', '--fault', 'exit=9@7');
    slow.write(ALL);
    const { code, stdout } = await slow.ended;
    expect(code).toBe(9);
    expect(stdout.toString().split('\n').slice(0, 4)).toEqual(['hm', ...ANSWERS.slice(0, 3)]);
  });

  test('a recording, by its name', async () => {
    const place = new Place();
    await recordDemo(place);
    const said = await place.bytesOf('client', 'demo');
    const program = start([process.execPath, TURNTABLE, 'replay', 'demo', '--db', place.db], { cwd: place.folder });
    program.endInput(said);
    expect((await program.ended).code).toBe(0);
  });

  test('what is odd in bytes stays so', async () => {
    const place = new Place();
    const odd = ['{"jsonrpc":"2.0","method":"_a"}\r', '\xff\xfe{', '\t', '{"x":"\xed\xa0\x80"}', ''];
    const text = [
      '#acp-fixture 1',
      'client {"jsonrpc":"2.0","id":0,"method":"_go"}',
      ...odd.map((line) => `agent64 ${Buffer.from(line, 'latin1').toString('base64')}`.trimEnd()),
      'agent ~ {"jsonrpc":"2.0","id":0,"result":',
      '',
    ].join('\n');
    const program = replay(place, write(place, 'x.acp', text));
    program.endInput('{"jsonrpc":"2.0","id":0,"method":"_go"}\r\n');
    const { code, stdout } = await program.ended;
    expect(latin1(stdout)).toBe(`${odd.join('\n')}\n{"jsonrpc":"2.0","id":0,"result":`);
    expect(code).toBe(0);
  });

  test('lines of the client that are no messages have to be the recorded bytes', async () => {
    const place = new Place();
    const text = `#acp-fixture 1\nclient64 ${Buffer.from('\xff{', 'latin1').toString('base64')}\n`;
    const file = write(place, 'x.acp', text);
    for (const [said, code] of [
      ['\xff{\n', 0],
      ['\xfe{\n', 5],
    ] as const) {
      const program = replay(place, file);
      program.endInput(fromLatin1(said));
      expect((await program.ended).code).toBe(code);
    }
  });
});

describe('what cannot be replayed is said before anything is sent', () => {
  test('a capture with several agent processes, until one is chosen', async () => {
    const place = new Place();
    const line = (dir: string, text: string) => JSON.stringify({ t: 1, dir, line: text });
    const one = (n: number) => [
      line('c2a', `{"jsonrpc":"2.0","id":${n},"method":"_go"}`),
      line('a2c', `{"jsonrpc":"2.0","id":${n},"result":{}}`),
      line('exit', 'code=0 signal=null'),
    ];
    const file = write(place, 'x.jsonl', `${[...one(1), ...one(2)].join('\n')}\n`);
    const several = replay(place, file);
    several.endInput();
    expect(await several.ended).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--process 1 to --process 2') as string,
    });
    const chosen = replay(place, file, '--process', '2');
    chosen.endInput('{"jsonrpc":"2.0","id":5,"method":"_go"}\n');
    expect((await chosen.ended).stdout.toString()).toBe('{"jsonrpc":"2.0","id":5,"result":{}}\n');
  });
});
