import { textOf } from '../../../model/json-access.js';
import { optionIdOf } from '../../../model/sessions/config-options.js';
import { claimAt } from '../../engine/claims.js';
import { defineRule } from '../../engine/rule.js';
import { listed } from '../../engine/shape-wording.js';
import { quoted } from '../../engine/wording.js';
import { sessionIdOf } from '../named-session.js';
import { carriedOptions, OPTION_CARRIERS } from './carriers.js';

const CATEGORIES: readonly string[] = ['mode', 'model', 'model_config', 'thought_level'];

export const reservedCategory = defineRule({
  id: 'config/reserved-category',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'Categories that an agent makes up begin with an underscore.',
  explanation:
    'Names without an underscore are kept for later versions of the protocol: a client may one day give such an option a ' +
    'shortcut or a place that does not fit it. A category is a hint for the display and nothing depends on it, so put an ' +
    'underscore before it, or leave it out. Only info where the unstable schema knows it. Reported once for an option.',
  spec: 'v1/session-config-options#option-categories',
  messages: { reserved: 'option {option} has the category {found}; the protocol knows {known}' },
  on: OPTION_CARRIERS,
  inspect(context) {
    const { step, protocol, report } = context;
    for (const { option, path } of carriedOptions(step) ?? []) {
      const category = textOf(option['category']);
      if (category === undefined || category.startsWith('_') || CATEGORIES.includes(category)) continue;
      claimAt(context, [...path, 'category']);
      const isUnstable = protocol.valueElsewhere('SessionConfigOption', 'category', category) === 'unstable';
      const data = { option: quoted(optionIdOf(option)), found: quoted(category), known: listed(CATEGORIES) };
      const once = `${sessionIdOf(step)} ${optionIdOf(option) ?? ''} ${category}`;
      report('reserved', { data, once, severity: isUnstable ? 'info' : 'warning' });
    }
  },
});
