import { textOf } from '../../../model/json-access.js';
import type { Session } from '../../../model/state/session.js';
import { hasEnded } from '../../../model/tools/entity-cancel.js';
import type { Context } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import { lasting, quoted } from '../../engine/wording.js';
import { endedOf, waited } from './ending.js';

/** How long a cancelled tool call or terminal may take to stop. */
const STOPPING_MS = 30_000;

const ENTITY_MESSAGES = {
  late: '{name} was cancelled {after} ago, but is not final yet',
  never: '{name} was cancelled, but never became final: {how} {after} later',
} as const;

export const entityCancelNotFinished = defineRule({
  id: 'eos/entity-cancel-not-finished',
  severity: 'warning',
  versions: ['v2b'],
  fault: 'agent',
  summary: 'A tool call or terminal whose cancellation was accepted should end.',
  explanation:
    'The answer to tool_call/cancel or terminal/cancel says only that the agent will try. The client shows ' +
    '"stopping" until an update has a final status, or an exitStatus for a terminal. Send that update even if the ' +
    'tool finished before it was cancelled.\n\n' +
    'Reported after half a minute, because tools may ignore signals, or at the end of the recording. Only an info ' +
    'if the client left earlier.',
  spec: 'v2/tool-calls#cancelling-tool-calls',
  messages: ENTITY_MESSAGES,
  on: ['update', 'end'],
  inspect(context) {
    const { connection, report, hasRealTimes } = context;
    if (context.isEnd) {
      for (const session of connection.sessions.values()) reportCancels(context, session);
      return;
    }
    const { step } = context;
    const { session } = step;
    if (session === undefined || !hasRealTimes || session.entityCancels.size === 0) return;
    for (const [name, accepted] of session.entityCancels) {
      const after = step.at - accepted.at;
      if (after < STOPPING_MS || hasEnded(session, name) || isAbout(step, name)) continue;
      const data = { name: nameOf(name), after: lasting(after) };
      report('late', { data, evidence: [accepted], once: `${session.id} ${name} ${accepted.seq}` });
    }
  },
});

function reportCancels({ connection, report }: Context<typeof ENTITY_MESSAGES>, session: Session): void {
  const ended = endedOf(connection);
  for (const [name, accepted] of session.entityCancels) {
    if (hasEnded(session, name) || !ended.isWhole) continue;
    const after = waited(accepted, ended);
    const severity = ended.by === 'client' && after < STOPPING_MS ? 'info' : 'warning';
    const data = { name: nameOf(name), how: ended.how, after: lasting(after) };
    const dialects = { v2a: 'off', v2b: severity } as const;
    const once = `${session.id} ${name} ${accepted.seq}`;
    report('never', { data, severity, dialects, once, at: accepted, evidence: [ended.at], sessionId: session.id });
  }
}

/** Whether the update is about it, so that it may be the one that ends it. */
function isAbout({ update }: Context['step'], name: string): boolean {
  const { toolCallId, terminalId } = update ?? {};
  return [`tool_call ${textOf(toolCallId) ?? ''}`, `terminal ${textOf(terminalId) ?? ''}`].includes(name);
}

function nameOf(name: string): string {
  const [kind = '', id = ''] = name.split(/ (.*)/s);
  return `${kind === 'tool_call' ? 'tool call' : kind} ${quoted(id)}`;
}
