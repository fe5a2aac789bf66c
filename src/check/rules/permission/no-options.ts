import { objectsOf, textOf } from '../../../model/json-access.js';
import type { JsonValue } from '../../../wire/json-text.js';
import { defineRule } from '../../engine/rule.js';

export const noOptions = defineRule({
  id: 'permission/no-options',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'A permission request offers at least one option, to allow and to reject.',
  explanation:
    'Without an option the user can only dismiss the request, and the agent waits for a choice nobody can make. v1 has no ' +
    'minimum in its schema, v2 has. Where all options allow, or all reject, the user has no real choice: that is only an ' +
    'info. Options of kinds that the protocol does not know count as both.',
  spec: 'v1/tool-calls#permission-options',
  messages: {
    none: 'the request offers no option to choose',
    oneWay: 'every option that the request offers is of a kind that {verb}',
  },
  on: ['request:session/request_permission'],
  inspect({ step, shapes, claim, report }) {
    const options = step.params?.['options'];
    if (!Array.isArray(options)) return;
    if (options.length === 0) {
      const isEmpty = ({ kind, path }: (typeof shapes)[number]) => kind === 'out-of-range' && path.at(-1) === 'options';
      for (const finding of shapes.filter(isEmpty)) claim(finding);
      report('none', step.version === 2 ? { severity: 'error' } : {});
      return;
    }
    const kinds = objectsOf(options as JsonValue).map(({ kind }) => textOf(kind) ?? '');
    if (kinds.length < options.length) return;
    if (kinds.every((kind) => /^allow_(once|always)$/.test(kind))) {
      report('oneWay', { data: { verb: 'allows' }, severity: 'info' });
    } else if (kinds.every((kind) => /^reject_(once|always)$/.test(kind))) {
      report('oneWay', { data: { verb: 'rejects' }, severity: 'info' });
    }
  },
});
