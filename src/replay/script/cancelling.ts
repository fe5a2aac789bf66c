import { keyOfValue, type RequestKey } from '../../model/state/request-key.js';
import { objectOf, textOf } from '../../model/json-access.js';
import type { Message } from '../../wire/message.js';
import type { Bindings } from '../engine/bindings.js';
import type { Progress } from '../engine/progress.js';
import { CANCEL_REQUEST } from './recorded.js';
import type { ClientMessage, Lane, Script } from './script.js';

/** The end of a turn that the client cancels although it was not cancelled in the recording. */
export interface CancelledTurn {
  readonly prompt: ClientMessage;
  readonly lane: Lane;
  /** Frames of the lane from the prompt up to this seq are not sent any more. */
  readonly endSeq: number;
  /** The line that ends the turn as the protocol requires, without the newline. */
  readonly line: Uint8Array;
}

const encoder = new TextEncoder();
/** The request was cancelled (spec: v1/cancellation). */
const CANCELLED = { code: -32_800, message: 'Request cancelled' };

/**
 * The turns that end if the client cancels and the recorded one did not (v1/prompt-turn, v2/prompt: cancellation).
 *
 * @returns undefined if the message cancels nothing in the fixture
 */
export function cancelledTurns(
  message: Message,
  { script, bindings, progress }: { script: Script; bindings: Bindings; progress: Progress },
): CancelledTurn[] | undefined {
  if (message.kind !== 'notification') return undefined;
  const params = objectOf(message.params);
  const prompts = script.messages.filter((each) => each.method === 'session/prompt' && progress.came(each));
  if (message.method === CANCEL_REQUEST) {
    const key = keyOfValue(params?.['requestId']);
    const prompt = prompts.findLast((each) => isLiveId(requestId(each, bindings), key));
    return prompt === undefined ? undefined : turnsOf([prompt], bindings, true);
  }
  if (message.method !== 'session/cancel') return undefined;
  const sessionId = textOf(params?.['sessionId']);
  const lane = [...script.lanes.values()].find((each) => liveId(each, bindings) === sessionId);
  return (
    lane &&
    turnsOf(
      prompts.filter((prompt) => prompt.lane === lane),
      bindings,
      false,
    )
  );
}

/** The client's messages that are not expected any more once a turn is cancelled: answers of the turn, and its own recorded cancels. */
export function excusedBy({ lane, prompt, endSeq }: CancelledTurn): ClientMessage[] {
  return lane.messages.filter(
    ({ frame, asked, method }) =>
      frame.seq > prompt.frame.seq &&
      frame.seq < endSeq &&
      (asked !== undefined || method === 'session/cancel' || method === CANCEL_REQUEST),
  );
}

function turnsOf(prompts: readonly ClientMessage[], bindings: Bindings, isRefused: boolean): CancelledTurn[] {
  return prompts.flatMap((prompt) => {
    const { lane } = prompt;
    if (lane === undefined) return [];
    const line = encoder.encode(ending(prompt, { lane, bindings, isRefused }));
    return [{ prompt, lane, endSeq: endOf(prompt), line }];
  });
}

/** The seq of the frame that ends a prompt's turn; if there is none, the seq before the next prompt. */
function endOf({ lane, frame }: ClientMessage): number {
  const end = lane?.work.find(([from]) => from === frame.seq)?.[1] ?? Infinity;
  if (end !== Infinity) return end;
  const next = lane?.messages.find((other) => other.method === 'session/prompt' && other.frame.seq > frame.seq);
  return next === undefined ? Infinity : next.frame.seq;
}

function ending(
  prompt: ClientMessage,
  { lane, bindings, isRefused }: { lane: Lane; bindings: Bindings; isRefused: boolean },
): string {
  const id = requestId(prompt, bindings) ?? 'null';
  if (isRefused) return `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(CANCELLED)}}`;
  if (prompt.frame.version === 1) return `{"jsonrpc":"2.0","id":${id},"result":{"stopReason":"cancelled"}}`;
  const update = { sessionUpdate: 'state_update', state: 'idle', stopReason: 'cancelled' };
  const params = { sessionId: liveId(lane, bindings), update };
  return JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params });
}

function requestId(message: ClientMessage, bindings: Bindings): string | undefined {
  return message.key && bindings.requestId(message, message.key);
}

function liveId({ sessionId }: Lane, bindings: Bindings): string {
  return bindings.id('session', undefined, sessionId) ?? sessionId;
}

function isLiveId(token: string | undefined, key: RequestKey): boolean {
  return token !== undefined && keyOfValue(JSON.parse(token), token) === key;
}
