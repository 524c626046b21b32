import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';

/** An open task, and its owner as long as they are active. */
export interface TaskFacts {
  readonly organization: string;
  /** The name of a picture. */
  readonly logo: string | null;
  readonly color: string | null;
  readonly title: string;
  readonly note: string | null;
  /** By a workflow, whose variables may hold what visitors typed. */
  readonly isByWorkflow: boolean;
  readonly dueOn: string | null;
  readonly dueAt: string | null;
  readonly timezone: string;
  readonly owner: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    readonly language: string;
  };
}

export async function findTaskFacts(ctx: Ctx, taskId: string): Promise<TaskFacts | undefined> {
  const { rows } = await sql<TaskFacts>`
    select w.name as organization, w.logo, w.brand_color as color, t.title, t.note,
      t.creator_id is null as "isByWorkflow", t.due_on::text as "dueOn",
      t.due_at as "dueAt", t.timezone, json_build_object('id', m.id, 'name', trim(m.first_name || ' ' || m.last_name),
        'email', m.email, 'language', m.language) as owner
    from crm_task t
    join workspace w on w.workspace_id = t.workspace_id
    join member m on m.workspace_id = t.workspace_id and m.id = t.owner_id and m.is_active
    where t.workspace_id = ${ctx.workspaceId} and t.id = ${taskId} and t.done_at is null and t.deadline is not null
  `.execute(ctx.db);
  return rows[0];
}
