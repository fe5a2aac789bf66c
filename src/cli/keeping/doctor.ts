import { parseDuration } from '../../replay/engine/pace.js';
import type { FindingJson } from '../../report/json-output.js';
import { printedJson } from '../../report/printed-json.js';
import { doctorFindings } from '../../tasks/doctor/findings.js';
import { databaseFor, type DatabaseOption } from '../../tasks/recordings/database-for.js';
import { painted, type CliIo } from '../program/io.js';

export interface DoctorOptions extends DatabaseOption {
  /** A command line to run under the tap. */
  readonly agent?: string;
  /** How long the agent may take to answer, such as `20s`. */
  readonly wait: string;
  readonly json?: boolean;
}

/** `turntable doctor`: checks whether recording works here, and explains how to fix what prevents it. Exit 1 if there is a problem. */
export async function doctor({ db, agent, wait, json }: DoctorOptions, io: CliIo): Promise<number> {
  const { env } = io;
  const trial = {
    waitMs: parseDuration(wait, '--wait'),
    say: (text: string) => {
      io.say(`turntable: ${text}`);
    },
  };
  const findings = await doctorFindings({ database: databaseFor(io, { db }), agent, trial, env });
  if (json) await io.print(`${printedJson(findings, 2)}\n`);
  else for (const finding of findings) await printFinding(finding, io);
  return findings.some(({ state }) => state === 'problem') ? 1 : 0;
}

const COLOURS = { ok: 'green', note: 'yellow', problem: 'red' } as const;

async function printFinding({ what, state, detail, fix }: FindingJson, io: CliIo): Promise<void> {
  await io.printLine(painted(COLOURS[state], state.padEnd(8)), ` ${what}: ${detail}`);
  if (fix !== undefined) await io.printLine(`         ${fix}`);
}
