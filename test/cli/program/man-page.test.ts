import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { allCommands, manual } from '../../support/turntable/all-commands.js';
import { skipLoudly } from '../../support/processes/skip.js';

test('the manual page has every command and every option, and no line that roff takes for a request by mistake', async () => {
  const page = await manual();
  const { program } = await allCommands();
  for (const command of program.commands) {
    expect(page).toContain(`.SS "turntable ${command.name()} `);
    for (const { flags } of command.options) expect(page).toContain(`.B ${flags.replaceAll('-', '\\-')}\n`);
  }
  const requests = page.split('\n').filter((line) => /^[.']/.test(line));
  expect(new Set(requests.map((line) => line.split(' ')[0]))).toEqual(
    new Set(['.TH', '.SH', '.B', '.RI', '.SS', '.TP', '.PP', '.nf', '.fi']),
  );
});

const BACKSPACE = String.fromCharCode(8);
const hasGroff = spawnSync('groff', ['--version']).error === undefined;
skipLoudly(!hasGroff, 'the manual page in groff', 'groff is not installed');

test.runIf(hasGroff)(
  'groff formats the manual page without a warning, and shows options as they are typed',
  async () => {
    const { status, stdout, stderr } = spawnSync('groff', ['-man', '-Tutf8', '-ww', '-P-c'], { input: await manual() });
    expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: '' });
    // bold is a letter, a step back, and the letter again
    const shown = stdout.toString().replaceAll(new RegExp(`.${BACKSPACE}`, 'gu'), '');
    expect(shown).toContain('--fail-on <severity>');
  },
);
