import { isJsonObject } from '../../wire/json-text.js';
import type { Sender } from '../../wire/frame.js';
import { METHOD_FACTS } from './method-facts.js';
import type { DefinitionNames, MethodSpec, ProtocolVersion } from './protocol.js';
import type { SchemaDocument } from '../schema/sdk-schema.js';
import { isBroken, type Shape } from '../schema/shape.js';
import type { ShapeCompiler } from '../schema/shape-compiler.js';

/** Kinds of message that have a method. */
export type CallKind = 'request' | 'notification';

/** One method, as one side handles it. */
export interface NamedMethod {
  readonly name: string;
  readonly receiver: MethodSpec['receiver'];
  /** The names of its definitions in the schema. */
  readonly definitions: DefinitionNames;
}

const RECEIVERS: Readonly<Record<string, MethodSpec['receiver']>> = {
  client: 'client',
  agent: 'agent',
  protocol: 'both',
  proxy: 'proxy',
};

/** The methods of a schema file: definitions name their method (x-method) and who handles it (x-side). */
export function namedMethods(document: SchemaDocument): NamedMethod[] {
  const found = new Map<string, NewMethod>();
  for (const [definition, schema] of Object.entries(document.$defs)) {
    if (!isJsonObject(schema)) continue;
    const { 'x-method': name, 'x-side': side } = schema;
    if (typeof name !== 'string') continue;
    const receiver = typeof side === 'string' ? RECEIVERS[side] : undefined;
    if (receiver === undefined) throw new TypeError(`${definition}: it is not known who handles it.`);
    const key = `${name} ${receiver}`;
    const method = found.get(key) ?? { name, receiver, definitions: {} };
    found.set(key, method);
    if (definition.endsWith('Request')) method.definitions.params = definition;
    else if (definition.endsWith('Response')) method.definitions.result = definition;
    else if (definition.endsWith('Notification')) method.definitions.notification = definition;
    else throw new TypeError(`${definition} is neither a request nor a response nor a notification.`);
  }
  return [...found.values()];
}

/** A method while its definitions are gathered. */
type NewMethod = Omit<NamedMethod, 'definitions'> & {
  readonly definitions: { -readonly [Part in keyof DefinitionNames]: DefinitionNames[Part] };
};

/** The same with their shapes. */
export function readMethods(
  document: SchemaDocument,
  compiler: ShapeCompiler,
  { version, stability }: { version: ProtocolVersion; stability: MethodSpec['stability'] },
): MethodSpec[] {
  return namedMethods(document).map((method) => specOf(method, compiler, { version, stability }));
}

function specOf(
  { name, receiver, definitions }: NamedMethod,
  compiler: ShapeCompiler,
  { version, stability }: { version: ProtocolVersion; stability: MethodSpec['stability'] },
): MethodSpec {
  const { page = 'schema', gate } = METHOD_FACTS[version][name] ?? {};
  const shapeOf = (definition: string | undefined): Shape | undefined =>
    definition === undefined ? undefined : compiler.shape(definition);
  const { params, result, notification } = definitions;
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
    definitions,
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
export class MethodTable<Method extends NamedMethod> {
  readonly #request: Readonly<Record<Sender, ReadonlyMap<string, Method>>>;
  readonly #notification: Readonly<Record<Sender, ReadonlyMap<string, Method>>>;

  /** `methods`: the preferred ones first. */
  constructor(methods: readonly Method[]) {
    this.#request = { client: byName(methods, 'request', 'client'), agent: byName(methods, 'request', 'agent') };
    this.#notification = {
      client: byName(methods, 'notification', 'client'),
      agent: byName(methods, 'notification', 'agent'),
    };
  }

  method(name: string, kind: CallKind, sender: Sender): Method | undefined {
    return (kind === 'request' ? this.#request : this.#notification)[sender].get(name);
  }
}

/** For each name the spec of that kind from that sender; else any, because a method sent the wrong way is known, too. */
function byName<Method extends NamedMethod>(
  methods: readonly Method[],
  kind: CallKind,
  sender: Sender,
): ReadonlyMap<string, Method> {
  const chosen = new Map<string, Method>();
  for (const spec of methods) {
    const known = chosen.get(spec.name);
    if (known === undefined || aptness(spec, kind, sender) > aptness(known, kind, sender)) chosen.set(spec.name, spec);
  }
  return chosen;
}

function aptness({ definitions, receiver }: NamedMethod, kind: CallKind, sender: Sender): number {
  const { params, result, notification } = definitions;
  const isOfKind = kind === 'request' ? params !== undefined && result !== undefined : notification !== undefined;
  // whoever sends it does not handle it
  return (isOfKind ? 2 : 0) + (receiver === sender ? 0 : 1);
}
