import { expect, test } from 'vitest';
import { JournalCursor } from '../../../src/store/journal/journal-cursor.js';
import { reserveOf } from '../../../src/wire/journal-record.js';
import { concat, latin1 } from '../../support/values/bytes.js';
import { RecordMaker, RECORDS } from '../../support/store/journals.js';

/** A journal that grows, and whose last records go into the room for the end, while it is read. */
class ChangingJournal {
  readonly format = RECORDS;
  readonly firstAt = 0;
  readonly #states: readonly Uint8Array[];
  readonly #changesAt: readonly number[];
  #looks = 0;

  /** @param changesAt before which look it takes its next state */
  constructor(states: readonly Uint8Array[], changesAt: readonly number[]) {
    this.#states = states;
    this.#changesAt = changesAt;
  }

  bytesAt(at: number, limit: number): Uint8Array {
    return this.#look().slice(at, at + limit);
  }

  sizeBytes(): number {
    return this.#look().length;
  }

  #look(): Uint8Array {
    this.#looks += 1;
    const state = this.#changesAt.filter((at) => at <= this.#looks).length;
    return this.#states[state] ?? new Uint8Array(0);
  }
}

test('gives each record once and in order, whenever the journal grows and ends in the room for its end', () => {
  const maker = new RecordMaker();
  const make = (text: string) => maker.make(['agent', 1, text]);
  const reserve = (ending: Uint8Array) => new RecordMaker().make(['reserve', 0, reserveOf(ending)]);
  maker.make(['reserve', 0, reserveOf(new Uint8Array(0))]);
  const [a, b] = [make('a'), make('b')];
  const ending = concat([make('c'), maker.make(['end', 2, maker.forwarded])]);
  const states = [
    concat([reserve(new Uint8Array(0)), a]),
    concat([reserve(new Uint8Array(0)), a, b]),
    concat([reserve(ending), a, b]),
  ];
  for (let grows = 1; grows < 16; grows += 1) {
    for (let ends = grows; ends < 16; ends += 1) {
      const cursor = new JournalCursor(new ChangingJournal(states, [grows, ends]));
      const read: string[] = [];
      for (let tries = 0; tries < 40; tries += 1) {
        const placed = cursor.next();
        if (placed === undefined) continue;
        const { kind, payload } = placed.record;
        read.push(kind === 'agent' ? latin1(payload) : kind);
      }
      expect(read, `grows before look ${grows}, ends before look ${ends}`).toEqual(['reserve', 'a', 'b', 'c', 'end']);
    }
  }
});
