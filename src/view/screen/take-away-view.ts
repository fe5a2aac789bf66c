import type { TurnSummary } from '../../model/turn.js';
import type { Canvas } from '../cells/canvas.js';
import { INVERSE, styleOf } from '../cells/style.js';
import type { StyledLine } from '../cells/styled-line.js';
import type { Action, ActionName } from './bindings.js';
import type { Conversation } from './conversation.js';
import { fileNameOf, turnAt, wordsOfTurn } from './exported-part.js';
import { RowCursor } from './row-cursor.js';
import { AllRows } from './rows.js';
import type { Intent, MouseAction, Size, View, ViewPlace } from './view.js';

/** Something that can be written into a file. */
interface Choice {
  readonly what: string;
  /** The command that writes it to stdout. */
  readonly words: readonly string[];
  readonly ending: string;
}

/** What a recording or a turn of it can be written as: each is one of our commands. */
export class TakeAwayView implements View {
  readonly contexts = ['export', 'move'] as const;
  readonly crumb = 'Take away';
  readonly #conversation: Conversation;
  readonly #seq: number | undefined;
  readonly #choices: readonly Choice[];
  readonly #cursor: RowCursor;
  readonly #name: string;
  #given: string | undefined;

  /** @param seq of an entry in the turn that may be taken alone */
  constructor(conversation: Conversation, seq: number | undefined) {
    this.#conversation = conversation;
    this.#seq = seq;
    this.#choices = choicesOf(conversation.item.number, turnAt(conversation, seq));
    this.#cursor = new RowCursor(new AllRows({ entries: this.#choices.length }));
    this.#name = fileNameOf(conversation);
  }

  get place(): ViewPlace {
    return { conversation: this.#conversation, seq: this.#seq };
  }

  counters(): StyledLine {
    return [];
  }

  status(): StyledLine {
    const choice = this.#selected();
    if (choice === undefined) return [];
    return [
      { text: 'the same: ', role: 'dim' },
      { text: ['turntable', ...choice.words].join(' '), role: 'key' },
    ];
  }

  prepare({ height }: Size): void {
    this.#cursor.prepare(height - 4);
  }

  paint(canvas: Canvas): void {
    canvas.text(1, 0, 'Write what, into a file in the folder where turntable was started?', styleOf('title'));
    for (const [y, row] of this.#cursor.visible.entries()) {
      const base = row === this.#cursor.selected ? INVERSE : 0;
      if (base !== 0) canvas.fill({ x: 0, y: y + 2, width: canvas.width, height: 1 }, styleOf('plain', base));
      const choice = this.#choices[row];
      if (choice === undefined) continue;
      const behind = canvas.text(2, y + 2, choice.what, styleOf('plain', base));
      canvas.text(behind + 2, y + 2, this.#fileOf(choice), styleOf('dim', base));
    }
  }

  act(action: Action): readonly Intent[] | undefined {
    if (this.#cursor.act(action)) return [];
    const choice = this.#selected();
    switch (action.name) {
      case 'open':
        if (choice === undefined) return [];
        return [{ type: 'run', words: choice.words, file: this.#fileOf(choice) }, { type: 'back' }];
      case 'name-file':
        this.#given = action.argument === '' ? undefined : action.argument;
        return [];
      default:
        return undefined;
    }
  }

  suggest(name: ActionName): string | undefined {
    const choice = this.#selected();
    return name === 'name-file' && choice !== undefined ? this.#fileOf(choice) : undefined;
  }

  mouse({ type, y }: MouseAction): readonly Intent[] | undefined {
    return type === 'click' && this.#cursor.click(y - 2) ? [] : undefined;
  }

  #selected(): Choice | undefined {
    return this.#choices[this.#cursor.selected ?? 0];
  }

  #fileOf({ ending }: Choice): string {
    return this.#given ?? `${this.#name}${ending}`;
  }
}

function choicesOf(recording: number, turn: TurnSummary | undefined): readonly Choice[] {
  const number = String(recording);
  const part = turn === undefined ? [] : wordsOfTurn(turn);
  const ofTurn: readonly Choice[] =
    turn === undefined
      ? []
      : [
          {
            what: `fixture of turn ${turn.number}, redacted`,
            words: ['export', number, ...part],
            ending: `-turn-${turn.number}.acp`,
          },
          {
            what: `transcript of turn ${turn.number}, redacted, as Markdown`,
            words: ['export', number, '--format', 'markdown', ...part],
            ending: `-turn-${turn.number}.md`,
          },
        ];
  return [
    ...ofTurn,
    { what: 'fixture of the recording, redacted', words: ['export', number], ending: '.acp' },
    {
      what: 'fixture of the recording, redacted, ids and times made stable',
      words: ['export', number, '--normalise'],
      ending: '-normalised.acp',
    },
    {
      what: 'transcript of the recording, redacted, as Markdown',
      words: ['export', number, '--format', 'markdown'],
      ending: '.md',
    },
    {
      what: 'report of its violations, as Markdown',
      words: ['check', number, '--format', 'markdown'],
      ending: '-violations.md',
    },
    { what: 'frames as JSON lines, redacted', words: ['export', number, '--format', 'jsonl'], ending: '.jsonl' },
    {
      what: 'fixture of the recording with all its secrets',
      words: ['export', number, '--no-redact'],
      ending: '-secret.acp',
    },
  ];
}
