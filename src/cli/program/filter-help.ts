import { FIELDS } from '../../filter/filter-fields.js';

/** The filter language, for the help of a command. */
export function filterHelp(): string {
  const examples = FIELDS.map(({ example }) => example.padEnd(34));
  const lines = FIELDS.map(({ help }, i) => `  ${examples[i] ?? ''} ${help}`);
  return `
Filters (docs/filter.md):
${lines.join('\n')}

  Terms side by side must all match; or, not and ( ) work as usual. * in a name matches any text.
  field~/.../ and /.../ are regular expressions.
  turntable show @last --filter 'method:fs/* kind:err or sev:warn+'
`;
}
