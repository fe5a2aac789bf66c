import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFixture } from '../../../src/fixture/format/read-fixture.js';
import type { FixtureEntry } from '../../../src/fixture/format/format.js';
import { fixtureLines } from '../../../src/fixture/format/fixture-source.js';
import { utf8 } from '../values/bytes.js';
import { DRIVING, DRIVING_WITH_NUL } from '../values/driving.js';

const CONVERSATIONS = 'fixtures/conversations';
/** What they have in them between them: tools, plans, permissions, cancellations, violations, a load, the next version. */
const NAMES = ['demo.acp', 'cancel-permission.acp', 'load.acp', 'v2-turn.acp'];

/** Where the text of a member decides what a message is. */
const DECIDING = /^(jsonrpc|method|sessionUpdate|type|kind|status|stopReason|outcome|action|mode)$/;

/**
 * Conversations of the library with {@link DRIVING} in every text: once only where a message stays what it is, once
 * everywhere, names of members and methods too; and lines that are no JSON, lines of stderr, events and headers full of it.
 */
export function drivingFixtures(): { readonly name: string; readonly text: string }[] {
  return NAMES.flatMap((name) => [
    { name: `kept-${name}`, text: drivingFixture(name, false) },
    { name: `all-${name}`, text: drivingFixture(name, true) },
  ]);
}

function drivingFixture(name: string, everywhere: boolean): string {
  const { headers, items } = readFixture(name, readFileSync(join(CONVERSATIONS, name)), () => new Uint8Array());
  const entries = items.flatMap((item): FixtureEntry[] => {
    if (item.type !== 'frame' && item.type !== 'event') return [];
    return [item.type === 'frame' ? { ...item, bytes: drivingBytes(item.bytes, everywhere) } : drivingEvent(item)];
  });
  const more: FixtureEntry[] = (['client', 'agent', 'stderr'] as const).flatMap((stream) => [
    { type: 'frame', stream, bytes: utf8(`${DRIVING_WITH_NUL} is no JSON`), terminated: true, atNs: undefined },
    { type: 'frame', stream, bytes: utf8(`{"jsonrpc":"2.0","method":"x/${JSON_DRIVING}"}`), terminated: true, atNs: 1 },
    {
      type: 'frame',
      stream,
      bytes: Uint8Array.from([0x9b, 0x32, 0x4a, 0x1b, 0xff]),
      terminated: true,
      atNs: undefined,
    },
  ]);
  const source = {
    headers: [
      ...headers.map(([header, value]) => [header, header === 'recorded' ? value : `${value}${DRIVING}`] as const),
      ['title', DRIVING] as const,
      ['unknown', DRIVING] as const,
    ],
    entries: () => [...entries.slice(0, -1), ...more, ...entries.slice(-1)],
  };
  return [...fixtureLines(source)].join('');
}

/** As a line may hold it without an escape: JSON needs none for what is no C0 control. */
const JSON_DRIVING = DRIVING.replaceAll(/[^\P{Cc}\u007f-\u009f]/gu, '');

function drivingBytes(bytes: Uint8Array, everywhere: boolean): Uint8Array {
  try {
    return utf8(JSON.stringify(driven(JSON.parse(new TextDecoder().decode(bytes)) as unknown, '', everywhere)));
  } catch {
    return utf8(`${new TextDecoder().decode(bytes)}${DRIVING_WITH_NUL}`);
  }
}

function driven(value: unknown, key: string, everywhere: boolean): unknown {
  if (typeof value === 'string') {
    if (key === 'jsonrpc' || (!everywhere && DECIDING.test(key))) return value;
    // the same text becomes the same, so that ids still belong together
    return `${value}${DRIVING_WITH_NUL}`;
  }
  if (Array.isArray(value)) return value.map((each) => driven(each, key, everywhere));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, each]) => [name, driven(each, name, everywhere)] as const);
  return Object.fromEntries([...members, [`_${DRIVING}`, DRIVING]]);
}

function drivingEvent<Event extends FixtureEntry & { readonly type: 'event' }>(event: Event): Event {
  const fields = Object.entries(event.fields).map(([name, value]) => [name, `${value}${DRIVING_WITH_NUL}`] as const);
  return { ...event, fields: { ...Object.fromEntries(fields), signal: DRIVING, code: `1${DRIVING}`, argv: DRIVING } };
}
