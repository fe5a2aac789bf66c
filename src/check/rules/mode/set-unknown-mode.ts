import { textOf } from '../../../model/json-access.js';
import { isInUse } from '../../../model/sessions/sessions.js';
import { defineRule } from '../../engine/rule.js';
import { listed } from '../../engine/shape-wording.js';
import { quoted } from '../../engine/wording.js';

export const setUnknownMode = defineRule({
  id: 'mode/set-unknown-mode',
  severity: 'error',
  versions: ['v1'],
  fault: 'client',
  summary: 'session/set_mode names one of the modes that the session has.',
  explanation:
    'The agent said in its answer to session/new or session/load which modes there are. For any other one it can only ' +
    'return an error, and some agents silently stay in the mode they are in, so that the user trusts in a mode that is ' +
    'not on. Offer the user only the ids of availableModes of this very session; other sessions may have others. It is ' +
    'the fault of the client even where the agent accepts it. Not reported for a session whose answer was not recorded.',
  spec: 'v1/session-modes#setting-the-current-mode',
  needsHistory: true,
  messages: {
    unknown: 'modeId is {found}; the session has the modes {known}',
    none: 'modeId is {found}, but the session has no modes: the answer that opened it has no "modes"',
  },
  on: ['request:session/set_mode'],
  inspect({ step: { session, params }, report }) {
    const found = textOf(params?.['modeId']);
    if (found === undefined || session === undefined || !isInUse(session) || session.modes?.isBroken === true) return;
    const available = session.modes?.available ?? [];
    if (available.includes(found)) return;
    const evidence = [session.opened];
    if (available.length === 0) report('none', { data: { found: quoted(found) }, evidence });
    else report('unknown', { data: { found: quoted(found), known: listed(available) }, evidence });
  },
});
