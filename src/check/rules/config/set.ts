import { objectOf, objectsOf, textOf } from '../../../model/json-access.js';
import { optionIdOf, optionValuesOf } from '../../../model/sessions/config-options.js';
import { isInUse } from '../../../model/sessions/sessions.js';
import type { Session } from '../../../model/state/session.js';
import type { JsonObject, JsonValue } from '../../../wire/json-text.js';
import { claimWithin } from '../../engine/claims.js';
import { openOfClient } from '../../../model/requests/open-requests.js';
import { defineRule } from '../../engine/rule.js';
import { listed } from '../../engine/shape-wording.js';
import { quoted } from '../../engine/wording.js';
import { isListBroken } from './carriers.js';

export const setMissingType = defineRule({
  id: 'config/set-missing-type',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'session/set_config_option must have a type if its value needs one.',
  explanation:
    'Without a type the agent reads the value as the id of a choice. A bare true or false is then invalid: typed ' +
    'agents refuse the request, so the user\'s switch does nothing. In v1 add "type": "boolean" to booleans, and ' +
    'leave the type out for choices. v2 always requires it: "id" for choices, "boolean" for booleans.\n\n' +
    'Not reported: a v1 request with a string and no type, which is the usual form.',
  spec: 'v2/session-config-options#setting-a-config-option',
  messages: {
    boolean: 'the client set {option} to {value} without a type; a boolean needs "type": "boolean"',
    always: 'the client set {option} without a type; v2 requires "type": {wanted} here',
  },
  on: ['request:session/set_config_option'],
  inspect(context) {
    const { params, version } = context.step;
    if (params === undefined || params['type'] !== undefined || params['value'] === undefined) return;
    const { value } = params;
    const isBoolean = typeof value === 'boolean';
    if (version === 1 && !isBoolean) return;
    claimWithin(context, ['type'], ['value']);
    for (const finding of context.shapes) if (finding.path.length === 0) context.claim(finding);
    const option = quoted(params['configId']);
    if (version === 1) context.report('boolean', { data: { option, value: quoted(value) } });
    else context.report('always', { data: { option, wanted: isBoolean ? '"boolean"' : '"id"' } });
  },
});

export const setUnknownOption = defineRule({
  id: 'config/set-unknown-option',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'session/set_config_option must name an option of the latest list, and one of its values.',
  explanation:
    'The latest list is the one that the agent sent last: with the answer that opened the session, with the answer ' +
    'to an earlier change, or in a config_option_update. The agent cannot set anything else and has to refuse it. ' +
    'Store the whole list and offer only what is in it.\n\n' +
    'v2 requires the refusal explicitly (-32602), so an agent that accepts the value is also reported. One severity ' +
    'lower if the agent changed the list at that very moment. Not reported for sessions whose options were not ' +
    'recorded.',
  spec: 'v1/session-config-options#from-the-client',
  needsHistory: true,
  messages: {
    none: 'the client sets {option}, but the agent offered no config options',
    unknown: 'the client sets {option}; the latest list has {known}',
    value: 'the client sets {option} to {found}; its values are {known}',
    type: 'the client sets {option} to {found}; the option has type {type}, so the value must be {wanted}',
    accepted:
      'the agent accepted {found} for {option}, which is not in its own list; it must refuse it with error -32602',
  },
  on: ['request:session/set_config_option', 'response:session/set_config_option'],
  inspect(context) {
    const { step, faultsOf, hasReported, report } = context;
    const { session, params, exchange, error, result, version } = step;
    const id = textOf(params?.['configId']);
    if (session === undefined || params === undefined || id === undefined) return;
    const data = { option: quoted(id), found: quoted(params['value']) };
    if (exchange !== undefined) {
      const isAccepted = version === 2 && error === undefined && objectOf(result) !== undefined;
      if (!isAccepted || !faultsOf(exchange).includes('config/set-unknown-option')) return;
      report('accepted', { data, fault: 'agent', dialects: { v2a: 'off', v2b: 'error' }, evidence: [exchange] });
      return;
    }
    if (!isInUse(session)) return;
    const wrong = wrongIn(session.configOptions, id, params);
    if (wrong === undefined || (wrong.kind !== 'unknown' && hasReported('config/set-missing-type'))) return;
    if (wrong.kind === 'type') claimWithin(context, ['type'], ['value']);
    const { optionsChange } = session;
    // the request can only have crossed with the last change if it was right before it
    const wasRight = optionsChange?.before !== undefined && wrongIn(optionsChange.before, id, params) === undefined;
    const details = { evidence: [optionsChange ?? session.opened], after: wasRight ? optionsChange : undefined };
    if (wrong.kind === 'none') report('none', { data, ...details });
    else if (wrong.kind === 'type') report('type', { data: { ...data, ...wrong }, ...details });
    else report(wrong.kind, { data: { ...data, ...wrong }, ...details });
  },
});

type Wrong =
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown' | 'value'; readonly known: string }
  | { readonly kind: 'type'; readonly type: string; readonly wanted: string };

/** What is wrong with a choice according to a list of options. */
function wrongIn(options: Session['configOptions'], id: string, params: JsonObject): Wrong | undefined {
  if (options === undefined || options.length === 0) return { kind: 'none' };
  const option = options.find((one) => optionIdOf(one) === id);
  if (option === undefined) {
    return { kind: 'unknown', known: listed(options.flatMap((one) => optionIdOf(one) ?? [])) };
  }
  const { type, value } = { type: option['type'], value: params['value'] };
  if (value === undefined) return undefined;
  if (type === 'boolean') {
    return typeof value === 'boolean' ? undefined : { kind: 'type', type: '"boolean"', wanted: 'true or false' };
  }
  if (type !== 'select') return undefined;
  if (typeof value !== 'string') return { kind: 'type', type: '"select"', wanted: 'one of its value ids' };
  const values = optionValuesOf(option);
  return values.includes(value) ? undefined : { kind: 'value', known: listed(values) };
}

export const setNotApplied = defineRule({
  id: 'config/set-not-applied',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'The answer to session/set_config_option should show the new value.',
  explanation:
    'The agent may fall back to another value, for example because a model is not available, and this answer is the ' +
    'right place to say so. That is legal. If it was not intended, the agent built the list before it made the ' +
    'change, and the user sees the switch jump back.\n\n' +
    'Not reported: values that the option does not have; answers that overlap with other changes of the session.',
  spec: 'v1/session-config-options#from-the-client',
  messages: { other: 'the client set {option} to {wanted}, but the answer shows {found}' },
  on: ['response:session/set_config_option'],
  inspect({ connection, step, shapes, faultsOf, report }) {
    const { params, exchange, result, sessionId } = step;
    if (isListBroken(step, shapes)) return;
    const id = textOf(params?.['configId']);
    if (exchange === undefined || id === undefined || faultsOf(exchange).length > 0) return;
    // this one is still counted
    const isAlone = openOfClient(connection, SETTERS, sessionId) <= 1;
    const option = objectsOf(objectOf(result)?.['configOptions']).find((one) => optionIdOf(one) === id);
    if (option === undefined || !isAlone) return;
    const found: JsonValue | undefined = option['currentValue'];
    const wanted = params?.['value'];
    if (found === wanted || found === undefined || wanted === undefined) return;
    const data = { option: quoted(id), wanted: quoted(wanted), found: quoted(found) };
    report('other', { data, evidence: [exchange] });
  },
});

const SETTERS = ['session/set_config_option', 'session/set_mode'];
