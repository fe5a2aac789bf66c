import { defineRule } from '../../engine/rule.js';
import { lasting } from '../../engine/wording.js';
import { AWAITED, MAY_OUTLIVE } from './awaited-requests.js';

export const clientRequestInFlightOutlives = defineRule({
  id: 'turn/client-request-in-flight-outlives',
  severity: 'info',
  versions: ['v1'],
  fault: 'client',
  summary: 'The client answers what the agent asks in a turn before the turn is over.',
  explanation:
    'The turn ended and only then came the answer, so nothing can be made of it. Answer promptly. It is legal. Not ' +
    'reported: requests that the agent was to wait for (turn/open-request-at-end) or withdrew, answers that come at ' +
    'once, and methods that begin with an underscore.',
  spec: 'v1/cancellation',
  messages: { late: '{method} was answered {age} after it was asked, when its turn was over (frame {frame})' },
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
