import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bareReasonOf, TurntableError } from '../../errors.js';
import { readInput } from '../../input-file.js';
import { livenessOf, ownIdentity } from '../../store/journal/process-identity.js';
import type { ProcessIdentity } from '../../wire/journal-header.js';

/** Between two looks whether the other one is done, in ms. */
const LOOK_AGAIN_MS = 50;

/** No lock is larger. */
const LARGEST_BYTES = 64 * 1024;

/** Who records a fixture. */
export interface Holder extends ProcessIdentity {
  /** The place in a test. */
  readonly where: string;
}

/** Beside a fixture while it is recorded: only one test at a time records it. */
export class FixtureLock {
  readonly #file: string;

  private constructor(file: string) {
    this.#file = file;
  }

  /**
   * Takes the lock, or says who has it. That of a process that is gone is taken over.
   *
   * @param where the place in the test that wants it
   * @throws {TurntableError} `FILE_UNWRITABLE`
   */
  static take(fixture: string, where: string | undefined): FixtureLock | Holder {
    const file = `${fixture}.recording`;
    const own: Holder = { ...ownIdentity(), where: where ?? 'a test' };
    for (;;) {
      if (isCreated(file, own)) return new FixtureLock(file);
      const holder = holderIn(file);
      if (holder === undefined) continue;
      if (livenessOf(holder, holder.sinceMs) !== 'dead') return holder;
      removeStale(file, holder);
    }
  }

  /**
   * Waits until it is free, and takes it. @returns it, and whether somebody else had it before
   *
   * @param limits how long to wait, in ms, for another process and for another test of this one
   * @throws {TurntableError} `FIXTURE_BUSY`, with both places
   */
  static async wait(
    fixture: string,
    where: string | undefined,
    limits: { readonly othersMs: number; readonly ownMs: number; readonly waiting: (holder: Holder) => void },
  ): Promise<{ readonly lock: FixtureLock; readonly hasWaited: boolean }> {
    for (let waitedMs = 0; ; waitedMs += LOOK_AGAIN_MS) {
      const taken = FixtureLock.take(fixture, where);
      if (taken instanceof FixtureLock) return { lock: taken, hasWaited: waitedMs > 0 };
      if (waitedMs === 0) limits.waiting(taken);
      const limitMs = taken.pid === process.pid ? limits.ownMs : limits.othersMs;
      if (waitedMs >= limitMs) throw fixtureBusy(fixture, where, taken);
      await sleep(LOOK_AGAIN_MS);
    }
  }

  release(): void {
    rmSync(this.#file, { force: true });
  }
}

/** Another test records the fixture now. */
export function fixtureBusy(fixture: string, where: string | undefined, holder: Holder): TurntableError {
  const hint = `Run the test again when that is done. If process ${holder.pid} does not record it, delete ${resolve(fixture)}.recording.`;
  const by = `${holder.where} (process ${holder.pid})`;
  const text = `${fixture} is being recorded by ${by}, so ${where ?? 'this test'} cannot record it`;
  return new TurntableError('FIXTURE_BUSY', `${text}.\n  ${hint}`, { hint });
}

function isCreated(file: string, own: Holder): boolean {
  try {
    mkdirSync(dirname(resolve(file)), { recursive: true });
    writeFileSync(file, JSON.stringify(own), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (thrown) {
    if ((thrown as { code?: unknown }).code === 'EEXIST') return false;
    throw new TurntableError('FILE_UNWRITABLE', `${file} cannot be written: ${bareReasonOf(thrown)}`, {
      cause: thrown,
    });
  }
}

/** Undefined if it is gone by now. */
function holderIn(file: string): (Holder & { readonly sinceMs: number }) | undefined {
  try {
    const sinceMs = statSync(file).mtimeMs;
    return { ...identityIn(readInput(file, { mayBePipe: false, mostBytes: LARGEST_BYTES }).toString()), sinceMs };
  } catch {
    return undefined;
  }
}

/** Whoever has it. While it is being written, nobody knows who that is. */
function identityIn(text: string): Holder {
  try {
    const { pid, namespace, startedAt, boot, where } = JSON.parse(text) as Partial<Holder>;
    if (Number.isSafeInteger(pid)) {
      return {
        pid: Number(pid),
        namespace: String(namespace),
        startedAt: String(startedAt),
        boot: String(boot),
        where: String(where),
      };
    }
  } catch {
    // it is no JSON
  }
  return { pid: 0, namespace: '', startedAt: '', boot: '?', where: 'another test' };
}

/** Two may find it stale at once: what the other one has put in its place meanwhile goes back there. */
function removeStale(file: string, stale: Holder): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (holderIn(aside)?.pid === stale.pid) rmSync(aside, { force: true });
  else renameSync(aside, file);
}
