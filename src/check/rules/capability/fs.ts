import { defineRule } from '../../engine/rule.js';
import { inspectMethod, METHOD_MESSAGES } from './undeclared-use.js';

export const fsReadNotAdvertised = defineRule({
  id: 'capability/fs-read-not-advertised',
  severity: 'error',
  versions: ['v1'],
  fault: 'agent',
  summary: 'The agent must read files through the client only if the client announced fs.readTextFile.',
  explanation:
    'A client without the capability does not implement fs/read_text_file: it answers with an error or not at all, ' +
    'and a tool that waits for the answer hangs. Check clientCapabilities.fs.readTextFile. Without it, read from ' +
    'disk.\n\n' +
    'Reading and writing are announced separately. Missing and false mean no. v2 has no such method.',
  spec: 'v1/file-system#checking-support',
  messages: METHOD_MESSAGES,
  on: ['call:fs/read_text_file'],
  inspect(context) {
    inspectMethod(context, 'client', 'fs.readTextFile');
  },
});

export const fsWriteNotAdvertised = defineRule({
  id: 'capability/fs-write-not-advertised',
  severity: 'error',
  versions: ['v1'],
  fault: 'agent',
  summary: 'The agent must write files through the client only if the client announced fs.writeTextFile.',
  explanation:
    'A client without the capability does not implement fs/write_text_file: it answers with an error or not at all, ' +
    'and nothing is written. Check clientCapabilities.fs.writeTextFile. Without it, write to disk.\n\n' +
    'Reading and writing are announced separately: one does not imply the other. Missing and false mean no. v2 has ' +
    'no such method.',
  spec: 'v1/file-system#checking-support',
  messages: METHOD_MESSAGES,
  on: ['call:fs/write_text_file'],
  inspect(context) {
    inspectMethod(context, 'client', 'fs.writeTextFile');
  },
});
