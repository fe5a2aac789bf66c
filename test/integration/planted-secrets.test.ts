import { expect, test } from 'vitest';
import { fixtureLines, type FixtureSource } from '../../src/fixture/format/fixture-source.js';
import type { FixtureEntry } from '../../src/fixture/format/format.js';
import { Redactor } from '../../src/fixture/redact/redact.js';
import { learnSource, redactedSource } from '../../src/fixture/redact/redact-source.js';
import type { JsonObject, JsonValue } from '../../src/wire/json-text.js';
import { hasCorpus } from '../support/fixtures/corpus.js';
import { corpusSources, sourceOf } from '../support/fixtures/fixture-sources.js';
import { lookAlikes, PLANTED_KINDS, plantedSecrets, type PlantedSecret } from '../support/fixtures/planted-secrets.js';
import { skipLoudly } from '../support/processes/skip.js';
import { utf8 } from '../support/values/bytes.js';

skipLoudly(!hasCorpus, 'secrets planted in real conversations', 'there is no corpus beside the repository');

const SECRETS = 100;
const CONVERSATIONS = 10;
const LOOK_ALIKES = 1000;
/** No piece of a secret as long as this may be left. */
const PIECE = 10;

test.runIf(hasCorpus)('no secret that is planted in a real conversation survives, in any encoding', () => {
  const secrets = plantedSecrets(SECRETS);
  expect(PLANTED_KINDS).toBeGreaterThanOrEqual(40);
  const each = SECRETS / CONVERSATIONS;
  const conversations = talks();
  expect(conversations.length).toBeGreaterThanOrEqual(CONVERSATIONS);
  const survivors = conversations.slice(0, CONVERSATIONS).flatMap(({ name, source }, i) => {
    const own = secrets.slice(i * each, (i + 1) * each);
    const planted = sourceOf(plantIn([...source.entries()], own));
    // what is planted is there before
    for (const { secret } of own) expect(textOf(planted)).toContain(secret);
    const texts = [textOf(redacted(planted)), chunksOf(redacted(planted))];
    return own.flatMap(({ kind, secret }) =>
      spellings(secret).flatMap((spelling) =>
        piecesOf(spelling)
          .filter((piece) => texts.some((text) => text.includes(piece)))
          .slice(0, 1)
          .map((piece) => `${name}: ${kind}: ${piece} of ${spelling}`),
      ),
    );
  });
  expect(survivors).toEqual([]);
});

test('what looks like a secret and is none stays', () => {
  const redactor = new Redactor();
  const frames = lookAlikes(LOOK_ALIKES).flatMap((text) => [
    JSON.stringify({ method: 'session/update', params: { update: { content: { type: 'text', text } } } }),
    text,
  ]);
  for (const frame of frames) redactor.learnText(frame);
  const changed = frames.map((frame) => [frame, redactor.redactText(frame)]).filter(([was, is]) => was !== is);
  expect(changed).toEqual([]);
});

/** Conversations with a session, a prompt and an answer in text. */
function talks() {
  const hints = ['"session/new"', '"session/prompt"', '"agent_message_chunk"'];
  return corpusSources().filter(({ source }) => hints.every((hint) => textOf(source).includes(hint)));
}

function redacted(source: FixtureSource): FixtureSource {
  const redactor = new Redactor();
  learnSource(source, redactor);
  return redactedSource(source, redactor);
}

function textOf(source: FixtureSource): string {
  return [...fixtureLines(source)].join('');
}

/** All that the agent says in pieces, put together. */
function chunksOf({ entries }: FixtureSource): string {
  return [...entries()]
    .map((entry) => (entry.type === 'frame' ? jsonOf(entry) : undefined))
    .map((json) => member(member(member(member(json, 'params'), 'update'), 'content'), 'text'))
    .filter((text) => typeof text === 'string')
    .join('');
}

