import type { JsonObject, JsonValue } from '../../../../src/wire/json-text.js';
import type { Conversation, Expected, Planting, SaidLine } from '../planting.js';

/** Plants one fault into a copy of a conversation, and says what is to be found. */
export type Plant = (planting: Planting) => Expected;

/** A fault, and how it is planted at each place of a conversation where it can be. */
export interface Fault {
  readonly name: string;
  readonly plants: (conversation: Conversation) => Plant[];
}

type Wanted = Omit<Expected, 'at'> & { readonly at?: SaidLine };

/** For each place in a conversation. */
export function at<Place>(
  name: string,
  places: (conversation: Conversation) => readonly Place[],
  plant: (planting: Planting, place: Place, conversation: Conversation) => Expected,
): Fault {
  return {
    name,
    plants: (conversation) => places(conversation).map((place) => (planting) => plant(planting, place, conversation)),
  };
}

/** For each place: a line is said otherwise. */
export function otherwise(
  name: string,
  wanted: Wanted,
  places: (conversation: Conversation) => readonly SaidLine[],
  change: (said: JsonObject, conversation: Conversation) => JsonValue | string | Uint8Array,
): Fault {
  return at(name, places, (planting, line, conversation) => ({
    at: planting.replace(line, change(line.json ?? {}, conversation)),
    ...wanted,
  }));
}
