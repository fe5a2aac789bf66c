import * as z from 'zod';
import { statsJson } from './statistics/statistics-json-schema.js';
import { configFile } from './check/config-json-schema.js';
import { driftJson, lockFile } from './drift/drift-json-schema.js';
import { fidelityJson } from './fidelity/fidelity-json-schema.js';
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
  bytes: z.int().describe('bytes of the stream, newlines included'),
  lostBytes: z.int().describe('forwarded and missing: never recorded, or lost with the journal'),
});

const damage = z
  .object({
    skippedBytes: z.int().describe('bytes that could not be read'),
    missingRecords: z.int(),
    displacedRecords: z.int().describe('records that came after a later one'),
    cutBytes: z.int().describe('bytes of an incomplete last record; the tap may have been killed while writing it'),
  })
  .nullable()
  .describe('damage to the journal; null if there was none');

/** `list --json`: an array of these; `import --json`: one a line. */
export const recordingJson = z.object({
  number: z.int(),
  id: z.string(),
  name: z.string().nullable(),
  source: z.enum(['tap', 'import']),
  state: z
    .enum(['live', 'ended', 'killed', 'unknown'])
    .describe('killed: the tap was killed; unknown: the tap is out of sight'),
  started: time.describe('ISO 8601, UTC; for an import, when it was imported'),
  recorded: time.nullable().describe('wall-clock time of the first line, if known'),
  durationMs: z.number().describe('until now if the recording is live'),
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
  kept: z.boolean().describe('marked with turntable keep'),
  streams: z.object({ client: streamCounts, agent: streamCounts, stderr: streamCounts }),
  damage,
});

const moment = {
  seq: z.int().describe('number on the timeline; frames and events are counted together'),
  ms: z.number().nullable().describe('since time zero of the recording; for a frame, when its last byte arrived'),
  time: time.nullable(),
};

const frameJson = z.object({
  ...moment,
  type: z.literal('frame'),
  sender: z.enum(['client', 'agent', 'stderr']),
  size: z.int().describe('bytes, without the newline'),
  terminated: z.boolean().describe('whether the line ends with a newline'),
  kind: z.enum(['request', 'notification', 'response', 'batch', 'malformed']).nullable().describe('null for stderr'),
  method: z.string().nullable(),
  id: z.string().nullable().describe('the raw JSON token: 1 is not "1"'),
  sessionId: z.string().nullable(),
  otherHalf: z.int().nullable().describe('seq of the response to this request, or of the request of this response'),
  latencyMs: z.number().nullable().describe('for a response: time since its request'),
  text: z.string().optional().describe('the line; either text or base64 is present'),
  base64: z.string().optional().describe('the line, if it is not UTF-8'),
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
  sha256: z.string().describe('hex, of the frames joined by newlines'),
  differsFromByte: z.int().optional().describe('the first difference is within 64 kB from here'),
  lostBytes: z.int(),
});

const difference = z.object({
  what: z
    .enum(['changed', 'missing', 'added', 'index', 'fact', 'digest'])
    .describe('index: what lists look up differs from the frame. digest: something differs, but it is unknown where'),
  from: z.int().optional().describe('number of the first frame or event'),
  to: z.int().optional().describe('number of the last one'),
  type: z.enum(['frame', 'event']).optional(),
  aspects: z
    .array(z.enum(['sender', 'times', 'content']))
    .optional()
    .describe('what changed in the entries; empty: unknown'),
  fact: z.string().optional().describe('argv, cwd, start...'),
});

/** `verify --json`. */
export const proofJson = z.object({
  recording: z.string().describe('its id'),
  number: z.int(),
  verdict: z.string().describe('proved; unchanged; differs; incomplete: ...; unfinished: ...; nothing to compare with'),
  covers: z
    .enum(['all', 'bytes', 'nothing'])
    .describe('bytes: recorded by an older version. nothing: imported by an older version, or live'),
  sha256: z.string().describe('hex, of everything covered'),
  differences: z.array(difference),
  streams: z.object({ client: streamProof, agent: streamProof, stderr: streamProof }),
  damage,
});

/** `lint --json`: an array of these. */
export const lintJson = z.object({
  file: z.string(),
  line: z.int().describe('from 1; for included files, the line of the include'),
  severity: z.enum(SEVERITIES).describe('error: the fixture cannot be replayed'),
  problem: z.string().describe('short name, such as unknown-header'),
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
  seq: z.int().describe('the frame with the violation'),
  sessionId: z.string().nullable(),
  turn: z.int().nullable().describe('number of the turn in its session'),
  message: z.string(),
  evidence: z.array(z.int()).describe('seqs of other frames that show it; if there are many, only some'),
  raced: z.boolean().describe('the two sides may have crossed on the wire, so it is one severity lower'),
  recording: z.string().optional().describe('the recording, if several were checked'),
});

/** `check --format json`. */
export const checkJson = z.object({
  frames: z.int().describe('frames of client and agent'),
  violations: z.array(violationJson),
  counts: z.object({ error: z.int(), warning: z.int(), info: z.int() }),
  configuration: z
    .object({
      file: z.string(),
      rulesOff: z.int().describe('number of rules it switches off'),
      failOn: z.string().nullable().describe('its value for --fail-on; null if it has none'),
    })
    .nullable()
    .describe('the configuration file in use, or null'),
  allowed: z
    .object({
      violations: z.int().describe('number of violations silenced'),
      unused: z.array(
        z.object({
          rule: z.string(),
          seq: z.int().describe('the frame or event below the comment'),
          line: z.int().nullable().describe('line of that frame in its file'),
          recording: z.string().optional().describe('the recording, if several were checked'),
        }),
      ),
    })
    .optional()
    .describe('effect of comments in files (# allow: RULE), if there are any'),
});

/** `search --json`: one a line. */
export const searchJson = z.object({
  recording: z.string().nullable().describe('id of the recording; null for a file'),
  number: z.int().nullable().describe('number of the recording; null for a file'),
  file: z.string().optional().describe('the file, as given to --in'),
  name: z.string().nullable(),
  seq: z.int(),
  sender: z.enum(['client', 'agent', 'stderr']),
  method: z.string().nullable(),
  before: z.string().describe('text before the match, shortened'),
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

export type RecordingJson = z.infer<typeof recordingJson>;
export type EntryJson = z.infer<typeof entryJson>;
export type ProofJson = z.infer<typeof proofJson>;
export type LintJson = z.infer<typeof lintJson>;
export type FindingJson = z.infer<typeof findingJson>;
export type CheckJson = z.infer<typeof checkJson>;
export type StatsJson = z.infer<typeof statsJson>;
export type SearchJson = z.infer<typeof searchJson>;
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
  drift: driftJson,
  fidelity: fidelityJson,
  lock: lockFile,
  explanation: explanationJson,
  config: configFile,
} as const;
