import { listOf, textOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

const FINAL: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled']);

export const lifecycle = defineRule({
  id: 'compaction/lifecycle',
  severity: 'warning',
  versions: ['v1', 'v2b'],
  fault: 'agent',
  summary: 'A compaction goes from in_progress to one final status; only a completed one has a summary.',
  explanation:
    'Clients show one entry for each compaction: with a spinner while it goes on, with its summary once it is done. What ' +
    'comes after the end changes an entry that the user takes for finished. Take a new compactionId for each compaction, ' +
    'send the summary before its end or with it, and an error only with "failed". Not reported: the same final status ' +
    'again, which patches the entry; a chunk for an id that was not there before, which makes it; and history, which may ' +
    'begin with the final status.',
  spec: 'https://agentclientprotocol.com/rfds/session-compaction',
  messages: {
    again: 'compaction {id} was {before} and now is {found}',
    chunk: 'compaction {id} was {before}, and its summary goes on',
    summary: 'compaction {id} is {found} and has a summary; only a completed one has',
    error: 'compaction {id} is {found} and has an error; only a failed one has',
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
      // a summary that grows while it goes on is not what the text says, and harms nobody
      report('summary', { data, severity: found === 'in_progress' ? 'info' : 'warning' });
    }
    if (found !== 'failed' && textOf(update['error']) !== undefined) report('error', { data });
  },
});
