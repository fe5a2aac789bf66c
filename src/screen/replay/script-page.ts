import { divergenceText } from '../../replay/divergence/divergence-text.js';
import type { ReadScript } from '../../replay/script/read-script.js';
import type { RecordedFrame } from '../../replay/script/recorded.js';
import { placeOf } from '../../replay/script/frame-summaries.js';
import type { Canvas } from '../cells/canvas.js';
import { INVERSE, styleOf, type Role } from '../../report/style.js';
import type { StyledLine } from '../../report/styled-line.js';
import { wrapLine } from '../cells/wrap.js';
import type { Size } from '../frame/view.js';
import type { FollowedRun, RunDivergence } from './followed-run.js';
import { scriptRows, type ScriptRow } from './script-rows.js';

/** A line of the page: a line of the script, or about a divergence at the line above. */
export type ScriptLine =
  | { readonly type: 'row'; readonly row: ScriptRow; readonly index: number }
  | { readonly type: 'divergence'; readonly line: StyledLine };

/** From this width on, each line shows its frame number in the run. */
const SEQ_WIDTH = 60;

/** The script of a fixture, ticked off as a run goes on; a divergence is shown below its frame. */
export class ScriptPage {
  readonly #rows: readonly ScriptRow[];
  readonly #rowOf = new Map<RecordedFrame, number>();
  readonly #seqs = new Map<number, number>();
  readonly #naming: 'with-session' | 'without-session';
  readonly #summaries = new Map<ScriptRow, string>();
  #run: FollowedRun | undefined;
  #shown: RunDivergence | undefined;
  #notes: readonly StyledLine[] = [];
  #notesAfter = -1;
  #width = 0;
  /** The row of the client's next message. */
  #awaited: number | undefined;

  constructor({ frames, script }: ReadScript) {
    this.#rows = scriptRows(frames);
    for (const [index, row] of this.#rows.entries()) {
      for (const frame of row) {
        this.#rowOf.set(frame, index);
        this.#seqs.set(frame.seq, index);
      }
    }
    this.#naming = script.lanes.size > 1 ? 'with-session' : 'without-session';
  }

  get count(): number {
    return this.#rows.length + this.#notes.length;
  }

