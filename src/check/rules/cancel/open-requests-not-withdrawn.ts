import type { Exchange } from '../../../model/state/exchange.js';
import type { Moment } from '../../../model/state/moment.js';
import type { Session } from '../../../model/state/session.js';
import type { Context } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import { enumerated } from '../../engine/wording.js';

export const openRequestsNotWithdrawn = defineRule({
  id: 'cancel/open-requests-not-withdrawn',
  severity: 'warning',
  versions: ['v2'],
  fault: 'agent',
  summary: 'After session/cancel the agent should withdraw its open requests for that work.',
  explanation:
    'The work is over, but the dialog that asks for permission stays on the screen, and the user answers a question ' +
    'that no longer matters. Send $/cancel_request for each open permission and elicitation request, ideally before ' +
    'the idle. Do the same after session/close.\n\n' +
    'Reported at the idle, but only once it is clear that no withdrawal follows: the agent reports its next state, ' +
    'the request is answered after all, or the connection ends. Only an info in the August draft of v2, where the ' +
    'client answers such requests "cancelled". Not reported: requests answered before the idle or right after it; ' +
    'requests of background work.',
  spec: 'v2/prompt-lifecycle#cancellation',
  messages: {
    open: 'the cancelled work ended while {requests} had no answer; the agent should withdraw such requests with $/cancel_request',
  },
  on: ['update:state_update', 'response:session/request_permission', 'response:elicitation/create', 'end'],
  inspect(context) {
    const { connection, report } = context;
    for (const { leftOpen: idle, sessionId, turn, cancelledBy } of settledLeft(context)) {
      const session = connection.sessions.get(sessionId ?? '');
      const open = [...(session?.asked.leftOpen.get(idle.seq) ?? [])].filter(isLeft);
      const requests = enumerated(open.map(({ method, seq }) => `${method} (frame ${seq})`));
      report('open', {
        data: { requests },
        at: idle,
        evidence: [cancelledBy, ...open],
        sessionId,
        turn,
        dialects: { v2a: 'info', v2b: 'warning' },
        once: `${sessionId ?? ''} ${idle.seq}`,
      });
    }
  },
});

type Left = Exchange & { readonly leftOpen: Moment };

/** Of each idle that left something open the first. */
function leftOver({ asked }: Session): Left[] {
  return [...asked.leftOpen.values()].flatMap((left) => [...left].find(isLeft) ?? []);
}

function isLeft(exchange: Exchange): exchange is Left {
  return exchange.leftOpen !== undefined && exchange.cancelRequested === undefined;
}

/** Requests that were left open and will not be withdrawn any more. */
function settledLeft(context: Context): Left[] {
  const { connection, now, thresholds } = context;
  const isLate = ({ leftOpen }: Left) => now.at - leftOpen.at > thresholds.raceWindow;
  if (context.isEnd) return [...connection.sessions.values()].flatMap(leftOver).filter(isLate);
  const { exchange, sender, session } = context.step;
  if (exchange !== undefined) return isLeft(exchange) && isLate(exchange) ? [exchange] : [];
  return sender === 'agent' && session !== undefined ? leftOver(session) : [];
}
