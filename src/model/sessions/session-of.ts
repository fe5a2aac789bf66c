import type { Moment } from '../state/moment.js';
import { newSession, type Session } from '../state/session.js';

/** The session with that id. A session that nothing created is recorded as "seen". */
export function sessionOf(
  sessions: Map<string, Session>,
  id: string,
  moment: Moment,
  state: Session['state'] = 'active',
): Session {
  const known = sessions.get(id);
  if (known !== undefined) return known;
  const made = newSession(id, 'seen', state, moment);
  sessions.set(id, made);
  return made;
}
