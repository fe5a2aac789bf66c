import { TurntableError } from '../../errors.js';
import type { CutWish } from '../../fixture/cut/cut.js';
import type { CaptureLosses } from '../../fixture/foreign/print-capture.js';
import { HOME, type Redactor } from '../../fixture/redact/redact.js';
import { formatCount } from '../../report/quantities.js';
import { LATEST } from '../../store/query/latest.js';
import { Conversations } from '../../tasks/conversations/conversations.js';
import { exportConversation, type PlacedRedaction } from '../../tasks/exporting/export-conversation.js';
import type { ExportWish } from '../../tasks/exporting/export-wish.js';
import {
  redactionSettings,
  type RedactionSettings,
  type RedactionWords,
} from '../../tasks/exporting/redaction-settings.js';
import { refuseOverwriting, writeLines } from '../../tasks/output-file.js';
import { parseFrames } from '../../tasks/recordings/frame-range.js';
import type { DatabaseOption } from '../../tasks/recordings/database-for.js';
import { escapeUnsafe } from '../../wire/plain-text.js';
import type { CliIo } from '../program/io.js';

/** The options of `turntable export`. */
export interface ExportOptions extends DatabaseOption, RedactionWords {
  /** The file to write; stdout without it. */
  readonly output?: string;
  /** Whether to replace an existing file. */
  readonly force?: boolean;
  readonly format: ExportWish['format'];
  /** A turn, by its number in its session. */
  readonly turn?: number;
  /** A session, by its id or its number. */
  readonly session?: string;
  /** `a..b`, with both ends included; either may be left out. Or one number. */
  readonly frames?: string;
  readonly normalise?: boolean;
  /** False with `--no-redact`. */
  readonly redact: boolean;
  /** A file that is to say what was redacted where. */
  readonly redactionReport?: string;
}

/** `turntable export`: a recording or a file as a fixture, a capture or a text. */
export async function exportRecording(named = LATEST, options: ExportOptions, io: CliIo): Promise<number> {
  const { format, normalise = false, output, redactionReport, force = false } = options;
  for (const file of [output, redactionReport]) if (file !== undefined && !force) refuseOverwriting(file);
  const settings = redactionWanted(options);
  const notesPlaces = redactionReport !== undefined;
  const redaction = settings && { ...settings.rules, notesPlaces };
  const wish = { format, part: partWanted(options), isNormalised: normalise, redaction };
  const conversations = new Conversations(options, io);
  try {
    const exported = exportConversation(named, conversations, wish);
    if (!exported.ok) {
      io.say(`turntable: ${named}: ${exported.problem}`);
      return 1;
    }
    const { lines, redactor, redactions, losses } = exported;
    if (output === undefined) for (const line of lines) await io.print(line);
    else writeLines(output, lines);
    if (redactionReport !== undefined) writeLines(redactionReport, redactionLines(redactions));
    if (settings?.kept !== undefined) io.say(`turntable: ${settings.kept}`);
    if (redactor !== undefined) io.say(`turntable: ${redactionText(redactor)}`);
    sayLosses(losses, io);
    return 0;
  } finally {
    conversations.close();
  }
}

/**
 * @returns undefined if nothing is redacted
 * @throws {TurntableError} `USAGE` if `--no-redact` stands beside an option that says how to redact
 */
function redactionWanted(options: ExportOptions): RedactionSettings | undefined {
  if (options.redact) return redactionSettings(options, process.cwd());
  const { redactAlso, keep, redactionReport } = options;
  if (redactAlso === undefined && keep === undefined && redactionReport === undefined) return undefined;
  throw new TurntableError('USAGE', '--no-redact leaves everything as it is: leave out the other options of redaction');
}

/** @returns undefined if the whole recording is wanted */
function partWanted({ session, turn, frames }: ExportOptions): CutWish | undefined {
  if (frames !== undefined) return { frames: parseFrames(frames) };
  return session === undefined && turn === undefined ? undefined : { session, turn };
}

/** How much was redacted, by kind, the most frequent first. */
function redactionText({ counts }: Redactor): string {
  const home = counts.get(HOME);
  const kinds = [...counts].filter(([kind]) => kind !== HOME).sort(([, a], [, b]) => b.places - a.places);
  const secrets = kinds.reduce((sum, [, count]) => sum + count.secrets, 0);
  const places = kinds.reduce((sum, [, count]) => sum + count.places, 0);
  const found = [
    ...(secrets === 0
      ? []
      : [
          `${formatCount(secrets, 'secret')} in ${formatCount(places, 'place')} ` +
            `(${kinds.map(([kind, count]) => `${kind} ${count.places}`).join(', ')})`,
        ]),
    ...(home === undefined ? [] : [`the name of a home folder in ${formatCount(home.places, 'place')}`]),
  ];
  if (found.length === 0) return 'nothing was found to redact: look through it before you share it';
  return `redacted ${found.join('; ')}. Look through it before you share it`;
}

/** What was taken out where, line by line. */
function* redactionLines(redactions: readonly PlacedRedaction[]): Generator<string> {
  yield '# what stands there now, its kind, the number of the frame or event in the file, and the place in it\n';
  for (const { standIn, kind, index, pointer } of redactions) {
    yield `${[standIn, kind, index ?? 'header', escapeUnsafe(pointer)].join('\t')}\n`;
  }
}

function sayLosses({ bytes, events, times }: CaptureLosses, io: CliIo): void {
  const lost = [
    ...(bytes === 0 ? [] : [`the bytes of ${formatCount(bytes, 'frame')} that are not UTF-8`]),
    ...(events === 0 ? [] : [formatCount(events, 'event')]),
    ...(times === 0 ? [] : [`that ${formatCount(times, 'line')} had no time`]),
  ];
  if (lost.length > 0) io.say(`turntable: lost, because a JSONL capture has no place for it: ${lost.join(', ')}`);
}
