import { isJsonObject } from '../wire/json-text.js';
import type { Sender } from '../wire/frame.js';
import { METHOD_FACTS } from './methods.js';
import type { MethodSpec, ProtocolVersion } from './protocol.js';
import type { SchemaDocument } from './sdk-schema.js';
import { isBroken, type Shape } from './shape.js';
import type { ShapeCompiler } from './shape-compiler.js';

/** Kinds of message that have a method. */
export type CallKind = 'request' | 'notification';

/** The definitions of one method on one side. */
interface Definitions {
  readonly name: string;
  readonly receiver: MethodSpec['receiver'];
  params?: string;
  result?: string;
  notification?: string;
}

const RECEIVERS: Readonly<Record<string, MethodSpec['receiver']>> = {
  client: 'client',
  agent: 'agent',
  protocol: 'both',
  proxy: 'proxy',
};

/** The methods of a schema file: definitions name their method (x-method) and who handles it (x-side). */
export function readMethods(
  document: SchemaDocument,
  compiler: ShapeCompiler,
  { version, stability }: { version: ProtocolVersion; stability: MethodSpec['stability'] },
): MethodSpec[] {
  const found = new Map<string, Definitions>();
  for (const [definition, schema] of Object.entries(document.$defs)) {
    if (!isJsonObject(schema)) continue;
    const { 'x-method': name, 'x-side': side } = schema;
    if (typeof name !== 'string') continue;
    const receiver = typeof side === 'string' ? RECEIVERS[side] : undefined;
    if (receiver === undefined) throw new TypeError(`${definition}: it is not known who handles it.`);
    const key = `${name} ${receiver}`;
    const definitions = found.get(key) ?? { name, receiver };
    found.set(key, definitions);
    if (definition.endsWith('Request')) definitions.params = definition;
    else if (definition.endsWith('Response')) definitions.result = definition;
    else if (definition.endsWith('Notification')) definitions.notification = definition;
    else throw new TypeError(`${definition} is neither a request nor a response nor a notification.`);
  }
  return Array.from(found.values(), (definitions) => specOf(definitions, compiler, { version, stability }));
}

function specOf(
  { name, receiver, params, result, notification }: Definitions,
  compiler: ShapeCompiler,
  { version, stability }: { version: ProtocolVersion; stability: MethodSpec['stability'] },
): MethodSpec {
  const { page = 'schema', gate } = METHOD_FACTS[version][name] ?? {};
  const shapeOf = (definition: string | undefined): Shape | undefined =>
    definition === undefined ? undefined : compiler.shape(definition);
  const [paramsShape, resultShape, notified] = [shapeOf(params), shapeOf(result), shapeOf(notification)];
  return {
    name,
    receiver,
    stability,
    page: `v${version}/${page}`,
    ...(gate !== undefined && { gate }),
    request: paramsShape &&
      resultShape && {
        params: paramsShape,
        result: resultShape,
        get resultRequired() {
          return needsMembers(resultShape);
        },
      },
    notification: notified && { params: notified },
    definitions: {
      ...(params !== undefined && { params }),
      ...(result !== undefined && { result }),
      ...(notification !== undefined && { notification }),
    },
    get paramsRequired() {
      return [paramsShape, notified].some((shape) => shape !== undefined && needsMembers(shape));
    },
  };
}

/** Whether `{}` would say too little. */
function needsMembers(shape: Shape): boolean {
  return shape.examine({}).some(isBroken);
}

/** Look-up by name, for each kind of message and each sender. */
export class MethodTable {
  readonly #request: Readonly<Record<Sender, ReadonlyMap<string, MethodSpec>>>;
  readonly #notification: Readonly<Record<Sender, ReadonlyMap<string, MethodSpec>>>;

  /** `methods`: the preferred ones first. */
  constructor(methods: readonly MethodSpec[]) {
    this.#request = { client: byName(methods, 'request', 'client'), agent: byName(methods, 'request', 'agent') };
    this.#notification = {
      client: byName(methods, 'notification', 'client'),
      agent: byName(methods, 'notification', 'agent'),
    };
  }

  method(name: string, kind: CallKind, sender: Sender): MethodSpec | undefined {
    return (kind === 'request' ? this.#request : this.#notification)[sender].get(name);
  }
}

/** For each name the spec of that kind from that sender; else any, because a method sent the wrong way is known, too. */
function byName(methods: readonly MethodSpec[], kind: CallKind, sender: Sender): ReadonlyMap<string, MethodSpec> {
  const chosen = new Map<string, MethodSpec>();
  for (const spec of methods) {
    const known = chosen.get(spec.name);
    if (known === undefined || aptness(spec, kind, sender) > aptness(known, kind, sender)) chosen.set(spec.name, spec);
  }
  return chosen;
}

function aptness(spec: MethodSpec, kind: CallKind, sender: Sender): number {
  const isOfKind = spec[kind] !== undefined;
  // whoever sends it does not handle it
  return (isOfKind ? 2 : 0) + (spec.receiver === sender ? 0 : 1);
}
