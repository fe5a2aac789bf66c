import { cutSource, type Cut, type CutWish } from '../../fixture/cut/cut.js';
import { fixtureLines, type FixtureSource } from '../../fixture/format/fixture-source.js';
import { normalisedSource } from '../../fixture/rewrite/normalise.js';
import { captureLines, type CaptureLosses } from '../../fixture/foreign/print-capture.js';
import { HOME, Redactor } from '../../fixture/redact/redact.js';
import { learnSource, redactedSource } from '../../fixture/redact/redact-source.js';
import { formatCount } from '../../report/quantities.js';
import { acpProtocol } from '../../tasks/protocol/acp-protocol.js';
import { Conversations } from '../../tasks/conversations/conversations.js';
import type { ExportOptions } from './export-options.js';
import { exportSource } from '../../tasks/exporting/export-source.js';
import { parseFrames } from '../../tasks/recordings/frame-range.js';
import { exportMarkdown } from '../../tasks/exporting/conversation-markdown.js';
import type { CliIo } from '../program/io.js';
import { writeLines } from '../../tasks/output-file.js';

/** `turntable export`: a recording or a file as a fixture, a capture or a text. */
export async function exportRecording(named: string, options: ExportOptions, io: CliIo): Promise<number> {
  const wish = wishOf(options);
  const conversations = new Conversations(options, io);
  try {
    const source = exportSource(named, conversations);
    const redactor = options.redact ? new Redactor() : undefined;
    if (redactor !== undefined) learnSource(source, redactor);
    const part = partOf(source, named, wish);
    if (!part.ok) {
      io.say(`turntable: ${named}: ${part.problem}`);
      return 1;
    }
    const clean = redactor === undefined ? part.source : redactedSource(part.source, redactor);
    const wanted = options.normalise ? normalisedSource(clean, acpProtocol()) : clean;
    const losses: CaptureLosses = { bytes: 0, events: 0, times: 0 };
    const lines = linesOf(named, wanted, options, losses);
    if (options.output === undefined) for (const line of lines) await io.print(line);
    else writeLines(options.output, lines);
    if (redactor !== undefined) io.say(`turntable: ${redactionText(redactor)}`);
    sayLosses(losses, io);
    return 0;
  } finally {
    conversations.close();
  }
}

/** @returns undefined where all is wanted */
function wishOf({ session, turn, frames }: ExportOptions): CutWish | undefined {
  if (frames !== undefined) return { frames: parseFrames(frames) };
  return session === undefined && turn === undefined ? undefined : { session, turn };
}

function partOf(source: FixtureSource, named: string, wish: CutWish | undefined): Cut {
  if (wish === undefined) return { ok: true, source };
  const name = source.headers.find(([header]) => header === 'title')?.[1] ?? named;
  return cutSource(source, wish, name);
}

function linesOf(
  named: string,
  source: FixtureSource,
  { format }: ExportOptions,
  losses: CaptureLosses,
): Iterable<string> {
  switch (format) {
    case 'acp':
      return fixtureLines(source);
    case 'jsonl':
      return captureLines(source, losses);
    case 'markdown':
      return exportMarkdown(named, source);
    default:
      return format satisfies never;
  }
}

/** What was taken out, by kind, the most frequent first. */
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
    ...(home === undefined ? [] : [`the name in the path of a home in ${formatCount(home.places, 'place')}`]),
  ];
  if (found.length === 0) return 'nothing was found to redact: look through it before you share it';
  return `redacted ${found.join('; ')}. Look through it before you share it`;
}

function sayLosses({ bytes, events, times }: CaptureLosses, io: CliIo): void {
  const lost = [
    ...(bytes === 0 ? [] : [`the bytes of ${formatCount(bytes, 'frame')} that are no UTF-8`]),
    ...(events === 0 ? [] : [formatCount(events, 'event')]),
    ...(times === 0 ? [] : [`the lack of a time of ${formatCount(times, 'line')}`]),
  ];
  if (lost.length > 0) io.say(`turntable: a JSONL capture cannot say all: lost are ${lost.join(', ')}`);
}
