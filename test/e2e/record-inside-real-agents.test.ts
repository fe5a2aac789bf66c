import { describe, expect, test } from 'vitest';
import { insideJson } from '../../src/report/inside/inside-json-schema.js';
import { temporaryFolder } from '../support/processes/folders.js';
import { skipLoudly } from '../support/processes/skip.js';
import { hasRealAgents, insideReal } from '../support/turntable/real-agents.js';

skipLoudly(!hasRealAgents, 'the inside of real agents', 'REAL_AGENTS_HOME or what starts them is not there');

/** The tool that each runs a command with, and whether it tells how long it waited for a person. */
const AGENTS = {
  'claude-agent-acp': { tool: 'Bash', tellsWait: true },
  'gemini-cli': { tool: 'run_shell_command', tellsWait: false },
  opencode: { tool: 'bash', tellsWait: true },
} as const;

describe.skipIf(!hasRealAgents).each(Object.entries(AGENTS))('%s', (name, { tool, tellsWait }) => {
  test('tells its model calls, its tool and the wait for a person, on its turn', async () => {
    const { turns, lost } = insideJson.parse(JSON.parse(await insideReal(name, temporaryFolder())));
    expect({ turns: turns.length, lost }).toEqual({ turns: 1, lost: 0 });
    const [turn] = turns;
    const kinds = turn?.spans.map(({ kind }) => kind) ?? [];
    expect(kinds.filter((kind) => kind === 'model').length).toBeGreaterThanOrEqual(2);
    expect(turn?.spans.filter(({ kind }) => kind === 'tool').map((span) => span.name)).toEqual([tool]);
    expect(kinds.includes('user')).toBe(tellsWait);
    expect(turn?.youFromPermissions).toBe(!tellsWait);
    // the client answers after 300 ms
    expect(turn?.youMs).toBeGreaterThan(250);
  });
});
