import { fixtureLines, type FixtureSource } from '../../fixture/format/fixture-source.js';
import type { FixtureEntry, FixtureHeader } from '../../fixture/format/format.js';
import { learnSource, redactedSource } from '../../fixture/redact/redact-source.js';
import { Redactor } from '../../fixture/redact/redact.js';
import type { TakeSecret } from '../../fixture/redact/secret-span.js';
import { conversationItemsIn } from '../conversations/conversation-file.js';

/** What `find` and `keep` of the library's options say. */
interface Wanted {
  readonly find: (text: string) => readonly string[];
  readonly keep: readonly string[];
}

/** Takes out of a redacted fixture what a test's own function finds in its texts. */
export function redactRecorded(fixture: string, { find, keep }: Wanted): string {
  const names = new Set(keep.map((name) => name.toLowerCase()));
  const redactor = new Redactor({
    keeps: (name) => names.has(name.toLowerCase()),
    also: [
      (text, take) => {
        for (const secret of find(text)) takeAll(text, secret, take);
      },
    ],
  });
  const source = sourceOf(fixture);
  learnSource(source, redactor);
  return [...fixtureLines(redactedSource(source, redactor))].join('');
}

function takeAll(text: string, secret: string, take: TakeSecret): void {
  if (secret === '') return;
  for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + secret.length)) {
    take({ start: at, end: at + secret.length, kind: 'custom' });
  }
}

function sourceOf(fixture: string): FixtureSource {
  let headers: readonly FixtureHeader[] = [];
  const entries: FixtureEntry[] = [];
  for (const item of conversationItemsIn('fixture', new TextEncoder().encode(fixture))) {
    if (item.type === 'begin') ({ headers } = item);
    else if (item.type === 'entry') entries.push(item.entry);
  }
  return { headers, entries: () => entries };
}
