import type { JsonObject, JsonValue } from '../../../src/wire/json-text.js';

/** What happens within a turn. */
export type Step = 'chunk' | 'call' | 'permission' | 'read' | 'terminal' | 'setting' | 'notice';
export type End = 'end_turn' | 'cancel' | 'cancel while asked' | 'answer, then cancel' | 'cancel_request' | 'error';
export type Piece =
  | { readonly kind: 'turn'; readonly steps: readonly Step[]; readonly end: End; readonly lateUpdate: boolean }
  | { readonly kind: 'two prompts'; readonly between: readonly Step[] }
  | { readonly kind: 'setting'; readonly method: string; readonly told: 'nothing' | 'before' | 'after' | 'chunk' }
  | { readonly kind: 'asked'; readonly answered: 'at once' | 'after an update' }
  | { readonly kind: 'updates'; readonly count: number };

export interface SessionPlan {
  readonly root: string;
  readonly others: readonly string[];
  readonly opened: 'session/new' | 'session/load' | 'session/resume';
  readonly updatesBeforeAnswer: number;
  readonly pieces: readonly Piece[];
  readonly isClosed: boolean;
}

export type Line = readonly ['client' | 'agent', string];
/** Lines of a session, one at a time: between any two of them another session may speak. */
export type Talk = Generator<Line>;

/** Both sides' ids, and how messages are written. */
export class Wire {
  #asked = 0;
  #asks = 0;

  request(method: string, params: JsonObject): { readonly id: number; readonly line: Line } {
    const id = this.#asked++;
    return { id, line: ['client', JSON.stringify({ jsonrpc: '2.0', id, method, params })] };
  }

  ask(method: string, params: JsonObject): { readonly id: number; readonly line: Line } {
    const id = this.#asks++;
    return { id, line: ['agent', JSON.stringify({ jsonrpc: '2.0', id, method, params })] };
  }

  *exchange(method: string, params: JsonObject, result: JsonValue): Talk {
    const { id, line } = this.request(method, params);
    yield line;
    yield answer('agent', id, result);
  }
}

function answer(from: 'client' | 'agent', id: number, result: JsonValue): Line {
  return [from, JSON.stringify({ jsonrpc: '2.0', id, result })];
}

function notify(from: 'client' | 'agent', method: string, params: JsonObject): Line {
  return [from, JSON.stringify({ jsonrpc: '2.0', method, params })];
}

export class SessionTalk {
  readonly #wire: Wire;
  readonly #plan: SessionPlan;
  readonly #sessionId: string;
  readonly #answersAtOnce: boolean;
  #count = 0;

  constructor(wire: Wire, plan: SessionPlan, index: number, answersAtOnce: boolean) {
    this.#wire = wire;
    this.#plan = plan;
    this.#sessionId = `s-${index}`;
    this.#answersAtOnce = answersAtOnce;
  }