/** A conversation in which secrets stand where they do in life. */
function plantIn(entries: readonly FixtureEntry[], own: readonly PlantedSecret[]): FixtureEntry[] {
  const [key, option, value, query, header, prompt, chunk, split, output, log] = own;
  const chunkFrame = entries.find((entry) => entry.type === 'frame' && isSaid(entry, 'agent_message_chunk'));
  const sessionId = chunkFrame?.type === 'frame' ? member(member(jsonOf(chunkFrame), 'params'), 'sessionId') : '';
  const half = Math.floor((split?.secret.length ?? 0) / 2);
  const cut = (split?.said.indexOf(split.secret) ?? 0) + half;
  return entries.flatMap((entry): FixtureEntry[] => {
    if (entry.type === 'event') return [entry];
    if (entry.stream === 'client' && isSaid(entry, 'session/new')) {
      const mcpServers = [
        {
          name: 'planted',
          command: 'node',
          args: ['--api-key', key?.secret ?? '', `--token=${option?.secret ?? ''}`],
          env: [{ name: 'PLANTED', value: value?.secret ?? '' }],
        },
        {
          type: 'http',
          name: 'remote',
          url: `https://a.example/?access_token=${query?.secret ?? ''}`,
          headers: [{ name: 'Authorization', value: `Bearer ${header?.secret ?? ''}` }],
        },
      ];
      return [changed(entry, (params) => ({ ...params, mcpServers }))];
    }
    if (entry.stream === 'client' && isSaid(entry, 'session/prompt')) {
      const text = { type: 'text', text: `look: ${prompt?.said ?? ''}` };
      return [changed(entry, (params) => ({ ...params, prompt: [text] }))];
    }
    if (entry !== chunkFrame) return [entry];
    const said = (text: string): FixtureEntry =>
      changed(entry, (params) => ({
        ...params,
        update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
      }));
    return [
      said(`It says: ${chunk?.said ?? ''} `),
      said(` and ${split?.said.slice(0, cut) ?? ''}`),
      said(split?.said.slice(cut) ?? ''),
      said(' that is all. '),
      said(`$ cat file\n${output?.said ?? ''}\n`),
      { ...entry, stream: 'stderr', bytes: utf8(`fatal: ${log?.said ?? ''}`), text: undefined },
      ...own.flatMap(({ secret }) =>
        [...spellings(secret), base64(`a${secret}b`), base64(`ab${secret}`), base64(`abc ${secret}`)].map((spelling) =>
          changed(entry, () => ({
            sessionId,
            update: { sessionUpdate: 'tool_call_update', toolCallId: 't', rawOutput: { out: `--> ${spelling} <--` } },
          })),
        ),
      ),
    ];
  });
}

function changed(entry: FixtureEntry & { type: 'frame' }, change: (params: JsonObject) => unknown): FixtureEntry {
  const json = jsonOf(entry) as JsonObject;
  const bytes = utf8(JSON.stringify({ ...json, params: change(json['params'] as JsonObject) }));
  return { ...entry, bytes, text: undefined };
}

function isSaid({ bytes }: FixtureEntry & { type: 'frame' }, word: string): boolean {
  return new TextDecoder().decode(bytes).includes(`"${word}"`);
}

function jsonOf({ bytes }: FixtureEntry & { type: 'frame' }): JsonValue | undefined {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as JsonValue;
  } catch {
    return undefined;
  }
}

function member(json: JsonValue | undefined, name: string): JsonValue | undefined {
  return typeof json === 'object' && json !== null ? (json as JsonObject)[name] : undefined;
}

function base64(text: string): string {
  return btoa(text);
}

/** A secret as it may be written. */
function spellings(secret: string): string[] {
  const hex = Array.from(utf8(secret), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [secret, base64(secret), encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), hex];
}

/** Pieces of a text that are long enough to be one's own. */
function piecesOf(text: string): string[] {
  const count = Math.max(1, text.length - PIECE + 1);
  return Array.from({ length: count }, (_, i) => text.slice(i, i + PIECE));
}
