import type { JsonObject, JsonValue } from '../../../src/wire/json-text.js';

export type Line = readonly ['client' | 'agent', string];
/** Lines of a session, one at a time: between any two of them another session may speak. */
export type Talk = Generator<Line>;

/** A request and the id that its answer has to bear. */
export interface Asked {
  readonly id: JsonValue;
  readonly line: Line;
}

export interface WireStyle {
  /** What the ids of the client look like. */
  readonly clientIds: 'numbers' | 'texts' | 'numbers as texts';
  /** An agent may give an id again once it is answered. */
  readonly agentIds: 'counted' | 'given again';
}

/** Both sides' ids, and how messages are written. */
export class Wire {
  readonly #style: WireStyle;
  #requests = 0;
  #asks = 0;
  #free: JsonValue[] = [];

  constructor(style: WireStyle) {
    this.#style = style;
  }

  request(method: string, params: JsonObject): Asked {
    const count = this.#requests++;
    const id = { numbers: count, texts: `request-${count}`, 'numbers as texts': String(count) }[this.#style.clientIds];
    return { id, line: written('client', { id, method, params }) };
  }

  ask(method: string, params: JsonObject): Asked {
    const id = this.#free.shift() ?? this.#asks++;
    return { id, line: written('agent', { id, method, params }) };
  }

  /** The client's answer to what the agent asked. */
  reply(id: JsonValue, result: JsonValue): Line {
    if (this.#style.agentIds === 'given again') this.#free.push(id);
    return written('client', { id, result });
  }

  refuse(id: JsonValue, code: number): Line {
    return written('client', { id, error: { code, message: 'no' } });
  }

  *exchange(method: string, params: JsonObject, result: JsonValue): Talk {
    const { id, line } = this.request(method, params);
    yield line;
    yield answer(id, result);
  }

  *refused(method: string, params: JsonObject): Talk {
    const { id, line } = this.request(method, params);
    yield line;
    yield failure(id);
  }
}

export function answer(id: JsonValue, result: JsonValue): Line {
  return written('agent', { id, result });
}

export function failure(id: JsonValue): Line {
  return written('agent', { id, error: { code: -32603, message: 'no' } });
}

export function notify(from: 'client' | 'agent', method: string, params: JsonObject): Line {
  return written(from, { method, params });
}

/** Several messages of one side in one line. */
export function batch(...lines: readonly Line[]): Line {
  return [lines[0]?.[0] ?? 'agent', `[${lines.map(([, line]) => line).join(',')}]`];
}

function written(from: 'client' | 'agent', members: JsonObject): Line {
  return [from, JSON.stringify({ jsonrpc: '2.0', ...members })];
}
