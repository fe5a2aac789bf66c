import { describe, expect, test } from 'vitest';
import { HEAD_BYTES, LINE_LIMITS, LineSplitter, type LineLimits } from '../../src/wire/line-splitter.js';
import { concat, cutAt, cuts, fromLatin1, latin1, utf8, wireBytes } from '../support/values/bytes.js';
import { fc } from '../support/values/property.js';

interface SplitLine {
  readonly text: string;
  readonly terminated: boolean;
  readonly startByte: number;
  readonly firstNs: number;
  readonly lastNs: number;
}

interface Collected extends SplitLine {
  readonly head: string;
  readonly sizeBytes: number;
  readonly partSizes: readonly number[];
  readonly saidParts: number;
}

const WHOLE: LineLimits = LINE_LIMITS;

/** Lines out of chunks; chunk `i` comes at time `i + 1`. */
function split(chunks: readonly Uint8Array[], limits = WHOLE, startByte = 0): Collected[] {
  const lines: Collected[] = [];
  let parts: Uint8Array[] = [];
  const splitter = new LineSplitter(
    {
      part(bytes, index, lineAt) {
        expect(index).toBe(parts.length);
        expect(lineAt).toBe(splitter.startByte);
        parts.push(bytes.slice());
      },
      line({ bytes, sizeBytes, terminated, parts: saidParts, startByte: lineAt, firstNs, lastNs }) {
        const text = latin1(saidParts > 0 ? concat(parts) : bytes);
        const partSizes = parts.map(({ length }) => length);
        const times = { startByte: lineAt, firstNs, lastNs };
        lines.push({ text, terminated, ...times, head: latin1(bytes), sizeBytes, partSizes, saidParts });
        parts = [];
      },
    },
    { limits, startByte },
  );
  for (const [i, chunk] of chunks.entries()) {
    splitter.push(chunk, i + 1);
    const heldBytes = splitter.unfinishedBytes - parts.reduce((sum, { length }) => sum + length, 0);
    expect(heldBytes).toBeLessThanOrEqual(limits.wholeBytes);
  }
  splitter.end();
  return lines;
}

/** The same, said as plainly as possible. */
function expectedLines(chunks: readonly Uint8Array[]): SplitLine[] {
  const timed = chunks.flatMap((chunk, i) => Array.from(chunk, (byte) => ({ byte, atNs: i + 1 })));
  const lines: SplitLine[] = [];
  for (let at = 0; at < timed.length;) {
    const newline = timed.findIndex(({ byte }, i) => i >= at && byte === 0x0a);
    const end = newline === -1 ? timed.length : newline;
    const last = newline === -1 ? end - 1 : newline;
    lines.push({
      text: latin1(Uint8Array.from(timed.slice(at, end), ({ byte }) => byte)),
      terminated: newline !== -1,
      startByte: at,
      firstNs: timed[at]?.atNs ?? NaN,
      lastNs: timed[last]?.atNs ?? NaN,
    });
    at = last + 1;
  }
  return lines;
}

function plain({ text, terminated, startByte, firstNs, lastNs }: SplitLine): SplitLine {
  return { text, terminated, startByte, firstNs, lastNs };
}

const tinyLimits = fc
  .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 6 }))
  .map(([partBytes, more]): LineLimits => ({ partBytes, wholeBytes: partBytes + more }));

