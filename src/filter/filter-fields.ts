import { SEVERITIES } from '../check/engine/severity.js';
import { CHOICES, type ChoiceField, type NameField, type NumberField } from './filter.js';

export type FieldName = ChoiceField | NameField | NumberField | 'severity' | 'path' | 'text';

export interface Field {
  readonly name: FieldName;
  readonly type: 'choice' | 'severity' | 'name' | 'number' | 'path' | 'text';
  /** What may be written for it: ends the sentence `from: wants ...`. */
  readonly wants: string;
  /** What it asks of a frame, for help and documentation. */
  readonly help: string;
  readonly example: string;
}

/** Every field: the parser, the completion, the help and docs/filter.md are made of this table. */
export const FIELDS: readonly Field[] = [
  {
    name: 'from',
    type: 'choice',
    wants: 'client, agent, stderr or event',
    help: 'who said it; event: what happened to the process and its pipes',
    example: 'from:agent',
  },
  {
    name: 'kind',
    type: 'choice',
    wants: 'request, response, notification, error, malformed or batch',
    help: 'what it is; short: req res notif err. An error is a response too',
    example: 'kind:req',
  },
  {
    name: 'method',
    type: 'name',
    wants: 'a method, as session/prompt or fs/*',
    help: 'the method; for a response, that of its request',
    example: 'method:fs/*',
  },
  {
    name: 'id',
    type: 'name',
    wants: 'a JSON-RPC id, as 981',
    help: 'the JSON-RPC id of requests and responses: 7 matches the number and the string',
    example: 'id:981',
  },
  {
    name: 'session',
    type: 'name',
    wants: 'a sessionId, or the end of one, as *3f2a',
    help: 'the session; for a response without one, that of its request',
    example: 'session:*3f2a',
  },
  {
    name: 'update',
    type: 'name',
    wants: 'a kind of session/update, as tool_call or *_chunk',
    help: 'the kind of a session/update',
    example: 'update:tool_call*',
  },
  {
    name: 'tool',
    type: 'name',
    wants: 'a toolCallId, as call_7',
    help: 'the tool call: its updates, permissions asked for it, and their answers',
    example: 'tool:call_7',
  },
  {
    name: 'turn',
    type: 'number',
    wants: 'the number of a turn, as 3 or 2..4',
    help: 'the number of the turn, within its session',
    example: 'turn:3',
  },
  {
    name: 'rule',
    type: 'name',
    wants: 'the id of a rule, as tool-call/*',
    help: 'frames with a violation of this rule',
    example: 'rule:tool-call/*',
  },
  {
    name: 'severity',
    type: 'severity',
    wants: 'error, warning or info; with a + what is worse too',
    help: 'frames with a violation of this severity; short: sev, err, warn',
    example: 'sev:warn+',
  },
  {
    name: 'size',
    type: 'number',
    wants: 'bytes, as 200, 10k or 1.5M',
    help: 'the bytes of the line, without its newline (k: 1000)',
    example: 'size>10k',
  },
  {
    name: 'dur',
    type: 'number',
    wants: 'a duration, as 500ms, 1.5s or 2m',
    help: 'how long an exchange took; matches its request and its response',
    example: 'dur>500ms',
  },
  {
    name: 't',
    type: 'number',
    wants: 'a time, as 90s, 1:30 or 1m..2m',
    help: 'when its last byte came, since the start of the recording',
    example: 't:1m..2m',
  },
  {
    name: 'seq',
    type: 'number',
    wants: 'the number of a frame, as 100 or 100..200',
    help: 'its place on the timeline',
    example: 'seq:100..200',
  },
  {
    name: 'is',
    type: 'choice',
    wants: 'unanswered, orphan, batch or malformed',
    help: 'unanswered: a request without a response; orphan: a response without a request; or a batch; or no message',
    example: 'is:unanswered',
  },
  {
    name: 'has',
    type: 'choice',
    wants: 'diff, image or violation',
    help: 'a file change or an image in it; or a violation at it',
    example: 'has:diff',
  },
  {
    name: 'path',
    type: 'path',
    wants: 'members with dots, and a value: params.update.status=failed',
    help: 'a value in the message, or whether it exists; * is any member or element',
    example: 'path:params.update.status=failed',
  },
  {
    name: 'event',
    type: 'name',
    wants: 'the name of an event, as exit',
    help: 'what happened to the process and its pipes',
    example: 'event:exit',
  },
  {
    name: 'text',
    type: 'text',
    wants: 'words, quoted where they hold spaces, or /a regular expression/',
    help: 'text in the line on the wire, in upper or lower case; a plain word means the same',
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

/** As in mitmproxy: what each stands for; with a value behind it where it ends in a colon. */
export const ALIASES: Readonly<Record<string, string>> = {
  m: 'method:',
  d: 'from:',
  b: 'text:',
  t: 'kind:',
  e: 'kind:error',
  v: 'has:violation',
};

/** The values of a field of which all are known. */
export function valuesOf(field: FieldName): readonly string[] {
  if (field === 'severity') return SEVERITIES.flatMap((severity) => [severity, `${severity}+`]);
  return Object.hasOwn(CHOICES, field) ? CHOICES[field as ChoiceField] : [];
}
