import { commandOf } from '../../../model/turns/prompt-digest.js';
import { objectOf, textOf } from '../../../model/json-access.js';
import { claimWithin } from '../../engine/claims.js';
import { defineRule } from '../../engine/rule.js';
import { hintOf, listed, placeOf } from '../../engine/shape-wording.js';
import { quoted } from '../../engine/wording.js';

export const emptyPrompt = defineRule({
  id: 'prompt/empty',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'A prompt says something: it has at least one content block, and text that is not blank.',
  explanation:
    'With nothing to work on, agents answer with an error of the model or with an empty turn. Do not send a prompt that ' +
    'the user left blank. Only an info, but an error for a prompt without blocks in the later draft of v2, whose schema ' +
    'forbids it.',
  spec: 'v1/prompt-turn#1-user-message',
  messages: { none: 'the prompt has no content block', blank: 'all that the prompt says is blank text' },
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

export const unknownContentType = defineRule({
  id: 'prompt/unknown-content-type',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'The blocks of a prompt are text, image, audio, resource or resource_link.',
  explanation:
    'An agent refuses a prompt with a block that it does not know, or leaves the block out without a word, and works on ' +
    'half of what the user meant. Send files as resource_link or resource. In v2 a type of your own begins with an ' +
    'underscore. Where v2 says that the agent has to refuse such a prompt and it accepts it, that is a warning of its ' +
    'own at the answer.',
  spec: 'v1/content',
  messages: {
    unknown: '{place} is {found}; a prompt holds {known}{hint}',
    accepted: 'a prompt with a content block of unknown type was accepted; the agent has to answer -32602',
  },
  on: ['request:session/prompt', 'response:session/prompt'],
  inspect(context) {
    const { step, protocol, shapes, isClaimed, report } = context;
    if (step.message.kind === 'response') {
      const isTaken = step.exchange?.faults.includes('prompt/unknown-content-type') === true;
      if (protocol.version === 1 || !isTaken || !step.message.outcome.ok) return;
      const details = { severity: 'warning', fault: 'agent', dialects: { v2a: 'off' } } as const;
      report('accepted', { ...details, evidence: [step.exchange] });
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

export const unadvertisedCommand = defineRule({
  id: 'prompt/unadvertised-command',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'A prompt that begins with /name names a command that the agent advertised.',
  explanation:
    'The agent sends the list of its commands, and a prompt runs one of them by beginning with its name. A name that is ' +
    'not in the latest list goes to the model as plain text, unless the agent has commands that it does not tell. ' +
    'Check the name against the list before sending. Not reported: paths (/home/me/x), and sessions whose agent never ' +
    'sent a list.',
  spec: 'v1/slash-commands#running-commands',
  messages: { unknown: 'the prompt begins with /{name}, which is no command of the session; it has {known}' },
  on: ['request:session/prompt'],
  inspect({ step, report }) {
    const commands = step.session?.commands;
    const name = commandOf(step.params?.['prompt']);
    if (commands === undefined || name === undefined || commands.includes(name)) return;
    report('unknown', { data: { name, known: listed(commands) } });
  },
});
