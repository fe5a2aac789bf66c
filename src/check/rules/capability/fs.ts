import { defineRule } from '../../engine/rule.js';
import { inspectMethod, METHOD_MESSAGES } from './undeclared-use.js';

export const fsReadNotAdvertised = defineRule({
  id: 'capability/fs-read-not-advertised',
  severity: 'error',
  versions: ['v1'],
  fault: 'agent',
  summary: 'The agent reads files through the client only if the client announced fs.readTextFile.',
  explanation:
    'A client without the capability has no fs/read_text_file: it answers with an error or not at all, and a tool that ' +
    'waits for it hangs. Look at clientCapabilities.fs.readTextFile once and read from the disk without it. Reading and ' +
    'writing are announced apart. Omitted and false mean no. v2 has no such method.',
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
  summary: 'The agent writes files through the client only if the client announced fs.writeTextFile.',
  explanation:
    'A client without the capability has no fs/write_text_file: it answers with an error or not at all, and nothing is ' +
    'written. Look at clientCapabilities.fs.writeTextFile once and write to the disk without it. Reading and writing ' +
    'are announced apart: one does not promise the other. Omitted and false mean no. v2 has no such method.',
  spec: 'v1/file-system#checking-support',
  messages: METHOD_MESSAGES,
  on: ['call:fs/write_text_file'],
  inspect(context) {
    inspectMethod(context, 'client', 'fs.writeTextFile');
  },
});
