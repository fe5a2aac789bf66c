import { describe, expect, test } from 'vitest';
import { newConnection } from '../../../src/model/state/new-connection.js';
import { checkNotes, protocolText } from '../../../src/report/check/protocol-text.js';

function connection(more: Partial<ReturnType<typeof newConnection>> = {}) {
  return { ...newConnection({ fromStart: true }), ...more };
}

describe('protocolText', () => {
  test('names the version, or the assumed one if none was negotiated', () => {
    expect(protocolText(connection({ negotiated: true, version: 1 }))).toBe('ACP v1');
    expect(protocolText(connection({ negotiated: false, version: 1 }))).toBe(
      'no version negotiated, checked as ACP v1',
    );
  });

  test('for v2 it names the draft and the sign that gave it away', () => {
    const v2 = { negotiated: true, version: 2 } as const;
    expect(protocolText(connection(v2))).toContain('draft unclear');
    const found = { name: 'v2b', sign: 'background', seq: 7, at: 0 } as const;
    expect(protocolText(connection({ ...v2, dialect: found }))).toBe('ACP v2 (v2b: background in frame 7)');
    const asked = { name: 'v2a', sign: 'as requested', seq: -1, at: 0 } as const;
    expect(protocolText(connection({ ...v2, dialect: asked }))).toBe('ACP v2 (v2a: as requested)');
  });
});

test('checkNotes says why the check is incomplete', () => {
  expect(checkNotes(connection(), true)).toEqual([]);
  const notes = checkNotes(connection({ fromStart: false, gap: { seq: 4, at: 0 } }), false);
  expect(notes.map((note) => note.split(':')[0])).toEqual([
    'it begins later than the connection',
    'it has a gap (event 4)',
    'it does not hold the end of the conversation',
  ]);
});
