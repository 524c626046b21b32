import type { Ctx } from '../../platform/context.ts';
import type { ChangeRow } from '../history/public.ts';
import { findTaskTitles } from './store.ts';

/** Entries refer to tasks, which everyone who can read the record can read: the title is null once the task is deleted. */
export async function addTaskTitles<Row extends ChangeRow>(
  ctx: Ctx,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const titles = await findTaskTitles(ctx, rows.flatMap(taskIdOf));
  return rows.map((row) => {
    if (!row.kind.startsWith('task.')) return row;
    const [title = null] = taskIdOf(row).map((id) => titles.get(id));
    return { ...row, detail: { ...row.detail, title } };
  });
}

/** None once the person was erased whom it was about. */
function taskIdOf({ kind, detail: { taskId } }: ChangeRow): string[] {
  return kind.startsWith('task.') && typeof taskId === 'string' ? [taskId] : [];
}
