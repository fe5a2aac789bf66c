import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { driftJson } from '../../src/report/drift/drift-json-schema.js';
import { Place } from '../support/turntable/turntable.js';

/** An agent that announces what its file says. */
const AGENT = `
const { readFileSync } = require('node:fs');
const { randomUUID } = require('node:crypto');
const told = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') {
    const agentInfo = { name: 'tried', version: told.version };
    say({ id, result: { protocolVersion: 1, agentInfo, agentCapabilities: told.capabilities } });
  } else if (method === 'session/new') {
    const sessionId = randomUUID();
    const modes = { currentModeId: told.modes[0], availableModes: told.modes.map((id) => ({ id, name: id })) };
    const trace = told.varies ? randomUUID().slice(0, 6) : 'none';
    say({ id, result: { sessionId, modes, trace, workspace: params.cwd + '/.agent' } });
    const availableCommands = told.commands.map((name) => ({ name, description: 'does ' + name }));
    const update = { sessionUpdate: 'available_commands_update', availableCommands };
    setTimeout(() => say({ method: 'session/update', params: { sessionId, update } }), 20);
    if (told.reads) say({ id: 7, method: 'fs/read_text_file', params: { sessionId, path: params.cwd + '/A.md' } });
  } else if (method === 'session/set_mode') {
    if (params.modeId === told.broken) say({ id, error: { code: -32603, message: 'no such mode' } });
    else say({ id, result: {} });
  } else if (id !== undefined && method !== undefined) say({ id, error: { code: -32601, message: 'not found' } });
});
`;

const TOLD = {
  version: '1.0.0',
  capabilities: { loadSession: true },
  modes: ['ask', 'code'],
  commands: ['web', 'plan'],
  broken: undefined as string | undefined,
  varies: false,
  reads: false,
};

class Project {
  readonly place = new Place();
  readonly lock = join(this.place.folder, 'turntable.lock.json');
  readonly #agent = join(this.place.folder, 'agent.cjs');
  readonly #told = join(this.place.folder, 'told.json');

  constructor(told: Partial<typeof TOLD> = {}) {
    writeFileSync(this.#agent, AGENT);
    this.tell(told);
  }

  /** Another version of the agent is installed. */
  tell(told: Partial<typeof TOLD>): void {
    writeFileSync(this.#told, JSON.stringify({ ...TOLD, ...told }));
  }

  async drift(...options: readonly string[]) {
    const words = ['drift', ...options, '--', process.execPath, this.#agent, this.#told];
    const { code, stdout, stderr } = await this.place.run(words, { cwd: this.place.folder });
    return { code, stdout: stdout.toString(), stderr };
  }

  async found() {
    const { code, stdout } = await this.drift('--json');
    return { code, ...driftJson.parse(JSON.parse(stdout)) };
  }
}

describe('drift', () => {
  test('finds nothing where the agent does as its lock says, also as another version', async () => {
    const project = new Project();
    expect((await project.drift('--update')).code).toBe(0);
    const lock = readFileSync(project.lock, 'utf8');
    expect(lock).not.toContain(project.place.folder);
    expect(lock).not.toMatch(/turntable-drift|[0-9a-f]{8}-[0-9a-f]{4}/);
    expect(JSON.parse(lock)).toMatchObject({
      agent: 'tried',
      version: '1.0.0',
      varies: [],
      surface: {
        'session/new': { sessionId: '<session id>', workspace: '<cwd>/.agent' },
        'session/update': { available_commands_update: { availableCommands: [{ name: 'web' }, { name: 'plan' }] } },
        'session/set_mode': { ask: 'result', code: 'result' },
        'unknown method': { error: { code: -32601, message: 'not found' } },
      },
    });
    project.tell({ version: '1.0.1' });
    const { code, stdout } = await project.drift();
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'tried 1.0.1 (the lock was made with 1.0.0): no changes\n' });
  });

  test('finds what a new version changes', async () => {
    const project = new Project();
    await project.drift('--update');
    project.tell({
      version: '2.0.0',
      capabilities: { loadSession: false },
      modes: ['ask'],
      commands: ['web'],
      reads: true,
    });
    const { code, changes, equal } = await project.found();
    expect({ code, equal }).toEqual({ code: 1, equal: false });
    expect(changes.map(({ path }) => path)).toEqual([
      '/asked of the client/0',
      '/initialize/agentCapabilities/loadSession',
      '/session~1new/modes/availableModes/1',
      '/session~1set_mode/code',
      '/session~1update/available_commands_update/availableCommands/1',
    ]);
    project.tell({ broken: 'code' });
    const { stdout } = await project.drift();
    expect(stdout.split('\n').slice(0, 4)).toEqual([
      'tried 1.0.0: 1 change',
      '/session~1set_mode/code',
      '- "result"',
      '+ {"error":{"code":-32603,"message":"no such mode"}}',
    ]);
  });

  test('leaves out what varies from run to run', async () => {
    const project = new Project({ varies: true });
    await project.drift('--update');
    expect(JSON.parse(readFileSync(project.lock, 'utf8'))).toMatchObject({ varies: ['/session~1new/trace'] });
    expect((await project.found()).changes).toEqual([]);
  });

  test('says what to do without a lock, and with an agent that does not speak', async () => {
    const project = new Project();
    const missing = await project.drift();
    expect(missing.code).toBe(2);
    expect(missing.stderr).toContain('There is no lock file turntable.lock.json.');
    expect(missing.stderr).toContain('--update');
    const of = (wait: string, ...command: string[]) =>
      project.place.run(['drift', '--update', '--wait', wait, '--', ...command], { cwd: project.place.folder });
    expect(await of('300ms', 'sleep', '60')).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('the agent did not answer initialize: no answer within 0.3 s') as string,
    });
    // what it says comes back to it, and its own refusal too
    expect(await of('20s', 'cat')).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('the agent refused initialize: initialize is not known (-32601)') as string,
    });
  });
});
