import { compare } from '../compare/compare.js';
import type { CompareOptions } from '../compare/difference.js';
import { OutlineReader } from '../compare/outline-reader.js';
import type { Outline } from '../compare/outline.js';
import { selectPart } from '../compare/select.js';
import { TurntableError } from '../errors.js';
import { Observer, type ObservedEvent, type ObservedFrame } from '../model/observer.js';
import { diffJson } from '../view/diff-report/json.js';
import { diffLines, type DiffLine } from '../view/diff-report/text.js';
import { printedJson } from '../view/printed-json.js';
import { checkSettings } from './check-settings.js';
import { ConversationCheck } from './conversation-check.js';
import { STDIN } from './conversation-file.js';
import { Conversations, type ConversationTaker, type Subject } from './conversations.js';
import type { CliIo, Colour } from './io.js';
import type { DatabaseOption } from './open.js';

export interface DiffOptions extends CompareOptions, DatabaseOption {
  readonly session?: string;
  readonly turn?: string;
  readonly meta?: boolean;
  readonly json?: boolean;
  /** Of a first file that holds several conversations: which, from 1. */
  readonly process?: string;
}

/** `turntable diff A B`: what two conversations do not share. Exit 1 if they differ. */
export async function diff(
  [namedA, namedB]: readonly [string, string],
  options: DiffOptions,
  io: CliIo,
): Promise<number> {
  if (namedA === STDIN && namedB === STDIN) {
    throw new TurntableError('USAGE', 'only one of the two can be standard input', { hint: 'Name a file.' });
  }
  const [sessionA, sessionB] = bothOf(options.session, '--session', /^.+$/);
  const [turnA, turnB] = bothOf(options.turn, '--turn', /^\d+$/);
  const conversations = new Conversations(options, io);
  try {
    const a = partOf(readOne(conversations, namedA, options, options.process), { session: sessionA, turn: turnA });
    const b = partOf(readOne(conversations, namedB, options), { session: sessionB, turn: turnB });
    warnOfTimes([a, b], options, io);
    const compared = { a: a.name, b: b.name, ...compare(a.outline, b.outline, withKindsAsked(options)) };
    if (options.json) await io.printLine(printedJson(diffJson(compared), 2));
    else for (const line of diffLines(compared)) await io.printLine(coloured(line, io));
    return compared.differences.length > 0 ? 1 : 0;
  } finally {
    conversations.close();
  }
}

/** A kind that is asked for by name is compared, whatever else would be needed. */
function withKindsAsked(options: DiffOptions): CompareOptions {
  if (options.only?.includes('latency') === true && options.latency === undefined) {
    throw new TurntableError('USAGE', 'latencies are compared by a factor', { hint: 'Add --latency 2x.' });
  }
  return options;
}

interface Named {
  readonly name: string;
  readonly outline: Outline;
}

/** @throws {TurntableError} `USAGE` where a file holds several conversations and none is chosen */
function readOne(conversations: Conversations, named: string, options: DiffOptions, chosen?: string): Named {
  const all = [...conversations.read(named, (subject) => new OutlineTaker(subject, options))];
  const one = all[chosen === undefined ? 0 : Number(chosen) - 1];
  if (one !== undefined && (chosen !== undefined || all.length === 1)) return one;
  throw new TurntableError('USAGE', `${named} holds ${all.length} conversations, and one is compared`, {
    hint: 'turntable import makes a recording of each, to be named by its number.',
  });
}

/** Reads the outline of a conversation, with its violations where they are asked for. */
class OutlineTaker implements ConversationTaker<Named> {
  readonly #name: string;
  readonly #reader: OutlineReader;
  readonly #told: Pick<ConversationTaker<unknown>, 'frame' | 'event' | 'end'>;

  constructor(subject: Subject, { meta = false, violations, only }: DiffOptions) {
    this.#name = subject.name;
    this.#reader = new OutlineReader({ meta, hasRealTimes: subject.hasRealTimes });
    this.#told =
      violations === true || only?.includes('violation') === true
        ? new ConversationCheck(subject, checkSettings({}, process.cwd()), {
            listeners: [this.#reader],
            found: (violation) => {
              this.#reader.violation(violation);
            },
          })
        : new Observer([this.#reader], subject.isCut ? { fromStart: false } : {});
  }

  frame(frame: ObservedFrame): void {
    this.#told.frame(frame);
  }

  event(event: ObservedEvent): void {
    this.#told.event(event);
  }

  end(): Named {
    this.#told.end();
    return { name: this.#name, outline: this.#reader.outline };
  }
}

/** `N` for both conversations, or `N:M` for the first and the second. */
function bothOf(text: string | undefined, option: string, form: RegExp): [string | undefined, string | undefined] {
  if (text === undefined) return [undefined, undefined];
  const [a, b = a, ...more] = text.split(':');
  if (a !== undefined && b !== undefined && more.length === 0 && form.test(a) && form.test(b)) return [a, b];
  throw new TurntableError('USAGE', `${option} takes one value, or two as in 1:2, not ${text}`);
}

function partOf(named: Named, { session, turn }: { session: string | undefined; turn: string | undefined }): Named {
  if (session === undefined && turn === undefined) return named;
  const outline = selectPart(named.outline, { session, turn: turn === undefined ? undefined : Number(turn) });
  const words = [
    ...(session === undefined ? [] : [`session ${session}`]),
    ...(turn === undefined ? [] : [`turn ${turn}`]),
  ];
  if (outline.sessions.length === 0) throw new TurntableError('USAGE', `${named.name} has no ${words.join(', ')}`);
  return { name: `${named.name}, ${words.join(', ')}`, outline };
}

function warnOfTimes(both: readonly Named[], { latency }: DiffOptions, io: CliIo): void {
  if (latency === undefined) return;
  for (const { name, outline } of both) {
    if (!outline.hasTimes) io.say(`turntable: ${name} has no times of its own: latencies are not compared`);
  }
}

const COLOURS: Readonly<Record<DiffLine['style'], Colour | undefined>> = {
  title: 'bold',
  place: 'cyan',
  summary: 'bold',
  removed: 'red',
  added: 'green',
  context: 'dim',
  note: 'dim',
};

function coloured({ text, style }: DiffLine, io: CliIo): string {
  const colour = COLOURS[style];
  return colour === undefined ? text : io.paint(colour, text);
}
