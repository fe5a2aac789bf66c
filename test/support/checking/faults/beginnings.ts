import { type Fault, at } from './fault.js';
import {
  isV1,
  isOrderly,
  paramsOf,
  resultOf,
  answered,
  succeeded,
  firstSessions,
  isAbsolute,
  updates,
} from './places.js';
import { FRESH_ID, request, refusal, prompt, put } from './sayings.js';

export const BEGINNINGS: readonly Fault[] = [
  at(
    'initialize is dropped',
    (conversation) =>
      isOrderly(conversation) && isV1(conversation) && conversation.asked.length > 1
        ? answered(conversation, 'initialize')
        : [],
    (planting, { request: asked, response }, conversation) => {
      planting.remove(asked);
      planting.remove(response);
      planting.beginWithSpawn();
      const next = conversation.asked[1]?.request;
      if (next === undefined) throw new Error('Nothing comes after initialize.');
      return {
        at: next,
        rules: ['init/not-first', 'init/prompt-before-initialize'],
        fault: 'client',
        brings: {
          'init/not-first': 'other methods follow, too',
          'init/prompt-before-initialize': 'a prompt follows, too',
          'init/agent-traffic-before-response': 'the agent goes on as if it had been initialized',
        },
        takes: {
          'turn/prompt-error': 'it is not even initialized',
          'extension/not-advertised': 'what was announced is not known',
          'capability/fs-write-not-advertised': 'what was announced is not known',
        },
      };
    },
  ),
  at('initialize is sent again', firstSessions, (planting, { made }, conversation) => {
    const [greeting] = answered(conversation, 'initialize');
    const said = greeting?.request.json ?? {};
    const line = planting.insertAfter(made.response, 'client', put(said, ['id'], FRESH_ID));
    planting.insertAfter(line, 'agent', refusal(-32600, 'Already initialized'));
    return {
      at: line,
      rules: ['init/repeated'],
      fault: 'client',
      brings: { 'init/missing-implementation-info': 'it is a copy of one that lacks it' },
    };
  }),
  at(
    'the answer to initialize has a version that there is not',
    // whatever comes after that is anybody's guess
    (conversation) => (conversation.asked.length === 1 ? succeeded(conversation, 'initialize') : []),
    (planting, { response }) => ({
      at: planting.replace(response, put(response.json, ['result', 'protocolVersion'], 7)),
      rules: ['init/unknown-version-agreed'],
      fault: 'agent',
    }),
  ),
  at(
    'the answer to initialize names the other version',
    (conversation) =>
      succeeded(conversation, 'initialize').filter(({ request: asked, response }) => {
        const { protocolVersion: answeredVersion, agentCapabilities, capabilities } = resultOf(response);
        const isTold = (agentCapabilities ?? capabilities) !== undefined;
        return isTold && answeredVersion === paramsOf(asked)['protocolVersion'];
      }),
    (planting, { response }) => {
      const { protocolVersion } = resultOf(response);
      return {
        at: planting.replace(
          response,
          put(response.json, ['result', 'protocolVersion'], protocolVersion === 1 ? 2 : 1),
        ),
        rules: ['init/wrong-version-fields'],
        fault: 'agent',
      };
    },
  ),
  at(
    'a session is made with a relative cwd',
    (conversation) =>
      succeeded(conversation, 'session/new').filter(({ request: asked }) => isAbsolute(paramsOf(asked)['cwd'])),
    (planting, { request: asked }) => ({
      at: planting.replace(asked, put(asked.json, ['params', 'cwd'], 'work/project')),
      rules: ['path/not-absolute'],
      fault: 'client',
    }),
  ),
  at('a prompt names an unknown session', firstSessions, (planting) => {
    const line = planting.append('client', request('session/prompt', prompt('sess_unknown')));
    planting.insertAfter(line, 'agent', refusal(-32602, 'Unknown session'));
    return { at: line, rules: ['session/unknown-session-id'], fault: 'client' };
  }),
  at('session/set_mode names an unknown session', firstSessions, (planting, _, conversation) => {
    const line = planting.append(
      'client',
      isV1(conversation)
        ? request('session/set_mode', { sessionId: 'sess_unknown', modeId: 'default' })
        : request('session/set_config_option', { sessionId: 'sess_unknown', configId: 'a', type: 'id', value: 'b' }),
    );
    planting.insertAfter(line, 'agent', refusal(-32602, 'Unknown session'));
    return { at: line, rules: ['session/unknown-session-id'], fault: 'client' };
  }),
  at(
    'an update names an unknown session',
    (conversation) => [
      ...updates(conversation, 'agent_message_chunk'),
      ...updates(conversation, 'tool_call_update'),
      ...updates(conversation, 'available_commands_update'),
    ],
    (planting, line) => ({
      at: planting.replace(line, put(line.json, ['params', 'sessionId'], 'sess_unknown')),
      rules: ['session/unknown-session-id'],
      fault: 'agent',
      brings: {
        'tool-call/nonterminal-at-turn-end': 'the update that ended the call went elsewhere',
        'eos/tool-call-never-finished': 'the update that ended the call went elsewhere',
        'tool-call/skipped-in-progress': 'the update in between went elsewhere',
        'turn/no-output': 'the one thing that the turn said went elsewhere',
        'permission/tool-call-mismatch': 'the update that told of it went elsewhere',
      },
      takes: {
        'tool-call/skipped-in-progress': 'the update that ended the call went elsewhere',
        'permission/after-execution-started': 'the update that told of the start went elsewhere',
        'permission/tool-call-mismatch': 'the update that told of it went elsewhere',
        'message/id-across-kinds': 'the other message of that id went elsewhere',
        'session/replay-after-load-response': 'history of an unknown session is none',
        'eos/tool-call-never-finished': 'the call was never told of in this session',
      },
    }),
  ),
  at(
    'a permission request names an unknown session',
    (conversation) => answered(conversation, 'session/request_permission'),
    (planting, { request: asked }) => ({
      at: planting.replace(asked, put(asked.json, ['params', 'sessionId'], 'sess_unknown')),
      rules: ['session/unknown-session-id'],
      fault: 'agent',
      brings: {
        'tool-call/update-before-create': 'the request that announced the call went elsewhere',
        'stop-reason/cancelled-without-cancel': 'the answer that cancelled the turn went elsewhere',
      },
      takes: {
        'permission/tool-call-mismatch': 'the call is of another session',
        'permission/after-execution-started': 'the call is of another session',
        'permission/cancelled-without-cancel': 'the session is another',
        'tool-call/skipped-in-progress': 'nobody allowed the call in this session',
        'tool-call/nonterminal-at-turn-end': 'the call was never told of in this session',
      },
    }),
  ),
  at('two sessions have the same id', firstSessions, (planting, { made }) => {
    const again = planting.insertAfter(made.response, 'client', put(made.request.json, ['id'], FRESH_ID));
    return {
      at: planting.insertAfter(again, 'agent', put(made.response.json, ['id'], FRESH_ID)),
      rules: ['session/duplicate-session-id'],
      fault: 'agent',
      brings: {
        'extension/unknown-root-field': 'the answer is a copy of one that has it',
        'extension/unstable-surface': 'the answer is a copy of one that has it',
        'config/mode-option-without-modes': 'the answer is a copy of one that has it',
      },
    };
  }),
];
