import { describe, expect, it } from 'vitest';
import { launchFields, launchOf, type Launch } from '../../src/wire/launch.js';
import { fc } from '../support/values/property.js';

describe('the fields of a launch event', () => {
  const text = fc.string({ minLength: 1 });
  const texts = fc.record(
    {
      program: text,
      file: text,
      script: text,
      interpreter: text,
      version: text,
      shim: text,
      starts: text,
      running: text,
      problem: text,
      path: fc.string(),
      cwd: fc.constantFrom('exists' as const, 'missing' as const),
      env: fc.array(fc.stringMatching(/^\w+$/)),
    },
    { requiredKeys: [] },
  );

  it('say what was seen, all of it', () => {
    fc.assert(
      fc.property(texts, (launch: Launch) => {
        const fields = launchFields(launch);
        expect(launchOf(fields)).toEqual(launch);
        for (const value of Object.values(fields)) expect(typeof value).toBe('string');
      }),
    );
  });

  it('may hold anything in a file', () => {
    expect(launchOf({ program: '/a', cwd: 'somewhere', more: 'x' })).toEqual({ program: '/a' });
  });
});
