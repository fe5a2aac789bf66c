import type { ShapeFinding } from '../../../acp/schema/shape.js';
import { listOf, objectOf, textOf } from '../../../model/json-access.js';
import type { Step } from '../../../model/state/step.js';
import { isJsonObject, type JsonObject } from '../../../wire/json-text.js';
import { claimAt } from '../../engine/claims.js';
import { defineRule, type Severity, type Trigger } from '../../engine/rule.js';
import { enumerated, quoted } from '../../engine/wording.js';

/** Updates, and in the newest draft of v2 the answers that open a session. */
const COMMAND_CARRIERS: readonly Trigger[] = [
  'update:available_commands_update',
  'response:session/new',
  'response:session/load',
  'response:session/resume',
  'response:session/fork',
];

interface PlacedCommand {
  readonly command: JsonObject;
  readonly index: number;
}

function carriedCommands({ update, result }: Step): PlacedCommand[] {
  const value = update === undefined ? objectOf(result)?.['availableCommands'] : update['availableCommands'];
  const commands: PlacedCommand[] = [];
  for (const [index, command] of listOf(value).entries()) if (isJsonObject(command)) commands.push({ command, index });
  return commands;
}

function pathOf({ update }: Step, { index }: PlacedCommand): ShapeFinding['path'] {
  return update === undefined ? ['availableCommands', index] : ['update', 'availableCommands', index];
}

/** The commands whose names are odd, by what is odd of them. In one go: lists of hundreds come again and again. */
function oddlyNamed(commands: readonly PlacedCommand[]) {
  const odd = { blank: [], slashed: [], spaced: [], twice: [] } as Record<
    'blank' | 'slashed' | 'spaced' | 'twice',
    PlacedCommand[]
  >;
  const names = new Set<string>();
  for (const placed of commands) {
    const name = textOf(placed.command['name']);
    if (name === undefined) continue;
    if (name.startsWith('/')) odd.slashed.push(placed);
    else if (/\s|^$/.test(name)) (name.trim() === '' ? odd.blank : odd.spaced).push(placed);
    if (names.has(name) && name !== '') odd.twice.push(placed);
    names.add(name);
  }
  return odd;
}

function sessionOf({ sessionId, result }: Step): string {
  return sessionId ?? textOf(objectOf(result)?.['sessionId']) ?? '';
}

export const invalidName = defineRule({
  id: 'commands/invalid-name',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'The name of a command has no slash before it and no whitespace in it, and no other command has it.',
  explanation:
    'Clients write the slash themselves and take what follows it up to the first space for the name: "/web" becomes ' +
    '"//web", and a name with a space is never found again in what the user typed. Send the bare name; further words ' +
    'belong into the description or the hint of the input. An error in the newest draft of v2, which says MUST; v1 only ' +
    'implies it, and whitespace is info there. Reported once for a session and its names.',
  spec: 'v1/slash-commands#advertising-commands',
  messages: {
    slash: '{names}: a name begins with a slash, which clients add themselves',
    space: '{names}: a name has whitespace in it',
    empty: 'a command has an empty name',
    duplicate: '{names}: another command of the list has that name',
  },
  on: COMMAND_CARRIERS,
  inspect(context) {
    const { step, report } = context;
    const { blank, slashed, spaced, twice } = oddlyNamed(carriedCommands(step));
    for (const placed of blank) claimAt(context, [...pathOf(step, placed), 'name']);
    const details = (severity: Severity, found: readonly PlacedCommand[]) => {
      const names = named(found);
      const dialects = { v2a: 'warning', v2b: 'error' } as const;
      return { data: { names }, severity, dialects, once: `${sessionOf(step)} ${names}` };
    };
    if (blank.length > 0) report('empty', { dialects: { v2a: 'warning', v2b: 'error' }, once: `${sessionOf(step)} ` });
    if (slashed.length > 0) report('slash', details('warning', slashed));
    if (spaced.length > 0) report('space', details('info', spaced));
    if (twice.length > 0) report('duplicate', details('warning', twice));
  },
});

export const missingType = defineRule({
  id: 'commands/missing-type',
  severity: 'error',
  versions: ['v2'],
  fault: 'agent',
  summary: 'In v2 the input of a command says its type, and in its newest draft the command does so too.',
  explanation:
    'Readers of v2 choose what to read by the type. Without it they drop the input, or the whole command, without a ' +
    'word: the user cannot find it. Agents written for v1 forget it. Add "type": "text" to the input and "type": ' +
    '"command" to the command. Reported once for a session and kind. Not reported: types of your own with an underscore.',
  spec: 'v2/slash-commands#advertising-commands',
  messages: {
    input: 'the input of {names} has no type; v2 wants "type": "text"',
    command: '{names} has no type; v2 wants "type": "command" with each command',
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
    const session = sessionOf(step);
    if (bareInputs.length > 0) {
      report('input', { data: { names: named(bareInputs) }, once: `${session} input` });
    }
    if (bare.length > 0) {
      const dialects = { v2a: 'off', v2b: 'error' } as const;
      report('command', { data: { names: named(bare) }, dialects, once: `${session} command` });
    }
  },
});

function named(commands: readonly PlacedCommand[]): string {
  const noun = commands.length === 1 ? 'command' : 'commands';
  const names = commands.slice(0, 5).map(({ command }) => quoted(command['name']));
  const more = commands.length - names.length;
  return `${noun} ${enumerated(more > 0 ? [...names, `${more} more`] : names)}`;
}
