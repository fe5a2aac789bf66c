import * as z from 'zod';
import { FAULT_KINDS, TOLD_KINDS } from '../../compare/fidelity/told-kinds.js';

const place = z
  .object({
    conversation: z.string().describe('name of the recording or file'),
    seq: z.int().describe('its first frame'),
    endSeq: z.int().describe('its last frame'),
    label: z.string(),
  })
  .nullable();

/** `fidelity --json`. */
export const fidelityJson = z.object({
  equal: z.boolean().describe('nothing was lost, altered, moved or added'),
  restores: z.array(
    z.object({
      conversation: z.string().describe('name of the recording or file'),
      sessionId: z.string(),
      method: z.string().describe('session/load, or a session/resume that replays'),
      seq: z.int().describe('the request'),
      endSeq: z.int().describe('its response'),
      liveIn: z.array(z.string()).describe('recordings or files in which the session was live before'),
      notCompared: z
        .enum(['refused', 'no-replay-asked', 'not-recorded-live'])
        .nullable()
        .describe('why it was not compared; null if it was'),
      error: z.string().nullable().describe('what the agent refused it with'),
      partlyKnown: z.boolean().describe('the session was not recorded from its beginning, so nothing counts as added'),
      live: z.int().describe('prompts, messages, thoughts, tool calls and plans that were live'),
      replayed: z.int(),
      differences: z.array(
        z.object({
          kind: z.enum(FAULT_KINDS),
          what: z.enum(TOLD_KINDS).nullable(),
          summary: z.string(),
          live: place.describe('null if it is only in the replay'),
          replayed: place.describe('null if it was not replayed'),
          changes: z.array(
            z.object({
              path: z.string().describe('JSON pointer, relative to the compared thing'),
              live: z.unknown(),
              replayed: z.unknown().optional().describe('absent if it was not replayed'),
            }),
          ),
        }),
      ),
    }),
  ),
  counts: z.partialRecord(z.enum(FAULT_KINDS), z.int()),
});

export type FidelityJson = z.infer<typeof fidelityJson>;
