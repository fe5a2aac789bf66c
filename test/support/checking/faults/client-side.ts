import type { JsonObject, JsonValue } from '../../../../src/wire/json-text.js';
import type { Conversation, Planting, SaidLine } from '../planting.js';
import { type Fault, at } from './fault.js';
import { sessionOf, type Answered, answered, succeeded, capability, openTurns } from './places.js';
import { FRESH_ID, request, answer, refusal, put } from './sayings.js';

/** What the agent asks, and the client grants, at the beginning of a turn. */
function asking(
  planting: Planting,
  before: SaidLine,
  exchanges: readonly { method: string; params: JsonValue; answered: (id: number) => JsonValue }[],
): SaidLine[] {
  return exchanges.map(({ method, params, answered: said }, i) => {
    const id = FRESH_ID + i;
    const line = planting.insertBefore(before, 'agent', request(method, params, id));
    planting.insertBefore(before, 'client', said(id));
    return line;
  });
}

const canUse = (conversation: Conversation, ...path: string[]) => capability(conversation, 'client', ...path) === true;

function withTerminals(conversation: Conversation): Answered[] {
  return canUse(conversation, 'terminal') ? openTurns(conversation) : [];
}

/** A turn that is never answered takes on itself what is left open in its session. */
function withTerminalsAndAllAnswered(conversation: Conversation): Answered[] {
  const isCutShort = conversation.asked.some(
    ({ method, response }) => method === 'session/prompt' && response === undefined,
  );
  return isCutShort ? [] : withTerminals(conversation);
}

const created = (sessionId: JsonValue) => ({
  method: 'terminal/create',
  params: { sessionId, command: 'ls' },
  answered: (id: number) => answer({ terminalId: 'term_1' }, id),
});
const released = (sessionId: JsonValue) => ({
  method: 'terminal/release',
  params: { sessionId, terminalId: 'term_1' },
  answered: (id: number) => answer({}, id),
});
const outputOf = (sessionId: JsonValue, terminalId: string) => ({
  method: 'terminal/output',
  params: { sessionId, terminalId },
  answered: (id: number) => refusal(-32602, `No terminal ${terminalId}`, id),
});

const CLIENT_METHODS: readonly { method: string; path: readonly string[]; rule: string; params: JsonObject }[] = [
  {
    method: 'fs/read_text_file',
    path: ['fs', 'readTextFile'],
    rule: 'capability/fs-read-not-advertised',
    params: { path: '/etc/hosts' },
  },
  {
    method: 'fs/write_text_file',
    path: ['fs', 'writeTextFile'],
    rule: 'capability/fs-write-not-advertised',
    params: { path: '/tmp/a', content: 'a' },
  },
  {
    method: 'terminal/create',
    path: ['terminal'],
    rule: 'capability/terminal-not-advertised',
    params: { command: 'ls' },
  },
];

const ROOTS = { 'fs/outside-roots': 'the path is outside the folder of the session' };

export const CLIENT_SIDE: readonly Fault[] = [
  ...CLIENT_METHODS.flatMap(({ method, path, rule, params }) => [
    at(
      `${method} without the capability`,
      (conversation) => (canUse(conversation, ...path) ? [] : openTurns(conversation)),
      (planting, { request: asked, response }) => {
        const full = { sessionId: sessionOf(asked) ?? '', ...params };
        const [line] = asking(planting, response, [
          { method, params: full, answered: (id) => refusal(-32601, 'Method not found', id) },
        ]);
        if (line === undefined) throw new Error('Nothing was asked.');
        return { at: line, rules: [rule], fault: 'agent', brings: ROOTS };
      },
    ),
    // no agent of the corpus makes terminals
    ...(method === 'terminal/create'
      ? []
      : [
          at(
            `${method} with the capability taken away`,
            (conversation) => (canUse(conversation, ...path) ? answered(conversation, method).slice(0, 1) : []),
            (planting, { request: asked }, conversation) => {
              const [greeting] = answered(conversation, 'initialize');
              if (greeting === undefined) throw new Error('There is no initialize.');
              const where = ['params', 'clientCapabilities', ...path];
              planting.replace(greeting.request, put(greeting.request.json, where, false));
              return { at: asked, rules: [rule], fault: 'agent', brings: { [rule]: 'it is used again' } };
            },
          ),
          at(
            `${method} with a relative path`,
            (conversation) => succeeded(conversation, method),
            (planting, { request: asked }) => ({
              at: planting.replace(asked, put(asked.json, ['params', 'path'], 'notes.txt')),
              rules: ['path/not-absolute'],
              fault: 'agent',
              takes: { 'fs/outside-roots': 'nobody can tell where a relative path is' },
            }),
          ),
        ]),
  ]),
  at('a terminal is used after its release', withTerminals, (planting, { request: asked, response }) => {
    const id = sessionOf(asked) ?? '';
    const [, , line] = asking(planting, response, [created(id), released(id), outputOf(id, 'term_1')]);
    if (line === undefined) throw new Error('Nothing was asked.');
    return { at: line, rules: ['terminal/use-after-release'], fault: 'agent' };
  }),
  at('a terminal is used that nobody made', withTerminals, (planting, { request: asked, response }) => {
    const id = sessionOf(asked) ?? '';
    const [line] = asking(planting, response, [outputOf(id, 'term_x')]);
    if (line === undefined) throw new Error('Nothing was asked.');
    return { at: line, rules: ['terminal/unknown-id'], fault: 'agent' };
  }),
  at('a terminal is never released', withTerminalsAndAllAnswered, (planting, { request: asked, response }) => {
    const id = sessionOf(asked) ?? '';
    const [line] = asking(planting, response, [created(id)]);
    if (line === undefined) throw new Error('Nothing was asked.');
    // where it came to be: there its id is told
    const made = planting.entries[planting.seqOf(line) + 1];
    if (made === undefined) throw new Error('Nothing was answered.');
    return { at: made, rules: ['terminal/not-released'], fault: 'agent' };
  }),
];
