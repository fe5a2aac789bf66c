import { MethodTable, readMethods } from './method-table.js';
import { PlacePlanner } from '../places/place-plan.js';
import type { ProtocolVersion, VersionedProtocol } from './protocol.js';
import type { SchemaDocument } from '../schema/sdk-schema.js';
import { ShapeCompiler } from '../schema/shape-compiler.js';
import { WordsElsewhere, type Surroundings } from './words-elsewhere.js';

const UPDATES = 'SessionUpdate.sessionUpdate';
const NONE: ReadonlySet<string> = new Set();

/** Reads one version from its two schema files. */
export function readVersion(
  version: ProtocolVersion,
  { stable, unstable }: { readonly stable: SchemaDocument; readonly unstable: SchemaDocument },
  surroundings: Surroundings,
): VersionedProtocol {
  const { namesOf } = surroundings;
  const [stableShapes, unstableShapes] = [new ShapeCompiler(stable), new ShapeCompiler(unstable)];
  const stableMethods = readMethods(stable, stableShapes, { version, stability: 'stable' });
  const stableNames = new Set(stableMethods.map(({ name }) => name));
  const unstableMethods = readMethods(unstable, unstableShapes, { version, stability: 'unstable' });
  const methods = [...stableMethods, ...unstableMethods.filter(({ name }) => !stableNames.has(name))];
  const table = new MethodTable(methods);
  // what is unstable is a superset of what is stable, and agents use it
  const planner = new PlacePlanner(unstable);
  const members = new WordsElsewhere(version, 'members', unstable, surroundings);
  const values = new WordsElsewhere(version, 'values', unstable, surroundings);
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
    memberElsewhere: (type, member) => members.find(member, type),
    valueElsewhere: (type, member, value) => values.find(value, type, `.${member}`),
  };
}

function difference(words: ReadonlySet<string> = NONE, without: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...words].filter((word) => !without.has(word)));
}
