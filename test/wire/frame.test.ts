import { expect, test } from 'vitest';
import { EVENT_NAMES, STREAMS, type EventName } from '../../src/wire/frame.js';

test('the order of the streams is that of their numbers in the database, and never changes', () => {
  expect(STREAMS).toEqual(['client', 'agent', 'stderr']);
});

test('every event is listed once', () => {
  // a record has to name each member of the union: the compiler checks the list's completeness here
  const all: Record<EventName, true> = {
    spawn: true,
    launch: true,
    'client-eof': true,
    'agent-eof': true,
    'stdin-closed': true,
    'stdout-closed': true,
    signal: true,
    exit: true,
    'not-reading': true,
    'reading-again': true,
    'left-open': true,
    undelivered: true,
    gap: true,
    incomplete: true,
  };
  expect([...EVENT_NAMES].sort()).toEqual(Object.keys(all).sort());
});
