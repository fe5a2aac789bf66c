import { defineRule } from '../../engine/rule.js';
import { claimStopReason, promptResult } from './prompt-result.js';

export const errorLiteral = defineRule({
  id: 'stop-reason/error-literal',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: '"error" is no stop reason: a prompt that fails is answered by a JSON-RPC error.',
  explanation:
    'A guide of the TypeScript SDK lists "error", the schema of v1 does not: typed clients take the answer for a broken ' +
    'one, others show a turn that ended well. Answer the prompt with a JSON-RPC error that says what went wrong. The ' +
    'newer draft of v2 has it, as stop reason of an idle with an error object; in the older one the name is reserved.',
  spec: 'v1/prompt-turn#stop-reasons',
  messages: {
    response: 'stopReason is "error"; a prompt that fails is answered by a JSON-RPC error',
    idle: 'the idle has stopReason "error", which this draft of v2 does not have',
  },
  on: ['response:session/prompt', 'update:state_update'],
  inspect(context) {
    const { step, report } = context;
    if (step.version === 1) {
      if (promptResult(context)?.['stopReason'] !== 'error') return;
      claimStopReason(context);
      report('response', { evidence: [step.exchange] });
    } else if (step.sender === 'agent' && step.update?.['state'] === 'idle' && step.update['stopReason'] === 'error') {
      report('idle', { dialects: { v2a: 'warning', v2b: 'off' } });
    }
  },
});
