import type { Sender } from '../../wire/frame.js';
import { isJsonObject } from '../../wire/json-text.js';
import { MethodTable, namedMethods, type NamedMethod } from '../methods/method-table.js';
import type { ProtocolVersion } from '../methods/protocol.js';
import {
  definitionOf,
  flatten,
  intersection,
  soleReference,
  type Flat,
  type Located,
  type Union,
} from '../schema/schema-flattening.js';
import type { SchemaDocument, SdkSchemas } from '../schema/sdk-schema.js';
import { isNullOnly, readUnion, type UnionReading } from '../schema/union-reading.js';

/** What the schema says of a place in a message. */
export interface Description {
  /** `ToolCallStatus, optional`, `list of ContentBlock`. */
  readonly type: string;
  /** Prose, paragraph by paragraph; of a value of a closed list also what that value means. */
  readonly paragraphs: readonly string[];
  /** The page of the specification that it names. */
  readonly page: string | undefined;
}

/** The message that a place is in. */
export interface DescribedMessage {
  readonly version: ProtocolVersion;
  readonly kind: 'request' | 'notification' | 'response';
  readonly sender: Sender;
  /** Of a response, the method of its request; undefined where that is not known. */
  readonly method: string | undefined;
}

/** An object as far as it has to be known to choose between variants. */
export interface TaggedValue {
  /** The text that it has as a member of that name. */
  tag(name: string): string | undefined;
}

/** A step from an object or array into it. */
export interface DescribedStep {
  readonly key: string | number;
  /** What the step begins at. */
  readonly holder: TaggedValue;
}

/** The value at a place: its text, or what chooses its variant. */
export interface DescribedValue extends TaggedValue {
  readonly text: string | undefined;
}

const JSONRPC: Description = {
  type: 'string',
  paragraphs: ['The version of JSON-RPC: always "2.0".'],
  page: 'https://www.jsonrpc.org/specification',
};

/** What the SDK's schemas say of places in messages: nothing is compiled for it, a file is read when it is first needed. */
export class Descriptions {
  readonly #schemas: SdkSchemas;
  readonly #tables = new Map<ProtocolVersion, MethodTable<NamedMethod>>();
  #isRead = false;

  constructor(schemas: SdkSchemas) {
    this.#schemas = schemas;
  }

  /** Whether anything was described yet: the first time a file is read for it, which takes longer than a key should. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /**
   * @param steps from the message down to the place; none: the message itself
   * @returns undefined for what the schema does not know
   * @throws TurntableError `SDK_UNAVAILABLE` where there are no schemas
   */
  describe(message: DescribedMessage, steps: readonly DescribedStep[], value: DescribedValue): Description | undefined {
    this.#isRead = true;
    const [first, ...rest] = steps;
    if (first?.key === 'jsonrpc') return JSONRPC;
    // what is unstable is a superset of what is stable
    const document = (message.version === 1 ? this.#schemas.v1 : this.#schemas.v2).unstable;
    const start = this.#startOf(document, message, first?.key);
    if (start === undefined) return undefined;
    return new SchemaWalk(document).describe(start, rest, value);
  }

  #startOf(document: SchemaDocument, message: DescribedMessage, key: string | number | undefined): Place | undefined {
    const { kind, sender } = message;
    const of = (name: string | undefined): Place | undefined => placeOf(document, name);
    if (key === 'error') return of('Error');
    if (key === 'id') return of('RequestId');
    const side = sender === 'client' ? 'Client' : 'Agent';
    const envelope = `${side}${kind === 'request' ? 'Request' : kind === 'response' ? 'Response' : 'Notification'}`;
    const { definitions } = this.#methodOf(document, message) ?? {};
    const { params, result, notification } = definitions ?? {};
    if (key === undefined) return of(kind === 'notification' ? notification : kind === 'request' ? params : result);
    if (key === 'params') return of(kind === 'notification' ? notification : params);
    if (key === 'result') return of(result);
    const member = flatten(document, [definitionOf(document, envelope)]).members.get(String(key));
    return member && { schemas: member.schemas, isOptional: false };
  }

  #methodOf(document: SchemaDocument, { version, method, kind, sender }: DescribedMessage): NamedMethod | undefined {
    if (method === undefined) return undefined;
    const table = this.#tables.get(version) ?? new MethodTable(namedMethods(document));
    this.#tables.set(version, table);
    if (kind !== 'response') return table.method(method, kind, sender);
    // whoever answers did not ask
    return table.method(method, 'request', sender === 'client' ? 'agent' : 'client');
  }
}

/** All that is said of a place. */
interface Place {
  readonly schemas: readonly Located[];
  readonly isOptional: boolean;
}

function placeOf(document: SchemaDocument, name: string | undefined): Place | undefined {
  if (name === undefined || !Object.hasOwn(document.$defs, name)) return undefined;
  return { schemas: [{ schema: { $ref: `#/$defs/${name}` }, owner: name }], isOptional: false };
}

/** Goes through one schema file along a path. */
class SchemaWalk {
  readonly #document: SchemaDocument;

  constructor(document: SchemaDocument) {
    this.#document = document;
  }

