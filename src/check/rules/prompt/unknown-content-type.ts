import { claimWithin } from '../../engine/claims.js';
import { defineRule } from '../../engine/rule.js';
import { hintOf, listed, placeOf } from '../../engine/shape-wording.js';
import { quoted } from '../../engine/wording.js';

export const unknownContentType = defineRule({
  id: 'prompt/unknown-content-type',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'A prompt must hold only blocks of type text, image, audio, resource or resource_link.',
  explanation:
    'An agent refuses a prompt with an unknown block, or silently skips the block and works on half of what the ' +
    'user meant. Send files as resource_link or resource. In v2 custom types begin with an underscore.\n\n' +
    'v2 also says that the agent must refuse such a prompt; if it accepts it, that is a separate warning at the ' +
    'answer.',
  spec: 'v1/content',
  messages: {
    unknown: '{place} is {found}; a prompt may hold {known}{hint}',
    accepted:
      'the agent accepted a prompt with a content block of an unknown type; it must refuse it with error -32602',
  },
  on: ['request:session/prompt', 'response:session/prompt'],
  inspect(context) {
    const { step, protocol, shapes, faultsOf, isClaimed, report } = context;
    if (step.message.kind === 'response') {
      const { exchange } = step;
      const isTaken = exchange !== undefined && faultsOf(exchange).includes('prompt/unknown-content-type');
      if (protocol.version === 1 || !isTaken || !step.message.outcome.ok) return;
      const details = { severity: 'warning', fault: 'agent', dialects: { v2a: 'off' } } as const;
      report('accepted', { ...details, evidence: [exchange] });
      return;
    }
    for (const finding of shapes) {
      const { kind, type, path, found, known } = finding;
      if (type !== 'ContentBlock' || path[0] !== 'prompt' || isClaimed(finding)) continue;
      if (kind !== 'unknown-variant' && kind !== 'open-variant') continue;
      claimWithin(context, path.slice(0, -1));
      const data = { place: placeOf(step, path), found: quoted(found), known: listed(known), hint: hintOf(finding) };
      report('unknown', { data });
    }
  },
});
