import { defineRule } from '../../engine/rule.js';
import { inspectMethod, METHOD_MESSAGES } from './undeclared-use.js';

export const loadNotAdvertised = defineRule({
  id: 'capability/load-not-advertised',
  severity: 'error',
  versions: ['v1'],
  fault: 'client',
  summary: 'session/load is sent only to agents that announced loadSession.',
  explanation:
    'Not every agent keeps its sessions. One that did not announce loadSession: true in agentCapabilities answers with ' +
    'an error, or with a session that knows nothing of the conversation. Offer the user no old sessions without it, or ' +
    'use session/resume where that is announced. Also reported where the request succeeds.',
  spec: 'v1/session-setup#loading-sessions',
  messages: METHOD_MESSAGES,
  on: ['call:session/load'],
  inspect(context) {
    inspectMethod(context, 'agent', 'loadSession');
  },
});

export const resumeNotAdvertised = defineRule({
  id: 'capability/resume-not-advertised',
  severity: 'error',
  versions: ['v1'],
  fault: 'client',
  summary: 'In v1 session/resume is sent only to agents that announced sessionCapabilities.resume.',
  explanation:
    'Resuming a session is optional in v1, and apart from loadSession. An agent that did not announce it answers with ' +
    'an error. Use session/load where that is announced, or begin a new session. In v2 every agent with sessions has it.',
  spec: 'v1/session-setup#resuming-sessions',
  messages: METHOD_MESSAGES,
  on: ['call:session/resume'],
  inspect(context) {
    inspectMethod(context, 'agent', 'sessionCapabilities.resume');
  },
});

export const closeNotAdvertised = defineRule({
  id: 'capability/close-not-advertised',
  severity: 'error',
  versions: ['v1'],
  fault: 'client',
  summary: 'In v1 session/close is sent only to agents that announced sessionCapabilities.close.',
  explanation:
    'Without the capability the agent has no session/close: it answers with an error and keeps the session. Cancel ' +
    'what is going on with session/cancel, and end the process where its sessions have to go. In v2 every agent with ' +
    'sessions has it.',
  spec: 'v1/session-setup#closing-active-sessions',
  messages: METHOD_MESSAGES,
  on: ['call:session/close'],
  inspect(context) {
    inspectMethod(context, 'agent', 'sessionCapabilities.close');
  },
});

export const listNotAdvertised = defineRule({
  id: 'capability/list-not-advertised',
  severity: 'error',
  versions: ['v1'],
  fault: 'client',
  summary: 'In v1 session/list is sent only to agents that announced sessionCapabilities.list.',
  explanation:
    'Without the capability the agent has no session/list and answers with an error. Keep a list of your own of the ' +
    'sessions the client made. In v2 every agent with sessions has it.',
  spec: 'v1/session-list',
  messages: METHOD_MESSAGES,
  on: ['call:session/list'],
  inspect(context) {
    inspectMethod(context, 'agent', 'sessionCapabilities.list');
  },
});

export const deleteNotAdvertised = defineRule({
  id: 'capability/delete-not-advertised',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'session/delete is sent only to agents that announced it.',
  explanation:
    'Deleting sessions is optional in both versions. An agent that did not announce sessionCapabilities.delete (v2: ' +
    'session.delete) answers with an error, and the session stays. Offer the user no deletion without it.',
  spec: 'v1/session-delete',
  messages: METHOD_MESSAGES,
  on: ['call:session/delete'],
  inspect(context) {
    inspectMethod(context, 'agent', context.connection.version === 2 ? 'session.delete' : 'sessionCapabilities.delete');
  },
});
