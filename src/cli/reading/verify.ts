import { STREAMS } from '../../wire/frame.js';
import { TurntableError } from '../../errors.js';
import { verifyRecording, type Proof } from '../../store/query/proof.js';
import { damageText } from '../../report/damage-text.js';
import type { ProofJson } from '../../report/json-output.js';
import { printedJson } from '../../report/printed-json.js';
import { LATEST } from '../../store/query/latest.js';
import type { CliIo } from '../program/io.js';
import type { DatabaseOption } from '../../tasks/recordings/database-for.js';
import { Conversations } from '../../tasks/conversations/conversations.js';

export interface VerifyOptions extends DatabaseOption {
  readonly json?: boolean;
}

/** `turntable verify`: whether the frames are, byte for byte, what the tap read. Exit 1 where they are not, or not all. */
export async function verify(named = LATEST, options: VerifyOptions, io: CliIo): Promise<number> {
  const conversations = new Conversations(options, io);
  try {
    const recording = conversations.recording(named);
    if (recording === undefined) {
      throw new TurntableError('USAGE', `${named} is a file, and holds no checksums to verify it by`, {
        hint: 'Only a recording holds the checksums of what passed through the tap.',
      });
    }
    const proof = verifyRecording(conversations.db, recording);
    const verdict = verdictText(proof);
    if (options.json) {
      const json: ProofJson = {
        recording: recording.id,
        number: recording.number,
        verdict,
        streams: { ...proof.streams },
        damage: proof.damage ?? null,
      };
      await io.print(`${printedJson(json, 2)}\n`);
    } else {
      await io.printLine(`recording ${recording.number}: ${verdict}`);
      for (const stream of STREAMS) {
        const { bytes, sha256, lostBytes } = proof.streams[stream];
        const lost = lostBytes > 0 ? `  ${lostBytes} bytes were forwarded and never recorded` : '';
        await io.printLine(`  ${stream.padEnd(6)}  ${sha256}  ${String(bytes)} bytes${lost}`);
      }
    }
    return proof.verdict === 'proved' || proof.verdict === 'nothing to compare with' ? 0 : 1;
  } finally {
    conversations.close();
  }
}

function verdictText({ verdict, streams, damage }: Proof): string {
  switch (verdict) {
    case 'differs': {
      const places = STREAMS.flatMap((stream) => streams[stream].differsFromByte ?? []);
      return `differs from byte ${Math.min(...places)}`;
    }
    case 'incomplete': {
      const lost = STREAMS.reduce((sum, stream) => sum + streams[stream].lostBytes, 0);
      const parts = [
        ...(damage === undefined ? [] : [`the journal was damaged (${damageText(damage)})`]),
        ...(lost > 0 ? [`${lost} bytes were never recorded`] : []),
      ];
      return `incomplete: ${parts.join('; ')}`;
    }
    case 'unfinished':
      return 'unfinished: not all of it is in the database yet';
    case 'proved':
    case 'nothing to compare with':
      return verdict;
    default:
      return verdict satisfies never;
  }
}
