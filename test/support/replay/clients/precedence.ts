import { GATES, OPENING, methodOf, type Reading } from './reading.js';
import type { Entry } from './recorded.js';

const ORDERED: readonly string[] = ['session/prompt', 'session/cancel', 'session/close', '$/cancel_request'];

/**
 * Which messages of a client must come before which, as docs/replay.md says under "What waits for what". It is written anew
 * here, as pairs, to judge an engine that decides message by message.
 */
export class Precedence {
  readonly #reading: Reading;
  readonly #needs = new Map<Entry, ReadonlySet<Entry>>();

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /** Whether a client may say its messages in this order. */
  allows(order: readonly Entry[]): boolean {
    const said = new Set<Entry>();
    return order.every((entry) => {
      const isAllowed = this.#reading.recorded.client.every(
        (first) => said.has(first) || !this.mustPrecede(first, entry),
      );
      said.add(entry);
      return isAllowed;
    });
  }

  mustPrecede(first: Entry, entry: Entry): boolean {
    if (first === entry || first.message.kind === 'nothing' || entry.message.kind === 'nothing') return false;
    const asked = this.#reading.requestOf(entry);
    if (asked !== undefined && this.#neededFor(asked).has(first)) return true;
    if (first.at > entry.at) return false;
    if (GATES.includes(methodOf(first) ?? '')) return true;
    if (isOpening(first) && isOpening(entry)) return true;
    const session = this.#reading.sessionOf(entry);
    if (session === undefined || !this.#reading.concerns(first, session)) return false;
    return this.#keepsOrder(session, first, entry);
  }

  #keepsOrder(session: string, first: Entry, entry: Entry): boolean {
    const [a = '', b = ''] = [methodOf(first), methodOf(entry)];
    const isOwn = this.#reading.sessionOf(first) === session;
    if (isOwn && (a === 'session/close' || b === 'session/close' || isOpening(first))) return true;
    if (this.#reading.cancelledBy(entry) === first) return true;
    if (!ORDERED.includes(b)) return keepTheirOrder(a, b);
    if (ORDERED.includes(a)) return true;
    return this.#reading.drives(first) && this.#areSeparated(session, first, entry) && !this.#isLeftOpen(first, b);
  }

  /** Whether the agent did something in the session between the two. */
  #areSeparated(session: string, first: Entry, entry: Entry): boolean {
    return this.#reading.recorded.agent.some((frame) => {
      const home = this.#reading.homeOf(frame);
      return frame.at > first.at && frame.at < entry.at && home.kind === 'lane' && home.session === session;
    });
  }

  /** A prompt need not wait for the answer to what was asked between the turns. */
  #isLeftOpen(answer: Entry, method: string): boolean {
    const asked = this.#reading.requestOf(answer);
    return method === 'session/prompt' && asked !== undefined && this.#reading.isAskedIdle(asked);
  }

  /** What must have come before a frame of the agent is out: what it and all before it in its lane wait for. */
  #neededFor(frame: Entry): ReadonlySet<Entry> {
    let needs = this.#needs.get(frame);
    if (needs === undefined) {
      const { agent, client } = this.#reading.recorded;
      const home = this.#reading.homeOf(frame);
      const lane = agent.filter((other) => {
        const place = this.#reading.homeOf(other);
        return other.at <= frame.at && home.kind === 'lane' && place.kind === 'lane' && place.session === home.session;
      });
      const frames = home.kind === 'lane' ? lane : [frame];
      needs = new Set(client.filter((entry) => frames.some((other) => this.#reading.waitsFor(other, entry))));
      this.#needs.set(frame, needs);
    }
    return needs;
  }
}

function isOpening(entry: Entry): boolean {
  return OPENING.includes(methodOf(entry) ?? '');
}

/** Two settings of one kind, or of which one may change the other. */
export function keepTheirOrder(a: string, b: string): boolean {
  const areSettings = a.startsWith('session/set_') && b.startsWith('session/set_');
  return areSettings && (a === b || [a, b].includes('session/set_config_option'));
}
