import { IntegerReader, IntegerWriter } from './integers.js';

/** The facts about a frame besides its bytes: a row of the table `frame` with its row of `envelope`. */
export interface FrameRow {
  readonly seq: number;
  readonly stream: number;
  readonly terminated: number;
  readonly firstNs: number | null;
  readonly lastNs: number | null;
  /** Of the whole line, in bytes. */
  readonly size: number;
  /** For a line in parts: where it begins in its stream. */
  readonly partsAt: number | null;
  /** How many bytes the row holds: all, or the head of a line in parts. */
  readonly held: number;
  /** Null if there is no envelope. */
  readonly kind: FrameKind | null;
  readonly method: string | null;
  readonly id: string | null;
  readonly session: string | null;
  readonly updateKind: string | null;
  readonly toolCall: string | null;
  /** The seq of the other half of its exchange; null if there is none. */
  readonly other: number | null;
}

export type FrameKind = 'request' | 'notification' | 'response' | 'batch' | 'malformed';

/** What many frames of a block have in common. */
export type Shape = readonly [
  stream: number,
  terminated: number,
  /** The sum of the columns that the frame has: see {@link HAS}. */
  has: number,
  kind: FrameKind | null,
  method: string | null,
  session: string | null,
  updateKind: string | null,
];

/** A bit for each column that a frame may lack. */
const HAS = { lastNs: 1, firstNs: 2, partsAt: 4, ownHeld: 8, id: 16, toolCall: 32, other: 64 } as const;

interface Header {
  readonly shapes: readonly Shape[];
  /** Ids of requests and of tool calls. */
  readonly texts: readonly string[];
}

/**
 * Encodes the rows of a block, each as the differences to the row before.
 *
 * @throws {RangeError} for numbers that only a damaged table can hold
 */
export function encodeColumns(rows: readonly FrameRow[]): Buffer {
  const shapes = new Numbering<Shape>();
  const texts = new Numbering<string>();
  const columns = new IntegerWriter();
  let seq = -1;
  let lastNs = 0;
  for (const row of rows) {
    const has = whatItHas(row);
    const { stream, terminated, kind, method, session, updateKind } = row;
    columns.put(row.seq - seq - 1);
    columns.put(shapes.numberOf([stream, terminated, has, kind, method, session, updateKind]));
    columns.put(row.size);
    if (row.lastNs !== null) columns.put(row.lastNs - lastNs);
    lastNs = row.lastNs ?? lastNs;
    if (row.firstNs !== null) columns.put(lastNs - row.firstNs);
    if (row.partsAt !== null) columns.put(row.partsAt);
    if ((has & HAS.ownHeld) !== 0) columns.put(row.held);
    if (row.id !== null) columns.put(texts.numberOf(row.id));
    if (row.toolCall !== null) columns.put(texts.numberOf(row.toolCall));
    if (row.other !== null) columns.put(row.other - row.seq);
    seq = row.seq;
  }
  const header = Buffer.from(JSON.stringify({ shapes: shapes.all, texts: texts.all } satisfies Header));
  const length = new IntegerWriter();
  length.put(header.length);
  return Buffer.concat([length.written(), header, columns.written()]);
}

function whatItHas(row: FrameRow): number {
  return (
    (row.lastNs === null ? 0 : HAS.lastNs) |
    (row.firstNs === null ? 0 : HAS.firstNs) |
    (row.partsAt === null ? 0 : HAS.partsAt) |
    (row.held === row.size ? 0 : HAS.ownHeld) |
    (row.id === null ? 0 : HAS.id) |
    (row.toolCall === null ? 0 : HAS.toolCall) |
    (row.other === null ? 0 : HAS.other)
  );
}

const [SEQ, SHAPE, SIZE, LAST_NS, FIRST_NS, ID, TOOL_CALL, OTHER, OFFSET] = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;
const COLUMNS = 9;

/** The columns of a block, indexed by the place of a frame in it. */
export class BlockColumns {
  readonly count: number;
  readonly #shapes: readonly Shape[];
  readonly #texts: readonly string[];
  /**
   * All numbers, column by column, in one piece of memory, because allocating many small ones takes longer than filling them. NaN stands
   * for null. The last column has one number more than frames: it holds where the bytes of each frame begin, and where those of the last
   * one end.
   */
  readonly #numbers: Float64Array;
  readonly #partsAt = new Map<number, number>();

  /** @throws {RangeError | SyntaxError} for bytes that {@link encodeColumns} did not write */
  constructor(bytes: Uint8Array, count: number) {
    const length = new IntegerReader(bytes);
    const headerBytes = length.next();
    const { shapes, texts } = readHeader(bytes.subarray(length.at, length.at + headerBytes));
    this.count = count;
    this.#shapes = shapes;
    this.#texts = texts;
    this.#numbers = new Float64Array(COLUMNS * count + 1);
    this.#read(new IntegerReader(bytes, length.at + headerBytes));
  }

  /** Bytes that the frames of the block hold, all together. */
  get heldBytes(): number {
    return this.#number(OFFSET, this.count);
  }

  seq(i: number): number {
    return this.#number(SEQ, i);
  }

