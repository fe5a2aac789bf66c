import type { Sender } from '../../../../src/wire/frame.js';
import type { Expected } from '../planting.js';
import { type Fault, at } from './fault.js';
import { isV1, isV2, isOrderly, sessionOf, answered, succeeded, stopped } from './places.js';
import { answer, put } from './sayings.js';

function dropped(method: string, rules: readonly string[], fault: Sender, more: Partial<Expected> = {}): Fault {
  return at(
    `the response to ${method} is dropped`,
    (conversation) => answered(conversation, method),
    (planting, { response, request: asked }) => {
      planting.remove(response);
      // the recordings do not tell who hung up, and some end a second later
      return { at: asked, rules, fault, isMild: true, ...more };
    },
  );
}

const NO_SESSION = {
  brings: {
    'session/unknown-session-id': 'nobody told the id that is used later',
    'session/unknown-session-accepted': 'nobody told the id that is used later, and the agent takes it',
  },
  takes: {
    'mode/set-unknown-mode': 'the modes of the session are not known',
    'config/incomplete-state': 'the options that the session began with are not known',
    'turn/update-outside-turn': 'it is a session that nobody knows',
    'turn/prompt-error': 'the prompt names a session that nobody knows',
    'prompt/concurrent-turn': 'the prompts name a session that nobody knows',
    'tool-call/duplicate-create': 'it is a session that nobody knows',
  },
};

