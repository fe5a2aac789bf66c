import { chmodSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lookAtLaunch } from '../../../src/stdio/launch/look-at-launch.js';
import { temporaryFolder } from '../../support/processes/folders.js';

/** A machine with some programs. */
class Machine {
  readonly root = realpathSync(temporaryFolder());

  at(path: string): string {
    return join(this.root, path);
  }

  /** Makes a program. @param text what it holds */
  program(path: string, text: string): string {
    const file = this.at(path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    chmodSync(file, 0o755);
    return file;
  }

  link(path: string, to: string): string {
    mkdirSync(dirname(this.at(path)), { recursive: true });
    symlinkSync(to, this.at(path));
    return this.at(path);
  }

  look(argv: readonly [string, ...string[]], path: readonly string[] = ['bin'], cwd = '.') {
    const PATH = path.map((folder) => (folder === '' ? '' : this.at(folder))).join(':');
    const seen = lookAtLaunch({ argv, cwd: this.at(cwd), env: { PATH } });
    return { ...seen, path: undefined, env: undefined };
  }
}

describe('what a command starts', () => {
  it('is the first program of its name on the PATH that can be executed', () => {
    const machine = new Machine();
    const wanted = machine.program('b/agent', '\x7fELF');
    machine.program('c/agent', '\x7fELF');
    chmodSync(machine.program('a/agent', ''), 0o644);
    mkdirSync(machine.at('d/agent'), { recursive: true });
    expect(machine.look(['agent'], ['nowhere', 'a', 'd', 'b', 'c'])).toEqual({ program: wanted, cwd: 'exists' });
  });

  it('is looked for in the working folder where the PATH has an empty entry, and by its path from there', () => {
    const machine = new Machine();
    const agent = machine.program('work/agent', '');
    expect(machine.look(['agent'], ['bin', ''], 'work').program).toBe(agent);
    expect(machine.look(['./agent'], [], 'work').program).toBe(agent);
    expect(machine.look(['agent'], ['bin'], 'work').program).toBeUndefined();
  });

  it('is a script that its first line gives to an interpreter, through links', () => {
    const machine = new Machine();
    const node = machine.program('node/v20.11.1/bin/node', '\x7fELF');
    const script = machine.program('lib/agent/index.js', '#!/usr/bin/env node\nrun();\n');
    const program = machine.link('bin/agent', '../lib/agent/index.js');
    const seen = machine.look(['agent', '--acp'], ['bin', 'node/v20.11.1/bin']);
    expect(seen).toEqual({
      program,
      file: script,
      script,
      interpreter: node,
      version: 'Node 20.11.1',
      cwd: 'exists',
    });
  });

  it.each([
    ['#!/usr/bin/env -S python3 -u', 'python3'],
    ['#!/usr/bin/env -S A=1 python3', 'python3'],
    ['#! /no/such/python', '/no/such/python'],
  ])('cannot run without its interpreter: %s', (first, interpreter) => {
    const machine = new Machine();
    const program = machine.program('bin/agent', `${first}\n`);
    expect(machine.look(['agent'])).toEqual({
      program,
      script: program,
      interpreter,
      problem: `its interpreter ${interpreter} is not found`,
      cwd: 'exists',
    });
  });

  it('is an interpreter with a script among its arguments', () => {
    const machine = new Machine();
    const python = machine.program('venv/bin/python3', '\x7fELF');
    machine.program('venv/pyvenv.cfg', 'home = /usr/bin\nversion = 3.12.4\n');
    const script = machine.program('work/agent.py', '');
    const seen = machine.look([python, '-u', '-X', 'dev', 'agent.py', '--acp'], [], 'work');
    expect(seen).toEqual({ program: python, interpreter: python, version: 'Python 3.12.4', script, cwd: 'exists' });
  });

  it.each([
    [['-m', 'agent'], undefined],
    [['-c', 'print(1)'], undefined],
    [['missing.py'], 'the script does not exist'],
    [['test'], undefined],
  ])('has a script only where its arguments %j name one', (args, problem) => {
    const machine = new Machine();
    const python = machine.program('bin/python3.11', '\x7fELF');
    const seen = machine.look([python, ...args]);
    expect(seen.problem).toBe(problem);
    expect(seen.version).toBe('Python 3.11');
  });

  it('has a version that stands in headers or in a package beside it', () => {
    const machine = new Machine();
    const one = machine.program('one/bin/node', '');
    const numbers = ['MAJOR 18', 'MINOR 19', 'PATCH 0'].map((said) => said.split(' '));
    const header = numbers.map(([name = '', value = '']) => `#define NODE_${name}_VERSION ${value}\n`).join('');
    machine.program('one/include/node/node_version.h', header);
    expect(machine.look([one]).version).toBe('Node 18.19.0');
    const two = machine.program('two/bin/node', '');
    machine.program('two/package.json', '{ "name": "node", "version": "22.14.0" }');
    expect(machine.look([two]).version).toBe('Node 22.14.0');
    expect(machine.look([machine.program('three/bin/node', '')]).version).toBeUndefined();
    expect(machine.look([process.execPath]).version).toBe(`Node ${process.versions.node}`);
  });

  it('may be the stand-in of a package manager, which says what it starts', () => {
    const machine = new Machine();
    machine.program('bin/node', '');
    const shim = `#!/bin/sh
basedir=$(dirname "$(echo "$0" | sed -e 's,\\\\,/,g')")
if [ -x "$basedir/node" ]; then
  exec "$basedir/node"  "$basedir/../agent/bin.js" "$@"
else
  exec node  "$basedir/../agent/bin.js" "$@"
fi
`;
    machine.program('node_modules/.bin/agent', shim);
    const seen = machine.look(['agent'], ['node_modules/.bin', 'bin']);
    expect(seen).toMatchObject({ shim: 'a package manager', starts: machine.at('node_modules/agent/bin.js') });
  });

  it('may be a program of a version manager', () => {
    const machine = new Machine();
    machine.program('volta/bin/volta-shim', '\x7fELF');
    machine.link('volta/bin/agent', 'volta-shim');
    expect(machine.look(['agent'], ['volta/bin']).shim).toBe('volta');
    machine.program('bin/other', '#!/bin/sh\nexec /home/me/.asdf/bin/asdf exec "other" "$@" # asdf-plugin\n');
    machine.program('bin/third', '#!/bin/sh\nexec "asdf" exec "third" "$@"\n');
    expect(machine.look(['other']).shim).toBe('asdf');
    expect(machine.look(['third']).shim).toBe('asdf');
  });

  it('may start what its arguments name', () => {
    const machine = new Machine();
    machine.program('bin/npx', '#!/usr/bin/env node\n');
    expect(machine.look(['npx', '-y', '@some/agent', '--acp'])).toMatchObject({ shim: 'npx', starts: '@some/agent' });
  });

  it('is looked for without waiting for anything', () => {
    const machine = new Machine();
    expect(machine.look(['agent'])).toEqual({ cwd: 'exists' });
    expect(machine.look(['agent'], ['bin'], 'gone')).toEqual({ cwd: 'missing' });
    machine.link('bin/agent', 'agent');
    expect(machine.look(['agent'])).toEqual({ cwd: 'exists' });
  });

  it('is what the process runs by now, if that is something else', () => {
    const machine = new Machine();
    const program = machine.program('bin/agent', '\x7fELF');
    const seen = lookAtLaunch({ argv: [program], cwd: machine.root, env: {}, pid: process.pid });
    const isTold = process.platform === 'linux';
    expect(seen.running).toBe(isTold ? realpathSync(process.execPath) : undefined);
    expect(seen.version).toBe(isTold ? `Node ${process.versions.node}` : undefined);
    const same = lookAtLaunch({ argv: [process.execPath], cwd: machine.root, env: {}, pid: process.pid });
    expect(same.running).toBeUndefined();
  });
});
