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
  summary: "session/set_mode must name one of the session's modes.",
  explanation:
    'The agent listed the modes in its answer to session/new or session/load. For any other it can only return an ' +
    'error. Some agents silently stay in their current mode, so the user trusts a mode that is not active. Offer ' +
    'only ids from availableModes of this very session; other sessions may have others.\n\n' +
    'The client is at fault even if the agent accepts the mode. Not reported for a session whose opening answer was ' +
    'not recorded.',
  spec: 'v1/session-modes#setting-the-current-mode',
  needsHistory: true,
  messages: {
    unknown: 'the client sent modeId {found}; the session has the modes {known}',
    none: 'the client sent modeId {found}, but the session has no modes: the answer that opened it has no "modes"',
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
