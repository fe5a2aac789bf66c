import { escapeUnsafe } from '../../wire/plain-text.js';
import { inCode, inCodeBlock, plainMarkdown } from '../markdown.js';
import { headText, type TranscriptBlock } from './blocks.js';
import { lastLines } from './last-lines.js';
import type { ContentText } from './transcript-content.js';

/** A turn as Markdown, to paste into an issue. Recorded text is put into quotes and code, so it cannot become headings or HTML. */
export function transcriptMarkdown(blocks: readonly TranscriptBlock[]): string {
  return blocks.map(blockMarkdown).join('\n');
}

function blockMarkdown(block: TranscriptBlock): string {
  const { style, seq, label, body } = block;
  const head = headText(block);
  if (style === 'title') return `## ${plain(head)}\n`;
  const title =
    style === 'violation' ? `**${label}** ${inCode(head)}` : `**${label}**${head === '' ? '' : ` ${inCode(head)}`}`;
  const below = body.filter(({ text }) => text !== '').map(({ kind, text }) => belowTitle(style, kind, text));
  return [`${title} <sub>frame ${seq}</sub>\n`, ...below].join('\n');
}

function belowTitle(style: TranscriptBlock['style'], kind: ContentText['kind'], text: string): string {
  if (kind === 'diff') return inCodeBlock(text, 'diff');
  if (kind === 'output') return inCodeBlock(lastLines(text));
  if (style === 'tool' || style === 'plan') return inCodeBlock(text);
  const lines = text.split('\n').map((line) => `> ${plain(line)}`.trimEnd());
  return `${lines.join('\n')}\n`;
}

/** A line as literal text, for Markdown and for a terminal. */
function plain(line: string): string {
  return plainMarkdown(escapeUnsafe(line.replaceAll('\t', '    ')));
}
