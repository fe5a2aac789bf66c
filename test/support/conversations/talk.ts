import { cutSource, type CutWish } from '../../../src/fixture/cut/cut.js';
import type { FixtureSource } from '../../../src/fixture/format/fixture-source.js';
import { saidIn, sourceOfText } from '../fixtures/fixture-sources.js';

/** Requests, answers and updates as lines. */
export const call = (id: number, method: string, params: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });
export const answer = (id: number, result: unknown): string => JSON.stringify({ jsonrpc: '2.0', id, result });
export const update = (sessionId: string, kind: string, more: object = {}): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    method: 'session/update',
    params: { sessionId, update: { sessionUpdate: kind, ...more } },
  });
export const text = (said: string): object => ({ content: { type: 'text', text: said } });

/** A conversation of lines `c ...`, `a ...`, `! ...` (stderr) or `event ...`, a second apart, with a mark each. */
export function conversation(...lines: readonly string[]): FixtureSource {
  const who: Readonly<Record<string, string>> = { c: 'client', a: 'agent', '!': 'agent!', event: 'event' };
  const body = lines.map((line) => {
    const [first = ''] = line.split(' ', 1);
    return `${who[first] ?? ''} +1000.0 ${line.slice(first.length + 1)}\n`;
  });
  return sourceOfText(`#acp-fixture 1\n# title: chat\n${body.join('')}`);
}

/** Which entries a cut keeps, by their places. */
export function kept(source: FixtureSource, wish: CutWish): number[] {
  const cut = cutSource(source, wish, 'chat');
  if (!cut.ok) throw new Error(cut.problem);
  const all = saidIn(source);
  let from = 0;
  return saidIn(cut.source).map((line) => {
    const at = all.indexOf(line, from);
    from = at + 1;
    return at;
  });
}
