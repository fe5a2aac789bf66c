import { describe, expect, test } from 'vitest';
import { readPlaces } from '../../../src/acp/places/place-protocol.js';
import { readProtocol } from '../../../src/acp/methods/read-protocol.js';
import { loadSdkSchemas } from '../../../src/tasks/protocol/sdk-schemas.js';

const protocol = readProtocol(loadSdkSchemas());
const places = readPlaces(loadSdkSchemas());

describe.each([1, 2] as const)('what a replay knows of v%i is what the protocol says', (version) => {
  const full = protocol.of(version);
  const light = places.of(version);

  test('of each method, for each kind of message and each sender', () => {
    const names = [...new Set(full.methods.map(({ name }) => name))];
    expect(names.length).toBeGreaterThan(20);
    for (const name of [...names, '_no/method']) {
      for (const kind of ['request', 'notification'] as const) {
        for (const sender of ['client', 'agent'] as const) {
          const expected = full.method(name, kind, sender);
          const found = light.method(name, kind, sender);
          expect([name, kind, sender, found?.definitions, found?.gate]).toEqual([
            name,
            kind,
            sender,
            expected?.definitions,
            expected?.gate,
          ]);
        }
      }
    }
  });

  test('of each definition, where ids and roots stand', () => {
    const definitions = full.methods.flatMap(({ definitions }) => Object.values(definitions) as string[]);
    for (const definition of definitions) expect(light.placePlan(definition)).toEqual(full.placePlan(definition));
  });
});

test('a version that nothing speaks is not read', () => {
  const { v1 } = loadSdkSchemas();
  const v2 = {
    get stable(): never {
      throw new Error('read');
    },
    get unstable(): never {
      throw new Error('read');
    },
  };
  const first = { ...readPlaces({ v1, v2 }) };
  expect(first.of(1).placePlan('PromptRequest')?.members.has('sessionId')).toBe(true);
  expect(() => first.of(2)).toThrow('read');
});
