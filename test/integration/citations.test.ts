import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

describe('what is written for readers', () => {
  /** Files that agents look for, named in recorded conversations. */
  const OF_RECORDINGS = ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md'];
  const texts = new Map(
    ['src', 'test', 'docs', 'fixtures', 'bin'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(ts|c?js|md|acp)$/.test(name))
        .map((name) => [`${folder}/${name}`, readFileSync(join(ROOT, folder, name), 'utf8')]),
    ),
  );
  const found = (pattern: RegExp) =>
    [...texts].flatMap(([file, text]) => Array.from(text.matchAll(pattern), (match) => ({ file, match })));

  test('cites no document that is not in the repository', () => {
    const notes = found(
      /\bRULES-[A]DDENDUM\b|\b(?:RULES|DESIGN|FACTS|HOUSE|STYLE|VOICE|PERF)(?:\.md|: "| \d)|\b(?:guard|correction) \d+\b/g,
    );
    const files = found(/\b[A-Z][A-Z-]+\.md\b/g).filter(
      ({ match: [name] }) => !existsSync(join(ROOT, name)) && !OF_RECORDINGS.includes(name),
    );
    expect(
      [...notes, ...files].map(({ file, match: [name] }) => `${file}: ${name}`),
      'Say the thing itself, or cite a page that everybody can read.',
    ).toEqual([]);
  });

  test('cites pages of the specification that rules cite too', () => {
    const pages = new Set(found(/\bspec: '(v[12]\/[a-z/-]+)/g).map(({ match: [, page] }) => page));
    const unknown = found(/\(spec: ([\w-]+\/[\w/-]+)\)/g).filter(({ match: [, page] }) => !pages.has(page));
    expect(
      unknown.map(({ file, match: [citation] }) => `${file}: ${citation}`),
      '(spec: v1/tool-calls) is a page below https://agentclientprotocol.com/protocol/.',
    ).toEqual([]);
  });
});