export const RESPONSES: readonly Fault[] = [
  at(
    'the response to session/prompt is dropped',
    (conversation) => answered(conversation, 'session/prompt').filter(() => isV1(conversation)),
    (planting, turn, conversation) => {
      // a turn that is still open when a later one is cancelled is cancelled, too
      const { lines } = conversation;
      const cancel = lines
        .slice(lines.indexOf(turn.request))
        .find((line) => line.json?.['method'] === 'session/cancel' && sessionOf(line) === sessionOf(turn.request));
      planting.remove(turn.response);
      return {
        at: cancel ?? turn.request,
        rules: [cancel === undefined ? 'eos/turn-never-answered' : 'eos/cancel-never-confirmed'],
        fault: 'agent',
        isMild: true,
        brings: {
          'prompt/concurrent-turn': 'the next prompt of the session comes while this one has no answer',
          'cancel/request-unanswered': 'the prompt was cancelled by $/cancel_request, too',
        },
        takes: {
          'turn/update-after-response': 'the turn is not over',
          'turn/update-outside-turn': 'the turn is not over',
          'turn/prompt-error': 'what failed is part of a turn that is not over',
          'eos/tool-call-never-finished': 'the turn is not over',
        },
      };
    },
  ),
  at(
    'the response to session/prompt of v2 is dropped',
    (conversation) => answered(conversation, 'session/prompt').filter(() => isV2(conversation)),
    (planting, { response, request: asked }) => {
      planting.remove(response);
      return {
        at: asked,
        rules: ['eos/request-never-answered'],
        fault: 'agent',
        isMild: true,
        brings: { 'v2/prompt-response-held': 'the work is over before anybody can know that no answer comes' },
      };
    },
  ),
  at(
    'the response to session/new is dropped',
    (conversation) => succeeded(conversation, 'session/new'),
    (planting, { response, request: asked }) => {
      planting.remove(response);
      return {
        at: asked,
        rules: ['eos/request-never-answered'],
        fault: 'agent',
        isMild: true,
        brings: NO_SESSION.brings,
        takes: NO_SESSION.takes,
      };
    },
  ),
  dropped('initialize', ['eos/initialize-never-answered'], 'agent', {
    brings: {
      'init/not-first': 'the client goes on without an answer',
      'init/prompt-before-initialize': 'the client goes on without an answer',
      'init/agent-traffic-before-response': 'the agent goes on without having answered',
      'message/id-across-kinds': 'nobody said that it is version 2',
      'version/v2-surface-on-v1': 'nobody said that it is version 2',
      'extension/unknown-root-field': 'nobody said that it is version 2',
      'stop-reason/missing': 'nobody said that it is version 2',
      'config/mode-option-without-modes': 'nobody said that it is version 2',
      'tool-call/update-before-create': 'nobody said that it is version 2',
    },
    takes: {
      'extension/not-advertised': 'what was announced is not known',
      'extension/unstable-surface': 'nobody said that it is version 2',
      'session/unknown-session-id': 'it is not even initialized',
      'auth/login-not-advertised': 'what was announced is not known',
      'auth/unknown-method-id': 'what was announced is not known',
      'capability/fs-write-not-advertised': 'the capabilities of the client hold once initialize is answered',
      'capability/load-not-advertised': 'what was announced is not known',
      'capability/baseline-method-missing': 'it is not even initialized',
      'turn/prompt-error': 'it is not even initialized',
    },
  }),
  dropped('session/load', ['eos/load-never-answered'], 'agent', {
    brings: { 'session/prompt-before-setup-done': 'the client does not wait for the answer' },
    takes: { 'session/replay-after-load-response': 'there is no answer that the history could come after' },
  }),
  dropped('session/set_mode', ['eos/request-never-answered'], 'agent'),
  dropped('session/list', ['eos/request-never-answered'], 'agent'),
  dropped('session/close', ['eos/request-never-answered'], 'agent'),
  dropped('authenticate', ['eos/request-never-answered'], 'agent'),
  at(
    'the response to a file request is dropped',
    (conversation) => [...answered(conversation, 'fs/read_text_file'), ...answered(conversation, 'fs/write_text_file')],
    (planting, { response, request: asked }) => {
      planting.remove(response);
      return {
        at: asked,
        rules: ['eos/request-never-answered'],
        fault: 'client',
        isMild: true,
        brings: { 'turn/open-request-at-end': 'the agent goes on and ends the turn without the answer' },
      };
    },
  ),
  at(
    'the response to a permission request is dropped',
    (conversation) => answered(conversation, 'session/request_permission'),
    (planting, { response, request: asked }) => {
      planting.remove(response);
      return {
        at: asked,
        rules: ['eos/permission-never-answered', 'permission/not-cancelled-after-cancel'],
        fault: 'client',
        isMild: true,
        brings: {
          'turn/open-request-at-end': 'the agent goes on and ends the turn without the answer',
          'stop-reason/cancelled-without-cancel': 'the answer was what cancelled the turn',
          'permission/after-execution-started': 'the agent goes on without the answer',
        },
        takes: {
          'permission/client-auto': 'there is no answer that came too fast',
          'tool-call/nonterminal-at-turn-end': 'the call waits for the permission',
        },
      };
    },
  ),
  at(
    'a response is sent twice',
    ({ asked }) => asked.flatMap(({ response }) => (response?.json === undefined ? [] : [response])),
    (planting, response) => ({
      at: planting.insertAfter(response, response.sender, response.bytes),
      rules: ['jsonrpc/duplicate-response'],
      fault: response.sender,
    }),
  ),
  at(
    'the id of a response is of another type than that of its request',
    ({ asked }) =>
      asked.flatMap(({ response, request: { json } }) => {
        const id = json?.['id'];
        return response !== undefined && (Number.isInteger(id) || /^\d+$/.test(JSON.stringify(id))) ? [response] : [];
      }),
    (planting, response) => {
      const id = response.json?.['id'];
      const other = typeof id === 'number' ? String(id) : Number(id);
      return {
        at: planting.replace(response, put(response.json, ['id'], other)),
        rules: ['jsonrpc/response-id-type-mismatch'],
        fault: response.sender,
      };
    },
  ),
  at(
    'a response answers nothing',
    (conversation) => (isOrderly(conversation) ? conversation.asked : []).flatMap(({ response }) => response ?? []),
    (planting, response) => ({
      at: planting.insertAfter(response, response.sender, answer({}, 6_000_001)),
      rules: ['jsonrpc/response-unknown-id'],
      fault: response.sender,
    }),
  ),
  at(
    'a response has a result and an error',
    (conversation) => succeeded(conversation, 'session/new').concat(stopped(conversation)),
    (planting, { response }) => ({
      at: planting.replace(response, put(response.json, ['error'], { code: -32603, message: 'Internal error' })),
      rules: ['jsonrpc/result-and-error'],
      fault: 'agent',
      // whoever reads the error sees a session that was not made, a turn that failed
      brings: {
        'session/unknown-session-id': 'the error says that the session was not made',
        'turn/prompt-error': 'the error says that the prompt failed',
        'cancel/error-instead-of-cancelled': 'the error stands where "cancelled" has to',
        'session/unknown-session-accepted': 'the error says that the session was not made',
        'eos/tool-call-never-finished': 'the turn that failed leaves them open',
      },
      takes: {
        ...NO_SESSION.takes,
        'eos/session-left-open': 'the error says that the session was not made',
        'tool-call/nonterminal-at-turn-end': 'the error says that the turn failed',
        'plan/unfinished-at-turn-end': 'the error says that the turn failed',
        'cancel/wrong-stop-reason': 'the error stands where "cancelled" has to',
      },
    }),
  ),
];
