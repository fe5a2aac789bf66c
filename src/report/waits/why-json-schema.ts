import * as z from 'zod';
import { SPAN_KINDS, WORKERS } from '../../model/state/span.js';
import { WAIT_KINDS } from '../../model/state/wait.js';

const ms = z.number().describe('ms');

const spanJson = z.object({
  id: z.string().describe('stable while the recording grows: kind and first frame'),
  kind: z.enum(SPAN_KINDS),
  name: z.string().describe('beginning of the prompt, title of the tool call, file, or command'),
  parent: z.string().nullable().describe('id of the open span it is part of'),
  works: z.enum(WORKERS).describe('who has to act; other: a running command'),
  owes: z.enum(['client', 'agent']).describe('whose message ends it'),
  seq: z.int().describe('the frame it starts at'),
  openMs: ms.nullable().describe('how long it has been open; null if times are unknown'),
  sessionId: z.string().nullable(),
  turn: z.int().nullable().describe('number of the turn in its session'),
  method: z.string().nullable().describe('method of the unanswered request; null for tool calls and the work of v2'),
  requestId: z.string().nullable().describe('its id, as a JSON token'),
  status: z.string().nullable().describe('status of a tool call, or of the work of v2'),
  cancelled: z.boolean(),
});

/** `why --json`; `why --watch --json`: one a line. */
export const whyJson = z.object({
  recording: z.string(),
  state: z.enum(['live', 'ended', 'killed', 'unknown']).describe('as in recording.schema.json; files have ended'),
  atMs: ms.nullable().describe('the moment described (now, or the end), since time zero of the recording'),
  waitingMs: ms
    .nullable()
    .describe('how long the wait that matters most has gone without progress; null: nothing is owed'),
  waitingFor: z.enum(WORKERS).nullable().describe('who has to act in that wait: one that may be stuck before others'),
  stuck: z.boolean().describe('of a live recording: that wait has gone without progress for longer than is usual'),
  started: z
    .string()
    .nullable()
    .describe('the program that was really started, and what runs it; null where the recording does not say'),
  waits: z.array(
    z.object({
      kind: z.enum(WAIT_KINDS),
      works: z.enum(WORKERS).describe('who has to act'),
      headline: z.string(),
      what: z.string().describe('the headline without its time: the same while it lasts'),
      openMs: ms.nullable().describe('how long the wait has lasted'),
      silentMs: ms.nullable().describe('since the last progress on what causes it'),
      lastSeq: z.int().describe('the frame of that progress'),
      patienceMs: ms
        .nullable()
        .describe('how long there may be no progress before it is told; null: nothing can come any more'),
      stuck: z.boolean().describe('live, a program has to act, and it takes longer than is usual: a guess'),
      cause: z.string().describe('id of the span that blocks the others'),
      spans: z.array(spanJson).describe('what is open, innermost first'),
      lines: z
        .array(
          z.object({
            certainty: z.enum(['fact', 'guess']),
            text: z.string(),
            seq: z.int().nullable().describe('a frame that shows it'),
          }),
        )
        .describe('how we know'),
      causes: z.array(z.string()).describe('what usually causes such a wait'),
      next: z.array(z.string()).describe('what to do next'),
    }),
  ),
  notes: z.array(z.string()),
});

export type WhyJson = z.infer<typeof whyJson>;
