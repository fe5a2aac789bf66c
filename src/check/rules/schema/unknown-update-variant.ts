import { nearestKnown } from '../../../acp/schema/shape.js';
import { defineRule } from '../../engine/rule.js';
import { listed } from '../../engine/shape-wording.js';
import { quoted } from '../../engine/wording.js';

export const unknownUpdateVariant = defineRule({
  id: 'schema/unknown-update-variant',
  severity: 'error',
  versions: ['v1'],
  fault: 'agent',
  summary: 'A session update of v1 is of one of the kinds that v1 has.',
  explanation:
    'The kinds of updates are closed in v1: typed clients refuse the whole notification, others drop it, and the user ' +
    'never sees what it says. Use a kind of v1 with the extra data in its _meta, or a notification of your own whose ' +
    'method begins with an underscore. Kinds of v2 are version/v2-surface-on-v1, those of the unstable schema ' +
    'extension/unstable-surface.',
  spec: 'v1/prompt-turn#3-agent-reports-output',
  messages: {
    unknown: 'there is no session update {found} in v1{hint}; it has {known}',
  },
  on: ['update if remarkable'],
  inspect({ shapes, isClaimed, claim, report }) {
    for (const finding of shapes) {
      const { kind, type, found, known } = finding;
      if (kind !== 'unknown-variant' || type !== 'SessionUpdate' || isClaimed(finding)) continue;
      claim(finding);
      const nearest = nearestKnown(finding);
      const hint = nearest === undefined ? '' : ` (did you mean ${quoted(nearest)}?)`;
      report('unknown', { data: { found: quoted(found), hint, known: listed(known) } });
    }
  },
});
