import type { DriveEffect, DriveOptions } from '../../../src/replay/driving/drive-effects.js';
import { ClientDriver } from '../../../src/replay/driving/driver.js';
import type { JsonObject } from '../../../src/wire/json-text.js';
import { PROTOCOL } from '../checking/rule-examples.js';
import { bytesOf, scriptOf, type Conversation, type Line } from '../conversations/scripted.js';

/** A driver with hands that do everything at once, and a clock that stands still until it is told. */
export class Driving {
  readonly driver: ClientDriver;
  readonly sent: JsonObject[] = [];
  /** The same, byte for byte. */
  readonly lines: string[] = [];
  readonly notes: string[] = [];
  readonly files: string[] = [];
  #nowMs = 0;

  constructor(conversation: Conversation, options: Partial<DriveOptions> = {}, version: 1 | 2 = 1) {
    this.driver = new ClientDriver(scriptOf(conversation, version), PROTOCOL, {
      headers: [],
      rootOf: (recorded) => recorded,
      usesRealFiles: false,
      makesNewSessions: false,
      ...options,
    });
    this.at(0);
  }

  /** The agent says something; what the client says to it. */
  hear(...lines: readonly Line[]): JsonObject[] {
    const before = this.sent.length;
    for (const line of lines) this.#do(this.driver.step({ type: 'line', bytes: bytesOf(line), atMs: this.#nowMs }));
    return this.sent.slice(before);
  }

  /** Time passes, until so many ms of the run; what the client says. */
  at(ms: number): JsonObject[] {
    const before = this.sent.length;
    this.#nowMs = ms;
    this.#do(this.driver.step({ type: 'time', atMs: ms }));
    return this.sent.slice(before);
  }

  #do(effects: readonly DriveEffect[]): void {
    for (const effect of effects) {
      if (effect.type === 'note') this.notes.push(effect.text);
      else if (effect.type === 'file') this.files.push(effect.request.method);
      else {
        const line = new TextDecoder().decode(effect.bytes);
        this.lines.push(line);
        if (line.startsWith('{')) this.sent.push(JSON.parse(line) as JsonObject);
      }
    }
  }
}

/** What was said in a few words: methods, and of answers what was chosen. */
export function words(messages: readonly JsonObject[]): string[] {
  return messages.map(({ method, result, error }) => {
    if (typeof method === 'string') return method;
    return error === undefined ? `result ${JSON.stringify(result)}` : `error ${JSON.stringify(error)}`;
  });
}
