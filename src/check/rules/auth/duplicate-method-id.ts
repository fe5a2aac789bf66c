import { listOf, objectOf, textOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { idOf, methodsIn } from './offered-methods.js';

export const duplicateMethodId = defineRule({
  id: 'auth/duplicate-method-id',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'Each authentication method should have its own id.',
  explanation:
    'The client names the chosen method only by its id. If two methods share one, one of them cannot be chosen. ' +
    'Give each method its own id.\n\n' +
    'In v2 the names in the env of a terminal method must be unique too; a repeated name is an error.',
  spec: 'v1/authentication',
  messages: {
    ids: 'authMethods has the id {id} {count} times; each method needs its own id',
    names: 'env of the authentication method {id} has the name {name} {count} times; each name must be unique',
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
