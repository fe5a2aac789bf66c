import { listOf, textOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

const FINAL: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled']);

export const lifecycle = defineRule({
  id: 'compaction/lifecycle',
  severity: 'warning',
  versions: ['v1', 'v2b'],
  fault: 'agent',
  summary: 'A compaction should go from in_progress to one final status.',
  explanation:
    'Clients show one entry per compaction: with a spinner while it runs, and with its summary when it is done. A ' +
    'later update changes an entry that the user considers finished. Use a new compactionId for each compaction. ' +
    'Send the summary before its end or together with it. Send a summary only with "completed", and an error only ' +
    'with "failed".\n\n' +
    'Not reported: the same final status again, which patches the entry; a chunk for a new id, which creates the ' +
    'entry; history, which may begin with the final status.',
  spec: 'https://agentclientprotocol.com/rfds/session-compaction',
  messages: {
    again: 'compaction {id} was {before} and is now {found}; a final status should not change',
    chunk: 'a summary chunk came for compaction {id}, which was already {before}',
    summary: 'compaction {id} is {found} but has a summary; only a completed one should',
    error: 'compaction {id} is {found} but has an error; only a failed one should',
  },
  on: ['update:compaction_update', 'update:compaction_summary_chunk'],
  inspect({ step, report }) {
    const { session, update, updateKind, isHistory } = step;
    const id = textOf(update?.['compactionId']);
    if (update === undefined || id === undefined || isHistory) return;
    const known = session?.compactions.get(id);
    const before = known !== undefined && FINAL.has(known.status ?? '') ? known.status : undefined;
    const evidence = [known];
    if (updateKind === 'compaction_summary_chunk') {
      if (before === undefined) return;
      const once = `${session?.id ?? ''} ${id} chunk`;
      report('chunk', { data: { id: quoted(id), before: quoted(before) }, evidence, once });
      return;
    }
    const found = textOf(update['status']);
    if (found === undefined) return;
    const data = { id: quoted(id), found: quoted(found) };
    if (before !== undefined && before !== found) {
      report('again', { data: { ...data, before: quoted(before) }, evidence });
      return;
    }
    if (found.startsWith('_')) return;
    if (found !== 'completed' && listOf(update['summary']).length > 0) {
      // a summary that grows during the compaction is against the text, but harmless
      report('summary', { data, severity: found === 'in_progress' ? 'info' : 'warning' });
    }
    if (found !== 'failed' && textOf(update['error']) !== undefined) report('error', { data });
  },
});
