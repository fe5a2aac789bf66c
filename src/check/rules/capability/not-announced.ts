import { announcementOf, capabilitiesField } from '../../../model/handshake/announced-capabilities.js';
import type { Connection } from '../../../model/state/connection.js';
import type { Moment } from '../../../model/state/moment.js';
import type { Sender } from '../../../wire/frame.js';
import type { Severity } from '../../engine/severity.js';

/** Why a capability cannot be used, and how a message says so. */
export interface NotAnnounced {
  /**
   * Its full name on the wire: "agentCapabilities.promptCapabilities.image"; then what is wrong with it, if it is
   * there.
   */
  readonly capability: string;
  /** What the peer did with it: the words before it in a sentence. */
  readonly state: string;
  /** Milder if the peer announced it in the wrong shape, which is a violation of its own. */
  readonly severity: Severity;
  /** The initialize message that does not announce it. */
  readonly evidence: readonly (Moment | undefined)[];
}

/**
 * What is missing if `side` did not announce a capability; undefined if it did, or if the recording does not show it.
 *
 * @param path in the capabilities of that side, in the negotiated version
 */
export function notAnnounced(connection: Connection, side: Sender, path: string): NotAnnounced | undefined {
  const said = announcementOf(connection, side, path);
  if (said === 'yes' || said === 'unknown') return undefined;
  const { version, initialization } = connection;
  // an agent without sessions has no part of them: that was reported once (init/session-surface-missing)
  if (path.startsWith('session.') && side === 'agent' && announcementOf(connection, side, 'session') !== 'yes') {
    return undefined;
  }
  const capability = `${capabilitiesField(side, version)}.${path}`;
  const evidence = [side === 'agent' ? initialization.answer : initialization.request];
  return said === 'no'
    ? { capability, state: 'did not announce', severity: 'error', evidence }
    : {
        capability: `${capability} with the wrong type, which counts as not announced`,
        state: 'announced',
        severity: 'warning',
        evidence,
      };
}
