import type { ShapeFinding } from '../../../acp/schema/shape.js';
import { foldedSpelling } from '../../../acp/schema/spelling.js';
import { objectOf } from '../../../model/json-access.js';
import type { Context } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import { holderOf, placeOf, valueAt } from '../../engine/shape-wording.js';
import { quoted } from '../../engine/wording.js';

const MESSAGES = {
  lost: '{place} is not a field of {type}; spell it {meant}',
  required: '{place} is not a field of {type}, which requires {meant}; spell it like that',
  tag: '{place} is {found}; spell it {meant}',
} as const;

export const wrongCaseField = defineRule({
  id: 'schema/wrong-case-field',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'Keys should be camelCase and discriminators snake_case, as in the schema.',
  explanation:
    'A key in another case is a different key: readers ignore it, and its value is lost. Usually a serializer ' +
    'renames fields on its own; turn that off for ACP types.\n\n' +
    'An error if the right key is required, because the message is then refused. Not reported: anything inside ' +
    '_meta, rawInput, rawOutput, error.data and other free values.',
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

/** Reports a required key that is there in another spelling. */
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
  // already reported: the right key is missing
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

/** The name that is the same word in another spelling. */
function sameWord(word: string, names: readonly string[]): string | undefined {
  const folded = foldedSpelling(word);
  return names.find((name) => name !== word && foldedSpelling(name) === folded);
}

function isBeside(left: ShapeFinding, right: ShapeFinding): boolean {
  return holderOf(left) === holderOf(right);
}
