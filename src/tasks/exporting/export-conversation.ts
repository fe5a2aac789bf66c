import { cutSource, type Cut, type CutWish } from '../../fixture/cut/cut.js';
import { captureLines, type CaptureLosses } from '../../fixture/foreign/print-capture.js';
import { fixtureLines, type FixtureSource } from '../../fixture/format/fixture-source.js';
import { learnSource, redactedSource } from '../../fixture/redact/redact-source.js';
import { Redactor, type Taken } from '../../fixture/redact/redact.js';
import { normalisedSource } from '../../fixture/rewrite/normalise.js';
import type { Conversations } from '../conversations/conversations.js';
import { acpProtocol } from '../protocol/acp-protocol.js';
import { conversationMarkdown } from './conversation-markdown.js';
import { exportSource } from './export-source.js';
import type { ExportWish } from './export-wish.js';

/** What was redacted, and in which entry of the file. */
export interface PlacedRedaction extends Taken {
  /** From 0; undefined: of a header. */
  readonly index: number | undefined;
}

/** A conversation to be written to a file, or why it has no such part. */
export type Export =
  | {
      readonly ok: true;
      /** The text. It can be read only once. */
      readonly lines: Iterable<string>;
      /** Knows what was redacted, once all lines are read; undefined if nothing is redacted. */
      readonly redactor: Redactor | undefined;
      /** What was redacted where, once all lines are read; empty unless the rules ask for places. */
      readonly redactions: readonly PlacedRedaction[];
      /** What the format cannot hold, once all lines are read. */
      readonly losses: CaptureLosses;
    }
  | { readonly ok: false; readonly problem: string };

/**
 * Cuts, redacts, normalises and prints a recording or a file, in this order.
 *
 * @throws {TurntableError} what {@link exportSource} throws
 */
export function exportConversation(named: string, conversations: Conversations, wish: ExportWish): Export {
  const source = exportSource(named, conversations);
  const redactor = wish.redaction && new Redactor(wish.redaction);
  // a secret may be recognised only outside the part, so the whole conversation is read first
  if (redactor !== undefined) learnSource(source, redactor);
  const part = partOf(source, named, wish.part);
  if (!part.ok) return part;
  const redactions: PlacedRedaction[] = [];
  const clean =
    redactor === undefined
      ? part.source
      : redactedSource(part.source, redactor, (taken, index) => {
          for (const each of taken) redactions.push({ ...each, index });
        });
  const wanted = wish.isNormalised ? normalisedSource(clean, acpProtocol()) : clean;
  const losses: CaptureLosses = { bytes: 0, events: 0, times: 0 };
  return { ok: true, lines: linesOf(named, wanted, wish.format, losses), redactor, redactions, losses };
}

function partOf(source: FixtureSource, named: string, wish: CutWish | undefined): Cut {
  if (wish === undefined) return { ok: true, source };
  const name = source.headers.find(([header]) => header === 'title')?.[1] ?? named;
  return cutSource(source, wish, name);
}

function linesOf(
  named: string,
  source: FixtureSource,
  format: ExportWish['format'],
  losses: CaptureLosses,
): Iterable<string> {
  switch (format) {
    case 'acp':
      return fixtureLines(source);
    case 'jsonl':
      return captureLines(source, losses);
    case 'markdown':
      return conversationMarkdown(named, source);
    default:
      return format satisfies never;
  }
}
