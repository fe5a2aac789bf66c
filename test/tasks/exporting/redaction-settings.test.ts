import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Redactor } from '../../../src/fixture/redact/redact.js';
import { redactionSettings } from '../../../src/tasks/exporting/redaction-settings.js';
import { temporaryFolder } from '../../support/processes/folders.js';

const ENV = JSON.stringify({ env: { MODE: 'fast', OTHER: 'x', MY_TOKEN: `ghp_${'a1B2'.repeat(9)}` } });

function redacted(text: string, ...settings: Parameters<typeof redactionSettings>): unknown {
  return JSON.parse(new Redactor(redactionSettings(...settings).rules).redactText(text));
}

test('a folder without a configuration changes nothing', () => {
  const folder = temporaryFolder();
  expect(redactionSettings({}, folder).kept).toBeUndefined();
  expect(redacted(ENV, {}, folder)).toEqual({
    env: { MODE: '<redacted:env-1>', OTHER: '<redacted:env-2>', MY_TOKEN: '<redacted:token-1>' },
  });
});

test('values stay by name, on the command line and in the configuration, which is told; a token does not', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'turntable.config.json'), '{"redact":{"keep":["mode","MY_TOKEN"],"also":["/fast/"]}}');
  const settings = [{ keep: ['OTHER'] }, folder] as const;
  expect(redacted(ENV, ...settings)).toEqual({
    env: { MODE: '<redacted:custom-1>', OTHER: 'x', MY_TOKEN: '<redacted:token-1>' },
  });
  expect(redactionSettings(...settings).kept).toBe(
    `${join(folder, 'turntable.config.json')} keeps the values of mode, MY_TOKEN`,
  );
});

test.each([
  [{ redactAlso: ['phones'] }, '{}', '--redact-also phones: use emails, hosts or a /pattern/'],
  [{}, '{"redact":{"also":["/(/"]}}', 'redact.also: /(/: the pattern cannot be used'],
  [{}, '{"redact":{"hide":[]}}', 'Unrecognized key'],
])('%j with %s is refused: %s', (words, configuration, why) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'turntable.config.json'), configuration);
  expect(() => redactionSettings(words, folder)).toThrow(why);
});
