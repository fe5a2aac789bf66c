import { members, type Conversation, type SaidLine } from '../planting.js';
import { type Fault, at } from './fault.js';
import {
  isV1,
  paramsOf,
  resultOf,
  sessionOf,
  updateOf,
  updates,
  type Answered,
  succeeded,
  stopped,
  between,
  cancelOf,
  blocks,
} from './places.js';
import { put } from './sayings.js';

function selected(conversation: Conversation): Answered[] {
  return succeeded(conversation, 'session/request_permission').filter(
    ({ response }) => members(resultOf(response)['outcome'])['outcome'] === 'selected',
  );
}

function isBefore({ lines }: Conversation, first: SaidLine, last: SaidLine): boolean {
  return lines.indexOf(first) < lines.indexOf(last);
}

function turnOf(conversation: Conversation, { request: asked }: Answered): Answered | undefined {
  const { lines } = conversation;
  const place = lines.indexOf(asked);
  return stopped(conversation).find(
    (turn) =>
      sessionOf(turn.request) === sessionOf(asked) &&
      lines.indexOf(turn.request) < place &&
      place < lines.indexOf(turn.response),
  );
}

const RACE_NS = 100e6;

function endOf({ entries }: Conversation): number {
  return entries.at(-1)?.atNs ?? 0;
}

/** Where a call first shows that it runs: by its status, or by writing its file. */
function runs({ lines }: Conversation, { request: asked, response }: Answered): SaidLine | undefined {
  const call = members(paramsOf(asked)['toolCall'] ?? members(paramsOf(asked)['subject'])['toolCall']);
  const paths = [...blocks(call['locations']), ...blocks(call['content'])].map((place) => members(place)['path']);
  return lines.slice(lines.indexOf(response) + 1).find((line) => {
    if (line.json?.['method'] === 'fs/write_text_file') return paths.includes(paramsOf(line)['path']);
    const { toolCallId, status } = updateOf(line);
    return toolCallId === call['toolCallId'] && (status === 'in_progress' || status === 'completed');
  });
}

