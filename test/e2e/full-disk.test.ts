import { expect, test } from 'vitest';
import { skipLoudly } from '../support/processes/skip.js';
import { canMount, smallDisk } from '../support/processes/small-disk.js';
import { agent, ownLines } from '../support/turntable/turntable.js';

skipLoudly(!canMount, 'a full disk', 'unshare -rm may not mount a tmpfs here');

const FIRST = '{"jsonrpc":"2.0","method":"_first"}\n';
const LAST = '{"jsonrpc":"2.0","method":"_last"}\n';

test.runIf(canMount)(
  'on a full disk traffic flows, what is lost is counted, and what comes later is there',
  async () => {
    const { place, fill, free } = await smallDisk(6);
    const tap = place.tap(agent('echo'), { cwd: '/' });
    tap.write(FIRST);
    await tap.says(FIRST);
    fill();
    const line = Buffer.from(`${'x'.repeat(299_999)}\n`);
    for (const times of [1, 2, 3]) {
      tap.write(line);
      const bytes = FIRST.length + times * line.length;
      await tap.saysBytes(bytes);
    }
    free();
    tap.write(LAST);
    await tap.says(LAST);
    tap.endInput();
    const { code, stderr } = await tap.ended;
    expect(code).toBe(0);
    // the ingest says so, too, if it began while the disk was full
    expect(ownLines(stderr).filter((line) => !line.includes('waits in its journal'))).toEqual([
      expect.stringMatching(/the recording is incomplete: its journal cannot be written/),
    ]);

    const sent = FIRST.length + 3 * line.length + LAST.length;
    const { verdict, streams } = await place.proof();
    expect(verdict).toMatch(/^incomplete: \d+ bytes are missing$/);
    for (const sender of ['client', 'agent'] as const) {
      expect(streams[sender].lostBytes).toBeGreaterThan(0);
      expect(streams[sender].bytes + streams[sender].lostBytes, sender).toBe(sent);
      const bytes = (await place.bytesOf(sender)).toString();
      expect([bytes.startsWith(FIRST), bytes.endsWith(LAST)], sender).toEqual([true, true]);
    }
    const gaps = (await place.entries()).flatMap(({ name, fields }) => (name === 'gap' && fields ? [fields] : []));
    for (const sender of ['client', 'agent'] as const) {
      const counted = gaps.reduce((sum, fields) => sum + Number(fields[sender]), 0);
      expect(counted, sender).toBe(streams[sender].lostBytes);
    }
    expect(await place.recording()).toMatchObject({ state: 'ended', exitCode: 0 });
  },
);

test.runIf(canMount)(
  'a disk that stays full: the exit is that of the agent, and no byte is lost without being counted in the recording',
  async () => {
    const { place, fill, free } = await smallDisk(2);
    const tap = place.tap(agent('echo'), { cwd: '/' });
    tap.write(FIRST);
    await tap.says(FIRST);
    fill();
    tap.endInput(Buffer.alloc(500_000, LAST));
    const { code, stdout, stderr } = await tap.ended;
    const sent = FIRST.length + 500_000;
    expect({ code, bytes: stdout.length }).toEqual({ code: 0, bytes: sent });
    expect(ownLines(stderr)[0]).toMatch(/the recording is incomplete/);
    expect(stderr).not.toContain('forwarded that could not be recorded');
    free();
    const { streams, verdict } = await place.proof();
    expect(verdict).toMatch(/^incomplete: \d+ bytes are missing$/);
    for (const sender of ['client', 'agent'] as const) {
      expect(streams[sender].bytes + streams[sender].lostBytes, sender).toBe(sent);
    }
    expect(await place.recording()).toMatchObject({ state: 'ended', exitCode: 0, damage: null });
    expect(await place.events()).toEqual(expect.arrayContaining(['gap', 'exit']));
  },
);
