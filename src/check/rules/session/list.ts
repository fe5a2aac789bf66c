import { AUTH_REQUIRED, METHOD_NOT_FOUND, NOT_FOUND, REQUEST_CANCELLED } from '../../../acp/methods/error-codes.js';
import { announced } from '../../../model/handshake/announced-capabilities.js';
import { objectOf, objectsOf, textOf } from '../../../model/json-access.js';
import type { ErrorFacts } from '../../../model/state/step.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { mentions } from '../error-text.js';
import { compareDirectories } from './directories.js';

export const listForeignCursor = defineRule({
  id: 'session/list-foreign-cursor',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'The cursor of session/list must be one that the agent returned on this connection.',
  explanation:
    'Only the agent that created a cursor knows what it means, and only on this connection. A client must not ' +
    'invent or change a cursor, or keep one for another connection. Pass on the nextCursor of the last answer ' +
    'unchanged, and leave cursor out for the first page.\n\n' +
    'The agent is reported too if it answers such a cursor with a page instead of an error, because that may ' +
    'silently show the wrong page: an info, or a warning if the cursor is a changed form of a real one. Not ' +
    'reported for an agent that keeps cursors across connections.',
  spec: 'v1/session-list#pagination',
  needsHistory: true,
  messages: {
    foreign: 'the client sent cursor {cursor}, which the agent never returned on this connection',
    accepted: 'the agent answered with a page for cursor {cursor}, which it never returned on this connection',
    edited: 'the agent answered with a page for cursor {cursor}, which is a changed form of one it returned',
  },
  on: ['request:session/list', 'response:session/list'],
  inspect({ step, connection, faultsOf, report }) {
    const { params, exchange, sender, error } = step;
    const cursor = textOf(params?.['cursor']);
    if (cursor === undefined) return;
    const data = { cursor: quoted(cursor) };
    if (exchange === undefined) {
      if (sender === 'client' && !connection.cursors.has(cursor)) report('foreign', { data });
      return;
    }
    if (error !== undefined || !faultsOf(exchange).includes('session/list-foreign-cursor')) return;
    if (connection.cursors.has(cursor)) return;
    const isEdited = [...connection.cursors].some((issued) => isChangedForm(cursor, issued));
    report(isEdited ? 'edited' : 'accepted', {
      data,
      fault: 'agent',
      severity: isEdited ? 'warning' : 'info',
      evidence: [exchange],
    });
  },
});

/** Whether two strings have most of their beginning and end in common. */
function isChangedForm(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  let before = 0;
  while (before < shorter && one[before] === other[before]) before += 1;
  let after = 0;
  while (after < shorter - before && one.at(-1 - after) === other.at(-1 - after)) after += 1;
  return (before + after) * 10 >= Math.max(one.length, other.length) * 7;
}

export const listFilterIgnored = defineRule({
  id: 'session/list-filter-ignored',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'session/list with a cwd should return only sessions of that directory.',
  explanation:
    'A client that asks for the sessions of one project shows whatever it gets. If sessions of other projects are ' +
    'among them, opening one works in the wrong directory. Compare cwd before you answer; subdirectories and ' +
    'additional directories do not match.\n\n' +
    'Not reported: another spelling of the same directory (a slash at the end, . and .., case).',
  spec: 'v1/session-list#listing-sessions',
  messages: { other: 'the client asked for sessions of {cwd}, but session {id} is of {found}{more}' },
  on: ['response:session/list'],
  inspect({ step, report }) {
    const { sender, exchange, params, result } = step;
    const cwd = textOf(params?.['cwd']);
    if (sender !== 'agent' || exchange === undefined || cwd === undefined) return;
    const others = objectsOf(objectOf(result)?.['sessions']).filter((info) => {
      const found = textOf(info['cwd']);
      return found !== undefined && compareDirectories(found, cwd) === 'other';
    });
    const [first] = others;
    if (first === undefined) return;
    const data = { cwd: quoted(cwd), id: quoted(first['sessionId']), found: quoted(first['cwd']) };
    const more = others.length === 1 ? '' : `, and ${others.length - 1} more are of other directories too`;
    report('other', { data: { ...data, more }, evidence: [exchange] });
  },
});

const NOTHING_THERE = /not found|no (?:previous |matching |such )?sessions?\b|no such|does(?: not|n't) exist/i;

export const listFailed = defineRule({
  id: 'session/list-failed',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'session/list should succeed with an empty list if no session matches.',
  explanation:
    'Finding no sessions is a normal answer, not a failure. After an error the client shows a failure, or believes ' +
    'that listing does not work at all. Answer { "sessions": [] }.\n\n' +
    'An error if the client filtered by cwd and the agent answers that nothing was found. Not reported: errors that ' +
    'ask for authentication, that say the method does not exist, or that follow $/cancel_request; errors for a ' +
    'request with a cursor, which may be out of date; errors for invalid requests.',
  spec: 'v1/session-list#listing-sessions',
  messages: {
    failed:
      'the agent answered session/list with error {code} ({text}); if nothing matches, it should return an empty list',
  },
  on: ['response:session/list'],
  inspect({ step, connection, faultsOf, report }) {
    const { sender, exchange, params, error, version } = step;
    if (sender !== 'agent' || exchange === undefined || error === undefined) return;
    if (!announced(connection, 'agent', version === 1 ? 'sessionCapabilities.list' : 'session')) return;
    const isFirstPage = (params?.['cursor'] ?? null) === null;
    if (!isFirstPage || faultsOf(exchange).length > 0 || isExcused(error, exchange.cancelRequested !== undefined))
      return;
    const isFiltered = typeof params?.['cwd'] === 'string';
    const isEmpty = error.code === NOT_FOUND || mentions(error, NOTHING_THERE);
    report('failed', {
      data: { code: error.code ?? 'without code', text: quoted(error.message) },
      evidence: [exchange],
      severity: isFiltered && isEmpty ? 'error' : 'warning',
    });
  },
});

function isExcused({ code }: ErrorFacts, wasCancelled: boolean): boolean {
  if (code === REQUEST_CANCELLED) return wasCancelled;
  return code === METHOD_NOT_FOUND || code === AUTH_REQUIRED;
}
