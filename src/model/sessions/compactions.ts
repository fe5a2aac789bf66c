import type { JsonObject } from '../../wire/json-text.js';
import { dropOldest } from '../drop-oldest.js';
import { textOf } from '../json-access.js';
import type { Session } from '../state/session.js';
import type { Step } from '../state/step.js';

const REMEMBERED = 1_000;

/** compaction_update and compaction_summary_chunk (https://agentclientprotocol.com/rfds/session-compaction). */
export function applyCompaction(session: Session, { seq, at, turn }: Step, update: JsonObject): void {
  const id = textOf(update['compactionId']);
  if (id === undefined) return;
  // a chunk that comes first creates a compaction in progress
  const status = textOf(update['status']) ?? (session.compactions.has(id) ? undefined : 'in_progress');
  const known = session.compactions.get(id);
  if (known === undefined) session.compactions.set(id, { seq, at, status, turn: turn?.number });
  else known.status = status ?? known.status;
  dropOldest(session.compactions, REMEMBERED);
}
