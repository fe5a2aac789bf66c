import { isBroken, type ShapeFinding } from '../../acp/schema/shape.js';
import type { Context } from './context.js';
import { isWithin } from './shape-wording.js';

type Path = ShapeFinding['path'];

/** Claims all findings at or below some places, so that no later rule reports them. */
export function claimWithin({ shapes, claim }: Pick<Context, 'shapes' | 'claim'>, ...places: readonly Path[]): void {
  for (const finding of shapes) if (places.some((place) => isWithin(finding.path, place))) claim(finding);
}

/** Claims the findings about some values themselves, but not those about their contents. */
export function claimAt({ shapes, claim }: Pick<Context, 'shapes' | 'claim'>, ...places: readonly Path[]): void {
  for (const finding of shapes) {
    const { path } = finding;
    if (places.some((place) => place.length === path.length && isWithin(path, place))) claim(finding);
  }
}

/** Whether something at or below a place in params or result is malformed, so that its meaning is unknown. */
export function isBrokenWithin(shapes: readonly ShapeFinding[], ...place: Path): boolean {
  return shapes.some(
    (finding) => isBroken(finding) && finding.kind !== 'out-of-range' && isWithin(finding.path, place),
  );
}
