import type { PlaceProtocol } from '../../acp/places/place-protocol.js';
import { objectOf, textOf } from '../../model/json-access.js';
import { readMessage } from '../../wire/message.js';
import type { RecordedFrame } from './recorded.js';
import type { Script } from './script.js';

/** A method whose modes each have a capability below its own (v1/elicitation, v2/elicitation: client capabilities). */
const ELICITATION = 'elicitation/create';

/** The capabilities of the client that the recorded agent used: by its requests and notifications, as paths below the capabilities. */
export function usedCapabilities({ outputs }: Script, protocol: PlaceProtocol): readonly (readonly string[])[] {
  const used = new Map<string, readonly string[]>();
  for (const { frame } of outputs) {
    for (const { kind, method } of frame.said) {
      if (method === undefined || method === 'session/update') continue;
      if (kind !== 'request' && kind !== 'notification') continue;
      if (!used.has(method)) {
        const gate = protocol.of(frame.version).method(method, kind, 'agent')?.gate;
        used.set(method, gate?.by === 'client' ? gate.path : []);
      }
      if (method === ELICITATION)
        for (const mode of modesIn(frame)) used.set(`${method} ${mode}`, ['elicitation', mode]);
    }
  }
  return [...used.values()].filter((path) => path.length > 0);
}

function modesIn({ bytes, text }: RecordedFrame): string[] {
  const message = readMessage(bytes, text);
  return (message.kind === 'batch' ? message.messages : [message]).flatMap((each) =>
    each.kind === 'request' && each.method === ELICITATION ? (textOf(objectOf(each.params)?.['mode']) ?? []) : [],
  );
}
