import * as z from 'zod';

const flow = {
  frames: z.int(),
  bytes: z.int().describe('of the lines, without newlines'),
  largest: z.object({ seq: z.int(), bytes: z.int() }).describe('the largest line'),
  sentBytes: z.int().describe('texts of messages, tool calls and terminals, without the JSON around them'),
  newBytes: z.int().describe('the part of sentBytes that did not repeat what was there before'),
};

const sender = z.enum(['client', 'agent']);

/** What was sent: `traffic` in `stats --json`. */
export const trafficJson = z.object({
  directions: z.object({ client: z.object(flow), agent: z.object(flow) }).describe('by who sent it'),
  methods: z
    .array(
      z.object({
        sender,
        kind: z.enum(['request', 'notification', 'response', 'malformed']),
        method: z.string().nullable().describe('of a response that of its request; null: none, or one of many others'),
        updateKind: z.string().nullable().describe('of a session/update'),
        ...flow,
      }),
    )
    .describe('the most bytes first'),
  sessions: z.array(z.object({ sessionId: z.string(), ...flow })).describe('the most bytes first'),
  largest: z
    .array(
      z.object({
        what: z.enum(['tool-call', 'message', 'terminal']),
        id: z.string().nullable(),
        title: z.string().nullable().describe('of a tool call'),
        sessionId: z.string(),
        seq: z.int().describe('its first frame'),
        endSeq: z.int(),
        frames: z.int(),
        bytes: z.int(),
        sentBytes: z.int(),
        newBytes: z.int(),
      }),
    )
    .describe('the messages, tool calls and terminals that took the most bytes, at most 20'),
  overTime: z
    .object({
      intervalMs: z.number(),
      intervals: z.array(z.object({ client: z.int(), agent: z.int() })).describe('bytes by who sent them'),
    })
    .nullable()
    .describe('null if the frames have no recorded times'),
});

export type TrafficJson = z.infer<typeof trafficJson>;
