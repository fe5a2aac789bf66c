import { objectOf, textOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';

export const emptyPrompt = defineRule({
  id: 'prompt/empty',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'A prompt should have a content block, and text that is not blank.',
  explanation:
    'With nothing to work on, agents answer with an error of the model or an empty turn. Do not send a prompt that ' +
    'the user left blank.\n\n' +
    'Only an info, except that a prompt without blocks is an error in the November draft of v2, whose schema ' +
    'forbids it.',
  spec: 'v1/prompt-turn#1-user-message',
  messages: { none: 'the prompt has no content block', blank: 'the prompt consists of blank text only' },
  on: ['request:session/prompt'],
  inspect({ step, protocol, shapes, claim, report }) {
    const prompt = step.params?.['prompt'];
    if (!Array.isArray(prompt)) return;
    const [first] = prompt as unknown[];
    if (prompt.length === 0) {
      for (const finding of shapes) if (finding.kind === 'out-of-range' && finding.path[0] === 'prompt') claim(finding);
      report('none', protocol.version === 2 ? { dialects: { v2a: 'info', v2b: 'error' } } : {});
    } else if (prompt.length === 1) {
      const block = objectOf(first as never);
      const text = block?.['type'] === 'text' ? textOf(block['text']) : undefined;
      if (text !== undefined && !/\S/.test(text)) report('blank');
    }
  },
});
