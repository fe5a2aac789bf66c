import { SEVERITIES } from '../check/engine/severity.js';
import { CHOICES, type ChoiceField, type NameField, type NumberField } from './filter.js';

export type FieldName = ChoiceField | NameField | NumberField | 'severity' | 'path' | 'text';

export interface Field {
  readonly name: FieldName;
  readonly type: 'choice' | 'severity' | 'name' | 'number' | 'path' | 'text';
  /** The values that may be written for it; it completes the sentence `from: wants ...`. */
  readonly wants: string;
  /** Its meaning, for the help and the documentation. */
  readonly help: string;
  readonly example: string;
}

/** Every field. The parser, the completion, the help and docs/filter.md use this table. */
export const FIELDS: readonly Field[] = [
  {
    name: 'from',
    type: 'choice',
    wants: 'client, agent, stderr or event',
    help: 'the sender: client, agent or stderr; from:event selects events',
    example: 'from:agent',
  },
  {
    name: 'kind',
    type: 'choice',
    wants: 'request, response, notification, error, malformed or batch',
    help: 'the kind of frame; short: req res notif err. An error is also a response',
    example: 'kind:req',
  },
  {
    name: 'method',
    type: 'name',
    wants: 'a method, such as session/prompt or fs/*',
    help: 'the method; for a response, that of its request',
    example: 'method:fs/*',
  },
  {
    name: 'id',
    type: 'name',
    wants: 'a JSON-RPC id, such as 981',
    help: 'the JSON-RPC id of requests and responses: the number 981 or the string "981"',
    example: 'id:981',
  },
  {
    name: 'session',
    type: 'name',
    wants: 'a session id or part of one, such as *3f2a',
    help: 'the session; for a response without one, that of its request',
    example: 'session:*3f2a',
  },
  {
    name: 'update',
    type: 'name',
    wants: 'a kind of session/update, such as tool_call or *_chunk',
    help: 'the kind of a session/update',
    example: 'update:tool_call*',
  },
  {
    name: 'tool',
    type: 'name',
    wants: 'a toolCallId, such as call_7',
    help: 'the tool call: its updates, its permission requests and their answers',
    example: 'tool:call_7',
  },
  {
    name: 'turn',
    type: 'number',
    wants: 'the number of a turn, such as 3 or 2..4',
    help: 'the number of the turn, within its session',
    example: 'turn:3',
  },
  {
    name: 'rule',
    type: 'name',
    wants: 'the id of a rule, such as tool-call/*',
    help: 'frames with a violation of this rule',
    example: 'rule:tool-call/*',
  },
  {
    name: 'severity',
    type: 'severity',
    wants: 'error, warning or info; add + for that and worse',
    help: 'frames with a violation of this severity (with +: or worse). Short names: sev, err, warn',
    example: 'sev:warn+',
  },
  {
    name: 'size',
    type: 'number',
    wants: 'bytes, such as 200, 10k or 1.5M',
    help: 'the size of the line in bytes, without its newline (k: 1000)',
    example: 'size>10k',
  },
  {
    name: 'dur',
    type: 'number',
    wants: 'a duration, such as 500ms, 1.5s or 2m',
    help: 'how long an exchange took; matches its request and its response',
    example: 'dur>500ms',
  },
  {
    name: 't',
    type: 'number',
    wants: 'a time, such as 90s, 1:30 or 1m..2m',
    help: 'when the last byte arrived, from the start of the recording',
    example: 't:1m..2m',
  },
  {
    name: 'seq',
    type: 'number',
    wants: 'the number of a frame, such as 100 or 100..200',
    help: 'the number in the timeline',
    example: 'seq:100..200',
  },
  {
    name: 'is',
    type: 'choice',
    wants: 'unanswered, orphan, batch or malformed',
    help: 'unanswered: a request without a response; orphan: a response without a request; batch: several messages in one line; malformed: not a message',
    example: 'is:unanswered',
  },
  {
    name: 'has',
    type: 'choice',
    wants: 'diff, image or violation',
    help: 'diff: contains a file change; image: contains an image; violation: breaks a rule',
    example: 'has:diff',
  },
  {
    name: 'path',
    type: 'path',
    wants: 'members separated by dots, and a value: params.update.status=failed',
    help: 'the value at this place in the message; without =, the place only has to exist. * is any member or element',
    example: 'path:params.update.status=failed',
  },
  {
    name: 'event',
    type: 'name',
    wants: 'the name of an event, such as exit',
    help: 'what happened to the process and its pipes',
    example: 'event:exit',
  },
  {
    name: 'text',
    type: 'text',
    wants: 'words (in quotes if they contain spaces) or /a regular expression/',
    help: 'text in the raw line, ignoring case; a plain word means the same',
    example: 'text:"npm test"',
  },
];

export const FIELD_NAMED: ReadonlyMap<string, Field> = new Map([
  ...FIELDS.map((field) => [field.name, field] as const),
  ...FIELDS.filter(({ name }) => name === 'severity').map((field) => ['sev', field] as const),
]);

/** What may be written shorter. */
export const SHORT_VALUES: Readonly<Partial<Record<FieldName, Readonly<Record<string, string>>>>> = {
  kind: { req: 'request', res: 'response', notif: 'notification', err: 'error' },
  severity: { err: 'error', warn: 'warning' },
};

/** Short forms, as in mitmproxy, and what they stand for. If that ends in a colon, a value follows. */
export const ALIASES: Readonly<Record<string, string>> = {
  m: 'method:',
  d: 'from:',
  b: 'text:',
  t: 'kind:',
  e: 'kind:error',
  v: 'has:violation',
};

/** The values of a field, if it has a fixed list of them. */
export function valuesOf(field: FieldName): readonly string[] {
  if (field === 'severity') return SEVERITIES.flatMap((severity) => [severity, `${severity}+`]);
  return Object.hasOwn(CHOICES, field) ? CHOICES[field as ChoiceField] : [];
}
