import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../support/processes/program.js';
import { skipLoudly } from '../support/processes/skip.js';
import { fixture, Place, TURNTABLE } from '../support/turntable/turntable.js';

/** What stands behind a shell's `turntable` when Tab is pressed, and some of what it then offers. */
const LINES: readonly (readonly [line: string, offered: readonly string[]])[] = [
  ['che', ['check']],
  ['check --format s', ['sarif']],
  ['show --raw --from ', ['client', 'agent', 'stderr']],
  ['show @l', ['@last']],
  ['show zed', ['zed-2']],
  ['verify 1', ['1']],
  ['rules cancel/wrong-s', ['cancel/wrong-stop-reason']],
  ['import notes', ['notes.acp']],
];

const IN_SHELLS: readonly (readonly [shell: string, words: (line: string) => string[]])[] = [
  [
    'bash',
    (line) => [
      '-c',
      // as readline calls it: @ and = end a word there
      `source "$SCRIPT"
       COMP_LINE="turntable $1"; COMP_POINT=\${#COMP_LINE}
       word=\${COMP_LINE##*[ ]}; COMP_WORDS=(turntable "\${word##*[@=]}"); COMP_CWORD=1
       _turntable 2>/dev/null
       before=\${word%"\${word##*[@:=]}"}
       for reply in "\${COMPREPLY[@]}"; do printf '%s\\n' "$before$reply"; done`,
      'bash',
      line,
    ],
  ],
  [
    'zsh',
    (line) => [
      '-fc',
      // zsh completes only where a person types: its own functions are told to print what they are given
      `autoload -Uz compinit && compinit -u -D
       source "$SCRIPT"
       _describe() { local -a all; all=("\${(@P)@[-1]}"); print -rl -- \${\${all%%:*}//\\\\:/:} }
       _files() { print -rl -- *(N) }
       words=(turntable \${=1}); [[ $1 == *' ' ]] && words+=('')
       CURRENT=$#words
       _turntable`,
      'zsh',
      line,
    ],
  ],
  [
    'fish',
    (line) => ['--no-config', '-c', `source "$SCRIPT"; complete -C "turntable $argv[1]" | string split -f1 \\t`, line],
  ],
];

describe.each(IN_SHELLS)('%s', (shell, words) => {
  const isThere = spawnSync(shell, ['--version']).error === undefined;
  skipLoudly(!isThere, `completion in ${shell}`, `${shell} is not installed`);

  test.runIf(isThere)('completes commands, options, choices, recordings, rules and files', async () => {
    const place = new Place();
    await place.output('import', fixture('conversations/demo.acp'), '--name', 'zed-2');
    writeFileSync(join(place.folder, 'notes.acp'), '');
    const script = join(place.folder, 'script');
    writeFileSync(script, (await run([process.execPath, TURNTABLE, 'completion', shell])).stdout);
    const env = { SCRIPT: script, TURNTABLE_DB: place.db, HOME: place.folder };
    for (const [line, offered] of LINES) {
      const { stdout, stderr } = await run([shell, ...words(line)], { cwd: place.folder, env, stdin: 'ignore' });
      const found = stdout.toString().split('\n');
      expect({ line, stderr, found }).toEqual({
        line,
        stderr: '',
        found: expect.arrayContaining([...offered]) as string[],
      });
    }
  });
});

test('completing makes no database, says nothing of what goes wrong, and offers no name that a shell would run', async () => {
  const place = new Place();
  const complete = async (...words: string[]) =>
    run([process.execPath, TURNTABLE, 'complete', '--', ...words], {
      env: { TURNTABLE_DB: place.db },
      stdin: 'ignore',
    });
  expect(await complete('show', '')).toMatchObject({ code: 0, stdout: Buffer.from(':files\n'), stderr: '' });
  expect(await complete('show', '--db', place.folder, '')).toMatchObject({ code: 0, stderr: '' });
  expect(existsSync(place.db)).toBe(false);
  await place.output('import', fixture('conversations/demo.acp'), '--name', '$(touch x)\n`y` \u001b[31m');
  // it would mean the recording of that number
  await place.output('import', fixture('conversations/demo.acp'), '--name', '1');
  const before = readdirSync(place.folder);
  const { stdout } = await complete('show', '');
  expect(
    stdout
      .toString()
      .split('\n')
      .map((line) => line.split('\t')[0]),
  ).toEqual(['@last', '2', '1', ':files', '']);
  expect(stdout.toString()).not.toContain('\u001b');
  expect(readdirSync(place.folder)).toEqual(before);
});
