import type { Violation } from '../check/violation.js';
import type { ObservedEvent, ObservedFrame } from '../model/observer.js';
import { TranscriptReader } from '../model/transcript-reader.js';
import type { TranscriptTurn } from '../model/transcript.js';
import type { Checked } from '../view/check-report/checked.js';
import { textReport } from '../view/check-report/text.js';
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
    for (const told of conversations.read(named, (subject) => new TranscriptTaker(subject))) {
      await printTold(told, options, io);
    }
    return 0;
  } finally {
    conversations.close();
  }
}

/** A conversation with its turns in the order of their ends. */
interface Told {
  readonly checked: Checked;
  readonly turns: readonly TranscriptTurn[];
}

class TranscriptTaker implements ConversationTaker<Told> {
  readonly #turns: TranscriptTurn[] = [];
  readonly #check: ConversationCheck;

  constructor(subject: Subject) {
    const reader = new TranscriptReader((turn) => this.#turns.push(turn));
    this.#check = new ConversationCheck(subject, checkSettings({}, process.cwd()), { listeners: [reader] });
  }

  frame(frame: ObservedFrame): void {
    this.#check.frame(frame);
  }

  event(event: ObservedEvent): void {
    this.#check.event(event);
  }

  end(): Told {
    const checked = this.#check.end();
    return { checked, turns: this.#turns.sort((a, b) => firstSeq(a) - firstSeq(b)) };
  }
}

function firstSeq({ items, summary }: TranscriptTurn): number {
  return items[0]?.seq ?? summary?.first.seq ?? 0;
}

async function printTold({ checked, turns }: Told, options: ShowTurnsOptions, io: CliIo): Promise<void> {
  const { format = 'text', session, turn: number } = options;
  const left = new Set<Violation>(checked.violations.filter(({ severity }) => severity !== 'info'));
  for (const turn of turns) {
    const own = takeOwn(left, turn);
    if (session !== undefined && turn.sessionId !== session) continue;
    if (number !== undefined && String(turn.number) !== number) continue;
    const blocks = transcriptBlocks(turn, own);
    if (format === 'markdown') await io.printLine(transcriptMarkdown(blocks));
    else for (const line of transcriptLines(blocks, io.columns)) await io.printLine(coloured(line, io));
  }
  const rest = { ...checked, violations: checked.violations.filter((violation) => left.has(violation)) };
  if (format === 'text' && session === undefined && number === undefined) {
    for (const { text } of textReport(rest, 'warning')) await io.printLine(io.paint('dim', text));
  }
}

/** The violations that stand in a turn; what belongs to none is told at the end. */
function takeOwn(left: Set<Violation>, turn: TranscriptTurn): Violation[] {
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
