import { readPlaces, type PlaceProtocol } from '../../acp/places/place-protocol.js';
import { loadSdkSchemas } from './sdk-schemas.js';

let places: PlaceProtocol | undefined;

/** Where ids and folders are in messages of ACP. A replay needs no more of the protocol, and this part is read much faster. */
export function acpPlaces(): PlaceProtocol {
  places ??= readPlaces(loadSdkSchemas());
  return places;
}
