import { objectOf, textOf } from '../../model/json-access.js';
import { readMessage, type NotificationMessage, type RequestMessage } from '../../wire/message.js';
import type { RecordedFrame } from '../script/recorded.js';
import type { ClientMessage, Lane, Script } from '../script/script.js';

/** A moment that a client can wait for. */
export type Milestone =
  /** The answer to a request, or the end of the turn that it began (v2 has both). */
  | { readonly is: 'answer' | 'end'; readonly request: ClientMessage }
  /** Answers to no request, for example to an unreadable line: this many of them. */
  | { readonly is: 'stray'; readonly count: number };

/** What a message of the client waits for when a real agent answers. */
export interface Awaited {
  /** How many of the recording's first milestones must be reached. */
  readonly milestones: number;
  /** Its place in an open turn; undefined if its session was idle. */
  readonly within: WithinTurn | undefined;
}

/** A place in the middle of a turn. */
export interface WithinTurn {
  readonly prompt: ClientMessage;
  /** How many requests of the agent came before it in the turn. */
  readonly asks: number;
  /** How many updates came before it. */
  readonly updates: number;
  /** The kinds of updates with which the agent had begun to speak. */
  readonly output: ReadonlySet<string>;
  /** The status that each tool call had reached, in the order in which they began. */
  readonly statuses: readonly string[];
  /** The time since the prompt, in ms; undefined if no times are known. */
  readonly delayMs: number | undefined;
}

/** The course of a recording, from the client's point of view. */
export interface Route {
  /** In recorded order. */
  readonly milestones: readonly Milestone[];
  /** What each message of the client waits for, except answers. */
  readonly awaited: ReadonlyMap<ClientMessage, Awaited>;
  /** How far the turns came whose end was not recorded. */
  readonly leftOpen: readonly WithinTurn[];
  /** What the agent reported about each session: pairs of a session and a kind of update. */
  readonly told: ReadonlySet<string>;
  /** How long the agent went on after the last milestone and the client's last message, in ms. */
  readonly tailMs: number;
}

/** The facts in an update of a tool call, recorded or live. */
interface ToolUpdate {
  readonly toolCallId: string;
  readonly status: string | undefined;
}

/** What a message of the agent means for a turn's progress. */
interface News {
  readonly isAsk: boolean;
  readonly isUpdate: boolean;
  /** The kind of update with which the agent speaks; undefined for other messages. */
  readonly output: string | undefined;
  readonly tool: ToolUpdate | undefined;
}

/** A turn or a load that is open at a place of the recording. */
interface OpenWork {
  readonly prompt: ClientMessage;
  readonly to: number;
}

/** Finds what each message of the client waits for. */
export function routeOf(script: Script): Route {
  const placed = placedMilestones(script);
  const framesOf = framesByLane(script);
  const works = new Map(Array.from(script.lanes.values(), (lane) => [lane, worksOf(lane)]));
  const open = new Map<Lane, OpenWork[]>();
  const awaited = new Map<ClientMessage, Awaited>();
  let milestones = 0;
  for (const message of script.messages) {
    const { frame, lane, asked } = message;
    while ((placed[milestones]?.seq ?? Infinity) < frame.seq) milestones += 1;
    const stillOpen = lane && (open.get(lane) ?? []).filter(({ to }) => frame.seq < to);
    if (asked === undefined) {
      const prompt = stillOpen?.at(-1)?.prompt;
      const frames = (lane && framesOf.get(lane)) ?? [];
      awaited.set(message, { milestones, within: prompt && withinTurn(prompt, frame, frames) });
    }
    const to = lane && works.get(lane)?.get(frame.seq);
    if (lane !== undefined)
      open.set(lane, [...(stillOpen ?? []), ...(to === undefined ? [] : [{ prompt: message, to }])]);
  }
  const leftOpen = Array.from(open).flatMap(([lane, all]) =>
    all.filter(({ to }) => to === Infinity).map(({ prompt }) => atEnd(prompt, framesOf.get(lane) ?? [])),
  );
  return { milestones: placed, awaited, leftOpen, told: toldIn(script), tailMs: tailOf(script, placed) };
}

function placedMilestones({ messages, outputs, lanes }: Script): (Milestone & { readonly seq: number })[] {
  const answers = messages.flatMap((request) => {
    const answer = answerTo(request);
    return answer === undefined ? [] : [{ request, is: 'answer' as const, seq: answer.seq }];
  });
  const ends = Array.from(lanes.values()).flatMap((lane) => {
    const ending = worksOf(lane);
    return lane.messages.flatMap((request) => {
      const seq = ending.get(request.frame.seq);
      const isOwn = seq !== undefined && seq !== Infinity && seq !== answerTo(request)?.seq;
      return isOwn ? [{ request, is: 'end' as const, seq }] : [];
    });
  });
  const strays = outputs
    .filter(({ frame: { said } }) => said.some(({ kind, request }) => kind === 'response' && request === undefined))
    .map(({ frame: { seq } }, i) => ({ is: 'stray' as const, count: i + 1, seq }));
  return [...answers, ...ends, ...strays].sort((a, b) => a.seq - b.seq);
}

/** For each place where work began: where it ended. */
function worksOf({ work }: Lane): ReadonlyMap<number, number> {
  return new Map(work);
}

/** The agent's frames of each session, in recorded order. */
function framesByLane({ outputs }: Script): Map<Lane, RecordedFrame[]> {
  const frames = new Map<Lane, RecordedFrame[]>();
  for (const { frame, session } of outputs) {
    if (session === undefined || frame.sender !== 'agent') continue;
    const own = frames.get(session);
    if (own === undefined) frames.set(session, [frame]);
    else own.push(frame);
  }
  return frames;
}

