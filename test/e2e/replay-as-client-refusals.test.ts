import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { drive, toldAgent, twoTurns } from '../support/turntable/driven-agents.js';
import { agent, Place } from '../support/turntable/turntable.js';

describe('what cannot be is refused before anything is started', () => {
  test.each<[what: string, options: string[], agent: string[], says: RegExp]>([
    ['no agent', ['--as', 'client'], [], /needs the command of an agent/],
    [
      'an option of the other side',
      ['--as', 'client', '--pace', '4x'],
      agent('echo'),
      /--pace works only with --as agent/,
    ],
    ['a fault', ['--as', 'client', '--fault', 'drop@1'], agent('echo'), /--fault works only with --as agent/],
    ['a folder as the agent', ['--cwd', '.'], [], /--cwd works only with --as client/],
    ['an agent beside the recorded one', [], agent('echo'), /to start an agent, add --as client/],
    [
      'a folder that is not there',
      ['--as', 'client', '--cwd', './gone'],
      agent('echo'),
      /the folder \.\/gone does not exist/,
    ],
    ['a time that is none', ['--as', 'client', '--wait', 'long'], agent('echo'), /--wait/],
    ['another file system', ['--as', 'client', '--fs', 'fake'], agent('echo'), /--fs/],
  ])('%s', async (_what, options, command, says) => {
    const place = new Place();
    const words = [twoTurns(place), ...options, ...(command.length === 0 ? [] : ['--', ...command])];
    const { code, stdout, stderr } = await place.turntable('replay', '--db', place.db, ...words);
    expect(stderr).toMatch(says);
    expect({ code, stdout: stdout.toString() }).toEqual({ code: 2, stdout: '' });
    expect(existsSync(place.db)).toBe(false);
  });

  test('standard input, and a conversation without a client', async () => {
    const place = new Place();
    expect((await drive(place, '-', toldAgent())).code).toBe(2);
    const silent = join(place.folder, 'silent.acp');
    writeFileSync(silent, '#acp-fixture 1\nagent {"jsonrpc":"2.0","method":"_hello"}\n');
    const { code, stderr } = await drive(place, silent, toldAgent());
    expect(stderr).toContain('contains no messages of a client');
    expect(code).toBe(2);
  });
});
