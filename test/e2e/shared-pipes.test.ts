import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commandOf, processesWith } from '../support/processes/processes.js';
import { start, type Program } from '../support/processes/program.js';
import { until } from '../support/processes/until.js';
import { agent, fixture, ownLines, Place, script, TURNTABLE } from '../support/turntable/turntable.js';

const O_NONBLOCK = 0o4000;

/** A shell that shares all three with what it runs, and then writes to `$1` how it finds them. */
const SHARING = `out=$1; shift; "$@"; code=$?; cat /proc/self/fdinfo/[012] >"$out"; exit $code`;

/**
 * Runs a command whose stdin, stdout and stderr a shell shares with it. They are socket pairs, as under any Node program, or pipes as
 * under all others.
 */
class Sharing {
  readonly shell: Program;
  readonly #place: Place;
  readonly #found: string;
  readonly #command: string;

  constructor(place: Place, kind: 'pipes' | 'sockets', words: readonly string[], command = 'record') {
    this.#found = join(place.folder, 'found');
    this.#command = command;
    this.#place = place;
    const pipes = kind === 'pipes' ? ['sh', '-c', 'cat | { "$@" 2>&1 1>&3 | cat >&2; } 3>&1 | cat', 'sh'] : [];
    this.shell = start([...pipes, 'sh', '-c', SHARING, 'sh', this.#found, ...words], { cwd: place.folder });
  }

  async pid(): Promise<number> {
    const isIt = (pid: number): boolean => commandOf(pid)[1] === TURNTABLE && commandOf(pid)[2] === this.#command;
    return until(`the ${this.#command}`, () => processesWith(this.#place.folder).find(isIt));
  }

  /** The descriptors that are non-blocking for everybody while it runs. */
  async during(): Promise<number[]> {
    const pid = await this.pid();
    return [0, 1, 2].filter((fd) => isNonBlocking(readFileSync(`/proc/${pid}/fdinfo/${fd}`, 'utf8')));
  }

  /** Those that were left so. */
  async after(): Promise<number[]> {
    await until('the end', () => (existsSync(this.#found) ? true : undefined));
    this.shell.endInput();
    await this.shell.ended;
    const found = readFileSync(this.#found, 'utf8').split(/^(?=pos:)/m);
    expect(found).toHaveLength(3);
    return [0, 1, 2].filter((fd) => isNonBlocking(found[fd] ?? ''));
  }
}

function isNonBlocking(fdinfo: string): boolean {
  const [, flags = '0'] = /^flags:\s*(\d+)$/m.exec(fdinfo) ?? [];
  return (parseInt(flags, 8) & O_NONBLOCK) !== 0;
}

describe.runIf(process.platform === 'linux').each(['pipes', 'sockets'] as const)('%s that others share', (kind) => {
  /** What cannot be opened anew is put back in the end; stderr is left alone in any case. */
  const changed = kind === 'pipes' ? [] : [0, 1];

  test('are as they were after the agent exits', async () => {
    const place = new Place();
    const source = `console.error('ready'); process.stdin.on('end', () => process.exit(3)).pipe(process.stdout);`;
    const sharing = new Sharing(place, kind, place.tapWords(script(source)));
    await sharing.shell.warns('ready\n');
    expect(await sharing.during()).toEqual(changed);
    sharing.shell.endInput('{}\n');
    expect(await sharing.after()).toEqual([]);
    const { stdout, stderr } = await sharing.shell.ended;
    expect({ stdout: stdout.toString(), stderr }).toEqual({ stdout: '{}\n', stderr: 'ready\n' });
  });

  test('are as they were after a signal to the tap', async () => {
    const place = new Place();
    const sharing = new Sharing(place, kind, place.tapWords(agent('ignore-eof')));
    await sharing.shell.note('_ready');
    process.kill(await sharing.pid(), 'SIGTERM');
    expect(await sharing.after()).toEqual([]);
  });

  test('are as they were after the agent closed its stdin and its stdout', async () => {
    const place = new Place();
    const source = `const fs = require('fs'); fs.closeSync(0); fs.writeSync(1, '{}\\n'); fs.closeSync(1);
      fs.openSync('/dev/null'); fs.openSync('/dev/null', 'w'); setTimeout(() => process.exit(4), 300);`;
    const sharing = new Sharing(place, kind, place.tapWords(script(source)));
    sharing.shell.write('{}\n');
    await sharing.shell.says('{}\n');
    expect(await sharing.after()).toEqual([]);
  });

  test('are as they were after a replay', async () => {
    const place = new Place();
    const words = [process.execPath, TURNTABLE, 'replay', fixture('conversations/cancel-streaming.acp'), '--report'];
    const sharing = new Sharing(place, kind, [...words, join(place.folder, 'report')], 'replay');
    await sharing.pid();
    sharing.shell.endInput('{}\n');
    expect(await sharing.after()).toEqual([]);
  });

  test('carry every byte of the agent, and what the tap says', async () => {
    const place = new Place();
    const source = `for (let n = 0; n < 3000; n += 1) require('fs').writeSync(2, 'line ' + n + ' ' + 'x'.repeat(90) + '\\n');`;
    const sharing = new Sharing(place, kind, place.tapWords(script(source), { options: ['--hash'] }));
    sharing.shell.endInput();
    const { stderr } = await sharing.shell.ended;
    const lines = Array.from({ length: 3000 }, (_, n) => `line ${n} ${'x'.repeat(90)}`);
    expect(stderr.split('\n').slice(0, 3000)).toEqual(lines);
    expect(ownLines(stderr)).toHaveLength(1);
    expect((await place.bytesOf('stderr')).toString()).toBe(`${lines.join('\n')}\n`);
  });
});

test.runIf(process.platform === 'linux')('pipes are left alone even by a tap that is killed', async () => {
  const place = new Place();
  const sharing = new Sharing(place, 'pipes', place.tapWords(agent('ignore-eof')));
  await sharing.shell.note('_ready');
  process.kill(await sharing.pid(), 'SIGKILL');
  expect(await sharing.after()).toEqual([]);
});
