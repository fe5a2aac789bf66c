import { TurntableError } from '../../errors.js';

/** An option of a command that stands in an agent's place: parsed here by hand, because its start loads no library. */
export interface PlainOption {
  readonly name: string;
  /** The letter that does as well. */
  readonly letter?: string;
  /** What stands for its value in the help; undefined for a flag, which takes none. */
  readonly value: string | undefined;
  readonly help: string;
  /** The only values that it takes. */
  readonly choices?: readonly string[];
  readonly default?: string;
  /** Given several times it has several values; else the last one counts. */
  readonly isRepeatable?: true;
}

/** What is known of such a command: the parser and the help read it. */
export interface PlainCommand<Option extends PlainOption> {
  readonly name: string;
  /** The whole line, for errors. */
  readonly usage: string;
  readonly options: readonly Option[];
  /** The first word that is no option, and all behind it, is not ours. */
  readonly endsAtWord?: true;
}

type Defaulted<Option extends PlainOption> = Extract<Option, { readonly default: string }>['name'];

/** What the words of a command line say. */
export interface PlainArguments<Option extends PlainOption> {
  readonly values: Readonly<Partial<Record<Option['name'], string>> & Record<Defaulted<Option>, string>>;
  /** All values of those that are repeatable. */
  readonly lists: Readonly<Partial<Record<Option['name'], readonly string[]>>>;
  readonly flags: ReadonlySet<Option['name']>;
  /** The words that are no options, in order. */
  readonly words: readonly string[];
  /** What stands after `--`; undefined where there is none. */
  readonly rest: readonly string[] | undefined;
}

/**
 * Reads what follows the name of a command: `--name value`, `--name=value`, flags, and words between them.
 *
 * @throws {TurntableError} `USAGE`
 */
export function parsePlainOptions<const Option extends PlainOption>(
  command: PlainCommand<Option>,
  line: readonly string[],
): PlainArguments<Option> {
  const found = new FoundOptions<Option['name']>(command);
  const words: string[] = [];
  let at = 0;
  for (; at < line.length && line[at] !== '--'; at += 1) {
    const word = line[at] ?? '';
    if (word.startsWith('-')) at += found.take(word, line[at + 1]);
    else if (command.endsAtWord === true) break;
    else words.push(word);
  }
  const { values, lists, flags } = found;
  const isCut = line[at] === '--';
  return {
    values: values as PlainArguments<Option>['values'],
    lists,
    flags,
    words: isCut ? words : [...words, ...line.slice(at)],
    rest: isCut ? line.slice(at + 1) : undefined,
  };
}

/** An error in a command line, with the way to the help. */
export function plainUsage({ name, usage }: PlainName, text: string): TurntableError {
  return new TurntableError('USAGE', text, { hint: `Usage: ${usage}. All options: turntable ${name} --help` });
}

type PlainName = Pick<PlainCommand<PlainOption>, 'name' | 'usage'>;

type Named<Name extends string> = PlainOption & { readonly name: Name };

/** The options of one command line, as they are found. */
class FoundOptions<Name extends string> {
  readonly values: Partial<Record<Name, string>> = {};
  readonly lists: Partial<Record<Name, string[]>> = {};
  readonly flags = new Set<Name>();
  readonly #command: PlainCommand<Named<Name>>;

  constructor(command: PlainCommand<Named<Name>>) {
    this.#command = command;
    for (const { name, default: preset, isRepeatable } of command.options) {
      if (preset !== undefined) this.values[name] = preset;
      if (isRepeatable === true) this.lists[name] = [];
    }
  }

  /** @returns how many words behind it belong to it */
  take(word: string, next: string | undefined): number {
    const equals = word.indexOf('=');
    const spelled = equals === -1 ? word : word.slice(0, equals);
    const inline = equals === -1 ? undefined : word.slice(equals + 1);
    const option = this.#command.options.find(
      ({ name, letter }) => spelled === `--${name}` || spelled === `-${letter}`,
    );
    if (option === undefined) throw this.#usage(`${this.#command.name} has no option ${word}`);
    if (option.value !== undefined) {
      this.#note(option, inline ?? (next === '--' ? undefined : next));
      return inline === undefined ? 1 : 0;
    }
    if (inline !== undefined) throw this.#usage(`--${option.name} takes no value`);
    this.flags.add(option.name);
    return 0;
  }

  #note({ name, value: what, choices }: Named<Name>, value: string | undefined): void {
    if (value === undefined || value === '') throw this.#usage(`--${name} needs a value: ${what ?? ''}`);
    if (choices?.includes(value) === false) {
      throw this.#usage(`--${name} is ${oneOf(choices)}, not ${JSON.stringify(value)}`);
    }
    this.values[name] = value;
    this.lists[name]?.push(value);
  }

  #usage(text: string): TurntableError {
    return plainUsage(this.#command, text);
  }
}

/** `a, b or c`. */
function oneOf(choices: readonly string[]): string {
  const others = choices.slice(0, -1).join(', ');
  return `${others === '' ? '' : `${others} or `}${choices.at(-1) ?? ''}`;
}
