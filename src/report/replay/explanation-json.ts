import type { FixturePlace } from '../../replay/divergence/divergence.js';
import type { ExplainedFrame, Explanation } from '../../replay/explain/explain.js';
import type { FixtureRules } from '../../replay/script/rules-of-fixture.js';
import type { OwnEnding } from '../../replay/script/script.js';
import type { Wait } from '../../replay/script/waits.js';
import type { ExplanationJson } from './replay-json-schema.js';

type PlaceJson = ExplanationJson['unanswered'][number];
type WaitJson = ExplanationJson['frames'][number]['waits'][number];

/** What `replay --explain --json` prints. @param fixture as it was named */
export function explanationToJson(
  fixture: string,
  { frames, sessions, bindings, ending, unanswered }: Explanation,
  { ignore, patterns }: FixtureRules,
): ExplanationJson {
  return {
    fixture,
    frames: frames.map(frameJson),
    sessions: sessions.map((session) => ({ ...session, opener: session.opener ? placeJson(session.opener) : null })),
    bindings: {
      requests: bindings.requests,
      ids: bindings.ids.map((id) => ({ ...id, session: id.session ?? null, first: placeJson(id.first) })),
      roots: bindings.roots.map((root) => ({ ...root, sessions: [...root.sessions], first: placeJson(root.first) })),
      unfollowed: bindings.unfollowed.map((path) => ({ ...path, first: placeJson(path.first) })),
    },
    ignore: [...ignore],
    match: patterns.map(({ pointer, text }) => ({ pointer, pattern: text })),
    ending: ending === undefined ? null : endingJson(ending),
    unanswered: unanswered.map(placeJson),
  };
}

function frameJson({ place, session, waits, ...frame }: ExplainedFrame): ExplanationJson['frames'][number] {
  return { ...placeJson(place), ...frame, session: session ?? null, waits: waits.map(waitJson) };
}

function waitJson(wait: Wait): WaitJson {
  return 'place' in wait ? { ...wait, place: placeJson(wait.place) } : { ...wait, upTo: placeJson(wait.upTo) };
}

function placeJson({ seq, line, summary }: FixturePlace): PlaceJson {
  return { seq, line: line ?? null, summary };
}

function endingJson({ clientMessages, exit }: OwnEnding): NonNullable<ExplanationJson['ending']> {
  return {
    clientMessages,
    exitCode: exit !== undefined && 'code' in exit ? exit.code : null,
    exitSignal: exit !== undefined && 'signal' in exit ? exit.signal : null,
  };
}
