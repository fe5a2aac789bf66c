import * as z from 'zod';
import { DIFFERENCE_KINDS } from '../../compare/difference.js';

const sideJson = z
  .object({
    seq: z.int().describe('its first frame'),
    endSeq: z.int().describe('its last frame'),
    label: z.string(),
  })
  .nullable()
  .describe('null if only the other conversation has it');

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
      session: bothJson.describe('number of the session in each, by first appearance'),
      turn: bothJson.describe('number of the turn in its session, in each'),
      part: z
        .enum(['history', 'outside'])
        .nullable()
        .describe('in the history of a restored session, or outside turns'),
      a: sideJson,
      b: sideJson,
      changes: z
        .array(
          z.object({
            path: z.string().describe('JSON pointer, relative to the compared item'),
            a: z
              .unknown()
              .optional()
              .describe('absent if A has nothing there; ids, times and folders are written as <...>'),
            b: z.unknown().optional(),
            pieces: z
              .array(z.object({ text: z.string(), in: z.enum(['a', 'b', 'both']) }))
              .optional()
              .describe('for texts: the common and the differing pieces'),
          }),
        )
        .describe('the values that differ; empty if one side does not have the item, or has it elsewhere'),
    }),
  ),
  counts: z
    .partialRecord(z.enum(DIFFERENCE_KINDS), z.int())
    .describe('number of differences by kind; kinds without differences are absent'),
  notCompared: z.array(z.enum(DIFFERENCE_KINDS)),
});

export type DiffJson = z.infer<typeof diffJson>;
