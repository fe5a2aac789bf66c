import { isBroken, type ShapeFinding } from '../../acp/schema/shape.js';
import type { Context } from './context.js';
import { isWithin } from './shape-wording.js';

type Path = ShapeFinding['path'];

/** Takes everything that is remarkable at or below some places on itself: no rule that comes later reports it. */
export function claimWithin({ shapes, claim }: Pick<Context, 'shapes' | 'claim'>, ...places: readonly Path[]): void {
  for (const finding of shapes) if (places.some((place) => isWithin(finding.path, place))) claim(finding);
}

/** Takes what is remarkable about some values themselves on itself, not what is inside of them. */
export function claimAt({ shapes, claim }: Pick<Context, 'shapes' | 'claim'>, ...places: readonly Path[]): void {
  for (const finding of shapes) {
    const { path } = finding;
    if (places.some((place) => place.length === path.length && isWithin(path, place))) claim(finding);
  }
}

/** Whether something at or below a place in params or result is broken, so that what it means is not known. */
export function isBrokenWithin(shapes: readonly ShapeFinding[], ...place: Path): boolean {
  return shapes.some(
    (finding) => isBroken(finding) && finding.kind !== 'out-of-range' && isWithin(finding.path, place),
  );
}
