import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { entryJson, JSON_OUTPUTS, recordingJson } from '../../src/report/json-output.js';

test.each(Object.entries(JSON_OUTPUTS))('the published schema of %s is that of the program', (name, schema) => {
  const published: unknown = JSON.parse(
    readFileSync(new URL(`../../docs/json/${name}.schema.json`, import.meta.url), 'utf8'),
  );
  const expected: unknown = JSON.parse(JSON.stringify({ title: name, ...z.toJSONSchema(schema) }));
  expect(published, 'Run: npm run build && npm run generate').toEqual(expected);
});

describe('an entry of --json', () => {
  const moment = { seq: 1, ms: null, time: null };
  const frame = {
    ...moment,
    type: 'frame',
    sender: 'agent',
    size: 2,
    terminated: true,
    kind: null,
    method: null,
    id: null,
    sessionId: null,
    otherHalf: null,
    latencyMs: null,
  };

  test('is a frame or an event, told apart by its type', () => {
    expect(entryJson.parse({ ...frame, text: '{}' })).toMatchObject({ type: 'frame', text: '{}' });
    expect(entryJson.parse({ ...moment, type: 'event', name: 'exit', fields: { code: '0' } })).toMatchObject({
      name: 'exit',
    });
  });

  test.each([
    ['neither', { ...moment, type: 'other' }],
    ['an unknown sender', { ...frame, sender: 'server' }],
    ['an id that is no text', { ...frame, id: 1 }],
    ['a field of an event that is no text', { ...moment, type: 'event', name: 'exit', fields: { code: 0 } }],
  ])('is not %s', (_, entry) => {
    expect(entryJson.safeParse(entry).success).toBe(false);
  });
});

test('a recording of --json says null where nothing is known, and leaves nothing out', () => {
  const counts = { frames: 0, bytes: 0, lostBytes: 0 };
  const recording = {
    number: 1,
    id: 'x',
    name: null,
    source: 'import',
    state: 'ended',
    started: '2026-01-02T03:04:05.006Z',
    recorded: null,
    durationMs: 0,
    waitingMs: null,
    waitingFor: null,
    stuck: false,
    damage: null,
    argv: null,
    cwd: null,
    exitCode: null,
    exitSignal: null,
    events: 0,
    sha256: null,
    launch: null,
    kept: false,
    streams: { client: counts, agent: counts, stderr: counts },
  };
  expect(recordingJson.safeParse(recording).success).toBe(true);
  for (const name of Object.keys(recording)) {
    expect(recordingJson.safeParse({ ...recording, [name]: undefined }).success).toBe(false);
  }
});
