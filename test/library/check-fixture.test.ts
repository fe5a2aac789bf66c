import { describe, expect, test } from 'vitest';
import { checkFixture } from '../../src/index.js';
import { request } from '../support/conversations/conversation.js';
import { fixtureBytes } from '../support/fixtures/fixture-bytes.js';
import { opened, prompt, stopped } from '../support/conversations/opened.js';
import { PlaceHere } from '../support/turntable/place-here.js';
import { fixture } from '../support/turntable/turntable.js';

const RULE = fixture('rules/cancel/wrong-stop-reason.acp');

describe('checkFixture', () => {
  test('says what check says', async () => {
    const { stdout } = await new PlaceHere().run(['check', '--format', 'json', RULE]);
    const check = await checkFixture(RULE);
    expect(check.violations.map(({ rule }) => rule)).toContain('cancel/wrong-stop-reason');
    expect(JSON.parse(JSON.stringify(check))).toEqual(JSON.parse(stdout.toString()));
  });

  test('takes bytes, and the options of check', async () => {
    const bytes = fixtureBytes([
      ...opened('s1'),
      ['client', prompt(2, 'nowhere')],
      ['agent', stopped(2)],
      ['client', request(3, 'session/prompt', {})],
    ]);
    const { violations, counts, frames } = await checkFixture(bytes);
    expect(frames).toBe(7);
    expect(counts.error).toBeGreaterThan(0);
    const [{ rule } = { rule: '' }] = violations;
    const others = await checkFixture(bytes, { ignore: [rule] });
    expect(others.violations).toEqual(violations.filter((violation) => violation.rule !== rule));
    await expect(checkFixture(bytes, { ignore: ['no/such-rule'] })).rejects.toMatchObject({ code: 'USAGE' });
  });
});
