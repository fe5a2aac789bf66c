import * as z from 'zod';

/** What commands print with `--json`. The types of the program and the published JSON Schemas (docs/json) come from here. */

const time = z.string().describe('ISO 8601, UTC');

const streamCounts = z.object({
  frames: z.int(),
  bytes: z.int().describe('of the stream, newlines included'),
  lostBytes: z.int().describe('forwarded and never recorded'),
});

/** `list --json`: an array of these; `import --json`: one a line. */
export const recordingJson = z.object({
  number: z.int(),
  id: z.string(),
  name: z.string().nullable(),
  source: z.enum(['tap', 'import']),
  state: z
    .enum(['live', 'ended', 'killed', 'unknown'])
    .describe('killed: the tap was; unknown: it ran out of our sight'),
  started: time.describe('ISO 8601, UTC; of an import, when it was imported'),
  recorded: time.nullable().describe('wall clock of the first line, where it is known'),
  durationMs: z.number(),
  argv: z.array(z.string()).nullable(),
  cwd: z.string().nullable(),
  exitCode: z.int().nullable(),
  exitSignal: z.string().nullable(),
  events: z.int(),
  streams: z.object({ client: streamCounts, agent: streamCounts, stderr: streamCounts }),
});

const moment = {
  seq: z.int().describe('its place on the timeline, one count for frames and events'),
  ms: z.number().nullable().describe('since time zero of the recording; of a frame, when its last byte came'),
  time: time.nullable(),
};

const frameJson = z.object({
  ...moment,
  type: z.literal('frame'),
  sender: z.enum(['client', 'agent', 'stderr']),
  size: z.int().describe('bytes, without the newline'),
  terminated: z.boolean().describe('whether a newline ended it'),
  kind: z.enum(['request', 'notification', 'response', 'batch', 'malformed']).nullable().describe('null for stderr'),
  method: z.string().nullable(),
  id: z.string().nullable().describe('the raw JSON token: 1 is not "1"'),
  sessionId: z.string().nullable(),
  otherHalf: z.int().nullable().describe('seq of the other half of the exchange'),
  latencyMs: z.number().nullable().describe('of a response: since its request'),
  text: z.string().optional().describe('the line; one of text and base64 is there'),
  base64: z.string().optional().describe('the line, where it is not UTF-8'),
});

const eventJson = z.object({
  ...moment,
  type: z.literal('event'),
  name: z.string(),
  fields: z.record(z.string(), z.string()),
});

/** `show --json`: an array of these; `tail --json`: one a line. */
export const entryJson = z.discriminatedUnion('type', [frameJson, eventJson]);

const streamProof = z.object({
  bytes: z.int(),
  sha256: z.string().describe('hex, of what the frames joined by newlines come to'),
  differsFromByte: z.int().optional().describe('the first difference lies here or in the 64 kB that follow'),
  lostBytes: z.int(),
});

/** `verify --json`. */
export const proofJson = z.object({
  recording: z.string().describe('its id'),
  number: z.int(),
  verdict: z
    .string()
    .describe('proved; differs from byte N; incomplete: ...; unfinished: ...; nothing to compare with'),
  streams: z.object({ client: streamProof, agent: streamProof, stderr: streamProof }),
});

/** `doctor --json`: an array of these. */
export const findingJson = z.object({
  what: z.string(),
  state: z.enum(['ok', 'note', 'problem']),
  detail: z.string(),
  fix: z.string().optional(),
});

export type RecordingJson = z.infer<typeof recordingJson>;
export type EntryJson = z.infer<typeof entryJson>;
export type ProofJson = z.infer<typeof proofJson>;
export type FindingJson = z.infer<typeof findingJson>;

/** The schemas by the name of their file. */
export const JSON_OUTPUTS = {
  recording: recordingJson,
  entry: entryJson,
  proof: proofJson,
  finding: findingJson,
} as const;
