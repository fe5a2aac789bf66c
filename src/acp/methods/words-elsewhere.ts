import type { ProtocolVersion } from './protocol.js';
import type { SchemaNames } from '../schema/schema-names.js';
import type { SchemaDocument } from '../schema/sdk-schema.js';

/** What a version knows of the other one: its schema files, and how to get at the names in any file. */
export interface Surroundings {
  readonly others: readonly SchemaDocument[];
  readonly namesOf: (document: SchemaDocument) => SchemaNames;
}

/** Where a word is known that the stable schema of its version does not have. */
export type Elsewhere = 'unstable' | 'other-version' | undefined;

/** Definitions that have another name in the other version: in v1, in v2. */
const RENAMED: readonly (readonly [string, string])[] = [
  ['AuthenticateRequest', 'LoginAuthRequest'],
  ['AuthenticateResponse', 'LoginAuthResponse'],
  ['AvailableCommand', 'Command'],
  ['CancelNotification', 'CancelSessionNotification'],
  ['Diff', 'DiffChange'],
  ['LogoutRequest', 'LogoutAuthRequest'],
  ['LogoutResponse', 'LogoutAuthResponse'],
  ['SessionNotification', 'UpdateSessionNotification'],
  ['ToolCall', 'ToolCallUpdate'],
  ['UnstructuredCommandInput', 'TextCommandInput'],
];

const NONE: ReadonlySet<string> = new Set();

/** The words of one kind outside of the stable schema of a version; those of a type are gathered when it is first asked for. */
export class WordsElsewhere {
  readonly #version: ProtocolVersion;
  readonly #kind: keyof SchemaNames;
  readonly #unstable: SchemaDocument;
  readonly #surroundings: Surroundings;
  readonly #gathered = new Map<string, { unstable: ReadonlySet<string>; other: ReadonlySet<string> }>();

  constructor(version: ProtocolVersion, kind: keyof SchemaNames, unstable: SchemaDocument, surroundings: Surroundings) {
    this.#version = version;
    this.#kind = kind;
    this.#unstable = unstable;
    this.#surroundings = surroundings;
  }

  /** @param suffix what stands behind the type in the keys of {@link SchemaNames} */
  find(word: string, type: string, suffix = ''): Elsewhere {
    const { unstable, other } = this.#gathered.get(`${type}${suffix}`) ?? this.#gather(type, suffix);
    if (unstable.has(word)) return 'unstable';
    return other.has(word) ? 'other-version' : undefined;
  }

  #gather(type: string, suffix: string) {
    const { others, namesOf } = this.#surroundings;
    const wordsIn = (document: SchemaDocument, name: string) => namesOf(document)[this.#kind].get(`${name}${suffix}`);
    const names = namesInOther(this.#version, type);
    const other = others.flatMap((document) => names.flatMap((name) => [...(wordsIn(document, name) ?? NONE)]));
    const words = { unstable: wordsIn(this.#unstable, type) ?? NONE, other: new Set(other) };
    this.#gathered.set(`${type}${suffix}`, words);
    return words;
  }
}

/** What the other version may call a definition. */
function namesInOther(version: ProtocolVersion, type: string): readonly string[] {
  const [own, other] = version === 1 ? [0, 1] : [1, 0];
  return [type, ...RENAMED.filter((pair) => pair[own] === type).map((pair) => String(pair[other]))];
}
