import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { matchAny } from '../platform/db/match-any.ts';
import type { Person, PersonalData } from '../platform/personal-data.ts';

/**
 * Files on the record of a person, and those that they gave as answers: found by their address, and by the answers of their
 * bookings, which therefore are erased after this. An export names them; their content is downloaded.
 */
export const filesOfPerson: PersonalData = {
  async export(ctx, person) {
    const { rows } = await sql<Record<string, unknown>>`
      select id, name, type, size_bytes::float8 as "sizeBytes", sha256, created_at as "createdAt" from file
      where ${isOf(ctx, person)} order by id
    `.execute(ctx.db);
    return rows;
  },
  async erase(ctx, person) {
    await sql`delete from file where ${isOf(ctx, person)}`.execute(ctx.db);
  },
};

function isOf(ctx: Ctx, { recordIds, emails, inviteeIds }: Person) {
  return sql`workspace_id = ${ctx.workspaceId} and (record_id = ${matchAny(recordIds, 'uuid')}
    or email = any (${emails}::text[])
    or id in (select (answer ->> 'fileId')::uuid from invitee i, jsonb_array_elements(i.answers) answer
      where i.workspace_id = ${ctx.workspaceId} and i.id = ${matchAny(inviteeIds, 'text')} and answer ? 'fileId'))`;
}
