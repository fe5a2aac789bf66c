import { announcementOf, capabilitiesField } from '../../../model/handshake/announced-capabilities.js';
import type { Connection } from '../../../model/state/connection.js';
import type { Moment } from '../../../model/state/moment.js';
import type { Sender } from '../../../wire/frame.js';
import type { Severity } from '../../engine/severity.js';

/** Why a capability cannot be made use of, and how a message says so. */
export interface NotAnnounced {
  /** As the peer would have to send it: "agentCapabilities.promptCapabilities.image". */
  readonly capability: string;
  /** The end of the sentence that says so. */
  readonly state: string;
  /** Milder where the peer tried to announce it, which is a violation of its own. */
  readonly severity: Severity;
  /** The message of initialize that does not announce it. */
  readonly evidence: readonly (Moment | undefined)[];
}

/**
 * What is missing where `side` did not announce a capability; undefined where it did, and where that is not known.
 *
 * @param path below the capabilities of that side, in the version agreed on
 */
export function notAnnounced(connection: Connection, side: Sender, path: string): NotAnnounced | undefined {
  const said = announcementOf(connection, side, path);
  if (said === 'yes' || said === 'unknown') return undefined;
  const { version, initialization } = connection;
  // without sessions at all no part of them is there: that was reported once (init/session-surface-missing)
  if (path.startsWith('session.') && side === 'agent' && announcementOf(connection, side, 'session') !== 'yes') {
    return undefined;
  }
  const capability = `${capabilitiesField(side, version)}.${path}`;
  const evidence = [side === 'agent' ? initialization.answer : initialization.request];
  return said === 'no'
    ? { capability, state: 'did not announce', severity: 'error', evidence }
    : { capability, state: 'announced in a shape that counts as not announced', severity: 'warning', evidence };
}
