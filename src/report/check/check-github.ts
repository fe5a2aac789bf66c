import type { Severity } from '../../check/engine/severity.js';
import { escapeUnsafe } from '../../wire/plain-text.js';
import type { Place } from '../../fixture/format/read-fixture.js';
import { configurationText, isAtLeast, unusedText, type Checked } from './checked.js';

const COMMAND: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' };

/**
 * Workflow commands of GitHub Actions, one violation per line. GitHub shows them as annotations; in a file, at the line of the frame.
 *
 * @param least less severe violations are left out, because GitHub shows only ten of each kind per step
 */
export function* githubLines(all: readonly Checked[], least: Severity): Generator<string> {
  const [first] = all;
  if (first?.configuration !== undefined) {
    yield `::notice title=configuration::${escaped(configurationText(first.configuration))}\n`;
  }
  for (const { name, violations, allowed } of all) {
    for (const unused of allowed?.unused ?? []) {
      yield `::warning ${placeText(unused.place)}title=allow::${escaped(`${name}: ${unusedText(unused)}`)}\n`;
    }
    for (const { severity, rule, seq, fault, message, place } of violations) {
      if (!isAtLeast(severity, least)) continue;
      const text = `${name}, frame ${seq}, ${fault}: ${message}`;
      yield `::${COMMAND[severity]} ${placeText(place)}title=${property(rule)}::${escaped(text)}\n`;
    }
  }
}

function placeText(place: Place | undefined): string {
  return place === undefined ? '' : `file=${property(place.file)},line=${place.line},`;
}

function escaped(text: string): string {
  return escapeUnsafe(text).replaceAll('%', '%25');
}

function property(text: string): string {
  return escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
