import { it } from 'vitest';
import { Checker } from '../../src/check/checker.js';
import { RULES } from '../../src/check/rules/index.js';
import type { Violation } from '../../src/check/violation.js';
import { interleaved } from '../support/interleaving.js';
import { tell } from '../support/observing.js';
import { conversations, violationsIn } from '../support/planting.js';
import { PROTOCOL } from '../support/rule-examples.js';
it('interleaves', () => {
  const all = conversations().filter(({ entries, askedFor }) => entries.length < 300 && askedFor('initialize').length === 1);
  const byAgent = new Map<string, typeof all>(); for (const c of all) { const k = `${c.name.split('/')[0]} ${c.version}`; byAgent.set(k, [...(byAgent.get(k) ?? []), c]); }
  const diff = new Map<string, string[]>();
  let pairs = 0;
  for (const group of byAgent.values()) for (let i = 0; i < group.length; i++) for (const k of [1, 2]) for (const delay of [0, 150, 1000]) {
    const a = group[i]!, b = group[(i + k) % group.length]!;
    if (a === b) continue;
    pairs += 1;
    const merged = interleaved(a, b, delay);
    const found: Violation[] = [];
    const checker = new Checker({ protocol: PROTOCOL, rules: RULES, onViolation: (one) => found.push(one) });
    tell(checker, merged.map(({ entry }) => entry)); checker.end();
    const key = (v: Violation, name: string, place: number) => `${v.rule} ${name} ${place} ${v.fault}`;
    const got = new Set(found.map((v) => { const m = merged[v.seq]!; return key(v, m.from.name, m.place); }));
    const want = new Set<string>();
    for (const c of [a, b]) for (const v of violationsIn(c.entries.filter(({ type }) => type === 'frame'))) want.add(key(v, c.name, v.seq));
    const note = (sign: string, one: string) => { const rule = sign + one.split(' ')[0]; diff.set(rule, [...(diff.get(rule) ?? []), `${one} [${a.name}+${b.name} ${delay}]`]); };
    for (const one of got) if (!want.has(one)) note('NEW ', one);
    for (const one of want) if (!got.has(one)) note('LOST ', one);
  }
  console.log(pairs); for (const [rule, list] of diff) console.log(rule, list.length, '\n   ', list.slice(0, 3).join('\n    '));
});
