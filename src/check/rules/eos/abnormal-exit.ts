import { announced } from '../../../model/handshake/announced-capabilities.js';
import type { Connection } from '../../../model/state/connection.js';
import { defineRule } from '../../engine/rule.js';
import { counted, enumerated, lasting, quoted } from '../../engine/wording.js';
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
  inspect({ connection, hasReported, report }) {
    const { ending, wires, initialization, sessions } = connection;
    const ended = endedOf(connection);
    if (!hasCrashed(ending) || ending.signals.length > 0 || !ended.isWhole) return;
    if (ended.by !== 'client' && CONSEQUENCES.some((rule) => hasReported(rule))) return;
    if (sessions.size === 0 && initialization.authMethods.some(({ type }) => type === 'terminal')) return;
    const { exit } = ending;
    const how =
      exit?.signal === undefined
        ? `the agent exited with code ${exit?.code ?? '?'}`
        : `signal ${exit.signal} ended the agent`;
    const { lastBad } = wires.client;
    const after = lastBad === undefined ? Infinity : ended.at.at - lastBad.at;
    if (ended.by === 'client') report('after', { data: { how }, evidence: [ending.clientEof] });
    else if (lastBad !== undefined && after <= DIES_OF_IT_MS) {
      report('afterBadInput', { data: { how, after: lasting(after), rule: lastBad.rule }, evidence: [lastBad] });
    } else report('crashed', { data: { how } });
  },
});

/** So long an agent may take to end after its stdin was closed. */
const LINGER_MS = 5_000;

/** A client that ends the agent sooner gave it no time. */
const GRACE_MS = 1_000;

export const noExitAfterStdinClose = defineRule({
  id: 'eos/no-exit-after-stdin-close',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'The agent ends by itself soon after its stdin is closed.',
  explanation:
    'Nobody can talk to it any more. Agents that stay pile up after crashes of the editor, and hold their files and their ' +
    'memory. End when stdin ends. No text requires it, hence info; a warning where it still sends updates and requests ' +
    'after five seconds, which nobody will ever read. Not reported: an agent that was killed within a second, one with ' +
    'work in its background list, and recordings without times or without the exit.',
  spec: 'v1/transports#stdio',
  messages: {
    stayed: 'the agent ended only {after} after its stdin was closed',
    killed: 'the agent did not end when its stdin was closed; {signal} ended it {after} later',
    talks: 'the agent still sent messages {after} after its stdin was closed',
  },
  on: ['end'],
  inspect({ connection, hasRealTimes, hasReported, report }) {
    const { ending, wires, requests, sessions } = connection;
    const { clientEof, exit, incomplete } = ending;
    if (!hasRealTimes || clientEof === undefined || exit === undefined || incomplete !== undefined) return;
    const isBusy = [...sessions.values()].some(({ foreground }) => (foreground.background?.size ?? 0) > 0);
    if (isBusy || exit.seq < clientEof.seq) return;
    const asked = Math.max(...[...requests.agent.pending.values()].map(({ at }) => at), -Infinity);
    const talked = Math.max(wires.agent.lastNotification?.at ?? -Infinity, asked);
    const after = exit.at - clientEof.at;
    const details = { at: exit, evidence: [clientEof] };
    if (talked - clientEof.at > LINGER_MS) {
      const data = { after: lasting(talked - clientEof.at) };
      report('talks', { data, severity: 'warning', ...details });
    } else if (hasReported('eos')) {
      return;
    } else if (exit.signal === 'SIGTERM' || exit.signal === 'SIGKILL') {
      if (after >= GRACE_MS) report('killed', { data: { signal: exit.signal, after: lasting(after) }, ...details });
    } else if (after > LINGER_MS) report('stayed', { data: { after: lasting(after) }, ...details });
  },
});

export const sessionLeftOpen = defineRule({
  id: 'eos/session-left-open',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'A client that leaves closes its sessions, where the agent can do that.',
  explanation:
    'Closing lets the agent save what it knows and free what it holds before its stdin ends. Leaving without it is legal, ' +
    'and most clients do so, hence off unless asked for. Not reported where the agent ended first, does not offer ' +
    'session/close, or where something worse was found at the end.',
  spec: 'v1/session-setup#closing-active-sessions',
  isOptIn: true,
  messages: { open: 'the connection ended with {count} open ({ids})' },
  on: ['end'],
  inspect({ connection, hasReported, report }) {
    const ended = endedOf(connection);
    if (ended.by === 'agent' || !ended.isWhole || !canClose(connection) || hasReported('eos')) return;
    const open = [...connection.sessions.values()].filter(
      ({ state, opened, deleted }) => state === 'active' && opened !== undefined && deleted === undefined,
    );
    const [first] = open;
    if (first === undefined) return;
    const ids = enumerated(open.slice(0, 3).map(({ id }) => quoted(id)));
    const evidence = open.map(({ opened }) => opened).slice(0, 20);
    report('open', { data: { count: counted(open.length, 'session'), ids }, evidence, sessionId: first.id });
  },
});

function canClose(connection: Connection): boolean {
  return connection.version === 2 || announced(connection, 'agent', 'sessionCapabilities.close');
}

export const unreadableRate = defineRule({
  id: 'eos/unreadable-rate',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'No line is skipped for being no JSON.',
  explanation:
    'A count of the lines that the other side could not read, once for each direction, for those who look at the end of a ' +
    'report first. Each line has a violation of its own; that says what is wrong with it.',
  spec: 'v1/transports#stdio',
  messages: { skipped: '{unreadable} of the {lines} that the {sender} sent could not be read as JSON' },
  on: ['end'],
  inspect({ connection, report }) {
    for (const sender of ['client', 'agent'] as const) {
      const { unreadable, frames } = connection.wires[sender];
      if (unreadable === 0) continue;
      const data = { unreadable, lines: counted(frames, 'line'), sender };
      report('skipped', { data, fault: sender });
    }
  },
});
