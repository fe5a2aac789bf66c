import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Descriptions } from '../../../src/acp/places/descriptions.js';
import type { ProtocolVersion } from '../../../src/acp/methods/protocol.js';
import { loadSdkSchemas } from '../../../src/tasks/protocol/sdk-schemas.js';
import { JsonIndex } from '../../../src/wire/json/json-index.js';
import { jsonPointer } from '../../../src/screen/detail/json-pointer.js';
import { describePlace } from '../../../src/screen/detail/place-description.js';
import type { Conversation } from '../../../src/screen/frame/conversation.js';
import type { Observed } from '../../support/conversations/observing.js';
import { sourceOfText } from '../../support/fixtures/fixture-sources.js';
import { libraryFile, libraryNames } from '../../support/fixtures/recorded-library.js';
import { screenConversation } from '../../support/screen/screen-conversation.js';

const descriptions = new Descriptions(loadSdkSchemas());

/** What the protocol leaves to others: it says that there is something, and not what is in it. */
const OPAQUE = /\/(_meta|rawInput|rawOutput|data|_[^/]*)\//;

/** Places that agents have, and the schema does not. */
const UNKNOWN_TO_THE_SCHEMA = [
  // an agent's own methods
  /^_/,
  // models were a part of sessions once
  /^session\/new \/result\/models/,
  // a way to authenticate that is not in the schema any more
  /^initialize \/result\/authMethods\/\d+\/(type|vars)/,
];

function conversationOf(name: string): { readonly conversation: Conversation; readonly version: ProtocolVersion } {
  const text = readFileSync(libraryFile(name), 'utf8');
  const observed = [...sourceOfText(text).entries()].flatMap((entry): Observed[] => {
    if (entry.type === 'event') return [entry];
    const { stream, bytes, terminated, atNs } = entry;
    return stream === 'stderr' ? [] : [{ type: 'frame', sender: stream, bytes, terminated, atNs }];
  });
  const version = /"result":\{[^\n]*"protocolVersion":2/.test(text) ? 2 : 1;
  return { conversation: screenConversation(observed), version };
}

/** The places of a conversation that nothing is said of, without the numbers of items. */
function undescribed(name: string): { readonly places: number; readonly unknown: ReadonlySet<string> } {
  const { conversation, version } = conversationOf(name);
  const unknown = new Set<string>();
  let places = 0;
  for (let seq = 0; seq < conversation.entries; seq += 1) {
    const frame = conversation.entry(seq);
    if (frame?.type !== 'frame' || frame.envelope?.kind === 'malformed') continue;
    const bytes = conversation.bytes(frame);
    const index = new JsonIndex(bytes);
    while (!index.step(1_000_000));
    const otherHalf = conversation.otherHalf(frame);
    for (let number = 1; number < index.lineCount; number += 1) {
      const path = index.path(number);
      const pointer = jsonPointer(path);
      if (OPAQUE.test(`${pointer}/`) && !/\/(_meta|rawInput|rawOutput)$/.test(pointer)) continue;
      places += 1;
      const described = describePlace(descriptions, { frame, otherHalf, version, bytes, index }, path);
      if (described === undefined) unknown.add(`${frame.envelope?.method ?? otherHalf?.method ?? ''} ${pointer}`);
    }
  }
  return { places, unknown };
}

test.each(libraryNames())('places of %s are described', (name) => {
  const { places, unknown } = undescribed(name);
  expect(places).toBeGreaterThan(20);
  expect([...unknown].filter((place) => !UNKNOWN_TO_THE_SCHEMA.some((known) => known.test(place)))).toEqual([]);
});
