import { loadSqlite, type Database } from './sqlite.js';
import { TurntableError } from '../../errors.js';
import { isKnownSchema, schemaChanges } from './known-schemas.js';

/** Marks a database as Turntable's: "TTbl". */
export const APPLICATION_ID = 0x5474626c;

/**
 * One entry for each released schema, applied in order; an entry is never edited once released. Frames and events are the truth; `envelope`
 * is derived from them and can be derived again.
 */
const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE recording (
    number      INTEGER PRIMARY KEY AUTOINCREMENT,
    id          TEXT NOT NULL UNIQUE,      -- time-ordered; stands in the journal before any row does
    source      TEXT NOT NULL CHECK (source IN ('tap', 'import')),
    name        TEXT,
    started_us  INTEGER NOT NULL,          -- wall clock at time zero; of an import: when it was imported
    recorded_us INTEGER,                   -- wall clock of the first line, where it is known
    argv        TEXT,                      -- JSON array of strings
    cwd         TEXT,
    owner       TEXT,                      -- JSON: the tap's process; null for imports
    state       TEXT NOT NULL CHECK (state IN ('live', 'ended', 'killed', 'unknown')),
    exit_code   INTEGER,
    exit_signal TEXT,
    events      INTEGER NOT NULL DEFAULT 0,
    last_ns     INTEGER NOT NULL DEFAULT 0, -- time of the last frame or event
    headers     TEXT,                      -- of an import: JSON array of [name, value]
    ingest      TEXT,                      -- JSON: where the ingest goes on; null when the journal is in
    ingester    TEXT                       -- JSON: the process that ingests at present
  ) STRICT;

  CREATE TABLE stream (
    recording INTEGER NOT NULL,
    stream    INTEGER NOT NULL CHECK (stream IN (0, 1, 2)), -- client, agent, stderr
    frames    INTEGER NOT NULL DEFAULT 0,
    bytes     INTEGER NOT NULL DEFAULT 0,  -- of the stream, newlines included
    lost      INTEGER NOT NULL DEFAULT 0,  -- bytes that were forwarded and never recorded
    sha256    BLOB,                        -- of the journal's chunks; null until all are in, and for imports
    PRIMARY KEY (recording, stream)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE frame (
    key        INTEGER PRIMARY KEY,        -- recording << 32 | seq
    stream     INTEGER NOT NULL CHECK (stream IN (0, 1, 2)),
    terminated INTEGER NOT NULL CHECK (terminated IN (0, 1)),
    first_ns   INTEGER,                    -- arrival of its first byte, since time zero; null where unknown
    last_ns    INTEGER,                    -- arrival of its last byte
    size       INTEGER NOT NULL,           -- bytes, without the newline
    parts_at   INTEGER,                    -- of a line in parts: where it begins in its stream
    bytes      BLOB NOT NULL               -- the line, or the head of a line in parts
  ) STRICT;

  CREATE TABLE part (
    recording INTEGER NOT NULL,
    stream    INTEGER NOT NULL,
    line_at   INTEGER NOT NULL,
    n         INTEGER NOT NULL,
    bytes     BLOB NOT NULL,
    PRIMARY KEY (recording, stream, line_at, n)
  ) STRICT;

  CREATE TABLE event (
    key    INTEGER PRIMARY KEY,            -- recording << 32 | seq, one count with the frames
    at_ns  INTEGER,
    name   TEXT NOT NULL,
    fields TEXT NOT NULL                   -- JSON object of strings
  ) STRICT;

  CREATE TABLE envelope (
    key     INTEGER PRIMARY KEY,           -- that of the frame
    kind    TEXT NOT NULL CHECK (kind IN ('request', 'notification', 'response', 'batch', 'malformed')),
    method  TEXT,
    id      TEXT,                          -- raw JSON token
    session TEXT
  ) STRICT;
  CREATE INDEX envelope_id ON envelope (id, key) WHERE id IS NOT NULL;

  CREATE TABLE anchor (
    recording INTEGER NOT NULL,
    at_ns     INTEGER NOT NULL,
    wall_us   INTEGER NOT NULL,            -- wall clock at at_ns, from there on
    PRIMARY KEY (recording, at_ns)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE checksum (
    recording INTEGER NOT NULL,
    stream    INTEGER NOT NULL,
    bytes     INTEGER NOT NULL,            -- length of the beginning of the stream that is summed
    sha256    BLOB NOT NULL,
    PRIMARY KEY (recording, stream, bytes)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- What was derived from a recording, so that it need not be derived each time. Never relied upon: it may be removed at any
  -- time, and what another version has made is made again.
  CREATE TABLE analysis (
    recording INTEGER PRIMARY KEY,
    version   TEXT NOT NULL,               -- of what made it
    entries   INTEGER NOT NULL,            -- frames and events it was made of
    facts     TEXT NOT NULL                -- JSON
  ) STRICT;

  CREATE TABLE turn (
    recording INTEGER NOT NULL,
    n         INTEGER NOT NULL,            -- in the order of their ends
    summary   TEXT NOT NULL,               -- JSON
    PRIMARY KEY (recording, n)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE violation (
    recording INTEGER NOT NULL,
    n         INTEGER NOT NULL,            -- in the order of their frames
    seq       INTEGER NOT NULL,
    rule      TEXT NOT NULL,
    severity  TEXT NOT NULL,
    details   TEXT NOT NULL,               -- JSON
    PRIMARY KEY (recording, n)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE checkpoint (
    recording INTEGER NOT NULL,
    seq       INTEGER NOT NULL,            -- the state is that after this entry
    state     BLOB NOT NULL,
    PRIMARY KEY (recording, seq)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- What a message is about: '' where it is about none, null in rows that are older than these columns.
  ALTER TABLE envelope ADD COLUMN update_kind TEXT; -- of a session/update
  ALTER TABLE envelope ADD COLUMN tool_call TEXT;   -- toolCallId
  `,
  `
  -- Recordings that are being removed: no list shows them, nothing brings them back, and rows and files of them may be left.
  CREATE TABLE removal (
    recording INTEGER PRIMARY KEY,
    id        TEXT NOT NULL
  ) STRICT;
  `,
  `
  -- What proves that a recording is as it was brought in; older recordings have none.
  CREATE TABLE digest (
    recording INTEGER PRIMARY KEY,
    sha256    BLOB NOT NULL,               -- of the timeline and the facts
    facts     TEXT NOT NULL                -- JSON object: a check of each fact, to name one that differs
  ) STRICT;

  CREATE TABLE digest_block (
    recording INTEGER NOT NULL,
    n         INTEGER NOT NULL,            -- of the entries from 64 * n on
    checks    BLOB NOT NULL,               -- to place a difference
    PRIMARY KEY (recording, n)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Frames of a recording that has ended, many in a row. Those of a recording stand before its frames in the table frame, if
  -- there are any left; its rows in envelope go when all frames are in blocks.
  CREATE TABLE block (
    key          INTEGER PRIMARY KEY,      -- that of its last frame
    frames       INTEGER NOT NULL,
    size         INTEGER NOT NULL,         -- of its bytes, inflated
    columns_size INTEGER NOT NULL,         -- of its columns, inflated
    columns      BLOB NOT NULL,            -- rows of frame and envelope without the bytes, deflated
    bytes        BLOB NOT NULL             -- those of all its frames, deflated
  ) STRICT;

  ALTER TABLE part ADD COLUMN size INTEGER; -- of the bytes, inflated; null where they are not deflated
  `,
  `
  ALTER TABLE recording ADD COLUMN damage TEXT; -- JSON: what was wrong with the journal; null where it was whole
  `,
  `
  ALTER TABLE recording ADD COLUMN kept INTEGER NOT NULL DEFAULT 0 CHECK (kept IN (0, 1)); -- no policy removes it

  -- The standing policy that was applied last: what it lets go is removed when a recording has ended.
  CREATE TABLE policy (
    only_one   INTEGER PRIMARY KEY CHECK (only_one = 1),
    days       REAL,                       -- what ended more days ago goes
    bytes      INTEGER,                    -- the oldest go until the files take no more
    applied_us INTEGER NOT NULL            -- wall clock
  ) STRICT;

  -- Recordings that a policy has removed, for whoever looks for them.
  CREATE TABLE policy_removal (
    number     INTEGER PRIMARY KEY,        -- of the recording
    id         TEXT NOT NULL,
    name       TEXT,
    started_us INTEGER NOT NULL,
    bytes      INTEGER NOT NULL,           -- of its streams
    reason     TEXT NOT NULL CHECK (reason IN ('days', 'size')),
    removed_us INTEGER NOT NULL,           -- wall clock
    said       INTEGER NOT NULL CHECK (said IN (0, 1)) -- to a person, by list
  ) STRICT;
  `,
  `
  -- What the agent told of itself over OpenTelemetry while it was recorded. It is its own account, and no part of the traffic.
  CREATE TABLE account (
    recording INTEGER PRIMARY KEY,
    size      INTEGER NOT NULL,            -- bytes of its lines
    sha256    BLOB NOT NULL,               -- of its lines
    lines     BLOB NOT NULL                -- deflated: JSON, a span each
  ) STRICT;
  `,
];

export const SCHEMA_VERSION = MIGRATIONS.length;

/**
 * Brings `db` to the schema of `version`, with one immediate transaction per step. Several processes may do so at once.
 *
 * @throws {TurntableError} `DATABASE_TOO_NEW`, `DATABASE_FOREIGN`; the file is left untouched.
 */
export function migrate(db: Database, version = SCHEMA_VERSION): void {
  checkVersion(db);
  for (const [i, sql] of MIGRATIONS.slice(0, version).entries()) {
    // take the lock only if there is something to write: readers must not wait for writers
    if (versionOf(db) > i) continue;
    db.transaction(() => {
      // read again under the lock: another process may have done this step just now
      if (versionOf(db) > i) return;
      db.exec(sql);
      db.pragma(`application_id = ${APPLICATION_ID}`);
      db.pragma(`user_version = ${i + 1}`);
    }).immediate();
  }
}

/** Whether `db` has the schema of this version. @throws {TurntableError} what {@link checkVersion} throws */
export function isNewestFormat(db: Database): boolean {
  checkVersion(db);
  return versionOf(db) === SCHEMA_VERSION;
}

/** @throws {TurntableError} `DATABASE_TOO_NEW`, `DATABASE_FOREIGN` */
export function checkVersion(db: Database): void {
  // in one transaction: between two reads, another process may create the tables of an empty file
  db.transaction(() => {
    refuseOthers(db);
  })();
}

function refuseOthers(db: Database): void {
  const version = versionOf(db);
  if (version > 0 && db.pragma('application_id', { simple: true }) !== APPLICATION_ID) throw foreign(db);
  if (version > SCHEMA_VERSION) {
    throw new TurntableError(
      'DATABASE_TOO_NEW',
      `${db.name} has format ${version}, but this version of Turntable reads formats up to ${SCHEMA_VERSION}`,
      { hint: 'Update Turntable, or name another database with --db.' },
    );
  }
  if (!isKnownSchema(db, version)) throw version === 0 ? foreign(db) : changed(db, version);
}

function versionOf(db: Database): number {
  return db.pragma('user_version', { simple: true }) as number;
}

/** The most changes of a schema that are named; further ones are only counted. */
const TOLD_CHANGES = 3;

/** The error for a changed schema, which is never read, because it can hold code. It names the changes, so that they can be undone. */
function changed(db: Database, version: number): TurntableError {
  const fresh = new (loadSqlite())('');
  try {
    migrate(fresh, version);
    const changes = schemaChanges(fresh, db);
    const more = changes.length - TOLD_CHANGES;
    const told = [...changes.slice(0, TOLD_CHANGES), ...(more > 0 ? [`${more} more`] : [])].join(', ');
    return new TurntableError('DATABASE_FOREIGN', `another program changed the tables of ${db.name}: ${told}`, {
      hint: 'A changed schema can hold code, so Turntable does not read it. Undo the change, or name another file with --db.',
    });
  } finally {
    fresh.close();
  }
}

function foreign(db: Database): TurntableError {
  return new TurntableError('DATABASE_FOREIGN', `${db.name} is a database of another program`, {
    hint: 'Name another file with --db.',
  });
}
