import type { JsonObject, JsonValue } from '../../../../src/wire/json-text.js';
import { answer, batch, failure, notify, type Asked, type Line, type Talk, type Wire } from './random-wire.js';
import { rareStep } from './rare-steps.js';
import type { End, Piece, SessionPlan, Step } from './session-plan.js';

interface SessionName {
  readonly sessionId: string;
  /** The session that it is forked from. */
  readonly parent?: string;
}

export class SessionTalk {
  readonly #wire: Wire;
  readonly #plan: SessionPlan;
  readonly #sessionId: string;
  readonly #isVersion2: boolean;
  readonly #parent: string | undefined;
  #count = 0;
  /** Answers of the agent that take longer than the turn in which they were asked for. */
  readonly #late: Line[] = [];

  constructor(wire: Wire, plan: SessionPlan, named: SessionName, isVersion2: boolean) {
    this.#wire = wire;
    this.#plan = plan;
    this.#sessionId = named.sessionId;
    this.#parent = named.parent;
    this.#isVersion2 = isVersion2;
  }

  *all(): Talk {
    if (this.#plan.isRefusedFirst)
      yield* this.#wire.refused('session/new', { cwd: this.#plan.root, mcpServers: `none of ${this.#sessionId}` });
    yield* this.#open();
    for (const one of this.#plan.pieces) {
      yield* this.#piece(one);
      yield* this.#late.splice(0);
    }
    const { ends } = this.#plan;
    const params = { sessionId: this.#sessionId };
    if (ends.startsWith('closed')) yield* this.#wire.exchange('session/close', params, {});
    if (ends.endsWith('deleted')) yield* this.#wire.exchange('session/delete', params, {});
  }

  *#open(): Talk {
    const { root, others, updatesBeforeAnswer } = this.#plan;
    // version 2 resumes what version 1 loads
    const opened = this.#isVersion2 && this.#plan.opened === 'session/load' ? 'session/resume' : this.#plan.opened;
    const mcpServers = [{ name: `of ${this.#sessionId}`, command: 'serve', args: [], env: [] }];
    const folders = { cwd: root, ...(others.length > 0 && { additionalDirectories: others }), mcpServers };
    const isNew = opened === 'session/new' || opened === 'session/fork';
    const named = isNew ? this.#parent : this.#sessionId;
    const { id, line } = this.#wire.request(opened, { ...(named !== undefined && { sessionId: named }), ...folders });
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
      case 'fork':
        yield* this.#fork(piece.steps);
        break;
      case 'updates':
        for (let i = 0; i < piece.count; i += 1) yield this.#chunk();
        break;
      case 'idle cancel':
        yield notify('client', 'session/cancel', { sessionId: this.#sessionId });
        break;
      case 'refused prompt': {
        const { id, line } = this.#prompt();
        yield line;
        yield failure(id);
        break;
      }
      case 'reopening':
        yield* this.#reopened();
        break;
      case 'outside a turn':
        yield* this.#step(piece.step);
    }
  }

  /** It is closed and opened again, with its history. */
  *#reopened(): Talk {
    const sessionId = this.#sessionId;
    yield* this.#wire.exchange('session/close', { sessionId }, {});
    const method = this.#isVersion2 ? 'session/resume' : 'session/load';
    const { id, line } = this.#wire.request(method, { sessionId, cwd: this.#plan.root, mcpServers: [] });
    yield line;
    yield this.#chunk();
    yield answer(id, {});
  }

  /** One turn in a copy of the session. */
  *#fork(steps: readonly Step[]): Talk {
    const named = { sessionId: `${this.#sessionId}-f${this.#count++}`, parent: this.#sessionId };
    const turn = { kind: 'turn', steps, end: 'end_turn', lateUpdate: false } as const;
    const own = { opened: 'session/fork', pieces: [turn], isRefusedFirst: false } as const;
    yield* new SessionTalk(this.#wire, { ...this.#plan, ...own }, named, this.#isVersion2).all();
  }

  *#turn({ steps, end, lateUpdate }: Extract<Piece, { kind: 'turn' }>): Talk {
    const { id, line } = this.#prompt();
    yield line;
    if (end === 'cancel at once') yield notify('client', 'session/cancel', { sessionId: this.#sessionId });
    if (this.#isVersion2) yield* this.#accepted(id);
    for (const one of steps) yield* this.#step(one);
    // version 2 knows no withdrawal of what is answered
    if (!this.#isVersion2 || end !== 'cancel_request') yield* this.#end(end, id);
    const stopReason = end === 'end_turn' || end.endsWith('too late') ? 'end_turn' : 'cancelled';
    if (this.#isVersion2) yield this.#state('idle', stopReason);
    else if (end === 'error') yield failure(id);
    else yield answer(id, { stopReason });
    if (end === 'cancel too late') yield notify('client', 'session/cancel', { sessionId: this.#sessionId });
    if (end === 'cancel_request too late') yield notify('client', '$/cancel_request', { requestId: id });
    if (lateUpdate) yield this.#chunk();
  }

  /** In version 2 a prompt is answered before the work begins, and the state tells when it is over. */
  *#accepted(prompt: JsonValue): Talk {
    yield answer(prompt, { messageId: `m${this.#count++}` });
    yield this.#state('running');
  }

  *#end(end: End, prompt: JsonValue): Talk {
    const cancel = notify('client', 'session/cancel', { sessionId: this.#sessionId });
    if (end === 'cancel' || end === 'cancel twice') yield cancel;
    if (end === 'cancel twice') yield cancel;
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
    yield answer(id, method === 'session/set_config_option' ? { configOptions: [] } : {});
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
        const path = `${this.#below}/f${this.#count++}.txt`;
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
        yield this.#note();
        break;
      case 'poke':
        yield* this.#wire.exchange('_vendor/poke', { about: `${this.#sessionId}/${this.#count++}` }, {});
        break;
      case 'batch':
        yield batch(this.#chunk(), this.#chunk());
        break;
      case 'batch of notes':
        yield batch(this.#note(), this.#note());
        break;
      case 'deletion':
        // of a session of which nothing else is said
        yield* this.#wire.exchange('session/delete', { sessionId: `old-${this.#sessionId}-${this.#count++}` }, {});
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
        break;
      }
      default:
        yield* rareStep(step, {
          wire: this.#wire,
          sessionId: this.#sessionId,
          below: this.#below,
          isVersion2: this.#isVersion2,
          late: this.#late,
          count: () => this.#count++,
          said: () => this.#said(),
        });
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

  #note(): Line {
    return notify('client', '_vendor/note', { sessionId: this.#sessionId, count: this.#count++ });
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

  /** What paths in the session's folder begin with. */
  get #below(): string {
    return this.#plan.root.replace(/\/$/, '');
  }

  /** Something that was never said before, and often speaks of a folder in one of the ways in which one can. */
  #said(): string {
    const count = this.#count++;
    const root = this.#below;
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
