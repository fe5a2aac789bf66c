import { describe, expect, test } from 'vitest';
import { blocksOf, likenessOf } from '../../../../src/check/rules/transport/unread-lines.js';

function run(...texts: string[]) {
  return { lines: texts.map((text, seq) => ({ seq, sizeBytes: 0, at: seq, text })), isOneValue: false };
}

function blocks(...texts: string[]): string[] {
  return blocksOf(run(...texts)).map(({ first, rest }) => [first, ...rest].map(({ seq }) => seq).join(','));
}

describe('lines that belong together', () => {
  test.each([
    ['what is indented or closes', ['{', '  a: 1,', '  b: [', ']', '}'], ['0,1,2,3,4']],
    ['not lines that begin anew', ['[INFO] a', '[INFO] b', 'c'], ['0', '1', '2']],
    ['not two broken messages', ['{"id":', '{"id":'], ['0', '1']],
    ['without empty lines', ['{', '', '  a', ' '], ['0,2']],
  ])('%s', (_, texts, are) => {
    expect(blocks(...texts)).toEqual(are);
  });

  test('a single line may be JSON after all', () => {
    expect(blocksOf(run('{oops', '"text"')).map(({ isJson }) => isJson)).toEqual([false, true]);
  });
});

describe('a line looks like', () => {
  test.each([
    ['\u001b[32mready\u001b[0m', 'text with terminal escape sequences'],
    ['Traceback (most recent call last):', 'a stack trace'],
    ['    at main (/opt/agent/index.js:3:1)', 'a stack trace'],
    ['TypeError: x is not a function', 'an error message'],
    ['2026-11-20T10:00:00Z starting', 'a log line'],
    ['[INFO] starting', 'a log line'],
    ['warning: no cache', 'a log line'],
    ['{"jsonrpc":"2.0","id":5,"method":', 'a truncated or broken message'],
    ['{"id":1,"result":{}}{"id":2,"result":{}}', 'several messages on one line'],
    ['{"id":1,"result":"}{"}{"id":2}', 'several messages on one line'],
    ["{ model: 'large' }", 'a value printed for people'],
    ['{', 'a value printed for people'],
    ['Loading model config...', undefined],
    ['information about errors', undefined],
  ])('%j: %s', (text, likeness) => {
    const [block] = blocksOf(run(text));
    expect(block === undefined ? undefined : likenessOf(block)).toBe(likeness);
  });
});
