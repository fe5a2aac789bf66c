import { expect, test } from 'vitest';
import { checkJson } from '../../../src/report/check/check-json.js';
import { checkJson as schema } from '../../../src/report/json-output.js';
import { checked, SAMPLE, violation } from '../../support/checking/checked.js';

test('one conversation is one object with these members and no other', () => {
  expect(
    checkJson([checked({ violations: [violation({ evidence: [4], sessionId: undefined, turn: undefined })] })]),
  ).toEqual({
    frames: 56,
    violations: [
      {
        rule: 'tool-call/update-before-create',
        severity: 'warning',
        fault: 'agent',
        seq: 17,
        sessionId: null,
        turn: null,
        message: 'tool_call_update for "t1", which no tool_call announced',
        evidence: [4],
        raced: false,
      },
    ],
    counts: { error: 0, warning: 1, info: 0 },
    configuration: null,
  });
});

test('several are one object too; each violation names its own', () => {
  const json = checkJson(SAMPLE);
  expect({ frames: json.frames, counts: json.counts }).toEqual({
    frames: 57,
    counts: { error: 1, warning: 1, info: 1 },
  });
  expect(json.violations.map(({ recording }) => recording)).toEqual(Array(3).fill('chats/one, two'));
  expect(schema.parse(JSON.parse(JSON.stringify(json)))).toEqual(json);
});
