import type { PlaceProtocol } from '../acp/place-protocol.js';
import type { Script } from './script.js';

/** The capabilities of the client that the recorded agent used: by its requests and notifications, as paths below the capabilities. */
export function usedCapabilities({ outputs }: Script, protocol: PlaceProtocol): readonly (readonly string[])[] {
  const used = new Map<string, readonly string[]>();
  for (const { frame } of outputs) {
    for (const { kind, method } of frame.said) {
      if (method === undefined || method === 'session/update' || used.has(method)) continue;
      if (kind !== 'request' && kind !== 'notification') continue;
      const gate = protocol.of(frame.version).method(method, kind, 'agent')?.gate;
      used.set(method, gate?.by === 'client' ? gate.path : []);
    }
  }
  return [...used.values()].filter((path) => path.length > 0);
}
