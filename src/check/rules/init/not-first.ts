import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { elsewhere, isNoSuchMethod, PROMPT, tooEarly } from './before-it.js';

/** Also no notification of the protocol itself, as `$/cancel_request`. */
function isNoPrompt(method: string): boolean {
  return method !== PROMPT && !method.startsWith('$/');
}

export const notFirst = defineRule({
  id: 'init/not-first',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'The client sends nothing but initialize until initialize is answered.',
  explanation:
    'initialize agrees on the version and on what each side can do; everything else depends on it. Agents may refuse ' +
    'what comes earlier or misread it. Send initialize first and await its answer. Methods that begin with an underscore ' +
    'are info. Not reported: notifications that begin with $/, as a $/cancel_request of initialize itself, and what ' +
    'stands in a recording that begins later than the connection.',
  spec: 'v1/initialization',
  messages: { early: '{method} was sent before initialize {missing}' },
  on: ['request if early', 'notification if early'],
  inspect(context) {
    const { report } = context;
    if (isNoSuchMethod(context)) return;
    for (const { at, method, missing } of tooEarly(context, isNoPrompt)) {
      const severity = method.startsWith('_') ? 'info' : 'error';
      const once = `${method} ${missing}`;
      report('early', { data: { method: quoted(method), missing }, severity, at, once, ...elsewhere(context, at) });
    }
  },
});
