import { INVALID_PARAMS, METHOD_NOT_FOUND } from '../../../acp/methods/error-codes.js';
import { objectOf } from '../../../model/json-access.js';
import type { Exchange } from '../../../model/state/exchange.js';
import type { Session } from '../../../model/state/session.js';
import type { ErrorFacts, Step } from '../../../model/state/step.js';
import type { Context } from '../../engine/context.js';
import { mentions } from '../error-text.js';

/** A request that the other side says it does not have the method for; undefined where that may be due to the request. */
export function notFound({ error, exchange }: Step, faultsOf: Context['faultsOf']): Exchange | undefined {
  if (error?.code !== METHOD_NOT_FOUND || exchange === undefined) return undefined;
  return faultsOf(exchange).some((rule) => /^(init|jsonrpc|transport|version)\//.test(rule)) ? undefined : exchange;
}

/** What else an error may be about: the session, the user, the model behind the agent, or this one value. */
const ANOTHER_CAUSE = new RegExp(
  [
    'not found|no such|unknown|exist|enoent|eacces|denied|permission|invalid session',
    'auth|log ?in|sign ?in|quota|rate|limit|too (?:long|large|big|many)|size|empty',
    'model|provider|\\bmode\\b|busy|in progress|already|running|cursor|cwd|spawn|connect|timed? ?out',
    // one of the many formats of a kind of content, which nobody promised
    '\\b(?:image|audio|video|text|application)/[a-z0-9]|mime|format|decod|corrupt|duplicate|unique',
  ].join('|'),
  'i',
);

/** A request refused as invalid that looks valid, and whose error names no other cause. */
export function refused({ error, exchange }: Step, faultsOf: Context['faultsOf']): Exchange | undefined {
  if (error?.code !== INVALID_PARAMS || exchange === undefined || faultsOf(exchange).length > 0) return undefined;
  return mentions(error, ANOTHER_CAUSE) || namesAnotherMember(error) ? undefined : exchange;
}

/** Members of params that the features are in. */
const FEATURE_MEMBERS: ReadonlySet<string> = new Set(['prompt', 'mcpServers', 'additionalDirectories']);

/** Whether the error's data are the members that are wrong, as the SDK's validator gives them, and they are others. */
function namesAnotherMember({ data }: ErrorFacts): boolean {
  const wrong = Object.entries(objectOf(data) ?? {}).filter(
    ([name, value]) => name !== '_errors' && JSON.stringify(objectOf(value) ?? null).includes('"_errors":['),
  );
  return wrong.length > 0 && wrong.every(([name]) => !FEATURE_MEMBERS.has(name));
}

/** A session that was made or opened here, and is there as far as the conversation shows. */
export function isThere(session: Session | undefined): boolean {
  return session !== undefined && session.origin !== 'seen' && session.deleted === undefined;
}
