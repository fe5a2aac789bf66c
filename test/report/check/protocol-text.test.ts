import { describe, expect, test } from 'vitest';
import { newConnection } from '../../../src/model/state/new-connection.js';
import { checkNotes, protocolText } from '../../../src/report/check/protocol-text.js';

function connection(more: Partial<ReturnType<typeof newConnection>> = {}) {
  return { ...newConnection({ fromStart: true }), ...more };
}

describe('protocolText', () => {
  test('names the version, and where none was agreed on the one that is assumed', () => {
    expect(protocolText(connection({ negotiated: true, version: 1 }))).toBe('ACP v1');
    expect(protocolText(connection({ negotiated: false, version: 1 }))).toBe('no version agreed on, checked as ACP v1');
  });

  test('of v2 it names the draft and what it was known by', () => {
    const v2 = { negotiated: true, version: 2 } as const;
    expect(protocolText(connection(v2))).toContain('draft not clear');
    const found = { name: 'v2b', sign: 'background', seq: 7, at: 0 } as const;
    expect(protocolText(connection({ ...v2, dialect: found }))).toBe('ACP v2 (v2b: background in frame 7)');
    const asked = { name: 'v2a', sign: 'it was asked for', seq: -1, at: 0 } as const;
    expect(protocolText(connection({ ...v2, dialect: asked }))).toBe('ACP v2 (v2a: it was asked for)');
  });
});

test('checkNotes says what keeps the check from being whole', () => {
  expect(checkNotes(connection(), true)).toEqual([]);
  const notes = checkNotes(connection({ fromStart: false, gap: { seq: 4, at: 0 } }), false);
  expect(notes.map((note) => note.split(':')[0])).toEqual([
    'it does not begin where the connection began',
    'it has a gap (event 4)',
    'it does not hold the end of the conversation',
  ]);
});
