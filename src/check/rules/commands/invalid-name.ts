import { textOf } from '../../../model/json-access.js';
import { claimAt } from '../../engine/claims.js';
import { defineRule } from '../../engine/rule.js';
import type { Severity } from '../../engine/severity.js';
import { sessionIdOf } from '../named-session.js';
import { carriedCommands, COMMAND_CARRIERS, named, pathOf, type PlacedCommand } from './carried-commands.js';

/** The commands with odd names, by what is odd about them. One pass, because long lists are sent again and again. */
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
  summary: 'The name of a command should be unique, without a slash or whitespace.',
  explanation:
    'Clients add the slash themselves, and what follows it up to the first space is the name. So "/web" becomes ' +
    '"//web", and a name with a space is never found in what the user typed. Send the bare name; put further words ' +
    'into the description or the hint of the input.\n\n' +
    'An error in the November draft of v2, which says MUST. v1 only implies it, so whitespace is only an info ' +
    'there. Reported once per session and names.',
  spec: 'v1/slash-commands#advertising-commands',
  messages: {
    slash: '{names}: the name begins with a slash, which clients add themselves',
    space: '{names}: the name has whitespace in it',
    empty: 'a command has an empty name',
    duplicate: '{names}: another command in the list has the same name',
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
