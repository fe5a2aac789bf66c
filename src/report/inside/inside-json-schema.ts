import * as z from 'zod';
import { INNER_KINDS } from '../../inside/inner-span.js';

const ms = z.number().describe('ms');

/** What an agent told of itself; in `stats --json`. */
export const insideJson = z.object({
  turns: z.array(
    z.object({
      sessionId: z.string(),
      turn: z.int().describe('number of the turn in its session'),
      modelMs: ms.describe('model calls; the four sums together are the whole turn'),
      toolMs: ms.describe('tools'),
      youMs: ms.describe('waiting for a person'),
      agentMs: ms.describe('the rest: what the agent did itself, or did not tell'),
      youFromPermissions: z
        .boolean()
        .describe('the agent told nothing about waiting for a person: youMs is from the permission requests'),
      spans: z.array(
        z.object({
          kind: z.enum(INNER_KINDS),
          name: z.string().describe('the model, tool or subagent; empty if the agent does not name it'),
          purpose: z.string().nullable().describe('what a model call was for, if not for the conversation'),
          fromMs: ms.describe('since time zero of the recording'),
          toMs: ms,
          firstTokenMs: ms.nullable().describe('of a model call, from its start'),
          failed: z.boolean(),
          toolCallId: z.string().nullable(),
          afterTurn: z.boolean().describe('it began after the turn had ended'),
        }),
      ),
    }),
  ),
  elsewhere: z.int().describe('spans that belong to no turn'),
  lost: z.int().describe('spans that were told and not kept: too many, or the disk was full'),
});

export type InsideJson = z.infer<typeof insideJson>;
