/**
 * The library: recordings in tests, and reading recordings from a program. Everything that stands here is documented and kept stable.
 * What is not needed by all is loaded when it is called.
 */
export type { Severity } from './check/engine/severity.js';
export type { DifferenceKind } from './compare/difference.js';
export { TurntableError, type ErrorCode } from './errors.js';
export type { FixtureHeader } from './fixture/format/format.js';
export { checkFixture } from './library/check-fixture.js';
export { diffRecordings } from './library/diff-recordings.js';
export {
  readFixture,
  type FixtureContent,
  type FixtureContentEntry,
  type FixtureContentEvent,
  type FixtureContentFrame,
} from './library/fixture-content.js';
export { recordAgent } from './library/record-agent.js';
export { whyWaiting } from './library/why-waiting.js';
export { replayAgent } from './library/replay-agent.js';
export { ReplayDivergedError } from './library/replay-diverged-error.js';
export type { ReplayAgentOptions } from './library/replay-agent-options.js';
export type { TestAgent } from './library/test-agent.js';
export type {
  CheckFixtureOptions,
  DifferingPart,
  DiffRecordingsOptions,
  CheckConfiguration,
  FixtureCheck,
  FixtureViolation,
  OpenThing,
  OwedThing,
  RecordAgentOptions,
  RedactOptions,
  RecordingReport,
  RecordingsChange,
  RecordingsDiff,
  RecordingsDifference,
  Waiting,
  WhyWaitingOptions,
} from './library/types.js';
export { assertAllFinished } from './library/test-run/unasked-replays.js';
export { useFixture, type FixtureMode, type UseFixtureOptions } from './library/use-fixture.js';
export type { FieldDifference } from './replay/engine/differences.js';
export type { Coverage, Divergence, DivergenceKind, FixturePlace } from './replay/divergence/divergence.js';
export type { MatchMode } from './replay/engine/match-options.js';
export type { ReplayEnd, ReplayReport, ReplayWarning } from './replay/engine/replay-report.js';
export type { Database, Statement, Transaction } from './store/schema/database.js';
export { openDatabase, type OpenOptions } from './store/schema/open-database.js';
export { findRecording, listRecordings, type Recording, type StreamTotals } from './store/query/recordings.js';
export { frameBytes, timelineOf, type TimelineRange } from './store/query/timeline.js';
export { verifyRecording, type Covered, type Proof, type StreamProof, type Verdict } from './store/query/proof.js';
export type { Difference, EntriesDifference } from './store/proof/timeline-comparison.js';
export type {
  Envelope,
  EventFields,
  EventName,
  Frame,
  RecordedEvent,
  Sender,
  Stream,
  TimelineEntry,
} from './wire/frame.js';
export type { Message } from './wire/message.js';
