// Compiled by `npm run typecheck`, never run: what a test author writes, and what he must not.
import { client, ndJsonStream } from '@agentclientprotocol/sdk';
import { client as clientV2, ndJsonStream as ndJsonStreamV2 } from '@agentclientprotocol/sdk/experimental/v2';
import {
  checkFixture,
  diffRecordings,
  readFixture,
  recordAgent,
  replayAgent,
  ReplayDivergedError,
  useFixture,
  type Divergence,
  type RecordingReport,
  type ReplayReport,
  type TestAgent,
  type TurntableError,
} from 'acp-turntable';
import { expectTypeOf } from 'vitest';

export async function replays(): Promise<void> {
  await using agent = await replayAgent('x.acp', { match: 'content', ignore: ['/params/x'], pace: '4x', wait: 1_000 });
  expectTypeOf(agent).toEqualTypeOf<TestAgent<ReplayReport>>();
  await client({ name: 'x' }).connectWith(ndJsonStream(agent.stdin, agent.stdout), () => undefined);
  await clientV2({ name: 'x' }).connectWith(ndJsonStreamV2(agent.stdin, agent.stdout), () => undefined);
  const report = await agent.finished();
  expectTypeOf(report).toEqualTypeOf<ReplayReport>();
  const [program, ...words] = agent.command;
  expectTypeOf(program).toEqualTypeOf<string>();
  expectTypeOf(words).toEqualTypeOf<string[]>();
  await replayAgent(new Uint8Array(), { signal: AbortSignal.timeout(1) });

  // @ts-expect-error there is no such way to match
  await replayAgent('x.acp', { match: 'loose' });
  // @ts-expect-error times are numbers of ms
  await replayAgent('x.acp', { wait: '5s' });
  // @ts-expect-error a report cannot be changed
  report.outcome = 'matched';
  // @ts-expect-error the other way round
  ndJsonStream(agent.stdout, agent.stdin);
}

export async function records(): Promise<void> {
  const agent = await recordAgent({ agent: ['gemini', '--acp'], env: { KEY: undefined }, redact: false });
  void recordAgent({ agent: ['a'], redact: { also: ['emails', /x/], keep: ['MODE'], find: (text) => [text] } });
  const { fixture, path } = await agent.finished();
  expectTypeOf(fixture).toEqualTypeOf<Uint8Array>();
  expectTypeOf(path).toEqualTypeOf<string | undefined>();
  // @ts-expect-error nothing could be recorded
  await recordAgent({ path: 'x.acp' });
}

export async function uses(): Promise<void> {
  await using agent = await useFixture({ path: 'x.acp', agent: ['gemini'], mode: 'once', allowPartial: true });
  const report = await agent.finished();
  expectTypeOf(report).toEqualTypeOf<ReplayReport | RecordingReport>();
  if (report.outcome === 'recorded') expectTypeOf(report).toEqualTypeOf<RecordingReport>();
  else expectTypeOf(report).toEqualTypeOf<ReplayReport>();
  // @ts-expect-error there is no such mode
  await useFixture({ path: 'x.acp', mode: 'new_episodes' });
}

export async function looks(): Promise<void> {
  const { violations, counts } = await checkFixture('x.acp', { ignore: ['eos'] });
  expectTypeOf(counts.error).toEqualTypeOf<number>();
  expectTypeOf(violations[0]?.fault).toEqualTypeOf<'client' | 'agent' | undefined>();
  const { differences } = await diffRecordings('a.acp', new Uint8Array(), { turn: [1, 2], ignore: ['usage'] });
  expectTypeOf(differences[0]?.summary).toEqualTypeOf<string | undefined>();
  // @ts-expect-error there is no such kind
  await diffRecordings('a.acp', 'b.acp', { only: ['colour'] });
  for (const entry of readFixture(new Uint8Array()).entries) {
    if (entry.type === 'event') expectTypeOf(entry.fields).toEqualTypeOf<Readonly<Record<string, string>>>();
    else if (entry.message?.kind === 'request') expectTypeOf(entry.message.method).toEqualTypeOf<string>();
  }
}

export function tells(thrown: unknown): void {
  if (thrown instanceof ReplayDivergedError) {
    expectTypeOf(thrown.divergence).toEqualTypeOf<Divergence>();
    const error: TurntableError = thrown;
    // @ts-expect-error there is no such code
    if (error.code === 'DIVERGED') return;
  }
}
