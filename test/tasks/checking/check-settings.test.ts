import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkSettings, type CheckOptions } from '../../../src/tasks/checking/check-settings.js';
import { RULES } from '../../../src/check/rules/index.js';
import { TurntableError } from '../../../src/errors.js';
import { temporaryFolder } from '../../support/processes/folders.js';

const RULE = 'tool-call/update-before-create';
const OPT_IN = RULES.find(({ isOptIn }) => isOptIn === true)?.id ?? '';

function settings(options: CheckOptions = {}, config?: unknown) {
  const folder = temporaryFolder();
  if (config !== undefined) {
    const text = typeof config === 'string' ? config : JSON.stringify(config);
    writeFileSync(join(folder, 'turntable.config.json'), text);
  }
  return checkSettings(options, folder);
}

describe('which rules are wanted', () => {
  test('all but those that are off by default', () => {
    const { isWanted, failOn, isUsual } = settings();
    expect({ wanted: [isWanted(RULE), isWanted(OPT_IN)], failOn, isUsual }).toEqual({
      wanted: [true, false],
      failOn: 'error',
      isUsual: true,
    });
  });

  test.each([[RULE], ['tool-call'], ['tool-call/'], ['tool-call/*'], ['all']])('--ignore %s', (pattern) => {
    expect(settings({ ignore: [pattern] }).isWanted(RULE)).toBe(false);
    expect(settings({ ignore: [pattern] }).isWanted('stop-reason/error-literal')).toBe(pattern !== 'all');
  });

  test.each([[OPT_IN], [OPT_IN.split('/')[0] ?? ''], ['all']])('--enable %s', (pattern) => {
    expect(settings({ enable: [pattern] }).isWanted(OPT_IN)).toBe(true);
  });

  test('a family is no beginning of a name', () => {
    expect(() => settings({ ignore: ['tool'] })).toThrow('unknown rule or family "tool"');
  });
});

describe('turntable.config.json', () => {
  test('holds what the command line does not say; lists are put together', () => {
    const config = { check: { ignore: ['init'], failOn: 'warning', dialect: 'v2a', raceWindowMs: 5 } };
    const { isWanted, failOn, dialect, raceWindow, isUsual } = settings({ ignore: [RULE], failOn: 'info' }, config);
    expect([isWanted('init/not-first'), isWanted(RULE)]).toEqual([false, false]);
    expect({ failOn, dialect, raceWindow, isUsual }).toEqual({
      failOn: 'info',
      dialect: 'v2a',
      raceWindow: 5,
      isUsual: false,
    });
  });

  test('is named with what it silences; without one there is nothing to name', () => {
    const all = RULES.filter(({ isOptIn }) => isOptIn !== true).length;
    const file = expect.stringMatching(/\/turntable\.config\.json$/) as string;
    expect(settings().configuration).toBeUndefined();
    expect(settings({}, {}).configuration).toEqual({ file, rulesOff: 0, failOn: undefined });
    const silent = { check: { ignore: ['all'], failOn: 'never' } };
    expect(settings({}, silent).configuration).toEqual({ file, rulesOff: all, failOn: 'never' });
    expect(settings({ failOn: 'error' }, silent).configuration).toEqual({ file, rulesOff: all, failOn: undefined });
    expect(settings({ ignore: ['all'] }, { check: { ignore: [RULE, RULE] } }).configuration?.rulesOff).toBe(1);
  });

  test('--dialect auto takes the dialect of the file back', () => {
    expect(settings({ dialect: 'auto' }, { check: { dialect: 'v2a' } }).dialect).toBeUndefined();
  });

  test.each([
    ['{', /JSON/],
    ['', /JSON/],
    [[], /expected object/],
    [{ chek: {} }, /Unrecognized key: "chek"/],
    [{ check: { ignor: [] } }, /Unrecognized key: "ignor"[^]*at check/],
    [{ check: { failOn: 'bad' } }, /at check\.failOn/],
    [{ check: { raceWindowMs: -1 } }, /at check\.raceWindowMs/],
  ])('%j is refused with the place', (config, message) => {
    const attempt = () => settings({}, config);
    expect(attempt).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID', exitCode: 2 }) as Error);
    expect(attempt).toThrow(/turntable\.config\.json: /);
    expect(attempt).toThrow(message);
  });

  test('a rule that there is not is looked for in the file that names it, not on the command line', () => {
    expect(() => settings({}, { check: { ignore: ['nope/x'] } })).toThrow(/config\.json: unknown rule or family/);
  });

  test('one that is named has to be there', () => {
    expect(() => settings({ config: '/nowhere/x.json' })).toThrow(expect.objectContaining({ code: 'FILE_UNREADABLE' }));
  });
});

test('a rule that there is not is told with those that are written alike', () => {
  const attempt = () => settings({ ignore: ['session/update-before-create'] });
  expect(attempt).toThrow(TurntableError);
  expect(attempt).toThrow(expect.objectContaining({ hint: expect.stringContaining(RULE) as string }) as Error);
});

describe('a configuration that is no file of settings', () => {
  test('is not waited for: a pipe that was found', () => {
    const folder = temporaryFolder();
    execFileSync('mkfifo', [join(folder, 'turntable.config.json')]);
    expect(() => checkSettings({}, folder)).toThrow('turntable.config.json is a pipe, not a file');
  });

  test('is not read for ever: a device', () => {
    expect(() => settings({ config: '/dev/zero' })).toThrow('/dev/zero is a device, not a file');
  });

  test('is not read at all: a file of more than a megabyte', () => {
    expect(() => settings({}, ' '.repeat(1024 * 1024 + 1))).toThrow('is larger than 1048576 bytes');
  });
});
