import { INVALID_PARAMS, METHOD_NOT_FOUND } from '../../../acp/methods/error-codes.js';
import { objectOf } from '../../../model/json-access.js';
import type { Exchange } from '../../../model/state/exchange.js';
import type { Session } from '../../../model/state/session.js';
import type { ErrorFacts, Step } from '../../../model/state/step.js';
import type { Context } from '../../engine/context.js';
import { mentions } from '../error-text.js';

/** The request, if it was answered "method not found" and is not itself the cause of that. */
export function notFound({ error, exchange }: Step, faultsOf: Context['faultsOf']): Exchange | undefined {
  if (error?.code !== METHOD_NOT_FOUND || exchange === undefined) return undefined;
  return faultsOf(exchange).some((rule) => /^(init|jsonrpc|transport|version)\//.test(rule)) ? undefined : exchange;
}

/** Words of an error with another cause: the session, the user, the model behind the agent, or this one value. */
const ANOTHER_CAUSE = new RegExp(
  [
    'not found|no such|unknown|exist|enoent|eacces|denied|permission|invalid session',
    'auth|log ?in|sign ?in|quota|rate|limit|too (?:long|large|big|many)|size|empty',
    'model|provider|\\bmode\\b|busy|in progress|already|running|cursor|cwd|spawn|connect|timed? ?out',
    // one of many formats: a capability promises a kind of content, not all of its formats
    '\\b(?:image|audio|video|text|application)/[a-z0-9]|mime|format|decod|corrupt|duplicate|unique',
  ].join('|'),
  'i',
);

/** The request, if it was refused as invalid although it looks valid, and the error names no other cause. */
export function refused({ error, exchange }: Step, faultsOf: Context['faultsOf']): Exchange | undefined {
  if (error?.code !== INVALID_PARAMS || exchange === undefined || faultsOf(exchange).length > 0) return undefined;
  return mentions(error, ANOTHER_CAUSE) || namesAnotherMember(error) ? undefined : exchange;
}

/** The params that hold the features. */
const FEATURE_MEMBERS: ReadonlySet<string> = new Set(['prompt', 'mcpServers', 'additionalDirectories']);

/** Whether the error's data, from the SDK's validator, blames only other fields of params. */
function namesAnotherMember({ data }: ErrorFacts): boolean {
  const wrong = Object.entries(objectOf(data) ?? {}).filter(
    ([name, value]) => name !== '_errors' && JSON.stringify(objectOf(value) ?? null).includes('"_errors":['),
  );
  return wrong.length > 0 && wrong.every(([name]) => !FEATURE_MEMBERS.has(name));
}

/** Whether a session was created or opened here and, as far as the conversation shows, still exists. */
export function isThere(session: Session | undefined): boolean {
  return session !== undefined && session.origin !== 'seen' && session.deleted === undefined;
}
