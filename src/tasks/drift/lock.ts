import { existsSync } from 'node:fs';
import * as z from 'zod';
import { leafChanges, type LeafChange } from '../../compare/leaves.js';
import { reasonOf, TurntableError } from '../../errors.js';
import { readInput } from '../../input-file.js';
import { lockFile, type DriftJson, type LockFile } from '../../report/drift/drift-json-schema.js';
import type { JsonObject } from '../../wire/json-text.js';
import { ownFileRefusal, writeOwnFile, type OwnFile } from '../recordings/own-file.js';
import type { Probed } from './probe.js';

/** A larger file is not a lock, in bytes. */
const LARGEST_LOCK_BYTES = 16 * 1024 * 1024;

/**
 * Reads a lock file.
 *
 * @throws {TurntableError} `USAGE` if the file does not exist, `CONFIG_INVALID` if it is not a lock; what {@link readInput} throws
 */
export function readLock(path: string): LockFile {
  if (!existsSync(path)) {
    throw new TurntableError('USAGE', `There is no lock file ${path}.`, {
      hint: 'To write what the agent does now into it, add --update.',
    });
  }
  const text = readInput(path, { mayBePipe: false, mostBytes: LARGEST_LOCK_BYTES }).toString();
  const hint = 'Write it anew: turntable drift --update';
  try {
    const parsed = lockFile.safeParse(JSON.parse(text));
    if (parsed.success) return parsed.data;
    throw new TurntableError('CONFIG_INVALID', `${path}: ${z.prettifyError(parsed.error)}`, { hint });
  } catch (thrown) {
    if (thrown instanceof TurntableError) throw thrown;
    throw new TurntableError('CONFIG_INVALID', `${path} is not JSON: ${reasonOf(thrown)}`, { hint });
  }
}

/** Makes a lock from two probes in a row. Values that differ between them are listed in `varies`, and are not compared later. */
export function lockOf(first: Probed, second: Probed): LockFile {
  // compared in both directions, because an element of a list may be at different places
  const differing = [leafChanges(first.surface, second.surface), leafChanges(second.surface, first.surface)].flat();
  const varies = [...new Set(differing.map(({ path }) => path))];
  return { format: 1, agent: second.agent, version: second.version, varies, surface: { ...second.surface } };
}

/**
 * Refuses to overwrite anything but a lock, or to follow a link: the default path is in the current folder, which may be a stranger's.
 *
 * @throws {TurntableError} `FILE_UNWRITABLE`
 */
export function requireWritableLock(path: string): void {
  const refusal = ownFileRefusal(ownLock(path));
  if (refusal !== undefined) throw new TurntableError('FILE_UNWRITABLE', refusal);
}

/** @throws {TurntableError} `FILE_UNWRITABLE`, also for what {@link requireWritableLock} refuses */
export function writeLock(path: string, lock: LockFile): void {
  writeOwnFile(ownLock(path), [`${JSON.stringify(lock, undefined, 2)}\n`]);
}

function ownLock(path: string): OwnFile {
  const isOurs = (beginning: string): boolean => /^\s*\{\s*"format"\s*:/.test(beginning);
  return { path, option: '--lock', what: 'a lock file', lookBytes: 64, isOurs };
}

/** How an agent differs from its lock. */
export function driftOf({ surface: locked, varies, version: lockedVersion }: LockFile, now: Probed): DriftJson {
  const { agent, version, surface } = now;
  // it was parsed from JSON
  const changes = leafChanges(locked as JsonObject, surface).filter(
    ({ path }) => !varies.some((each) => isAtOrBelow(path, each)),
  );
  return {
    agent,
    version,
    lockedVersion,
    equal: changes.length === 0,
    changes: changes.map(changeJson),
    surface: { ...surface },
  };
}

function isAtOrBelow(path: string, pointer: string): boolean {
  return path === pointer || path.startsWith(`${pointer}/`);
}

function changeJson({ path, a, b }: LeafChange): DriftJson['changes'][number] {
  return { path, ...(a !== undefined && { locked: a }), ...(b !== undefined && { now: b }) };
}
