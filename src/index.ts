/**
 * The library: reading recordings from a program. Everything that stands here is documented and kept stable.
 */
export { TurntableError, type ErrorCode } from './errors.js';
export { openDatabase, type OpenOptions } from './store/open-database.js';
export { findRecording, listRecordings, type Recording, type StreamTotals } from './store/recordings.js';
export { frameBytes, timelineOf, type TimelineRange } from './store/timeline.js';
export { verifyRecording, type Proof, type StreamProof, type Verdict } from './store/verify.js';
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
