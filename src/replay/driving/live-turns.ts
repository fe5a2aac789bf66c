import { PUTS_TO_WORK } from '../../acp/methods/method-groups.js';
import { objectOf } from '../../model/json-access.js';
import type { NotificationMessage, RequestMessage } from '../../wire/message.js';
import type { ClientMessage, Lane } from '../script/script.js';
import { further, haveReached, newsOf, type WithinTurn } from './milestones.js';

/** An open turn or load of the live run. */
interface LiveTurn {
  readonly startedMs: number;
  /** How many requests the agent made in it. */
  asks: number;
  updates: number;
  /** The kinds of updates with which the agent spoke. */
  readonly output: Set<string>;
  /** The status that each tool call has reached, in the order in which the calls began. */
  readonly tools: Map<string, string>;
  /** In v2: whether its prompt was accepted, or the agent said that it runs. An idle before that belongs to an earlier turn. */
  isRunning: boolean;
}

/**
 * How much more time the agent gets, in ms, if the recorded time has passed and it has not begun to send what the recorded agent had sent.
 */
const SLOWNESS_MS = 10_000;

/** Observes what the live agent does in each turn. */
export class LiveTurns {
  readonly #open = new Map<Lane | undefined, Map<ClientMessage, LiveTurn>>();
  readonly #over = new Set<ClientMessage>();
  readonly #prompts = new Map<Lane, number>();

  /** How many prompts of a session were sent. */
  prompts(lane: Lane | undefined): number {
    return (lane && this.#prompts.get(lane)) ?? 0;
  }

  isOver(request: ClientMessage): boolean {
    return this.#over.has(request);
  }

  /**
   * Whether an open turn has come as far as the recorded one: by its requests and its tool calls, and by as many updates or by the recorded
   * time, whichever comes first. Until the agent has begun to send what the recorded one had sent, it gets more time, because it may be
   * slower.
   *
   * @param isPatient whether a slower agent gets all the time that it needs
   */
  isThere(place: WithinTurn, nowMs: number, isPatient = false): boolean {
    const live = this.#of(place.prompt);
    if (live === undefined || live.asks < place.asks) return false;
    if (!haveReached([...live.tools.values()], place.statuses)) return false;
    if (live.updates >= place.updates) return true;
    const [recorded = Infinity, latest = Infinity] = this.momentsOf(place);
    const hasBegun = !isPatient && [...place.output].every((kind) => live.output.has(kind));
    return nowMs >= (hasBegun ? recorded : latest);
  }

  /** The times at which a place may count as reached: the recorded time, and that for a slow agent. Empty if no times are known. */
  momentsOf(place: WithinTurn | undefined): number[] {
    const started = place && this.#of(place.prompt)?.startedMs;
    if (started === undefined || place?.delayMs === undefined) return [];
    return [started + place.delayMs, started + place.delayMs + SLOWNESS_MS];
  }

  /** Takes a message that the client has sent. */
  said(message: ClientMessage, atMs: number): void {
    if (message.kind !== 'request' || !PUTS_TO_WORK.has(message.method ?? '')) return;
    const { lane, method } = message;
    if (lane !== undefined && method === 'session/prompt') this.#prompts.set(lane, this.prompts(lane) + 1);
    const open = this.#open.get(message.lane) ?? new Map<ClientMessage, LiveTurn>();
    open.set(message, { startedMs: atMs, asks: 0, updates: 0, output: new Set(), tools: new Map(), isRunning: false });
    this.#open.set(message.lane, open);
  }

  /** Takes an answer. In v2 the answer to a prompt only accepts it (v2/prompt-lifecycle), and an error ends it. */
  answered(request: ClientMessage, isOk: boolean): void {
    const turn = this.#of(request);
    if (request.frame.version === 2 && request.method === 'session/prompt' && isOk) {
      if (turn !== undefined) turn.isRunning = true;
    } else this.#end(request);
  }

  heard(lane: Lane | undefined, message: RequestMessage | NotificationMessage): void {
    const open = this.#open.get(lane);
    if (open === undefined || open.size === 0) return;
    const { isAsk, isUpdate, output, tool } = newsOf(message);
    const state = stateIn(message);
    for (const [request, turn] of open) {
      if (isAsk) turn.asks += 1;
      if (isUpdate) turn.updates += 1;
      if (output !== undefined) turn.output.add(output);
      if (tool !== undefined) turn.tools.set(tool.toolCallId, further(turn.tools.get(tool.toolCallId), tool.status));
      if (state === 'running') turn.isRunning = true;
      if (state === 'idle' && turn.isRunning && request.method === 'session/prompt') this.#end(request);
    }
  }

  #of(request: ClientMessage): LiveTurn | undefined {
    return this.#open.get(request.lane)?.get(request);
  }

  #end(request: ClientMessage): void {
    if (this.#open.get(request.lane)?.delete(request) === true) this.#over.add(request);
  }
}

/** The state in a state update of v2. */
function stateIn({ method, params }: RequestMessage | NotificationMessage): unknown {
  const update = method === 'session/update' ? objectOf(objectOf(params)?.['update']) : undefined;
  return update?.['sessionUpdate'] === 'state_update' ? update['state'] : undefined;
}
