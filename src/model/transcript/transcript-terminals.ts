import { fromBase64 } from '../../wire/base64.js';
import type { JsonObject, JsonValue } from '../../wire/json-text.js';
import { brokenUtf8 } from '../../wire/utf8.js';
import { numberOf, objectOf, textOf } from '../json-access.js';
import type { Step } from '../state/step.js';
import type { TerminalText } from './transcript.js';

/** The terminals of a turn, with their joined output. */
export class TranscriptTerminals {
  readonly byId = new Map<string, TerminalText>();
  /** v2 output comes in bytes: the bytes of a character whose rest has not arrived yet. */
  readonly #rests = new Map<TerminalText, Uint8Array>();

  /** The terminal that a v1 request creates or is about; undefined for other requests. */
  asked({ method, params, seq, at }: Step, knownCommand?: string): TerminalText | undefined {
    if (method === 'terminal/create') {
      return { ...newTerminal(seq, at), command: commandOf(params), cwd: textOf(params?.['cwd']) };
    }
    const id = method?.startsWith('terminal/') === true ? textOf(params?.['terminalId']) : undefined;
    if (id === undefined) return undefined;
    const known = this.byId.get(id);
    if (known !== undefined) return known;
    const terminal = { ...newTerminal(seq, at), id, command: knownCommand };
    this.byId.set(id, terminal);
    return terminal;
  }

  /** Adds the outcome of a request. */
  answered(terminal: TerminalText, { method, result, seq, at }: Step): void {
    const answer = objectOf(result);
    if (answer === undefined) return;
    terminal.changed = seq;
    if (method === 'terminal/create') {
      terminal.id = textOf(answer['terminalId']);
      if (terminal.id !== undefined) this.byId.set(terminal.id, terminal);
    }
    if (method === 'terminal/output') {
      terminal.output = textOf(answer['output']) ?? terminal.output;
      terminal.isTruncated = answer['truncated'] === true;
      exit(terminal, answer['exitStatus'], { seq, at });
    }
    if (method === 'terminal/wait_for_exit') exit(terminal, answer, { seq, at });
  }

  /** v2: terminal_update or terminal_output_chunk (spec: v2/tool-calls). */
  updated({ updateKind, seq, at }: Step, update: JsonObject): TerminalText | undefined {
    const id = textOf(update['terminalId']);
    if (id === undefined || updateKind?.startsWith('terminal_') !== true) return undefined;
    const terminal = this.byId.get(id) ?? { ...newTerminal(seq, at), id };
    this.byId.set(id, terminal);
    terminal.changed = seq;
    if (updateKind === 'terminal_output_chunk') {
      this.#append(terminal, update['data']);
      return terminal;
    }
    terminal.command = textOf(update['command']) ?? terminal.command;
    terminal.cwd = textOf(update['cwd']) ?? terminal.cwd;
    exit(terminal, update['exitStatus'], { seq, at });
    if (update['output'] !== undefined) {
      terminal.output = '';
      this.#rests.delete(terminal);
      this.#append(terminal, objectOf(update['output'])?.['data']);
    }
    return terminal;
  }

  #append(terminal: TerminalText, data: JsonValue | undefined): void {
    const bytes = fromBase64(textOf(data) ?? '') ?? new Uint8Array();
    const rest = this.#rests.get(terminal);
    const all = rest === undefined ? bytes : Uint8Array.of(...rest, ...bytes);
    let tail = Math.max(0, all.length - 3);
    while (((all[tail] ?? 0) & 0xc0) === 0x80) tail += 1;
    const broken = brokenUtf8(all.subarray(tail));
    const cut = broken?.isCutShort === true ? tail + broken.offset : all.length;
    this.#rests.set(terminal, all.slice(cut));
    terminal.output += new TextDecoder('utf-8', { ignoreBOM: true }).decode(all.subarray(0, cut));
  }
}

function newTerminal(seq: number, at: number): TerminalText {
  const none = { id: undefined, command: undefined, cwd: undefined, exit: undefined, exited: undefined };
  return { seq, at, changed: seq, ...none, output: '', isTruncated: false, isEmbedded: false };
}

function commandOf(params: JsonObject | undefined): string | undefined {
  const command = textOf(params?.['command']);
  const args = params?.['args'];
  const words = Array.isArray(args) ? args.filter((arg) => typeof arg === 'string') : [];
  return command === undefined ? undefined : [command, ...words].join(' ');
}

function exit(terminal: TerminalText, value: JsonValue | undefined, { seq, at }: Pick<Step, 'seq' | 'at'>): void {
  const status = objectOf(value);
  if (status === undefined) return;
  terminal.exit = { code: numberOf(status['exitCode']), signal: textOf(status['signal']) };
  terminal.exited ??= { seq, at };
}
