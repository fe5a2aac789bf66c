import * as z from 'zod';
import { launchJson } from './launch/launch-json-schema.js';
import { SEVERITIES } from '../check/engine/severity.js';
import { WORKERS } from '../model/state/span.js';
import { diffJson } from './diff/diff-json-schema.js';
import { explanationJson } from './replay/replay-json-schema.js';
import { whyJson } from './waits/why-json-schema.js';

/** What commands print with `--json`. The types of the program and the published JSON Schemas (docs/json) come from here. */

const time = z.string().describe('ISO 8601, UTC');

const streamCounts = z.object({
  frames: z.int(),
  bytes: z.int().describe('of the stream, newlines included'),
  lostBytes: z.int().describe('forwarded and missing: never recorded, or lost with the journal'),
});

const damage = z
  .object({
    skippedBytes: z.int().describe('that could not be read'),
    missingRecords: z.int(),
    displacedRecords: z.int().describe('that stood behind a later one'),
    cutBytes: z.int().describe('of a last record that is not whole: the tap may have been killed while it wrote it'),
  })
  .nullable()
  .describe('what was wrong with the journal; null if nothing was');

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
  durationMs: z.number().describe('of a live recording until now'),
  waitingMs: z
    .number()
    .nullable()
    .describe('of a live recording: how long the wait that matters most has gone without progress; null: none'),
  waitingFor: z.enum(WORKERS).nullable().describe('who has to act in that wait; other: a command that runs'),
  stuck: z.boolean().describe('that wait has gone without progress for longer than is usual'),
  argv: z.array(z.string()).nullable(),
  cwd: z.string().nullable(),
  exitCode: z.int().nullable(),
  exitSignal: z.string().nullable(),
  events: z.int(),
  sha256: z
    .string()
    .nullable()
    .describe(
      'hex: the sum of all that verify covers, as it was kept; null of a live recording, or one of an older version',
    ),
  launch: launchJson.nullable().describe('what was really started; null where the recording does not say'),
  kept: z.boolean().describe('marked to stay by turntable keep'),
  streams: z.object({ client: streamCounts, agent: streamCounts, stderr: streamCounts }),
  damage,
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

const difference = z.object({
  what: z
    .enum(['changed', 'missing', 'added', 'index', 'fact', 'digest'])
    .describe('index: look-ups of a frame differ from what it says. digest: somewhere, no place is known'),
  from: z.int().optional().describe('number of the first frame or event'),
  to: z.int().optional().describe('number of the last one'),
  type: z.enum(['frame', 'event']).optional(),
  aspects: z
    .array(z.enum(['sender', 'times', 'content']))
    .optional()
    .describe('what of changed entries; empty: unknown'),
  fact: z.string().optional().describe('argv, cwd, start...'),
});

/** `verify --json`. */
export const proofJson = z.object({
  recording: z.string().describe('its id'),
  number: z.int(),
  verdict: z.string().describe('proved; unchanged; differs; incomplete: ...; unfinished: ...; nothing to compare with'),
  covers: z
    .enum(['all', 'bytes', 'nothing'])
    .describe('bytes: recorded by an older version. nothing: imported by one, or live'),
  sha256: z.string().describe('hex, of all that is covered'),
  differences: z.array(difference),
  streams: z.object({ client: streamProof, agent: streamProof, stderr: streamProof }),
  damage,
});

/** `lint --json`: an array of these. */
export const lintJson = z.object({
  file: z.string(),
  line: z.int().describe('from 1; for what an included file holds, that of the include'),
  severity: z.enum(SEVERITIES).describe('error: it cannot be replayed'),
  problem: z.string().describe('in a word or two: unknown-header'),
  message: z.string(),
});

/** `doctor --json`: an array of these. */
export const findingJson = z.object({
  what: z.string(),
  state: z.enum(['ok', 'note', 'problem']),
  detail: z.string(),
  fix: z.string().optional(),
});

const violationJson = z.object({
  rule: z.string().describe('family/name; `turntable rules RULE` explains it'),
  severity: z.enum(SEVERITIES),
  fault: z.enum(['client', 'agent']).describe('who broke the rule'),
  seq: z.int().describe('the frame it stands at'),
  sessionId: z.string().nullable(),
  turn: z.int().nullable().describe('number of the turn in its session'),
  message: z.string(),
  evidence: z.array(z.int()).describe('seqs of other frames that show it, of many only some'),
  raced: z.boolean().describe('the two sides may have crossed on the wire, so it is one severity lower'),
  recording: z.string().optional().describe('which, where several were checked'),
});

