import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { whyJson, type WhyJson } from '../../src/report/waits/why-json-schema.js';
import { temporaryFolder } from '../support/processes/folders.js';
import { skipLoudly } from '../support/processes/skip.js';
import { hangReal, hasRealAgents } from '../support/turntable/real-agents.js';

skipLoudly(!hasRealAgents, 'hangs of real agents', 'REAL_AGENTS_HOME or what starts them is not there');

/** How each runs a command; both ask before they do. */
const SHELLS = { opencode: 'bash', 'claude-agent-acp': 'Bash' } as const;

describe.skipIf(!hasRealAgents).each(Object.entries(SHELLS))('%s', (name, shell) => {
  // one of them refuses to run sleep by itself
  const sleeping = `{{call ${shell} {"command":"tail -f /dev/null > out.txt","description":"wait"}}}`;

  test('whose model never answers: the wait is inside the agent', async () => {
    const why = await hang('Say hello.', 'silent-model');
    expect(why).toMatchObject({ state: 'live', waitingFor: 'agent', waits: [{ kind: 'prompt', works: 'agent' }] });
    expect(textOf(why)).toContain('nothing is asked of the client');
  });

  test('whose permission request is never answered: a person has to decide', async () => {
    const why = await hang(sleeping, 'open-question');
    expect(why).toMatchObject({ state: 'live', waitingFor: 'user', waits: [{ kind: 'permission', works: 'user' }] });
  });

  test('whose tool sleeps: the wait is inside the agent, in a tool call', async () => {
    const why = await hang(sleeping, 'sleeping-tool');
    expect(why).toMatchObject({ state: 'live', waitingFor: 'agent', waits: [{ kind: 'tool-call', works: 'agent' }] });
    expect(textOf(why)).toContain('nothing is asked of the client');
  });

  async function hang(prompt: string, how: 'silent-model' | 'open-question' | 'sleeping-tool'): Promise<WhyJson> {
    const folder = join(temporaryFolder(), how);
    mkdirSync(folder);
    return whyJson.parse(JSON.parse(await hangReal(name, { folder, prompt, how })));
  }
});

function textOf({ waits }: WhyJson): string {
  return waits.flatMap(({ lines }) => lines.map(({ text }) => text)).join('\n');
}
