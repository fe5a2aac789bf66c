import { compareMessages, type ComparedFixture, type Comparison } from './comparison.js';
import type { FieldDifference } from './differences.js';
import type { DivergenceKind } from '../divergence/divergence.js';
import type { LiveMessage } from './live-message.js';
import { Order } from '../script/order.js';
import type { Progress } from './progress.js';
import type { RecordedFrame } from '../script/recorded.js';
import type { ClientMessage, MessageKind, Script } from '../script/script.js';

/** The result of matching a live message. */
export type Match =
  | {
      readonly isMatch: true;
      readonly message: ClientMessage;
      /** Empty, except with `--match method`, where differences are allowed. */
      readonly differences: readonly FieldDifference[];
      readonly commit: () => void;
    }
  | {
      readonly isMatch: false;
      readonly kind: DivergenceKind;
      readonly nearest: ClientMessage | undefined;
      readonly differences: readonly FieldDifference[];
      /** The message that has to come first. */
      readonly missing: ClientMessage | undefined;
      /** For an answer: the request of the agent, if the recorded client never answered it. */
      readonly unanswered?: RecordedFrame;
    };

/** How many of the latest messages are searched for one that came twice. */
const LATEST = 50;
const SESSION_POINTER = '/params/sessionId';

/** Finds the recorded message for a live one. */
export class Matcher {
  readonly #progress: Progress;
  readonly #order: Order;
  readonly #fixture: ComparedFixture;
  readonly #groups = new Map<string, ClientMessage[]>();

  constructor(script: Script, progress: Progress, fixture: ComparedFixture) {
    this.#progress = progress;
    this.#order = new Order(script);
    this.#fixture = fixture;
    for (const message of script.messages) {
      if (message.asked !== undefined) continue;
      const name = groupName(message.kind, message.method);
      const group = this.#groups.get(name) ?? [];
      group.push(message);
      this.#groups.set(name, group);
    }
  }

  /** The recorded message for a request, a notification, a batch, a malformed line or an answer without a request. */
  find(live: LiveMessage): Match {
    const group = this.#groups.get(groupNameOf(live)) ?? [];
    const awaited = group.filter((message) => !this.#progress.came(message));
    const allowed = awaited.filter((message) => this.missing(message) === undefined);
    let nearest: Compared | undefined;
    for (const message of allowed) {
      const compared = this.#compare(message, live);
      if (this.#isEnough(compared)) return matched(compared);
      if (nearest === undefined || distance(compared) < distance(nearest)) nearest = compared;
    }
    return this.#mismatch(live, { group, awaited, nearest });
  }

  /** The same for an answer to a request of the agent, which has only one place in the fixture. */
  findAnswer(answer: ClientMessage, live: LiveMessage): Match {
    const compared = this.#compare(answer, live);
    if (this.#progress.came(answer)) return { isMatch: false, kind: 'repeated', nearest: answer, ...NO_MORE };
    if (this.#isEnough(compared)) return matched(compared);
    return { ...NO_MORE, isMatch: false, kind: 'different', nearest: answer, differences: compared.differences };
  }

  /** Whether a message repeats one that has come already. */
  findRepeated(came: ClientMessage, live: LiveMessage): (Match & { isMatch: false }) | undefined {
    const { differences } = this.#compare(came, live);
    return differences.length > 0 ? undefined : { ...NO_MORE, isMatch: false, kind: 'repeated', nearest: came };
  }

  /** The message that has to come before this one may. */
  missing(message: ClientMessage): ClientMessage | undefined {
    const { came } = this.#progress;
    const { lane, kind } = message;
    if (this.#fixture.options.match === 'content' && kind === 'request') {
      const opener = lane?.opener;
      return opener === undefined || opener.index >= message.index || came(opener) ? undefined : opener;
    }
    return this.#order.missing(message, came, lane === undefined ? 0 : this.#progress.driversCame(lane));
  }

  #compare(message: ClientMessage, live: LiveMessage): Compared {
    return { message, ...compareMessages(message, live, this.#fixture) };
  }

  #isEnough({ differences }: Compared): boolean {
    if (differences.length === 0) return true;
    return this.#fixture.options.match === 'method' && !differences.some(({ pointer }) => pointer === SESSION_POINTER);
  }

  #mismatch(
    live: LiveMessage,
    found: {
      readonly group: readonly ClientMessage[];
      readonly awaited: readonly ClientMessage[];
      readonly nearest: Compared | undefined;
    },
  ): Match {
    const isEqual = (message: ClientMessage): boolean => this.#compare(message, live).differences.length === 0;
    const early = found.awaited.find((message) => this.missing(message) !== undefined && isEqual(message));
    if (early !== undefined) {
      return { ...NO_MORE, isMatch: false, kind: 'too-early', nearest: early, missing: this.missing(early) };
    }
    const came = found.group.filter(this.#progress.came).slice(-LATEST).find(isEqual);
    if (came !== undefined) return { ...NO_MORE, isMatch: false, kind: 'repeated', nearest: came };
    if (found.nearest !== undefined) {
      const { message, differences } = found.nearest;
      return { ...NO_MORE, isMatch: false, kind: 'different', nearest: message, differences };
    }
    const [later] = found.awaited;
    if (later !== undefined) {
      const { differences } = this.#compare(later, live);
      return { isMatch: false, kind: 'unexpected', nearest: later, differences, missing: this.missing(later) };
    }
    const kind = live.message.kind === 'malformed' ? 'malformed' : 'unexpected';
    const [last, ...others] = found.group.slice(-LATEST).map((message) => this.#compare(message, live));
    if (last === undefined || kind === 'malformed') return { ...NO_MORE, isMatch: false, kind, nearest: undefined };
    // all messages of this kind have come: this is one too many, and is compared with the nearest of them
    const closest = others.reduce((best, each) => (distance(each) < distance(best) ? each : best), last);
    return { ...NO_MORE, isMatch: false, kind: 'repeated', nearest: closest.message, differences: closest.differences };
  }
}

interface Compared extends Comparison {
  readonly message: ClientMessage;
}

const NO_MORE = { differences: [], missing: undefined } as const;

function matched({ message, differences, commit }: Compared): Match {
  return { isMatch: true, message, differences, commit };
}

/** How different two messages are. A message of another session counts as further away than any of the same session. */
function distance({ differences }: Compared): number {
  const isElsewhere = differences.some(({ pointer }) => pointer === SESSION_POINTER);
  return differences.length + (isElsewhere ? 1_000 : 0);
}

function groupNameOf({ message }: LiveMessage): string {
  const { kind } = message;
  return groupName(kind, kind === 'request' || kind === 'notification' ? message.method : undefined);
}

function groupName(kind: MessageKind, method: string | undefined): string {
  return `${kind} ${method ?? ''}`;
}
