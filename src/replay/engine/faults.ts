import { TurntableError } from '../../errors.js';
import { LONGEST_MS } from './pace.js';

/** The kinds of damage to a frame of the agent, for robustness tests. */
export type FaultKind = 'delay' | 'drop' | 'duplicate' | 'truncate' | 'split' | 'noise' | 'close' | 'exit' | 'stall';

/** One fault and where it applies. */
export interface Fault {
  readonly kind: FaultKind;
  /** For delay, ms; for truncate and split, a number of bytes; for exit, the code. */
  readonly amount: number | undefined;
  /** For noise: the line that is put before the frame. */
  readonly text: string | undefined;
  /** The frame's place on the timeline of the fixture, or the probability at each frame. */
  readonly at: { readonly seq: number } | { readonly probability: number };
}

/** A step of the player with a frame. */
export type PlayStep =
  | { readonly type: 'write'; readonly bytes: Uint8Array }
  | { readonly type: 'pause'; readonly ms: number }
  /** Waits until the client has everything so far. */
  | { readonly type: 'flush' }
  | { readonly type: 'close' }
  | { readonly type: 'exit'; readonly code: number }
  /** Nothing more is written. */
  | { readonly type: 'stall' };

const DEFAULT_NOISE = 'noise that no protocol knows';
const SYNTAX =
  'KIND[=VALUE]@SEQ or KIND[=VALUE]~PROBABILITY, KIND: delay=MS drop duplicate truncate=BYTES split=BYTES noise=TEXT close exit=CODE stall';

/**
 * Reads `drop@12`, `delay=500@12`, `duplicate~0.05`.
 *
 * @throws {TurntableError} `USAGE`
 */
export function parseFault(text: string): Fault {
  const [, kind, value, mark, place] = /^([a-z]+)(?:=(.*?))?([@~])([\d.]+)$/s.exec(text) ?? [];
  const known = FAULT_KINDS.find((each) => each === kind);
  const number = Number(place);
  if (known === undefined || Number.isNaN(number)) throw unknownFault(text);
  if (mark === '~' ? number > 1 : !Number.isSafeInteger(number)) throw unknownFault(text);
  const takesAmount = AMOUNTS.has(known);
  if (takesAmount ? value !== undefined && !/^\d+$/.test(value) : value !== undefined && known !== 'noise') {
    throw unknownFault(text);
  }
  if (known === 'exit' && Number(value ?? 0) > LARGEST_CODE) throw unknownFault(text);
  return {
    kind: known,
    amount: takesAmount && value !== undefined ? Number(value) : undefined,
    text: known === 'noise' ? value : undefined,
    at: mark === '~' ? { probability: number } : { seq: number },
  };
}

const FAULT_KINDS: readonly FaultKind[] = [
  'delay',
  'drop',
  'duplicate',
  'truncate',
  'split',
  'noise',
  'close',
  'exit',
  'stall',
];
const AMOUNTS: ReadonlySet<FaultKind> = new Set(['delay', 'truncate', 'split', 'exit']);
const LARGEST_CODE = 255;
const NEWLINE = 0x0a;

function unknownFault(text: string): TurntableError {
  return new TurntableError('USAGE', `invalid fault ${JSON.stringify(text)}`, { hint: `Use ${SYNTAX}.` });
}

/** Applies faults to frames, one after the other: the same seed gives the same faults. */
export class FaultPlan {
  readonly #faults: readonly Fault[];
  #state: number;

  constructor(faults: readonly Fault[], seed: number) {
    this.#faults = faults;
    this.#state = seed >>> 0;
  }

  /** @param line the frame with its newline, as it would be written */
  steps(seq: number, line: Uint8Array): readonly PlayStep[] {
    let steps: readonly PlayStep[] = [{ type: 'write', bytes: line }];
    for (const fault of this.#faults) if (this.#strikes(fault, seq)) steps = struck(fault, line, steps);
    return steps;
  }

  #strikes({ at }: Fault, seq: number): boolean {
    return 'seq' in at ? at.seq === seq : this.#random() < at.probability;
  }

  /** A number from 0 to 1 (mulberry32). */
  #random(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}

function struck({ kind, amount, text }: Fault, line: Uint8Array, steps: readonly PlayStep[]): readonly PlayStep[] {
  const length = line.at(-1) === NEWLINE ? line.length - 1 : line.length;
  switch (kind) {
    case 'delay':
      return [{ type: 'pause', ms: Math.min(amount ?? 1_000, LONGEST_MS) }, ...steps];
    case 'drop':
      return [];
    case 'duplicate':
      return [...steps, { type: 'write', bytes: line }];
    case 'truncate': {
      const kept = Math.min(amount ?? line.length >> 1, length);
      return [
        { type: 'write', bytes: line.subarray(0, kept) },
        { type: 'write', bytes: line.subarray(length) },
      ];
    }
    case 'split': {
      const at = Math.min(amount ?? line.length >> 1, line.length);
      const [head, tail] = [line.subarray(0, at), line.subarray(at)];
      return [{ type: 'write', bytes: head }, { type: 'flush' }, { type: 'write', bytes: tail }];
    }
    case 'noise':
      return [{ type: 'write', bytes: new TextEncoder().encode(`${text ?? DEFAULT_NOISE}\n`) }, ...steps];
    case 'close':
      return [{ type: 'close' }];
    case 'exit':
      return [{ type: 'exit', code: amount ?? 1 }];
    case 'stall':
      return [{ type: 'stall' }];
    default:
      return kind satisfies never;
  }
}
