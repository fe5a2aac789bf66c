import type { Script } from './script.js';

/** Whether the recorded agent said a text, as a whole value, before a place of the fixture. */
export function saidBefore({ outputs }: Script, said: string, seq: number): boolean {
  const quoted = JSON.stringify(said);
  for (const { frame } of outputs) {
    if (frame.seq >= seq) return false;
    if (frame.sender === 'agent' && frame.text?.includes(quoted) === true) return true;
  }
  return false;
}
