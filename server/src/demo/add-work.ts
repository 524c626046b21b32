import { newTask } from '@daybook/contract/crm-tasks';
import { newView } from '@daybook/contract/crm-views';
import { juniperWork } from '../../../seeds/juniper-work.ts';
import { juniper } from '../../../seeds/juniper.ts';
import { completeTask, createRecordNote, createTask, createView, findDefinition } from '../crm/public.ts';
import { findMemberByEmail } from '../members/public.ts';
import type { Ctx } from '../platform/context.ts';
import { formatDateIn } from './days.ts';
import { writeDeals, writeRecords } from './seed-crm.ts';

/** Deals on a board, with notes, and tasks about them. */
export async function addWork(ctx: Ctx): Promise<void> {
  const { companies, people, deals, view, dealNotes, tasks } = juniperWork;
  const companyIds = await writeRecords(ctx, 'companies', companies, 'domain');
  await writeRecords(ctx, 'people', people, 'emails');
  const byDomain = new Map(companies.map(({ domain }, index) => [domain as string, companyIds[index] ?? '']));
  const ids = await writeDeals(ctx, deals, byDomain);
  const byTitle = new Map(deals.map(({ values }, index) => [values.title as string, ids[index] ?? '']));
  const definition = await findDefinition(ctx, 'deals', 'read');
  // Someone may have deleted the object right after the first start.
  if (!definition) return;
  await createView(ctx, definition, newView.parse(view));
  for (const { deal, note } of dealNotes)
    await createRecordNote(ctx, definition, byTitle.get(deal) ?? '', note);
  for (const task of tasks) await addTask(ctx, task, byTitle);
}

async function addTask(
  ctx: Ctx,
  task: (typeof juniperWork.tasks)[number],
  deals: ReadonlyMap<string, string>,
): Promise<void> {
  const owner = await findMemberByEmail(ctx, task.owner);
  const { uuid } = await createTask(
    ctx,
    newTask.parse({
      title: task.title,
      note: 'note' in task ? task.note : null,
      dueOn: formatDateIn(ctx, task.inDays, juniper.timezone),
      ownerUuid: owner?.id ?? null,
      records: 'deal' in task ? [{ objectSlug: 'deals', id: deals.get(task.deal) }] : [],
    }),
  );
  if ('isDone' in task) await completeTask(ctx, uuid);
}
