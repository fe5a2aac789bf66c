import { escapeUnsafe } from '../../wire/plain-text.js';
import { wrapped } from '../wrapped.js';
import { headText, type TranscriptBlock, type TranscriptStyle } from './blocks.js';
import { lastLines } from './last-lines.js';

/** A line of a transcript, safe to show. */
export interface TranscriptLine {
  readonly text: string;
  readonly style: TranscriptStyle | 'added' | 'removed';
}

const LABEL_WIDTH = 9;
const LEAST_WIDTH = 40;

/** The lines of a turn for a terminal or a file. @param columns the most characters of a line */
export function* transcriptLines(blocks: readonly TranscriptBlock[], columns: number): Generator<TranscriptLine> {
  for (const block of blocks) yield* blockLines(block, Math.max(LEAST_WIDTH, Math.min(columns, 160)));
}

function* blockLines(block: TranscriptBlock, columns: number): Generator<TranscriptLine> {
  const { style, seq, label, body } = block;
  const head = headText(block);
  if (style === 'title') {
    yield { text: `── ${escapeUnsafe(head)} ──`, style };
    return;
  }
  const number = String(seq).padStart(6);
  let lead = `${number}  ${label.padEnd(LABEL_WIDTH)} `;
  const indent = ' '.repeat(lead.length);
  if (head !== '') {
    for (const line of wrapped(escapeUnsafe(head), columns - lead.length)) {
      yield { text: `${lead}${line}`.trimEnd(), style };
      lead = indent;
    }
  }
  for (const { kind, text } of body) {
    const shown = kind === 'output' ? lastLines(text) : text;
    for (const line of shown.replace(/\n+$/, '').replaceAll('\t', '    ').split(/\r?\n/)) {
      const pieces = kind === 'diff' || kind === 'output' ? [line] : wrappedKeepingIndent(line, columns - lead.length);
      for (const piece of pieces) {
        yield { text: `${lead}${escapeUnsafe(piece)}`.trimEnd(), style: kind === 'diff' ? diffStyle(line) : style };
        lead = indent;
      }
    }
  }
}

/** Code keeps its indentation; prose is broken at spaces. */
function wrappedKeepingIndent(line: string, width: number): string[] {
  if (line.length <= width) return [line];
  const indent = /^\s*/.exec(line)?.[0] ?? '';
  return wrapped(line.trim(), Math.max(10, width - indent.length)).map((piece) => indent + piece);
}

function diffStyle(line: string): TranscriptLine['style'] {
  if (line.startsWith('+') && !line.startsWith('+++')) return 'added';
  return line.startsWith('-') && !line.startsWith('---') ? 'removed' : 'diff';
}
