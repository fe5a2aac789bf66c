import { spliced } from '../../fixture/rewrite/splice.js';
import { objectOf, objectsOf, textOf } from '../../model/json-access.js';
import { isJsonObject, type JsonValue } from '../../wire/json-text.js';
import { spanAt } from '../engine/json-places.js';

/**
 * The option of a live permission request that corresponds to the recorded choice: the one with the same id if it is of the same kind,
 * otherwise the first of that kind (v1/tool-calls: permission options).
 *
 * @returns undefined if no option is of that kind
 */
export function optionLike(
  chosenId: string,
  recorded: JsonValue | undefined,
  live: JsonValue | undefined,
): string | undefined {
  const kind = kindOf(chosenId, recorded);
  if (kind === undefined || kindOf(chosenId, live) === kind) return chosenId;
  const alike = optionsOf(live).find((option) => option['kind'] === kind);
  return textOf(alike?.['optionId']);
}

function kindOf(optionId: string, params: JsonValue | undefined): string | undefined {
  return textOf(optionsOf(params).find((option) => option['optionId'] === optionId)?.['kind']);
}

function optionsOf(params: JsonValue | undefined) {
  return objectsOf(isJsonObject(params) ? params['options'] : undefined);
}

/** The option that an answer to a permission request chose. */
export function chosenOption(result: JsonValue | undefined): string | undefined {
  return textOf(objectOf(objectOf(result)?.['outcome'])?.['optionId']);
}

/** The text of an answer with another option; every other character stays. */
export function withOption(text: string, option: string): string {
  const span = spanAt(text, '/result/outcome/optionId');
  return span === undefined ? text : spliced(text, [{ start: span[0], end: span[1], text: JSON.stringify(option) }]);
}
