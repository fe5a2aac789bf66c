import type { PlaceProtocol } from '../../acp/places/place-protocol.js';
import { TurntableError } from '../../errors.js';
import type { FixtureHeader } from '../../fixture/format/format.js';
import { Includes } from '../../fixture/format/includes.js';
import { FixtureReader, linesIn } from '../../fixture/format/read-fixture.js';
import { StandIns } from '../../fixture/redact/stand-ins.js';
import { compile } from './compile.js';
import { ReplayEngine } from '../engine/engine.js';
import { DEFAULT_OPTIONS } from '../engine/match-options.js';
import { recordedReader, type RecordedFrame, type RecordedReader } from './recorded.js';
import { rulesOfFixture } from './rules-of-fixture.js';
import type { Script } from './script.js';

/** A fixture that is ready to be replayed, as `turntable replay` does without any options. */
export interface ReadScript {
  /** All frames, in recorded order; each has the line where it stands. */
  readonly frames: readonly RecordedFrame[];
  readonly script: Script;
  /** At its beginning; each is another run. */
  newEngine(protocol: PlaceProtocol): ReplayEngine;
}

/**
 * Reads a fixture that includes nothing.
 *
 * @param name of its file, for errors
 * @throws {TurntableError} `FIXTURE_INVALID`
 */
export function readScript(name: string, bytes: Uint8Array): ReadScript {
  const headers: FixtureHeader[] = [];
  let recorded: RecordedReader | undefined;
  const reader = new FixtureReader(name, new Includes(refuseIncluded), (item, _, line) => {
    if (item.type === 'header') headers.push(item.header);
    else if (item.type !== 'expectation') {
      recorded ??= recordedReader(headers);
      recorded.entry(item, line);
    }
  });
  for (const line of linesIn(bytes)) reader.line(line);
  reader.end();
  const source = (recorded ?? recordedReader(headers)).end();
  const script = compile(source);
  const options = { ...DEFAULT_OPTIONS, ...rulesOfFixture(headers, () => name) };
  return {
    frames: source.frames,
    script,
    newEngine: (protocol) => new ReplayEngine(script, protocol, options, new StandIns(headers)),
  };
}

function refuseIncluded(path: string): never {
  throw new TurntableError('FIXTURE_INVALID', `${path} is not included here`);
}
