import type { ShapeFinding } from '../../../acp/schema/shape.js';
import { announced } from '../../../model/handshake/announced-capabilities.js';
import type { Context } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import { placeOf } from '../../engine/shape-wording.js';
import { enumerated, quoted } from '../../engine/wording.js';

/** Values of public proposals that are not in any schema yet. */
const PROPOSED: ReadonlySet<unknown> = new Set(['replay_complete']);

const MESSAGES = {
  method: '{method} exists only in the unstable schema',
  ungated: '{method} exists only in the unstable schema, and the {side} did not announce {capability}',
  value: '{place} is {found}, which exists only in the unstable schema',
  proposed: '{place} is {found}, which is proposed but not in any schema yet',
  member: '{place} is a field of {type} only in the unstable schema',
  members: '{places} are fields only in the unstable schema',
} as const;

export const unstableSurface = defineRule({
  id: 'extension/unstable-surface',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'Unstable methods, updates and fields should be used only if both sides opted in.',
  explanation:
    'They may change or disappear with any release, and a peer that did not opt in treats them as unknown.\n\n' +
    'Only an info, because it is fine if both sides agreed on it. A warning for a method whose capability the other ' +
    'side did not announce. Reported once per method, update, and field of a type; ' +
    'once for all fields of an initialize.',
  spec: 'https://agentclientprotocol.com/rfds/about',
  needsHistory: true,
  messages: MESSAGES,
  on: ['request if unspecified', 'notification if unspecified', 'shape'],
  inspect(context) {
    inspectMethod(context);
    if (context.step.method === 'initialize') inspectGreeting(context);
    for (const finding of context.shapes) {
      if (context.isClaimed(finding)) continue;
      if (finding.kind === 'unknown-member') inspectMember(context, finding);
      else if (VALUES.has(finding.kind)) inspectValue(context, finding);
    }
  },
});

const VALUES: ReadonlySet<string> = new Set(['unknown-value', 'unknown-variant', 'open-value', 'open-variant']);

type UnstableContext = Context<typeof MESSAGES>;

function inspectMethod({ step, connection, protocol, hasReported, report }: UnstableContext): void {
  const { message, method, sender } = step;
  if ((message.kind !== 'request' && message.kind !== 'notification') || method === undefined) return;
  const spec = protocol.method(method, message.kind, sender);
  // other rules say more about what is wrong with the call
  if (spec?.stability !== 'unstable' || hasReported('jsonrpc') || hasReported('capability')) return;
  const { gate } = spec;
  const capability = gate?.path.join('.') ?? '';
  if (gate === undefined || announced(connection, gate.by, capability)) {
    report('method', { data: { method }, once: method });
  } else {
    report('ungated', { data: { method, side: gate.by, capability }, severity: 'warning', once: method });
  }
}

/** Capabilities are announced once and many at a time, so they are one violation. */
function inspectGreeting({ step, shapes, isClaimed, protocol, claim, report }: UnstableContext): void {
  const unstable = shapes.filter(
    (finding) =>
      finding.kind === 'unknown-member' &&
      !isClaimed(finding) &&
      protocol.memberElsewhere(finding.type, String(finding.path.at(-1))) === 'unstable',
  );
  if (unstable.length < 2) return;
  for (const finding of unstable) claim(finding);
  const places = [...new Set(unstable.map(({ path }) => placeOf(step, path)))];
  report('members', { data: { places: enumerated(places) }, once: `initialize ${step.sender}` });
}

function inspectMember({ step, protocol, claim, report }: UnstableContext, finding: ShapeFinding): void {
  const { type, path } = finding;
  const member = String(path.at(-1));
  if (protocol.memberElsewhere(type, member) !== 'unstable') return;
  claim(finding);
  report('member', { data: { place: placeOf(step, path), type }, once: `${type} ${member}` });
}

function inspectValue({ step, protocol, claim, hasReported, report }: UnstableContext, finding: ShapeFinding): void {
  const { type, member, path, found } = finding;
  if (typeof found !== 'string') return;
  const isUnstable = protocol.valueElsewhere(type, member, found) === 'unstable';
  if (!isUnstable && !PROPOSED.has(found)) return;
  claim(finding);
  // the rule about plans with an id says more
  if (hasReported('plan/update-not-advertised')) return;
  const data = { place: placeOf(step, path), found: quoted(found) };
  report(isUnstable ? 'value' : 'proposed', { data, once: `${type} ${member} ${found}` });
}
