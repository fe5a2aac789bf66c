// setupFiles: ['acp-turntable/vitest'] in vitest.config.ts
import { assertAllFinished } from 'acp-turntable';
import { afterAll, afterEach } from 'vitest';

afterEach(async ({ task }) => {
  // of tests that run at once, nobody knows which one a replay belongs to
  if (task.concurrent) return;
  const check = assertAllFinished();
  // a test that failed shows why; what it left unfinished follows from that
  await (task.result?.state === 'fail' ? check.catch(() => undefined) : check);
});
afterAll(assertAllFinished);
