import { textOf } from '../../../model/json-access.js';
import type { JsonObject } from '../../../wire/json-text.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { fieldsOf, requestedOf } from './form-schema.js';

export const urlInForm = defineRule({
  id: 'elicitation/url-in-form',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'The texts of a form should not contain URLs.',
  explanation:
    'A link in a form leads the user away without the checks of mode "url", where the client shows the host and ' +
    'asks first. Send the URL with mode "url", or leave it out.\n\n' +
    'Not reported: a field that asks for a URL.',
  spec: 'v1/elicitation',
  messages: { url: '{place} of the form contains a URL ({found}); send it with mode "url"' },
  on: ['request:elicitation/create'],
  inspect({ step, report }) {
    const { params } = step;
    const schema = requestedOf(step);
    if (params === undefined || schema === undefined) return;
    const texts: [string, JsonObject, string][] = [['the message', params, 'message']];
    for (const member of ['title', 'description']) texts.push([`the ${member}`, schema, member]);
    for (const { name, schema: field } of fieldsOf(schema)) {
      for (const member of ['title', 'description']) texts.push([`the ${member} of ${quoted(name)}`, field, member]);
    }
    for (const [place, holder, member] of texts) {
      const found = /https?:\/\/[^\s"'<>)]+/i.exec(textOf(holder[member]) ?? '')?.[0];
      if (found === undefined) continue;
      report('url', { data: { place, found: quoted(found) } });
      return;
    }
  },
});
