import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { matchAny } from '../../platform/db/match-any.ts';
import { isNamedIn, type Person, type PersonalData } from '../../platform/personal-data.ts';

interface Task {
  readonly id: string;
  readonly title: string;
  readonly note: string | null;
  readonly due: string | null;
  readonly done_at: string | null;
  readonly created_at: string;
  /** It is about somebody or something else as well. */
  readonly is_shared: boolean;
}

/** Tasks about a person and about their events, unless they are about others as well and do not name the person. */
export const tasksOfPerson: PersonalData = {
  async export(ctx, person) {
    const tasks = await findTasksAbout(ctx, person);
    return tasks.map(({ title, note, due, done_at: doneAt, created_at: createdAt }) => ({
      ...{ title, note, due, doneAt, createdAt },
    }));
  },
  async erase(ctx, person) {
    const ids = (await findTasksAbout(ctx, person)).map(({ id }) => id);
    await sql`
      delete from crm_task where workspace_id = ${ctx.workspaceId} and id = any (${ids}::uuid[])
    `.execute(ctx.db);
  },
};

async function findTasksAbout(ctx: Ctx, person: Person): Promise<Task[]> {
  const { recordIds, eventIds, inviteeIds } = person;
  const { rows } = await sql<Task>`
    select t.id, t.title, t.note, coalesce(t.due_on::text, t.due_at::text) as due, t.done_at, t.created_at,
      exists (select from crm_task_record x where x.workspace_id = t.workspace_id and x.task_id = t.id
        and not x.record_id = any (${recordIds}::uuid[]))
      or exists (select from invitee i where i.workspace_id = t.workspace_id and i.event_id = t.event_id
        and not i.id = any (${inviteeIds}::text[]) and i.erased_at is null) as is_shared
    from crm_task t
    where t.workspace_id = ${ctx.workspaceId} and (t.event_id = ${matchAny(eventIds, 'text')} or t.id in (
      select task_id from crm_task_record where workspace_id = ${ctx.workspaceId}
        and record_id = ${matchAny(recordIds, 'uuid')}))
    order by t.created_at, t.id
  `.execute(ctx.db);
  return rows.filter(
    ({ is_shared, title, note }) => !is_shared || isNamedIn(person, `${title} ${note ?? ''}`),
  );
}
