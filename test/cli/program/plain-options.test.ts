import { describe, expect, test } from 'vitest';
import { parsePlainOptions } from '../../../src/cli/program/plain-options.js';

const OPTIONS = [
  { name: 'mode', value: 'mode', help: '', choices: ['strict', 'loose'], default: 'strict' },
  { name: 'skip', value: 'place', help: '', isRepeatable: true },
  { name: 'file', value: 'file', help: '' },
  { name: 'no-talk', letter: 't', value: undefined, help: '' },
] as const;
const COMMAND = { name: 'play', usage: 'turntable play FILE', options: OPTIONS };

function parsed(...line: string[]): unknown {
  const { flags, ...others } = parsePlainOptions(COMMAND, line);
  return { ...others, flags: [...flags] };
}

const NOTHING = { values: { mode: 'strict' }, lists: { skip: [] }, flags: [], words: [], rest: undefined };

describe('the words of a command line', () => {
  test('nothing: what has a default has it', () => {
    expect(parsed()).toEqual(NOTHING);
  });

  test('options stand before, between and behind the other words', () => {
    expect(parsed('--file', 'a', 'one', '--no-talk', 'two', '--mode=loose')).toEqual({
      ...NOTHING,
      values: { file: 'a', mode: 'loose' },
      flags: ['no-talk'],
      words: ['one', 'two'],
    });
  });

  test('the last value counts, of a repeatable option all', () => {
    expect(parsed('--file', 'a', '--file=b=c', '--skip', '/x', '--skip=/y')).toMatchObject({
      values: { file: 'b=c' },
      lists: { skip: ['/x', '/y'] },
    });
  });

  test('what stands behind -- is no option of ours', () => {
    expect(parsed('-t', 'one', '--', '--mode', '--')).toEqual({
      ...NOTHING,
      flags: ['no-talk'],
      words: ['one'],
      rest: ['--mode', '--'],
    });
    expect(parsed('--')).toEqual({ ...NOTHING, rest: [] });
  });

  test('where the command ends at a word, all from it on is not ours', () => {
    const { words, rest } = parsePlainOptions({ ...COMMAND, endsAtWord: true }, ['-t', 'agent', '--mode', '--', 'x']);
    expect({ words, rest }).toEqual({ words: ['agent', '--mode', '--', 'x'], rest: undefined });
  });

  test.each([
    ['unknown option "--mod"', ['--mod', 'loose']],
    ['unknown option "--mod=loose"', ['--mod=loose']],
    ['unknown option "-x"', ['-x']],
    ['unknown option "-"', ['-']],
    ['unknown option "-no-talk"', ['-no-talk']],
    ['--file needs a value: file', ['--file']],
    ['--file needs a value: file', ['--file', '--', 'x']],
    ['--file needs a value: file', ['--file=']],
    ['--no-talk takes no value', ['--no-talk=yes']],
    ['invalid --mode "fuzzy": use strict or loose', ['--mode', 'fuzzy']],
  ])('%s: %j', (message, line) => {
    const hint = 'Usage: turntable play FILE';
    expect(() => parsePlainOptions(COMMAND, line)).toThrow(
      expect.objectContaining({ code: 'USAGE', exitCode: 2, message, hint }),
    );
  });
});
