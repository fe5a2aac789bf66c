import {
  blocks,
  isV1,
  isOrderly,
  sessionOf,
  answered,
  succeeded,
  stopped,
  isAlone,
  firstSessions,
  capability,
  openTurns,
} from './places.js';
import type { JsonObject } from '../../../../src/wire/json-text.js';
import { type Fault, at } from './fault.js';
import { request, answer, update, prompt, text, changed, put } from './sayings.js';

const FORBIDDEN: readonly { name: string; path: readonly string[]; block: JsonObject; rule: string }[] = [
  {
    name: 'an image',
    path: ['image'],
    block: { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' },
    rule: 'capability/prompt-image-not-advertised',
  },
  {
    name: 'a sound',
    path: ['audio'],
    block: { type: 'audio', mimeType: 'audio/wav', data: 'UklGRg==' },
    rule: 'capability/prompt-audio-not-advertised',
  },
  {
    name: 'an embedded resource',
    path: ['embeddedContext'],
    block: { type: 'resource', resource: { uri: 'file:///p/a.txt', text: 'a' } },
    rule: 'capability/prompt-embedded-not-advertised',
  },
];

const LATE_UPDATES: readonly { name: string; told: JsonObject }[] = [
  { name: 'a message', told: { sessionUpdate: 'agent_message_chunk', content: text('one more thing') } },
  { name: 'a thought', told: { sessionUpdate: 'agent_thought_chunk', content: text('hm') } },
  { name: 'a tool call', told: { sessionUpdate: 'tool_call', toolCallId: 'late', title: 'Late', status: 'completed' } },
];

export const TURNS: readonly Fault[] = [
  ...FORBIDDEN.flatMap(({ name, path, block, rule }) => [
    at(
      `${name} in a prompt, without the capability`,
      (conversation) =>
        isOrderly(conversation) &&
        isV1(conversation) &&
        capability(conversation, 'agent', 'promptCapabilities', ...path) !== true
          ? succeeded(conversation, 'session/prompt')
          : [],
      (planting, { request: asked }) => ({
        at: planting.replace(
          asked,
          changed(asked.json, ['params', 'prompt'], (old) => [...blocks(old), block]),
        ),
        rules: [rule],
        fault: 'client',
      }),
    ),
    at(
      `${name} in a prompt, the capability taken away`,
      (conversation) =>
        isOrderly(conversation) &&
        isV1(conversation) &&
        capability(conversation, 'agent', 'promptCapabilities', ...path) === true
          ? succeeded(conversation, 'session/prompt').slice(0, 1)
          : [],
      (planting, { request: asked }, conversation) => {
        const [greeting] = answered(conversation, 'initialize');
        if (greeting === undefined) throw new Error('There is no answer to initialize.');
        const where = ['result', 'agentCapabilities', 'promptCapabilities', ...path];
        planting.replace(greeting.response, put(greeting.response.json, where, false));
        return {
          at: planting.replace(
            asked,
            changed(asked.json, ['params', 'prompt'], (old) => [block, ...blocks(old)]),
          ),
          rules: [rule],
          fault: 'client',
        };
      },
    ),
  ]),
  ...LATE_UPDATES.map(({ name, told }) =>
    at(
      `${name} after the turn`,
      (conversation) => stopped(conversation).filter((turn) => isAlone(conversation, turn) && isOrderly(conversation)),
      (planting, { request: asked, response }) => ({
        at: planting.insertAfter(response, 'agent', update(sessionOf(asked) ?? '', told)),
        rules: ['turn/update-after-response'],
        fault: 'agent',
        brings: { 'message/id-partially-present': 'the others have one' },
        takes: { 'turn/update-after-response': 'it is told once a turn, and this one comes first' },
      }),
    ),
  ),
  at(
    'a message before the first prompt',
    (conversation) => (isV1(conversation) ? firstSessions(conversation) : []),
    (planting, { id, made }) => ({
      at: planting.insertAfter(made.response, 'agent', update(id, LATE_UPDATES[0]?.told ?? {})),
      rules: ['turn/update-outside-turn'],
      fault: 'agent',
      brings: { 'message/id-partially-present': 'the others have one' },
      takes: { 'turn/update-outside-turn': 'it is told once, and this one comes first' },
    }),
  ),
  at(
    'a prompt is sent while another one is open',
    (conversation) => openTurns(conversation).filter((turn) => isAlone(conversation, turn)),
    (planting, { request: asked, response }) => {
      const line = planting.insertAfter(asked, 'client', request('session/prompt', prompt(sessionOf(asked) ?? '')));
      planting.insertAfter(response, 'agent', answer(response.json?.['result'] ?? {}));
      return {
        at: line,
        rules: ['prompt/concurrent-turn'],
        fault: 'client',
        brings: {
          'turn/no-output': 'nothing was said to that prompt',
          'plan/unfinished-at-turn-end': 'the plan may be that of the other prompt',
          'tool-call/nonterminal-at-turn-end': 'the call may be that of the other prompt',
        },
        takes: {
          'plan/unfinished-at-turn-end': 'the plan may be that of the other prompt',
          'tool-call/nonterminal-at-turn-end': 'the call may be that of the other prompt',
        },
      };
    },
  ),
];
