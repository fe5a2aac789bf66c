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
  summary: 'Usage makes sense: no more tokens used than there are, a cost that only grows, a currency with its code.',
  explanation:
    'Clients draw a bar from used and size and add costs up over sessions. More used than there is, or a size of zero, ' +
    'breaks the bar; cost is what the whole session has cost so far, so a smaller one usually means that an agent sends ' +
    'the cost of a turn. Currencies are spelled as ISO 4217 has them ("USD"); other units such as "credits" are right, ' +
    'except in the older draft of v2, whose schema wants three capital letters. Not reported: a cost that begins anew ' +
    'after the session was restored, and what is told as history. Reported once for a session and kind.',
  spec: 'https://agentclientprotocol.com/rfds/session-usage',
  messages: {
    used: 'used is {used} and size only {size}',
    size: 'size is 0: the context has no room for a single token',
    cost: 'the cost fell from {before} to {after} {currency}; it is that of the whole session so far',
    currency: 'the currency is {found}; ISO 4217 has {code}',
    unit: 'the currency is {found}; this draft of v2 knows only codes of ISO 4217, as "USD"',
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
