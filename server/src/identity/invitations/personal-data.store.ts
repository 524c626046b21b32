import { sql } from 'kysely';
import type { PersonalData } from '../../platform/personal-data.ts';

/** Invitations to an address of a person, open or not, unless it is a user's by now. */
export const invitationsOfPerson: PersonalData = {
  export: async () => [],
  async erase({ db, workspaceId }, { emails }) {
    await sql`
      delete from invitation i where i.workspace_id = ${workspaceId} and i.email = any (${emails}::text[])
        and not exists (select from member m where m.workspace_id = i.workspace_id and m.email = i.email)
    `.execute(db);
  },
};
