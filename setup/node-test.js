// import 'acp-turntable/node-test' in a file of tests
import { afterEach } from 'node:test';
import { assertAllFinished } from 'acp-turntable';

afterEach(async (context) => {
  const check = assertAllFinished();
  // a test that failed shows why (Node tells since 20.12); what it left unfinished follows from that
  await (context?.passed === false ? check.catch(() => undefined) : check);
});
