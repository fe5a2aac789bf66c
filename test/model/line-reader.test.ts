import { describe, expect, test } from 'vitest';
import { readLine, takeUnread } from '../../src/model/line-reader.js';
import { newConnection } from '../../src/model/new-connection.js';
import { utf8 } from '../support/bytes.js';

/** What becomes of lines of the agent; `~` behind the last one: no newline ended it. */
function read(...lines: string[]): string[] {
  const connection = newConnection();
  const told = lines.flatMap((said, seq) => {
    const terminated = !said.endsWith('~');
    const bytes = utf8(terminated ? said : said.slice(0, -1));
    const line = { seq, at: seq, sender: 'agent', bytes, sizeBytes: bytes.length, terminated, timed: false } as const;
    const { unread, message } = readLine(connection, line);
    const kind = message?.kind === 'malformed' ? message.reason : message?.kind;
    return [...(unread === undefined ? [] : [runOf(unread)]), ...(kind === undefined ? [] : [kind])];
  });
  const rest = takeUnread(connection, 'agent');
  return rest === undefined ? told : [...told, runOf(rest)];
}

function runOf({ lines, isOneValue }: { lines: readonly { seq: number }[]; isOneValue: boolean }): string {
  return `${isOneValue ? 'value' : 'noise'} ${lines.map(({ seq }) => seq).join(',')}`;
}

describe('lines that are no messages by themselves', () => {
  test.each([
    ['a message on one line', ['{"method":"a"}'], ['notification']],
    ['one printed over several', ['{', '"method":"a"', '}'], ['value 0,1,2', 'notification']],
    [
      'pieces that are JSON by themselves',
      ['{"method":', '"a"', ',"params":', '{', '}', '}'],
      ['value 0,1,2,3,4,5', 'notification'],
    ],
    ['an indented {} in it', ['{"method":"a","params":[', '  {}', ']}'], ['value 0,1,2', 'notification']],
    ['an indented [] in it', ['{"method":"a","params":[', '  []', ']}'], ['value 0,1,2', 'notification']],
    ['an empty line in it', ['{', '', '"method":"a"}'], ['value 0,1,2', 'notification']],
    ['a text broken by a newline', ['{"method":"a', 'b"}'], ['value 0,1', 'notification']],
    ['one that ends with the stream', ['{', '"method":"a"}~'], ['value 0,1', 'notification']],
    ['one that is cut by the end', ['{', '"method":"a"~'], ['noise 0', 'not-json']],
    [
      'two in a row',
      ['{', '"id":1,"result":1}', '{', '"id":2,"result":2}'],
      ['value 0,1', 'response', 'value 2,3', 'response'],
    ],
    ['a log line', ['ready', '{"method":"a"}'], ['noise 0', 'notification']],
    ['a log line that begins as an array does', ['[INFO] a', '{"method":"a"}'], ['noise 0', 'notification']],
    ['a broken message before a whole one', ['{"method":', '{"method":"a"}'], ['noise 0', 'notification']],
    ['a cut last line', ['{"method":~'], ['not-json']],
    ['noise at the end', ['{', '"a"'], ['noise 0,1']],
  ])('%s', (_, lines, becomes) => {
    expect(read(...lines)).toEqual(becomes);
  });

  test('a text that was broken keeps its newline', () => {
    const connection = newConnection();
    const frame = { at: 0, sender: 'agent', sizeBytes: 0, terminated: true, timed: false } as const;
    readLine(connection, { ...frame, seq: 0, bytes: utf8('{"method":"a","params":{"text":"one') });
    expect(readLine(connection, { ...frame, seq: 1, bytes: utf8('two"}}') }).message).toMatchObject({
      params: { text: 'one\ntwo' },
    });
  });
});
