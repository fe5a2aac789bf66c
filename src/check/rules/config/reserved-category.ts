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
  summary: 'Custom categories should begin with an underscore.',
  explanation:
    'Names without an underscore are reserved for later versions of the protocol. One day a client may give your ' +
    'option a shortcut or a place that does not suit it. A category is only a hint for display and nothing depends ' +
    'on it, so put an underscore before it or leave it out.\n\n' +
    'Only an info if the unstable schema defines the category. Reported once per option.',
  spec: 'v1/session-config-options#option-categories',
  messages: { reserved: 'option {option} has the category {found}; the protocol defines {known}' },
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
