import { expect, test } from 'vitest';
import { foldedSpelling, nearestOf } from '../../../src/acp/schema/spelling.js';

const STATUSES = ['pending', 'in_progress', 'completed', 'failed', 'cancelled'];

test.each([
  ['inProgress', 'in_progress'],
  ['IN-PROGRESS', 'in_progress'],
  ['complete', 'completed'],
  ['canceled', 'cancelled'],
  ['penidng', 'pending'],
  ['running', undefined],
  ['done', undefined],
  ['', undefined],
])('%s is near to %s', (word, nearest) => {
  expect(nearestOf(word, STATUSES)).toBe(nearest);
});

test('the same but for case and underscores comes before all else', () => {
  expect(nearestOf('session_id', ['sessionIds', 'sessionId'])).toBe('sessionId');
});

test('the nearest of several near ones', () => {
  expect(nearestOf('conttentz', ['contexts', 'content', 'contention'])).toBe('content');
});

test('short words are never near', () => {
  expect(nearestOf('ab', ['ac', 'abc'])).toBeUndefined();
});

test('spelling without what conventions differ in', () => {
  expect(foldedSpelling('tool-Call_ID')).toBe('toolcallid');
});
