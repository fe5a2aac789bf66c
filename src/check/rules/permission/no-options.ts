import { objectsOf, textOf } from '../../../model/json-access.js';
import { alwaysKey } from '../../../model/tools/permissions.js';
import type { JsonValue } from '../../../wire/json-text.js';
import { defineRule } from '../../engine/rule.js';
import { enumerated, quoted } from '../../engine/wording.js';

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

export const duplicateOptionId = defineRule({
  id: 'permission/duplicate-option-id',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'Each option of a permission request has an optionId of its own.',
  explanation:
    'The answer is the id alone. Where two options share one, nobody can tell which of them the user chose, and "reject" ' +
    'may be read as "allow". Give each option its own id; the kind is not an id.',
  spec: 'v1/tool-calls#permission-options',
  messages: { twice: 'more than one option has the optionId {ids}' },
  on: ['request:session/request_permission'],
  inspect({ step, report }) {
    const ids = objectsOf(step.params?.['options']).flatMap(({ optionId }) => textOf(optionId) ?? []);
    const twice = [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
    if (twice.length === 0) return;
    report('twice', { data: { ids: enumerated(twice.map(quoted)) }, dialects: { v2a: 'warning', v2b: 'error' } });
  },
});

export const outsideTurn = defineRule({
  id: 'permission/outside-turn',
  severity: 'warning',
  versions: ['v1'],
  fault: 'agent',
  summary: 'Permission is asked while a prompt is being worked on.',
  explanation:
    'A turn begins with session/prompt and ends with its answer; tools run, and ask, in between. A dialog that opens ' +
    'outside of it belongs to nothing the user asked for, and session/cancel cannot end it. Answer the prompt after the ' +
    'last request. v2 allows it, for background work.',
  spec: 'v1/prompt-turn#5-tool-invocation-and-status-reporting',
  needsHistory: true,
  messages: {
    before: 'permission was asked before the first prompt of the session',
    after: 'permission was asked although no prompt was waiting for an answer',
  },
  on: ['request:session/request_permission'],
  inspect({ step, report }) {
    const { session, turn, isHistory } = step;
    // sessions that are not there, or were closed, are the matter of the session rules
    if (session === undefined || isHistory || turn !== undefined || session.state !== 'active') return;
    const last = session.closedTurns.at(-1);
    report(session.turns === 0 ? 'before' : 'after', { evidence: [last?.end] });
  },
});

export const alwaysNotRemembered = defineRule({
  id: 'permission/always-not-remembered',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'What the user allowed or rejected for always is not asked again in the session.',
  explanation:
    'The kinds allow_always and reject_always say that the choice is remembered. A user who is asked the same again learns ' +
    'that "always" means nothing. What exactly is remembered is for the agent to say, hence an info: the rule compares the ' +
    'kind of the tool and the title of the request.',
  spec: 'v1/tool-calls#permission-options',
  messages: { again: 'permission for {title} was asked again, although the answer was "always" before' },
  on: ['request:session/request_permission'],
  inspect({ step, report }) {
    const { session, params, isHistory } = step;
    if (session === undefined || isHistory) return;
    const key = alwaysKey(session, params);
    const decided = key === undefined ? undefined : session.alwaysDecided.get(key);
    if (decided === undefined || key === undefined) return;
    report('again', { data: { title: quoted(key.slice(key.indexOf(' ') + 1)) }, evidence: [decided] });
  },
});
