import type { Rule } from '../../engine/rule.js';
import { metaShape } from './meta-shape.js';
import { notAdvertised } from './not-advertised.js';
import { unknownRootField } from './unknown-root-field.js';
import { unprefixedVariant } from './unprefixed-variant.js';
import { unstableSurface } from './unstable-surface.js';
import { wrongUnknownReply } from './wrong-unknown-reply.js';

/** Of the names that are unknown, those of the unstable schema come first. */
export const EXTENSION_RULES: readonly Rule[] = [
  unstableSurface,
  unprefixedVariant,
  metaShape,
  unknownRootField,
  notAdvertised,
  wrongUnknownReply,
];