function withinTurn(prompt: ClientMessage, at: RecordedFrame, frames: readonly RecordedFrame[]): WithinTurn {
  const before = frames.slice(firstAfter(frames, prompt.frame.seq), firstAfter(frames, at.seq));
  const news = before.flatMap(newsOfFrame);
  return {
    prompt,
    asks: news.filter(({ isAsk }) => isAsk).length,
    updates: news.filter(({ isUpdate }) => isUpdate).length,
    output: new Set(news.flatMap(({ output }) => output ?? [])),
    statuses: statusesIn(news.flatMap(({ tool }) => tool ?? [])),
    delayMs: delayMs(prompt.frame.atNs, at.atNs),
  };
}

function atEnd(prompt: ClientMessage, frames: readonly RecordedFrame[]): WithinTurn {
  const last = frames.at(-1);
  return withinTurn(
    prompt,
    last === undefined || last.seq < prompt.frame.seq ? prompt.frame : { ...last, seq: Infinity },
    frames,
  );
}

/** The index of the first frame after a place. */
function firstAfter(frames: readonly RecordedFrame[], seq: number): number {
  let [low, high] = [0, frames.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((frames[middle]?.seq ?? Infinity) > seq) high = middle;
    else low = middle + 1;
  }
  return low;
}

function toldIn({ outputs }: Script): ReadonlySet<string> {
  const told = outputs.flatMap(({ frame, session }) =>
    frame.said.flatMap(({ updateKind }) => (session && updateKind ? [toldKey(session, updateKind)] : [])),
  );
  return new Set(told);
}

/** A session and a kind of update. */
export function toldKey({ sessionId }: Lane, updateKind: string): string {
  return `${updateKind} ${sessionId}`;
}

function tailOf({ messages, outputs }: Script, milestones: readonly Milestone[]): number {
  const last = milestones.at(-1);
  const answer = last === undefined || last.is === 'stray' ? undefined : answerTo(last.request);
  const from = [messages.at(-1)?.frame, answer].map((frame) => frame?.atNs ?? 0);
  const end = outputs.findLast(({ frame }) => frame.sender === 'agent')?.frame;
  return delayMs(Math.max(...from), end?.atNs) ?? 0;
}

function delayMs(fromNs: number | undefined, toNs: number | undefined): number | undefined {
  return fromNs === undefined || toNs === undefined ? undefined : Math.max(0, (toNs - fromNs) / 1e6);
}

/** The frame that answers a request of the client; undefined if there is none. */
function answerTo({ kind, key, frame }: ClientMessage): RecordedFrame | undefined {
  return kind === 'request' && key !== undefined ? frame.answers.get(key) : undefined;
}

/** What a recorded frame of the agent means for its turn. */
function newsOfFrame({ bytes, text, said }: RecordedFrame): News[] {
  // most frames are a chunk of text, which need not be parsed
  if (said.every(({ updateKind }) => updateKind !== undefined && !isTool(updateKind))) {
    return said.map(({ updateKind }) => ({
      isAsk: false,
      isUpdate: true,
      output: outputKind(updateKind),
      tool: undefined,
    }));
  }
  const message = readMessage(bytes, text);
  return (message.kind === 'batch' ? message.messages : [message]).flatMap((single) =>
    single.kind === 'request' || single.kind === 'notification' ? [newsOf(single)] : [],
  );
}

/** What a message of the agent means for its turn. */
export function newsOf({ kind: message, method, params }: RequestMessage | NotificationMessage): News {
  const update = method === 'session/update' ? objectOf(objectOf(params)?.['update']) : undefined;
  const kind = textOf(update?.['sessionUpdate']);
  const toolCallId = kind !== undefined && isTool(kind) ? textOf(update?.['toolCallId']) : undefined;
  return {
    isAsk: message === 'request',
    isUpdate: update !== undefined,
    output: outputKind(kind),
    tool: toolCallId === undefined ? undefined : { toolCallId, status: textOf(update?.['status']) },
  };
}

/** Only these kinds count as output. Other updates are about the session, and may come at any time. */
function outputKind(updateKind: string | undefined): string | undefined {
  return updateKind !== undefined && /^(?:agent_|plan)/.test(updateKind) ? updateKind : undefined;
}

function isTool(updateKind: string): boolean {
  return updateKind.startsWith('tool_call');
}

/** What each tool call reached, in the order in which the calls began. */
function statusesIn(updates: readonly ToolUpdate[]): string[] {
  const statuses = new Map<string, string>();
  for (const { toolCallId, status } of updates) statuses.set(toolCallId, further(statuses.get(toolCallId), status));
  return [...statuses.values()];
}

const FIRST_STATUS = 'pending';
const ORDER = [FIRST_STATUS, 'in_progress', 'completed', 'failed', 'cancelled'];
const FINAL = 2;

/** The further of two statuses of a tool call: the later one, unless it would be a step back. */
export function further(before = FIRST_STATUS, now = before): string {
  return rank(now) < rank(before) ? before : now;
}

/** Whether each call has reached the recorded status; all final statuses count as the same. */
export function haveReached(live: readonly string[], recorded: readonly string[]): boolean {
  return recorded.every((status, i) => {
    const reached = live[i];
    return reached !== undefined && rank(reached) >= rank(status);
  });
}

function rank(status: string): number {
  return Math.min(FINAL, Math.max(0, ORDER.indexOf(status)));
}
