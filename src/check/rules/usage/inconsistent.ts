import { numberOf, objectOf, textOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

/** Sums of fractions differ by less than this. */
const ROUNDING = 1e-9;

export const inconsistent = defineRule({
  id: 'usage/inconsistent',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'A usage_update should make sense.',
  explanation:
    'Clients draw a bar from used and size, and add up the cost of sessions. The bar breaks if used is larger than ' +
    'size or size is zero. The cost covers the whole session so far; if it falls, the agent usually sends the cost ' +
    'of one turn instead. Write currencies as in ISO 4217 ("USD"). Other units, such as "credits", are allowed, ' +
    'except in the August draft of v2, whose schema requires three capital letters.\n\n' +
    'Reported once per session and kind. Not reported: a cost that starts over after the session was restored; ' +
    'replayed history.',
  spec: 'https://agentclientprotocol.com/rfds/session-usage',
  messages: {
    used: 'used is {used}, but size is only {size}',
    size: 'size is 0, so the context has no room for a single token',
    cost: 'the cost fell from {before} to {after} {currency}; it should cover the whole session so far',
    currency: 'the currency is {found}; in ISO 4217 it is {code}',
    unit: 'the currency is {found}; this draft of v2 allows only ISO 4217 codes such as "USD"',
  },
  on: ['update:usage_update'],
  inspect({ step, report }) {
    const { session, update, isHistory } = step;
    if (update === undefined) return;
    const id = session?.id ?? '';
    const used = numberOf(update['used']);
    const size = numberOf(update['size']);
    if (size === 0) report('size', { once: `${id} size` });
    else if (used !== undefined && size !== undefined && used > size)
      report('used', { data: { used, size }, once: `${id} used` });
    const cost = objectOf(update['cost']);
    const amount = numberOf(cost?.['amount']);
    const currency = textOf(cost?.['currency']);
    if (currency === undefined) return;
    const once = `${id} ${currency}`;
    const data = { found: quoted(currency), code: quoted(currency.toUpperCase()) };
    if (/^[A-Za-z]{3}$/.test(currency) && currency !== currency.toUpperCase()) {
      report('currency', { data, dialects: { v2a: 'error', v2b: 'info' }, once });
    } else if (step.version === 2 && !/^[A-Z]{3}$/.test(currency)) {
      report('unit', { data, dialects: { v2a: 'error', v2b: 'off' }, once });
    }
    const before = session?.cost;
    if (amount === undefined || before === undefined || isHistory || before.currency !== currency) return;
    if (before.seq < (session?.opened?.seq ?? 0) || amount >= before.amount - ROUNDING) return;
    report('cost', {
      data: { before: before.amount, after: amount, currency },
      evidence: [before],
      once: `${id} cost`,
    });
  },
});
