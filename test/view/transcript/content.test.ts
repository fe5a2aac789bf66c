import { expect, test } from 'vitest';
import { contentText, shortJson, toolContent } from '../../../src/view/transcript/content.js';
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
  expect(toolContent(content)).toMatchObject({ kind: 'diff', text: expect.stringMatching(expected) as string });
});

test('what is no known content is shown as it is, however deep', () => {
  const deep = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`) as JsonValue;
  expect(toolContent({ type: 'new', deep }).text).toBe(`{"type":"new","deep":${'['.repeat(136)}...`);
  expect(shortJson(undefined)).toBe('');
  expect(shortJson({ a: 1 })).toBe('{"a":1}');
});
