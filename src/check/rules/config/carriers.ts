import type { ShapeFinding } from '../../../acp/schema/shape.js';
import { listOf, objectOf } from '../../../model/json-access.js';
import type { Step } from '../../../model/state/step.js';
import { isJsonObject, type JsonObject } from '../../../wire/json-text.js';
import { isBrokenWithin } from '../../engine/claims.js';
import type { Trigger } from '../../engine/rule.js';

/** The answers that open a session. */
export const SETUP_ANSWERS: readonly Trigger[] = [
  'response:session/new',
  'response:session/load',
  'response:session/resume',
  'response:session/fork',
];

/** The messages that carry a list of config options. */
export const OPTION_CARRIERS: readonly Trigger[] = [
  ...SETUP_ANSWERS,
  'response:session/set_config_option',
  'update:config_option_update',
];

/** A config option and its place in the message. */
export interface PlacedOption {
  readonly option: JsonObject;
  readonly path: ShapeFinding['path'];
}

/** The config options that a message carries; undefined if it has no list of them. */
export function carriedOptions({ update, result }: Step): PlacedOption[] | undefined {
  const value = update === undefined ? objectOf(result)?.['configOptions'] : update['configOptions'];
  if (!Array.isArray(value)) return undefined;
  const base = update === undefined ? ['configOptions'] : ['update', 'configOptions'];
  return listOf(value).flatMap((option, i) => (isJsonObject(option) ? [{ option, path: [...base, i] }] : []));
}

/** Whether the list of options that a message carries is broken somewhere. */
export function isListBroken({ update }: Step, shapes: readonly ShapeFinding[]): boolean {
  return update === undefined
    ? isBrokenWithin(shapes, 'configOptions')
    : isBrokenWithin(shapes, 'update', 'configOptions');
}
