import * as z from 'zod';

/** What was really started, as `--json` prints it. */
export const launchJson = z.object({
  program: z.string().optional().describe('the file that the system found for the command'),
  file: z.string().optional().describe('where its links lead, if elsewhere'),
  script: z.string().optional().describe('what the interpreter runs'),
  interpreter: z.string().optional().describe('only a name if there is no such program'),
  version: z.string().optional().describe('of the interpreter: Node 22.14.0'),
  shim: z.string().optional().describe('whose stand-in the program is, for one that it chooses when it runs'),
  starts: z.string().optional().describe('what a shim starts, as far as its text or its arguments say'),
  running: z.string().optional().describe('the program that the process ran after a second, if another'),
  problem: z.string().optional(),
  cwd: z.enum(['exists', 'missing']).optional(),
  path: z.string().optional(),
  env: z.array(z.string()).optional().describe('names of variables, never their values'),
});
