import type { CheckJson } from '../json-output.js';
import { countsOfAll, type Checked, type UsedConfiguration } from './checked.js';

/** One object, however many conversations were checked; where they are several, each violation names its own. */
export function checkJson(all: readonly Checked[]): CheckJson {
  const violations = all.flatMap(({ name, violations: own }) =>
    own.map(({ rule, severity, fault, seq, sessionId, turn, message, evidence, raced }) => ({
      rule,
      severity,
      fault,
      seq,
      sessionId: sessionId ?? null,
      turn: turn ?? null,
      message,
      evidence: [...evidence],
      raced,
      // of a single one undefined, which JSON leaves out
      recording: all.length > 1 ? name : undefined,
    })),
  );
  return {
    frames: all.reduce((sum, { frames }) => sum + frames, 0),
    violations,
    counts: countsOfAll(all),
    configuration: configurationJson(all[0]?.configuration),
  };
}

function configurationJson(used: UsedConfiguration | undefined): CheckJson['configuration'] {
  if (used === undefined) return null;
  return { file: used.file, rulesOff: used.rulesOff, failOn: used.failOn ?? null };
}
