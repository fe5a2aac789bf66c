import { objectOf, textOf } from '../../model/json-access.js';
import type { NotificationMessage, RequestMessage } from '../../wire/message.js';
import { readMessage } from '../../wire/message.js';
import type { RecordedFrame } from '../recorded.js';
import type { ClientMessage, Lane } from '../script.js';
import type { LaneNews, ToolUpdate } from './milestones.js';

/** A turn or a load of the live run, so far. */
export interface LiveTurn {
  readonly startedMs: number;
  isOver: boolean;
  /** Requests of the agent in it. */
  asks: number;
  updates: number;
  readonly tools: ToolUpdate[];
}

/** Requests that put a session to work. */
const WORK: ReadonlySet<string> = new Set(['session/prompt', 'session/load', 'session/resume']);

/** What the live agent did in each turn. */
export class LiveTurns {
  readonly #turns = new Map<ClientMessage, LiveTurn>();
  readonly #ended = new Map<Lane, number>();

  of(request: ClientMessage): LiveTurn | undefined {
    return this.#turns.get(request);
  }

  startedMs(request: ClientMessage): number | undefined {
    return this.#turns.get(request)?.startedMs;
  }

  /** How many turns and loads of a session are over. */
  ended(lane: Lane): number {
    return this.#ended.get(lane) ?? 0;
  }

  /** A message of the client went out. */
  said(message: ClientMessage, atMs: number): void {
    if (message.kind !== 'request' || !WORK.has(message.method ?? '')) return;
    this.#turns.set(message, { startedMs: atMs, isOver: false, asks: 0, updates: 0, tools: [] });
  }

  /** In v2 the answer to a prompt only accepts it; an error ends it. */
  answered(request: ClientMessage, isOk: boolean): void {
    if (request.frame.version === 2 && request.method === 'session/prompt' && isOk) return;
    this.#end(request);
  }

  heard(lane: Lane | undefined, message: RequestMessage | NotificationMessage): void {
    const news = newsOf(message, 0);
    for (const [request, turn] of this.#turns) {
      if (request.lane !== lane || turn.isOver) continue;
      if (news.isAsk) turn.asks += 1;
      if (news.isUpdate) turn.updates += 1;
      if (news.tool !== undefined) turn.tools.push(news.tool);
      if (isIdle(message) && request.method === 'session/prompt') this.#end(request);
    }
  }

  #end(request: ClientMessage): void {
    const turn = this.#turns.get(request);
    if (turn === undefined || turn.isOver) return;
    turn.isOver = true;
    if (request.lane !== undefined) this.#ended.set(request.lane, this.ended(request.lane) + 1);
  }
}

/** What a recorded frame of the agent tells of its turn. */
export function newsOfFrame({ bytes, text, seq, sender }: RecordedFrame): LaneNews[] {
  if (sender !== 'agent') return [];
  const message = readMessage(bytes, text);
  return (message.kind === 'batch' ? message.messages : [message]).flatMap((single) =>
    single.kind === 'request' || single.kind === 'notification' ? [newsOf(single, seq)] : [],
  );
}

function newsOf(message: RequestMessage | NotificationMessage, seq: number): LaneNews {
  const update = message.method === 'session/update' ? objectOf(objectOf(message.params)?.['update']) : undefined;
  const kind = textOf(update?.['sessionUpdate']);
  const toolCallId = kind?.startsWith('tool_call') === true ? textOf(update?.['toolCallId']) : undefined;
  return {
    seq,
    isAsk: message.kind === 'request',
    isUpdate: update !== undefined,
    tool: toolCallId === undefined ? undefined : { toolCallId, status: textOf(update?.['status']) },
  };
}

function isIdle({ method, params }: RequestMessage | NotificationMessage): boolean {
  const update = method === 'session/update' ? objectOf(objectOf(params)?.['update']) : undefined;
  return update?.['state'] === 'idle';
}
