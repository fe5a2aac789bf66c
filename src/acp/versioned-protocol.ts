import { MethodTable, readMethods } from './method-table.js';
import { PlacePlanner } from './place-plan.js';
import type { ProtocolVersion, VersionedProtocol } from './protocol.js';
import type { SchemaNames } from './schema-names.js';
import type { SchemaDocument } from './sdk-schema.js';
import { ShapeCompiler } from './shape-compiler.js';

/** What a version knows of the other one: its schema files, and how to get at the names in any file. */
export interface Surroundings {
  readonly others: readonly SchemaDocument[];
  readonly namesOf: (document: SchemaDocument) => SchemaNames;
}

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

const UPDATES = 'SessionUpdate.sessionUpdate';
const NONE: ReadonlySet<string> = new Set();

/** Reads one version from its two schema files. */
export function readVersion(
  version: ProtocolVersion,
  { stable, unstable }: { readonly stable: SchemaDocument; readonly unstable: SchemaDocument },
  { others, namesOf }: Surroundings,
): VersionedProtocol {
  const [stableShapes, unstableShapes] = [new ShapeCompiler(stable), new ShapeCompiler(unstable)];
  const stableMethods = readMethods(stable, stableShapes, { version, stability: 'stable' });
  const stableNames = new Set(stableMethods.map(({ name }) => name));
  const unstableMethods = readMethods(unstable, unstableShapes, { version, stability: 'unstable' });
  const methods = [...stableMethods, ...unstableMethods.filter(({ name }) => !stableNames.has(name))];
  const table = new MethodTable(methods);
  const elsewhere = (kind: keyof SchemaNames, keysOf: (type: string) => string, type: string, word: string) => {
    const isKnown = (document: SchemaDocument, types: readonly string[]): boolean =>
      types.some((name) => namesOf(document)[kind].get(keysOf(name))?.has(word) === true);
    if (isKnown(unstable, [type])) return 'unstable';
    return others.some((document) => isKnown(document, namesInOther(version, type))) ? 'other-version' : undefined;
  };
  // what is unstable is a superset of what is stable, and agents use it
  const planner = new PlacePlanner(unstable);
  let unstableUpdateKinds: ReadonlySet<string> | undefined;
  return {
    version,
    methods,
    method: (name, kind, sender) => table.method(name, kind, sender),
    get updateKinds() {
      return namesOf(stable).values.get(UPDATES) ?? NONE;
    },
    get unstableUpdateKinds() {
      return (unstableUpdateKinds ??= difference(namesOf(unstable).values.get(UPDATES), this.updateKinds));
    },
    shape: (definition) => (Object.hasOwn(stable.$defs, definition) ? stableShapes : unstableShapes).shape(definition),
    placePlan: (definition) => planner.plan(definition),
    memberElsewhere: (type, member) => elsewhere('members', (name) => name, type, member),
    valueElsewhere: (type, member, value) => elsewhere('values', (name) => `${name}.${member}`, type, value),
  };
}

function difference(words: ReadonlySet<string> = NONE, without: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...words].filter((word) => !without.has(word)));
}

/** What the other version may call a definition. */
function namesInOther(version: ProtocolVersion, type: string): readonly string[] {
  const [own, other] = version === 1 ? [0, 1] : [1, 0];
  return [type, ...RENAMED.filter((pair) => pair[own] === type).map((pair) => String(pair[other]))];
}
