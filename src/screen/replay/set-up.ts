import type { StyledLine } from '../../report/styled-line.js';
import { shellLine } from '../../report/shell-line.js';

/** How a client is brought to a replay. */
export interface SetUp {
  /** The written fixture: an absolute path. */
  readonly fixture: string;
  /** What the client starts in its agent's place. */
  readonly command: readonly [string, ...string[]];
}

/** @param name of the recording that the run becomes @param database where it is put: an absolute path */
export function setUpOf(fixture: string, { name, database }: { name: string; database: string }): SetUp {
  // a person at the keys may take longer than any client
  const options = ['--wait', '0', '--record', '--name', name, '--db', database];
  return { fixture, command: ['turntable', 'replay', fixture, ...options] };
}

/** As a line for a shell. */
export function commandText({ command }: SetUp): string {
  return shellLine(command);
}

/** As editors want it in their settings. */
export function settingsText({ command: [command, ...args] }: SetUp): string {
  return JSON.stringify({ command, args });
}

/** For a test (docs/testing.md). */
export function snippetText({ fixture }: SetUp): string {
  const path = `'${fixture.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  return `import { replayAgent } from 'acp-turntable';\nconst agent = await replayAgent(${path});`;
}

/** Something that is shown and can be copied. */
export interface SetUpPart {
  readonly title: string;
  readonly lines: readonly StyledLine[];
  /** What is copied where it is selected; undefined where nothing is. */
  readonly copied: { readonly what: string; readonly text: string } | undefined;
}

/** @param prompts what the client has to be told, in a few words each */
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
