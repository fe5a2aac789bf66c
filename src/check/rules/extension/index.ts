import type { Rule } from '../../engine/rule.js';
import { metaShape } from './meta-shape.js';
import { notAdvertised } from './not-advertised.js';
import { unknownRootField } from './unknown-root-field.js';
import { unprefixedVariant } from './unprefixed-variant.js';
import { unstableSurface } from './unstable-surface.js';
import { wrongUnknownReply } from './wrong-unknown-reply.js';

/** The unstable schema comes first, so that its names do not count as unknown. */
export const EXTENSION_RULES: readonly Rule[] = [
  unstableSurface,
  unprefixedVariant,
  metaShape,
  unknownRootField,
  notAdvertised,
  wrongUnknownReply,
];
