import type { FindingJson } from '../../report/json-output.js';
import { printedJson } from '../../report/printed-json.js';
import { doctorFindings } from '../../tasks/doctor/findings.js';
import { databaseFor, type DatabaseOption } from '../../tasks/recordings/database-for.js';
import { escapeUnsafe } from '../../wire/plain-text.js';
import type { CliIo } from '../program/io.js';

export interface DoctorOptions extends DatabaseOption {
  /** A command line to run under the tap. */
  readonly agent?: string;
  readonly json?: boolean;
}

/** `turntable doctor`: whether recording can work here, and how to mend what keeps it from it. Exit 1 where there is a problem. */
export async function doctor({ db, agent, json }: DoctorOptions, io: CliIo): Promise<number> {
  const { env } = io;
  const findings = await doctorFindings({ database: databaseFor(io, { db }), agent, env });
  if (json) await io.printLine(printedJson(findings, 2));
  else for (const finding of findings) await io.printLine(findingText(finding, io));
  return findings.some(({ state }) => state === 'problem') ? 1 : 0;
}

function findingText({ what, state, detail, fix }: FindingJson, io: CliIo): string {
  const colour = { ok: 'green', note: 'yellow', problem: 'red' } as const;
  const lines = [`${io.paint(colour[state], state.padEnd(8))} ${what}: ${escapeUnsafe(detail)}`];
  if (fix !== undefined) lines.push(`         ${fix}`);
  return lines.join('\n');
}
