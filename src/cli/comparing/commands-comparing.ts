import { Option } from 'commander';
import { DIFFERENCE_KINDS } from '../../compare/difference.js';
import { TOLD_KINDS } from '../../compare/fidelity/told-kinds.js';
import { TurntableError } from '../../errors.js';
import { LATEST, LATEST_BUT_ONE } from '../../store/query/latest.js';
import type { CommandLine } from '../program/command-line.js';
import type { DiffOptions } from './diff.js';
import type { DriftOptions } from './drift.js';
import type { FidelityOptions } from './fidelity.js';

/** diff, fidelity, drift: how two conversations differ, what a replay lost, and how an agent changes from version to version. */
export function addComparingCommands(cli: CommandLine): void {
  cli
    .command(
      'diff [recording-or-file-a] [recording-or-file-b]',
      'compare two conversations by meaning, turn by turn and tool call by tool call; exit 1 if they differ',
      `${LATEST_BUT_ONE} and ${LATEST}; if you name only one recording, it is compared with ${LATEST}`,
    )
    .option(
      '--session <name[:name]>',
      'only this session, by its number (from 1) or id; A:B if the two conversations need different ones',
    )
    .option('--turn <number[:number]>', 'only turns with this number; A:B if the two conversations need different ones')
    .addOption(new Option('--only <kinds>', 'only differences of these kinds: a,b').argParser(addKinds))
    .addOption(new Option('--ignore <kinds>', 'leave out differences of these kinds: a,b').argParser(addKinds))
    .option('--text', 'also compare messages, thoughts and other free text')
    .option('--usage', 'also compare token counts and cost')
    .option('--meta', 'also compare _meta')
    .option('--violations', 'also compare which rules of the protocol are broken (see check)')
    .addOption(
      new Option(
        '--latency <factor>',
        'also report what became slower by this factor (such as 2x) and by at least 100 ms',
      ).argParser(factorOf),
    )
    .option('--json', 'print JSON')
    .addHelpText('after', `\nKinds: ${DIFFERENCE_KINDS.join(', ')}.\n`)
    .action(async (a: string | undefined, b: string | undefined, options: DiffOptions) =>
      cli.runOn(async (named: readonly [string, string], own: DiffOptions) =>
        (await import('./diff.js')).diff(named, own, cli.io),
      )([a ?? LATEST_BUT_ONE, b ?? LATEST], options),
    );
  cli
    .command(
      'fidelity [recording-or-file...]',
      'compare what session/load replayed with the live session before it; exit 1 if anything was lost, altered, moved or added',
      LATEST,
    )
    .option('--session <session>', 'only the session with this id')
    .addOption(
      new Option('--ignore <kinds>', 'leave out prompts, messages, thoughts, tool calls or plans: a,b').argParser(
        addTold,
      ),
    )
    .option('--json', 'print JSON')
    .addHelpText('after', FIDELITY_NOTES)
    .action(
      cli.runOn(async (named: string[], options: FidelityOptions) =>
        (await import('./fidelity.js')).fidelity(named, options, cli.io),
      ),
    );
  cli.program
    .command('drift <agent...>')
    .description(
      'check that an agent still announces and does what its lock file says, without using a model; exit 1 if not',
    )
    .option('--lock <file>', 'the lock file', 'turntable.lock.json')
    .option('--update', 'write the lock file instead of comparing')
    .option('--wait <time>', 'how long the agent may take for an answer', '20s')
    .option('--json', 'print JSON')
    .addHelpText('after', DRIFT_NOTES)
    .action(
      cli.runOn(async (agent: string[], options: DriftOptions) =>
        (await import('./drift.js')).drift(agent, options, cli.io),
      ),
    );
}

const FIDELITY_NOTES = `
Turntable looks for the live session in the same recording and in all earlier recordings of the database. Name
files in the order in which they happened.

Kinds for --ignore: ${TOLD_KINDS.join(', ')}.

Examples:
  turntable fidelity                               the sessions that the latest recording loaded
  turntable fidelity before.acp after.acp          files: live in the first, loaded in the second
  turntable fidelity --ignore thought,plan --json  leave out what this agent never keeps
`;

const DRIFT_NOTES = `
To write a lock, Turntable starts the agent twice; to compare with a lock, once. It sends only requests that need no model:
initialize, a session in an empty folder, its modes and options, an unknown method.

Examples:
  turntable drift --update -- gemini --acp                       write turntable.lock.json
  turntable drift -- gemini --acp                                exit 1 if a new version changes anything
  turntable drift "gemini --acp" --lock locks/gemini.json --json
`;

/** Names with commas between them; the option may be given more than once. */
function addKinds(text: string, before: DiffOptions['only']): DiffOptions['only'] {
  const kinds = text.split(',').map((name) => {
    const kind = DIFFERENCE_KINDS.find((known) => known === name.trim());
    if (kind !== undefined) return kind;
    throw new TurntableError('USAGE', `unknown kind of difference ${JSON.stringify(name)}`, {
      hint: `Kinds: ${DIFFERENCE_KINDS.join(', ')}.`,
    });
  });
  return [...(before ?? []), ...kinds];
}

/** The same of what a history consists of. */
function addTold(text: string, before: FidelityOptions['ignore']): FidelityOptions['ignore'] {
  const kinds = text.split(',').map((name) => {
    const kind = TOLD_KINDS.find((known) => known === name.trim());
    if (kind !== undefined) return kind;
    throw new TurntableError('USAGE', `unknown kind ${JSON.stringify(name)}`, {
      hint: `Kinds: ${TOLD_KINDS.join(', ')}.`,
    });
  });
  return [...(before ?? []), ...kinds];
}

function factorOf(text: string): number {
  const factor = Number(/^(\d+(?:\.\d+)?)x?$/.exec(text)?.[1]);
  if (factor >= 1) return factor;
  throw new TurntableError('USAGE', `invalid factor ${JSON.stringify(text)}: use a number from 1, such as 2x`);
}
