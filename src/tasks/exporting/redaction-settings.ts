import { TurntableError } from '../../errors.js';
import { finderOf } from '../../fixture/redact/find-also.js';
import type { FindSecrets, RedactionRules } from '../../fixture/redact/redaction-rules.js';
import { readConfiguration } from '../configuration.js';

/** What a redaction is told, in the words of the command line. */
export interface RedactionWords {
  /** `emails`, `hosts`, or a `/pattern/`. */
  readonly redactAlso?: readonly string[] | undefined;
  /** Names whose values stay. */
  readonly keep?: readonly string[] | undefined;
}

/** What a redaction does. */
export interface RedactionSettings {
  readonly rules: RedactionRules;
  /** What a configuration file keeps, in a sentence: somebody else may have written it. */
  readonly kept: string | undefined;
}

/**
 * The words of the command line, and those of `turntable.config.json` in the folder.
 *
 * @throws {TurntableError} `USAGE` for words that do not exist; `CONFIG_INVALID`
 */
export function redactionSettings({ redactAlso = [], keep = [] }: RedactionWords, folder: string): RedactionSettings {
  const { path, file } = readConfiguration(undefined, folder);
  const { also = [], keep: kept = [] } = file?.redact ?? {};
  const finders = [
    ...redactAlso.map((word) => finder(word, '--redact-also ')),
    ...also.map((word) => finder(word, `${path}: redact.also: `)),
  ];
  const names = new Set([...keep, ...kept].map((name) => name.toLowerCase()));
  return {
    rules: { keeps: (name) => names.has(name.toLowerCase()), also: finders },
    kept: kept.length === 0 ? undefined : `${path} keeps the values of ${kept.join(', ')}`,
  };
}

function finder(word: string, place: string): FindSecrets {
  const found = finderOf(word);
  if (typeof found !== 'string') return found;
  throw new TurntableError('USAGE', `${place}${word}: ${found}`);
}
