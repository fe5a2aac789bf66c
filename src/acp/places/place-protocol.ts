import type { Sender } from '../../wire/frame.js';
import { MethodTable, namedMethods, type CallKind, type NamedMethod } from '../methods/method-table.js';
import { METHOD_FACTS } from '../methods/method-facts.js';
import { PlacePlanner, type PlacePlan } from './place-plan.js';
import type { Gate, ProtocolVersion } from '../methods/protocol.js';
import type { SdkSchemas } from '../schema/sdk-schema.js';

/** What has to be known of a version to find ids and roots in its messages; see VersionedProtocol, which knows more. */
export interface VersionedPlaces {
  readonly version: ProtocolVersion;
  /** The method of a message of that kind from that sender, else any of that name. */
  method(name: string, kind: CallKind, sender: Sender): GatedMethod | undefined;
  /** Where ids and roots stand in the values of a definition; undefined where none does. */
  placePlan(definition: string): PlacePlan | undefined;
}

export interface GatedMethod extends NamedMethod {
  readonly gate?: Gate;
}

/** The same of both versions. */
export interface PlaceProtocol {
  of(version: ProtocolVersion): VersionedPlaces;
}

/**
 * Reads where ids and roots stand and nothing more: of a version the one file that holds all of it, when it is first asked for. Whoever
 * starts a replay waits for it.
 */
export function readPlaces(schemas: SdkSchemas): PlaceProtocol {
  const read = new Map<ProtocolVersion, VersionedPlaces>();
  return {
    of: (version) => {
      const known = read.get(version) ?? readVersionedPlaces(version, schemas);
      read.set(version, known);
      return known;
    },
  };
}

function readVersionedPlaces(version: ProtocolVersion, schemas: SdkSchemas): VersionedPlaces {
  // what is unstable is a superset of what is stable
  const { unstable } = version === 1 ? schemas.v1 : schemas.v2;
  const methods = namedMethods(unstable).map((method): GatedMethod => {
    const { gate } = METHOD_FACTS[version][method.name] ?? {};
    return gate === undefined ? method : { ...method, gate };
  });
  const table = new MethodTable(methods);
  const planner = new PlacePlanner(unstable);
  return {
    version,
    method: (name, kind, sender) => table.method(name, kind, sender),
    placePlan: (definition) => planner.plan(definition),
  };
}
