import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../support/processes/program.js';
import { skipLoudly } from '../support/processes/skip.js';
import { turntable } from '../support/turntable/commands.js';
import { fixture, Place } from '../support/turntable/turntable.js';

/** A file without violations, and files with some of each severity. */
const CHECKED = [
  fixture('conversations/cancel-streaming.acp'),
  fixture('conversations/demo.acp'),
  fixture('rules/stop-reason/error-literal.acp'),
];

async function report(place: Place, format: string, name: string): Promise<string> {
  const words = ['check', ...CHECKED, '--format', format, '--fail-on', 'warning', '-o', name];
  expect(await turntable(place, words)).toMatchObject({ code: 1, stderr: '' });
  return join(place.folder, name);
}

const XSDS = (process.env['TURNTABLE_JUNIT_XSDS'] ?? '').split(':').filter((path) => existsSync(path));
const hasXmllint = spawnSync('xmllint', ['--version']).error === undefined;
const missing = hasXmllint ? 'TURNTABLE_JUNIT_XSDS names no schemas' : 'xmllint is not installed';
skipLoudly(XSDS.length === 0 || !hasXmllint, 'JUnit reports against the schemas of Ant and Jenkins', missing);

test.runIf(hasXmllint).each(XSDS)('the JUnit report is valid against %s', async (xsd) => {
  const place = new Place();
  const file = await report(place, 'junit', 'report.xml');
  const { code, stderr } = await run(['xmllint', '--noout', '--schema', xsd, file]);
  expect({ code, stderr: stderr.trim() }).toEqual({ code: 0, stderr: `${file} validates` });
});

const MULTITOOL = process.env['TURNTABLE_SARIF_MULTITOOL'] ?? '';
skipLoudly(
  !existsSync(MULTITOOL),
  'SARIF reports against the rules of GitHub',
  'TURNTABLE_SARIF_MULTITOOL does not name the program of @microsoft/sarif-multitool',
);

/** Notes that we live with: advice about tables of messages, provenance, context and relative paths, and addresses it cannot reach here. */
const ACCEPTED = ['SARIF2002', 'SARIF2003', 'SARIF2006', 'SARIF2009', 'SARIF2011', 'SARIF2016'];

test.runIf(existsSync(MULTITOOL))(
  'the SARIF report breaks no rule of GitHub, and none of the format but advice',
  async () => {
    const place = new Place();
    const file = await report(place, 'sarif', 'report.sarif');
    const found = join(place.folder, 'found.sarif');
    const kinds = ['--rule-kind', 'Sarif;Ghas', '--level', 'Error;Warning;Note', '--kind', 'Fail'];
    // without it .NET wants a library of the system for languages
    const env = { DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: '1' };
    await run([MULTITOOL, 'validate', file, ...kinds, '--output', found], { env });
    const { runs } = JSON.parse(readFileSync(found, 'utf8')) as {
      runs: { tool: object; results: { ruleId: string; level: string }[] }[];
    };
    expect(runs).toHaveLength(1);
    const broken = runs.flatMap(({ results }) => results).filter(({ ruleId }) => !ACCEPTED.includes(ruleId));
    expect(broken).toEqual([]);
  },
);
