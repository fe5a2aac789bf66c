import { listOf, objectOf, objectsOf, textOf } from '../../../model/json-access.js';
import type { Step } from '../../../model/state/step.js';
import type { JsonObject } from '../../../wire/json-text.js';
import { defineRule } from '../../engine/rule.js';
import { enumerated, quoted } from '../../engine/wording.js';

/** The methods in the answer to initialize. */
function methodsIn({ result }: Step): readonly JsonObject[] {
  return objectsOf(objectOf(result)?.['authMethods']);
}

function idOf(method: JsonObject, { version }: Step): string | undefined {
  return textOf(method[version === 2 ? 'methodId' : 'id']);
}

export const terminalMethodNotSupported = defineRule({
  id: 'auth/terminal-method-not-supported',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'The agent offers methods of type "terminal" only to clients that announced auth.terminal.',
  explanation:
    'Such a method needs a client that can start the agent in a terminal in front of the user. To any other it is a ' +
    'choice that cannot be made. Leave these methods out of authMethods unless clientCapabilities.auth.terminal is ' +
    'true (v2: capabilities.auth.terminal is an object). Also where the client announced it in _meta, as builds from ' +
    'before the capability did.',
  spec: 'v1/authentication',
  messages: {
    offered: 'the agent offers {methods} of type "terminal", but the client did not announce {capability}',
  },
  on: ['response:initialize'],
  inspect({ step, report }) {
    const methods = methodsIn(step).filter(({ type }) => type === 'terminal');
    if (methods.length === 0 || canRunTerminals(step)) return;
    const capability = step.version === 2 ? 'capabilities.auth.terminal' : 'clientCapabilities.auth.terminal';
    const names = enumerated(methods.map((method) => quoted(idOf(method, step))));
    report('offered', { data: { methods: names, capability }, evidence: [step.exchange] });
  },
});

/** As the client said it in the request that is answered; also where it said so to the other version alone. */
function canRunTerminals({ params, version }: Step): boolean {
  const names = version === 2 ? ['capabilities', 'clientCapabilities'] : ['clientCapabilities', 'capabilities'];
  const said = names.find((name) => params !== undefined && Object.hasOwn(params, name));
  const marker = objectOf(objectOf(said === undefined ? undefined : params?.[said])?.['auth'])?.['terminal'];
  return said === 'clientCapabilities' ? marker === true : objectOf(marker) !== undefined;
}

export const duplicateMethodId = defineRule({
  id: 'auth/duplicate-method-id',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'Each authentication method has an id of its own, and each of its environment variables a name.',
  explanation:
    'The client names the method that the user chose by its id alone: of two with the same id one cannot be chosen. ' +
    'Give each method its own. In v2 the names in env of a terminal method have to be unique too, which is an error.',
  spec: 'v1/authentication',
  messages: {
    ids: 'authMethods has the id {id} {count} times',
    names: 'env of the authentication method {id} has the name {name} {count} times',
  },
  on: ['response:initialize'],
  inspect({ step, report }) {
    const methods = methodsIn(step);
    for (const [id, count] of repeatedOf(methods.map((method) => idOf(method, step)))) {
      report('ids', { data: { id: quoted(id), count } });
    }
    if (step.version !== 2) return;
    for (const method of methods.filter(({ type }) => type === 'terminal')) {
      const names = listOf(method['env']).map((variable) => textOf(objectOf(variable)?.['name']));
      for (const [name, count] of repeatedOf(names)) {
        const data = { id: quoted(idOf(method, step)), name: quoted(name), count };
        report('names', { data, severity: 'error' });
      }
    }
  },
});

function repeatedOf(names: readonly (string | undefined)[]): (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const name of names) if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > 1);
}
