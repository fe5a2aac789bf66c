import type { ShapeFinding } from '../../../acp/schema/shape.js';
import { listOf, objectOf } from '../../../model/json-access.js';
import type { Step } from '../../../model/state/step.js';
import { isJsonObject, type JsonObject } from '../../../wire/json-text.js';
import type { Trigger } from '../../engine/rule.js';
import { enumerated, quoted } from '../../engine/wording.js';

/** The messages that carry commands: updates and, in the November draft of v2, the answers that open a session. */
export const COMMAND_CARRIERS: readonly Trigger[] = [
  'update:available_commands_update',
  'response:session/new',
  'response:session/load',
  'response:session/resume',
  'response:session/fork',
];

export interface PlacedCommand {
  readonly command: JsonObject;
  readonly index: number;
}

export function carriedCommands({ update, result }: Step): PlacedCommand[] {
  const value = update === undefined ? objectOf(result)?.['availableCommands'] : update['availableCommands'];
  const commands: PlacedCommand[] = [];
  for (const [index, command] of listOf(value).entries()) if (isJsonObject(command)) commands.push({ command, index });
  return commands;
}

export function pathOf({ update }: Step, { index }: PlacedCommand): ShapeFinding['path'] {
  return update === undefined ? ['availableCommands', index] : ['update', 'availableCommands', index];
}

export function named(commands: readonly PlacedCommand[]): string {
  const noun = commands.length === 1 ? 'command' : 'commands';
  const names = commands.slice(0, 5).map(({ command }) => quoted(command['name']));
  const more = commands.length - names.length;
  return `${noun} ${enumerated(more > 0 ? [...names, `${more} more`] : names)}`;
}
