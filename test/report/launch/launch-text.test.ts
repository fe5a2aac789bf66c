import { describe, expect, it } from 'vitest';
import { launchText } from '../../../src/report/launch/launch-text.js';
import type { Launch } from '../../../src/wire/launch.js';

const CASES: readonly (readonly [Launch, string])[] = [
  [{ program: '/bin/agent' }, '/bin/agent'],
  [{ program: '/bin/agent', file: '/opt/agent/agent' }, '/bin/agent (a link to /opt/agent/agent)'],
  [
    { program: '/bin/a', file: '/lib/a.js', script: '/lib/a.js', interpreter: '/bin/node', version: 'Node 20.11.1' },
    '/bin/a (a link to /lib/a.js), run by /bin/node (Node 20.11.1)',
  ],
  [
    { program: '/bin/node', interpreter: '/bin/node', version: 'Node 20.11.1', script: '/lib/a.js' },
    '/bin/node (Node 20.11.1) with /lib/a.js',
  ],
  [
    { program: '/bin/node', interpreter: '/bin/node', script: '/lib/a.js', problem: 'the script does not exist' },
    '/bin/node with /lib/a.js; the script does not exist',
  ],
  [
    { program: '/bin/npx', shim: 'npx', starts: '@some/agent', running: '/bin/node', version: 'Node 22.1.0' },
    '/bin/npx, which starts @some/agent (npx); the process runs /bin/node (Node 22.1.0)',
  ],
  [{ program: '/v/agent', shim: 'volta' }, '/v/agent, which starts another program (volta)'],
  [
    { program: '/bin/a', script: '/bin/a', interpreter: '/v/node', running: '/t/node', version: 'Node 18.1.0' },
    '/bin/a, run by /v/node; the process runs /t/node (Node 18.1.0)',
  ],
  [{}, 'a program that is not on the PATH'],
];

describe('what was started, in a line', () => {
  it.each(CASES)('%j', (launch, text) => {
    expect(launchText(launch)).toBe(text);
  });
});
