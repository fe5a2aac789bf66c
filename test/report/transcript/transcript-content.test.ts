import { expect, test } from 'vitest';
import type { TerminalText } from '../../../src/model/transcript/transcript.js';
import {
  contentText,
  shortJson,
  terminalOutput,
  terminalTitle,
  toolContent,
} from '../../../src/report/transcript/transcript-content.js';
import type { JsonObject, JsonValue } from '../../../src/wire/json-text.js';

test.each<[JsonObject, string]>([
  [{ type: 'text', text: 'a\nb' }, 'a\nb'],
  [{ type: 'image', mimeType: 'image/png', data: 'AAAA' }, '[image image/png 3 bytes]'],
  [{ type: 'resource', resource: { uri: 'file:///a', text: 'x' } }, '[resource file:///a]'],
  [{ type: 'resource_link', uri: 'file:///a', name: 'a' }, '[resource_link a file:///a]'],
  [{}, '[]'],
])('%j as text', (content, expected) => {
  expect(contentText(content)).toBe(expected);
});

test.each<[string, JsonObject, RegExp]>([
  ['old and new text', { type: 'diff', path: '/a', oldText: 'a\n', newText: 'b\n' }, /^--- \/a\t?\n[^]*^-a\n\+b\n/m],
  ['a new file', { type: 'diff', path: '/a', newText: 'b\n' }, /^--- \/dev\/null/m],
  ['a patch of v2', { type: 'diff', patch: { text: '@@ x' } }, /^@@ x$/],
  ['changes of v2', { type: 'diff', changes: [{ operation: 'add', path: '/a' }] }, /^add \/a$/],
])('a diff: %s', (_, content, expected) => {
  expect(toolContent(content)).toMatchObject([{ kind: 'diff', text: expect.stringMatching(expected) as string }]);
});

test('what is no known content is shown as it is, however deep', () => {
  const deep = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`) as JsonValue;
  expect(toolContent({ type: 'new', deep })[0]?.text).toBe(`{"type":"new","deep":${'['.repeat(136)}...`);
  expect(shortJson(undefined)).toBe('');
  expect(shortJson({ a: 1 })).toBe('{"a":1}');
});

const TERMINAL: TerminalText = {
  seq: 1,
  at: 1,
  changed: 1,
  id: 't',
  command: 'npm test',
  cwd: undefined,
  output: '\u001b[1;32mok\u001b[0m 1\r\n10 %\r20 %\rdone\nend\r\n',
  isTruncated: false,
  exit: undefined,
  exited: undefined,
  isEmbedded: true,
};

test('output of a terminal reads as it stood there in the end, without its colours', () => {
  expect(terminalOutput(TERMINAL)).toEqual([{ kind: 'output', text: 'ok 1\ndone\nend\n' }]);
  expect(terminalOutput({ ...TERMINAL, output: '' })).toEqual([]);
  expect(terminalOutput({ ...TERMINAL, output: 'b', isTruncated: true })[0]?.text).toBe(
    '[the beginning was cut off]\nb',
  );
});

test.each([
  [{}, 'npm test'],
  [{ exit: { code: 0, signal: undefined } }, 'npm test  [exit 0]'],
  [{ exit: { code: undefined, signal: 'SIGKILL' } }, 'npm test  [signal SIGKILL]'],
  [{ exit: { code: undefined, signal: undefined }, command: undefined }, 'terminal t  [exit]'],
])('a terminal with %j is called %s', (more, title) => {
  expect(terminalTitle({ ...TERMINAL, ...more })).toBe(title);
});

test('a tool call shows its terminal', () => {
  const embedded = { type: 'terminal', terminalId: 't' };
  expect(toolContent(embedded)).toEqual([{ kind: 'text', text: '[terminal t]' }]);
  expect(toolContent(embedded, new Map([['t', TERMINAL]])).map(({ kind }) => kind)).toEqual(['text', 'output']);
});
