import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StableValues } from '../../compare/stable-values.js';
import { TurntableError } from '../../errors.js';
import { objectOf, objectsOf, textOf } from '../../model/json-access.js';
import { TURNTABLE } from '../../package-files.js';
import { TapGroup } from '../../stdio/tap-group.js';
import type { JsonObject, JsonValue } from '../../wire/json-text.js';
import { ProbeClient, type Reply } from './probe-client.js';

export interface ProbeOptions {
  /** How long the agent may take for an answer, in ms. */
  readonly waitMs: number;
  readonly say: (text: string) => void;
}

/** What an agent announced and did. */
export interface Probed {
  readonly agent: string | null;
  readonly version: string | null;
  /** The answers by method, without ids, folders, times and homes. */
  readonly surface: JsonObject;
}

/** All capabilities of a client, so that the agent uses all of its own. */
const CLIENT_CAPABILITIES = { fs: { readTextFile: true, writeTextFile: true }, terminal: true };
/** A method that no agent has. */
const UNKNOWN_METHOD = '_turntable/unknown';

/**
 * Starts an agent under the tap and sends requests that need no model: initialize, a session in an empty folder, its modes and options, an
 * unknown method.
 *
 * @param words its command and arguments
 * @throws {TurntableError} `AGENT_NOT_STARTED` if it does not answer initialize, or refuses it
 */
export async function probeAgent(words: readonly string[], options: ProbeOptions): Promise<Probed> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'turntable-drift-')));
  const leaving = (): void => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const cwd = join(folder, 'project');
    mkdirSync(cwd);
    const args = [TURNTABLE, 'record', '--quiet', '--db', join(folder, 'probe.db'), '--', ...words];
    const group = new TapGroup([process.execPath, ...args], leaving);
    try {
      return await new Probe(new ProbeClient(group, options.waitMs)).run(cwd);
    } finally {
      group.leave(() => {
        options.say('the agent goes on after its stdin was closed: ending it');
      });
      await group.ended;
    }
  } finally {
    leaving();
  }
}

/** One run through all requests. */
class Probe {
  readonly #client: ProbeClient;
  readonly #values = new StableValues(false);

  constructor(client: ProbeClient) {
    this.#client = client;
  }

  async run(cwd: string): Promise<Probed> {
    const clientInfo = { name: 'turntable-drift', version: '0' };
    const params = { protocolVersion: 1, clientInfo, clientCapabilities: CLIENT_CAPABILITIES };
    const initialized = await this.#client.ask('initialize', params);
    const announcement = resultOf(initialized);
    if (announcement === undefined) throw notStarted(initialized);
    const { agentInfo, ...announced } = announcement;
    const { version, ...named } = objectOf(agentInfo) ?? {};
    const who = agentInfo === undefined ? {} : { agentInfo: named };
    const surface: Record<string, JsonValue> = {
      initialize: this.#stable({ ...who, ...announced }),
      ...(await this.#session(cwd)),
    };
    surface['unknown method'] = this.#said(await this.#client.ask(UNKNOWN_METHOD, {}));
    surface['asked of the client'] = [...this.#client.asked].sort();
    return { agent: textOf(named['name']) ?? null, version: textOf(version) ?? null, surface };
  }

  async #session(cwd: string): Promise<Record<string, JsonValue>> {
    const made = await this.#client.ask('session/new', { cwd, mcpServers: [] });
    const result = resultOf(made);
    const sessionId = textOf(result?.['sessionId']);
    if (result === undefined || sessionId === undefined) return { 'session/new': this.#said(made) };
    this.#values.noteSession(sessionId);
    await this.#client.settle();
    return {
      'session/new': this.#stable(result),
      // before modes are set, because that causes more updates
      'session/update': this.#updates(),
      'session/set_mode': await this.#setModes(sessionId, result),
      'session/set_config_option': await this.#setOptions(sessionId, result),
    };
  }

  /** The last update of each kind; for messages, only that there were some. */
  #updates(): JsonObject {
    const told = [...this.#client.updates].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(
      told.map(([kind, update]) => [kind, kind.endsWith('_chunk') ? 'sent' : this.#stable(update)]),
    );
  }

  async #setModes(sessionId: string, { modes }: JsonObject): Promise<JsonObject> {
    const { availableModes, currentModeId } = objectOf(modes) ?? {};
    const ids = objectsOf(availableModes).flatMap(({ id }) => textOf(id) ?? []);
    const said: Record<string, JsonValue> = {};
    for (const modeId of ids)
      said[modeId] = this.#said(await this.#client.ask('session/set_mode', { sessionId, modeId }));
    const first = textOf(currentModeId);
    if (first !== undefined && ids.length > 0) await this.#client.ask('session/set_mode', { sessionId, modeId: first });
    return said;
  }

  /** Sets each option to its current value, so that nothing changes. */
  async #setOptions(sessionId: string, { configOptions }: JsonObject): Promise<JsonObject> {
    const said: Record<string, JsonValue> = {};
    for (const { id, currentValue } of objectsOf(configOptions)) {
      const configId = textOf(id);
      if (configId === undefined || currentValue === undefined) continue;
      const reply = await this.#client.ask('session/set_config_option', { sessionId, configId, value: currentValue });
      said[configId] = this.#said(reply);
    }
    return said;
  }

  /** Whether a reply is a result, or which error it is. */
  #said(reply: Reply): JsonValue {
    if (reply.type === 'none') return { none: reply.why };
    if (reply.type === 'result') return 'result';
    const { code = null, message = null } = objectOf(reply.error) ?? {};
    return { error: this.#stable({ code, message }) };
  }

  #stable(value: JsonValue): JsonValue {
    return this.#values.of(value, this.#client.connection, undefined);
  }
}

/** The error for an agent that does not accept initialize: it announces nothing that could be compared. */
function notStarted(reply: Reply): TurntableError {
  const text =
    reply.type === 'none'
      ? `the agent did not answer initialize: ${reply.why}`
      : `the agent refused initialize: ${refusalOf(reply)}`;
  return new TurntableError('AGENT_NOT_STARTED', text, { hint: 'Find out why: turntable doctor --agent "COMMAND"' });
}

function refusalOf(reply: Exclude<Reply, { readonly type: 'none' }>): string {
  if (reply.type === 'result') return 'the result is no object';
  const { code = null, message = null } = objectOf(reply.error) ?? {};
  return `${textOf(message) ?? 'no message'} (${JSON.stringify(code)})`;
}

function resultOf(reply: Reply): JsonObject | undefined {
  return reply.type === 'result' ? objectOf(reply.result) : undefined;
}
