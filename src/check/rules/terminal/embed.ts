import { metaNames } from '../../../model/handshake/announced-capabilities.js';
import { objectOf, objectsOf, textOf } from '../../../model/json-access.js';
import type { Connection } from '../../../model/state/connection.js';
import type { Step } from '../../../model/state/step.js';
import { toolCallOf } from '../../../model/tools/asked-call.js';
import { clientTerminal } from '../../../model/tools/terminals.js';
import type { JsonObject } from '../../../wire/json-text.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { knowsTerminals } from './known-terminals.js';

/** Where a tool call may show a terminal. */
const SHOWS = ['update:tool_call', 'update:tool_call_update', 'request:session/request_permission'] as const;

export const embedUnknownId = defineRule({
  id: 'terminal/embed-unknown-id',
  severity: 'error',
  versions: ['v1'],
  fault: 'agent',
  summary: 'A terminal shown in a tool call must come from terminal/create.',
  explanation:
    'The client looks the id up among the terminals it runs. For an unknown one it shows nothing, or an error. To ' +
    'show the output of a command that the agent runs itself, send it as text.\n\n' +
    'Only an info in replayed history, whose terminals are gone; for agents that describe their own terminals in ' +
    '_meta; and if the terminal/create may have come before the recording. Reported once per session and id.',
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
  summary: 'A terminal must be shown in a tool call before it is released.',
  explanation:
    'The client keeps the output of a released terminal only if a tool call already shows it. Put the terminal into ' +
    'the content of the call right after terminal/create.\n\n' +
    'Not reported: content that is sent again with a terminal it already showed; replayed history.',
  spec: 'v1/terminals#embedding-in-tool-calls',
  needsHistory: true,
  messages: { late: 'the tool call shows terminal {id} for the first time after it was released' },
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

/** Whether an extension lets the agent show terminals of its own (`_meta.terminal_info`, ...). */
function describesOwn(connection: Connection, shown: JsonObject | undefined): boolean {
  const isNamed = (key: string) => /terminal/i.test(key);
  return (
    Object.keys(objectOf(shown?.['_meta']) ?? {}).some(isNamed) ||
    metaNames(connection, 'client', isNamed) ||
    metaNames(connection, 'agent', isNamed)
  );
}
