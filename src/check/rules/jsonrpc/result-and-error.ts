import { objectOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const resultAndError = defineRule({
  id: 'jsonrpc/result-and-error',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'A response has either a result or an error.',
  explanation:
    'With both, one reader sees a success and another a failure, also where one of them is null: leave out the member ' +
    'that does not apply. Not reported: "result": null alone, which is a result.',
  spec: 'https://www.jsonrpc.org/specification#response_object',
  messages: { both: 'the response has a result and an error ({error}); exactly one of them may be there' },
  on: ['response if odd-members'],
  inspect({ step: { message }, report }) {
    const json = objectOf(message.json);
    if (json?.['result'] === undefined || json['error'] === undefined) return;
    report('both', { data: { error: quoted(json['error']) } });
  },
});
