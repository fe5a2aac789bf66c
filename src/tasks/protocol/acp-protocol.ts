import { readProtocol } from '../../acp/methods/read-protocol.js';
import type { Protocol } from '../../acp/methods/protocol.js';
import { loadSdkSchemas } from './sdk-schemas.js';

let protocol: Protocol | undefined;

/** Methods and shapes of ACP, read once. */
export function acpProtocol(): Protocol {
  protocol ??= readProtocol(loadSdkSchemas());
  return protocol;
}
