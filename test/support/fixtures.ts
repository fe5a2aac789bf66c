import type { Arbitrary } from 'fast-check';
import { NS_PER_TENTH, type FixtureEntry, type FixtureHeader } from '../../src/fixture/format/format.js';
import { FixtureParser, type FixtureItem } from '../../src/fixture/format/parse.js';
import { FixturePrinter, printHeaders } from '../../src/fixture/format/print.js';
import { EVENT_NAMES, STREAMS } from '../../src/wire/frame.js';
import { LineSplitter } from '../../src/wire/line-splitter.js';
import { fromLatin1, latin1, utf8 } from './bytes.js';
import { fc } from './property.js';
import { anyText } from './text.js';

/** What an entry is, with its bytes as latin1 text, so that two can be compared. Where it has a text, that is its bytes. */
export function comparable(entry: FixtureItem): object {
  if (!('bytes' in entry)) return entry;
  const { bytes, text, ...rest } = entry;
  if (text !== undefined && latin1(utf8(text)) !== latin1(bytes)) return { ...rest, bytes: latin1(bytes), text };
  return { ...rest, bytes: latin1(bytes) };
}

export function parseFixture(text: string): FixtureItem[] {
  const parser = new FixtureParser('test.acp');
  const items: FixtureItem[] = [];
  const splitter = new LineSplitter({
    line: ({ bytes }) => {
      const item = parser.line(bytes);
      if (item !== undefined) items.push(item);
    },
    part: () => undefined,
  });
  splitter.push(utf8(text), 0);
  splitter.end();
  parser.end();
  return items;
}

export function printFixture(headers: readonly FixtureHeader[], entries: readonly FixtureEntry[]): string {
  const printer = new FixturePrinter();
  return printHeaders(headers) + entries.map((entry) => printer.print(entry)).join('');
}

/** What a line may begin with that stands for something else, and what no line can hold as it is. */
const TRICKY = ['+1', '-1.5', '+12.3 ', '~', '~ ', ' ', '\t', '\r', '#', '^ error x', 'event', '64', '\0', '\x1b[0m'];
const TRICKY_BYTES = ['\xff', '\xef\xbb\xbf', '\xe2\x80\xa8', '\xe2\x80\xae', '\xc2\x85', '\xc2\xa0', '\xfb\x5d\xb7'];

/** The bytes of any line. */
const lineBytes: Arbitrary<Uint8Array> = fc
  .array(
    fc.oneof(
      fc.constantFrom(...TRICKY, ...TRICKY_BYTES).map(fromLatin1),
      anyText(8).map(utf8),
      fc.uint8Array({ maxLength: 6 }),
    ),
    { maxLength: 4 },
  )
  .map((pieces) => Uint8Array.from(pieces.flatMap((piece) => [...piece])).filter((byte) => byte !== 0x0a));

const atNs = fc.option(
  fc.nat({ max: 1e9 }).map((tenths) => tenths * NS_PER_TENTH),
  { nil: undefined, freq: 3 },
);

/** `__proto__` is no name that an object of ours can hold. */
const fieldName = fc.stringMatching(/^[a-z][a-z-]{0,5}$/);
const fieldValue = fc.oneof(
  anyText(6),
  fc.constantFrom(
    '',
    ' ',
    '"',
    'a b',
    'a=b',
    '\\',
    '\\"',
    '"a"',
    '\n',
    '\u202e',
    '[]',
    '["a","b c"]',
    '~',
    '+1',
    'a\ud800',
  ),
);

export const fixtureEntry: Arbitrary<FixtureEntry> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('frame'),
      stream: fc.constantFrom(...STREAMS),
      bytes: lineBytes,
      terminated: fc.boolean(),
      atNs,
    }),
  },
  fc.record({
    type: fc.constant('event'),
    name: fc.constantFrom(...EVENT_NAMES),
    fields: fc.array(fc.tuple(fieldName, fieldValue), { maxLength: 4 }).map((all) => Object.fromEntries(all)),
    atNs,
  }),
);

const headerValue = fc.oneof(anyText(10), fc.constantFrom('', ' a ', 'a: b', '# x'));

export const fixtureHeaders: Arbitrary<FixtureHeader[]> = fc.array(
  fc.tuple(fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/), headerValue),
  { maxLength: 3 },
);
