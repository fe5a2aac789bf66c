import * as z from 'zod';
import { insideJson } from '../inside/inside-json-schema.js';
import { trafficJson } from './traffic-json-schema.js';

const ms = z.number().describe('ms');

/** `stats --json`: an array of these, one a conversation. */
export const statsJson = z.object({
  recording: z.string(),
  hasTimes: z
    .boolean()
    .describe('false if the frames have no recorded times; all ms are then made up, one second per frame'),
  durationMs: ms,
  frames: z.object({ client: z.int(), agent: z.int() }),
  bytes: z.object({ client: z.int(), agent: z.int() }),
  sessions: z.int(),
  methods: z.array(
    z.object({
      method: z.string(),
      asker: z.enum(['client', 'agent']),
      count: z.int().describe('answers'),
      errors: z.int(),
      open: z.int().describe('requests without an answer'),
      longestOpenMs: ms.describe('the longest time one of them has been open'),
      p50Ms: ms,
      p90Ms: ms,
      p99Ms: ms,
      maxMs: ms,
      totalMs: ms,
    }),
  ),
  turns: z.array(
    z.object({
      sessionId: z.string(),
      turn: z.int().describe('number of the turn in its session'),
      seq: z.int().describe('the prompt, or the start of work without one'),
      endSeq: z.int(),
      stopReason: z.string().nullable(),
      errorCode: z.int().nullable(),
      answered: z.boolean().describe('false if the recording ends first, or the turn is in progress'),
      goesOn: z.boolean().describe('the turn is in progress in a live recording'),
      totalMs: ms,
      firstUpdateMs: ms.nullable().describe('from the prompt to the first update'),
      firstOutputMs: ms.nullable().describe('from the prompt to the first message, thought, tool call or plan'),
      agentMs: ms.describe('time in which the agent was not waiting for the client'),
      clientMs: ms.describe('time in which it was: permissions, files, terminals, elicitations'),
      permissionMs: ms.describe('the part of clientMs spent on permissions'),
      toolMs: ms.describe('time in which a tool call was open'),
      toolCalls: z.int(),
      permissions: z.int(),
      updates: z.int(),
      longestSilenceMs: ms,
      cancelled: z.boolean(),
      tokens: z
        .object({ input: z.number().nullable(), output: z.number().nullable(), total: z.number().nullable() })
        .nullable(),
      cost: z
        .object({ amount: z.number(), currency: z.string() })
        .nullable()
        .describe('of the session so far, as last reported by the agent'),
    }),
  ),
  stalls: z
    .array(z.object({ sessionId: z.string(), turn: z.int(), silentMs: ms }))
    .describe('silences of 10 s or more'),
  traffic: trafficJson,
  live: z
    .object({
      waitingMs: ms.nullable().describe('how long the wait that matters most has gone without progress; null: none'),
      notes: z.array(z.string()).describe('what the recording is waiting for'),
    })
    .nullable()
    .describe('only for a live recording, which counts until now'),
  inside: insideJson
    .nullable()
    .describe('what the agent itself reports of its time; null if the recording was made without record --inside'),
});
