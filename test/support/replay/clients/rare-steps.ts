import type { JsonObject } from '../../../../src/wire/json-text.js';
import { answer, failure, notify, type Line, type Talk, type Wire } from './random-wire.js';
import type { RareStep } from './session-plan.js';

/** The session in which something happens. */
export interface Place {
  readonly wire: Wire;
  readonly sessionId: string;
  /** What paths in its folder begin with. */
  readonly below: string;
  readonly isVersion2: boolean;
  /** What the agent says only when the turn is over. */
  readonly late: Line[];
  /** Another number each time. */
  readonly count: () => number;
  /** Another text each time. */
  readonly said: () => string;
}

/** What few conversations have: legal, or at least what peers do. */
export function* rareStep(step: RareStep, place: Place): Talk {
  const { wire, sessionId, late, below } = place;
  switch (step) {
    case 'form':
      yield* asked(place, 'elicitation/create', {
        sessionId,
        mode: 'form',
        message: place.said(),
        requestedSchema: { type: 'object', properties: {} },
      });
      break;
    case 'page':
      yield* page(place);
      break;
    case 'own question':
      yield* asked(place, '_vendor/question', { about: place.said() });
      break;
    case 'own question to the session':
      yield* asked(place, '_vendor/question', { sessionId, about: place.said() });
      break;
    case 'two questions':
      yield* twoQuestions(place);
      break;
    case 'failed read': {
      const { id, line } = wire.ask('fs/read_text_file', { sessionId, path: `${below}/none-${place.count()}` });
      yield line;
      yield wire.refuse(id, -32002);
      break;
    }
    case 'withdrawn poke': {
      const { id, line } = wire.request('_vendor/poke', { sessionId, about: place.count() });
      yield line;
      yield notify('client', '$/cancel_request', { requestId: id });
      yield failure(id);
      break;
    }
    case 'late withdrawal': {
      const { id, line } = wire.request('_vendor/poke', { sessionId, about: place.count() });
      yield line;
      yield answer(id, {});
      yield notify('client', '$/cancel_request', { requestId: id });
      break;
    }
    case 'long poke': {
      const { id, line } = wire.request('_vendor/poke', { sessionId, about: place.count() });
      yield line;
      late.push(answer(id, { about: `${below}/x` }));
      break;
    }
    case 'long setting':
      yield* longSetting(place);
      break;
    case 'unread line':
      yield ['client', `{"broken": ${place.count()},`];
      yield ['agent', '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}'];
      break;
    case 'noise':
      yield ['agent', `warning ${place.count()} in ${below}`];
      break;
    case 'stray answer':
      yield answer(`never-${place.count()}`, {});
  }
}

function* asked({ wire, count }: Place, method: string, params: JsonObject): Talk {
  const { id, line } = wire.ask(method, params);
  yield line;
  yield wire.reply(id, { action: 'accept', content: { number: count() } });
}

function* page(place: Place): Talk {
  const elicitationId = `e${place.count()}`;
  const url = 'https://example.invalid';
  yield* asked(place, 'elicitation/create', {
    sessionId: place.sessionId,
    mode: 'url',
    message: 'm',
    url,
    elicitationId,
  });
  yield notify('agent', 'elicitation/complete', { elicitationId });
}

/** Both are out when the second is answered, and then the first. */
function* twoQuestions({ wire, sessionId, below, count }: Place): Talk {
  const [one, other] = [count(), count()].map((number) =>
    wire.ask('fs/read_text_file', { sessionId, path: `${below}/${number}` }),
  );
  if (one === undefined || other === undefined) return;
  yield one.line;
  yield other.line;
  yield wire.reply(other.id, { content: `other ${count()}` });
  yield wire.reply(one.id, { content: `one ${count()}` });
}

/** It is answered, and told of, when the turn is over. */
function* longSetting({ wire, sessionId, late, count }: Place): Talk {
  const modeId = `v${count()}`;
  const { id, line } = wire.request('session/set_mode', { sessionId, modeId });
  yield line;
  const update = { sessionUpdate: 'current_mode_update', currentModeId: modeId };
  late.push(answer(id, {}), notify('agent', 'session/update', { sessionId, update }));
}
