import { objectsOf, textOf } from '../../../model/json-access.js';
import type { JsonValue } from '../../../wire/json-text.js';
import { defineRule } from '../../engine/rule.js';

export const noOptions = defineRule({
  id: 'permission/no-options',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'A permission request should offer options both to allow and to reject.',
  explanation:
    'Without any option the user can only dismiss the request, and the agent waits for a choice that nobody can ' +
    'make. The schema of v2 requires at least one option, so none at all is an error there; v1 has no minimum.\n\n' +
    'Only an info if all options allow, or all reject, so that the user has no real choice. Options of unknown ' +
    'kinds count as both.',
  spec: 'v1/tool-calls#permission-options',
  messages: {
    none: 'the request offers no options; it should offer at least one',
    oneWay: 'every option of the request {verb}, so the user has no choice',
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
