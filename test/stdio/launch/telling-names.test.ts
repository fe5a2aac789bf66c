import { describe, expect, it } from 'vitest';
import { tellingNames } from '../../../src/stdio/launch/telling-names.js';
import { fc } from '../../support/values/property.js';

describe('the names of variables that tell', () => {
  it('are those that agents, their runtimes and proxies look at', () => {
    const names = [
      'https_proxy',
      'NO_PROXY',
      'NODE_OPTIONS',
      'ANTHROPIC_API_KEY',
      'VIRTUAL_ENV',
      'npm_config_registry',
    ];
    const others = ['MY_PASSWORD', 'PS1', 'OLDPWD', 'A_PROXY_OF_MINE'];
    const env = Object.fromEntries([...names, ...others].map((name) => [name, 'x']));
    expect(tellingNames(env)).toEqual([...names].sort());
  });

  it('come without their values, whatever they hold', () => {
    const name = fc.oneof(fc.constantFrom('HTTP_PROXY', 'OPENAI_API_KEY'), fc.string());
    const value = fc.stringMatching(/^[a-z]{12,20}$/);
    fc.assert(
      fc.property(fc.dictionary(name, value), (env) => {
        const found = tellingNames(env);
        for (const each of found) expect(Object.keys(env)).toContain(each);
        for (const secret of Object.values(env)) expect(found).not.toContain(secret);
        expect(found.every((each) => /^\w+$/.test(each))).toBe(true);
      }),
    );
  });

  it('are not many, and not long', () => {
    const env = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`MCP_${i}`, '']));
    expect(tellingNames({ ...env, [`MCP_${'X'.repeat(100)}`]: '' })).toHaveLength(100);
  });
});
