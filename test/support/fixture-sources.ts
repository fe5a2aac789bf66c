import { readFileSync } from 'node:fs';
import type { FixtureSource } from '../../src/fixture/format/fixture-source.js';
import type { FixtureEntry, FixtureHeader } from '../../src/fixture/format/format.js';
import { CaptureParser } from '../../src/fixture/foreign/jsonl-capture.js';
import { utf8 } from './bytes.js';
import { corpusFiles, corpusName } from './corpus.js';
import { parseFixture } from './fixtures.js';
import { violationsIn } from './checking.js';
import type { Observed } from './observing.js';
import type { Violation } from '../../src/check/engine/violation.js';
import type { CheckerOptions } from '../../src/check/engine/checker.js';

export interface NamedSource {
  readonly name: string;
  readonly source: FixtureSource;
}

/** Each agent process in the corpus as a conversation. */
export function corpusSources(): NamedSource[] {
  return corpusFiles().flatMap((file) => {
    const parser = new CaptureParser(corpusName(file));
    const processes: FixtureEntry[][] = [[]];
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const entry = parser.line(utf8(line));
      if (entry === undefined) continue;
      processes.at(-1)?.push(entry);
      if (entry.type === 'event') processes.push([]);
    }
    return processes
      .filter((entries) => entries.length > 0)
      .map((entries, i) => ({ name: `${corpusName(file)} ${i}`, source: sourceOf(entries) }));
  });
}

export function sourceOf(entries: readonly FixtureEntry[], headers: readonly FixtureHeader[] = []): FixtureSource {
  return { headers, entries: () => entries };
}

/** The conversation of a fixture's text. */
export function sourceOfText(text: string): FixtureSource {
  const headers: FixtureHeader[] = [];
  const entries: FixtureEntry[] = [];
  for (const item of parseFixture(text)) {
    if (item.type === 'header') headers.push(item.header);
    else if (item.type !== 'expectation') entries.push(item);
  }
  return sourceOf(entries, headers);
}

/** What the checker says of a conversation; a part of one has no beginning. */
export function violationsOf({ headers, entries }: FixtureSource, options: Partial<CheckerOptions> = {}): Violation[] {
  const observed = [...entries()].flatMap((entry): Observed[] => {
    if (entry.type === 'event') return [entry];
    const { stream, bytes, terminated, atNs } = entry;
    return stream === 'stderr' ? [] : [{ type: 'frame', sender: stream, bytes, terminated, atNs }];
  });
  const isCut = headers.some(([name]) => name === 'cut');
  return violationsIn(observed, { ...(isCut && { fromStart: false }), ...options });
}

/** The text of what client and agent said, line by line, with their names. */
export function saidIn({ entries }: FixtureSource): string[] {
  return [...entries()].map((entry) =>
    entry.type === 'event' ? `event ${entry.name}` : `${entry.stream} ${new TextDecoder().decode(entry.bytes)}`,
  );
}
