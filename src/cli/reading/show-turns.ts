import type { InnerTurn } from '../../inside/inner-turns.js';
import type { TurnSummary } from '../../model/state/turn.js';
import { RULES } from '../../check/rules/index.js';
import type { Checked, QuotedViolation } from '../../report/check/checked.js';
import { markdownReport } from '../../report/check/check-markdown.js';
import { closingLines, titleLine, violationLines } from '../../report/check/check-text.js';
import { transcriptBlocks } from '../../report/transcript/blocks.js';
import { transcriptMarkdown } from '../../report/transcript/transcript-markdown.js';
import { transcriptLines, type TranscriptLine } from '../../report/transcript/transcript-text.js';
import { insideRecording } from '../../tasks/conversations/inside-recording.js';
import { Conversations } from '../../tasks/conversations/conversations.js';
import { LATEST } from '../../store/query/latest.js';
import { painted, type CliIo, type Colour } from '../program/io.js';
import type { DatabaseOption } from '../../tasks/recordings/database-for.js';
import { TranscriptTaker, UntoldViolations, type Told } from '../../tasks/conversations/told-turns.js';

export interface ShowTurnsOptions extends DatabaseOption {
  readonly format?: 'text' | 'markdown';
  readonly session?: string;
  readonly turn?: string;
}

/** `turntable show --turns`: prints a conversation as a person reads it, turn by turn, with each violation where it happened. */
export async function showTurns(named = LATEST, options: ShowTurnsOptions, io: CliIo): Promise<number> {
  const conversations = new Conversations(options, io);
  try {
    let shown = 0;
    const recording = conversations.recording(named);
    for (const told of conversations.read(named, (subject) => new TranscriptTaker(subject))) {
      const summaries = told.turns.flatMap(({ summary }) => summary ?? []);
      const inside = recording && insideRecording(conversations.db, recording, summaries);
      shown += await printTold({ ...told, inside: inside?.turns ?? [] }, options, io);
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

interface ToldInside extends Told {
  readonly inside: readonly InnerTurn[];
}

/** Returns how many turns were shown. */
async function printTold(
  { checked, turns, hasTimes, inside }: ToldInside,
  options: ShowTurnsOptions,
  io: CliIo,
): Promise<number> {
  const { format = 'text', session, turn: number } = options;
  const untold = new UntoldViolations(checked.violations.filter(({ severity }) => severity !== 'info'));
  const innerTurns = new Map<TurnSummary | undefined, InnerTurn>(inside.map((each) => [each.turn, each]));
  let shown = 0;
  for (const turn of turns) {
    const own = untold.take(turn);
    if (session !== undefined && turn.sessionId !== session) continue;
    if (number !== undefined && String(turn.number) !== number) continue;
    shown += 1;
    const blocks = transcriptBlocks(turn, own, { hasTimes, inside: innerTurns.get(turn.summary) });
    if (format === 'markdown') await io.print(`${transcriptMarkdown(blocks)}\n`);
    else
      for (const line of transcriptLines(blocks, io.columns))
        await io.printLine(painted(COLOURS[line.style], line.text));
  }
  if (!isPart(options)) await printRest(checked, untold.rest, options, io);
  return shown;
}

/** The parts outside turns, and the summary. */
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
  for (const { text } of lines) await io.printLine(painted('dim', text));
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
