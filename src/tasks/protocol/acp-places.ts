import { readPlaces, type PlaceProtocol } from '../../acp/places/place-protocol.js';
import { loadSdkSchemas } from './sdk-schemas.js';

let places: PlaceProtocol | undefined;

/** Where ids and roots stand in messages of ACP: all of the protocol that a replay needs, and read much sooner. */
export function acpPlaces(): PlaceProtocol {
  places ??= readPlaces(loadSdkSchemas());
  return places;
}
