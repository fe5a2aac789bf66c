import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const modeUpdateModeId = defineRule({
  id: 'schema/mode-update-modeid',
  severity: 'error',
  versions: ['v1'],
  fault: 'agent',
  summary: 'A current_mode_update names the mode in currentModeId.',
  explanation:
    'Until September 2026 the example on the page had modeId, which no schema ever had; agents written after it change ' +
    'the mode and no client shows it. Rename the field to currentModeId. (session/set_mode does have modeId.)',
  spec: 'v1/session-modes#from-the-agent',
  messages: {
    renamed: 'current_mode_update has modeId {found} and no currentModeId; the field is called currentModeId',
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
