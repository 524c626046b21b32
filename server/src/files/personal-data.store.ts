import { sql } from 'kysely';
import { anyOf } from '../platform/db/any-of.ts';
import type { PersonalData } from '../platform/personal-data.ts';

/** Files on the record of a person. An export names them; their content is downloaded. */
export const filesOfPerson: PersonalData = {
  async export(ctx, { recordIds }) {
    const { rows } = await sql<Record<string, unknown>>`
      select id, name, type, size_bytes::float8 as "sizeBytes", sha256, created_at as "createdAt" from file
      where workspace_id = ${ctx.workspaceId} and record_id = ${anyOf(recordIds, 'uuid')} order by id
    `.execute(ctx.db);
    return rows;
  },
  async erase(ctx, { recordIds }) {
    await sql`
      delete from file where workspace_id = ${ctx.workspaceId} and record_id = ${anyOf(recordIds, 'uuid')}
    `.execute(ctx.db);
  },
};
