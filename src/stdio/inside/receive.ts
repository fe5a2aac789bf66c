import { AccountWriter } from './account-writer.js';
import { Receiver } from './receiver.js';

/** How long agents, and processes that they leave behind, may still export after the agent's end, in ms. */
const AFTER_MS = 1000;

/**
 * The process that the tap starts for `record --inside`: prints its address, then receives until a second after its stdin has
 * ended, which is when the agent has, or the tap. The first line of its stdin names the file to write, as JSON.
 */
export async function receive(): Promise<number> {
  const writer = new AccountWriter();
  const receiver = new Receiver(writer.take);
  const address = await receiver.listen();
  process.stdout.on('error', () => undefined);
  process.stdout.write(`${address}\n`);
  let said = '';
  let isRecording = false;
  for await (const text of process.stdin.setEncoding('utf8')) {
    said += String(text);
    if (isRecording || !said.endsWith('\n')) continue;
    isRecording = true;
    writer.open(String(JSON.parse(said)));
  }
  if (isRecording) await new Promise((resolve) => setTimeout(resolve, AFTER_MS));
  receiver.close();
  writer.close();
  return 0;
}
