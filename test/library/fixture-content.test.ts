import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readFixture } from '../../src/index.js';
import { fixtureBytes } from '../support/fixtures/fixture-bytes.js';
import { temporaryFolder } from '../support/processes/folders.js';
import { opened, prompt } from '../support/conversations/opened.js';

describe('readFixture', () => {
  test('gives headers, frames and events, with their places, times and messages', () => {
    const bytes = fixtureBytes(
      [
        ['event', 'spawn', { pid: '1' }],
        ['client', prompt(7, 's1'), 12],
        ['stderr', 'a warning', 13.5],
      ],
      [['title', 'one turn']],
    );
    const { headers, entries } = readFixture(bytes);
    expect(headers).toEqual([['title', 'one turn']]);
    expect(entries).toMatchObject([
      { type: 'event', seq: 0, name: 'spawn', fields: { pid: '1' }, atMs: undefined, place: { line: 3 } },
      { type: 'frame', seq: 1, sender: 'client', atMs: 12, terminated: true, place: { file: 'fixture', line: 4 } },
      { type: 'frame', seq: 2, sender: 'stderr', message: undefined, atMs: 13.5 },
    ]);
    const [, frame] = entries;
    expect(frame?.type === 'frame' && frame.message).toMatchObject({
      kind: 'request',
      id: '7',
      method: 'session/prompt',
    });
  });

  test('reads what a file includes', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'given.acp'), fixtureBytes(opened('s1')));
    const path = join(folder, 'x.acp');
    writeFileSync(path, fixtureBytes([['client', prompt(2, 's1')]], [['include', 'given.acp']]));
    const { entries } = readFixture(path);
    expect(entries).toHaveLength(5);
    expect(entries.map(({ place }) => place.file)).toEqual([...Array<string>(4).fill(join(folder, 'given.acp')), path]);
  });

  test('says what is wrong, and where', () => {
    const text = new TextEncoder().encode('#acp-fixture 1\nclient {}\nserver {}\n');
    expect(() => readFixture(text)).toThrow('fixture, line 3');
  });

  test('reads a capture of one agent process, and refuses several', () => {
    const line = (dir: string, text: string) => `${JSON.stringify({ t: 1, dir, line: text })}\n`;
    const one = line('c2a', JSON.stringify(prompt(1, 's1'))) + line('exit', 'code=0 signal=null');
    expect(readFixture(new TextEncoder().encode(one)).entries).toHaveLength(2);
    expect(() => readFixture(new TextEncoder().encode(one + one))).toThrow('several agent processes');
  });
});
