import { describe, expect, test } from 'vitest';
import { parseReplayArguments, REPLAY_OPTIONS } from '../../../src/cli/replaying/replay-options.js';

const DEFAULTS = {
  match: 'strict',
  wait: '30s',
  userWait: '0',
  pace: 'instant',
  seed: '1',
  ignore: [],
  fault: [],
  stderr: true,
};

describe('the arguments of replay', () => {
  test('a name alone: the agent, with what is usual', () => {
    const { named, as, agent, options } = parseReplayArguments(['chat.acp']);
    expect({ named, as, agent }).toEqual({ named: 'chat.acp', as: 'agent', agent: [] });
    expect(options).toMatchObject(DEFAULTS);
    const others = Object.entries(options).filter(([name]) => !(name in DEFAULTS));
    expect(others.filter(([, value]) => value !== undefined && value !== false)).toEqual([]);
  });

  test('as the client the agent stands behind --, with options of its own', () => {
    const line = ['--as', 'client', 'chat.acp', '--text', '--', 'gemini', '--acp', '--text'];
    expect(parseReplayArguments(line)).toMatchObject({
      named: 'chat.acp',
      as: 'client',
      agent: ['gemini', '--acp', '--text'],
      options: { text: true },
    });
  });

  test('no name: the latest recording; as the client, what stands behind -- is the agent all the same', () => {
    expect(parseReplayArguments([])).toMatchObject({ named: '@last', as: 'agent', agent: [] });
    expect(parseReplayArguments(['--as', 'client', '--', 'gemini', '--acp'])).toMatchObject({
      named: '@last',
      agent: ['gemini', '--acp'],
    });
  });

  test('every option of the list says something', () => {
    for (const option of REPLAY_OPTIONS) {
      const side = ['cwd', 'fs', 'new-session', 'text'].includes(option.name) ? ['--as', 'client'] : [];
      const plain = parseReplayArguments([...side, 'chat.acp']);
      const choice = 'choices' in option ? option.choices.at(-1) : undefined;
      const line = option.value === undefined ? [`--${option.name}`] : [`--${option.name}`, choice ?? '7'];
      expect({ line, ...parseReplayArguments([...side, ...line, 'chat.acp']) }).not.toEqual({ line, ...plain });
    }
  });

  test.each([
    ['the name of the recording or file is empty', ['']],
    [
      'too many arguments: replay takes one recording or file, but also got b.acp; to start an agent, add --as client',
      ['a.acp', 'b.acp'],
    ],
    [
      'too many arguments: replay takes one recording or file, but also got b.acp; to start an agent, add --as client',
      ['a.acp', '--', 'b.acp'],
    ],
    ['invalid --on-cancel "ignore": use answer', ['a.acp', '--on-cancel', 'ignore']],
    ['invalid --match "fuzzy": use strict, content or method', ['a.acp', '--match=fuzzy']],
  ])('%s: %j', (message, line) => {
    expect(() => parseReplayArguments(line)).toThrow(expect.objectContaining({ code: 'USAGE', exitCode: 2, message }));
  });
});
