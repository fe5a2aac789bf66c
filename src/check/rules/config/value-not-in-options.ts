import { textOf } from '../../../model/json-access.js';
import { optionIdOf, optionValuesOf } from '../../../model/sessions/config-options.js';
import { claimAt, isBrokenWithin } from '../../engine/claims.js';
import { defineRule } from '../../engine/rule.js';
import type { Verdict } from '../../engine/severity.js';
import { listed } from '../../engine/shape-wording.js';
import { quoted } from '../../engine/wording.js';
import { sessionIdOf } from '../named-session.js';
import { carriedOptions, OPTION_CARRIERS } from './carriers.js';

/** The November draft of v2 says MUST; the others only describe it. */
const STRICTER: Readonly<Record<'v2a' | 'v2b', Verdict>> = { v2a: 'warning', v2b: 'error' };

export const valueNotInOptions = defineRule({
  id: 'config/value-not-in-options',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'The current value of a select should be one of its options.',
  explanation:
    'Clients draw a select from its list and mark the current value in it. If the value is not in the list, they ' +
    'show an empty box or a choice that is not active. If two options have the same id, or two values are equal, ' +
    'one of them cannot be chosen. Add the current value to the list, even if it comes from a file of the user. ' +
    'Groups of values count, too.\n\n' +
    'An error in the November draft of v2, which says MUST. Reported once per session and value.',
  spec: 'v1/session-config-options#initial-state',
  messages: {
    current: 'option {option} has the current value {found}; its values are {known}',
    empty: 'option {option} has no values at all',
    duplicate: 'option {option} has the value {found} more than once',
    id: 'the list has more than one option {option}; each needs its own id',
  },
  on: OPTION_CARRIERS,
  inspect(context) {
    const { step, shapes, report } = context;
    const options = carriedOptions(step) ?? [];
    const session = sessionIdOf(step);
    const seen = new Set<string>();
    for (const { option, path } of options) {
      const id = optionIdOf(option);
      if (id === undefined) continue;
      if (seen.has(id)) report('id', { data: { option: quoted(id) }, dialects: STRICTER, once: `${session} id ${id}` });
      seen.add(id);
      if (option['type'] !== 'select' || !Array.isArray(option['options']) || isBrokenWithin(shapes, ...path)) continue;
      const values = optionValuesOf(option);
      if (values.length === 0) {
        claimAt(context, [...path, 'options']);
        report('empty', { data: { option: quoted(id) }, dialects: STRICTER, once: `${session} empty ${id}` });
        continue;
      }
      const twice = values.find((value, i) => values.indexOf(value) !== i);
      if (twice !== undefined) {
        const once = `${session} twice ${id} ${twice}`;
        report('duplicate', { data: { option: quoted(id), found: quoted(twice) }, dialects: STRICTER, once });
      }
      const current = textOf(option['currentValue']);
      if (current === undefined || values.includes(current)) continue;
      const data = { option: quoted(id), found: quoted(current), known: listed(values) };
      report('current', { data, dialects: STRICTER, once: `${session} current ${id} ${current}` });
    }
  },
});
