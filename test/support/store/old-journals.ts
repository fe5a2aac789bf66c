import { concat, utf8 } from '../values/bytes.js';
import { HEADER, type TestRecord } from './journals.js';

/** Journals of format 1, made byte by byte: no code of ours writes them any more. */

const KINDS = ['header', 'client', 'agent', 'stderr', 'event', 'anchor', 'gap', 'end'];

export function oldRecordBytes([kind, atNs, said]: TestRecord): Uint8Array {
  const payload = said instanceof Uint8Array ? said : utf8(typeof said === 'string' ? said : JSON.stringify(said));
  const number = KINDS.indexOf(kind);
  const [low, high] = [atNs % 2 ** 32, Math.floor(atNs / 2 ** 32)];
  let check = mix(mix(mix(mix(0x811c9dc5, number), payload.length), low), high);
  for (let i = 0; i < Math.min(8, payload.length); i += 1) {
    check = mix(check, (payload[i] ?? 0) | ((payload[payload.length - 1 - i] ?? 0) << 8));
  }
  const header = new DataView(new ArrayBuffer(20));
  header.setUint32(0, 0xac | (number << 8), true);
  header.setUint32(4, payload.length, true);
  header.setUint32(8, low, true);
  header.setUint32(12, high, true);
  header.setUint32(16, check, true);
  return concat([new Uint8Array(header.buffer), payload]);
}

function mix(hash: number, word: number): number {
  const mixed = Math.imul(hash ^ word, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

export function oldJournalBytes(records: readonly TestRecord[], header: object = {}): Uint8Array {
  return concat([oldRecordBytes(['header', 0, { ...HEADER, format: 1, ...header }]), ...records.map(oldRecordBytes)]);
}
