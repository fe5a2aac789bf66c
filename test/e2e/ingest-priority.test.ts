import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { until } from '../support/processes/until.js';
import { ingestAt } from '../support/turntable/kill.js';
import { agent, Place } from '../support/turntable/turntable.js';

test.runIf(existsSync('/proc/self/autogroup'))('the ingest leaves the CPU to every other session', async () => {
  const session = await until('an ingest whose session steps back', async () => {
    const place = new Place();
    const tap = place.tap(agent('echo'));
    const ingest = await until('the ingest', () => ingestAt(place));
    const text = readFileSync(`/proc/${ingest}/autogroup`, 'utf8');
    tap.endInput();
    await tap.ended;
    await place.quiet();
    // the kernel accepts such a change of one user only every 100 ms, whichever process asks
    return / nice [1-9]/.test(text) ? text : undefined;
  });
  expect(session).toMatch(/ nice 5$/m);
});
