import { parseArgs, type ParseArgsConfig } from 'node:util';
import { TurntableError } from '../../errors.js';

/** An option of a command that runs in place of an agent. It is parsed without a library, because a client waits for the start. */
export interface PlainOption {
  readonly name: string;
  /** The short form: one letter. */
  readonly letter?: string;
  /** The name of its value in the help; undefined for a flag, which takes no value. */
  readonly value: string | undefined;
  readonly help: string;
  /** The values that it accepts, if not any. */
  readonly choices?: readonly string[];
  readonly default?: string;
  /** If it is given several times, all values count; otherwise the last one does. */
  readonly isRepeatable?: true;
}

/** A command with such options, for the parser and the help. */
export interface PlainCommand<Option extends PlainOption> {
  readonly name: string;
  /** The usage line, for errors. */
  readonly usage: string;
  readonly options: readonly Option[];
  /** The first word that is not an option, and all words after it, belong to the agent. */
  readonly endsAtWord?: true;
}

type Defaulted<Option extends PlainOption> = Extract<Option, { readonly default: string }>['name'];

/** The parsed words of a command line. */
export interface PlainArguments<Option extends PlainOption> {
  readonly values: Readonly<Partial<Record<Option['name'], string>> & Record<Defaulted<Option>, string>>;
  /** All values of each repeatable option. */
  readonly lists: Readonly<Partial<Record<Option['name'], readonly string[]>>>;
  readonly flags: ReadonlySet<Option['name']>;
  /** The words that are not options, in order. */
  readonly words: readonly string[];
  /** The words after `--`; undefined if there is no `--`. */
  readonly rest: readonly string[] | undefined;
}

/**
 * Parses the words after the name of a command: `--name value`, `--name=value`, flags, and other words between them.
 *
 * @throws {TurntableError} `USAGE`
 */
export function parsePlainOptions<const Option extends PlainOption>(
  command: PlainCommand<Option>,
  line: readonly string[],
): PlainArguments<Option> {
  // not strict: its errors would not name the command, and an unknown option may belong to the agent
  const { tokens } = parseArgs({ args: [...line], options: optionsOf(command), strict: false, tokens: true });
  const found = new FoundOptions<Option['name']>(command);
  const { values, lists, flags } = found;
  const words: string[] = [];
  let rest: readonly string[] | undefined;
  for (const token of tokens) {
    if (token.kind === 'option-terminator') rest = line.slice(token.index + 1);
    if (rest !== undefined) break;
    if (token.kind === 'option') found.take(token, line[token.index] ?? '');
    else if (token.kind === 'positional') {
      if (token.value === '-') throw plainUsage(command, 'unknown option "-"');
      if (command.endsAtWord === true) {
        words.push(...line.slice(token.index));
        break;
      }
      words.push(token.value);
    }
  }
  return { values: values as PlainArguments<Option>['values'], lists, flags, words, rest };
}

/** An error in a command line. */
export function plainUsage({ usage }: PlainName, text: string): TurntableError {
  return new TurntableError('USAGE', text, { hint: `Usage: ${usage}` });
}

type PlainName = Pick<PlainCommand<PlainOption>, 'usage'>;

/** An option, as `parseArgs` returns it. */
interface OptionToken {
  readonly name: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

type Named<Name extends string> = PlainOption & { readonly name: Name };

function optionsOf({ options }: PlainCommand<PlainOption>): NonNullable<ParseArgsConfig['options']> {
  return Object.fromEntries(
    options.map(({ name, letter, value }) => [
      name,
      { type: value === undefined ? 'boolean' : 'string', ...(letter !== undefined && { short: letter }) },
    ]),
  );
}

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

  /** @param word the option as it was typed, for errors */
  take({ name, value, inlineValue }: OptionToken, word: string): void {
    const option = this.#command.options.find((known) => known.name === name);
    if (option === undefined) throw this.#usage(`unknown option ${JSON.stringify(word)}`);
    // "--file -- agent": the words after -- are the agent's
    if (option.value !== undefined) this.#note(option, inlineValue !== true && value === '--' ? undefined : value);
    else if (inlineValue === true) throw this.#usage(`--${option.name} takes no value`);
    else this.flags.add(option.name);
  }

  #note({ name, value: what, choices }: Named<Name>, value: string | undefined): void {
    if (value === undefined || value === '') throw this.#usage(`--${name} needs a value: ${what ?? ''}`);
    if (choices?.includes(value) === false) {
      throw this.#usage(`invalid --${name} ${JSON.stringify(value)}: use ${oneOf(choices)}`);
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
