import { Checker, type CheckerOptions } from '../../../src/check/engine/checker.js';
import { RULES } from '../../../src/check/rules/index.js';
import type { Violation } from '../../../src/check/engine/violation.js';
import type { JsonObject, JsonValue } from '../../../src/wire/json-text.js';
import { PROTOCOL } from '../checking/rule-examples.js';

/** Who says what, in order. The recording begins at the beginning where the first is an initialize. */
export type Said = readonly (readonly [sender: string, message: JsonValue])[];

export function request(id: JsonValue, method: string, params: JsonObject): JsonObject {
  return { jsonrpc: '2.0', id, method, params };
}

export function result(id: JsonValue, value: JsonValue): JsonObject {
  return { jsonrpc: '2.0', id, result: value };
}

export function error(id: JsonValue, code: number, message: string): JsonObject {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

/** What the checker says of a conversation with all rules, as `seq severity rule`, in order. */
export function check(said: Said, rules = /./, options: Partial<CheckerOptions> = {}): string[] {
  const found: Violation[] = [];
  const checker = new Checker({
    protocol: PROTOCOL,
    rules: RULES,
    onViolation: (violation) => {
      if (rules.test(violation.rule)) found.push(violation);
    },
    ...options,
  });
  for (const [seq, [sender, message]] of said.entries()) {
    if (sender !== 'client' && sender !== 'agent') throw new Error(`who is ${sender}?`);
    const bytes = new TextEncoder().encode(JSON.stringify(message));
    checker.frame({ seq, sender, bytes, sizeBytes: bytes.length, terminated: true, atNs: undefined });
  }
  checker.end();
  return found.sort((a, b) => a.seq - b.seq).map(({ seq, severity, rule }) => `${seq} ${severity} ${rule}`);
}
