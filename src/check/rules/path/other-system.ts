import { textOf } from '../../../model/json-access.js';
import type { JsonObject, JsonValue } from '../../../wire/json-text.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { isWindows } from '../fs/roots.js';

export const otherSystem = defineRule({
  id: 'path/other-system',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'Paths should be those of the system on which the agent runs.',
  explanation:
    'A client on Windows that starts its agent in WSL, in a container or on another machine has to translate paths ' +
    'in both directions. C:\\me means nothing on Linux, and /home/me means nothing on Windows. The agent then works ' +
    'in a folder that does not exist, or fails with an error that names no path.\n\n' +
    'Off by default, because the two sides may map the paths of one system to the other. Checked only if the ' +
    'recording says on which system the agent was started.',
  spec: 'v1/session-setup#working-directory',
  isOptIn: true,
  messages: { other: '{place} is {found}, which is not a path of {system}, where the agent runs' },
  on: [
    'request:session/new',
    'request:session/load',
    'request:session/resume',
    'request:session/fork',
    'request:fs/read_text_file',
    'request:fs/write_text_file',
    'request:terminal/create',
  ],
  inspect({ step, connection: { platform }, report }) {
    if (platform === undefined) return;
    const isOfWindows = platform === 'win32';
    for (const [place, path] of pathsIn(step.params ?? {})) {
      const isOther = isOfWindows ? path.startsWith('/') : isWindows(path);
      if (!isOther) continue;
      const system = SYSTEMS.get(platform) ?? platform;
      report('other', { data: { place, found: quoted(path), system }, once: `${step.sender} ${path}` });
    }
  },
});

const SYSTEMS: ReadonlyMap<string, string> = new Map([
  ['linux', 'Linux'],
  ['darwin', 'macOS'],
  ['win32', 'Windows'],
]);

function* pathsIn({ cwd, path, additionalDirectories }: JsonObject): Generator<readonly [place: string, path: string]> {
  for (const [place, value] of [
    ['cwd', cwd],
    ['path', path],
  ] as const) {
    const text = textOf(value);
    if (text !== undefined) yield [place, text];
  }
  if (!Array.isArray(additionalDirectories)) return;
  for (const [index, folder] of (additionalDirectories as readonly JsonValue[]).entries()) {
    const text = textOf(folder);
    if (text !== undefined) yield [`additionalDirectories[${index}]`, text];
  }
}
