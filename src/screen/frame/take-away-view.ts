import type { Canvas } from '../cells/canvas.js';
import { BOLD, INVERSE, styleOf } from '../../report/style.js';
import type { StyledLine } from '../../report/styled-line.js';
import type { Action, ActionName } from '../keys/key-bindings.js';
import { fileNameOf, partsAt } from './exported-part.js';
import { RowCursor } from '../tables/row-cursor.js';
import { AllRows } from '../tables/rows.js';
import { typedLine } from './twins.js';
import type { Intent, MouseAction, Size, View, ViewPlace } from './view.js';

/** An export that the list offers. */
interface Choice {
  readonly what: string;
  /** The command that writes it to stdout. */
  readonly words: readonly string[];
  readonly ending: string;
}

/** The ways to export a recording or a part of it. Each is one of our commands. */
export class TakeAwayView implements View {
  readonly contexts = ['export', 'move'] as const;
  readonly crumb = 'Export';
  readonly place: ViewPlace;
  readonly #choices: readonly Choice[];
  readonly #cursor: RowCursor;
  readonly #name: string;
  #given: string | undefined;

  /** @param place the place, whose turn or selected frames can be exported alone */
  constructor(place: ViewPlace) {
    this.place = place;
    this.#choices = choicesOf(place);
    this.#cursor = new RowCursor(new AllRows({ entries: this.#choices.length }));
    this.#name = fileNameOf(place.conversation);
  }

  get twins() {
    const choice = this.#selected();
    return choice === undefined ? [] : [choice.words];
  }

  counters(): StyledLine {
    return [];
  }

  status(): StyledLine {
    const choice = this.#selected();
    if (choice === undefined) return [];
    return [
      { text: 'same as: ', role: 'dim' },
      { text: typedLine(choice.words), role: 'key' },
    ];
  }

  prepare({ height }: Size): void {
    this.#cursor.prepare(height - 4);
  }

  paint(canvas: Canvas): void {
    canvas.text(1, 0, 'What should be written to a file, in the folder where Turntable was started?', styleOf('title'));
    for (const [y, row] of this.#cursor.visible.entries()) {
      const base = row === this.#cursor.selected ? INVERSE : 0;
      if (base !== 0) {
        canvas.park(0, y + 2);
        canvas.fill({ x: 0, y: y + 2, width: canvas.width, height: 1 }, styleOf('plain', base));
        canvas.text(0, y + 2, canvas.glyphs.selected, styleOf('plain', base | BOLD));
      }
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

function choicesOf(place: ViewPlace): readonly Choice[] {
  const number = String(place.conversation.item.number);
  const ofParts = partsAt(place).flatMap(({ what, words, ending }) => [
    { what: `fixture of ${what}, redacted`, words: ['export', number, ...words], ending: `${ending}.acp` },
    {
      what: `transcript of ${what}, redacted, as Markdown`,
      words: ['export', number, '--format', 'markdown', ...words],
      ending: `${ending}.md`,
    },
  ]);
  return [
    ...ofParts,
    { what: 'fixture of the recording, redacted', words: ['export', number], ending: '.acp' },
    {
      what: 'fixture of the recording, redacted, with stable ids and no times',
      words: ['export', number, '--normalise'],
      ending: '-normalised.acp',
    },
    {
      what: 'transcript of the recording, redacted, as Markdown',
      words: ['export', number, '--format', 'markdown'],
      ending: '.md',
    },
    {
      what: 'report of the violations, as Markdown',
      words: ['check', number, '--format', 'markdown'],
      ending: '-violations.md',
    },
    { what: 'frames as JSON lines, redacted', words: ['export', number, '--format', 'jsonl'], ending: '.jsonl' },
    {
      what: 'fixture of the recording, with all secrets',
      words: ['export', number, '--no-redact'],
      ending: '-secret.acp',
    },
  ];
}
