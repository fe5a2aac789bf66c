// The plainest agent there is: reads lines, parses them, and writes the same turn that the fixture holds.
import { FIRST_ANSWERS, turnLines } from './turn.js';

const frames = Number(process.argv[2]);
let pending = '';
process.stdin.setEncoding('utf8').on('data', (chunk) => {
  const lines = (pending + chunk).split('\n');
  pending = lines.pop();
  for (const line of lines) {
    const { id } = JSON.parse(line);
    if (id < 2) process.stdout.write(`${FIRST_ANSWERS[id]}\n`);
    else for (const frame of turnLines(frames)) process.stdout.write(`${frame}\n`);
  }
});