  /** The prompts that the person has to type into the client, shortened. */
  prompts(): readonly string[] {
    return this.#rows
      .filter(([frame]) => frame.sender === 'client' && frame.said.some(({ method }) => method === 'session/prompt'))
      .map((row) => this.#summaryOf(row).replace(/^session\/prompt /, ''));
  }

  /** @param run undefined while there is none */
  prepare(run: FollowedRun | undefined, { width, isAscii = false }: Size): void {
    this.#run = run;
    this.#awaited = this.#findAwaited();
    const divergence = run?.divergence;
    if (divergence === this.#shown && width === this.#width) return;
    this.#shown = divergence;
    this.#width = width;
    const options = { width: Math.max(2, width - 2), charset: isAscii ? 'ascii' : 'utf-8' } as const;
    const lines = divergence === undefined ? [] : divergenceLines(divergence);
    this.#notes = lines.flatMap((line) => wrapLine(line, options));
    this.#notesAfter = divergence === undefined ? -1 : this.#placeOf(divergence, run?.latest);
  }

  line(index: number): ScriptLine | undefined {
    const note = this.#notes[index - this.#notesAfter - 1];
    if (index > this.#notesAfter && note !== undefined) return { type: 'divergence', line: note };
    const at = index > this.#notesAfter ? index - this.#notes.length : index;
    const row = this.#rows[at];
    return row && { type: 'row', row, index: at };
  }

  /** The lines where something happened last; undefined if nothing has happened yet. */
  get latest(): readonly [first: number, last: number] | undefined {
    if (this.#notes.length > 0) return [this.#notesAfter, this.#notesAfter + this.#notes.length];
    const row = this.#run?.latest && this.#rowOf.get(this.#run.latest);
    return row === undefined ? undefined : [row, row];
  }

  /** The run's frame of a line; undefined if it has not come. */
  seqOf(index: number): number | undefined {
    const line = this.line(index);
    if (line === undefined) return undefined;
    const hasDiverged = line.type === 'divergence' || line.index === this.#notesAfter;
    return hasDiverged ? this.#shown?.seq : this.#run?.seqOf(line.row[0]);
  }

  paintLine(canvas: Canvas, { y, index, isSelected }: { y: number; index: number; isSelected: boolean }): void {
    const line = this.line(index);
    if (line === undefined) return;
    const base = isSelected ? INVERSE : 0;
    if (isSelected) {
      canvas.fill({ x: 0, y, width: canvas.width, height: 1 }, styleOf('plain', base));
      canvas.park(0, y);
    }
    if (line.type === 'divergence') canvas.line(2, y, line.line, base);
    else this.#paintRow(canvas, y, { ...line, base });
  }

  #paintRow(canvas: Canvas, y: number, { row, index, base }: { row: ScriptRow; index: number; base: number }): void {
    const { glyphs, width } = canvas;
    const [frame] = row;
    const { sign, role } = this.#signOf(row, index, canvas);
    const sender = frame.sender === 'client' ? 'client' : 'agent';
    canvas.text(0, y, sign, styleOf(role, base));
    canvas.text(2, y, glyphs[sender], styleOf(sender, base));
    const seq = this.#run?.seqOf(frame);
    const told = seq === undefined || width < SEQ_WIDTH ? '' : `#${seq}`;
    const end = width - (width < SEQ_WIDTH ? 0 : 8);
    const number = frame.line === undefined ? '' : String(frame.line);
    canvas.text(Math.max(6, 10 - number.length), y, number, styleOf('dim', base));
    const count = row.length === 1 ? '' : ` ${glyphs.times}${this.#countOf(row)}`;
    const room = Math.max(0, end - 11 - canvas.widthOf(count));
    const behind = canvas.cell({ x: 11, y, width: room }, this.#summaryOf(row), styleOf(this.#roleOf(row), base));
    canvas.text(behind, y, count, styleOf('dim', base));
    if (told !== '') canvas.text(width - told.length, y, told, styleOf('dim', base));
  }

  #signOf(row: ScriptRow, index: number, { glyphs }: Canvas): { readonly sign: string; readonly role: Role } {
    if (index === this.#notesAfter) return { sign: glyphs.error, role: 'error' };
    if (this.#isTicked(row)) return { sign: glyphs.ok, role: 'ok' };
    return index === this.#awaited ? { sign: glyphs.into, role: 'warning' } : { sign: glyphs.dot, role: 'dim' };
  }

  #roleOf(row: ScriptRow): Role {
    return this.#isTicked(row) || this.#run === undefined ? 'plain' : 'dim';
  }

  #isTicked(row: ScriptRow): boolean {
    return this.#run?.seqOf(row.at(-1) ?? row[0]) !== undefined;
  }

  /** The number of chunks in a row: `412`, and `17/412` while they are sent. */
  #countOf(row: ScriptRow): string {
    const isGoingOn = !this.#isTicked(row) && this.#run?.seqOf(row[0]) !== undefined;
    const sent = isGoingOn ? row.filter((frame) => this.#run?.seqOf(frame) !== undefined).length : 0;
    return isGoingOn ? `${sent}/${row.length}` : String(row.length);
  }

  #findAwaited(): number | undefined {
    if (this.#run?.isAwaiting === false) return undefined;
    return this.#rows.findIndex(([frame]) => frame.sender === 'client' && this.#run?.seqOf(frame) === undefined);
  }

  /** The row for a divergence: that of the nearest message, of the awaited one, or the row after the last frame. */
  #placeOf({ divergence }: RunDivergence, latest: RecordedFrame | undefined): number {
    const seq = divergence.nearest?.seq ?? divergence.expectedNext[0]?.seq;
    const named = seq === undefined ? undefined : this.#seqs.get(seq);
    const last = latest === undefined ? 0 : (this.#rowOf.get(latest) ?? 0);
    return named ?? last;
  }

  #summaryOf(row: ScriptRow): string {
    const known = this.#summaries.get(row);
    if (known !== undefined) return known;
    const summary = placeOf(row[0], this.#naming).summary.replace(/^session\/update /, '');
    this.#summaries.set(row, summary);
    return summary;
  }
}

function divergenceLines({ divergence }: RunDivergence): StyledLine[] {
  const [first = '', ...more] = divergenceText(divergence).split('\n');
  return [[{ text: first.replace(/^replay diverged: /, ''), role: 'error' }], ...more.map(detailLine)];
}

function detailLine(text: string): StyledLine {
  if (text.startsWith('    recorded: ')) return [{ text, role: 'removed' }];
  if (text.startsWith('    received: ')) return [{ text, role: 'added' }];
  return [{ text }];
}

/** `3/5` of the client, `12/31` of the agent. */
export function coverageLine(run: FollowedRun, { glyphs }: Canvas): StyledLine {
  const { came, ofClient, sent, ofAgent } = run.coverage;
  return [
    { text: `${came}/${ofClient} ${glyphs.client}`, role: 'client' },
    { text: '  ' },
    { text: `${sent}/${ofAgent} ${glyphs.agent}`, role: 'agent' },
  ];
}