  /** How many frames have a seq below this one. */
  countBelow(seq: number): number {
    let [low, high] = [0, this.count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.seq(middle) < seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  stream(i: number): number {
    return this.#shape(i)[0];
  }

  terminated(i: number): number {
    return this.#shape(i)[1];
  }

  lastNs(i: number): number | null {
    return orNull(this.#number(LAST_NS, i));
  }

  size(i: number): number {
    return this.#number(SIZE, i);
  }

  partsAt(i: number): number | null {
    return this.#partsAt.get(i) ?? null;
  }

  other(i: number): number | null {
    return orNull(this.#number(OTHER, i));
  }

  /** Where the bytes of a frame are among those of the block. */
  held(i: number): readonly [from: number, end: number] {
    return [this.#number(OFFSET, i), this.#number(OFFSET, i + 1)];
  }

  /** The frames that are kept in parts; the block has only their heads. */
  get inParts(): Iterable<number> {
    return this.#partsAt.keys();
  }

  /** The verdict for each frame, by its shape. */
  byShape(judge: (shape: Shape) => number): Uint8Array {
    const verdicts = Uint8Array.from(this.#shapes.map(judge));
    const all = new Uint8Array(this.count);
    for (let i = 0; i < this.count; i += 1) all[i] = verdicts[this.#number(SHAPE, i)] ?? 0;
    return all;
  }

  /** The verdict for each frame, by its id. */
  byId(judge: (id: string | null) => number): Uint8Array {
    const all = new Uint8Array(this.count);
    for (let i = 0; i < this.count; i += 1) all[i] = judge(this.#text(this.#number(ID, i)));
    return all;
  }

  /** The frame that contains a byte of the block. */
  frameAt(byte: number): number {
    let [low, high] = [0, this.count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#number(OFFSET, middle + 1) <= byte) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  row(i: number): FrameRow {
    const [stream, terminated, , kind, method, session, updateKind] = this.#shape(i);
    const [from, end] = this.held(i);
    return {
      seq: this.seq(i),
      stream,
      terminated,
      firstNs: orNull(this.#number(FIRST_NS, i)),
      lastNs: this.lastNs(i),
      size: this.size(i),
      partsAt: this.partsAt(i),
      held: end - from,
      kind,
      method,
      id: this.#text(this.#number(ID, i)),
      session,
      updateKind,
      toolCall: this.#text(this.#number(TOOL_CALL, i)),
      other: this.other(i),
    };
  }

  #number(column: number, i: number): number {
    return this.#numbers[column * this.count + i] ?? NaN;
  }

  #shape(i: number): Shape {
    const shape = this.#shapes[this.#number(SHAPE, i)];
    if (shape === undefined) throw new RangeError('a frame without a shape');
    return shape;
  }

  #text(number: number): string | null {
    return Number.isNaN(number) ? null : (this.#texts[number] ?? null);
  }

  #read(numbers: IntegerReader): void {
    let seq = -1;
    let lastNs = 0;
    let offset = 0;
    const [all, count] = [this.#numbers, this.count];
    for (let i = 0; i < count; i += 1) {
      const step = numbers.next();
      if (step < 0) throw new RangeError('frames out of order');
      seq += step + 1;
      all[SEQ * count + i] = seq;
      all[SHAPE * count + i] = numbers.next();
      const has = this.#shape(i)[2];
      const size = numbers.next();
      all[SIZE * count + i] = size;
      if ((has & HAS.lastNs) !== 0) lastNs += numbers.next();
      all[LAST_NS * count + i] = (has & HAS.lastNs) === 0 ? NaN : lastNs;
      all[FIRST_NS * count + i] = (has & HAS.firstNs) === 0 ? NaN : lastNs - numbers.next();
      if ((has & HAS.partsAt) !== 0) this.#partsAt.set(i, numbers.next());
      const held = (has & HAS.ownHeld) === 0 ? size : numbers.next();
      if (held < 0) throw new RangeError('a frame of less than no bytes');
      all[ID * count + i] = (has & HAS.id) === 0 ? NaN : numbers.next();
      all[TOOL_CALL * count + i] = (has & HAS.toolCall) === 0 ? NaN : numbers.next();
      all[OTHER * count + i] = (has & HAS.other) === 0 ? NaN : seq + numbers.next();
      offset += held;
      all[OFFSET * count + i + 1] = offset;
    }
  }
}

function orNull(number: number): number | null {
  return Number.isNaN(number) ? null : number;
}

function readHeader(bytes: Uint8Array): Header {
  const header = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()) as Partial<Header>;
  const { shapes, texts } = header;
  if (!Array.isArray(shapes) || !Array.isArray(texts)) throw new RangeError('a header without shapes or texts');
  if (!shapes.every(isShape) || !texts.every((text) => typeof text === 'string')) {
    throw new RangeError('shapes and texts of another kind');
  }
  return { shapes, texts };
}

const KINDS: ReadonlySet<unknown> = new Set<FrameKind | null>([
  'request',
  'notification',
  'response',
  'batch',
  'malformed',
  null,
]);

function isShape(shape: unknown): shape is Shape {
  if (!Array.isArray(shape) || shape.length !== 7) return false;
  const [stream, terminated, has, kind, ...texts] = shape as unknown[];
  const isFrame = [0, 1, 2].some((n) => n === stream) && [0, 1].some((n) => n === terminated) && Number.isInteger(has);
  return isFrame && KINDS.has(kind) && texts.every((text) => text === null || typeof text === 'string');
}

/** Numbers distinct values in the order in which they first come. */
class Numbering<Value> {
  readonly all: Value[] = [];
  readonly #numbers = new Map<string, number>();

  numberOf(value: Value): number {
    const name = typeof value === 'string' ? value : JSON.stringify(value);
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.all.length);
    return this.all.push(value) - 1;
  }
}
