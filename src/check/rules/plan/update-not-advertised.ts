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
  summary: 'In v1 plan_update and plan_removed should go only to clients that announced them.',
  explanation:
    'Both are drafts in v1. A client that did not announce clientCapabilities.plan does not know them, and drops ' +
    'them or fails. Send the update "plan", which holds the whole plan, to all other clients.\n\n' +
    'Also reported, in both versions, but only as an info: the plan_removed of a plan that was never sent. Reported ' +
    'once per connection and kind.',
  spec: 'v1/draft/agent-plan',
  messages: {
    gated: 'the agent sent {kind}, but the client did not announce clientCapabilities.plan',
    unseen: 'the agent sent plan_removed for plan {id}, which was never sent',
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

/** Claims the findings about the update's kind, which is a draft: that need not be reported twice. */
function claimKind({ shapes, claim }: Pick<Context, 'shapes' | 'claim'>): void {
  for (const finding of shapes) if (finding.path.at(-1) === 'sessionUpdate') claim(finding);
}
