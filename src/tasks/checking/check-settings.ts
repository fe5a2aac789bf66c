import { nearestOf } from '../../acp/schema/spelling.js';
import { RULES } from '../../check/rules/index.js';
import { SEVERITIES, type Severity } from '../../check/engine/severity.js';
import type { Rule } from '../../check/engine/rule.js';
import { TurntableError } from '../../errors.js';
import type { Dialect } from '../../model/state/connection.js';
import { countsOfAll, isAtLeast, type Checked, type UsedConfiguration } from '../../report/check/checked.js';
import { readConfiguration } from '../configuration.js';

export interface CheckOptions {
  readonly failOn?: string;
  readonly ignore?: readonly string[];
  readonly enable?: readonly string[];
  readonly dialect?: string;
  readonly config?: string;
  readonly fromStart?: boolean;
  readonly mid?: boolean;
}

/** The settings of a check. The command line overrides the configuration file. */
export interface CheckSettings {
  readonly rules: readonly Rule[];
  /** Whether violations of a rule are wanted. Unwanted rules are still run, so that one fault still gives only one violation. */
  readonly isWanted: (rule: string) => boolean;
  readonly failOn: Severity | 'never';
  readonly dialect: Dialect | undefined;
  readonly fromStart: boolean | undefined;
  readonly raceWindow: number | undefined;
  /** The configuration file; undefined if there is none. */
  readonly configuration: UsedConfiguration | undefined;
  /** Whether everything except `isWanted` and `failOn` has its default, so that kept results can be used. */
  readonly isUsual: boolean;
}

/** Shorter words occur in many names by chance. */
const SHORTEST_WORD = 3;

/** @throws {TurntableError} `USAGE` for unknown values; `CONFIG_INVALID`, with the place in the file */
export function checkSettings(options: CheckOptions, folder: string): CheckSettings {
  const { path, file } = readConfiguration(options.config, folder);
  const read = file && (file.check ?? {});
  const config = read ?? {};
  for (const pattern of [...(config.ignore ?? []), ...(config.enable ?? [])]) requireKnown(pattern, `${path}: `);
  for (const pattern of [...(options.ignore ?? []), ...(options.enable ?? [])]) requireKnown(pattern);
  const ignored = [...(config.ignore ?? []), ...(options.ignore ?? [])];
  const enabled = [...(config.enable ?? []), ...(options.enable ?? [])];
  const optIn = new Set(RULES.filter(({ isOptIn }) => isOptIn).map(({ id }) => id as string));
  const failOn = oneOf(options.failOn ?? config.failOn ?? 'error', [...SEVERITIES, 'never'], '--fail-on');
  const dialect = dialectOf(options.dialect ?? config.dialect ?? 'auto');
  const fromStart = options.fromStart === true ? true : options.mid === true ? false : undefined;
  return {
    rules: RULES,
    isWanted: (rule) => !matchesAny(ignored, rule) && (!optIn.has(rule) || matchesAny(enabled, rule)),
    failOn,
    dialect,
    fromStart,
    raceWindow: config.raceWindowMs,
    configuration: read && {
      file: path,
      rulesOff: RULES.filter(({ id, isOptIn }) => !isOptIn && matchesAny(config.ignore ?? [], id)).length,
      failOn: options.failOn === undefined && config.failOn !== undefined ? failOn : undefined,
    },
    isUsual: dialect === undefined && fromStart === undefined && config.raceWindowMs === undefined,
  };
}

/** The exit code of a check: 1 with violations at or above `failOn`. */
export function exitCode(all: readonly Checked[], { failOn }: CheckSettings): number {
  if (failOn === 'never') return 0;
  const counts = countsOfAll(all);
  return SEVERITIES.some((severity) => counts[severity] > 0 && isAtLeast(severity, failOn)) ? 1 : 0;
}

function dialectOf(word: string): Dialect | undefined {
  const chosen = oneOf(word, ['auto', 'v2a', 'v2b'], '--dialect');
  return chosen === 'auto' ? undefined : chosen;
}

function oneOf<const Word extends string>(word: string, words: readonly Word[], option: string): Word {
  const found = words.find((known) => known === word);
  if (found !== undefined) return found;
  throw new TurntableError('USAGE', `invalid ${option} ${JSON.stringify(word)}: use ${words.join(', ')}`);
}

/** A rule by its id, its family (`cancel` or `cancel/*`), or `all`. */
function matches(pattern: string, rule: string): boolean {
  if (pattern === 'all' || pattern === rule) return true;
  return rule.startsWith(`${pattern.replace(/\/\*?$/, '')}/`);
}

function matchesAny(patterns: readonly string[], rule: string): boolean {
  return patterns.some((pattern) => matches(pattern, rule));
}

function requireKnown(pattern: string, place = ''): void {
  if (!RULES.some(({ id }) => matches(pattern, id))) throw unknownRule(pattern, place);
}

/** An error that suggests similar rules. @param place where the unknown rule is named */
export function unknownRule(named: string, place = ''): TurntableError {
  const alike = rulesLike(named);
  const meant = alike.length === 0 ? '' : `Did you mean ${alike.slice(0, 5).join(', ')}? `;
  return new TurntableError('USAGE', `${place}unknown rule or family ${JSON.stringify(named)}`, {
    hint: `${meant}Run "turntable rules" to list all rules.`,
  });
}

/** Rules whose name contains the last word of the unknown one; otherwise the rule or family with the closest spelling. */
function rulesLike(named: string): readonly string[] {
  const ids = RULES.map(({ id }) => id as string);
  const last = named.split('/').findLast((part) => part !== '' && part !== '*') ?? named;
  const holding = ids.filter((id) => last.length >= SHORTEST_WORD && id.includes(last));
  if (holding.length > 0) return holding;
  const families = ids.map((id) => id.slice(0, id.indexOf('/')));
  const near = nearestOf(named, [...new Set([...families, ...ids])]) ?? nearestRule(last, ids);
  return near === undefined ? [] : [near];
}

/** The rule with the closest name, in any family. */
function nearestRule(word: string, ids: readonly string[]): string | undefined {
  const near = nearestOf(
    word,
    ids.map((id) => id.slice(id.indexOf('/') + 1)),
  );
  return near === undefined ? undefined : ids.find((id) => id.endsWith(`/${near}`));
}
