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
  summary: 'Every prompt that is accepted gets a messageId of its own.',
  explanation:
    'Clients file a message under its id: with one that is taken, the new message replaces the old one on the screen, or ' +
    'is taken for a repetition and dropped. Give each submission a new id, also where the text is the same. Not ' +
    'reported: ids of messages and thoughts of the agent, which count for themselves. Only a warning in the older draft ' +
    'of v2, which does not have the id in the result.',
  spec: 'v2/prompt-lifecycle#entity-ids',
  needsHistory: true,
  messages: { reused: 'messageId {id} stands for another message of the user already (frame {frame})' },
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
