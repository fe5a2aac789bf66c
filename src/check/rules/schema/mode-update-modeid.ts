import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const modeUpdateModeId = defineRule({
  id: 'schema/mode-update-modeid',
  severity: 'error',
  versions: ['v1'],
  fault: 'agent',
  summary: 'A current_mode_update must name the mode in currentModeId.',
  explanation:
    'Until September 2026 an example in the documentation had modeId, which was never in any schema. With an agent ' +
    'written after that example, the mode changes but no client shows it. Rename the field to currentModeId. ' +
    '(session/set_mode does have modeId.)',
  spec: 'v1/session-modes#from-the-agent',
  messages: {
    renamed: 'current_mode_update has modeId {found} but no currentModeId; rename the field',
  },
  on: ['update:current_mode_update'],
  inspect({ step, shapes, claim, report }) {
    const { update } = step;
    if (update === undefined || !Object.hasOwn(update, 'modeId') || Object.hasOwn(update, 'currentModeId')) return;
    for (const finding of shapes) {
      const name = finding.path.at(-1);
      if (finding.path.length === 2 && (name === 'modeId' || name === 'currentModeId')) claim(finding);
    }
    report('renamed', { data: { found: quoted(update['modeId']) } });
  },
});