describe('LineSplitter', () => {
  test('lines joined by newlines are the stream again, for any bytes cut anywhere', () => {
    fc.assert(
      fc.property(wireBytes(), cuts(), tinyLimits, (bytes, places, limits) => {
        const lines = split(cutAt(bytes, places), limits);
        expect(lines.map(({ text, terminated }) => text + (terminated ? '\n' : '')).join('')).toBe(latin1(bytes));
      }),
    );
  });

  test('lines, their places and the times of their first and last bytes do not depend on the cuts', () => {
    fc.assert(
      fc.property(wireBytes(), cuts(), tinyLimits, (bytes, places, limits) => {
        const chunks = cutAt(bytes, places);
        expect(split(chunks).map(plain)).toEqual(expectedLines(chunks));
        expect(split(chunks, limits).map(plain)).toEqual(expectedLines(chunks));
      }),
    );
  });

  test('a line above the limit comes in parts of one size, and only the last may be shorter', () => {
    fc.assert(
      fc.property(wireBytes(), cuts(), tinyLimits, (bytes, places, limits) => {
        for (const { text, sizeBytes, partSizes, saidParts, head } of split(cutAt(bytes, places), limits)) {
          expect(sizeBytes).toBe(text.length);
          expect(saidParts).toBe(partSizes.length);
          if (sizeBytes <= limits.wholeBytes) {
            expect(partSizes).toEqual([]);
            expect(head).toBe(text);
            continue;
          }
          expect(saidParts).toBe(Math.ceil(sizeBytes / limits.partBytes));
          expect(partSizes.slice(0, -1).every((size) => size === limits.partBytes)).toBe(true);
          expect(text.startsWith(head)).toBe(true);
        }
      }),
    );
  });

  test('the head of a line in parts is its first 4096 bytes wherever it is cut', () => {
    const limits = { wholeBytes: HEAD_BYTES, partBytes: 1000 };
    const bytes = Uint8Array.from({ length: 9001 }, (_, i) => 32 + (i % 90));
    fc.assert(
      fc.property(cuts(20), (places) => {
        const [line] = split(cutAt(bytes, places), limits);
        expect(line?.head).toBe(latin1(bytes.subarray(0, HEAD_BYTES)));
        expect(line?.text).toBe(latin1(bytes));
      }),
      { numRuns: 30 },
    );
  });

  test('a splitter that begins at a later line finds the lines that follow', () => {
    fc.assert(
      fc.property(wireBytes(), tinyLimits, (bytes, limits) => {
        const lines = split([bytes], limits);
        for (const [i, { startByte }] of lines.entries()) {
          expect(split([bytes.subarray(startByte)], limits, startByte)).toEqual(lines.slice(i));
        }
      }),
    );
  });

  test('tells how much of a line has begun, parts included', () => {
    const splitter = new LineSplitter(
      { line: () => undefined, part: () => undefined },
      { limits: { wholeBytes: 4, partBytes: 2 } },
    );
    splitter.push(utf8('ab\ncdefghi'), 0);
    expect([splitter.startByte, splitter.unfinishedBytes]).toEqual([3, 7]);
    splitter.push(utf8('j\n'), 0);
    expect([splitter.startByte, splitter.unfinishedBytes]).toEqual([12, 0]);
  });

  test.each([
    ['nothing at all', '', []],
    ['a blank line', '\n', ['']],
    ['blank lines among others', 'a\n\n\nb\n', ['a', '', '', 'b']],
    ['CRLF, whose CR stays', 'a\r\nb\r\n', ['a\r', 'b\r']],
    ['a lone CR, which ends nothing', 'a\rb\n', ['a\rb']],
    ['NUL', '\0a\0\n', ['\0a\0']],
    ['a BOM', '\xef\xbb\xbf{}\n', ['\xef\xbb\xbf{}']],
    ['invalid UTF-8', '\xff\xfe\n\xc3\n', ['\xff\xfe', '\xc3']],
    ['line separators of Unicode, which end nothing', 'a\xe2\x80\xa8b\xc2\x85c\n', ['a\xe2\x80\xa8b\xc2\x85c']],
  ])('takes %s as it is', (_, stream, texts) => {
    const lines = split([fromLatin1(stream)]);
    expect(lines.map(({ text }) => text)).toEqual(texts);
    expect(lines.every(({ terminated }) => terminated)).toBe(true);
  });

  test('a last line without a newline is handed out at the end, and only once', () => {
    const texts: string[] = [];
    const splitter = new LineSplitter({
      line: ({ bytes, terminated }) => texts.push(`${latin1(bytes)} ${terminated}`),
      part: () => undefined,
    });
    splitter.push(utf8('a\nb'), 0);
    expect(texts).toEqual(['a true']);
    splitter.end();
    splitter.end();
    expect(texts).toEqual(['a true', 'b false']);
  });

  test('a line of exactly the limit is whole, one byte more comes in parts', () => {
    const limits = { wholeBytes: 6, partBytes: 3 };
    expect(split([utf8('abcdef\n')], limits)[0]).toMatchObject({ saidParts: 0, head: 'abcdef' });
    expect(split([utf8('abcdefg\n')], limits)[0]).toMatchObject({ partSizes: [3, 3, 1], sizeBytes: 7 });
    expect(split([utf8('abcdefghi\n')], limits)[0]).toMatchObject({ partSizes: [3, 3, 3], sizeBytes: 9 });
  });
});
