import { objectOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const resultAndError = defineRule({
  id: 'jsonrpc/result-and-error',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'A response must have either a result or an error, not both.',
  explanation:
    'With both, one reader sees a success and another a failure, even if one of them is null. Leave out the field ' +
    'that does not apply.\n\n' +
    'Not reported: "result": null on its own, which is a valid result.',
  spec: 'https://www.jsonrpc.org/specification#response_object',
  messages: { both: 'the response has both a result and an error ({error}); it must have exactly one of them' },
  on: ['response if odd-members'],
  inspect({ step: { message }, report }) {
    const json = objectOf(message.json);
    if (json?.['result'] === undefined || json['error'] === undefined) return;
    report('both', { data: { error: quoted(json['error']) } });
  },
});
