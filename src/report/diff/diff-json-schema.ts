import * as z from 'zod';
import { DIFFERENCE_KINDS } from '../../compare/difference.js';

const sideJson = z
  .object({
    seq: z.int().describe('its first frame'),
    endSeq: z.int().describe('its last frame'),
    label: z.string(),
  })
  .nullable()
  .describe('null where only the other conversation has it');

const bothJson = z.object({ a: z.int().nullable(), b: z.int().nullable() }).nullable();

/** `diff --json`. */
export const diffJson = z.object({
  a: z.string().describe('name of the first conversation'),
  b: z.string(),
  equal: z.boolean(),
  differences: z.array(
    z.object({
      kind: z.enum(DIFFERENCE_KINDS),
      summary: z.string(),
      session: bothJson.describe('numbers of the session, in the order in which they come into sight'),
      turn: bothJson.describe('numbers of the turn in its session'),
      part: z
        .enum(['history', 'outside'])
        .nullable()
        .describe('in the history of a restored session, or outside of turns'),
      a: sideJson,
      b: sideJson,
      changes: z
        .array(
          z.object({
            path: z.string().describe('JSON pointer below the thing'),
            a: z
              .unknown()
              .optional()
              .describe('left out where A has nothing there; ids, times and folders stand as <...>'),
            b: z.unknown().optional(),
            pieces: z
              .array(z.object({ text: z.string(), in: z.enum(['a', 'b', 'both']) }))
              .optional()
              .describe('of texts: what is the same and what is not'),
          }),
        )
        .describe('what of it differs; empty where one side does not have it, or has it elsewhere'),
    }),
  ),
  counts: z.partialRecord(z.enum(DIFFERENCE_KINDS), z.int()).describe('by kind; kinds without any are left out'),
  notCompared: z.array(z.enum(DIFFERENCE_KINDS)),
});

export type DiffJson = z.infer<typeof diffJson>;
