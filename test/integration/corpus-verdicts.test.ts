import { describe, expect, test } from 'vitest';
import type { Violation } from '../../src/check/engine/violation.js';
import { hasCorpus } from '../support/fixtures/corpus.js';
import { VERDICTS, type Verdict } from '../support/checking/corpus-verdicts.js';
import { conversations, type Conversation } from '../support/checking/planting.js';
import { skipLoudly } from '../support/processes/skip.js';

skipLoudly(!hasCorpus, 'verdicts', 'there is no corpus beside the repository; TURNTABLE_CORPUS can name it');

interface Raised {
  readonly conversation: Conversation;
  readonly violation: Violation;
}

function raised(): Raised[] {
  return conversations().flatMap((conversation) =>
    conversation.untouched
      .filter(({ severity }) => severity !== 'info')
      .map((violation) => ({ conversation, violation })),
  );
}

function isAbout({ rule, severity, conversations: names }: Verdict, { conversation, violation }: Raised): boolean {
  if (violation.rule !== rule || violation.severity !== severity) return false;
  return names.some((name) => conversation.name.startsWith(name));
}

describe.runIf(hasCorpus)('what the checker finds in real conversations', () => {
  const all = hasCorpus ? raised() : [];

  test('has a verdict each', () => {
    const without = all.filter((each) => !VERDICTS.some((verdict) => isAbout(verdict, each)));
    expect(
      without.map(
        ({ conversation, violation: { severity, rule, seq, message } }) =>
          `${conversation.name} ${severity} ${rule} at ${seq}: ${message}`,
      ),
      'Decide against the specification whether it is real; a false one is mended in the engine.',
    ).toEqual([]);
  });

  test.each(VERDICTS)('$severity $rule in $conversations is real', (verdict) => {
    const own = all.filter((each) => isAbout(verdict, each));
    expect(own.length).toBe(verdict.count);
    for (const { conversation, violation } of own) {
      const entry = conversation.entries[violation.seq];
      const text = entry?.type === 'frame' ? new TextDecoder().decode(entry.bytes) : '';
      expect(text, `${conversation.name} frame ${violation.seq}`).toContain(verdict.bytes);
    }
  });

  test('is an error only where a second witness says so', () => {
    const alone = VERDICTS.filter(({ severity, witness }) => severity === 'error' && witness === undefined);
    expect(alone).toEqual([]);
  });
});
