import { defineRule } from '../../engine/rule.js';
import { lasting } from '../../engine/wording.js';
import { AWAITED, MAY_OUTLIVE } from './awaited-requests.js';

export const clientRequestInFlightOutlives = defineRule({
  id: 'turn/client-request-in-flight-outlives',
  severity: 'info',
  versions: ['v1'],
  fault: 'client',
  summary: "The client should answer the agent's requests before the turn is over.",
  explanation:
    'The answer came only after the turn had ended, so the agent could not use it. This is legal, but answer ' +
    'promptly.\n\n' +
    'Not reported: requests that the agent should have waited for (turn/open-request-at-end) or that it withdrew; ' +
    'answers that come at once; methods that begin with an underscore.',
  spec: 'v1/cancellation',
  messages: { late: 'the client answered {method} after {age}, when the turn was already over (frame {frame})' },
  on: ['response if outlived'],
  inspect({ step, thresholds, hasRealTimes, report }) {
    const { sender, exchange, method = '', at } = step;
    const ended = exchange?.outlivedTurn;
    if (sender !== 'client' || exchange === undefined || ended === undefined || !hasRealTimes) return;
    if (AWAITED.has(method) || method === MAY_OUTLIVE || method.startsWith('_')) return;
    const age = at - exchange.at;
    if (exchange.cancelRequested !== undefined || age <= thresholds.raceWindow) return;
    report('late', {
      data: { method, age: lasting(age), frame: ended.seq },
      evidence: [exchange, ended],
      turn: exchange.turn,
    });
  },
});
