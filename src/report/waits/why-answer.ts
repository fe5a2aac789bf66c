import type { Connection } from '../../model/state/connection.js';
import type { OpenSpan } from '../../model/state/span.js';
import type { Outside, Wait } from '../../model/state/wait.js';
import { waitsOf } from '../../model/waits/open-waits.js';
import { canBeStuck } from '../../model/waits/patience.js';
import type { Launch } from '../../wire/launch.js';
import { launchText } from '../launch/launch-text.js';
import type { WhyJson } from './why-json-schema.js';
import { formatDuration } from '../quantities.js';
import { signLines, type WhyLine } from './sign-text.js';
import { idText, requestText, spanText, type Tense } from './span-text.js';
import { ADVICE, type NextStep } from './wait-advice.js';
import { mainWait, NO_WAITING, type Waiting } from './waiting.js';

/** The facts that an answer to "who waits for whom?" needs besides the connection. */
export interface Asked {
  /** The name of the recording or file, as the reader knows it. */
  readonly name: string;
  /** The name of the recording for commands; undefined for files, which few commands take. */
  readonly word: string | undefined;
  readonly state: WhyJson['state'];
  /** Now, or the end of the recording, in ms since its time zero. */
  readonly nowMs: number;
  /** False if the frames have no times. */
  readonly hasTimes: boolean;
  readonly outside: Outside;
  /** Further notes for the reader. */
  readonly notes: readonly string[];
}

/** Who owes whom what at a moment, since when and how we know. Its texts may hold control characters. */
export function whyOf(connection: Connection, asked: Asked): WhyJson {
  const { name, state, nowMs, hasTimes, outside, notes } = asked;
  const { launch } = connection;
  const isOver = state !== 'live' || hasEnded(connection);
  const waits = waitsOf(connection, outside).map((wait) => waitJson(wait, asked, { isOver, launch }));
  return {
    recording: name,
    state,
    atMs: hasTimes ? nowMs : null,
    ...waitingIn(waits),
    started: launch === undefined ? null : launchText(launch),
    waits,
    notes: [...notes],
  };
}

/** Whether one side has left: its waits are then over, and worded so. */
function hasEnded({ ending }: Connection): boolean {
  return ending.clientEof !== undefined || ending.agentEof !== undefined || ending.exit !== undefined;
}

function waitingIn(waits: WhyJson['waits']): Waiting {
  const main = mainWait(waits);
  if (main === undefined || main.silentMs === null) return NO_WAITING;
  return { waitingMs: main.silentMs, waitingFor: main.works, stuck: main.stuck };
}

/** @param isOver whether nothing can come any more */
function waitJson(
  wait: Wait,
  { word, state, nowMs, hasTimes }: Asked,
  { isOver, launch }: { readonly isOver: boolean; readonly launch: Launch | undefined },
): WhyJson['waits'][number] {
  const { kind, works, chain, cause, last, patienceMs, signs } = wait;
  const { verdict, certainty, causes, next } = ADVICE[kind];
  const since = (atMs: number): number | null => (hasTimes ? Math.max(0, nowMs - atMs) : null);
  const isPast = state !== 'live';
  const lasting = (atMs: number): string => (hasTimes ? ` for ${formatMs(nowMs - atMs)}` : '');
  const ago = (atMs: number): string =>
    hasTimes ? ` ${formatMs(nowMs - atMs)} ${isPast ? 'before the end' : 'ago'}` : '';
  const tense: Tense = { lasting, ago, isOver: isPast };
  const root = chain.at(-1) ?? cause;
  const silentMs = since(last.at);
  const stuck = !isOver && silentMs !== null && silentMs >= patienceMs && canBeStuck(wait);
  return {
    kind,
    works,
    headline: `${headOf(wait, root, tense)}: ${verdict}`,
    what: `${headOf(wait, root, { ...tense, lasting: () => '' })}: ${verdict}`,
    openMs: since(root.start.at),
    silentMs,
    lastSeq: last.seq,
    patienceMs: isOver ? null : patienceMs,
    stuck,
    cause: cause.id,
    spans: chain.map((span) => spanJson(span, since)),
    lines: [
      ...chain.map((span): WhyLine => ({
        certainty: 'fact',
        text: spanText(span, tense),
        seq: span.start.seq,
      })),
      ...(kind === 'initialize' ? launchLines(launch) : []),
      ...signs.flatMap((sign) => signLines(sign, tense)),
      { certainty: cause.status === 'allowed' ? 'guess' : certainty, text: verdict, seq: null },
      ...(stuck ? [stuckLine(silentMs)] : []),
    ],
    causes: [...(kind === 'initialize' ? launchCauses(launch) : []), ...causes],
    next: next.map((step) => stepText(step, cause.start.seq, word)),
  };
}

function stuckLine(silentMs: number): WhyLine {
  return { certainty: 'guess', text: `stuck? no progress for ${formatMs(silentMs)}, longer than is usual`, seq: null };
}

/** Says what was started: an agent that never writes may be another program than the expected one. */
function launchLines(launch: Launch | undefined): WhyLine[] {
  return launch === undefined ? [] : [{ certainty: 'fact', text: `started: ${launchText(launch)}`, seq: null }];
}

function launchCauses({ shim, problem }: Launch = {}): string[] {
  return [
    ...(problem === undefined ? [] : [`The program cannot work: ${problem}.`]),
    ...(shim === undefined
      ? []
      : ['The program starts another one, which may be missing, of another version, or still on its way.']),
  ];
}

/** @param word undefined if no command shows it */
function stepText({ text, command }: NextStep, frame: number, word: string | undefined): string {
  if (command === undefined) return text;
  if (word === undefined) return command.includes('{frame}') ? `${text} (frame ${frame})` : text;
  return `${text}: ${command.replace('{recording}', word).replace('{frame}', String(frame))}`;
}

/** The headline of a wait: if the client owes something, its request; if the agent does, the whole turn or request. */
function headOf({ cause }: Wait, root: OpenSpan, tense: Tense): string {
  const span = cause.owes === 'client' ? cause : root;
  if (span.request === undefined) return spanText(span, tense);
  return `${span.owes} ${tense.isOver ? 'owed' : 'owes'} ${requestText(span)}${tense.lasting(span.start.at)}`;
}

function spanJson(span: OpenSpan, since: (atMs: number) => number | null): WhyJson['waits'][number]['spans'][number] {
  const { id, kind, name, parent, works, owes, start, sessionId, turn, request, status, cancelled } = span;
  return {
    id,
    kind,
    name,
    parent: parent ?? null,
    works,
    owes,
    seq: start.seq,
    openMs: since(start.at),
    sessionId: sessionId ?? null,
    turn: turn ?? null,
    method: request?.method ?? null,
    requestId: request === undefined ? null : idText(request.key),
    status: status ?? null,
    cancelled: cancelled !== undefined,
  };
}

function formatMs(ms: number): string {
  return formatDuration(Math.max(0, ms) * 1e6);
}
