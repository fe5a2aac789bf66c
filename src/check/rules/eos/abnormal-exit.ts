import { defineRule } from '../../engine/rule.js';
import { lasting } from '../../engine/wording.js';
import { endedOf, hasCrashed } from './ending.js';

/** An agent that ends so shortly after a broken frame may have died of it. */
const DIES_OF_IT_MS = 1_000;

/** Rules whose violations tell of the exit already. */
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
  summary: 'The client ends the agent; it does not crash.',
  explanation:
    'The client closes stdin and the agent ends with code 0. With any other code, or a signal that nobody sent, it has ' +
    'crashed: look at its stderr. The session is lost where the client does not start it again. Not reported: codes of ' +
    'signals that clients send (SIGTERM, SIGKILL, SIGINT, SIGHUP), an agent that ends by itself with code 0, one that is ' +
    'started anew for a sign-in in a terminal, and a crash that left requests unanswered, which is then what is reported.',
  spec: 'v1/transports#stdio',
  messages: {
    crashed: '{how} before the client ended it',
    after: '{how} after the client closed the connection',
    afterBadInput: '{how} {after} after a frame of the client that was broken ({rule}), which was wrong first',
  },
  on: ['end'],
  inspect({ connection, badFrames, hasReported, report }) {
    const { ending, initialization, sessions } = connection;
    const ended = endedOf(connection);
    if (!hasCrashed(ending) || ending.signals.length > 0 || !ended.isWhole) return;
    if (ended.by !== 'client' && CONSEQUENCES.some((rule) => hasReported(rule))) return;
    if (sessions.size === 0 && initialization.authMethods.some(({ type }) => type === 'terminal')) return;
    const { exit } = ending;
    const how =
      exit?.signal === undefined
        ? `the agent exited with code ${exit?.code ?? '?'}`
        : `signal ${exit.signal} ended the agent`;
    const bad = badFrames.last.client;
    const after = bad === undefined ? Infinity : ended.at.at - bad.at;
    if (ended.by === 'client') report('after', { data: { how }, evidence: [ending.clientEof] });
    else if (bad !== undefined && after <= DIES_OF_IT_MS) {
      report('afterBadInput', { data: { how, after: lasting(after), rule: bad.rule }, evidence: [bad] });
    } else report('crashed', { data: { how } });
  },
});
