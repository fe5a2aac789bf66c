import { TurntableError } from '../errors.js';
import type { Divergence } from '../replay/engine/divergence.js';
import type { ReplayReport } from '../replay/engine/replay-report.js';

/** The client did something else than was recorded. The message says what, where, and what was recorded, for people. */
export class ReplayDivergedError extends TurntableError {
  /** The same as data. */
  readonly divergence: Divergence;
  readonly report: ReplayReport;

  private constructor(text: string, report: ReplayReport, divergence: Divergence) {
    const hint = acceptanceOf(divergence);
    super('REPLAY_DIVERGED', `${text}\n  fixture: ${report.fixture}\n  ${hint}`, { hint });
    this.divergence = divergence;
    this.report = report;
  }

  /** The error of a report; undefined where the client kept to the recording. */
  static async of(report: ReplayReport): Promise<ReplayDivergedError | undefined> {
    const [divergence] = report.divergences;
    if (divergence === undefined) return undefined;
    // comparing texts word by word takes a package, which nobody needs whose client is right
    const { divergenceText } = await import('../replay/engine/divergence-text.js');
    return new ReplayDivergedError(divergenceText(divergence), report, divergence);
  }
}

/** What to do where the client is right. */
function acceptanceOf({ kind, differences, received }: Divergence): string {
  const anew = 'record the fixture again';
  const pointers = differences.map(({ pointer }) => pointer).filter((pointer) => pointer !== '');
  if (kind === 'different' && pointers.length > 0) {
    const quoted = pointers.map((pointer) => `'${pointer}'`).join(', ');
    return `If the client is right: ignore: [${quoted}], or ${anew}.`;
  }
  if (kind === 'unused') return `If the client may leave this early: allowPartial: true, or ${anew}.`;
  if (kind === 'unexpected' && received?.startsWith('session/cancel') === true) {
    return `If the client may cancel here: onCancel: 'answer', or ${anew}.`;
  }
  return `If the client is right: ${anew}.`;
}
