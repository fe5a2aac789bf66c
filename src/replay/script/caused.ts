import { PUTS_TO_WORK, SETTING_UPDATES } from '../../acp/methods/method-groups.js';
import type { RecordedFrame } from './recorded.js';
import type { ClientMessage, Lane, Stretch } from './script.js';

/**
 * Finds notifications that were caused by a request that does not drive its session. They leave the lane and are sent with the answer.
 *
 * Among the session's notifications between request and answer, these are the updates of settings, and all of them if the session was idle.
 * An agent may also report a new setting right after the answer, if the session is idle then: the turn of the request may be over.
 *
 * @param frames of the agent, those that belong to the lane, in recorded order
 */
export function causedFrames(lane: Lane, frames: readonly RecordedFrame[]): Map<RecordedFrame, ClientMessage> {
  const caused = new Map<RecordedFrame, ClientMessage>();
  const notifications = frames.filter(
    ({ said }) => said.length > 0 && said.every(({ kind }) => kind === 'notification'),
  );
  for (const { request, stretch } of answeredRequests(lane)) {
    const within = notifications.filter((frame) => isWithin(frame, stretch) && !caused.has(frame));
    const told = within.filter((frame) => isSetting(frame) || isAtRest(lane, frame));
    for (const frame of told) caused.set(frame, request);
    if (told.some(isSetting)) continue;
    const after: Stretch = [stretch[1], seqOfNext(lane, stretch[1])];
    if (lane.work.some((other) => overlap(other, after))) continue;
    const late = notifications.find((frame) => isWithin(frame, after) && isSetting(frame) && !caused.has(frame));
    if (late !== undefined) caused.set(late, request);
  }
  return caused;
}

/** In the order of their answers: if two are open, an update belongs to the one that is answered next. */
function answeredRequests(lane: Lane): { readonly request: ClientMessage; readonly stretch: Stretch }[] {
  const answered = lane.messages.flatMap((request) => {
    const answer = request.kind === 'request' && !request.drives ? answerOf(request) : undefined;
    return answer === undefined ? [] : [{ request, stretch: [request.frame.seq, answer.seq] as const }];
  });
  return answered.sort((a, b) => a.stretch[1] - b.stretch[1]);
}

/**
 * When a prompt or a load of the session was open; in v2 a turn lasts until the session is idle.
 *
 * @param frames the agent's frames that belong to the lane
 */
export function workOf(lane: Lane, frames: readonly RecordedFrame[]): Stretch[] {
  return lane.messages
    .filter(({ kind, method }) => kind === 'request' && PUTS_TO_WORK.has(method ?? ''))
    .map((request) => [request.frame.seq, endOfWork(request, frames)]);
}

function endOfWork(request: ClientMessage, frames: readonly RecordedFrame[]): number {
  const answer = answerOf(request);
  if (answer === undefined) return Infinity;
  const isAccepted = answer.said.some(({ key, isOk }) => key === request.key && isOk);
  if (request.frame.version === 1 || request.method !== 'session/prompt' || !isAccepted) return answer.seq;
  const idle = frames.find(({ seq, said }) => seq > request.frame.seq && said.some(({ isIdle }) => isIdle));
  return Math.max(answer.seq, idle?.seq ?? Infinity);
}

/** The seq of the client's next message in the session. */
function seqOfNext(lane: Lane, seq: number): number {
  return lane.messages.find(({ frame }) => frame.seq > seq)?.frame.seq ?? Infinity;
}

function answerOf({ frame, key }: ClientMessage): RecordedFrame | undefined {
  return key && frame.answers.get(key);
}

function isSetting({ said }: RecordedFrame): boolean {
  return said.some(({ updateKind }) => updateKind !== undefined && SETTING_UPDATES.has(updateKind));
}

/** Whether a frame is outside all turns. The frame that ends a turn belongs to the turn. */
function isAtRest({ work }: Lane, { seq }: RecordedFrame): boolean {
  return !work.some(([from, to]) => from < seq && seq <= to);
}

function isWithin({ seq }: RecordedFrame, [from, to]: Stretch): boolean {
  return from < seq && seq < to;
}

function overlap(a: Stretch, b: Stretch): boolean {
  return a[0] < b[1] && b[0] < a[1];
}
