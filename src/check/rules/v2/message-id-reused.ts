import { objectOf, textOf } from '../../../model/json-access.js';
import { earlierUse } from '../../../model/turns/prompts.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { answeredPrompt, PROMISED } from './answered-prompt.js';

export const messageIdReused = defineRule({
  id: 'v2/message-id-reused',
  severity: 'error',
  versions: ['v2'],
  fault: 'agent',
  summary: 'Every accepted prompt must get its own messageId.',
  explanation:
    'Clients store a message under its id. If the id is taken, the new message replaces the old one on the screen, ' +
    'or is dropped as a repetition. Create a new id for each prompt, even if the text is the same.\n\n' +
    'Only a warning in the August draft of v2, whose results have no id. Not reported: ids of messages and thoughts ' +
    'of the agent, which are separate.',
  spec: 'v2/prompt-lifecycle#entity-ids',
  needsHistory: true,
  messages: { reused: 'messageId {id} already belongs to another message of the user (frame {frame})' },
  on: ['response:session/prompt'],
  inspect({ step, report }) {
    const { session, result, exchange } = step;
    const prompt = answeredPrompt(step);
    const id = textOf(objectOf(result)?.['messageId']);
    if (session === undefined || prompt === undefined || id === undefined) return;
    const earlier = earlierUse(session, prompt, id);
    if (earlier === undefined) return;
    const data = { id: quoted(id), frame: earlier.seq };
    report('reused', { data, evidence: [earlier, exchange], dialects: PROMISED });
  },
});
