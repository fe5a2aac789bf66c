import { MOST_EVIDENCE } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';

export const concurrentTurn = defineRule({
  id: 'prompt/concurrent-turn',
  severity: 'warning',
  versions: ['v1'],
  fault: 'client',
  summary: 'In v1 a session should have only one open prompt at a time.',
  explanation:
    'Updates in v1 name the session but not the turn. With two open prompts nobody can tell which one a message ' +
    'belongs to. Agents answer the older prompt with "cancelled", queue the newer one, or mix both. Wait for the ' +
    'answer, or send session/cancel and wait for "cancelled".\n\n' +
    'Turntable counts the updates towards the newest turn. Not reported: prompts in different sessions; v2, where ' +
    'the agent queues prompts.',
  spec: 'v1/prompt-turn#4-check-for-completion',
  messages: { open: 'the client sent a prompt while {before} not answered yet (frame {frame})' },
  on: ['request:session/prompt'],
  inspect({ step, connection, report }) {
    const { sender, session } = step;
    const open = session?.open.at(-1);
    if (sender !== 'client' || session === undefined || open === undefined) return;
    const count = session.open.length;
    const before = count === 1 ? 'the one before it was' : `${count} before it were`;
    // a prompt that was open at a gap in the recording may have been answered in it
    const isCertain = connection.gap === undefined || connection.gap.seq < open.seq;
    const severity = isCertain ? 'warning' : 'info';
    const evidence = session.open.slice(-MOST_EVIDENCE);
    report('open', { data: { before, frame: open.seq }, evidence, severity, turn: session.turns + 1 });
  },
});
