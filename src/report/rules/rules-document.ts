import type { Rule } from '../../check/engine/rule.js';
import { specAddress } from '../../check/engine/spec-address.js';
import { UNCHECKABLE } from '../../check/engine/uncheckable.js';
import { inCodeBlock } from '../markdown.js';
import { BLAME, versionsText } from './rule-page.js';

/**
 * docs/rules.md: every rule with its example.
 *
 * @param examples the text of each rule's example, by rule id
 */
export function rulesDocument(rules: readonly Rule[], examples: ReadonlyMap<string, string>): string {
  const families = familiesOf(rules);
  const contents = [...families].map(([family, own]) => `- [${family}](#${family}) (${own.length})\n`).join('');
  const sections = [...families].map(([family, own]) => section(family, own, examples)).join('');
  const rest = `- [What no tap can see](#what-no-tap-can-see)\n`;
  return `${HEAD}${contents}${rest}\n${sections}${uncheckableSection()}`;
}

const HEAD = `# The rules

<!-- made by \`npm run generate\` from src/check/rules and fixtures/rules; do not edit -->

What \`turntable check\` looks for:

- **error**: the conversation violates a MUST of the specification, or its schema.
- **warning**: it violates a SHOULD, or a MUST in a way that a tap cannot prove.
- **info**: legal but notable.

The explanations use these terms:

- The *August draft* and the *November draft* are the two drafts of ACP v2, \`v2a\` and \`v2b\`.
- *History* is what an agent replays when it restores a session.
- *Once per session* means that later violations of the same kind in that session are not reported.

Each rule has an example: a short conversation that violates it. \`turntable rules RULE\` shows the same in the terminal.

`;

function familiesOf(rules: readonly Rule[]): Map<string, Rule[]> {
  const families = new Map<string, Rule[]>();
  for (const rule of rules) {
    const family = rule.id.split('/')[0] ?? '';
    families.set(family, [...(families.get(family) ?? []), rule]);
  }
  return families;
}

function section(family: string, rules: readonly Rule[], examples: ReadonlyMap<string, string>): string {
  return `## ${family}\n\n${rules.map((rule) => entry(rule, examples.get(rule.id))).join('')}`;
}

function entry(rule: Rule, example: string | undefined): string {
  const { id, severity, fault, summary, explanation, spec, isOptIn } = rule;
  const facts = [
    `**${severity}**`,
    versionsText(rule),
    `at fault: ${BLAME[fault]}`,
    `[specification](${specAddress(spec)})`,
    ...(isOptIn === true ? ['off by default'] : []),
  ];
  const shown = example === undefined ? '' : `\n${inCodeBlock(example, 'text')}`;
  return `### ${id}\n\n${facts.join(' · ')}\n\n${summary}\n\n${explanation}\n${shown}\n`;
}

function uncheckableSection(): string {
  const rows = UNCHECKABLE.map(
    ({ side, sentence, page, why }) => `| ${side} | ${sentence} ([page](${specAddress(page)})) | ${why} |\n`,
  );
  return `## What no tap can see\n\n| binds | sentence | why |\n| --- | --- | --- |\n${rows.join('')}`;
}
