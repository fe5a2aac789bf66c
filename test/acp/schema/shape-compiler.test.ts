import { describe, expect, test } from 'vitest';
import { ShapeCompiler } from '../../../src/acp/schema/shape-compiler.js';
import { isRefused } from '../../../src/acp/schema/shape.js';
import { loadSdkSchemas } from '../../../src/tasks/protocol/sdk-schemas.js';
import { isJsonObject, type JsonValue } from '../../../src/wire/json-text.js';
import { corpusFiles, corpusName, hasCorpus, processesIn } from '../../support/fixtures/corpus.js';
import { fc } from '../../support/values/property.js';
import { ajvOracle, methodDefinitions } from '../../support/checking/schema-oracle.js';
import { mutated, randomFrom, SampleMaker } from '../../support/checking/schema-samples.js';
import { skipLoudly } from '../../support/processes/skip.js';

const { v1, v2 } = loadSdkSchemas();
const FILES = [
  { name: 'v1', document: v1.stable },
  { name: 'v1, unstable', document: v1.unstable },
  { name: 'v2', document: v2.stable },
  { name: 'v2, unstable', document: v2.unstable },
] as const;

/** What is broken in a value, for us: an empty list is a yes. */
function refusals(compiler: ShapeCompiler, definition: string, value: JsonValue) {
  return compiler.shape(definition).examine(value).filter(isRefused);
}

describe.each(FILES)('the schema of $name', ({ document }) => {
  const compiler = new ShapeCompiler(document);
  const accepts = ajvOracle(document);
  const definitions = methodDefinitions(document);

  test('has no keyword and no form that the compiler does not know', () => {
    for (const name of Object.keys(document.$defs)) {
      // a walk compiles what it walks into; all definitions are walked into here
      for (const value of [{}, [], null, 'x'] as const) compiler.shape(name).examine(value);
    }
  });

  test('refuses just what ajv refuses, among its own values and those that were damaged', () => {
    let [accepted, refused] = [0, 0];
    fc.assert(
      fc.property(fc.constantFrom(...definitions), fc.integer(), fc.nat(3), (definition, seed, damages) => {
        const random = randomFrom(seed);
        let value = new SampleMaker(document, random).ofDefinition(definition);
        for (let i = 0; i < damages; i += 1) value = mutated(value, random);
        const isAccepted = accepts(definition, value);
        if (isAccepted) accepted += 1;
        else refused += 1;
        const found = refusals(compiler, definition, value);
        expect(found.length === 0, `${definition} ${JSON.stringify(value)} ${JSON.stringify(found)}`).toBe(isAccepted);
      }),
      { numRuns: 5000 },
    );
    // else it proved nothing
    expect(Math.min(accepted, refused)).toBeGreaterThan(500);
  });

  test('takes what a sample maker makes of every definition', () => {
    for (const name of Object.keys(document.$defs)) {
      const maker = new SampleMaker(document, randomFrom(name.length));
      for (let i = 0; i < 5; i += 1) {
        const value = maker.ofDefinition(name);
        expect(refusals(compiler, name, value).length === 0, `${name} ${JSON.stringify(value)}`).toBe(
          accepts(name, value),
        );
      }
    }
  });
});

describe('recorded conversations', () => {
  skipLoudly(!hasCorpus, 'shapes against ajv on recorded conversations', 'there is no corpus');

  const compilers = FILES.map(({ document }) => ({
    compiler: new ShapeCompiler(document),
    accepts: ajvOracle(document),
    definitions: methodDefinitions(document),
    document,
  }));

  test.skipIf(!hasCorpus)('are judged as ajv judges them, as they are and damaged', () => {
    let compared = 0;
    for (const file of corpusFiles()) {
      for (const { method, values } of callsIn(file)) {
        for (const { compiler, accepts, definitions, document } of compilers) {
          const named = definitions.filter((name) => {
            const schema = document.$defs[name];
            return isJsonObject(schema) && schema['x-method'] === method;
          });
          for (const name of named) {
            for (const value of values) {
              const found = refusals(compiler, name, value);
              const about = `${corpusName(file)}: ${name} ${JSON.stringify(value).slice(0, 2000)} ${JSON.stringify(found)}`;
              expect(found.length === 0, about).toBe(accepts(name, value));
              compared += 1;
            }
          }
        }
      }
    }
    expect(compared).toBeGreaterThan(10_000);
  });

  /** Params and results of each method in a capture, each also with a damage or two. */
  function callsIn(file: string): { method: string; values: JsonValue[] }[] {
    const asked = new Map<string, string>();
    const calls: { method: string; values: JsonValue[] }[] = [];
    const random = randomFrom(7);
    const add = (method: string, value: JsonValue | undefined): void => {
      if (value === undefined) return;
      const damaged = mutated(value, random);
      calls.push({ method, values: [value, damaged, mutated(damaged, random)] });
    };
    for (const streams of processesIn(file)) {
      for (const sender of ['client', 'agent'] as const) {
        for (const line of streams[sender].split('\n')) {
          const message = jsonOf(line);
          if (!isJsonObject(message)) continue;
          const { method, id, params } = message;
          if (typeof method !== 'string') continue;
          add(method, params);
          if (id !== undefined) asked.set(`${sender === 'client' ? 'agent' : 'client'} ${JSON.stringify(id)}`, method);
        }
      }
      for (const sender of ['client', 'agent'] as const) {
        for (const line of streams[sender].split('\n')) {
          const message = jsonOf(line);
          if (!isJsonObject(message) || !('result' in message)) continue;
          const method = asked.get(`${sender} ${JSON.stringify(message['id'])}`);
          if (method !== undefined) add(method, message['result']);
        }
      }
    }
    return calls;
  }

  function jsonOf(line: string): JsonValue | undefined {
    try {
      return JSON.parse(line) as JsonValue;
    } catch {
      return undefined;
    }
  }
});
