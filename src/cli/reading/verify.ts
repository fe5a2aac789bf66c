import { STREAMS } from '../../wire/frame.js';
import { TurntableError } from '../../errors.js';
import { damageText } from '../../report/damage-text.js';
import type { Difference, EntriesDifference } from '../../store/proof/timeline-comparison.js';
import { verifyRecording, type Proof, type Verdict } from '../../store/query/proof.js';
import type { ProofJson } from '../../report/json-output.js';
import { printedJson } from '../../report/printed-json.js';
import { LATEST } from '../../store/query/latest.js';
import type { CliIo } from '../program/io.js';
import type { DatabaseOption } from '../../tasks/recordings/database-for.js';
import { Conversations } from '../../tasks/conversations/conversations.js';

export interface VerifyOptions extends DatabaseOption {
  readonly json?: boolean;
}

/** The most differences that are listed; further ones are only counted. */
const TOLD_DIFFERENCES = 20;

/**
 * `turntable verify`: checks that a recording has not changed since it was brought in. Exit 1 if it has, or if not everything was recorded.
 */
export async function verify(named = LATEST, options: VerifyOptions, io: CliIo): Promise<number> {
  const conversations = new Conversations(options, io);
  try {
    const recording = conversations.recording(named);
    if (recording === undefined) {
      throw new TurntableError('USAGE', `${named} is a file, which verify cannot check`, {
        hint: 'Only recordings have checksums of what passed through the tap.',
      });
    }
    const proof = verifyRecording(conversations.db, recording);
    const verdict = verdictText(proof);
    if (options.json) {
      const json: ProofJson = {
        recording: recording.id,
        number: recording.number,
        verdict,
        covers: proof.covers,
        sha256: proof.sha256,
        differences: proof.differences.map(differenceJson),
        streams: { ...proof.streams },
        damage: proof.damage ?? null,
      };
      await io.print(`${printedJson(json, 2)}\n`);
    } else {
      await io.printLine(`recording ${recording.number}: ${verdict}`);
      for (const line of differenceLines(proof.differences)) await io.printLine(`  ${line}`);
      for (const stream of STREAMS) {
        const { bytes, sha256, lostBytes } = proof.streams[stream];
        const lost = lostBytes > 0 ? `  ${lostBytes} bytes were forwarded but are missing` : '';
        await io.printLine(`  ${stream.padEnd(6)}  ${sha256}  ${String(bytes)} bytes${lost}`);
      }
      await io.printLine(`  ${coveredText(proof)}`);
    }
    return FINE.has(proof.verdict) ? 0 : 1;
  } finally {
    conversations.close();
  }
}

const FINE: ReadonlySet<Verdict> = new Set(['proved', 'unchanged', 'nothing to compare with']);

function verdictText({ verdict, streams, damage }: Proof): string {
  switch (verdict) {
    case 'differs': {
      const places = STREAMS.flatMap((stream) => streams[stream].differsFromByte ?? []);
      return places.length === 0 ? 'differs' : `differs from byte ${Math.min(...places)}`;
    }
    case 'incomplete': {
      const lost = STREAMS.reduce((sum, stream) => sum + streams[stream].lostBytes, 0);
      const parts = [
        ...(damage === undefined ? [] : [`the journal was damaged (${damageText(damage)})`]),
        ...(lost > 0 ? [`${lost} bytes are missing`] : []),
      ];
      return `incomplete: ${parts.join('; ') || 'there is a gap'}`;
    }
    case 'unfinished':
      return 'unfinished: not completely in the database yet';
    case 'proved':
    case 'unchanged':
    case 'nothing to compare with':
      return verdict;
    default:
      return verdict satisfies never;
  }
}

function coveredText({ covers, sha256, verdict }: Proof): string {
  switch (covers) {
    case 'all':
      return `all     ${sha256}  covers bytes, senders, order, times, events, argv, cwd, start and end; not the name`;
    case 'bytes':
      return 'Only bytes are covered: an older version of Turntable recorded it.';
    case 'nothing':
      return verdict === 'unfinished'
        ? 'Nothing is covered yet: the sums are stored when the recording ends.'
        : 'Nothing is covered: an older version of Turntable imported it.';
    default:
      return covers satisfies never;
  }
}

function differenceJson(difference: Difference): ProofJson['differences'][number] {
  if (!('from' in difference)) return difference;
  const { type, aspects, ...place } = difference;
  return { ...place, ...(type !== undefined && { type }), ...(place.what === 'changed' && { aspects: [...aspects] }) };
}

function differenceLines(differences: readonly Difference[]): string[] {
  const lines = differences.slice(0, TOLD_DIFFERENCES).map(differenceLine);
  const more = differences.length - lines.length;
  return more > 0 ? [...lines, `and ${more} more; --json lists all`] : lines;
}

const WORDS = {
  frame: { sender: 'sender or newline', times: 'times', content: 'bytes' },
  event: { sender: 'place', times: 'time', content: 'name or fields' },
} as const;

function differenceLine(difference: Difference): string {
  switch (difference.what) {
    case 'fact':
      return `${difference.fact} of the recording: changed`;
    case 'digest':
      return 'the sum of everything differs, but it is unknown where';
    case 'index':
      return `${placeOf(difference)}: kind, method, id or session in the index differ from the frame`;
    case 'missing':
      return `${placeOf(difference)}: missing`;
    case 'added':
      return `${placeOf(difference)}: added later`;
    case 'changed': {
      const { aspects, type } = difference;
      const words = aspects.map((aspect) => WORDS[type ?? 'frame'][aspect]);
      return `${placeOf(difference)}: ${words.length === 0 ? 'something' : words.join(', ')} changed`;
    }
    default:
      return difference satisfies never;
  }
}

function placeOf({ type, from, to }: EntriesDifference): string {
  if (from === to) return `${type ?? 'entry'} ${from}`;
  return `${type === undefined ? 'entries' : `${type}s`} ${from} to ${to}`;
}
