import type { Connection } from '../../../model/state/connection.js';
import type { OpenBatch } from '../../../model/state/exchange.js';
import { defineRule } from '../../engine/rule.js';
import { counted, lasting } from '../../engine/wording.js';
import { endedOf, hasCrashed } from './ending.js';

/** A broken frame may be the cause if the agent ends this soon after it. */
const DIES_OF_IT_MS = 1_000;

/** Rules whose violations already report the exit. */
const CONSEQUENCES = [
  'eos/initialize-never-answered',
  'eos/turn-never-answered',
  'eos/foreground-never-idle',
  'eos/cancel-never-confirmed',
  'eos/load-never-answered',
  'eos/request-never-answered',
] as const;

export const abnormalExit = defineRule({
  id: 'eos/abnormal-exit',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'An agent should exit when the client ends it, and not crash.',
  explanation:
    'The client closes stdin, and the agent exits with code 0. Any other code, or a signal that nobody sent, means ' +
    "that it crashed, and the session is lost unless the client restarts it. Look at the agent's stderr.\n\n" +
    'Not reported: codes of signals that clients send (SIGTERM, SIGKILL, SIGINT, SIGHUP); an agent that exits on ' +
    'its own with code 0; an agent that is restarted for a sign-in in a terminal; a crash that left requests ' +
    'unanswered, which are reported instead. Unanswered requests of a batch are reported here, even if the agent ' +
    'exits with code 0.',
  spec: 'v1/transports#stdio',
  messages: {
    crashed: '{how} before the client ended it',
    after: '{how} after the client closed the connection',
    afterBatch: '{how} {after} after a batch (frame {frame}) with {requests} unanswered',
    afterBadInput: '{how} {after} after a broken frame of the client ({rule}), which may be the cause',
  },
  on: ['end'],
  inspect({ connection, lastBad, hasReported, report }) {
    const { ending, initialization, sessions } = connection;
    const ended = endedOf(connection);
    const batch = ended.by === 'agent' ? unansweredBatchIn(connection) : undefined;
    if ((!hasCrashed(ending) && batch === undefined) || ending.signals.length > 0 || !ended.isWhole) return;
    if (ended.by !== 'client' && CONSEQUENCES.some((rule) => hasReported(rule))) return;
    if (sessions.size === 0 && initialization.authMethods.some(({ type }) => type === 'terminal')) return;
    const { exit } = ending;
    const how =
      exit?.signal === undefined
        ? `the agent exited with code ${exit?.code ?? '?'}`
        : `signal ${exit.signal} ended the agent`;
    if (batch !== undefined) {
      const data = { how, requests: counted(batch.keys.size, 'request'), frame: batch.seq };
      report('afterBatch', { data: { ...data, after: lasting(ended.at.at - batch.at) }, evidence: [batch] });
      return;
    }
    const bad = lastBad.client;
    const after = bad === undefined ? Infinity : ended.at.at - bad.at;
    if (ended.by === 'client') report('after', { data: { how }, evidence: [ending.clientEof] });
    else if (bad !== undefined && after <= DIES_OF_IT_MS) {
      report('afterBadInput', { data: { how, after: lasting(after), rule: bad.rule }, evidence: [bad] });
    } else report('crashed', { data: { how } });
  },
});

/** The last batch of the client that still waits for answers. */
function unansweredBatchIn({ batches }: Connection): OpenBatch | undefined {
  return batches.findLast(({ sender, keys }) => sender === 'client' && keys.size > 0);
}
