import { describe, expect, test } from 'vitest';
import { findingsStatus } from '../../../src/screen/violations/findings-status.js';
import { GrowingFindings } from '../../../src/screen/violations/growing-findings.js';
import { StatisticsView } from '../../../src/screen/statistics/statistics-view.js';
import type { ViewMaker } from '../../../src/screen/frame/archive.js';
import { TurnsView } from '../../../src/screen/turns/turns-view.js';
import { fakeConversation } from '../../support/screen/fake-conversation.js';
import { painted } from '../../support/screen/painted.js';
import { SAMPLE_STATISTICS } from '../../support/report/sample-statistics.js';

function statusOf(findings: GrowingFindings): string {
  return findingsStatus({ findings, nowMs: 31_000 })
    .map(({ text }) => text)
    .join('');
}

describe('the check of a live recording', () => {
  test('has no percent once it has come to what is recorded, and none when it is done', () => {
    const findings = new GrowingFindings();
    expect(statusOf(findings)).toBe('checking 0 %');
    findings.take({ type: 'now', openTurns: [], stalls: [] });
    expect(statusOf(findings)).toBe('');
    findings.take({
      type: 'now',
      openTurns: [],
      stalls: [{ key: 'k', seq: 4, sinceMs: 1_000, stuck: true, what: 'agent owes initialize 0' }],
    });
    expect(statusOf(findings)).toBe('stuck? 30.0 s: agent owes initialize 0 (frame 4)  7 why');
    findings.take({ type: 'done', protocol: 'ACP v1', statistics: SAMPLE_STATISTICS });
    expect(statusOf(findings)).toBe('');
    expect(findings.isFollowing).toBe(false);
  });

  test('leaves views that are empty so far saying so', () => {
    const findings = new GrowingFindings();
    findings.take({ type: 'now', openTurns: [], stalls: [] });
    const conversation = fakeConversation(findings);
    const views = {} as ViewMaker;
    expect(painted(new TurnsView(conversation, views), 80, 24).toString()).toContain('No turns yet');
    const statistics = painted(new StatisticsView(conversation, views), 40, 10).toString();
    expect(statistics.replaceAll(/\s+/g, ' ')).toContain('Still recording: statistics appear when it has ended.');
  });
});
