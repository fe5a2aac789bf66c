import { TranscriptReader } from '../../../src/model/transcript/transcript-reader.js';
import type { TranscriptTurn } from '../../../src/model/transcript/transcript.js';
import { transcriptBlocks, type TranscriptBlock } from '../../../src/report/transcript/blocks.js';
import type { JsonObject } from '../../../src/wire/json-text.js';
import { DRIVING, violation } from '../checking/checked.js';
import { request, result } from '../conversations/conversation.js';
import { line, tell } from '../conversations/observing.js';
import { Observer } from '../../../src/model/observer.js';

function update(content: JsonObject): JsonObject {
  return { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update: content } };
}

const text = (words: string): JsonObject => ({ type: 'text', text: words });
const call = { sessionUpdate: 'tool_call', toolCallId: 't', title: 'Edit a.go', kind: 'edit', status: 'pending' };
const diff = { type: 'diff', path: '/w/a.go', oldText: 'a\n\tb\n', newText: 'a\n\tc\n' };
const run = { sessionUpdate: 'tool_call', toolCallId: 'run', title: 'Test', kind: 'execute', status: 'in_progress' };
const OUTPUT = `${Array.from({ length: 30 }, (_, i) => `\u001b[32mok ${i + 1}\u001b[0m`).join('\r\n')}\n`;
const options = [
  { optionId: 'y', name: 'Allow', kind: 'allow_once' },
  { optionId: 'n', name: 'Reject', kind: 'reject_once' },
];
const plan = [
  { content: 'Look', priority: 'high', status: 'completed' },
  { content: 'Change it', priority: 'high', status: 'in_progress' },
];

/** A turn that has one of everything, and one whose text would do harm. */
export const CONVERSATION = [
  line('client', request(0, 'initialize', { protocolVersion: 1 }), 0),
  line('agent', result(0, { protocolVersion: 1 }), 1),
  line('client', request(1, 'session/new', { cwd: '/w', mcpServers: [] }), 2),
  line('agent', result(1, { sessionId: 's' }), 3),
  line('client', request(2, 'session/prompt', { sessionId: 's', prompt: [text('Change it.\n  Now.')] }), 10),
  line('agent', update({ sessionUpdate: 'agent_thought_chunk', content: text('Let me ') }), 20),
  line('agent', update({ sessionUpdate: 'agent_thought_chunk', content: text('see.') }), 30),
  line('agent', update({ sessionUpdate: 'plan', entries: plan }), 40),
  line('agent', update({ ...call, content: [diff], locations: [{ path: '/w/a.go', line: 2 }] }), 50),
  line(
    'agent',
    request(9, 'session/request_permission', { sessionId: 's', toolCall: { toolCallId: 't' }, options }),
    60,
  ),
  line('client', result(9, { outcome: { outcome: 'selected', optionId: 'y' } }), 1060),
  line('agent', request(10, 'fs/read_text_file', { sessionId: 's', path: '/w/a.go' }), 1070),
  line('client', { jsonrpc: '2.0', id: 10, error: { code: -32002, message: 'not found' } }, 1080),
  line('agent', update({ sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'completed' }), 1090),
  line('agent', update({ sessionUpdate: 'current_mode_update', currentModeId: 'ask' }), 1095),
  line('agent', update({ sessionUpdate: 'agent_message_chunk', content: text('long '.repeat(40)) }), 1100),
  line('client', { jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 's' } }, 1110),
  line('agent', result(2, { stopReason: 'cancelled' }), 1120),
  line('client', request(3, 'session/prompt', { sessionId: 's', prompt: [text(DRIVING)] }), 2000),
  line('agent', update({ sessionUpdate: 'agent_message_chunk', content: text(`a${DRIVING}`) }), 2010),
  line('agent', request(11, 'terminal/create', { sessionId: 's', command: 'npm', args: ['test'] }), 2012),
  line('client', result(11, { terminalId: 'shown' }), 2013),
  line('agent', update({ ...run, content: [{ type: 'terminal', terminalId: 'shown' }] }), 2014),
  line('agent', request(12, 'terminal/create', { sessionId: 's', command: DRIVING }), 2015),
  line('client', result(12, { terminalId: 'alone' }), 2016),
  ...['shown', 'alone'].flatMap((terminalId, i) => [
    line('agent', request(13 + i, 'terminal/output', { sessionId: 's', terminalId }), 2017),
    line('client', result(13 + i, { output: OUTPUT, truncated: i === 1, exitStatus: { exitCode: i } }), 2018),
  ]),
  line('agent', update({ sessionUpdate: 'tool_call_update', toolCallId: 'run', status: 'failed' }), 2019),
  line('agent', update({ ...call, toolCallId: 'u', title: DRIVING, content: [{ ...diff, newText: DRIVING }] }), 2020),
];

/** The turns of it. */
export function sampleTurns(): TranscriptTurn[] {
  const turns: TranscriptTurn[] = [];
  const observer = new Observer([new TranscriptReader((turn) => void turns.push(turn))]);
  tell(observer, CONVERSATION);
  observer.end();
  return turns.filter(({ number }) => number !== undefined);
}

/** The blocks of each turn of it, with a violation in the first. */
export function sampleTranscript(hasTimes = true): TranscriptBlock[][] {
  return sampleTurns().map((turn) =>
    transcriptBlocks(turn, turn.number === 1 ? [violation({ seq: 13 })] : [], { hasTimes }),
  );
}
