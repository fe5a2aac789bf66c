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

/** Codes of a request that was not understood: here it can only be the version. */
const REFUSALS: ReadonlySet<number | undefined> = new Set([INVALID_REQUEST, INVALID_PARAMS, UNSUPPORTED_VERSION]);

export const errorResponse = defineRule({
  id: 'init/error-response',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'A well-formed initialize is answered with a result, also if the version is not the one asked for.',
  explanation:
    'An agent that does not speak the version it is asked for answers with one that it does, and the client decides ' +
    'whether to go on. With an error the two cannot even fall back. Only the November draft of v2 has an error for ' +
    'this, -32022, for an agent that speaks no version as low as the one asked for. Errors that do not speak of the ' +
    'version are a warning. Not reported: the answer to a request that was itself broken, to one that the client ' +
    'cancelled, and to a second initialize while the first one stands. -32601 is capability/baseline-method-missing.',
  spec: 'v1/initialization#version-negotiation',
  messages: {
    refused: 'version {requested} was refused with error {code} ({text}) instead of an offer of another version',
    failed: 'initialize was answered with error {code} ({text})',
    speaksIt:
      'the agent refused version {requested} with error -32022, but says that it speaks {supported}; it has to answer with that one',
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

/** Whether something in the request may be what was refused; that v1 wants the client's name is only a wish. */
function isBroken(faults: readonly string[], version: ProtocolVersion): boolean {
  return faults.some((rule) => version === 2 || rule !== missingImplementationInfo.id);
}

/** The versions that a well-formed -32022 lists; it is the right answer where none is as low as the one asked for. */
function supportedBy({ code, data }: ErrorFacts): number[] | undefined {
  const supported = objectOf(data)?.['supported'];
  if (code !== UNSUPPORTED_VERSION || !Array.isArray(supported)) return undefined;
  return (supported as readonly JsonValue[]).filter((version) => isVersion(version));
}
