import type { Difference } from '../../../src/compare/difference.js';
import { textPieces } from '../../../src/compare/text-diff.js';
import type { Compared } from '../../../src/report/diff/compared.js';
import { DRIVING } from '../checking/checked.js';

const lines = (changed: string) => `${Array.from({ length: 9 }, (_, i) => `line ${i}`).join('\n')}\n${changed}\nend\n`;
const side = (seq: number, label: string, endSeq = seq) => ({ seq, endSeq, label });

function difference(more: Partial<Difference>): Difference {
  return {
    kind: 'tool-call',
    where: { session: { a: 1, b: 1 }, turn: { a: 2, b: 2 } },
    a: side(10, 'tool call "Read"', 14),
    b: side(11, 'tool call "Read"', 15),
    changes: [],
    summary: 'a sentence',
    ...more,
  };
}

/** Two conversations that differ in one of each: connection and turns, one side only, values, words, lines, and what would do harm. */
export const COMPARED: Compared = {
  a: `one${DRIVING}`,
  b: 'two',
  compared: ['handshake', 'tool-call', 'text', 'turn'],
  differences: [
    difference({
      kind: 'handshake',
      where: {},
      changes: [{ path: '/agent/agentCapabilities/loadSession', a: true, b: undefined }],
    }),
    difference({ where: { session: { a: 1, b: 1 }, part: 'history' }, b: undefined }),
    difference({
      kind: 'text',
      changes: [
        { path: '/text', a: 'the old word', b: 'the new word', pieces: textPieces('the old word', 'the new word') },
        { path: '/more', a: lines('old'), b: lines('new'), pieces: textPieces(lines('old'), lines('new')) },
      ],
    }),
    difference({
      kind: 'turn',
      where: { session: { a: 1, b: 2 }, turn: { a: undefined, b: 3 } },
      a: undefined,
      b: side(20, `turn ${DRIVING}`),
      summary: `only B has ${DRIVING}`,
    }),
    difference({
      where: { session: { a: 1, b: 2 }, turn: { a: 3, b: 4 } },
      changes: Array.from({ length: 14 }, (_, i) => ({
        path: `/${i}${i === 0 ? DRIVING : ''}`,
        a: i === 0 ? 'x'.repeat(300) : undefined,
        b: i,
      })),
    }),
  ],
};
