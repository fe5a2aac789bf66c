import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RULES } from '../../../src/check/rules/index.js';
import { judge, ruleExamples } from '../../support/checking/rule-examples.js';

const examples = ruleExamples();

describe('every rule', () => {
  test.each(RULES.map(({ id }) => id))('%s has an example and a clean twin', (id) => {
    const names = examples.map(({ name }) => name);
    expect(names).toContain(id);
    expect(names).toContain(`${id}.clean`);
  });

  test.each(RULES)('$id says in one short sentence what must happen, or what should if it is no error', (rule) => {
    expect(rule.summary).toMatch(rule.severity === 'error' ? /\bmust\b/ : /\bshould\b/);
    expect(rule.summary.length).toBeLessThanOrEqual(100);
  });

  test.each(RULES)('$id is explained in paragraphs of whole sentences', ({ explanation }) => {
    for (const paragraph of explanation.split('\n\n')) expect(paragraph).toMatch(/^\S.*[.)]$/);
  });

  test('has an id of its own', () => {
    const ids = RULES.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });
});

describe('the file of a rule', () => {
  const FOLDER = join(import.meta.dirname, '../../../src/check/rules');
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const holders = new Map<string, string[]>();
  for (const file of files) {
    const text = readFileSync(join(FOLDER, file), 'utf8');
    for (const [, id = ''] of text.matchAll(/\bid: '([a-z0-9-]+\/[a-z0-9-]+)'/g)) {
      holders.set(id, [...(holders.get(id) ?? []), file]);
    }
  }

  test('bears its name, or the longest beginning of it that a file of its family bears', () => {
    const wrong = RULES.map(({ id }) => ({ id, expected: fileOf(id), found: holders.get(id) ?? [] })).filter(
      ({ expected, found }) => expected === undefined || found.join() !== expected,
    );
    expect(
      wrong,
      'family/a-b-c stands in family/a-b-c.ts, or with all others of family/a-b-* in family/a-b.ts.',
    ).toEqual([]);
  });

  /** `terminal/use-after-release` is in use-after-release.ts, use-after.ts or use.ts. */
  function fileOf(id: string): string | undefined {
    const words = id.split('-');
    const names = words.map((_, i) => `${words.slice(0, words.length - i).join('-')}.ts`);
    return names.find((name) => files.includes(name));
  }
});

/** Rules about what a side makes of a fault of the other: their examples hold that fault too. */
const FOLLOW_FROM: Readonly<Record<string, readonly string[]>> = {
  'schema/invalid-params-accepted': ['schema/invalid-params'],
  'session/unknown-session-accepted': ['session/unknown-session-id'],
  'jsonrpc/bad-frame-unanswered': ['transport/non-json-line'],
  'transport/oversized-frame': ['transport/non-json-line'],
  'transport/batch-reply-shape': ['transport/empty-batch', 'transport/not-an-object'],
  'permission/executed-after-reject': ['permission/after-execution-started'],
  'eos/abnormal-exit': ['transport/non-json-line', 'eos/unreadable-rate'],
  'eos/tool-call-never-finished': ['turn/prompt-error'],
  'eos/unreadable-rate': ['transport/non-json-line'],
  'extension/wrong-unknown-reply': ['extension/not-advertised'],
  'v2/replay-cursor-accepted': ['extension/unprefixed-variant'],
  'elicitation/wrong-rejection-code': ['capability/elicitation-mode-not-advertised'],
};

describe('the example of', () => {
  // `family/rule.acp`, and `family/rule.variant.acp` for what more a rule finds
  const violating = examples.filter(({ name }) => !name.endsWith('.clean'));
  test.each(violating)('$name breaks that rule and no other', ({ name, path }) => {
    const { expected, found, violations } = judge(path);
    const rule = name.split('.')[0] ?? '';
    const rules = expected.map((line) => line.split(' ')[2] ?? '');
    expect(rules).toContain(rule);
    expect(rules.filter((one) => one !== rule && !(FOLLOW_FROM[rule] ?? []).includes(one))).toEqual([]);
    expect(found, violations.map(({ message }) => message).join('\n')).toEqual(expected);
  });

  const clean = examples.filter(({ name }) => name.endsWith('.clean'));
  test.each(clean)('$name breaks nothing', ({ path }) => {
    const { found, violations } = judge(path);
    expect(found, violations.map(({ message }) => message).join('\n')).toEqual([]);
  });
});
