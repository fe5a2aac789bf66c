import { commandOf } from '../../../model/turns/prompt-digest.js';
import { defineRule } from '../../engine/rule.js';
import { listed } from '../../engine/shape-wording.js';

export const unadvertisedCommand = defineRule({
  id: 'prompt/unadvertised-command',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'A prompt that begins with /name should name a command that the agent advertised.',
  explanation:
    'The agent sends a list of its commands, and a prompt runs one by beginning with its name. A name that is not ' +
    'in the latest list goes to the model as plain text, unless the agent has commands it does not list. Check the ' +
    'name against the list before you send the prompt.\n\n' +
    'Not reported: paths (/home/me/x); sessions whose agent never sent a list.',
  spec: 'v1/slash-commands#running-commands',
  messages: {
    unknown: 'the prompt begins with /{name}, which is not a command of the session; its commands are: {known}',
  },
  on: ['request:session/prompt'],
  inspect({ step, report }) {
    const commands = step.session?.commands;
    const name = commandOf(step.params?.['prompt']);
    if (commands === undefined || name === undefined || commands.includes(name)) return;
    report('unknown', { data: { name, known: listed(commands) } });
  },
});
