import {
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  REQUEST_CANCELLED,
  UNSUPPORTED_VERSION,
} from '../../../acp/methods/error-codes.js';
import type { ProtocolVersion } from '../../../acp/methods/protocol.js';
import { objectOf } from '../../../model/json-access.js';
import type { ErrorFacts } from '../../../model/state/step.js';
import type { JsonValue } from '../../../wire/json-text.js';
import { defineRule } from '../../engine/rule.js';
import { enumerated, quoted } from '../../engine/wording.js';
import { mentions } from '../error-text.js';
import { missingImplementationInfo } from './missing-implementation-info.js';
import { isVersion } from './version-number.js';

const ABOUT_VERSIONS = /version|protocol|support/i;

/** Codes for a request that was not understood; in initialize only the version can be meant. */
const REFUSALS: ReadonlySet<number | undefined> = new Set([INVALID_REQUEST, INVALID_PARAMS, UNSUPPORTED_VERSION]);

export const errorResponse = defineRule({
  id: 'init/error-response',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'A valid initialize must be answered with a result, whatever version it asks for.',
  explanation:
    'An agent that does not speak the requested version must answer with one that it does speak; the client then ' +
    'decides whether to go on. After an error the two cannot fall back to another version. Only the November draft ' +
    'of v2 has an error for this: -32022, from an agent whose versions are all above the requested one.\n\n' +
    'Only a warning for errors that do not mention the version. Not reported: answers to a request that was invalid ' +
    'or that the client cancelled, or to a second initialize after a successful one; -32601, which is ' +
    'capability/baseline-method-missing.',
  spec: 'v1/initialization#version-negotiation',
  messages: {
    refused:
      'the agent refused version {requested} with error {code} ({text}); it must answer with a version it speaks',
    failed: 'the agent answered initialize with error {code} ({text})',
    speaksIt:
      'the agent refused version {requested} with error -32022, but says that it speaks {supported}; it must answer with that',
  },
  on: ['response:initialize'],
  inspect({ connection, step, faultsOf, report }) {
    const { error, exchange, params } = step;
    const requested = params?.['protocolVersion'];
    if (error === undefined || exchange === undefined || connection.initialization.state === 'done') return;
    if (isBroken(faultsOf(exchange), step.version) || !isVersion(requested) || error.code === METHOD_NOT_FOUND) return;
    if (error.code === REQUEST_CANCELLED && exchange.cancelRequested !== undefined) return;
    const data = { requested, code: error.code ?? 'without code', text: quoted(error.message) };
    const evidence = [exchange];
    const supported = supportedBy(error);
    if (supported !== undefined) {
      const spoken = supported.filter((version) => version <= requested);
      if (spoken.length === 0) return;
      report('speaksIt', { data: { requested, supported: enumerated(spoken.map(String)) }, evidence });
    } else if (REFUSALS.has(error.code) || mentions(error, ABOUT_VERSIONS)) {
      report('refused', { data, evidence, ...(error.code === UNSUPPORTED_VERSION && { dialects: { v2b: 'off' } }) });
    } else report('failed', { data, severity: 'warning', evidence });
  },
});

/** Whether the agent may have refused another fault of the request; a missing clientInfo is no fault in v1. */
function isBroken(faults: readonly string[], version: ProtocolVersion): boolean {
  return faults.some((rule) => version === 2 || rule !== missingImplementationInfo.id);
}

/** The versions in a well-formed -32022, which is the right answer if all of them are above the requested one. */
function supportedBy({ code, data }: ErrorFacts): number[] | undefined {
  const supported = objectOf(data)?.['supported'];
  if (code !== UNSUPPORTED_VERSION || !Array.isArray(supported)) return undefined;
  return (supported as readonly JsonValue[]).filter((version) => isVersion(version));
}
