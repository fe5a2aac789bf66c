import {
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  REQUEST_CANCELLED,
  UNSUPPORTED_VERSION,
} from '../../../acp/methods/error-codes.js';
import type { ProtocolVersion } from '../../../acp/methods/protocol.js';
import type { Exchange } from '../../../model/state/exchange.js';
import { objectOf } from '../../../model/json-access.js';
import type { ErrorFacts } from '../../../model/state/step.js';
import type { JsonValue } from '../../../wire/json-text.js';
import { defineRule } from '../../engine/rule.js';
import { enumerated, quoted } from '../../engine/wording.js';
import { mentions } from '../error-text.js';
import { missingImplementationInfo } from './wrong-version-fields.js';
import { isKnownVersion, isVersion } from './version-number.js';

export const versionNotEchoed = defineRule({
  id: 'init/version-not-echoed',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'The agent answers with the version that the client asked for, or with the nearest one that it speaks.',
  explanation:
    'An agent that speaks the version it is asked for has to answer with it. A lower answer is the normal way to fall ' +
    'back and only info: one connection does not show what else the agent speaks. A higher answer is an error in the ' +
    'November draft of v2, where an agent that speaks no version as low as the one asked for answers with error ' +
    '-32022; before that an agent could offer its own latest version, and the client decided.',
  spec: 'v1/initialization#version-negotiation',
  messages: {
    higher: 'the client asked for version {requested} and the agent answered {answered}, which is above it',
    downgraded: 'the client asked for version {requested} and the agent fell back to {answered}',
  },
  on: ['response:initialize'],
  inspect({ step, report }) {
    const requested = step.params?.['protocolVersion'];
    const answered = objectOf(step.result)?.['protocolVersion'];
    if (!isVersion(requested) || !isVersion(answered) || !isKnownVersion(answered)) return;
    const data = { requested, answered };
    const evidence = [step.exchange];
    if (answered < requested) report('downgraded', { data, severity: 'info', evidence });
    // only v2 can be above what was asked for, as 0 is no version
    else if (answered > requested && answered === 2) {
      report('higher', { data, evidence, dialects: { v2a: 'off', v2b: 'error' } });
    }
  },
});

export const unknownVersionAgreed = defineRule({
  id: 'init/unknown-version-agreed',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'The version that the agent answers is one that there is.',
  explanation:
    'The answer says by which specification both sides act from now on. An agent that echoes whatever it is asked for ' +
    'agrees on something it cannot do. Compare the number asked for with the versions the agent implements, and ' +
    'answer with one of those. Known here are 1 and 2; all later findings of the connection are by the nearest of ' +
    'them, and info. If there is a newer version by now, update turntable.',
  spec: 'v1/initialization#version-negotiation',
  messages: {
    echoed: 'the agent agreed on version {answered} as it was asked to; there are versions 1 and 2',
    invented: 'the agent answered version {answered} (asked for: {requested}); there are versions 1 and 2',
  },
  on: ['response:initialize'],
  inspect({ step, report }) {
    const requested = step.params?.['protocolVersion'];
    const answered = objectOf(step.result)?.['protocolVersion'];
    if (!isVersion(answered) || isKnownVersion(answered)) return;
    const evidence = [step.exchange];
    if (requested === answered) report('echoed', { data: { answered }, evidence });
    else report('invented', { data: { answered, requested: quoted(requested) }, evidence });
  },
});

export const continueOnUnsupportedVersion = defineRule({
  id: 'init/continue-on-unsupported-version',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'A client that is offered a version above its own latest one disconnects.',
  explanation:
    'The client asks for the latest version it speaks. An agent that answers with a higher one does not speak any that ' +
    'the client does, and everything sent from then on is read by other rules than it was written by. Close the ' +
    'connection and tell the user. Reported once, at the first request that follows. Not reported: a lower answer, ' +
    'which the client may well speak, and a new initialize.',
  spec: 'v1/initialization#version-negotiation',
  needsHistory: true,
  messages: {
    went: 'the client asked for version {requested}, was answered {answered}, and went on with {method}',
  },
  on: ['request'],
  inspect({ connection, step, report }) {
    const { state, requested, answered, answer } = connection.initialization;
    if (step.sender !== 'client' || step.method === 'initialize' || state !== 'done') return;
    if (!isVersion(requested) || !isVersion(answered) || answered <= requested) return;
    const method = quoted(step.method);
    report('went', { data: { requested, answered, method }, evidence: [answer], once: String(answer?.seq) });
  },
});

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
  inspect({ connection, step, report }) {
    const { error, exchange, params } = step;
    const requested = params?.['protocolVersion'];
    if (error === undefined || exchange === undefined || connection.initialization.state === 'done') return;
    if (isBroken(exchange, step.version) || !isVersion(requested) || error.code === METHOD_NOT_FOUND) return;
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
function isBroken({ faults }: Exchange, version: ProtocolVersion): boolean {
  return faults.some((rule) => version === 2 || rule !== missingImplementationInfo.id);
}

/** The versions that a well-formed -32022 lists; it is the right answer where none is as low as the one asked for. */
function supportedBy({ code, data }: ErrorFacts): number[] | undefined {
  const supported = objectOf(data)?.['supported'];
  if (code !== UNSUPPORTED_VERSION || !Array.isArray(supported)) return undefined;
  return (supported as readonly JsonValue[]).filter((version) => isVersion(version));
}
