import { compare } from '../../compare/compare.js';
import type { CompareOptions } from '../../compare/difference.js';
import { OutlineReader } from '../../compare/outline-reader.js';
import type { Outline } from '../../compare/outline.js';
import { selectPart } from '../../compare/select.js';
import { TurntableError } from '../../errors.js';
import { Observer } from '../../model/observer.js';
import type { Compared } from '../../report/diff/compared.js';
import { checkSettings } from '../checking/check-settings.js';
import { ConversationCheck } from '../checking/conversation-check.js';
import type { ConversationTaker, Subject } from '../conversations/conversations.js';

/** The options of a comparison that an outline needs. */
export interface OutlineOptions extends CompareOptions {
  /** Compare `_meta` too. */
  readonly meta?: boolean;
}

/** The outline of a conversation, with its name. */
export interface NamedOutline {
  readonly name: string;
  readonly outline: Outline;
}

/**
 * Compares two conversations.
 *
 * @throws {TurntableError} `USAGE` if latencies are wanted without a factor
 */
export function compareNamed(a: NamedOutline, b: NamedOutline, options: CompareOptions): Compared {
  if (options.only?.includes('latency') === true && options.latency === undefined) {
    throw new TurntableError('USAGE', 'comparing latencies needs a factor', { hint: 'Add --latency 2x.' });
  }
  return { a: a.name, b: b.name, ...compare(a.outline, b.outline, options) };
}

/** @throws {TurntableError} `USAGE` if a file holds several conversations */
export function onlyOne(named: string, [one, ...others]: readonly NamedOutline[]): NamedOutline {
  if (one !== undefined && others.length === 0) return one;
  throw new TurntableError('USAGE', `${named} contains ${others.length + 1} conversations; only one can be compared`, {
    hint: 'Run "turntable import" to make a recording of each, and compare one of them.',
  });
}

/** Reads the outline of a conversation, with its violations if they are wanted. */
export class OutlineTaker implements ConversationTaker<NamedOutline> {
  readonly #name: string;
  readonly #reader: OutlineReader;
  readonly told: ConversationCheck | Observer;

  constructor(subject: Subject, { meta = false, violations, only }: OutlineOptions) {
    this.#name = subject.name;
    this.#reader = new OutlineReader({ meta, hasRealTimes: subject.hasRealTimes });
    this.told =
      violations === true || only?.includes('violation') === true
        ? new ConversationCheck(subject, checkSettings({}, process.cwd()), {
            listeners: [this.#reader],
            found: (violation) => {
              this.#reader.violation(violation);
            },
          })
        : new Observer([this.#reader], subject.isCut ? { fromStart: false } : {});
  }

  end(): NamedOutline {
    this.told.end();
    return { name: this.#name, outline: this.#reader.outline };
  }
}

/**
 * A session by its number or id, or a turn by its number.
 *
 * @throws {TurntableError} `USAGE` if there is none
 */
export function partOf(
  named: NamedOutline,
  { session, turn }: { session: string | undefined; turn: string | undefined },
): NamedOutline {
  if (session === undefined && turn === undefined) return named;
  const outline = selectPart(named.outline, { session, turn: turn === undefined ? undefined : Number(turn) });
  const words = [
    ...(session === undefined ? [] : [`session ${session}`]),
    ...(turn === undefined ? [] : [`turn ${turn}`]),
  ];
  if (outline.sessions.length === 0) throw new TurntableError('USAGE', `${named.name} has no ${words.join(', ')}`);
  return { name: `${named.name}, ${words.join(', ')}`, outline };
}
