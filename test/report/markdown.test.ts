import { expect, test } from 'vitest';
import { inCode, inCodeBlock, plainMarkdown } from '../../src/report/markdown.js';
import { DRIVING, UNSAFE } from '../support/checking/checked.js';

test.each([
  ['a b', '`a b`'],
  ['a`b', '`` a`b ``'],
  ['`` ` ``', '``` `` ` `` ```'],
  ['a\nb', '`a\\u000ab`'],
])('inline code has a fence longer than any in it: %j', (text, expected) => {
  expect(inCode(text)).toBe(expected);
});

test('a block of code keeps its lines and tabs, and ends with its fence', () => {
  expect(inCodeBlock('\ta\n```\nb', 'js')).toBe('````js\n\ta\n```\nb\n````\n');
  expect(inCodeBlock('a\n')).toBe('```\na\n```\n');
});

test('text is nothing but text: no heading, emphasis, link, HTML, entity, table', () => {
  expect(plainMarkdown('# a *b* _c_ [d](e) <f> &amp; |g| `h` ~i~')).toBe(
    '\\# a \\*b\\* \\_c\\_ \\[d\\](e) \\<f\\> \\&amp; \\|g\\| \\`h\\` \\~i\\~',
  );
  expect(['===', '---', '+ a'].map(plainMarkdown)).toEqual(['\\===', '\\---', '\\+ a']);
});

test('nothing in code drives a terminal', () => {
  expect(inCode(DRIVING)).not.toMatch(UNSAFE);
  expect(inCodeBlock(DRIVING).replaceAll('\t', '')).not.toMatch(UNSAFE);
});
