import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { matchAny } from '../platform/db/match-any.ts';
import type { Person, PersonalData } from '../platform/personal-data.ts';
import { hashNumber } from './agents.store.ts';

/** Calls to a person, with their transcripts. One that is under way goes on, and nothing of it is recorded. */
export const callsOfPerson: PersonalData = {
  async export(ctx, person) {
    const result = await sql<{ call: Record<string, unknown> }>`
      select to_jsonb(c) - 'workspace_id' || jsonb_build_object('attempts', (
        select coalesce(jsonb_agg(to_jsonb(a) - '{workspace_id,call_id}'::text[] order by a.attempt), '[]')
        from call_attempt a where a.workspace_id = c.workspace_id and a.call_id = c.id)) as call
      from outbound_call c where c.workspace_id = ${ctx.workspaceId} and ${isOf(person)} order by c.created_at, c.id
    `.execute(ctx.db);
    return result.rows.map(({ call }) => call);
  },
  async erase(ctx, person) {
    const deleted = await sql<{ phone_number: string }>`
      delete from outbound_call c where c.workspace_id = ${ctx.workspaceId} and ${isOf(person)} returning phone_number
    `.execute(ctx.db);
    const numbers = [...person.phones, ...deleted.rows.map((row) => row.phone_number)];
    for (const number of new Set(numbers)) await hashListed(ctx, number);
  },
};

function isOf({ emails, phones }: Person) {
  return sql`(lower(c.email) = any (${emails}::text[]) or c.phone_number = ${matchAny(phones, 'text')})`;
}

/** A number on the list stays there, as a hash. */
async function hashListed(ctx: Ctx, number: string): Promise<void> {
  await sql`
    update do_not_call set phone_number = null, reason = null, number_hash = ${hashNumber(ctx, number)}
    where workspace_id = ${ctx.workspaceId} and phone_number = ${number}
  `.execute(ctx.db);
}