  *all(): Talk {
    yield* this.#open();
    for (const one of this.#plan.pieces) yield* this.#piece(one);
    if (this.#plan.isClosed) yield* this.#wire.exchange('session/close', { sessionId: this.#sessionId }, {});
  }

  *#open(): Talk {
    const { root, others, opened, updatesBeforeAnswer } = this.#plan;
    const mcpServers = [{ name: `of ${this.#sessionId}`, command: 'serve', args: [], env: [] }];
    const folders = { cwd: root, ...(others.length > 0 && { additionalDirectories: others }), mcpServers };
    const isNew = opened === 'session/new';
    const { id, line } = this.#wire.request(opened, isNew ? folders : { sessionId: this.#sessionId, ...folders });
    yield line;
    for (let i = 0; i < updatesBeforeAnswer; i += 1) yield this.#chunk();
    yield answer('agent', id, isNew ? { sessionId: this.#sessionId } : {});
  }

  *#piece(piece: Piece): Talk {
    switch (piece.kind) {
      case 'turn':
        yield* this.#turn(piece);
        break;
      case 'two prompts':
        yield* this.#twoPrompts(piece.between);
        break;
      case 'setting':
        yield* this.#setting(piece.method, piece.told);
        break;
      case 'asked': {
        const { id, line } = this.#permission();
        yield line;
        if (piece.answered === 'after an update') yield this.#chunk();
        yield this.#allowed(id);
        break;
      }
      case 'updates':
        for (let i = 0; i < piece.count; i += 1) yield this.#chunk();
    }
  }

  *#turn({ steps: taken, end, lateUpdate }: Extract<Piece, { kind: 'turn' }>): Talk {
    const { id, line } = this.#prompt();
    yield line;
    // as in version 2, where a prompt is answered before the work begins
    const isAnswered = this.#answersAtOnce && end !== 'cancel_request' && end !== 'error';
    if (isAnswered) yield answer('agent', id, {});
    for (const one of taken) yield* this.#step(one);
    yield* this.#end(end, id);
    if (end === 'error')
      yield ['agent', JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32603, message: 'no' } })];
    else if (!isAnswered) yield answer('agent', id, { stopReason: end === 'end_turn' ? 'end_turn' : 'cancelled' });
    if (lateUpdate) yield this.#chunk();
  }

  *#end(end: End, prompt: number): Talk {
    const cancel = notify('client', 'session/cancel', { sessionId: this.#sessionId });
    if (end === 'cancel') yield cancel;
    if (end === 'cancel_request') yield notify('client', '$/cancel_request', { requestId: prompt });
    if (end !== 'cancel while asked' && end !== 'answer, then cancel') return;
    const { id, line } = this.#permission();
    yield line;
    if (end === 'answer, then cancel') {
      yield this.#allowed(id);
      yield cancel;
    } else {
      yield cancel;
      yield answer('client', id, { outcome: { outcome: 'cancelled' } });
    }
    yield this.#chunk();
  }

  *#twoPrompts(between: readonly Step[]): Talk {
    const first = this.#prompt();
    yield first.line;
    yield this.#chunk();
    const second = this.#prompt();
    yield second.line;
    for (const one of between) yield* this.#step(one);
    yield answer('agent', first.id, { stopReason: 'end_turn' });
    yield this.#chunk();
    yield answer('agent', second.id, { stopReason: 'end_turn' });
  }

  *#setting(method: string, told: 'nothing' | 'before' | 'after' | 'chunk'): Talk {
    const value = `v${this.#count++}`;
    const { id, line } = this.#wire.request(method, { sessionId: this.#sessionId, modeId: value });
    const update = this.#update({ sessionUpdate: 'current_mode_update', currentModeId: value });
    yield line;
    if (told === 'before') yield update;
    if (told === 'chunk') yield this.#chunk();
    yield answer('agent', id, {});
    if (told === 'after') yield update;
  }

  *#step(step: Step): Talk {
    switch (step) {
      case 'chunk':
        yield this.#chunk();
        break;
      case 'call':
        yield this.#update({ sessionUpdate: 'tool_call', toolCallId: `c${this.#count++}`, title: this.#said() });
        break;
      case 'permission': {
        const { id, line } = this.#permission();
        yield line;
        yield this.#allowed(id);
        break;
      }
      case 'read': {
        const path = `${this.#plan.root}/f${this.#count++}.txt`;
        const { id, line } = this.#wire.ask('fs/read_text_file', { sessionId: this.#sessionId, path });
        yield line;
        yield answer('client', id, { content: this.#said() });
        break;
      }
      case 'terminal':
        yield* this.#terminal();
        break;
      case 'setting':
        yield* this.#setting('session/set_mode', 'before');
        break;
      case 'notice':
        yield notify('agent', '_vendor/notice', { count: this.#count++, about: this.#plan.root });
        break;
    }
  }

  *#terminal(): Talk {
    const sessionId = this.#sessionId;
    const terminalId = `${sessionId}-t${this.#count++}`;
    const made = this.#wire.ask('terminal/create', { sessionId, command: 'ls', cwd: this.#plan.root });
    yield made.line;
    yield answer('client', made.id, { terminalId });
    const content = [{ type: 'terminal', terminalId }];
    yield this.#update({ sessionUpdate: 'tool_call_update', toolCallId: 'c0', content });
    const read = this.#wire.ask('terminal/output', { sessionId, terminalId });
    yield read.line;
    yield answer('client', read.id, { output: this.#said(), truncated: false });
  }

  #prompt(): { readonly id: number; readonly line: Line } {
    const prompt = [{ type: 'text', text: this.#said() }];
    return this.#wire.request('session/prompt', { sessionId: this.#sessionId, prompt });
  }

  #permission(): { readonly id: number; readonly line: Line } {
    const toolCall = { toolCallId: `c${this.#count++}`, title: this.#said() };
    return this.#wire.ask('session/request_permission', { sessionId: this.#sessionId, toolCall, options: [] });
  }

  #allowed(id: number): Line {
    return answer('client', id, { outcome: { outcome: 'selected', optionId: `yes-${this.#count++}` } });
  }

  #chunk(): Line {
    return this.#update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: this.#said() } });
  }

  #update(update: JsonObject): Line {
    return notify('agent', 'session/update', { sessionId: this.#sessionId, update });
  }

  /** Something that was never said before, and often speaks of a folder in one of the ways in which one can. */
  #said(): string {
    const count = this.#count++;
    const { root } = this.#plan;
    const ways = [
      `number ${count}`,
      `${root}/src/file-${count}.ts`,
      `file://${root}/README-${count}.md`,
      `look into "${root}/lib" (${count}), please`,
      `{"path":"${root}/a.txt","count":${count}}`,
      `no path: ${root}-old x${root}/a ${root}2/b ${count}`,
      `cd ${root}/bin && make ${count}\nPATH=${root}/bin:/usr/bin`,
    ];
    return ways[count % ways.length] ?? '';
  }
}
