import { SETTING_UPDATES } from '../../../acp/methods/method-groups.js';
import { objectOf, objectsOf, textOf } from '../../../model/json-access.js';
import { modeOptionOf, optionIdOf } from '../../../model/sessions/config-options.js';
import type { Connection } from '../../../model/state/connection.js';
import type { Session } from '../../../model/state/session.js';
import type { Moment } from '../../../model/state/moment.js';
import type { Step } from '../../../model/state/step.js';
import type { JsonObject } from '../../../wire/json-text.js';
import { isBrokenWithin } from '../../engine/claims.js';
import type { Context } from '../../engine/context.js';
import { openOfClient } from '../../../model/requests/open-requests.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { sessionIdOf } from '../named-session.js';
import { carriedOptions, SETUP_ANSWERS } from './carriers.js';

/** How long an agent may take to send the second of the two updates. */
const SETTLED_MS = 2_000;

const MESSAGES = {
  setup: 'the current mode is {mode}, but config option {option} is {value}',
  later: 'the current mode changed to {mode}, but config option {option} is still {value}',
  option: 'config option {option} changed to {value}, but the current mode is still {mode}',
} as const;

export const modesOutOfSync = defineRule({
  id: 'config/modes-out-of-sync',
  severity: 'warning',
  versions: ['v1'],
  fault: 'agent',
  summary: 'The modes and the config option for them should agree.',
  explanation:
    'Some clients use modes, others the config option. If the agent reports a change in only one of the two ways, ' +
    'clients that use the other one show a mode that is not active. Send both current_mode_update and ' +
    'config_option_update, whoever made the change.\n\n' +
    'Compared only if every mode is a value of a select with category "mode". The agent has two seconds to send ' +
    'both, or until the next prompt or the end of the recording.',
  spec: 'v1/session-config-options#relationship-to-session-modes',
  messages: MESSAGES,
  on: [...SETUP_ANSWERS, 'update if diverged', 'request:session/prompt if diverged', 'end'],
  inspect(context) {
    const { connection, isEnd } = context;
    if (isEnd) for (const session of connection.sessions.values()) compareSettled(context, session);
    else if (context.step.exchange !== undefined) compareSetup(context);
    else if (context.step.session !== undefined) compareSettled(context, context.step.session);
  },
});

type Asked = Context<typeof MESSAGES>;

/** Compares modes and option in one answer, where they must agree at once. */
function compareSetup({ step, report, shapes }: Asked): void {
  if (isBrokenWithin(shapes, 'modes') || isBrokenWithin(shapes, 'configOptions')) return;
  const modes = objectOf(objectOf(step.result)?.['modes']);
  const options = carriedOptions(step)?.map(({ option }) => option);
  const mode = textOf(modes?.['currentModeId']);
  if (modes === undefined || options === undefined || mode === undefined) return;
  const available = objectsOf(modes['availableModes']).flatMap(({ id }) => textOf(id) ?? []);
  const option = modeOptionOf({ current: mode, available }, options);
  if (option === undefined || option['currentValue'] === mode) return;
  report('setup', { data: dataOf(mode, option), once: `${sessionIdOf(step)} ${step.seq}` });
}

function compareSettled(context: Asked, session: Session): void {
  const { connection, report } = context;
  const { modesDiverged, modes, configOptions, optionsChange } = session;
  if (modesDiverged === undefined || session.replay !== undefined) return;
  const option = modeOptionOf(modes, configOptions ?? []);
  if (option === undefined) return;
  if (!context.isEnd && !isSettled(context.step, modesDiverged)) return;
  if (isChanging(connection, session)) return;
  const isOption = optionsChange?.seq === modesDiverged.seq;
  const data = dataOf(modes?.current, option);
  const details = { data, at: modesDiverged, sessionId: session.id, once: `${session.id} ${modesDiverged.seq}` };
  report(isOption ? 'option' : 'later', details);
}

/** Whether the second update would have come by now. */
function isSettled({ method, updateKind = '', at }: Step, diverged: Moment): boolean {
  if (SETTING_UPDATES.has(updateKind)) return false;
  return method === 'session/prompt' || at - diverged.at >= SETTLED_MS;
}

/** Whether the client asked for a change that is not answered yet. */
function isChanging(connection: Connection, { id }: Session): boolean {
  return openOfClient(connection, ['session/set_mode', 'session/set_config_option'], id) > 0;
}

function dataOf(mode: string | undefined, option: JsonObject) {
  return { mode: quoted(mode), option: quoted(optionIdOf(option)), value: quoted(option['currentValue']) };
}
