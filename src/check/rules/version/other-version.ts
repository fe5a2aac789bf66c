import type { ShapeFinding } from '../../../acp/schema/shape.js';
import type { Context } from '../../engine/context.js';
import { enumeratedOnce, holderOf, placeOf } from '../../engine/shape-wording.js';

export const MESSAGES = {
  method: '{method} is a method of v{other}, but this connection speaks v{version}{instead}',
  update: '{kind} is a session update of v{other}, but this connection speaks v{version}{instead}',
  field: '{place} is a field of v{other}, but this connection speaks v{version}',
  object: '{place} has the fields of v{other} ({fields}); v{version} requires {needed}',
} as const;

/** What to use instead, if there is something. */
const INSTEAD: Readonly<Record<string, string>> = {
  'session/load': 'session/resume with replayFrom',
  'session/set_mode': 'session/set_config_option',
  authenticate: 'auth/login',
  logout: 'auth/logout',
  tool_call: 'tool_call_update',
  plan: 'plan_update',
  current_mode_update: 'config_option_update',
  'auth/login': 'authenticate',
  'auth/logout': 'logout',
  user_message: 'user_message_chunk',
  agent_message: 'agent_message_chunk',
  agent_thought: 'agent_thought_chunk',
};

interface OtherVersion {
  readonly other: 1 | 2;
  readonly methods: ReadonlySet<string>;
  readonly fields: ReadonlySet<string>;
}

export function inspectSurface(context: Context<typeof MESSAGES>, otherVersion: OtherVersion): void {
  const { step, protocol, shapes, isClaimed, report } = context;
  const { other, methods } = otherVersion;
  const { version } = protocol;
  const { method } = step;
  if (step.message.kind !== 'response' && method !== undefined && methods.has(method)) {
    report('method', { data: { method, other, version, instead: insteadOf(method) } });
  }
  // before the two sides agree on a version there is no other version: see init/wrong-version-fields
  if (method === 'initialize' && step.message.kind !== 'response') return;
  for (const finding of shapes) {
    if (isClaimed(finding)) continue;
    if (finding.kind === 'unknown-member') inspectMember(context, finding, otherVersion);
    else inspectUpdate(context, finding, other);
  }
}

function inspectUpdate(
  { protocol, claim, report }: Context<typeof MESSAGES>,
  finding: ShapeFinding,
  other: 1 | 2,
): void {
  const { kind, type, member, found } = finding;
  if (type !== 'SessionUpdate' || (kind !== 'unknown-variant' && kind !== 'open-variant')) return;
  if (typeof found !== 'string' || protocol.valueElsewhere(type, member, found) !== 'other-version') return;
  claim(finding);
  report('update', { data: { kind: found, other, version: protocol.version, instead: insteadOf(found) } });
}

function insteadOf(name: string): string {
  const instead = Object.hasOwn(INSTEAD, name) ? INSTEAD[name] : undefined;
  return instead === undefined ? '' : `; use ${instead}`;
}

/**
 * Reports fields of the other version: on their own if they matter, or together with the missing fields they replace.
 */
function inspectMember(
  context: Context<typeof MESSAGES>,
  finding: ShapeFinding,
  { other, fields }: OtherVersion,
): void {
  const { step, protocol, shapes, isClaimed, claim, report } = context;
  const { type, path, found } = finding;
  if (protocol.memberElsewhere(type, String(path.at(-1))) !== 'other-version') return;
  const holder = holderOf(finding);
  const sameObject = shapes.filter((shape) => holderOf(shape) === holder && !isClaimed(shape));
  const strange = sameObject.filter(
    ({ kind, path: at }) =>
      kind === 'unknown-member' && protocol.memberElsewhere(type, String(at.at(-1))) === 'other-version',
  );
  const missing = sameObject.filter(({ kind }) => kind === 'missing');
  if (missing.length > 0) {
    for (const shape of [...strange, ...missing]) claim(shape);
    const data = { other, version: protocol.version, place: placeOf(step, path.slice(0, -1)) };
    report('object', { data: { ...data, fields: enumeratedOnce(strange), needed: enumeratedOnce(missing) } });
  } else if (fields.has(`${type} ${String(path.at(-1))}`) && found !== null) {
    claim(finding);
    report('field', { data: { place: placeOf(step, path), other, version: protocol.version } });
  }
}
