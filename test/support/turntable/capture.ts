import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Place } from './turntable.js';

type Line = readonly [t: number, dir: 'c2a' | 'a2c' | 'stderr' | 'exit', line: string];

/** A short conversation, as a capture holds it. */
export const CONVERSATION: readonly Line[] = [
  [0, 'c2a', '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}'],
  [12.5, 'a2c', '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"small","version":"2"}}}'],
  [13, 'stderr', 'a warning'],
  [20, 'c2a', '{"jsonrpc":"2.0","id":"a","method":"session/new","params":{"cwd":"/tmp","mcpServers":[]}}'],
  [30, 'a2c', '{"jsonrpc":"2.0","id":"a","result":{"sessionId":"s-1"}}'],
  [40, 'c2a', '{"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s-1","prompt":[]}}'],
  [
    50,
    'a2c',
    '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s-1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"hello \\u001b[31mred"}}}}',
  ],
  [55, 'a2c', 'not JSON \u001b[2J'],
  [140, 'a2c', '{"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}'],
  [150, 'exit', 'code=0 signal=null'],
];

export function captureText(lines: readonly Line[] = CONVERSATION): string {
  return lines.map(([t, dir, line]) => `${JSON.stringify({ t, dir, line })}\n`).join('');
}

/** Writes a file into the folder of a place; returns its path. */
export function writeInto(place: Place, name: string, text: string): string {
  const path = join(place.folder, name);
  writeFileSync(path, text);
  return path;
}

/** Databases that hold only the conversation, by its name there: made once a file of tests, then copied. */
const made = new Map<string, Buffer>();

/** Puts {@link CONVERSATION} into a place, as its next recording. */
export async function importConversation(place: Place, name = 'chat'): Promise<void> {
  const isNew = !existsSync(place.db) && place.journals().length === 0;
  const copy = made.get(name);
  if (isNew && copy !== undefined) {
    mkdirSync(dirname(place.db), { recursive: true });
    writeFileSync(place.db, copy, { mode: 0o600 });
    return;
  }
  await place.output('import', writeInto(place, 'chat.jsonl', captureText()), '--name', name);
  if (isNew) made.set(name, readFileSync(place.db));
}