export const PERMISSIONS: readonly Fault[] = [
  at(
    'a call runs though its permission was rejected',
    (conversation) =>
      selected(conversation).flatMap((asked) => {
        const options = blocks(paramsOf(asked.request)['options']).map(members);
        const chosen = members(resultOf(asked.response)['outcome'])['optionId'];
        const isAllowed = options.some(
          ({ optionId, kind }) => optionId === chosen && JSON.stringify(kind ?? '').startsWith('"allow'),
        );
        const reject = options.find(({ kind }) => JSON.stringify(kind ?? '').startsWith('"reject'))?.['optionId'];
        const shown = isAllowed ? runs(conversation, asked) : undefined;
        return shown === undefined || reject === undefined ? [] : [{ asked, reject, shown }];
      }),
    (planting, { asked, reject, shown }) => {
      planting.replace(asked.response, put(asked.response.json, ['result', 'outcome', 'optionId'], reject));
      return {
        at: shown,
        rules: ['permission/executed-after-reject'],
        fault: 'agent',
        takes: { 'tool-call/skipped-in-progress': 'nobody allowed the call' },
      };
    },
  ),
  at('an option is chosen that was not offered', selected, (planting, { response }) => ({
    at: planting.replace(response, put(response.json, ['result', 'outcome', 'optionId'], 'yes-and-amen')),
    rules: ['permission/option-not-offered'],
    fault: 'client',
    takes: {
      'permission/executed-after-reject': 'what was chosen is no rejection any more',
      'permission/always-not-remembered': 'what was chosen does not hold for always any more',
    },
    brings: {
      'permission/executed-after-reject': 'the agent goes on though nobody allowed it',
      'stop-reason/cancelled-without-cancel': 'what was chosen was what cancelled the turn',
    },
  })),
  at(
    'a permission is given after the cancel',
    (conversation) =>
      succeeded(conversation, 'session/request_permission').filter(
        ({ response, request: asked }) =>
          members(resultOf(response)['outcome'])['outcome'] === 'cancelled' &&
          between(conversation, asked, response).some(({ json }) => json?.['method'] === 'session/cancel'),
      ),
    (planting, { request: asked, response }) => {
      const [option] = blocks(paramsOf(asked)['options']);
      const outcome = { outcome: 'selected', optionId: members(option)['optionId'] ?? '' };
      return {
        at: planting.replace(response, put(response.json, ['result', 'outcome'], outcome)),
        rules: ['permission/not-cancelled-after-cancel'],
        fault: 'client',
      };
    },
  ),
  at(
    'a permission is never answered after the cancel',
    (conversation) =>
      succeeded(conversation, 'session/request_permission').filter(
        ({ response, request: asked }) =>
          isV1(conversation) &&
          members(resultOf(response)['outcome'])['outcome'] === 'cancelled' &&
          between(conversation, asked, response).some(
            // the client has the time to answer
            ({ json, atNs }) => json?.['method'] === 'session/cancel' && endOf(conversation) - atNs > RACE_NS,
          ),
      ),
    (planting, { request: asked, response }) => {
      planting.remove(response);
      return { at: asked, rules: ['permission/not-cancelled-after-cancel'], fault: 'client' };
    },
  ),
  at(
    'a permission is cancelled though nobody cancelled the turn',
    (conversation) => (isV1(conversation) ? selected(conversation) : []),
    (planting, { response }) => ({
      at: planting.replace(response, put(response.json, ['result', 'outcome'], { outcome: 'cancelled' })),
      rules: ['permission/cancelled-without-cancel'],
      fault: 'client',
      isMild: true,
      takes: {
        'permission/client-auto': 'nothing was chosen',
        'tool-call/skipped-in-progress': 'nobody allowed the call, so it may not have run at all',
        'stop-reason/cancelled-without-cancel': 'a dismissed question is reason enough',
      },
      brings: { 'permission/executed-after-reject': 'the agent goes on though nobody allowed it' },
    }),
  ),
  at(
    'a permission is answered when its turn is over',
    (conversation) =>
      selected(conversation).flatMap((asked) => {
        const turn = turnOf(conversation, asked);
        return turn === undefined || cancelOf(conversation, turn) !== undefined ? [] : [{ asked, turn }];
      }),
    (planting, { asked, turn }) => {
      planting.move(asked.response, turn.response);
      return {
        at: turn.response,
        rules: ['turn/open-request-at-end'],
        fault: 'agent',
        takes: {
          'permission/client-auto': 'it took longer',
          'tool-call/nonterminal-at-turn-end': 'the call waits for the permission',
          'permission/executed-after-reject': 'what was done was done before the answer',
        },
        brings: {
          'permission/after-execution-started': 'the call is done while the question is open',
          'stop-reason/cancelled-without-cancel': 'the answer that cancelled the turn came after it',
        },
      };
    },
  ),
  at(
    'a call is done before its permission is answered',
    (conversation) =>
      selected(conversation).flatMap((asked) => {
        const turn = turnOf(conversation, asked);
        const id = members(paramsOf(asked.request)['toolCall'])['toolCallId'];
        const done = updates(conversation, 'tool_call_update').find(
          (line) => updateOf(line)['toolCallId'] === id && updateOf(line)['status'] === 'completed',
        );
        const isFree = turn !== undefined && cancelOf(conversation, turn) === undefined;
        return isFree && done !== undefined && isBefore(conversation, asked.response, done) ? [{ asked, done }] : [];
      }),
    (planting, { asked, done }) => {
      planting.move(asked.response, done);
      return {
        at: done,
        rules: ['permission/after-execution-started'],
        fault: 'agent',
        brings: { 'permission/after-execution-started': 'it is reported as in_progress, too' },
        takes: {
          'permission/client-auto': 'it took longer',
          'permission/executed-after-reject': 'what was done was done before the answer',
          'tool-call/skipped-in-progress': 'nobody allowed the call when it was done',
        },
      };
    },
  ),
  at(
    'a permission is asked for without options',
    (conversation) =>
      succeeded(conversation, 'session/request_permission').filter(
        ({ response }) => members(resultOf(response)['outcome'])['outcome'] === 'cancelled',
      ),
    (planting, { request: asked }) => ({
      at: planting.replace(asked, put(asked.json, ['params', 'options'], [])),
      rules: ['permission/no-options'],
      fault: 'agent',
    }),
  ),
];
