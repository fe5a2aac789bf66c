import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { peakMemoryOf } from '../support/processes/processes.js';
import { agent, hashSums, Place } from '../support/turntable/turntable.js';
import { until } from '../support/processes/until.js';

const MB = 1_000_000;

/** Reads all of a tap's stdout, keeping none of it. */
async function readAway(tap: ReturnType<Place['tap']>) {
  const hash = createHash('sha256');
  let bytes = 0;
  let peak = 0;
  for await (const chunk of tap.output) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    peak = peakMemoryOf(tap.pid) || peak;
  }
  return { sum: { bytes, sha256: hash.digest('hex') }, peak };
}

describe('memory of the tap stays bounded', () => {
  test('with a gigabyte of small frames that the client does not read for ten seconds', async () => {
    const place = new Place();
    const tap = place.tap(agent('flood', 4_400_000, 227), { reads: false, options: ['--hash'] });
    tap.endInput();
    await until('the agent to be held back', () => (place.journals().length > 0 ? true : undefined));
    await new Promise((resolve) => setTimeout(resolve, 10_000));
    const unread = peakMemoryOf(tap.pid);
    expect(place.journalSizes()[0]?.size).toBeLessThan(20 * MB);
    const { sum, peak } = await readAway(tap);
    const { code, stderr } = await tap.ended;
    console.info(
      `1 GB of small frames: peak memory ${(unread / MB).toFixed(0)} MB unread, ${(peak / MB).toFixed(0)} MB in all`,
    );
    expect({ code, bytes: sum.bytes }).toEqual({ code: 0, bytes: 4_400_000 * 227 });
    expect(unread).toBeLessThan(160 * MB);
    expect(peak).toBeLessThan(160 * MB);
    expect(hashSums(stderr).agent).toEqual(sum);
    await place.quiet(300_000);
    const { verdict, streams } = await place.proof();
    expect({ verdict, agent: streams.agent }).toMatchObject({ verdict: 'proved', agent: sum });
  });

  test('with two lines of 100 MB, and the ingest of them', async () => {
    const place = new Place();
    const tap = place.tap(agent('giant-line', 100, 2), { reads: false, options: ['--hash'] });
    tap.endInput();
    const { sum, peak } = await readAway(tap);
    const { code, stderr } = await tap.ended;
    console.info(`lines of 100 MB: peak memory ${(peak / MB).toFixed(0)} MB`);
    expect({ code, bytes: sum.bytes }).toEqual({ code: 0, bytes: 200 * MB });
    expect(peak).toBeLessThan(400 * MB);
    expect(hashSums(stderr).agent).toEqual(sum);
    await place.quiet(120_000);
    expect(await place.proof()).toMatchObject({ verdict: 'proved', streams: { agent: sum } });
    const frames = await place.output('show', '@last', '--from', 'agent');
    expect(frames.toString().match(/malformed/g)).toHaveLength(2);
  });
});
