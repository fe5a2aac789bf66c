import * as z from 'zod';

const place = z.object({
  seq: z.int().describe('number on the timeline of the fixture; events are counted too'),
  line: z.int().nullable().describe('line of the file, from 1; null for a recording'),
  summary: z.string(),
});
const sessionNumber = z.int().describe('number of the session');

const wait = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message'), place }).describe('a message of the client'),
  z.object({ type: z.literal('frame'), place }).describe('a frame of the agent, once it is sent'),
  z.object({ type: z.literal('all'), count: z.int(), upTo: place }).describe('every message of the client up to there'),
  z
    .object({
      type: z.literal('drivers'),
      session: sessionNumber,
      count: z.int(),
      upTo: place,
      leftOut: z.int().describe('responses among them that it need not wait for'),
    })
    .describe('the messages that drive a session, up to there'),
  z
    .object({ type: z.literal('session'), session: sessionNumber, count: z.int(), upTo: place })
    .describe('the messages of the client in a session, up to there'),
]);

/** `replay --explain --json`. */
export const explanationJson = z.object({
  fixture: z.string(),
  frames: z.array(
    z.object({
      ...place.shape,
      sender: z.enum(['client', 'agent', 'stderr']),
      session: sessionNumber.nullable(),
      isInLane: z.boolean().describe('for a frame of the agent: it keeps the order of its session'),
      drives: z
        .boolean()
        .describe('for a message of the client: everything the agent sent later in the session waits for it'),
      waits: z.array(wait).describe('all of this must have happened before it is sent, or may come'),
    }),
  ),
  sessions: z.array(
    z.object({
      number: z.int(),
      recorded: z.string(),
      opener: place.nullable().describe('the request that makes or opens it'),
      frames: z.object({ client: z.int(), agent: z.int() }),
    }),
  ),
  bindings: z.object({
    requests: z
      .object({ client: z.int(), agent: z.int() })
      .describe("counts; the client's ids are the live client's, the agent's are as recorded"),
    ids: z.array(
      z.object({
        kind: z.string(),
        recorded: z.string(),
        session: sessionNumber.nullable(),
        mintedBy: z.enum(['client', 'agent']),
        isBound: z.boolean().describe("the live client's value takes its place"),
        first: place,
        count: z.int(),
      }),
    ),
    roots: z.array(
      z.object({
        recorded: z.string(),
        sessions: z.array(sessionNumber),
        first: place,
        places: z.object({ client: z.int(), agent: z.int() }).describe('number of places in the frames of each side'),
      }),
    ),
    unfollowed: z.array(
      z.object({
        kind: z
          .enum(['split', 'symlink', 'other'])
          .describe('split between chunks of a text; in another spelling; not below a root of the session'),
        path: z.string().describe('the intended root; for other, the first two names'),
        count: z.int(),
        first: place,
      }),
    ),
  }),
  ignore: z
    .array(z.string())
    .describe('JSON pointers that are not compared, in addition to _meta and the name and version of the client'),
  match: z.array(z.object({ pointer: z.string(), pattern: z.string() })),
  ending: z
    .object({ clientMessages: z.int(), exitCode: z.int().nullable(), exitSignal: z.string().nullable() })
    .nullable()
    .describe('how the agent ends by itself; null if the replay ends with its client'),
  unanswered: z.array(place),
});

export type ExplanationJson = z.infer<typeof explanationJson>;
