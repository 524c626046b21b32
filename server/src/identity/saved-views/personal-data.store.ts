import { sql } from 'kysely';
import type { PersonalData } from '../../platform/personal-data.ts';
import { buildContainsPattern } from '../../platform/text.ts';

/** Saved views that name an address or number of a person: without it they would show something else. */
export const savedViewsOfPerson: PersonalData = {
  export: async () => [],
  async erase({ db, workspaceId }, { emails, phones }) {
    const patterns = [...emails, ...phones].map((fact) => buildContainsPattern(fact.toLowerCase()));
    await sql`
      delete from saved_view where workspace_id = ${workspaceId}
        and lower(name || filters::text) like any (${patterns}::text[])
    `.execute(db);
  },
};
