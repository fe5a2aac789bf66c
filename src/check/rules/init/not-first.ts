import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { elsewhere, isNoSuchMethod, PROMPT, tooEarly } from './before-it.js';

/** Also excludes notifications of the protocol itself, such as `$/cancel_request`. */
function isNoPrompt(method: string): boolean {
  return method !== PROMPT && !method.startsWith('$/');
}

export const notFirst = defineRule({
  id: 'init/not-first',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'The client must send nothing but initialize until it is answered.',
  explanation:
    'initialize settles the version and what each side can do; everything else depends on it. Agents may refuse or ' +
    'misread anything that comes earlier. Send initialize first, and wait for its answer.\n\n' +
    'Only an info for methods that begin with an underscore. Not reported: notifications that begin with $/, such ' +
    'as a $/cancel_request for initialize itself; recordings that begin later than the connection.',
  spec: 'v1/initialization',
  messages: { early: 'the client sent {method} before initialize {missing}' },
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
