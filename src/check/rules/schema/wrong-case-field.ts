import type { ShapeFinding } from '../../../acp/schema/shape.js';
import { foldedSpelling } from '../../../acp/schema/spelling.js';
import { objectOf } from '../../../model/json-access.js';
import type { Context } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import { holderOf, placeOf, valueAt } from '../../engine/shape-wording.js';
import { quoted } from '../../engine/wording.js';

const MESSAGES = {
  lost: '{place} is not known to {type}; the field is called {meant}',
  required: '{place} is not known to {type}, which needs {meant}; it is spelled so',
  tag: '{place} is {found}; it is spelled {meant}',
} as const;

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
  messages: MESSAGES,
  on: ['shape'],
  inspect(context) {
    const { shapes, isClaimed } = context;
    for (const finding of shapes)
      if (finding.kind === 'missing' && !isClaimed(finding)) inspectMissing(context, finding);
    for (const finding of shapes) {
      if (isClaimed(finding)) continue;
      if (finding.kind === 'unknown-member') inspectMember(context, finding);
      else if (finding.kind === 'unknown-variant' || finding.kind === 'open-variant') inspectTag(context, finding);
    }
  },
});

type WrongCaseContext = Context<typeof MESSAGES>;

/** The right key is required; another that means it stands in the same object. */
function inspectMissing({ step, shapes, claim, report }: WrongCaseContext, finding: ShapeFinding): void {
  const { path, type, tolerated } = finding;
  const meant = String(path.at(-1));
  const holder = path.slice(0, -1);
  const spelled = sameWord(meant, Object.keys(objectOf(valueAt(step, holder)) ?? {}));
  if (spelled === undefined) return;
  claim(finding);
  const place = placeOf(step, [...holder, spelled]);
  for (const other of shapes) if (isBeside(other, finding) && other.path.at(-1) === spelled) claim(other);
  report('required', { data: { place, type, meant }, severity: tolerated ? 'warning' : 'error' });
}

function inspectMember(context: WrongCaseContext, finding: ShapeFinding): void {
  const { step, shapes, claim, hasReported, report } = context;
  const { path, type, known } = finding;
  const meant = sameWord(String(path.at(-1)), known);
  if (meant === undefined) return;
  claim(finding);
  // that the right one is missing was said already
  if (shapes.some((other) => other.kind === 'missing' && other.path.at(-1) === meant && isBeside(other, finding)))
    return;
  if (INFOS.has(meant) && hasReported('init/missing-implementation-info')) return;
  report('lost', { data: { place: placeOf(step, path), type, meant } });
}

function inspectTag({ step, claim, report }: WrongCaseContext, finding: ShapeFinding): void {
  const { kind, path, found, known, tolerated } = finding;
  const meant = typeof found === 'string' ? sameWord(found, known) : undefined;
  if (meant === undefined) return;
  claim(finding);
  const severity = kind === 'unknown-variant' && !tolerated ? 'error' : 'warning';
  report('tag', { data: { place: placeOf(step, path), found: quoted(found), meant: quoted(meant) }, severity });
}

const INFOS: ReadonlySet<string> = new Set(['clientInfo', 'agentInfo']);

/** The one of `names` that is the same word in another spelling. */
function sameWord(word: string, names: readonly string[]): string | undefined {
  const folded = foldedSpelling(word);
  return names.find((name) => name !== word && foldedSpelling(name) === folded);
}

function isBeside(left: ShapeFinding, right: ShapeFinding): boolean {
  return holderOf(left) === holderOf(right);
}
