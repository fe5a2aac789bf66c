import { test } from 'vitest';
import { loadSdkSchemas } from '../../src/sdk-schemas.js';
import { readProtocol } from '../../src/acp/protocol.js';
test('x', () => {
  let t = performance.now();
  const lap = (n: string) => { console.log(n, (performance.now() - t).toFixed(1)); t = performance.now(); };
  const s = loadSdkSchemas(); lap('load');
  const p = readProtocol(s); lap('read');
  console.log([...p.v1.updateKinds].join(), '|', [...p.v1.unstableUpdateKinds].join()); lap('v1 kinds');
  console.log([...p.v2.updateKinds].join(), '|', [...p.v2.unstableUpdateKinds].join()); lap('v2 kinds');
  console.log(p.v1.memberElsewhere('SessionConfigSelect', 'configId'), p.v1.memberElsewhere('PromptResponse', 'usage'), p.v1.valueElsewhere('SessionUpdate', 'sessionUpdate', 'state_update'), p.v2.valueElsewhere('SessionUpdate', 'sessionUpdate', 'tool_call'), p.v1.valueElsewhere('ToolCall','status','cancelled'), p.v1.valueElsewhere('StopReason','stopReason','error'),p.v1.valueElsewhere('PromptResponse','stopReason','error')); lap('else');
  for (const v of [p.v1, p.v2]) for (const m of v.methods) console.log(v.version, m.name, m.receiver, m.stability, m.request ? 'R' + (m.request.resultRequired ? '!' : '') : '', m.notification ? 'N' : '', m.paramsRequired ? '!' : '', m.page, m.gate ? m.gate.by + ':' + m.gate.path.join('.') : ''); lap('all methods');
});
