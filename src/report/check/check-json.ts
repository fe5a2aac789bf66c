import type { CheckJson } from '../json-output.js';
import { countsOfAll, type Checked, type UsedConfiguration } from './checked.js';

/** One object for any number of conversations. If there are several, each violation names its conversation. */
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
      // for a single one undefined, which JSON leaves out
      recording: all.length > 1 ? name : undefined,
    })),
  );
  return {
    frames: all.reduce((sum, { frames }) => sum + frames, 0),
    violations,
    counts: countsOfAll(all),
    configuration: configurationJson(all[0]?.configuration),
    allowed: allowedJson(all),
  };
}

/** The `# allow:` comments of all conversations together. */
function allowedJson(all: readonly Checked[]): CheckJson['allowed'] {
  const each = all.flatMap(({ name, allowed }) => (allowed === undefined ? [] : [{ name, ...allowed }]));
  if (each.length === 0) return undefined;
  return {
    violations: each.reduce((sum, { violations }) => sum + violations, 0),
    unused: each.flatMap(({ name, unused }) =>
      unused.map(({ rule, seq, place }) => ({
        rule,
        seq,
        line: place?.line ?? null,
        recording: all.length > 1 ? name : undefined,
      })),
    ),
  };
}

function configurationJson(used: UsedConfiguration | undefined): CheckJson['configuration'] {
  if (used === undefined) return null;
  return { file: used.file, rulesOff: used.rulesOff, failOn: used.failOn ?? null };
}
