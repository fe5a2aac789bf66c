import { UNSUPPORTED_VERSION } from '../../acp/methods/error-codes.js';
import type { JsonObject } from '../../wire/json-text.js';
import type { Connection, Dialect } from '../state/connection.js';
import { objectOf, objectsOf } from '../json-access.js';
import type { Moment } from '../state/moment.js';
import type { Step } from '../state/step.js';

/**
 * Decides between the drafts of v2 by features that only one of them has. A single frame that would be a fault in the
 * other draft proves nothing: it may just be a fault.
 */
export function learnDialect(connection: Connection, step: Step): void {
  if (step.version !== 2 || connection.dialect !== undefined) return;
  const sign = signOf(step);
  if (sign !== undefined) decide(connection, 'v2b', sign, step);
  else learnFromPrompt(connection, step);
  learnFromStopReason(connection, step);
}

/** The stop reason "error" is a fault in the August draft (stop-reason/error-literal), so it needs a second sign. */
function learnFromStopReason(connection: Connection, step: Step): void {
  const { dialectSigns } = connection;
  const { update, updateKind } = step;
  if (updateKind === 'state_update') dialectSigns.errorStop ||= update?.['stopReason'] === 'error';
  if (dialectSigns.errorStop && dialectSigns.messageId && connection.dialect === undefined) {
    decide(connection, 'v2b', 'messageId of a prompt and stop reason error', step);
  }
}

function signOf({ sender, method, update, error, exchange, result }: Step): string | undefined {
  if (error?.code === UNSUPPORTED_VERSION) return `error code ${UNSUPPORTED_VERSION}`;
  if (exchange !== undefined) return commandSign(objectOf(result));
  if (method === undefined) return undefined;
  if (sender === 'client' && (method === 'tool_call/cancel' || method === 'terminal/cancel')) return method;
  if (update === undefined) return undefined;
  if (update['background'] !== undefined) return 'background';
  if (update['status'] === 'paused') return 'tool status paused';
  return commandSign(update);
}

/** The commands in an update or in the answer that opens a session. */
function commandSign(holder: JsonObject | undefined): string | undefined {
  const commands = objectsOf(holder?.['availableCommands']);
  return commands.some(({ type }) => type === 'command') ? 'command type' : undefined;
}

/** A messageId in a prompt's result needs a second sign: the same id in the echo. */
function learnFromPrompt(connection: Connection, step: Step): void {
  const { dialectSigns } = connection;
  if (step.exchange?.method === 'session/prompt' && step.error === undefined) {
    const result = objectOf(step.result);
    if (typeof result?.['messageId'] === 'string') {
      dialectSigns.messageId = true;
      const id = result['messageId'];
      const { prompts = [], strays } = step.session ?? {};
      const echoed = prompts.some(({ echo }) => echo?.messageId === id) || strays?.has(id) === true;
      if (echoed) decide(connection, 'v2b', 'messageId of the prompt in result and echo', step);
    } else if (result !== undefined) dialectSigns.emptyPromptResults += 1;
  }
  if (step.updateKind !== 'user_message' && step.updateKind !== 'user_message_chunk') return;
  const id = step.update?.['messageId'];
  const isPromised = step.session?.prompts.some(({ messageId }) => messageId !== undefined && messageId === id);
  if (isPromised === true) decide(connection, 'v2b', 'messageId of the prompt in result and echo', step);
}

function decide(connection: Connection, name: Dialect, sign: string, { seq, at }: Moment): void {
  connection.dialect = { name, sign, seq, at };
}

/** A batch was answered as the August draft requires. */
export function learnAnsweredBatch(connection: Connection, moment: Moment): void {
  connection.dialectSigns.acceptedBatch = true;
  if (connection.dialect === undefined) decide(connection, 'v2a', 'a batch was answered', moment);
}

/** At the end of a recording without a decisive sign. */
export function settleDialect(connection: Connection, moment: Moment): void {
  const { dialect, dialectSigns, version } = connection;
  if (version !== 2 || dialect !== undefined) return;
  if (dialectSigns.emptyPromptResults > 0 && !dialectSigns.messageId) {
    decide(connection, 'v2a', 'empty prompt results', moment);
  }
}
