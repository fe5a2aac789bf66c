import { textOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { choicesOf, type Field, fieldsOf, named, requestedOf } from './form-schema.js';

/** Words for secrets. A field whose name or title ends with one asks for it. */
const SECRET =
  /(^|\s)(password|passwd|passphrase|secret|token|cvv|cvc|pin code|(api|secret|private|access|encryption) ?key|recovery (code|phrase)|seed phrase)$/;

/** With these words a field asks about a secret rather than for it. */
const ABOUT =
  /\b(name|variable|path|file|header|type|kind|limit|count|max|min|number of|length|hint|where|which|whether)\b/;

export const secretInForm = defineRule({
  id: 'elicitation/secret-in-form',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'A form should never ask for a secret.',
  explanation:
    'What the user types into a form passes through the client and the agent, and may end up in a log or in the ' +
    'model\'s context. Use mode "url" for passwords, keys and tokens, so that the user types them into a page of the ' +
    'service itself.\n\n' +
    'Only a warning, because the rule goes by the name or title of a text field. Not reported: a field that asks ' +
    'only about a secret, such as the name of a variable, a choice, a number or a switch.',
  spec: 'v1/elicitation',
  messages: { secret: 'the form asks for {fields}, which looks like a secret; ask for it with mode "url"' },
  on: ['request:elicitation/create'],
  inspect({ step, report }) {
    const secrets = fieldsOf(requestedOf(step)).filter(isSecret);
    if (secrets.length > 0) report('secret', { data: { fields: named(secrets) } });
  },
});

function isSecret({ name, schema }: Field): boolean {
  if (schema['type'] !== 'string' || choicesOf(schema) !== undefined || textOf(schema['format']) !== undefined)
    return false;
  const title = wordsOf((textOf(schema['title']) ?? '').replaceAll(/\([^)]*\)/g, ''));
  const about = title.replace(/\b(for|of|from|to)\b.*$/, '').trim();
  return [wordsOf(name), about].some((words) => SECRET.test(words) && !ABOUT.test(title) && !ABOUT.test(words));
}

/** `apiKey`, `api_key` and `API key` as "api key". */
function wordsOf(name: string): string {
  return name
    .slice(0, 200)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .toLowerCase();
}
