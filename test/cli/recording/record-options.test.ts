import { describe, expect, test } from 'vitest';
import { parseRecordArguments, RECORD_OPTIONS } from '../../../src/cli/recording/record-options.js';
import { TurntableError } from '../../../src/errors.js';

function parsed(...words: string[]): { values: object; flags: string[]; agent: readonly string[] } {
  const { values, flags, agent } = parseRecordArguments(words);
  return { values, flags: [...flags], agent };
}

describe('the arguments of record', () => {
  test.each([
    ['after --', ['--', 'agent', '--acp']],
    ['without --, from the first word that is no option', ['agent', '--acp']],
  ])('the agent stands %s', (_, words) => {
    expect(parsed(...words)).toEqual({ values: {}, flags: [], agent: ['agent', '--acp'] });
  });

  test('what stands after the agent is the agent’s, options and -- included', () => {
    expect(parsed('--quiet', 'agent', '--db', 'x', '--', '--hash').agent).toEqual([
      'agent',
      '--db',
      'x',
      '--',
      '--hash',
    ]);
    expect(parsed('--', '--agent', '--').agent).toEqual(['--agent', '--']);
    expect(parsed('--', 'agent', '').agent).toEqual(['agent', '']);
  });

  test('a value follows its option, or stands after an equals sign', () => {
    const expected = { values: { db: '/x.db', name: 'a=b' }, flags: [], agent: ['agent'] };
    expect(parsed('--db', '/x.db', '--name', 'a=b', '--', 'agent')).toEqual(expected);
    expect(parsed('--db=/x.db', '--name=a=b', 'agent')).toEqual(expected);
  });

  test('a value may begin with a dash', () => {
    expect(parsed('--name', '-x', 'agent').values).toEqual({ name: '-x' });
    expect(parsed('--name=--', 'agent').values).toEqual({ name: '--' });
  });

  test('flags take no value; -q is --quiet', () => {
    expect(parsed('--hash', '-q', 'agent').flags).toEqual(['hash', 'quiet']);
  });

  test('every option of the list is taken', () => {
    const sample: Record<string, string> = {
      keep: '3',
      stall: '30s',
      'keep-days': '90',
      'keep-size': '5GB',
      stderr: 'inherit',
      'otel-env': 'A=1',
    };
    const words = RECORD_OPTIONS.flatMap(({ name, value }) =>
      value === undefined ? [`--${name}`] : [`--${name}`, sample[name] ?? 'x'],
    );
    const { values, flags } = parsed(...words, '--', 'agent');
    expect([...Object.keys(values), ...flags].sort()).toEqual(RECORD_OPTIONS.map(({ name }) => name).sort());
  });

  test.each([
    ['record needs the command of an agent', []],
    ['record needs the command of an agent', ['--']],
    ['record needs the command of an agent', ['--quiet']],
    ['record needs the command of an agent', ['--', '']],
    ['unknown option "--dbb"', ['--dbb', 'x', '--', 'agent']],
    ['unknown option "-x"', ['-x', '--', 'agent']],
    ['unknown option "--dbb=x"', ['--dbb=x', 'agent']],
    ['--otel-env needs --inside: add --inside', ['--otel-env', 'A=1', 'agent']],
    ['invalid --otel-env "A": use NAME=VALUE', ['--inside', '--otel-env', 'A', 'agent']],
    ['--db needs a value: FILE', ['--db']],
    ['--db needs a value: FILE', ['--db', '--', 'agent']],
    ['--db needs a value: FILE', ['--db=', 'agent']],
    ['--quiet takes no value', ['--quiet=yes', 'agent']],
    ['invalid --keep "0": use a number from 1', ['--name', 'n', '--keep', '0', 'agent']],
    ['invalid --keep "1.5": use a number from 1', ['--name', 'n', '--keep', '1.5', 'agent']],
    ['invalid --keep "x": use a number from 1', ['--name', 'n', '--keep=x', 'agent']],
    ['--keep counts recordings of one name: add --name', ['--keep', '2', 'agent']],
    ['--stall needs --check: add --check', ['--stall', '30s', 'agent']],
    ['invalid --stall "30": use a time such as 500ms, 30s or 2m', ['--check', '--stall', '30', 'agent']],
    ['invalid --stderr "pipe": the only value is inherit', ['--stderr', 'pipe', 'agent']],
  ])('%s: %j', (message, words) => {
    const attempt = (): unknown => parseRecordArguments(words);
    expect(attempt).toThrow(TurntableError);
    expect(attempt).toThrow(expect.objectContaining({ code: 'USAGE', exitCode: 2, message }));
  });
});
