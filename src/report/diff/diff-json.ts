import { DIFFERENCE_KINDS, type Both, type Difference, type Side, type Where } from '../../compare/difference.js';
import type { TextPiece } from '../../compare/text-diff.js';
import type { JsonValue } from '../../wire/json-text.js';
import type { DiffJson } from './diff-json-schema.js';
import { countsOf, leftOut, type Compared } from './compared.js';

type DifferenceJson = DiffJson['differences'][number];

/** What `diff --json` prints. */
export function diffJson(compared: Compared): DiffJson {
  const { a, b, differences } = compared;
  return {
    a,
    b,
    equal: differences.length === 0,
    differences: differences.map(differenceJson),
    counts: Object.fromEntries(countsOf(differences)),
    notCompared: leftOut(compared),
  };
}

function differenceJson({ kind, summary, where, a, b, changes }: Difference): DifferenceJson {
  return {
    kind,
    summary,
    ...placeJson(where),
    a: sideJson(a),
    b: sideJson(b),
    changes: changes.map(({ path, pieces, ...sides }) => ({
      path,
      ...(sides.a !== undefined && { a: sides.a }),
      ...(sides.b !== undefined && { b: sides.b }),
      ...(pieces !== undefined && {
        pieces: pieces.map(({ text, only }) => ({ text, in: only ?? ('both' as const) })),
      }),
    })),
  };
}

function placeJson({ session, turn, part }: Where): Pick<DifferenceJson, 'session' | 'turn' | 'part'> {
  const both = (numbers: Both | undefined) =>
    numbers === undefined ? null : { a: numbers.a ?? null, b: numbers.b ?? null };
  return { session: both(session), turn: both(turn), part: part ?? null };
}

function sideJson(side: Side | undefined): DifferenceJson['a'] {
  return side === undefined ? null : { seq: side.seq, endSeq: side.endSeq, label: side.label };
}

/** Turns the output of `diff --json` back into a comparison. */
export function comparedOfJson({ a, b, differences, notCompared }: DiffJson): Compared {
  const left: readonly string[] = notCompared;
  return {
    a,
    b,
    differences: differences.map(differenceOfJson),
    compared: DIFFERENCE_KINDS.filter((kind) => !left.includes(kind)),
  };
}

function differenceOfJson({ kind, summary, session, turn, part, a, b, changes }: DifferenceJson): Difference {
  return {
    kind,
    summary,
    where: {
      ...(session !== null && { session: bothOfJson(session) }),
      ...(turn !== null && { turn: bothOfJson(turn) }),
      ...(part !== null && { part }),
    },
    a: a ?? undefined,
    b: b ?? undefined,
    changes: changes.map(({ path, pieces, ...sides }) => ({
      path,
      a: sides.a as JsonValue | undefined,
      b: sides.b as JsonValue | undefined,
      ...(pieces !== undefined && { pieces: pieces.map(pieceOfJson) }),
    })),
  };
}

function bothOfJson({ a, b }: NonNullable<DifferenceJson['session']>): Both {
  return { a: a ?? undefined, b: b ?? undefined };
}

function pieceOfJson({ text, in: place }: { readonly text: string; readonly in: 'a' | 'b' | 'both' }): TextPiece {
  return { text, only: place === 'both' ? undefined : place };
}
