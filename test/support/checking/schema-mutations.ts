import type { SdkSchemas } from '../../../src/acp/schema/sdk-schema.js';
import { isJsonObject, type JsonValue } from '../../../src/wire/json-text.js';
import { changed } from './faults/sayings.js';
import type { Conversation, SaidLine } from './planting.js';
import { ajvOracle, methodDefinitions, type Oracle } from './schema-oracle.js';
import { randomFrom } from './schema-samples.js';

type Path = readonly (string | number)[];

/** One line of a conversation, made into one that the schema of the SDK refuses. */
export interface Mutation {
  readonly conversation: Conversation;
  readonly line: SaidLine;
  readonly said: JsonValue;
  /** What was done where, as `session/update tool_call: without params.update.toolCallId`. */
  readonly name: string;
}

const CHANGES: Readonly<Record<string, (value: JsonValue) => JsonValue | undefined>> = {
  without: () => undefined,
  'a wrong type in': wrongType,
  'an unknown word in': (value) => (typeof value === 'string' ? 'nonsense' : value),
};

function wrongType(value: JsonValue): JsonValue {
  if (typeof value === 'string') return 12_345;
  if (Array.isArray(value)) return { not: 'a list' };
  return isJsonObject(value) ? 'not an object' : 'neither number nor boolean';
}

/** Everything below is free. */
const FREE = new Set(['_meta', 'rawInput', 'rawOutput']);

interface Candidate {
  readonly conversation: Conversation;
  readonly line: SaidLine;
  readonly path: Path;
  readonly definition: string;
  readonly part: 'params' | 'result';
}

/**
 * Mutations of all kinds of members of all kinds of messages in the corpus: what was legal before, as ajv sees it, and
 * is not any more.
 *
 * @param each how many of each kind there are at most
 */
export function schemaMutations(all: readonly Conversation[], schemas: SdkSchemas, each: number): Mutation[] {
  const versions = { 1: new Judge(schemas.v1.stable), 2: new Judge(schemas.v2.stable) };
  const kinds = new Map<string, Candidate[]>();
  for (const conversation of all) {
    for (const candidate of candidatesIn(conversation, (line) => versions[versionOf(conversation, line)])) {
      const kind = `${nameOf(candidate)} ${candidate.path.map((key) => (typeof key === 'number' ? '*' : key)).join('.')}`;
      kinds.set(kind, [...(kinds.get(kind) ?? []), candidate]);
    }
  }
  const random = randomFrom(3);
  return [...kinds.values()].flatMap((candidates) => {
    const shuffled = candidates.map((one) => ({ one, rank: random() })).sort((a, b) => a.rank - b.rank);
    return Object.keys(CHANGES).flatMap((change) => {
      const made: Mutation[] = [];
      for (const { one } of shuffled.slice(0, 3 * each)) {
        const mutation = mutated(one, change, versions[versionOf(one.conversation, one.line)]);
        if (mutation !== undefined) made.push(mutation);
        if (made.length === each) break;
      }
      return made;
    });
  });
}

/** What the schema says, by a validator that is not ours. */
class Judge {
  readonly accepts: Oracle;
  readonly #definitions: readonly { name: string; method: JsonValue | undefined }[];

  constructor(document: SdkSchemas['v1']['stable']) {
    this.accepts = ajvOracle(document);
    this.#definitions = methodDefinitions(document).map((name) => {
      const schema = document.$defs[name];
      return { name, method: isJsonObject(schema) ? schema['x-method'] : undefined };
    });
  }

  definitionOf(method: string, suffix: string): string | undefined {
    return this.#definitions.find((one) => one.method === method && one.name.endsWith(suffix))?.name;
  }
}

/** The version that a line is in: initialize is in the one that it asks for. */
function versionOf({ version, asked: [greeting] }: Conversation, line: SaidLine): 1 | 2 {
  const params = line === greeting?.request ? line.json?.['params'] : undefined;
  const said = isJsonObject(params) ? params['protocolVersion'] : version;
  return said === 2 ? 2 : 1;
}

function* candidatesIn(conversation: Conversation, judgeOf: (line: SaidLine) => Judge): Generator<Candidate> {
  const { asked, lines } = conversation;
  for (const line of lines) {
    const method = line.json?.['method'];
    const answers = asked.find(({ response }) => response === line);
    const called = answers?.method ?? method;
    if (typeof called !== 'string') continue;
    const part = answers === undefined ? 'params' : 'result';
    const suffix =
      answers !== undefined ? 'Response' : line.json !== undefined && 'id' in line.json ? 'Request' : 'Notification';
    const judge = judgeOf(line);
    const definition = judge.definitionOf(called, suffix);
    const value = line.json?.[part];
    if (definition === undefined || value === undefined || !judge.accepts(definition, value)) continue;
    for (const path of pathsIn(value)) yield { conversation, line, path: [part, ...path], definition, part };
  }
}

function* pathsIn(value: JsonValue): Generator<Path> {
  if (Array.isArray(value)) {
    const [first] = value as readonly JsonValue[];
    if (first === undefined) return;
    yield [0];
    for (const path of pathsIn(first)) yield [0, ...path];
  } else if (isJsonObject(value)) {
    for (const [name, inner] of Object.entries(value)) {
      yield [name];
      if (!FREE.has(name)) for (const path of pathsIn(inner)) yield [name, ...path];
    }
  }
}

function mutated(candidate: Candidate, change: string, judge: Judge): Mutation | undefined {
  const { conversation, line, path, definition, part } = candidate;
  const said = changed(line.json, path, (old) => CHANGES[change]?.(old ?? null));
  const value = isJsonObject(said) ? said[part] : undefined;
  if (value === undefined || judge.accepts(definition, value)) return undefined;
  const place = path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .slice(1);
  return { conversation, line, said, name: `${nameOf(candidate)}: ${change} ${place}` };
}

function nameOf({ line, definition, part }: Candidate): string {
  const update = isJsonObject(line.json?.['params']) ? line.json['params']['update'] : undefined;
  const kind = isJsonObject(update) && part === 'params' ? update['sessionUpdate'] : undefined;
  return typeof kind === 'string' ? `${definition} ${kind}` : definition;
}
