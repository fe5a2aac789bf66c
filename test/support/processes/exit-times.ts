import { type Place, script, type TapOptions } from '../turntable/turntable.js';

/** Says when it ends, by the clock that all processes share, and ends with code 3. */
const AGENT = script(`const { readSync, writeSync } = require('fs');
  writeSync(1, '{}\\n');
  readSync(0, Buffer.alloc(1));
  process.on('exit', () => writeSync(1, String(process.hrtime.bigint())));
  process.exit(3);`);

/** Runs an agent that exits 3 when it is told to; returns how long after it the tap ended with 3, in ms. */
export async function exitDelayMs(place: Place, options: TapOptions = {}): Promise<number> {
  const tap = place.tap(AGENT, options);
  await tap.says('{}\n');
  tap.write('x');
  const endedAt = tap.exited.then(() => process.hrtime.bigint());
  const { code, stdout } = await tap.ended;
  if (code !== 3) throw new Error(`the tap ended with ${code ?? 'a signal'}, not 3`);
  const said = BigInt(stdout.toString().split('\n')[1] ?? '0');
  return Number((await endedAt) - said) / 1e6;
}
