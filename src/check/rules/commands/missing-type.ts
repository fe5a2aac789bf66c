import { objectOf } from '../../../model/json-access.js';
import { claimAt } from '../../engine/claims.js';
import { defineRule } from '../../engine/rule.js';
import { sessionIdOf } from '../named-session.js';
import { carriedCommands, COMMAND_CARRIERS, named, pathOf } from './carried-commands.js';

export const missingType = defineRule({
  id: 'commands/missing-type',
  severity: 'error',
  versions: ['v2'],
  fault: 'agent',
  summary: 'In v2 the input of a command must have a type.',
  explanation:
    'Readers of v2 decide by the type how to read the rest. Without it they silently drop the input or the whole ' +
    'command, so the user cannot find it. Agents written for v1 forget it. Add "type": "text" to the input and, in ' +
    'the November draft, "type": "command" to the command.\n\n' +
    'Reported once per session and kind. Not reported: custom types that begin with an underscore.',
  spec: 'v2/slash-commands#advertising-commands',
  messages: {
    input: 'the input of {names} has no type; v2 requires "type": "text"',
    command: '{names} has no type; v2 requires "type": "command" for every command',
  },
  on: COMMAND_CARRIERS,
  inspect(context) {
    const { step, report } = context;
    const commands = carriedCommands(step);
    const bare = commands.filter(({ command }) => (command['type'] ?? undefined) === undefined);
    const bareInputs = commands.filter(({ command }) => {
      const input = objectOf(command['input']);
      return input !== undefined && (input['type'] ?? undefined) === undefined;
    });
    for (const path of bare.map((placed) => pathOf(step, placed))) claimAt(context, path, [...path, 'type']);
    for (const path of bareInputs.map((placed) => pathOf(step, placed)))
      claimAt(context, [...path, 'input'], [...path, 'input', 'type']);
    const session = sessionIdOf(step);
    if (bareInputs.length > 0) {
      report('input', { data: { names: named(bareInputs) }, once: `${session} input` });
    }
    if (bare.length > 0) {
      const dialects = { v2a: 'off', v2b: 'error' } as const;
      report('command', { data: { names: named(bare) }, dialects, once: `${session} command` });
    }
  },
});
