import * as z from 'zod';

const surface = z.record(z.string(), z.unknown()).describe('what the agent announced and did, by method');

/** A lock file: what an agent announced and did when it was probed. */
export const lockFile = z.strictObject({
  format: z.literal(1),
  agent: z.string().nullable().describe('the name that the agent gives itself'),
  version: z.string().nullable().describe('its version then; it is shown, not compared'),
  varies: z
    .array(z.string())
    .describe('JSON pointers below surface to what differed between two probes in a row: it is not compared'),
  surface,
});

/** `drift --json`. */
export const driftJson = z.object({
  agent: z.string().nullable(),
  version: z.string().nullable(),
  lockedVersion: z.string().nullable(),
  equal: z.boolean(),
  changes: z.array(
    z.object({
      path: z.string().describe('JSON pointer below surface'),
      locked: z.unknown().optional().describe('absent: it is new'),
      now: z.unknown().optional().describe('absent: it is gone'),
    }),
  ),
  surface,
});

export type LockFile = z.infer<typeof lockFile>;
export type DriftJson = z.infer<typeof driftJson>;
