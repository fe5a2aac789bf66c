import { TurntableError } from '../../errors.js';
import { diffJson } from '../../report/diff/diff-json.js';
import { diffLines, type DiffLine } from '../../report/diff/diff-text.js';
import { printedJson } from '../../report/printed-json.js';
import { STDIN } from '../../tasks/conversations/conversation-file.js';
import { Conversations } from '../../tasks/conversations/conversations.js';
import { painted, type CliIo, type Colour } from '../program/io.js';
import type { DatabaseOption } from '../../tasks/recordings/database-for.js';
import {
  compareNamed,
  onlyOne,
  OutlineTaker,
  partOf,
  type NamedOutline,
  type OutlineOptions,
} from '../../tasks/comparing/outline-taker.js';

export interface DiffOptions extends OutlineOptions, DatabaseOption {
  readonly session?: string;
  readonly turn?: string;
  readonly json?: boolean;
  /** If the first file holds several conversations: which one, from 1. */
  readonly process?: string;
}

/** `turntable diff A B`: how two conversations differ. Exit 1 if they do. */
export async function diff(
  [namedA, namedB]: readonly [string, string],
  options: DiffOptions,
  io: CliIo,
): Promise<number> {
  if (namedA === STDIN && namedB === STDIN) {
    throw new TurntableError('USAGE', 'only one of the two can be standard input', {
      hint: 'Name a file for the other.',
    });
  }
  const [sessionA, sessionB] = bothOf(options.session, '--session', /^.+$/);
  const [turnA, turnB] = bothOf(options.turn, '--turn', /^\d+$/);
  const conversations = new Conversations(options, io);
  try {
    const a = partOf(readOne(conversations, namedA, options, options.process), { session: sessionA, turn: turnA });
    const b = partOf(readOne(conversations, namedB, options), { session: sessionB, turn: turnB });
    warnOfTimes([a, b], options, io);
    const compared = compareNamed(a, b, options);
    if (options.json) await io.print(`${printedJson(diffJson(compared), 2)}\n`);
    else for (const line of diffLines(compared)) await io.printLine(painted(COLOURS[line.style], line.text));
    return compared.differences.length > 0 ? 1 : 0;
  } finally {
    conversations.close();
  }
}

/** @throws {TurntableError} `USAGE` if a file holds several conversations and none is chosen */
function readOne(conversations: Conversations, named: string, options: DiffOptions, chosen?: string): NamedOutline {
  const all = [...conversations.read(named, (subject) => new OutlineTaker(subject, options))];
  return onlyOne(named, chosen === undefined ? all : all.slice(Number(chosen) - 1, Number(chosen)));
}

/** `N` for both conversations, or `N:M` for the first and the second. */
function bothOf(text: string | undefined, option: string, form: RegExp): [string | undefined, string | undefined] {
  if (text === undefined) return [undefined, undefined];
  const [a, b = a, ...more] = text.split(':');
  if (a !== undefined && b !== undefined && more.length === 0 && form.test(a) && form.test(b)) return [a, b];
  throw new TurntableError('USAGE', `invalid ${option} ${JSON.stringify(text)}: use one value, or two, such as 1:2`);
}

function warnOfTimes(both: readonly NamedOutline[], { latency }: DiffOptions, io: CliIo): void {
  if (latency === undefined) return;
  for (const { name, outline } of both) {
    if (!outline.hasTimes) io.say(`turntable: ${name} has no recorded times, so latencies are not compared`);
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
