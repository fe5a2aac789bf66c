import { expect } from 'vitest';
import { commandOf, processesWith } from '../processes/processes.js';
import { startBothWays } from './both-ways.js';
import { streamBytes } from '../store/rows.js';
import type { Place } from './turntable.js';

/** Kills a tap after so many frames in the midst of traffic; returns what both sides received, frame for frame. */
export async function killMidway(place: Place, name: string, frames: number) {
  const { tap, untilFrames, agentReceived } = startBothWays(place, name, { options: ['--name', name] });
  await untilFrames(frames);
  tap.signal('SIGKILL');
  const { stdout } = await tap.ended;
  return { name, clientReceived: stdout, agentReceived };
}

/** Everything that either side received must stand in the store, in its place. Returns the number of frames compared. */
export async function expectAllThere(
  place: Place,
  kills: readonly Awaited<ReturnType<typeof killMidway>>[],
): Promise<number> {
  await place.quiet();
  const recordings = await place.list();
  expect(place.journals()).toEqual([]);
  let frames = 0;
  for (const { name, clientReceived, agentReceived } of kills) {
    const recording = recordings.find((one) => one.name === name);
    if (recording === undefined) throw new Error(`no recording ${name}`);
    expect(recording).toMatchObject({ state: 'killed', exitCode: null });
    const stored = {
      client: streamBytes(place.db, recording.id, 'client'),
      agent: streamBytes(place.db, recording.id, 'agent'),
    };
    const received = { client: agentReceived(), agent: clientReceived };
    for (const sender of ['client', 'agent'] as const) {
      const missing = received[sender].length - stored[sender].length;
      expect(missing, `bytes of the ${sender} that the store lacks`).toBeLessThanOrEqual(0);
      expect(stored[sender].subarray(0, received[sender].length).equals(received[sender]), sender).toBe(true);
    }
    frames += recording.streams.client.frames + recording.streams.agent.frames;
    expect((await place.proof(name)).verdict).toBe('proved');
  }
  return frames;
}

/** The process that brings in what is recorded here, or keeps house. */
export function ingestAt(place: Place): number | undefined {
  return processesWith(place.folder).find((pid) => commandOf(pid)[2] === 'ingest');
}
