import type { JsonObject, JsonValue } from '../../../src/wire/json-text.js';
import { answer, failure, notify, type Asked, type Line, type Talk, type Wire } from './random-wire.js';

/** What happens within a turn. */
export type Step =
  | 'chunk'
  | 'call'
  | 'permission'
  | 'read'
  | 'terminal'
  | 'setting'
  | 'notice'
  | 'withdrawal'
  | 'note'
  | 'poke'
  | 'list';
export type End = 'end_turn' | 'cancel' | 'cancel while asked' | 'answer, then cancel' | 'cancel_request' | 'error';
export type Piece =
  | { readonly kind: 'turn'; readonly steps: readonly Step[]; readonly end: End; readonly lateUpdate: boolean }
  | { readonly kind: 'two prompts'; readonly between: readonly Step[] }
  | { readonly kind: 'setting'; readonly method: string; readonly told: 'nothing' | 'before' | 'after' | 'chunk' }
  | { readonly kind: 'asked'; readonly answered: 'at once' | 'after an update' | 'never' }
  | { readonly kind: 'updates'; readonly count: number };

export interface SessionPlan {
  readonly root: string;
  readonly others: readonly string[];
  readonly opened: 'session/new' | 'session/load' | 'session/resume';
  readonly updatesBeforeAnswer: number;
  /** A request to open it is refused before. */
  readonly isRefusedFirst: boolean;
  readonly pieces: readonly Piece[];
  readonly isClosed: boolean;
}

export class SessionTalk {
  readonly #wire: Wire;
  readonly #plan: SessionPlan;
  readonly #sessionId: string;
  readonly #isVersion2: boolean;
  #count = 0;

  constructor(wire: Wire, plan: SessionPlan, index: number, isVersion2: boolean) {
    this.#wire = wire;
    this.#plan = plan;
    this.#sessionId = `s-${index}`;
    this.#isVersion2 = isVersion2;
  }

