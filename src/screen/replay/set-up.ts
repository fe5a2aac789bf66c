import type { StyledLine } from '../../report/styled-line.js';
import { shellLine } from '../../report/shell-line.js';

/** How to connect a client to a replay. */
export interface SetUp {
  /** The written fixture: an absolute path. */
  readonly fixture: string;
  /** The command that the client starts instead of its agent. */
  readonly command: readonly [string, ...string[]];
}

/** @param name the name of the run's recording @param database the absolute path of its database */
export function setUpOf(fixture: string, { name, database }: { name: string; database: string }): SetUp {
  // no limit, because a person types the prompts
  const options = ['--wait', '0', '--record', '--name', name, '--db', database];
  return { fixture, command: ['turntable', 'replay', fixture, ...options] };
}

/** The command as a line for a shell. */
export function commandText({ command }: SetUp): string {
  return shellLine(command);
}

/** The command in the form that editors use in their settings. */
export function settingsText({ command: [command, ...args] }: SetUp): string {
  return JSON.stringify({ command, args });
}

/** The code for a test (docs/testing.md). */
export function snippetText({ fixture }: SetUp): string {
  const path = `'${fixture.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  return `import { replayAgent } from 'acp-turntable';\nconst agent = await replayAgent(${path});`;
}

/** Something that is shown and can be copied. */
export interface SetUpPart {
  readonly title: string;
  readonly lines: readonly StyledLine[];
  /** The text that is copied if this part is selected; undefined if there is none. */
  readonly copied: { readonly what: string; readonly text: string } | undefined;
}

/** @param prompts the prompts that the person has to type, shortened */
export function setUpParts(setUp: SetUp, prompts: readonly string[]): readonly SetUpPart[] {
  const part = (title: string, what: string, text: string): SetUpPart => ({
    title,
    lines: text.split('\n').map((line) => [{ text: line, role: 'string' }]),
    copied: { what, text },
  });
  const said: SetUpPart[] =
    prompts.length === 0
      ? []
      : [{ title: 'What to type', lines: prompts.map((text) => [{ text }]), copied: undefined }];
  return [
    part("Command for the client's settings, instead of the agent's (c copies)", 'the command', commandText(setUp)),
    part('The same as JSON (C copies)', 'the entry for the settings', settingsText(setUp)),
    part('Or in a test (s copies)', 'the test snippet', snippetText(setUp)),
    ...said,
    part('The fixture, redacted', 'the path of the fixture', setUp.fixture),
  ];
}
