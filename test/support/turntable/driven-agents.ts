import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import * as z from 'zod';
import type { JsonObject } from '../../../src/wire/json-text.js';
import { request, result } from '../conversations/conversation.js';
import { run, type Ended } from '../processes/program.js';
import { bytesOf, type Line } from '../conversations/scripted.js';
import { agent, TURNTABLE, type Place } from './turntable.js';

/** A frame of a fixture, with the ms since the frame before. */
type Timed = readonly [who: 'client' | 'agent', line: Line, afterMs?: number];

const clientInfo = { name: 'test', version: '1' };

/** Writes a fixture by hand: sessions in the folder of the place, then what is said in them. */
export function handWritten(
  place: Place,
  sessions: readonly string[],
  said: readonly Timed[],
  version: 1 | 2 = 1,
): string {
  const who = version === 1 ? { clientInfo, clientCapabilities: {} } : { info: clientInfo, capabilities: {} };
  const lines: Timed[] = [
    ['client', request(0, 'initialize', { protocolVersion: version, ...who })],
    ['agent', result(0, { protocolVersion: version })],
    ...sessions.flatMap((sessionId, i): Timed[] => [
      ['client', request(`new ${i}`, 'session/new', { cwd: place.folder, mcpServers: [] })],
      ['agent', result(`new ${i}`, { sessionId })],
    ]),
    ...said,
  ];
  const path = join(place.folder, 'by-hand.acp');
  const text = lines.map(
    ([sender, line, afterMs = 1]) => `${sender} +${afterMs}.0 ${Buffer.from(bytesOf(line)).toString()}\n`,
  );
  writeFileSync(path, `#acp-fixture 1\n# cwd: ${place.folder}\n${text.join('')}`);
  return path;
}

/** A prompt whose words tell the agent what to do. */
export function tell(id: number, sessionId: string, words: string): JsonObject {
  return request(id, 'session/prompt', { sessionId, prompt: [{ type: 'text', text: words }] });
}

/** A turn that the agent is told, and its end. */
export function toldTurn(id: number, sessionId: string, words: string): Timed[] {
  return [
    ['client', tell(id, sessionId, words)],
    ['agent', result(id, { stopReason: 'end_turn' })],
  ];
}

/** A request for permission as an agent makes it, and the answer of the client. */
function asked(sessionId: string, answer: JsonObject): Timed[] {
  const options = [
    { optionId: 'a-yes', name: 'Yes', kind: 'allow_once' },
    { optionId: 'a-no', name: 'No', kind: 'reject_once' },
  ];
  return [
    ['agent', request(0, 'session/request_permission', { sessionId, toolCall: { toolCallId: 'c' }, options })],
    ['client', result(0, { outcome: answer })],
  ];
}

const ALLOWED: JsonObject = { outcome: 'selected', optionId: 'a-yes' };
const REJECTED: JsonObject = { outcome: 'selected', optionId: 'a-no' };

/** Two turns in one session: text, tools, a permission that is given, and one that is not. */
export function twoTurns(place: Place): string {
  const [first, , ...rest] = toldTurn(1, 's', 'say:3 tool:Look ask:a stop:end_turn');
  const [second, , ...others] = toldTurn(2, 's', 'ask:a tool:Again');
  if (first === undefined || second === undefined) throw new Error('no prompts');
  const end = (id: number) => ['agent', result(id, { stopReason: 'end_turn' })] as const;
  return handWritten(
    place,
    ['s'],
    [first, ...asked('s', ALLOWED), end(1), ...rest, second, ...asked('s', REJECTED), end(2), ...others],
  );
}

export function toldAgent(...changes: readonly string[]): string[] {
  return agent('told-agent', ...changes);
}

/** Runs `replay --as client`. */
export async function drive(
  place: Place,
  named: string,
  command: readonly string[],
  ...options: readonly string[]
): Promise<Ended> {
  const words = ['replay', named, '--as', 'client', '--db', place.db, ...options, '--', ...command];
  return run([process.execPath, TURNTABLE, ...words], { cwd: place.folder });
}

/** Lets the told agent play its part in a conversation; the tap makes a recording of that, whose id is returned. */
export async function recordTold(place: Place, fixture: string, ...changes: readonly string[]): Promise<string> {
  await drive(place, fixture, toldAgent(...changes), '--name', 'first');
  const { id } = await place.recording();
  return id;
}

const differences = z.object({ differences: z.array(z.object({ kind: z.string(), summary: z.string() })) });

/** The exit code, what differs, and what was said beside that. */
export async function driven(
  place: Place,
  named: string,
  command: readonly string[],
  ...options: readonly string[]
): Promise<{ code: number | null; differences: string[]; said: string[] }> {
  const { code, stdout, stderr } = await drive(place, named, command, '--json', ...options);
  const found = differences.safeParse(stdout.length === 0 ? undefined : JSON.parse(stdout.toString()));
  expect({ stderr, ok: found.success }).toEqual({ stderr, ok: true });
  return {
    code,
    differences: (found.data?.differences ?? []).map(({ kind, summary }) => `${kind}: ${summary}`),
    said: stderr.split('\n').filter((line) => line !== '' && !line.endsWith(' in this run')),
  };
}
