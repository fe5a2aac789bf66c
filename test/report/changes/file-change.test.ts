import { expect, test } from 'vitest';
import { fileChangesOf } from '../../../src/report/changes/file-change.js';

test('file changes are those of v1, with the text before and after', () => {
  const content = [
    { type: 'diff', path: '/a', oldText: null, newText: 'x' },
    { type: 'content', content: { type: 'text', text: 'no diff' } },
    { type: 'diff', path: '/b', oldText: 'y', newText: '' },
  ];
  expect(fileChangesOf(content)).toEqual([
    { type: 'texts', path: '/a', oldText: undefined, newText: 'x' },
    { type: 'texts', path: '/b', oldText: 'y', newText: '' },
  ]);
});

test('and those of v2, with a patch or without', () => {
  const changes = [
    { operation: 'modify', path: '/a' },
    { operation: 'move', oldPath: '/b', path: '/c' },
  ];
  expect(fileChangesOf([{ type: 'diff', changes }])).toEqual([
    { type: 'named', path: '/a', operation: 'modify' },
    { type: 'named', path: '/b → /c', operation: 'move' },
  ]);
  expect(fileChangesOf([{ type: 'diff', changes, patch: { format: 'git_patch', text: '@@' } }])).toEqual([
    { type: 'patch', path: '/a, /b → /c', patch: '@@' },
  ]);
});
