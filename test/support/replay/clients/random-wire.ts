import type { JsonObject, JsonValue } from '../../../../src/wire/json-text.js';
import { isObject } from './recorded.js';

export type Line = readonly ['client' | 'agent', string];
/** Lines of a session, one at a time: between any two of them another session may speak. */
export type Talk = Generator<Line>;

/** A request and the id that its answer has to bear. */
export interface Asked {
  readonly id: JsonValue;
  readonly line: Line;
}

export interface WireStyle {
  /** What the ids of the client look like; it may give an id again once it is answered. */
  readonly clientIds: 'numbers' | 'texts' | 'numbers as texts' | 'numbers and texts' | 'odd numbers' | 'given again';
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
    const id = this.#clientId();
    return { id, line: written('client', { id, method, params }) };
  }

  #clientId(): JsonValue {
    const count = this.#requests++;
    switch (this.#style.clientIds) {
      case 'numbers':
        return count;
      case 'texts':
        return `request-${count}`;
      case 'numbers as texts':
        return String(count);
      case 'numbers and texts':
        return count % 2 === 0 ? count >> 1 : String(count >> 1);
      case 'odd numbers':
        return count % 2 === 0 ? -count : Number.MAX_SAFE_INTEGER - count;
      default:
        return count;
    }
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

/** The same lines by a client that gives the id of a request again as soon as the request is answered. */
export function withIdsGivenAgain(lines: readonly Line[]): Line[] {
  const taken = new Map<string, number>();
  const latest = new Map<string, number>();
  return lines.map(([from, line]): Line => {
    const said = jsonIn(line);
    if (said === undefined) return [from, line];
    const { id, method, params } = said;
    const key = JSON.stringify(id);
    if (from === 'client' && method !== undefined && id !== undefined) {
      const free = firstFree(new Set(taken.values()));
      taken.set(key, free);
      latest.set(key, free);
      return [from, JSON.stringify({ ...said, id: free })];
    }
    if (from === 'client' && method === '$/cancel_request' && isObject(params)) {
      const requestId = latest.get(JSON.stringify(params['requestId'])) ?? null;
      return [from, JSON.stringify({ ...said, params: { requestId } })];
    }
    const own = from === 'agent' && method === undefined ? taken.get(key) : undefined;
    if (own === undefined) return [from, line];
    taken.delete(key);
    return [from, JSON.stringify({ ...said, id: own })];
  });
}

function firstFree(taken: ReadonlySet<number>): number {
  let free = 0;
  while (taken.has(free)) free += 1;
  return free;
}

function jsonIn(line: string): JsonObject | undefined {
  try {
    const said = JSON.parse(line) as JsonValue;
    return isObject(said) ? said : undefined;
  } catch {
    return undefined;
  }
}
