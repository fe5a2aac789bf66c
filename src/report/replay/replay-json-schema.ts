import * as z from 'zod';

const place = z.object({
  seq: z.int().describe('on the timeline of the fixture, events counted'),
  line: z.int().nullable().describe('of the file, from 1; null in a recording'),
  summary: z.string(),
});
const sessionNumber = z.int().describe('number of the session');

const wait = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message'), place }).describe('a message of the client'),
  z.object({ type: z.literal('frame'), place }).describe('a frame of the agent, that it is out'),
  z.object({ type: z.literal('all'), count: z.int(), upTo: place }).describe('every message of the client up to there'),
  z
    .object({
      type: z.literal('drivers'),
      session: sessionNumber,
      count: z.int(),
      upTo: place,
      leftOut: z.int().describe('answers among them that it need not wait for'),
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
      isInLane: z.boolean().describe('of a frame of the agent: it keeps the order of its session'),
      drives: z.boolean().describe('of a message of the client: what the agent said later in the session waits for it'),
      waits: z.array(wait).describe('all of this has to have happened before it goes out, or may come'),
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
      .describe("how many; the client's ids are the live client's, the agent's are as recorded"),
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
        places: z.object({ client: z.int(), agent: z.int() }).describe('in how many places of the frames of each'),
      }),
    ),
    unfollowed: z.array(
      z.object({
        kind: z
          .enum(['split', 'symlink', 'other'])
          .describe('cut in two by chunks of a text; spelled in another way; below no root of the session'),
        path: z.string().describe('the root that is meant; of other the first two names'),
        count: z.int(),
        first: place,
      }),
    ),
  }),
  ignore: z.array(z.string()).describe('JSON pointers that are not compared, beside _meta and who the client is'),
  match: z.array(z.object({ pointer: z.string(), pattern: z.string() })),
  ending: z
    .object({ clientMessages: z.int(), exitCode: z.int().nullable(), exitSignal: z.string().nullable() })
    .nullable()
    .describe('how the agent ends by itself; null where the replay ends with its client'),
  unanswered: z.array(place),
});

export type ExplanationJson = z.infer<typeof explanationJson>;