  *all(): Talk {
    if (this.#plan.isRefusedFirst)
      yield* this.#wire.refused('session/new', { cwd: this.#plan.root, mcpServers: 'none' });
    yield* this.#open();
    for (const one of this.#plan.pieces) yield* this.#piece(one);
    if (this.#plan.isClosed) yield* this.#wire.exchange('session/close', { sessionId: this.#sessionId }, {});
  }

  *#open(): Talk {
    const { root, others, updatesBeforeAnswer } = this.#plan;
    // version 2 resumes what version 1 loads
    const opened = this.#isVersion2 && this.#plan.opened === 'session/load' ? 'session/resume' : this.#plan.opened;
    const mcpServers = [{ name: `of ${this.#sessionId}`, command: 'serve', args: [], env: [] }];
    const folders = { cwd: root, ...(others.length > 0 && { additionalDirectories: others }), mcpServers };
    const isNew = opened === 'session/new';
    const { id, line } = this.#wire.request(opened, isNew ? folders : { sessionId: this.#sessionId, ...folders });
    yield line;
    for (let i = 0; i < updatesBeforeAnswer; i += 1) yield this.#chunk();
    yield answer(id, isNew ? { sessionId: this.#sessionId } : {});
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
        if (piece.answered !== 'never') yield this.#allowed(id);
        break;
      }
      case 'updates':
        for (let i = 0; i < piece.count; i += 1) yield this.#chunk();
    }
  }

  *#turn({ steps, end, lateUpdate }: Extract<Piece, { kind: 'turn' }>): Talk {
    const { id, line } = this.#prompt();
    yield line;
    if (this.#isVersion2) yield* this.#accepted(id);
    for (const one of steps) yield* this.#step(one);
    // version 2 knows no withdrawal of what is answered
    if (!this.#isVersion2 || end !== 'cancel_request') yield* this.#end(end, id);
    const stopReason = end === 'end_turn' ? 'end_turn' : 'cancelled';
    if (this.#isVersion2) yield this.#state('idle', stopReason);
    else if (end === 'error') yield failure(id);
    else yield answer(id, { stopReason });
    if (lateUpdate) yield this.#chunk();
  }

  /** In version 2 a prompt is answered before the work begins, and the state tells when it is over. */
  *#accepted(prompt: JsonValue): Talk {
    yield answer(prompt, { messageId: `m${this.#count++}` });
    yield this.#state('running');
  }

  *#end(end: End, prompt: JsonValue): Talk {
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
      yield this.#wire.reply(id, { outcome: { outcome: 'cancelled' } });
    }
    yield this.#chunk();
  }

  *#twoPrompts(between: readonly Step[]): Talk {
    const first = this.#prompt();
    yield first.line;
    if (this.#isVersion2) yield* this.#accepted(first.id);
    yield this.#chunk();
    const second = this.#prompt();
    yield second.line;
    if (this.#isVersion2) yield answer(second.id, { messageId: `m${this.#count++}` });
    for (const one of between) yield* this.#step(one);
    if (this.#isVersion2) yield this.#state('idle', 'end_turn');
    else {
      yield answer(first.id, { stopReason: 'end_turn' });
      yield this.#chunk();
      yield answer(second.id, { stopReason: 'end_turn' });
    }
  }

  *#setting(method: string, told: 'nothing' | 'before' | 'after' | 'chunk'): Talk {
    const value = `v${this.#count++}`;
    const { id, line } = this.#wire.request(method, { sessionId: this.#sessionId, modeId: value });
    const update = this.#update({ sessionUpdate: 'current_mode_update', currentModeId: value });
    yield line;
    if (told === 'before') yield update;
    if (told === 'chunk') yield this.#chunk();
    yield answer(id, {});
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
        yield this.#wire.reply(id, { content: this.#said() });
        break;
      }
      case 'terminal':
        // terminals of version 2 are the agent's own
        if (!this.#isVersion2) yield* this.#terminal();
        break;
      case 'setting':
        yield* this.#setting('session/set_mode', 'before');
        break;
      case 'notice':
        yield notify('agent', '_vendor/notice', { count: this.#count++, about: this.#plan.root });
        break;
      case 'note':
        yield notify('client', '_vendor/note', { sessionId: this.#sessionId, count: this.#count++ });
        break;
      case 'poke':
        yield* this.#wire.exchange('_vendor/poke', { about: `${this.#sessionId}/${this.#count++}` }, {});
        break;
      case 'list': {
        const listed = { sessionId: this.#sessionId, cwd: this.#plan.root };
        yield* this.#wire.exchange(
          'session/list',
          { cwd: this.#plan.root, cursor: `${this.#sessionId}/${this.#count++}` },
          { sessions: [listed] },
        );
        break;
      }
      case 'withdrawal': {
        const { id, line } = this.#permission();
        yield line;
        yield notify('agent', '$/cancel_request', { requestId: id });
        yield this.#wire.refuse(id, -32800);
      }
    }
  }

  *#terminal(): Talk {
    const sessionId = this.#sessionId;
    const terminalId = `${sessionId}-t${this.#count++}`;
    const made = this.#wire.ask('terminal/create', { sessionId, command: 'ls', cwd: this.#plan.root });
    yield made.line;
    yield this.#wire.reply(made.id, { terminalId });
    const content = [{ type: 'terminal', terminalId }];
    yield this.#update({ sessionUpdate: 'tool_call_update', toolCallId: 'c0', content });
    const read = this.#wire.ask('terminal/output', { sessionId, terminalId });
    yield read.line;
    yield this.#wire.reply(read.id, { output: this.#said(), truncated: false });
  }

  #prompt(): Asked {
    const prompt = [{ type: 'text', text: this.#said() }];
    return this.#wire.request('session/prompt', { sessionId: this.#sessionId, prompt });
  }

  #state(state: string, stopReason?: string): Line {
    return this.#update({ sessionUpdate: 'state_update', state, ...(stopReason !== undefined && { stopReason }) });
  }

  #permission(): Asked {
    const toolCall = { toolCallId: `c${this.#count++}`, title: this.#said() };
    const what = this.#isVersion2 ? { title: 'May I', subject: { type: 'tool_call', toolCall } } : { toolCall };
    return this.#wire.ask('session/request_permission', { sessionId: this.#sessionId, ...what, options: [] });
  }

  #allowed(id: JsonValue): Line {
    return this.#wire.reply(id, { outcome: { outcome: 'selected', optionId: `yes-${this.#count++}` } });
  }

  #chunk(): Line {
    return this.#update({
      sessionUpdate: 'agent_message_chunk',
      messageId: 'm',
      content: { type: 'text', text: this.#said() },
    });
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
      `file://${encodeURI(root)}/README-${count}.md`,
      `look into "${root}/lib" (${count}), please`,
      `{"path":"${root}/a.txt","count":${count}}`,
      `no path: ${root}-old x${root}/a ${root}2/b ${count}`,
      `cd ${root}/bin && make ${count}\nPATH=${root}/bin:/usr/bin`,
    ];
    return ways[count % ways.length] ?? '';
  }
}
