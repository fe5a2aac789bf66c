import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../src/wire/json-text.js';
import { check, request, result } from '../support/conversations/conversation.js';
import { fc } from '../support/values/property.js';
import {
  accepted,
  agent,
  client,
  echo,
  HANDSHAKE_2B,
  idle,
  observed,
  output,
  prompt,
  state,
  text,
  update,
  type Line,
} from '../support/conversations/v2-conversation.js';

/** What a right agent of the newer draft does with one prompt, in any order that is legal. */
const pieceOfWork = fc.record({
  byAgent: fc.boolean(),
  echoFirst: fc.boolean(),
  runningFirst: fc.boolean(),
  chunks: fc.boolean(),
  outputs: fc.nat(3),
  asks: fc.nat(2),
  joins: fc.nat(2),
  snapshots: fc.nat(2),
  cancelled: fc.boolean(),
});

const cancel = client({ jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 's1' } });

/** One conversation; ids count upwards. */
function conversationOf(works: readonly (typeof pieceOfWork extends fc.Arbitrary<infer W> ? W : never)[]): Line[] {
  let id = 10;
  const said: Line[] = [...HANDSHAKE_2B];
  const insert = (echoFirst: boolean, chunks: boolean): [Line, Line[]] => {
    const key = id++;
    const words = `prompt ${key}`;
    const chunk = (part: string) =>
      update({ sessionUpdate: 'user_message_chunk', messageId: `m${key}`, content: text(part) });
    const message = chunks ? [chunk(words.slice(0, 4)), chunk(words.slice(4))] : [echo(`m${key}`, words)];
    const answer = accepted(key, `m${key}`);
    return [prompt(key, words), echoFirst ? [...message, answer] : [answer, ...message]];
  };
  for (const { byAgent, echoFirst, runningFirst, chunks, outputs, asks, joins, snapshots, cancelled } of works) {
    if (byAgent) said.push(state('running'));
    else {
      const [asked, inserted] = insert(echoFirst, chunks);
      said.push(asked, ...(runningFirst ? [state('running'), ...inserted] : [...inserted, state('running')]));
    }
    for (let i = 0; i < outputs; i += 1) said.push(output(`a${id}`));
    for (let i = 0; i < asks; i += 1) {
      const key = id++;
      const options = [
        { optionId: 'a', name: 'A', kind: 'allow_once' },
        { optionId: 'r', name: 'R', kind: 'reject_once' },
      ];
      said.push(
        state('requires_action'),
        agent(request(key, 'session/request_permission', { sessionId: 's1', title: 'Go on?', options })),
        client(result(key, { outcome: { outcome: 'selected', optionId: 'a' } })),
        state('running'),
        output(`b${key}`),
      );
    }
    for (let i = 0; i < joins; i += 1) {
      const [asked, inserted] = insert(echoFirst, chunks);
      said.push(asked, ...inserted, output(`a${id}`));
    }
    if (cancelled) said.push(cancel, output(`a${id}`));
    const end = cancelled ? state('idle', 'cancelled') : idle;
    said.push(end);
    for (let i = 0; i < snapshots; i += 1) said.push(i % 2 === 0 ? end : state('idle'));
  }
  return said;
}

const works = fc.array(pieceOfWork, { minLength: 1, maxLength: 5 });

describe('any conversation of a right agent', () => {
  test('breaks no rule of v2, and leaves nothing open', () => {
    fc.assert(
      fc.property(works, (pieces) => {
        const said = conversationOf(pieces);
        expect(check(said, /^(v2|turn|stop-reason|eos)\//)).toEqual([]);
        const session = observed(said).sessions.get('s1');
        expect(session?.closedTurns).toHaveLength(pieces.length);
        expect(session?.prompts).toEqual([]);
        expect(session?.closedTurns.map(({ asked }) => asked === undefined)).toEqual(
          pieces.map(({ byAgent }) => byAgent),
        );
      }),
    );
  });

  const first = { byAgent: false, echoFirst: false, chunks: false, asks: 0, joins: 0, snapshots: 0, cancelled: false };
  test.each([
    ['v2/missing-running', isState('running')],
    ['v2/user-message-missing', isUpdate('user_message')],
  ])('tells of %s where that is left out', (rule, isLeftOut) => {
    fc.assert(
      fc.property(works, fc.boolean(), (pieces, runningFirst) => {
        const said = conversationOf([{ ...first, runningFirst, outputs: 2 }, ...pieces]);
        const left = said.findIndex(([, message]) => isLeftOut(message));
        const found = check(
          said.filter((_, index) => index !== left),
          /^v2\//,
        );
        expect(found.map((violation) => violation.split(' ')[2])).toEqual([rule]);
      }),
    );
  });
});

function updateOf(message: JsonValue): JsonObject {
  const { params } = message as { params?: { update?: JsonObject } };
  return params?.update ?? {};
}

function isState(name: string) {
  return (message: JsonValue) => updateOf(message)['state'] === name;
}

function isUpdate(kind: string) {
  return (message: JsonValue) => updateOf(message)['sessionUpdate'] === kind;
}
