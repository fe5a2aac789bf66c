import type { EventEmitter } from 'node:events';
import type { Command } from 'commander';

/** The manual page, made from the same tables as the help. @param program holds all commands */
export function manPage(program: Command, version: string): string {
  const commands = program.commands.filter((command) => command.name() !== 'help');
  const [examples = [], ...environment] = paragraphs(notesOf(program));
  return [
    `.TH TURNTABLE 1 "" "turntable ${version}" "User Commands"`,
    '.SH NAME',
    'turntable \\- record, explain and replay the conversation between a coding client and a coding agent',
    '.SH SYNOPSIS',
    '.B turntable',
    '.RI [ command ]',
    '.RI [ options ]',
    '.SH DESCRIPTION',
    text(program.description()),
    '.SH COMMANDS',
    ...commands.flatMap(commandSection),
    '.SH EXAMPLES',
    ...preformatted(examples.slice(1)),
    '.SH FILES',
    ...environment.flatMap((lines) => ['.PP', text(lines.join(' '))]),
    '.SH SEE ALSO',
    text('The pages in the folder docs of the package; https://agentclientprotocol.com'),
    '',
  ].join('\n');
}

function commandSection(command: Command): string[] {
  const help = command.createHelp();
  const options = help.visibleOptions(command).filter(({ long }) => long !== '--help');
  return [
    `.SS "${text(`turntable ${command.name()} ${command.usage()}`)}"`,
    text(sentence(command.description())),
    ...options.flatMap((option) => ['.TP', `.B ${text(option.flags)}`, text(sentence(help.optionDescription(option)))]),
    ...paragraphs(notesOf(command)).flatMap((lines) => ['.PP', ...preformatted(lines)]),
  ];
}

/** The text of the help after the options. */
function notesOf(command: Command): string {
  let notes = '';
  const write = (said: string): void => {
    notes += said;
  };
  // commander's commands are event emitters, although its types do not say so
  (command as unknown as EventEmitter).emit('afterHelp', { error: false, command, write });
  return notes;
}

function paragraphs(notes: string): string[][] {
  return notes
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.split('\n').filter((line) => line.trim() !== ''))
    .filter((lines) => lines.length > 0);
}

/** Lines that roff must not join. */
function preformatted(lines: readonly string[]): string[] {
  return ['.nf', ...lines.map(text), '.fi'];
}

function sentence(said: string): string {
  const upper = said.charAt(0).toUpperCase() + said.slice(1);
  return /[.?!)]$/.test(upper) ? upper : `${upper}.`;
}

/** Escapes text for roff: no request at the beginning of a line, and hyphens that can be copied. */
function text(said: string): string {
  return said
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('"', '\\(dq')
    .replaceAll(/^(?=[.'])/gm, '\\&');
}
