import type { ShapeFinding } from '../../../acp/shape.js';
import { foldedSpelling } from '../../../acp/spelling.js';
import { defineRule } from '../../rule.js';
import { holderOf, placeOf } from '../../shape-wording.js';
import { quoted } from '../../wording.js';

export const wrongCaseField = defineRule({
  id: 'schema/wrong-case-field',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'Keys are spelled in camelCase and discriminators in snake_case, as the schema has them.',
  explanation:
    'A key in another case is another key: readers pass over it, and what it says is lost. It is an error where the ' +
    'right key is required, so that the message is refused. Serializers that rename fields on their own are the usual ' +
    'cause: turn that off for ACP types. Not reported: anything in _meta, rawInput, rawOutput, error.data and other ' +
    'values that are free.',
  spec: 'v1/overview#conventions',
  messages: {
    lost: '{place} is not known to {type}; the field is called {meant}',
    required: '{place} is not known to {type}, which needs {meant}; it is spelled so',
    tag: '{place} is {found}; it is spelled {meant}',
  },
  on: ['shape'],
  inspect({ step, shapes, claim, isClaimed, hasReported, report }) {
    for (const finding of shapes) {
      if (isClaimed(finding)) continue;
      const { kind, path, type, found, tolerated } = finding;
      const name = kind === 'unknown-member' ? path.at(-1) : found;
      const meant = MISSPELLED.has(kind) ? meantBy(name, finding) : undefined;
      if (meant === undefined) continue;
      claim(finding);
      const place = placeOf(step, path);
      if (kind !== 'unknown-member') {
        const severity = kind === 'unknown-variant' && !tolerated ? 'error' : 'warning';
        report('tag', { data: { place, found: quoted(found), meant: quoted(meant) }, severity });
        continue;
      }
      const lacking = shapes.find((other) => isLacking(other, meant, finding));
      // that the right one is missing was said already
      if (lacking !== undefined && isClaimed(lacking)) continue;
      if (INFOS.has(meant) && hasReported('init/missing-implementation-info')) continue;
      if (lacking === undefined) {
        report('lost', { data: { place, type, meant } });
      } else {
        claim(lacking);
        report('required', { data: { place, type, meant }, severity: lacking.tolerated ? 'warning' : 'error' });
      }
    }
  },
});

const INFOS: ReadonlySet<string> = new Set(['clientInfo', 'agentInfo']);

const MISSPELLED: ReadonlySet<ShapeFinding['kind']> = new Set(['unknown-member', 'unknown-variant', 'open-variant']);

function meantBy(name: unknown, { known }: ShapeFinding): string | undefined {
  if (typeof name !== 'string') return undefined;
  const spelled = foldedSpelling(name);
  return known.find((candidate) => candidate !== name && foldedSpelling(candidate) === spelled);
}

/** The right key is required, and absent from the same object. */
function isLacking(other: ShapeFinding, meant: string, finding: ShapeFinding): boolean {
  return other.kind === 'missing' && other.path.at(-1) === meant && holderOf(other) === holderOf(finding);
}
