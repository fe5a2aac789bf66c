import { BASE64 } from '../../wire/base64.js';
import type { JsonValue } from '../../wire/json-text.js';
import type { Role } from './roles.js';
import type { ShapeFindingKind } from './shape.js';

/** How values of one role are looked at. */
export interface RoleCheck {
  readonly kind: ShapeFindingKind;
  /** For people. */
  readonly expected: string;
  /** What is wrong, in a word; undefined where nothing is. */
  readonly flaw: (value: string | number) => string | undefined;
}

/** Checks of text and numbers, by role. None is called for a value of another JSON type. */
export const ROLE_CHECKS: Readonly<Record<Role, RoleCheck>> = {
  path: ofText('path', 'an absolute path', pathFlaw),
  uri: ofText('uri', 'an absolute URI', uriFlaw),
  'icon-uri': ofText(
    'uri',
    'a URI with https or data',
    (text) => uriFlaw(text) ?? (ICON.test(text) ? undefined : 'scheme'),
  ),
  base64: ofText('base64', 'base64 (RFC 4648)', base64Flaw),
  media: ofText('base64', 'base64 (RFC 4648) of at least one byte', (text) =>
    text === '' ? 'empty' : base64Flaw(text),
  ),
  timestamp: ofText('timestamp', 'a time in ISO 8601', timestampFlaw),
  'date-time': ofText('timestamp', 'a time in RFC 3339', (text) => timestampFlaw(text) ?? offsetFlaw(text)),
  identifier: ofText('identifier', 'a name that is not blank', (text) => (text.trim() === '' ? 'blank' : undefined)),
  line: ofNumber('line', 'a line number from 1', (line) => (line === 0 ? 'zero' : undefined)),
  priority: ofNumber('priority', 'a number from 0 to 1', (n) => (n < 0 || n > 1 ? 'range' : undefined)),
};

function ofText(kind: ShapeFindingKind, expected: string, flaw: (text: string) => string | undefined): RoleCheck {
  return { kind, expected, flaw: (value) => (typeof value === 'string' ? flaw(value) : undefined) };
}

function ofNumber(kind: ShapeFindingKind, expected: string, flaw: (n: number) => string | undefined): RoleCheck {
  return { kind, expected, flaw: (value) => (typeof value === 'number' ? flaw(value) : undefined) };
}

const DRIVE = /^[a-zA-Z]:[\\/]/;
const FILE_URI = /^file:/i;

/** POSIX `/`, drive `C:\` or `C:/`, and UNC `\\` are absolute, whichever system either side runs on. */
function pathFlaw(path: string): string | undefined {
  if (path.startsWith('/') || path.startsWith('\\\\') || DRIVE.test(path)) return undefined;
  if (path.trim() === '') return 'empty';
  if (path.startsWith('~')) return 'home';
  return FILE_URI.test(path) ? 'file-uri' : 'relative';
}

/** Two letters at least: `C:\` is a drive. */
const SCHEME = /^[a-zA-Z][a-zA-Z0-9+.-]+:/;
const ICON = /^(https|data):/i;

function uriFlaw(uri: string): string | undefined {
  if (SCHEME.test(uri)) return undefined;
  if (uri.trim() === '') return 'empty';
  return uri.startsWith('/') || uri.startsWith('\\\\') || DRIVE.test(uri) ? 'file-path' : 'relative';
}

const URL_SAFE_BASE64 = /^[A-Za-z0-9_-]*={0,2}$/;

function base64Flaw(text: string): string | undefined {
  if (text.startsWith('data:')) return 'data-url';
  if (BASE64.test(text)) return text.length % 4 === 0 ? undefined : 'padding';
  return URL_SAFE_BASE64.test(text) ? 'url-safe' : 'alphabet';
}

const ISO_8601 = /^\d{4}-?\d\d-?\d\d(?:[T ]\d\d(?::?\d\d(?::?\d\d(?:[.,]\d+)?)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/i;
const OFFSET = /T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

function timestampFlaw(text: string): string | undefined {
  const [date = ''] = text.split(/[T ]/i, 1);
  const day = date.replaceAll('-', '');
  const [month, dayOfMonth] = [Number(day.slice(4, 6)), Number(day.slice(6, 8))];
  const isDay = month >= 1 && month <= 12 && dayOfMonth >= 1 && dayOfMonth <= 31;
  return isDay && ISO_8601.test(text) ? undefined : 'unreadable';
}

function offsetFlaw(text: string): string | undefined {
  return OFFSET.test(text) ? undefined : 'incomplete';
}

/** W3C Trace Context: version, trace id, parent id, flags. */
const TRACEPARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Whether a value of `_meta.traceparent` is what W3C says. */
export function isTraceparent(value: JsonValue): boolean {
  return typeof value === 'string' && TRACEPARENT.test(value);
}
