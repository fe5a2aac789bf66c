import { textOf } from '../../../model/json-access.js';
import { claimAt } from '../../engine/claims.js';
import { defineRule } from '../../engine/rule.js';
import type { Severity } from '../../engine/severity.js';
import { sessionIdOf } from '../named-session.js';
import { carriedCommands, COMMAND_CARRIERS, named, pathOf, type PlacedCommand } from './carried-commands.js';

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
      return { data: { names }, severity, dialects, once: `${sessionIdOf(step)} ${names}` };
    };
    if (blank.length > 0)
      report('empty', { dialects: { v2a: 'warning', v2b: 'error' }, once: `${sessionIdOf(step)} ` });
    if (slashed.length > 0) report('slash', details('warning', slashed));
    if (spaced.length > 0) report('space', details('info', spaced));
    if (twice.length > 0) report('duplicate', details('warning', twice));
  },
});
