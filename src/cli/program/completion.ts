import type { Argument, Command, Option } from 'commander';

/** A word that fits at a place of the command line, and its meaning. */
export interface Candidate {
  readonly value: string;
  readonly help: string;
}

export interface Completion {
  readonly candidates: readonly Candidate[];
  /** Whether file names fit as well: the shell completes those itself. */
  readonly takesFiles: boolean;
}

/** The words that are not in the tables of commands. They are looked up only if they fit. */
export interface KnownWords {
  /** @param db the database that the command line names */
  readonly recordings: (db: string | undefined) => readonly Candidate[];
  /** Rules and their families. */
  readonly rules: () => readonly Candidate[];
}

const NOTHING: Completion = { candidates: [], takesFiles: false };
const FILES: Completion = { candidates: [], takesFiles: true };

/**
 * Finds the words that fit at the end of a command line.
 *
 * @param program holds all commands
 * @param line the words after `turntable`; the last one is being typed, and may be empty
 */
export function completionOf(program: Command, line: readonly string[], known: KnownWords): Completion {
  const current = line.at(-1) ?? '';
  const { candidates, takesFiles } = fitting(program, line.slice(0, -1), { current, known });
  return { candidates: candidates.filter(({ value }) => value.startsWith(current)), takesFiles };
}

interface Typed {
  readonly current: string;
  readonly known: KnownWords;
}

function fitting(program: Command, before: readonly string[], typed: Typed): Completion {
  const [name, ...words] = before;
  const commands = program.commands.map((each) => ({ value: each.name(), help: firstSentence(each.description()) }));
  if (name === undefined) return typed.current.startsWith('-') ? optionsOf(program) : wordsOnly(commands);
  if (name === 'help') return words.length === 0 ? wordsOnly(commands) : NOTHING;
  const command = program.commands.find((each) => each.name() === name);
  if (command === undefined) return NOTHING;
  // the words after it belong to another program
  if (words.includes('--')) return FILES;
  const db = words[words.lastIndexOf('--db') + 1];
  const asked = { ...typed, db: words.includes('--db') ? db : undefined };
  const [, long, value] = /^(--[\w-]+)=(.*)$/s.exec(typed.current) ?? [];
  if (long !== undefined && value !== undefined) {
    const option = optionNamed(command, long);
    if (option === undefined) return NOTHING;
    const { candidates, takesFiles } = valuesOf(option, { ...asked, current: value });
    return { takesFiles, candidates: candidates.map((each) => ({ ...each, value: `${long}=${each.value}` })) };
  }
  const option = optionNamed(command, words.at(-1));
  if (option !== undefined && takesValue(option)) return valuesOf(option, asked);
  if (typed.current.startsWith('-')) return optionsOf(command);
  const argument = argumentAt(command, words);
  return argument === undefined ? NOTHING : namedValues(argument.name(), argument.argChoices, asked);
}

interface Asked extends Typed {
  readonly db: string | undefined;
}

function wordsOnly(candidates: readonly Candidate[]): Completion {
  return { candidates, takesFiles: false };
}

function optionsOf(command: Command): Completion {
  const options = command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long, description }) => (long == null ? [] : [{ value: long, help: firstSentence(description) }]));
  return wordsOnly(options);
}

function optionNamed(command: Command, word: string | undefined): Option | undefined {
  return command.options.find(({ long, short }) => word !== undefined && (long === word || short === word));
}

function takesValue({ required, optional }: Option): boolean {
  return required || optional;
}

function valuesOf({ flags, argChoices }: Option, asked: Asked): Completion {
  const placeholder = /<([^>]+)>/.exec(flags)?.[1]?.toLowerCase() ?? '';
  return namedValues(placeholder, argChoices, asked);
}

/** Which words complete a value, by the name that the help gives to it. */
function namedValues(name: string, choices: readonly string[] | undefined, { current, known, db }: Asked): Completion {
  if (choices !== undefined) return wordsOnly(choices.map((value) => ({ value, help: '' })));
  if (name.includes('recording')) return { candidates: known.recordings(db), takesFiles: name.includes('file') };
  if (name === 'rule') return wordsOnly(known.rules());
  if (name === 'rules') {
    // for a list such as a,b only the part after the last comma is completed
    const done = current.slice(0, current.lastIndexOf(',') + 1);
    return wordsOnly(known.rules().map(({ value, help }) => ({ value: done + value, help })));
  }
  return /file|folder/.test(name) ? FILES : NOTHING;
}

/** The argument that the next word belongs to; the last argument may take any number of words. */
function argumentAt(command: Command, words: readonly string[]): Argument | undefined {
  const before = words.filter((word, i) => {
    const option = optionNamed(command, words[i - 1]);
    return !word.startsWith('-') && (option === undefined || !takesValue(option));
  });
  const { registeredArguments } = command;
  const last = registeredArguments.at(-1);
  return registeredArguments[before.length] ?? (last?.variadic === true ? last : undefined);
}

function firstSentence(text: string): string {
  return text.split(/[;:.]( |$)/)[0] ?? '';
}
