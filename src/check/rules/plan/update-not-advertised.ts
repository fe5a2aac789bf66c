import { announced } from '../../../model/handshake/announced-capabilities.js';
import { textOf } from '../../../model/json-access.js';
import type { Context } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const updateNotAdvertised = defineRule({
  id: 'plan/update-not-advertised',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'v1: plans by id are sent only to clients that announce clientCapabilities.plan.',
  explanation:
    'plan_update and plan_removed are a draft of v1. A client that did not announce the capability does not know them, and ' +
    'drops them or fails. Send the update "plan", which holds the whole plan, to all others. An info, in both versions, is ' +
    'a plan_removed for a plan that was never there. Reported once for a connection and kind.',
  spec: 'v1/draft/agent-plan',
  messages: {
    gated: '{kind}, although the client did not announce clientCapabilities.plan',
    unseen: 'plan_removed for the plan {id}, which was never sent',
  },
  on: ['update:plan_update', 'update:plan_removed'],
  inspect(context) {
    const { step, connection, knows, report } = context;
    const { version, updateKind = '', update, session, isHistory } = step;
    if (version === 1 && !announced(connection, 'client', 'plan')) {
      claimKind(context);
      const isUnsure = connection.initialization.client === undefined;
      report('gated', { data: { kind: updateKind }, once: updateKind, ...(isUnsure && { severity: 'info' }) });
      return;
    }
    const id = textOf(update?.['planId']);
    if (updateKind !== 'plan_removed' || id === undefined || isHistory || !knows(session)) return;
    if (session?.plans.has(id) !== false) return;
    claimKind(context);
    report('unseen', { data: { id: quoted(id) }, severity: 'info' });
  },
});

/** That the kind of the update is a draft need not be said twice. */
function claimKind({ shapes, claim }: Pick<Context, 'shapes' | 'claim'>): void {
  for (const finding of shapes) if (finding.path.at(-1) === 'sessionUpdate') claim(finding);
}
