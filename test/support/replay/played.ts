import { ReplayEngine } from '../../../src/replay/engine/engine.js';
import { DEFAULT_OPTIONS, type ReplayOptions } from '../../../src/replay/engine/match-options.js';
import { INSTANT } from '../../../src/replay/engine/pace.js';
import type { ReplayReport } from '../../../src/replay/engine/replay-report.js';
import { Player, type PlayerSettings, type Stage } from '../../../src/stdio/player/player.js';
import { PROTOCOL } from '../checking/rule-examples.js';
import { request, result } from '../conversations/conversation.js';
import { HELLO, prompt, ROOT, stopped } from '../conversations/opened.js';
import { chunk, scriptOf, type Conversation, type Line } from '../conversations/scripted.js';
import { latin1, utf8 } from '../values/bytes.js';

/** A stage that writes down what happens, with the time in ms. */
class Notes implements Stage {
  readonly lines: string[] = [];
  readonly writes: string[] = [];
  report: ReplayReport | undefined;
  exit: unknown;

  write(bytes: Uint8Array): void {
    this.writes.push(latin1(bytes));
    for (const line of latin1(bytes).split(/(?<=\n)/)) this.#note(line.trimEnd());
  }

  flush(done: () => void): void {
    done();
  }

  stderr(bytes: Uint8Array): void {
    this.#note(`stderr ${latin1(bytes).trimEnd()}`);
  }

  closeOutput(): void {
    this.#note('closed');
  }

  finished(report: ReplayReport, exit: unknown): void {
    this.#note(`finished ${report.outcome} ${report.ended}`);
    this.report = report;
    this.exit = exit;
  }

  #note(what: string): void {
    this.lines.push(`${Math.round(performance.now())} ${short(what)}`);
  }
}

/** `chunk a` for what a chunk says, `answer 2` for an answer. */
function short(line: string): string {
  const said = /"text":"([^"]*)"/.exec(line)?.[1];
  if (said !== undefined) return `chunk ${said}`;
  const id = /^\{"jsonrpc":"2.0","id":("?\w+"?),"(result|error)"/.exec(line);
  return id === null ? line : `${id[2] === 'error' ? 'refused' : 'answer'} ${id[1]}`;
}

/** A player with a stage of notes, and a client that says what it is told to. */
export interface Played {
  readonly stage: Notes;
  readonly player: Player;
  readonly say: (...lines: Line[]) => void;
}

export function started(
  conversation: Conversation,
  settings: Partial<PlayerSettings> = {},
  options: Partial<ReplayOptions> = {},
): Played {
  const engine = new ReplayEngine(scriptOf(conversation), PROTOCOL, { ...DEFAULT_OPTIONS, ...options });
  const stage = new Notes();
  const player = new Player(engine, stage, {
    pace: INSTANT,
    faults: undefined,
    waitMs: 0,
    userWaitMs: 0,
    writesStderr: true,
    fixture: 'x.acp',
    ...settings,
  });
  player.start();
  const say = (...lines: Line[]): void => {
    for (const line of lines) player.push(utf8(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`));
  };
  return { stage, player, say };
}

export const MADE = request(1, 'session/new', { cwd: ROOT, mcpServers: [] });
/** One turn, with times. */
export const TURN: Conversation = [
  ['client', HELLO, 0],
  ['agent', result(0, { protocolVersion: 1 }), 100],
  ['client', MADE, 5_000],
  ['agent', result(1, { sessionId: 's' }), 5_050],
  ['client', prompt(2, 's'), 6_000],
  ['agent', chunk('s', 'a'), 6_200],
  ['stderr', 'a warning', 6_300],
  ['agent', chunk('s', 'b'), 9_000],
  ['agent', stopped(2), 9_001],
];
