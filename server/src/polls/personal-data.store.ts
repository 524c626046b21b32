import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { transact, type Database } from '../platform/db/transaction.ts';
import type { Person, PersonalData } from '../platform/personal-data.ts';

/** A vote goes with its voter. The count of a poll that has ended is then that of the others. */
export const votesOfPerson: PersonalData = {
  async export(ctx, person) {
    const { rows } = await sql<{ vote: Record<string, unknown> }>`
      select to_jsonb(v) - '{workspace_id}'::text[] || jsonb_build_object('poll', p.title) as vote
      from poll_vote v join poll p on p.workspace_id = v.workspace_id and p.id = v.poll_id
      where ${isOf(ctx, person)} order by v.created_at, v.id
    `.execute(ctx.db);
    return rows.map(({ vote }) => vote);
  },
  async erase(ctx, person) {
    await sql`delete from poll_vote v where ${isOf(ctx, person)}`.execute(ctx.db);
  },
};

/** Votes in polls whose times were longer ago than their workspace keeps invitees. Answers with how many there were. */
export function deleteExpiredVotes(database: Database, limit: number): Promise<number> {
  return transact(database, '*', async (db) => {
    const { rows } = await sql<{ id: string }>`
      delete from poll_vote v where (v.workspace_id, v.id) in (
        select x.workspace_id, x.id from workspace w
        join poll p on p.workspace_id = w.workspace_id and p.expires_at < now() - make_interval(days => w.invitee_days)
        join poll_vote x on x.workspace_id = p.workspace_id and x.poll_id = p.id
        where w.invitee_days is not null limit ${limit})
      returning v.id
    `.execute(db);
    return rows.length;
  });
}

function isOf({ workspaceId }: Ctx, { emails, inviteeIds }: Person) {
  return sql`v.workspace_id = ${workspaceId}
    and (lower(v.email) = any (${emails}::text[]) or v.invitee_id = any (${inviteeIds}::text[]))`;
}
