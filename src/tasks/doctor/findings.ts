import { existsSync, mkdtempSync, rmdirSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { reasonOf, TurntableError } from '../../errors.js';
import { damagedJournalsOf } from '../../store/journal/damaged-journals.js';
import { journalsOf } from '../../store/journal/journals.js';
import { JournalReader } from '../../store/journal/journal-reader.js';
import { HINT, whyNotToIngest } from '../../store/schema/foreign-hands.js';
import { journalFolder } from '../../store/schema/locate.js';
import { listRecordings } from '../../store/query/recordings.js';
import { livenessOf } from '../../store/journal/process-identity.js';
import type { FindingJson } from '../../report/json-output.js';
import { shellLine } from '../../report/shell-line.js';
import { formatBytes } from '../../report/quantities.js';
import { allRemovalsText, policyAdvice, sizeText } from '../keeping/house-report.js';
import type { Database } from '../../store/schema/sqlite.js';
import { splitWords } from '../command-words.js';
import { tryAgent, type TrialOptions } from './agent-trial.js';
import { launchFindings } from './launch-findings.js';
import { packageVersion } from '../../package-files.js';

/** Below this much free space, in bytes, doctor warns; otherwise recording would go on silently until the disk is full. */
const LITTLE_SPACE_BYTES = 200_000_000;

/** The things to check. */
export interface DoctorSubject {
  readonly database: string;
  /** A command line to run under the tap. */
  readonly agent: string | undefined;
  readonly trial: TrialOptions;
  readonly env: NodeJS.ProcessEnv;
}

/** Checks whether recording works here, and what would make it work. */
export async function doctorFindings({ database: path, agent, trial, env }: DoctorSubject): Promise<FindingJson[]> {
  return [
    versions(),
    await sqlite(),
    folder(path),
    ...(await database(path)),
    journals(path),
    ...damagedJournals(path),
    ...(env['TURNTABLE_OFF'] === '1' ? [off()] : []),
    ...(process.platform === 'win32' ? [windows()] : []),
    ...(agent === undefined ? [] : await agentFindings(splitWords(agent), trial, env)),
  ];
}

async function agentFindings(
  words: readonly string[],
  trial: TrialOptions,
  env: NodeJS.ProcessEnv,
): Promise<FindingJson[]> {
  return [...launchFindings(words, env), ...(await tryAgent(words, trial))];
}

function versions(): FindingJson {
  const { platform, arch, version, execPath } = process;
  const detail = `turntable ${packageVersion()}, Node ${version} (${execPath}), ${platform} ${arch}`;
  return { what: 'versions', state: 'ok', detail };
}

async function sqlite(): Promise<FindingJson> {
  const what = 'SQLite';
  try {
    const { sqliteVersion } = await import('../../store/schema/sqlite.js');
    return { what, state: 'ok', detail: `${sqliteVersion()} loads` };
  } catch (thrown) {
    const hint = thrown instanceof TurntableError ? thrown.hint : undefined;
    const fix = ['Until then, recordings wait in their journals.', ...(hint === undefined ? [] : [hint])].join(' ');
    return { what, state: 'problem', detail: reasonOf(thrown), fix };
  }
}

function folder(path: string): FindingJson {
  const what = 'folder';
  const place = nearestExisting(dirname(path));
  try {
    // checking permissions is not enough: root always has them, and some file systems accept no files
    rmdirSync(mkdtempSync(join(place, '.turntable-')));
  } catch {
    return {
      what,
      state: 'problem',
      detail: `${place} cannot be written to`,
      fix: 'Name another database: --db FILE or TURNTABLE_DB.',
    };
  }
  const { bavail, bsize } = statfsSync(place);
  const freeBytes = bavail * bsize;
  const detail = `${dirname(path)} can be written to, ${formatBytes(freeBytes)} free`;
  if (freeBytes >= LITTLE_SPACE_BYTES) return { what, state: 'ok', detail };
  return { what, state: 'note', detail, fix: 'Free some space: turntable prune --older 30d' };
}

function nearestExisting(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestExisting(dirname(path));
}

async function database(path: string): Promise<FindingJson[]> {
  const what = 'database';
  const refusal = whyNotToIngest(path);
  if (refusal !== undefined) {
    return [{ what, state: 'problem', detail: `${refusal}, so recordings stay in their journals`, fix: HINT }];
  }
  if (!existsSync(path)) {
    return [{ what, state: 'ok', detail: `${path} does not exist yet; the first recording creates it` }];
  }
  try {
    const { openDatabase } = await import('../../store/schema/open-database.js');
    const db = openDatabase(path, { create: false, busyMs: 1000 });
    try {
      return [databaseMode(path, `${path}, ${sizeText(db, listRecordings(db).length)}`), ...house(db)];
    } finally {
      db.close();
    }
  } catch (thrown) {
    const hint = thrown instanceof TurntableError ? thrown.hint : undefined;
    const fix = /malformed|not a database|corrupt/.test(reasonOf(thrown))
      ? 'Move the file away. The journals beside it stay, and the next recording creates a new database.'
      : hint;
    return [{ what, state: 'problem', detail: reasonOf(thrown), ...(fix !== undefined && { fix }) }];
  }
}

function databaseMode(path: string, detail: string): FindingJson {
  const what = 'database';
  const mode = statSync(path).mode & 0o777;
  if (process.platform === 'win32' || (mode & 0o077) === 0) return { what, state: 'ok', detail };
  return { what, state: 'note', detail: `${detail}; other users may read it`, fix: shellLine(['chmod', '600', path]) };
}

/** Advice about the size of the database, and the recordings that limits have removed. */
function house(db: Database): FindingJson[] {
  const [advice, removed] = [policyAdvice(db), allRemovalsText(db)];
  return [
    ...(advice === undefined
      ? []
      : [{ what: 'size', state: 'note', detail: 'recordings take a lot of space', fix: advice } as const]),
    ...(removed === undefined ? [] : [{ what: 'removed', state: 'ok', detail: removed } as const]),
  ];
}

function journals(path: string): FindingJson {
  const what = 'journals';
  const found = journalsOf(path);
  if (found.length === 0) return { what, state: 'ok', detail: 'none left over' };
  const states = found.map(({ path: file }) => journalState(file));
  const count = (state: string): number => states.filter((one) => one === state).length;
  const bytes = found.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const detail =
    `${found.length} in ${journalFolder(path)} (${formatBytes(bytes)}): ${count('alive')} being recorded, ` +
    `${count('dead')} left over, ${count('unknown')} of taps out of sight, ${count('unreadable')} unreadable`;
  if (count('dead') + count('unreadable') === 0) return { what, state: 'ok', detail };
  return { what, state: 'note', detail, fix: 'Run "turntable list" to bring in those left over.' };
}

/** A finding about damaged journals; empty if there are none. */
function damagedJournals(path: string): FindingJson[] {
  const found = damagedJournalsOf(path);
  if (found.length === 0) return [];
  const detail = `${found.length} could not be read completely and are kept: ${found.join(', ')}`;
  const fix =
    'Everything readable is in the database; "turntable verify" says what is missing. "turntable rm" removes a journal with its recording.';
  return [{ what: 'damaged journals', state: 'note', detail, fix }];
}

function journalState(file: string): string {
  try {
    const reader = new JournalReader(file);
    const state = livenessOf(reader.header.owner, reader.lastWrittenMs());
    reader.close();
    return state;
  } catch {
    return 'unreadable';
  }
}

function off(): FindingJson {
  return {
    what: 'environment',
    state: 'note',
    detail: 'TURNTABLE_OFF=1: nothing is recorded',
    fix: 'unset TURNTABLE_OFF',
  };
}

function windows(): FindingJson {
  return { what: 'platform', state: 'note', detail: 'on Windows, signals are not passed on to the agent' };
}
