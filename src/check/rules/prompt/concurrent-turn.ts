import { MOST_EVIDENCE } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';

export const concurrentTurn = defineRule({
  id: 'prompt/concurrent-turn',
  severity: 'warning',
  versions: ['v1'],
  fault: 'client',
  summary: 'In v1 a session has one prompt turn at a time: the next prompt follows the answer to the one before.',
  explanation:
    'Updates of v1 name the session and not the turn, so nobody can tell which of two open prompts a message belongs ' +
    'to; agents answer the older one with "cancelled", queue the newer one, or mix both. Wait for the answer, or send ' +
    'session/cancel and wait for "cancelled". Not reported: prompts of different sessions, and v2, where the agent ' +
    'queues prompts. Updates are counted to the newest turn.',
  spec: 'v1/prompt-turn#4-check-for-completion',
  messages: { open: 'a prompt is sent while {before} no answer yet (frame {frame})' },
  on: ['request:session/prompt'],
  inspect({ step, connection, report }) {
    const { sender, session } = step;
    const open = session?.open.at(-1);
    if (sender !== 'client' || session === undefined || open === undefined) return;
    const count = session.open.length;
    const before = count === 1 ? 'the one before it has' : `${count} before it have`;
    // what was open at a hole in the recording may have been answered in it
    const isCertain = connection.gap === undefined || connection.gap.seq < open.seq;
    const severity = isCertain ? 'warning' : 'info';
    const evidence = session.open.slice(-MOST_EVIDENCE);
    report('open', { data: { before, frame: open.seq }, evidence, severity, turn: session.turns + 1 });
  },
});
