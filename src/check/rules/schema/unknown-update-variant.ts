import { nearestKnown } from '../../../acp/schema/shape.js';
import { defineRule } from '../../engine/rule.js';
import { listed } from '../../engine/shape-wording.js';
import { quoted } from '../../engine/wording.js';

export const unknownUpdateVariant = defineRule({
  id: 'schema/unknown-update-variant',
  severity: 'error',
  versions: ['v1'],
  fault: 'agent',
  summary: 'A session update in v1 must be of a kind that v1 defines.',
  explanation:
    'The list of kinds is closed in v1. Typed clients refuse the whole notification and others drop it, so the user ' +
    'never sees its content. Use a kind of v1 with the extra data in its _meta, or a notification of your own whose ' +
    'method begins with an underscore.\n\n' +
    'Kinds of v2 are reported by version/v2-surface-on-v1, kinds of the unstable schema by ' +
    'extension/unstable-surface.',
  spec: 'v1/prompt-turn#3-agent-reports-output',
  messages: {
    unknown: '{found} is not a session update of v1{hint}; v1 defines {known}',
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