/** `check --format json`. */
export const checkJson = z.object({
  frames: z.int().describe('of client and agent'),
  violations: z.array(violationJson),
  counts: z.object({ error: z.int(), warning: z.int(), info: z.int() }),
  configuration: z
    .object({
      file: z.string(),
      rulesOff: z.int().describe('how many rules it switches off'),
      failOn: z.string().nullable().describe('what it makes of --fail-on; null where it says nothing'),
    })
    .nullable()
    .describe('the configuration file in use, or null'),
  allowed: z
    .object({
      violations: z.int().describe('how many they silenced'),
      unused: z.array(
        z.object({
          rule: z.string(),
          seq: z.int().describe('the frame or event below the comment'),
          line: z.int().nullable().describe('of that frame in its file'),
          recording: z.string().optional().describe('which, where several were checked'),
        }),
      ),
    })
    .optional()
    .describe('what comments in files (# allow: RULE) came to, if there are any'),
});

const ms = z.number().describe('ms');

/** `stats --json`: an array of these, one a conversation. */
export const statsJson = z.object({
  recording: z.string(),
  hasTimes: z
    .boolean()
    .describe('false where the frames have no times of their own: all ms are then made up, a second a frame'),
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
      longestOpenMs: ms.describe('of them, the one that has been open longest'),
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
      seq: z.int().describe('the prompt, or where work began without one'),
      endSeq: z.int(),
      stopReason: z.string().nullable(),
      errorCode: z.int().nullable(),
      answered: z.boolean().describe('false where the recording ends first, or the turn goes on'),
      goesOn: z.boolean().describe('in a live recording: it has not ended yet'),
      totalMs: ms,
      firstUpdateMs: ms.nullable().describe('from the prompt to the first update'),
      firstOutputMs: ms.nullable().describe('from the prompt to the first message, thought, tool call or plan'),
      agentMs: ms.describe('the time in which the agent did not wait for the client'),
      clientMs: ms.describe('the time in which it did: permissions, files, terminals, elicitations'),
      permissionMs: ms.describe('of it, for permissions'),
      toolMs: ms.describe('the time in which a tool call was open'),
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
        .describe('of the session so far, as the agent last said'),
    }),
  ),
  stalls: z
    .array(z.object({ sessionId: z.string(), turn: z.int(), silentMs: ms }))
    .describe('silences of 10 s and more'),
  live: z
    .object({
      waitingMs: ms.nullable().describe('how long the wait that matters most has gone without progress; null: none'),
      notes: z.array(z.string()).describe('what is waited for'),
    })
    .nullable()
    .describe('of a live recording, which counts until now'),
});

/** `search --json`: one a line. */
export const searchJson = z.object({
  recording: z.string().nullable().describe('its id; null in a file'),
  number: z.int().nullable().describe('of the recording; null in a file'),
  file: z.string().optional().describe('the file, as --in named it'),
  name: z.string().nullable(),
  seq: z.int(),
  sender: z.enum(['client', 'agent', 'stderr']),
  method: z.string().nullable(),
  before: z.string().describe('some of the line before the hit'),
  match: z.string(),
  after: z.string(),
});

/** `rules --json`: an array of these. */
export const ruleJson = z.object({
  id: z.string(),
  severity: z.enum(SEVERITIES),
  versions: z.array(z.enum(['v1', 'v2', 'v2a', 'v2b'])),
  fault: z.enum(['client', 'agent', 'sender', 'receiver']),
  summary: z.string(),
  explanation: z.string().describe('paragraphs, separated by blank lines'),
  spec: z.string().describe('address of the page of the specification'),
  offByDefault: z.boolean(),
});

/** The member `check` of turntable.config.json. */
const checkConfig = z.strictObject({
  ignore: z.array(z.string()).optional().describe('rules or families that are not reported'),
  enable: z.array(z.string()).optional().describe('rules that are off by default'),
  failOn: z
    .enum([...SEVERITIES, 'never'])
    .optional()
    .describe('the least severity that makes the exit code 1'),
  dialect: z.enum(['auto', 'v2a', 'v2b']).optional().describe('the draft of ACP v2'),
  raceWindowMs: z.number().min(0).optional().describe('frames of the two sides closer than this may have crossed'),
});

/** turntable.config.json, in the folder where turntable is run. */
export const configFile = z.strictObject({
  $schema: z.string().optional().describe('address of this schema, for editors'),
  check: checkConfig.optional(),
});

export type RecordingJson = z.infer<typeof recordingJson>;
export type EntryJson = z.infer<typeof entryJson>;
export type ProofJson = z.infer<typeof proofJson>;
export type LintJson = z.infer<typeof lintJson>;
export type FindingJson = z.infer<typeof findingJson>;
export type CheckJson = z.infer<typeof checkJson>;
export type StatsJson = z.infer<typeof statsJson>;
export type SearchJson = z.infer<typeof searchJson>;
export type CheckConfig = z.infer<typeof checkConfig>;
export type RuleJson = z.infer<typeof ruleJson>;

/** The schemas by the name of their file. */
export const JSON_OUTPUTS = {
  recording: recordingJson,
  entry: entryJson,
  proof: proofJson,
  finding: findingJson,
  lint: lintJson,
  check: checkJson,
  diff: diffJson,
  rule: ruleJson,
  search: searchJson,
  stats: statsJson,
  why: whyJson,
  explanation: explanationJson,
  config: configFile,
} as const;
