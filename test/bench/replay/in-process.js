import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replayAgent } from '../../../dist/index.js';
import { median } from '../stats.js';
import { CLIENT_LINES, writeTurn } from './turn.js';

const NEWLINE = 0x0a;

/**
 * Replays a turn over the library, without a child process: from `replayAgent(bytes)` to the report of `finished()`, the fixture read
 * and every frame with it.
 *
 * @returns the median of the rounds, in ms of CPU time, which other programs do not lengthen; after five rounds that load modules and
 *   schemas and let them be compiled
 */
export async function inProcessMs(frames, rounds) {
  const folder = mkdtempSync(join(tmpdir(), 'turntable-bench-'));
  try {
    const path = join(folder, 'turn.acp');
    writeTurn(path, frames);
    const fixture = readFileSync(path);
    const samples = [];
    for (let round = -5; round < rounds; round += 1) {
      const start = process.cpuUsage();
      await turn(fixture, frames);
      const { user, system } = process.cpuUsage(start);
      if (round >= 0) samples.push((user + system) / 1000);
    }
    return median(samples);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function turn(fixture, frames) {
  const agent = await replayAgent(fixture);
  const writer = agent.stdin.getWriter();
  const reader = agent.stdout.getReader();
  const encoder = new TextEncoder();
  // two answers, then the turn
  const awaited = [1, 1, frames];
  for (const [said, line] of CLIENT_LINES.entries()) {
    await writer.write(encoder.encode(`${line}\n`));
    for (let lines = 0; lines < awaited[said];) {
      const { value, done } = await reader.read();
      if (done) throw new Error('the replay ended before its time');
      for (let at = value.indexOf(NEWLINE); at !== -1; at = value.indexOf(NEWLINE, at + 1)) lines += 1;
    }
  }
  const { coverage } = await agent.finished();
  if (coverage.agentFrames.sent !== frames + 2) throw new Error(`${coverage.agentFrames.sent} frames were sent`);
  await agent.close();
}
