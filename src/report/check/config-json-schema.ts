import * as z from 'zod';
import { SEVERITIES } from '../../check/engine/severity.js';

/** The member `check` of turntable.config.json. */
const checkConfig = z.strictObject({
  ignore: z.array(z.string()).optional().describe('rules or families to leave out'),
  enable: z.array(z.string()).optional().describe('rules to add that are off by default'),
  failOn: z
    .enum([...SEVERITIES, 'never'])
    .optional()
    .describe('the lowest severity that makes the exit code 1'),
  dialect: z.enum(['auto', 'v2a', 'v2b']).optional().describe('the draft of ACP v2'),
  raceWindowMs: z
    .number()
    .min(0)
    .optional()
    .describe('messages of the two sides closer together than this may have crossed'),
});

/** The member `redact` of turntable.config.json. */
const redactConfig = z.strictObject({
  also: z
    .array(z.string())
    .optional()
    .describe('what to redact besides: emails, hosts, or a /pattern/; as --redact-also'),
  keep: z
    .array(z.string())
    .optional()
    .describe('names of variables, headers, members and options whose values stay; as --keep'),
});

/** turntable.config.json, in the folder where turntable is run. */
export const configFile = z.strictObject({
  $schema: z.string().optional().describe('address of this schema, for editors'),
  check: checkConfig.optional(),
  redact: redactConfig.optional(),
});

export type ConfigFile = z.infer<typeof configFile>;