  describe(start: Place, steps: readonly DescribedStep[], value: DescribedValue): Description | undefined {
    let place = start;
    for (const step of steps) {
      const inner = this.#enter(place, step);
      if (inner === undefined) return undefined;
      place = inner;
    }
    const texts = [...this.#texts(place.schemas), ...this.#valueTexts(place, value)];
    const { paragraphs, page } = proseOf(texts);
    return { type: `${this.#typeOf(place.schemas)}${place.isOptional ? ', optional' : ''}`, paragraphs, page };
  }

  #enter({ schemas }: Place, { key, holder }: DescribedStep): Place | undefined {
    for (const flat of this.#choices(flatten(this.#document, schemas), holder)) {
      if (typeof key === 'number') {
        if (flat.items !== undefined) return { schemas: [flat.items], isOptional: false };
        continue;
      }
      const member = flat.members.get(key);
      if (member !== undefined) return { schemas: member.schemas, isOptional: !flat.required.has(key) };
      if (flat.others !== undefined) return { schemas: [flat.others], isOptional: true };
    }
    return undefined;
  }

  /** What a value may be, its unions chosen from by their tags; more than one where they have none. */
  #choices(flat: Flat, value: TaggedValue): readonly Flat[] {
    const [union, ...unions] = flat.unions;
    if (union === undefined) return [flat];
    const base = { ...flat, unions };
    return this.#chosen(this.#reading(union), value).flatMap((one) => this.#choices(intersection(base, one), value));
  }

  #chosen(reading: UnionReading, value: TaggedValue): readonly Flat[] {
    switch (reading.kind) {
      case 'one':
        return [reading.alternative];
      case 'untagged':
        return reading.alternatives;
      case 'tagged': {
        const { tag, variants, open, untagged } = reading;
        const variant = variants.get(value.tag(tag) ?? '') ?? untagged ?? open;
        return variant === undefined ? [] : [variant];
      }
      default:
        return [];
    }
  }

  #reading({ variants }: Union): UnionReading {
    const flats = variants.map((variant) => flatten(this.#document, [variant])).filter((flat) => !isNullOnly(flat));
    return readUnion(this.#document, flats);
  }

  /** What is said where the place is named, else where its type is. */
  #texts(schemas: readonly Located[]): string[] {
    const own = schemas.flatMap(({ schema }) => descriptionsIn(schema));
    if (own.length > 0) return own.slice(0, 1);
    const names = schemas.map(({ schema }) => soleReference(schema)).filter((name) => name !== undefined);
    return names.flatMap((name) => descriptionsIn(definitionOf(this.#document, name).schema)).slice(0, 1);
  }

  /** What is said of the variant, or of the word, that the value is. */
  #valueTexts({ schemas }: Place, value: DescribedValue): string[] {
    for (const union of flatten(this.#document, schemas).unions) {
      const words = union.variants.map((variant) => this.#wordOf(variant, union, value));
      const text = words.find((found) => found !== undefined);
      if (text !== undefined) return [text];
    }
    return [];
  }

  #wordOf(variant: Located, union: Union, value: DescribedValue): string | undefined {
    const flat = flatten(this.#document, [variant]);
    const [text] = descriptionsIn(variant.schema);
    if (flat.constant !== undefined) return flat.constant === value.text ? text : undefined;
    const inner = flat.unions.length > 0 ? this.#valueTexts({ schemas: [variant], isOptional: false }, value) : [];
    if (inner[0] !== undefined) return inner[0];
    const reading = flat.members.size === 0 ? undefined : this.#reading(union);
    if (reading?.kind !== 'tagged') return undefined;
    const tag = value.tag(reading.tag);
    const isChosen = tag !== undefined && this.#tagOf(flat, reading.tag) === tag;
    return isChosen ? text : undefined;
  }

  #tagOf({ members }: Flat, tag: string): string | undefined {
    const member = members.get(tag);
    const constant = member && flatten(this.#document, member.schemas).constant;
    return typeof constant === 'string' ? constant : undefined;
  }

  #typeOf(schemas: readonly Located[]): string {
    const name = schemas.map(({ schema }) => soleReference(schema)).find((found) => found !== undefined);
    if (name !== undefined) return name;
    const { types, unions, items } = flatten(this.#document, schemas);
    const words = [...(types ?? [])].map((type) =>
      type === 'array' && items !== undefined ? `list of ${this.#typeOf([items])}` : type,
    );
    const variants = unions.flatMap((union) => union.variants).map((variant) => this.#typeOf([variant]));
    return [...new Set([...words, ...variants])].join(' | ') || 'anything';
  }
}

function descriptionsIn(schema: Located['schema']): string[] {
  const description = isJsonObject(schema) ? schema['description'] : undefined;
  return typeof description === 'string' ? [description] : [];
}

const PAGE = /\n*See protocol docs: \[[^\]]*\]\(([^)]+)\)\.?/;
const LINK = /\[([^\]]+)\]\([^)]+\)/g;

/** Markdown of the schema as plain text, its page apart. */
function proseOf(texts: readonly string[]): Pick<Description, 'paragraphs' | 'page'> {
  const pages = texts.map((text) => PAGE.exec(text)?.[1]);
  const paragraphs = texts.flatMap((text) =>
    text
      .replace(PAGE, '')
      .replaceAll(LINK, '$1')
      .split(/\n\s*\n/)
      .map((paragraph) => paragraph.replaceAll(/\s*\n\s*/g, ' ').trim()),
  );
  const unique = [...new Set(paragraphs.filter((paragraph) => paragraph !== ''))];
  return { paragraphs: unique, page: pages.find((page) => page !== undefined) };
}
