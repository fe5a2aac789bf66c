import { objectOf, objectsOf, textOf } from '../../../model/json-access.js';
import type { AuthMethod, Connection } from '../../../model/state/connection.js';
import type { Step } from '../../../model/state/step.js';
import type { JsonObject } from '../../../wire/json-text.js';

/** The methods in the answer to initialize. */
export function methodsIn({ result }: Step): readonly JsonObject[] {
  return objectsOf(objectOf(result)?.['authMethods']);
}

export function idOf(method: JsonObject, { version }: Step): string | undefined {
  return textOf(method[version === 2 ? 'methodId' : 'id']);
}

/** The methods that the agent offers; undefined if the recording does not hold its answer to initialize. */
export function offeredMethods({ initialization }: Connection): readonly AuthMethod[] | undefined {
  return initialization.state === 'done' ? initialization.authMethods : undefined;
}

/** The methods with the id that the client sent. */
export function wanted(methods: readonly AuthMethod[], { params }: Step): readonly AuthMethod[] {
  return methods.filter(({ id }) => id === params?.['methodId']);
}
