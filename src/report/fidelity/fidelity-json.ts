import type { JudgedRestore, ReplayFault } from '../../compare/fidelity/judge-restores.js';
import { FAULT_KINDS } from '../../compare/fidelity/told-kinds.js';
import type { FidelityJson } from './fidelity-json-schema.js';

/** What `fidelity --json` prints. */
export function fidelityJson(restores: readonly JudgedRestore[]): FidelityJson {
  const faults = restores.flatMap((restore) => restore.faults);
  return {
    equal: faults.length === 0,
    restores: restores.map(({ because, error, isPartlyKnown, faults: own, liveIn, ...rest }) => ({
      ...rest,
      liveIn: [...liveIn],
      notCompared: because ?? null,
      error: error ?? null,
      partlyKnown: isPartlyKnown,
      differences: own.map((fault) => ({
        kind: fault.kind,
        what: fault.what ?? null,
        summary: faultSummary(fault),
        live: fault.live ?? null,
        replayed: fault.replayed ?? null,
        changes: fault.alterations.map(({ path, live, replayed }) => {
          return { path, live, ...(replayed !== undefined && { replayed }) };
        }),
      })),
    })),
    counts: Object.fromEntries(
      FAULT_KINDS.flatMap((kind) => {
        const count = faults.filter((fault) => fault.kind === kind).length;
        return count === 0 ? [] : [[kind, count]];
      }),
    ),
  };
}

/** One sentence. */
export function faultSummary({ kind, live, replayed, alterations }: ReplayFault): string {
  const label = (live ?? replayed)?.label ?? 'something';
  switch (kind) {
    case 'nothing-replayed':
      return 'nothing of the conversation was replayed';
    case 'lost':
      return `${label} was not replayed`;
    case 'added':
      return `${label} was replayed, and was not live`;
    case 'moved':
      return `${label} was replayed in another place`;
    case 'altered': {
      const paths = alterations.map(
        ({ path, replayed: now }) => `${path.slice(1)}${now === undefined ? ' (lost)' : ''}`,
      );
      return `${label} was replayed otherwise: ${[...new Set(paths)].join(', ')}`;
    }
    default:
      return kind satisfies never;
  }
}
