import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { matchAny } from '../platform/db/match-any.ts';
import type { Person, PersonalData } from '../platform/personal-data.ts';

/** What workflows did about a person, and are still to do. */
export const runsOfPerson: PersonalData = {
  async export(ctx, person) {
    const { rows } = await sql<{ run: Record<string, unknown> }>`
      select jsonb_build_object('workflow', w.name, 'state', r.status, 'dueAt', r.due_at, 'reason', r.reason, 'steps', (
        select coalesce(jsonb_agg(s.detail order by s.position), '[]') from workflow_step s
        where s.workspace_id = r.workspace_id and s.run_id = r.id)) as run
      from workflow_run r join workflow w on w.workspace_id = r.workspace_id and w.id = r.workflow_id
      where ${isOf(ctx, person)} order by r.created_at, r.id
    `.execute(ctx.db);
    return rows.map(({ run }) => run);
  },
  async erase(ctx, person) {
    await sql`delete from workflow_run r where ${isOf(ctx, person)}`.execute(ctx.db);
  },
};

function isOf(ctx: Ctx, { inviteeIds, recordIds, emails }: Person) {
  return sql`r.workspace_id = ${ctx.workspaceId} and (r.invitee_id = ${matchAny(inviteeIds, 'text')}
    or r.record_id = ${matchAny(recordIds, 'uuid')} or lower(r.submission -> 'person' ->> 'email') = any (${emails}::text[]))`;
}
