import { envelopeOf } from '../../../src/acp/methods/envelope.js';
import { readPlaces } from '../../../src/acp/places/place-protocol.js';
import { refusal } from '../../../src/replay/divergence/refusal.js';
import type { Effect } from '../../../src/replay/engine/effects.js';
import { readScript } from '../../../src/replay/script/read-script.js';
import { loadSdkSchemas } from '../../../src/tasks/protocol/sdk-schemas.js';
import type { Conversation, RecordingItem } from '../../../src/screen/frame/conversation.js';
import type { EventName, Stream, TimelineEntry } from '../../../src/wire/frame.js';
import { readMessage } from '../../../src/wire/message.js';
import { fakeConversation } from './fake-conversation.js';

export const PLACES = readPlaces(loadSdkSchemas());

/** The recording of a replay, which grows as its client goes on: what the agent says stands in it at once. */
export class ReplayedRun {
  readonly #entries: TimelineEntry[] = [];
  readonly #clientFrames: readonly Uint8Array[];
  readonly #engine;
  readonly #item: RecordingItem;
  #held: TimelineEntry[] = [];
  #said = 0;
  #state: RecordingItem['state'] = 'live';

  constructor(fixture: Uint8Array, item: Partial<RecordingItem> = {}) {
    const script = readScript('a.acp', fixture);
    this.#clientFrames = script.frames.filter(({ sender }) => sender === 'client').map(({ bytes }) => bytes);
    this.#engine = script.newEngine(PLACES);
    this.#item = { ...fakeConversation({}).item, ...item };
    this.#event('spawn');
    this.#answer(this.#engine.start());
  }

  get conversation(): Conversation {
    const item = { ...this.#item, state: this.#state };
    const entry = (seq: number) => this.#entries[seq];
    const bytes = (frame: TimelineEntry) => (frame.type === 'frame' ? frame.head : new Uint8Array());
    return fakeConversation({}, { item, entries: this.#entries.length, entry, bytes });
  }

  /** The client says what the recorded one said next, or that with something else in a place. */
  say(change: (text: string) => string = (text) => text): this {
    const recorded = new TextDecoder().decode(this.#clientFrames[this.#said]);
    const bytes = new TextEncoder().encode(change(recorded));
    this.#said += 1;
    this.#frame('client', bytes);
    this.#answer(this.#engine.step({ type: 'line', bytes }));
    return this;
  }

  sayAll(): this {
    while (this.#said < this.#clientFrames.length) this.say();
    return this;
  }

  /** The client leaves, and the replay ends. */
  leave(): this {
    this.#event('client-eof');
    this.#event('exit');
    this.#state = 'ended';
    return this;
  }

  kill(): this {
    this.#state = 'killed';
    return this;
  }

  /** Of what the agent says only so many updates have come yet. */
  hold(updates: number): this {
    const isUpdate = (entry: TimelineEntry) => entry.type === 'frame' && entry.envelope?.method === 'session/update';
    const first = this.#entries.findIndex(isUpdate);
    this.#held = this.#entries.splice(first + updates);
    return this;
  }

  /** What was held back comes. */
  letGo(): void {
    this.#entries.push(...this.#held.splice(0));
  }

  #answer(effects: readonly Effect[]): void {
    for (const effect of effects) {
      if (effect.type === 'send') this.#frame(effect.frame.sender, effect.bytes);
      if (effect.type === 'refuse') this.#frame('agent', refusal(effect.id, effect.divergence, 'fixture'));
    }
  }

  #frame(stream: Stream, head: Uint8Array): void {
    const times = { firstNs: undefined, lastNs: undefined };
    const envelope = stream === 'stderr' ? undefined : envelopeOf(readMessage(head));
    const seq = this.#entries.length;
    this.#entries.push({
      type: 'frame',
      seq,
      stream,
      terminated: true,
      ...times,
      sizeBytes: head.length,
      head,
      envelope,
    });
  }

  #event(name: EventName): void {
    this.#entries.push({ type: 'event', seq: this.#entries.length, name, fields: {}, atNs: undefined });
  }
}
