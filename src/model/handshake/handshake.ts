import { OPENS_SESSION } from '../../acp/methods/method-groups.js';
import type { Sender } from '../../wire/frame.js';
import { isJsonObject, type JsonValue } from '../../wire/json-text.js';
import type { Message, RequestId } from '../../wire/message.js';

/** The two programs, their version of ACP, and the folder they work in, for a title page. */
export interface Handshake {
  /** Name and version, as the agent gives them. */
  agent?: string;
  client?: string;
  /** The version the agent answered with. */
  protocol?: string;
  /** The folder of the first session. */
  cwd?: string;
}

/** Reads the handshake from the first messages of a conversation (spec: v1/initialization). */
export class HandshakeReader {
  readonly handshake: Handshake = {};
  #initialize: RequestId | undefined;

  /** Whether there is nothing more to learn. */
  get complete(): boolean {
    const { protocol, cwd } = this.handshake;
    return protocol !== undefined && cwd !== undefined;
  }

  take(sender: Sender, message: Message): void {
    if (sender === 'client' && message.kind === 'request')
      this.#takeRequest(message.method, message.id, message.params);
    const answers = sender === 'agent' && message.kind === 'response' && message.outcome.ok;
    if (answers && this.#initialize !== undefined && message.id === this.#initialize) {
      this.#initialize = undefined;
      this.#takeAnswer(message.outcome.result);
    }
  }

  #takeRequest(method: string, id: RequestId, params: JsonValue | undefined): void {
    if (!isJsonObject(params)) return;
    if (method === 'initialize') {
      this.#initialize = id;
      this.#set('client', nameOf(params['clientInfo'] ?? params['info']));
    }
    const { cwd } = params;
    if (OPENS_SESSION.has(method) && typeof cwd === 'string') this.handshake.cwd ??= cwd;
  }

  #takeAnswer(result: JsonValue): void {
    if (!isJsonObject(result)) return;
    this.#set('agent', nameOf(result['agentInfo'] ?? result['info']));
    const version = result['protocolVersion'];
    if (typeof version === 'number' || typeof version === 'string') this.handshake.protocol = String(version);
  }

  #set(party: Sender, name: string | undefined): void {
    if (name !== undefined) this.handshake[party] = name;
  }
}

function nameOf(info: JsonValue | undefined): string | undefined {
  if (!isJsonObject(info) || typeof info['name'] !== 'string') return undefined;
  const version = info['version'];
  return typeof version === 'string' ? `${info['name']} ${version}` : info['name'];
}
