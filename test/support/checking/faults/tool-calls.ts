import type { Conversation, SaidLine } from '../planting.js';
import { type Fault, at } from './fault.js';
import { isV1, resultOf, sessionOf, updateOf, kindOf, stopped, between, cancelOf, updates, blocks } from './places.js';
import { update, put } from './sayings.js';

/** Those that are not the history of a session that is loaded. */
function live({ asked, lines }: Conversation, told: readonly SaidLine[]): SaidLine[] {
  // it may go on after the answer, and after the next prompt
  if (asked.some(({ method }) => method === 'session/load')) return [];
  const prompts = asked.filter(({ method }) => method === 'session/prompt').map(({ request: one }) => one);
  return told.filter((line) =>
    prompts.some((one) => sessionOf(one) === sessionOf(line) && lines.indexOf(one) < lines.indexOf(line)),
  );
}

/** Updates of a call that is over with them. */
function finals(conversation: Conversation): SaidLine[] {
  return updates(conversation, 'tool_call_update').filter(
    (line) => updateOf(line)['status'] === 'completed' || updateOf(line)['status'] === 'failed',
  );
}

export const TOOL_CALLS: readonly Fault[] = [
  at(
    'a tool call is announced twice',
    (conversation) => (isV1(conversation) ? live(conversation, updates(conversation, 'tool_call')) : []),
    (planting, line) => ({
      at: planting.insertAfter(line, 'agent', line.bytes),
      rules: ['tool-call/duplicate-create'],
      fault: 'agent',
      brings: {
        'extension/unknown-root-field': 'the line is a copy of one that has it',
        'extension/unstable-surface': 'the line is a copy of one that has it',
      },
    }),
  ),
  at(
    'the announcement of a tool call is dropped',
    (conversation) =>
      (isV1(conversation) ? live(conversation, updates(conversation, 'tool_call')) : []).flatMap((line) => {
        const id = updateOf(line)['toolCallId'];
        const { lines } = conversation;
        const next = lines
          .slice(lines.indexOf(line) + 1)
          .find((later) => updateOf(later)['toolCallId'] === id && sessionOf(later) === sessionOf(line));
        const isFirst = updates(conversation, 'tool_call').every(
          (other) => lines.indexOf(other) >= lines.indexOf(line) || updateOf(other)['toolCallId'] !== id,
        );
        return next === undefined || !isFirst || kindOf(next) !== 'tool_call_update' ? [] : [{ line, next }];
      }),
    (planting, { line, next }) => {
      planting.remove(line);
      return {
        at: next,
        rules: ['tool-call/update-before-create'],
        fault: 'agent',
        // some name it in a permission request before
        isMild: true,
        brings: {
          'tool-call/skipped-in-progress': 'the permission request said that the call is pending',
          'turn/update-after-response': 'the update is of the call of that id in the turn before',
        },
        takes: {
          'tool-call/duplicate-create': 'the id is not used twice any more',
          'tool-call/skipped-in-progress': 'the call was never seen pending',
          'permission/tool-call-mismatch': 'what it was announced with is not known',
          'permission/after-execution-started': 'its start was not seen',
        },
      };
    },
  ),
  at(
    'a tool call goes back to in_progress',
    (conversation) => live(conversation, finals(conversation)),
    (planting, line) => ({
      at: planting.insertAfter(
        line,
        'agent',
        update(sessionOf(line) ?? '', {
          sessionUpdate: 'tool_call_update',
          toolCallId: updateOf(line)['toolCallId'] ?? '',
          status: 'in_progress',
        }),
      ),
      rules: ['tool-call/status-regression'],
      fault: 'agent',
      brings: {
        'tool-call/nonterminal-at-turn-end': 'the call is not over any more',
        'eos/tool-call-never-finished': 'the call is not over any more',
        'permission/after-execution-started': 'the call is asked for when it is said to go on',
        'permission/executed-after-reject': 'a call that was rejected is said to go on',
      },
      takes: {
        'tool-call/duplicate-create': 'the call is not over any more',
        'eos/tool-call-never-finished': 'another call is open at that place, too',
      },
    }),
  ),
  at(
    'the end of a tool call is dropped',
    (conversation) =>
      finals(conversation).flatMap((line) => {
        const turn = stopped(conversation).find(
          (one) =>
            sessionOf(one.request) === sessionOf(line) &&
            between(conversation, one.request, one.response).includes(line),
        );
        const isLast = finals(conversation).every(
          (other) => other === line || updateOf(other)['toolCallId'] !== updateOf(line)['toolCallId'],
        );
        const isOpenAnyway = conversation.untouched.some(
          ({ rule, seq }) =>
            rule === 'tool-call/nonterminal-at-turn-end' && conversation.entries[seq] === turn?.response,
        );
        // of a call that only its permission request and its end name, nothing is left that could go on spinning
        const isTold = conversation
          .told('session/update')
          .some((other) => other !== line && updateOf(other)['toolCallId'] === updateOf(line)['toolCallId']);
        const isWell =
          isTold && !isOpenAnyway && turn !== undefined && resultOf(turn.response)['stopReason'] === 'end_turn';
        return !isWell || !isLast || cancelOf(conversation, turn) !== undefined ? [] : [{ line, turn }];
      }),
    (planting, { line, turn }) => {
      planting.remove(line);
      return {
        at: turn.response,
        rules: ['tool-call/nonterminal-at-turn-end'],
        fault: 'agent',
        isMild: true,
        brings: { 'tool-call/nonterminal-at-turn-end': 'a later turn of the same call ends so, too' },
      };
    },
  ),
  at(
    'a location is relative',
    (conversation) =>
      ['tool_call', 'tool_call_update']
        .flatMap((kind) => updates(conversation, kind))
        .filter((line) => blocks(updateOf(line)['locations']).length > 0),
    (planting, line) => ({
      at: planting.replace(line, put(line.json, ['params', 'update', 'locations', 0, 'path'], 'src/main.ts')),
      rules: ['path/not-absolute'],
      fault: 'agent',
      brings: { 'permission/tool-call-mismatch': 'the request names the place in full' },
    }),
  ),
  at(
    'a tool call is given a diff with a relative path',
    (conversation) => (isV1(conversation) ? updates(conversation, 'tool_call') : []),
    (planting, line) => ({
      at: planting.replace(
        line,
        put(line.json, ['params', 'update', 'content'], [{ type: 'diff', path: 'a.txt', oldText: 'a', newText: 'b' }]),
      ),
      rules: ['path/not-absolute'],
      fault: 'agent',
      brings: { 'permission/tool-call-mismatch': 'the request shows another content' },
    }),
  ),
  at(
    'an update is of an unknown kind',
    (conversation) => (isV1(conversation) ? updates(conversation, 'agent_message_chunk') : []),
    (planting, line) => ({
      at: planting.replace(line, put(line.json, ['params', 'update', 'sessionUpdate'], 'agent_speech_chunk')),
      rules: ['schema/unknown-update-variant'],
      fault: 'agent',
      brings: { 'turn/no-output': 'the one thing that the turn said is of no known kind' },
      takes: { 'message/id-across-kinds': 'the other message of that id is of no known kind' },
    }),
  ),
];
