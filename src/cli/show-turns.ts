import type { Place } from '../fixture/read-fixture.js';
import type { ObservedEvent, ObservedFrame } from '../model/observer.js';
import { TranscriptReader } from '../model/transcript-reader.js';
import type { TranscriptTurn } from '../model/transcript.js';
import { RULES } from '../check/rules/index.js';
import type { Checked, QuotedViolation } from '../view/check-report/checked.js';
import { markdownReport } from '../view/check-report/markdown.js';
import { closingLines, titleLine, violationLines } from '../view/check-report/text.js';
import { transcriptBlocks } from '../view/transcript/blocks.js';
import { transcriptMarkdown } from '../view/transcript/markdown.js';
import { transcriptLines, type TranscriptLine } from '../view/transcript/text.js';
import { checkSettings } from './check-settings.js';
import { ConversationCheck } from './conversation-check.js';
import { Conversations, type ConversationTaker, type Subject } from './conversations.js';
import type { CliIo, Colour } from './io.js';
import type { DatabaseOption } from './open.js';

export interface ShowTurnsOptions extends DatabaseOption {
  readonly format?: 'text' | 'markdown';
  readonly session?: string;
  readonly turn?: string;
}

/** `turntable show --turns`: a conversation as a person reads it, turn by turn, violations in their places. */
export async function showTurns(named: string, options: ShowTurnsOptions, io: CliIo): Promise<number> {
  const conversations = new Conversations(options, io);
  try {
    let shown = 0;
    for (const told of conversations.read(named, (subject) => new TranscriptTaker(subject))) {
      shown += await printTold(told, options, io);
    }
    if (shown > 0 || !isPart(options)) return 0;
    io.say(`turntable: ${named} has no ${wantedText(options)}`);
    return 1;
  } finally {
    conversations.close();
  }
}

function isPart({ session, turn }: ShowTurnsOptions): boolean {
  return session !== undefined || turn !== undefined;
}

function wantedText({ session, turn }: ShowTurnsOptions): string {
  const what = turn === undefined ? 'turn' : `turn ${turn}`;
  return session === undefined ? what : `${what} of session ${session}`;
}

/** A conversation with its turns in the order of their ends. */
interface Told {
  readonly checked: Checked;
  readonly turns: readonly TranscriptTurn[];
  readonly hasTimes: boolean;
}

class TranscriptTaker implements ConversationTaker<Told> {
  readonly #turns: TranscriptTurn[] = [];
  readonly #check: ConversationCheck;
  readonly #hasRealTimes: boolean;
  #isTimed = false;

  constructor(subject: Subject) {
    this.#hasRealTimes = subject.hasRealTimes;
    const reader = new TranscriptReader((turn) => this.#turns.push(turn));
    this.#check = new ConversationCheck(subject, checkSettings({}, process.cwd()), { listeners: [reader] });
  }

  frame(frame: ObservedFrame, place?: Place): void {
    this.#isTimed ||= frame.atNs !== undefined;
    this.#check.frame(frame, place);
  }

  event(event: ObservedEvent, place?: Place): void {
    this.#check.event(event, place);
  }

  end(): Told {
    const checked = this.#check.end();
    const turns = this.#turns.sort((a, b) => firstSeq(a) - firstSeq(b));
    return { checked, turns, hasTimes: this.#isTimed && this.#hasRealTimes };
  }
}

function firstSeq({ items, summary }: TranscriptTurn): number {
  return items[0]?.seq ?? summary?.first.seq ?? 0;
}

/** Returns how many turns were shown. */
async function printTold({ checked, turns, hasTimes }: Told, options: ShowTurnsOptions, io: CliIo): Promise<number> {
  const { format = 'text', session, turn: number } = options;
  const left = new Set(checked.violations.filter(({ severity }) => severity !== 'info'));
  let shown = 0;
  for (const turn of turns) {
    const own = takeOwn(left, turn);
    if (session !== undefined && turn.sessionId !== session) continue;
    if (number !== undefined && String(turn.number) !== number) continue;
    shown += 1;
    const blocks = transcriptBlocks(turn, own, { hasTimes });
    if (format === 'markdown') await io.printLine(transcriptMarkdown(blocks));
    else for (const line of transcriptLines(blocks, io.columns)) await io.printLine(coloured(line, io));
  }
  if (!isPart(options)) await printRest(checked, [...left], options, io);
  return shown;
}

/** What belongs to no turn, and what all comes to. */
async function printRest(
  checked: Checked,
  left: readonly QuotedViolation[],
  { format }: ShowTurnsOptions,
  io: CliIo,
): Promise<void> {
  if (format === 'markdown') {
    await io.print(markdownReport(checked, { rules: RULES, least: 'warning', listed: left }));
    return;
  }
  const lines = [
    titleLine(checked),
    ...left.flatMap((each) => [...violationLines(each)]),
    ...closingLines(checked, 'warning'),
  ];
  for (const { text } of lines) await io.printLine(io.paint('dim', text));
}

/** The violations that stand in a turn; what belongs to none is told at the end. */
function takeOwn(left: Set<QuotedViolation>, turn: TranscriptTurn): QuotedViolation[] {
  const first = firstSeq(turn);
  const last = turn.summary?.end.seq ?? turn.items.at(-1)?.seq ?? first;
  const own = [...left].filter(({ sessionId, turn: number, seq }) => {
    if (sessionId !== turn.sessionId) return false;
    return number === undefined || turn.number === undefined ? seq >= first && seq <= last : number === turn.number;
  });
  for (const violation of own) left.delete(violation);
  return own;
}

const COLOURS: Readonly<Record<TranscriptLine['style'], Colour | undefined>> = {
  title: 'bold',
  user: 'cyan',
  agent: undefined,
  thought: 'dim',
  tool: 'blue',
  diff: 'dim',
  added: 'green',
  removed: 'red',
  plan: 'magenta',
  permission: 'yellow',
  service: 'dim',
  violation: 'red',
  end: 'bold',
};

function coloured({ text, style }: TranscriptLine, io: CliIo): string {
  const colour = COLOURS[style];
  return colour === undefined ? text : io.paint(colour, text);
}
