import { listOf, objectOf, objectsOf, textOf } from '../../../model/json-access.js';
import { isInUse } from '../../../model/sessions/sessions.js';
import { isBrokenWithin } from '../../engine/claims.js';
import { defineRule } from '../../engine/rule.js';
import { listed } from '../../engine/shape-wording.js';
import { quoted } from '../../engine/wording.js';

export const currentUnknown = defineRule({
  id: 'mode/current-unknown',
  severity: 'warning',
  versions: ['v1'],
  fault: 'agent',
  summary: "The current mode should be one of the session's modes.",
  explanation:
    'Clients look up the current mode in availableModes to show its name. If it is not there, they show nothing or ' +
    'the old mode, while the agent works in another. Send the list with the answer that opens the session, use only ' +
    'its ids in currentModeId, and give each mode its own id.\n\n' +
    'Reported once per session and id.',
  spec: 'v1/session-modes#initial-state',
  messages: {
    unknown: 'currentModeId is {found}; the session has the modes {known}',
    none: 'currentModeId is {found}, but the session has no modes: the answer that opened it has no "modes"',
    duplicate: 'availableModes has the id {found} more than once; each mode needs its own',
  },
  on: [
    'update:current_mode_update',
    'response:session/new',
    'response:session/load',
    'response:session/resume',
    'response:session/fork',
  ],
  inspect({ step, report, shapes }) {
    const { session, update, result } = step;
    if (update === undefined) {
      const modes = objectOf(objectOf(result)?.['modes']);
      if (modes === undefined || isBrokenWithin(shapes, 'modes')) return;
      const id = session?.id ?? textOf(objectOf(result)?.['sessionId']) ?? '';
      const ids = objectsOf(modes['availableModes']).flatMap((mode) => textOf(mode['id']) ?? []);
      const twice = ids.find((mode, i) => ids.indexOf(mode) !== i);
      if (twice !== undefined) report('duplicate', { data: { found: quoted(twice) } });
      const current = textOf(modes['currentModeId']);
      if (current === undefined || ids.includes(current) || listOf(modes['availableModes']).length > ids.length) return;
      report('unknown', { data: { found: quoted(current), known: listed(ids) }, once: `${id} ${current}` });
      return;
    }
    const current = textOf(update['currentModeId']);
    if (current === undefined || session === undefined || !isInUse(session) || session.modes?.isBroken === true) return;
    const available = session.modes?.available ?? [];
    if (available.includes(current)) return;
    const once = `${session.id} ${current}`;
    const evidence = [session.opened];
    if (available.length === 0) report('none', { data: { found: quoted(current) }, once, evidence });
    else report('unknown', { data: { found: quoted(current), known: listed(available) }, once, evidence });
  },
});
