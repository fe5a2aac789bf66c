import { beforeAll, describe, expect, test } from 'vitest';
import type { CommandLine } from '../../../src/cli/program/command-line.js';
import { completionOf, type KnownWords } from '../../../src/cli/program/completion.js';
import { allCommands } from '../../support/turntable/all-commands.js';

let cli: CommandLine;
beforeAll(async () => {
  cli = await allCommands();
});

const known: KnownWords = {
  recordings: (db) => (db === 'other.db' ? [word('there')] : [word('@last'), word('zed'), word('12')]),
  rules: () => [word('cancel'), word('cancel/slow'), word('plan')],
};

function word(value: string) {
  return { value, help: '' };
}

function at(...line: string[]) {
  const { candidates, takesFiles } = completionOf(cli.program, line, known);
  return [...candidates.map(({ value }) => value), ...(takesFiles ? [':files'] : [])];
}

describe('what fits at the end of a line', () => {
  test('commands, all of them, by their beginning', () => {
    expect(at('')).toEqual(cli.program.commands.map((command) => command.name()));
    expect(at('ch')).toEqual(['check']);
    expect(at('help', 'ex')).toEqual(['export']);
    expect(at('nope', '')).toEqual([]);
  });

  test('options of the command, and the choices of one', () => {
    expect(at('export', '--n')).toEqual(['--normalise', '--no-redact']);
    expect(at('check', '--format', 'j')).toEqual(['json', 'junit']);
    expect(at('check', '--format=j')).toEqual(['--format=json', '--format=junit']);
    expect(at('check', '-o', '')).toEqual([':files']);
    expect(at('record', '--check', '--na')).toEqual(['--name']);
    expect(at('replay', '--match', '')).toEqual(['strict', 'content', 'method']);
  });

  test('every option of every command can be completed', () => {
    for (const command of cli.program.commands) {
      for (const { long } of command.options) {
        if (long != null) expect(at(command.name(), long)).toContain(long);
      }
    }
  });

  test('recordings and files where the help says so, of the database that the line names', () => {
    expect(at('show', '')).toEqual(['@last', 'zed', '12', ':files']);
    expect(at('show', '@')).toEqual(['@last', ':files']);
    expect(at('rm', 'a', 'z')).toEqual(['zed']);
    expect(at('show', '--db', 'other.db', '')).toEqual(['there', ':files']);
    expect(at('search', 'text', '--in', 'z')).toEqual(['zed', ':files']);
    expect(at('import', '')).toEqual([':files']);
  });

  test('as many arguments as the command takes, not counting options and their values', () => {
    expect(at('show', 'zed', '')).toEqual([]);
    expect(at('show', '--from', 'client', '--raw', 'z')).toEqual(['zed', ':files']);
    expect(at('check', 'zed', 'z')).toEqual(['zed', ':files']);
  });

  test('rules, also behind a comma', () => {
    expect(at('rules', 'can')).toEqual(['cancel', 'cancel/slow']);
    expect(at('check', '--ignore', 'plan,cancel/')).toEqual(['plan,cancel/slow']);
  });

  test('what stands behind -- is another program', () => {
    expect(at('record', '--', 'gem')).toEqual([':files']);
  });
});
