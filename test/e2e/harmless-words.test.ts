import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../support/processes/program.js';
import { Tmux, WITH_TMUX } from '../support/terminal/tmux.js';
import { write } from '../support/turntable/commands.js';
import { agent, fixture, Place, TURNTABLE } from '../support/turntable/turntable.js';
import { DRIVING, drivingIn } from '../support/values/driving.js';

describe('record says nothing that a terminal acts on', () => {
  test.each([
    ['an unknown option', [`--${DRIVING}`, '--', 'agent']],
    ['an option without a name', [`--keep=${DRIVING}`, '--', 'agent']],
    ['an agent that is not there', ['--', DRIVING]],
    ['a database where none can be made', ['--db', `/proc/${DRIVING}/t.db`, '--', ...agent('echo')]],
    ['a fixture that cannot be written', ['--fixture', `/proc/${DRIVING}/x.acp`, '--', ...agent('echo')]],
    ['a file for the id that cannot be written', ['--id-file', `/proc/${DRIVING}/id`, '--', ...agent('echo')]],
  ])('of %s', async (_, words) => {
    const place = new Place();
    const own = words.includes('--db') ? [] : ['--db', place.db];
    const { stderr } = await run([process.execPath, TURNTABLE, 'record', ...own, ...words], {
      cwd: place.folder,
      env: { TURNTABLE_VERBOSE: '1' },
    });
    expect(stderr).toContain('turntable: ');
    expect(drivingIn(stderr)).toBeUndefined();
  });
});

describe.runIf(WITH_TMUX)('a replay at a terminal', () => {
  test('shows what a fixture holds, and drives nothing', async () => {
    const place = new Place();
    const said = ['agent', 'agent!'].map((who) => `${who}64 ${Buffer.from(`${DRIVING}dlrow`).toString('base64')}\n`);
    const file = write(place, 'driving.acp', `#acp-fixture 1\n${said.join('')}event agent-eof\nevent exit code=3\n`);
    const tmux = new Tmux().start([process.execPath, TURNTABLE, 'replay', file]);
    const screen = await tmux.shows('[exit 3]');
    expect(screen.match(/\\u001b]0;DRIVEN/g)).toHaveLength(2);
    expect(tmux.about('#{pane_title}')).not.toContain('DRIVEN');
    expect(tmux.about('#{window_bell_flag}')).toBe('0');
  });
});

describe('a pipe that was named on the command line', () => {
  const CHECK = `"${process.execPath}" "${TURNTABLE}" check`;

  test('is read like a file: a process substitution, /dev/stdin', async () => {
    const place = new Place();
    const file = fixture('conversations/demo.acp');
    for (const line of [`${CHECK} <(cat "${file}")`, `cat "${file}" | ${CHECK} /dev/stdin`]) {
      const { code, stdout } = await run(['bash', '-c', line], { cwd: place.folder, stdin: 'ignore' });
      expect({ code, said: stdout.toString() }).toEqual({
        code: 0,
        said: expect.stringContaining('1 warning') as string,
      });
    }
  });

  test('is not waited for where nobody writes to it', async () => {
    const place = new Place();
    const pipe = join(place.folder, 'pipe.acp');
    execFileSync('mkfifo', [pipe]);
    for (const command of ['check', 'import', 'replay', 'stats']) {
      const { code, stderr } = await place.turntable(command, pipe).catch(() => ({ code: -1, stderr: '' }));
      expect({ command, code, stderr }).toEqual({
        command,
        code: expect.any(Number) as number,
        stderr: expect.stringMatching(/pipe\.acp/) as string,
      });
    }
  });
});
