import { objectOf, objectsOf, textOf } from '../../../model/json-access.js';
import type { Connection } from '../../../model/state/connection.js';
import { metaNames } from '../../../model/handshake/announced-capabilities.js';
import { toolCallOf } from '../../../model/tools/permissions.js';
import { clientTerminal, mayHaveForgottenTerminals } from '../../../model/tools/terminals.js';
import type { JsonObject } from '../../../wire/json-text.js';
import type { Step } from '../../../model/state/step.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

const USES = [
  'request:terminal/output',
  'request:terminal/wait_for_exit',
  'request:terminal/kill',
  'request:terminal/release',
] as const;

/** Where a tool call may show a terminal. */
const SHOWS = ['update:tool_call', 'update:tool_call_update', 'request:session/request_permission'] as const;

export const unknownId = defineRule({
  id: 'terminal/unknown-id',
  severity: 'error',
  versions: ['v1'],
  fault: 'agent',
  summary: 'The terminal methods are called with an id that terminal/create returned.',
  explanation:
    'The client makes up the id and answers terminal/create with it; another id means nothing to it. Wait for that answer, ' +
    'and keep the id beside the tool call. Ids do not outlive the connection. Only a warning where the terminal is that of ' +
    'another session, and an info where its terminal/create may have come before the recording.',
  spec: 'v1/terminals#executing-commands',
  needsHistory: true,
  messages: {
    unknown: '{method} for terminal {id}, which no terminal/create returned',
    foreign: '{method} for terminal {id}, which belongs to the session {other}',
  },
  on: USES,
  inspect({ step, connection, hasReported, report }) {
    const { params, sessionId, method = '' } = step;
    const id = textOf(params?.['terminalId']);
    // who must not use terminals at all has none, and who names no session has none in it
    if (id === undefined || hasReported('capability') || hasReported('session')) return;
    const terminal = clientTerminal(connection, sessionId, id);
    const data = { method, id: quoted(id) };
    if (terminal === undefined) {
      report('unknown', { data, ...(!knowsTerminals(connection) && { severity: 'info' }) });
    } else if (terminal.sessionId !== sessionId && terminal.sessionId !== undefined && sessionId !== undefined) {
      const other = quoted(terminal.sessionId);
      report('foreign', { data: { ...data, other }, severity: 'warning', evidence: [terminal] });
    }
  },
});

export const useAfterRelease = defineRule({
  id: 'terminal/use-after-release',
  severity: 'error',
  versions: ['v1'],
  fault: 'agent',
  summary: 'After terminal/release the id is not used in any terminal method.',
  explanation:
    'Release ends the command, frees the terminal and makes its id invalid: what comes after it fails, or hits another ' +
    'terminal that got the id. Fetch the output and the exit status first, release last, and only once. Not reported: ' +
    'requests that were sent before the release and are answered after it, a release that was answered by an error, and ' +
    'terminals that a tool call goes on to show.',
  spec: 'v1/terminals#releasing-terminals',
  needsHistory: true,
  messages: {
    used: '{method} for terminal {id} after it was released',
    twice: 'terminal {id} is released a second time',
  },
  on: USES,
  inspect({ step, connection, report }) {
    const { params, sessionId, method = '' } = step;
    const id = textOf(params?.['terminalId']);
    const released = clientTerminal(connection, sessionId, id)?.released;
    if (released === undefined || id === undefined) return;
    const data = { method, id: quoted(id) };
    report(method === 'terminal/release' ? 'twice' : 'used', { data, evidence: [released] });
  },
});

export const embedUnknownId = defineRule({
  id: 'terminal/embed-unknown-id',
  severity: 'error',
  versions: ['v1'],
  fault: 'agent',
  summary: 'A terminal that a tool call shows was made by terminal/create.',
  explanation:
    'The client looks the id up among the terminals it runs and shows nothing, or an error, for another. To show output ' +
    'of a command that the agent runs itself, send it as text. Only an info in a replayed history, whose terminals are ' +
    'gone; for agents that describe their own terminals in _meta; and where terminal/create may have come before the ' +
    'recording. Reported once for a session and id.',
  spec: 'v1/tool-calls#terminals',
  messages: { unknown: 'the tool call shows terminal {id}, which no terminal/create returned' },
  on: SHOWS,
  inspect({ step, connection, report }) {
    const { sessionId, isHistory } = step;
    const shown = shownIn(step);
    const unknown = terminalsOf(shown).filter((id) => clientTerminal(connection, sessionId, id) === undefined);
    if (unknown.length === 0) return;
    const isHint = isHistory || !knowsTerminals(connection) || describesOwn(connection, shown);
    for (const id of unknown) {
      const details = { data: { id: quoted(id) }, once: `${sessionId ?? ''} ${id}` };
      report('unknown', isHint ? { ...details, severity: 'info' } : details);
    }
  },
});

export const embedAfterRelease = defineRule({
  id: 'terminal/embed-after-release',
  severity: 'error',
  versions: ['v1'],
  fault: 'agent',
  summary: 'A terminal is shown in a tool call before it is released.',
  explanation:
    'The client keeps the output of a released terminal only where a tool call shows it already; otherwise it is gone. ' +
    'Put the terminal into the content of the call right after terminal/create. Not reported: content that is sent again ' +
    'with a terminal it showed before, and a replayed history.',
  spec: 'v1/terminals#embedding-in-tool-calls',
  needsHistory: true,
  messages: { late: 'the tool call shows terminal {id} for the first time, after it was released' },
  on: SHOWS,
  inspect({ step, connection, report }) {
    if (step.isHistory) return;
    for (const id of terminalsOf(shownIn(step))) {
      const terminal = clientTerminal(connection, step.sessionId, id);
      if (terminal?.released === undefined || terminal.embedded) continue;
      report('late', { data: { id: quoted(id) }, evidence: [terminal.released] });
    }
  },
});

function shownIn({ update, params }: Step): JsonObject | undefined {
  return update ?? toolCallOf(params);
}

function terminalsOf(shown: JsonObject | undefined): string[] {
  const terminals = objectsOf(shown?.['content']).filter(({ type }) => type === 'terminal');
  return [...new Set(terminals.flatMap(({ terminalId }) => textOf(terminalId) ?? []))];
}

/** Terminals belong to the connection: what was not seen of it may have made some. */
function knowsTerminals(connection: Connection): boolean {
  return connection.fromStart && connection.gap === undefined && !mayHaveForgottenTerminals(connection);
}

/** Whether the two sides have an extension by which the agent shows terminals of its own (`_meta.terminal_info`, ...). */
function describesOwn(connection: Connection, shown: JsonObject | undefined): boolean {
  const isNamed = (key: string) => /terminal/i.test(key);
  return (
    Object.keys(objectOf(shown?.['_meta']) ?? {}).some(isNamed) ||
    metaNames(connection, 'client', isNamed) ||
    metaNames(connection, 'agent', isNamed)
  );
}
