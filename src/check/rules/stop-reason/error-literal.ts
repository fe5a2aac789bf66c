import { defineRule } from '../../engine/rule.js';
import { claimStopReason, promptResult } from './prompt-result.js';

export const errorLiteral = defineRule({
  id: 'stop-reason/error-literal',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'A failed prompt must be answered with a JSON-RPC error, not with stopReason "error".',
  explanation:
    'A guide of the TypeScript SDK lists "error" as a stop reason, but the schema of v1 does not. Typed clients ' +
    'treat the answer as malformed; others show a turn that ended well. Answer the prompt with a JSON-RPC error ' +
    'that says what went wrong.\n\n' +
    'The November draft of v2 does allow "error" as the stopReason of an idle, together with an error object. In ' +
    'the August draft the name is reserved.',
  spec: 'v1/prompt-turn#stop-reasons',
  messages: {
    response: 'stopReason is "error"; a failed prompt must be answered with a JSON-RPC error',
    idle: 'the idle has stopReason "error", which this draft of v2 does not define',
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
