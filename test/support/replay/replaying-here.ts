import { readFileSync } from 'node:fs';
import { CaptureParser } from '../../../src/fixture/foreign/jsonl-capture.js';
import type { FixtureHeader } from '../../../src/fixture/format/format.js';
import { readFixture } from '../../../src/fixture/format/read-fixture.js';
import { StandIns } from '../../../src/fixture/redact/stand-ins.js';
import { compile } from '../../../src/replay/script/compile.js';
import { refusal } from '../../../src/replay/divergence/refusal.js';
import type { Effect } from '../../../src/replay/engine/effects.js';
import { ReplayEngine } from '../../../src/replay/engine/engine.js';
import { DEFAULT_OPTIONS, type ReplayOptions } from '../../../src/replay/engine/match-options.js';
import { RecordedReader } from '../../../src/replay/script/recorded.js';
import type { Script } from '../../../src/replay/script/script.js';
import { utf8 } from '../values/bytes.js';
import { reportOf, type Divergence, type Finished, type Run } from './replaying.js';
import { PROTOCOL } from '../checking/rule-examples.js';

/** A fixture that is read and can be replayed any number of times. */
export interface Compiled {
  start(options?: Partial<ReplayOptions>): HereRun;
}

/** Reads a fixture or a capture from a file. */
export function compiledReplay(path: string, process?: number): Compiled {
  return compiledText(readFileSync(path, 'utf8'), path.endsWith('.acp') ? 'acp' : 'jsonl', process);
}

/** @param process which agent process of a capture, from 1 */
export function compiledText(text: string, format: 'acp' | 'jsonl', process = 1): Compiled {
  const reader = new RecordedReader();
  const headers = format === 'acp' ? readItems(text, reader) : [];
  if (format === 'jsonl') readCapture(text, process, reader);
  const script = compile(reader.end());
  return { start: (options) => new HereRun(script, { ...DEFAULT_OPTIONS, ...options }, new StandIns(headers)) };
}

function readItems(text: string, reader: RecordedReader): readonly FixtureHeader[] {
  const { headers, items } = readFixture('here.acp', utf8(text), () => new Uint8Array());
  for (const item of items) {
    if (item.type === 'frame' || item.type === 'event') reader.entry(item, item.place.line);
  }
  return headers;
}

function readCapture(text: string, process: number, reader: RecordedReader): void {
  const parser = new CaptureParser('here.jsonl');
  let current = 1;
  for (const [index, line] of text.split('\n').entries()) {
    const entry = parser.line(utf8(line));
    if (entry === undefined) continue;
    if (current === process) reader.entry(entry, index + 1);
    if (entry.type === 'event') current += 1;
  }
}

const decoder = new TextDecoder();

/** The engine with hands that do everything at once, and no clock. */
export class HereRun implements Run {
  readonly said: string[] = [];
  readonly #engine: ReplayEngine;
  readonly #listeners: ((line: string) => void)[] = [];
  readonly #divergences: Divergence[] = [];
  #exit = 0;
  #rest: Uint8Array[] = [];

  constructor(script: Script, options: ReplayOptions, standIns: StandIns) {
    this.#engine = new ReplayEngine(script, PROTOCOL, options, standIns);
    this.#do(this.#engine.start());
  }

  write(bytes: string | Uint8Array): void {
    let left = typeof bytes === 'string' ? utf8(bytes) : bytes;
    for (let end = left.indexOf(0x0a); end !== -1; end = left.indexOf(0x0a)) {
      const line = Buffer.concat([...this.#rest, left.subarray(0, end)]);
      this.#rest = [];
      left = left.subarray(end + 1);
      this.#do(this.#engine.step({ type: 'line', bytes: line }));
    }
    if (left.length > 0) this.#rest.push(left);
  }

  onLine(listener: (line: string) => void): void {
    this.#listeners.push(listener);
  }

  /** What can come has come. */
  async waitFor(holds: () => boolean): Promise<boolean> {
    await Promise.resolve();
    return holds();
  }

  /** Lets the time pass that the client may be silent. */
  fallSilent(): void {
    this.#do(this.#engine.step({ type: 'timeout' }));
  }

  async finish(): Promise<Finished> {
    await Promise.resolve();
    this.#do(this.#engine.step({ type: 'end' }));
    const outcome = this.#divergences.length === 0 ? 'matched' : 'diverged';
    return {
      exit: this.#divergences.length === 0 ? this.#exit : 5,
      report: { outcome, divergences: this.#divergences },
      stderr: '',
    };
  }

  #do(effects: readonly Effect[]): void {
    for (const effect of effects) {
      if (effect.type === 'diverge') this.#divergences.push(reportOf(effect.divergence));
      else if (effect.type === 'finish' && effect.exit !== undefined && 'code' in effect.exit)
        this.#exit = effect.exit.code;
      else if (effect.type === 'refuse') {
        this.#say(decoder.decode(refusal(effect.id, effect.divergence, 'fixture')));
      } else if (effect.type === 'send' && effect.frame.sender === 'agent') this.#say(decoder.decode(effect.bytes));
    }
  }

  #say(line: string): void {
    this.said.push(line);
    for (const listener of this.#listeners) listener(line);
  }
}
