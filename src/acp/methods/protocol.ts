import type { Sender } from '../../wire/frame.js';
import type { PlacePlan } from '../places/place-plan.js';
import type { Shape } from '../schema/shape.js';

/** The major versions of ACP. */
export type ProtocolVersion = 1 | 2;

/** The capability without which a method must not be used: whose it is, and its members below `capabilities`. */
export interface Gate {
  readonly by: 'client' | 'agent';
  readonly path: readonly string[];
}

/** What the schema calls the parts of a method: params and result of the request, params of the notification. */
export interface DefinitionNames {
  readonly params?: string;
  readonly result?: string;
  readonly notification?: string;
}

/** What the specification says about one method. */
export interface MethodSpec {
  readonly name: string;
  /** Who handles it. `both`: either side may send it. */
  readonly receiver: 'client' | 'agent' | 'both' | 'proxy';
  readonly request:
    | {
        readonly params: Shape;
        readonly result: Shape;
        /** Whether the result has required members, so that `{}` and null say too little. */
        readonly resultRequired: boolean;
      }
    | undefined;
  readonly notification: { readonly params: Shape } | undefined;
  /** The names of their definitions in the schema. */
  readonly definitions: DefinitionNames;
  readonly stability: 'stable' | 'unstable';
  /** Page of the specification, below https://agentclientprotocol.com/protocol/: "v1/session-setup". */
  readonly page: string;
  /** Whether the params have required members, so that `params` must not be left out. */
  readonly paramsRequired: boolean;
  readonly gate?: Gate;
}

/** One major version of the protocol, as the schemas of the SDK have it. */
export interface VersionedProtocol {
  readonly version: ProtocolVersion;
  /** The spec of a message of that kind from that sender, else any spec of that name; stable before unstable. */
  method(name: string, kind: 'request' | 'notification', sender: Sender): MethodSpec | undefined;
  /** All of them, stable ones first. */
  readonly methods: readonly MethodSpec[];
  /** Tags of the stable session updates. */
  readonly updateKinds: ReadonlySet<string>;
  /** Tags of the session updates that only the unstable schema has. */
  readonly unstableUpdateKinds: ReadonlySet<string>;
  /** The shape of any definition, the stable one where there is one. Throws for a name that no schema has. */
  shape(definition: string): Shape;
  /** Where ids and roots stand in the values of any definition, unstable members too; undefined where none does. */
  placePlan(definition: string): PlacePlan | undefined;
  /** Where else a member of a type is known: in the unstable schema of this version, or in the other version. */
  memberElsewhere(type: string, member: string): 'unstable' | 'other-version' | undefined;
  /** The same for a value of an enum or a tag of a union that is the member of a type. */
  valueElsewhere(type: string, member: string, value: string): 'unstable' | 'other-version' | undefined;
}

/** Both versions. */
export interface Protocol {
  readonly v1: VersionedProtocol;
  readonly v2: VersionedProtocol;
  of(version: ProtocolVersion): VersionedProtocol;
}
