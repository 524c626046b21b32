import { sql } from 'kysely';
import type { PersonalData } from '../platform/personal-data.ts';
import { buildPhonePattern } from '../platform/phone.ts';
import { buildContainsPattern } from '../platform/text.ts';

/** Entries keep who did what, and lose values that name the person. A user's own address stays: the log is about users. */
export const entriesOfPerson: PersonalData = {
  export: async () => [],
  async erase(ctx, { emails, phones }) {
    const users = await sql<{ email: string }>`
      select email from member where workspace_id = ${ctx.workspaceId} and email = any (${emails}::text[])
    `.execute(ctx.db);
    const known = new Set(users.rows.map(({ email }) => email));
    const facts = emails.filter((email) => !known.has(email)).map(buildContainsPattern);
    await sql`
      with permitted as (select set_config('daybook.may_change_audit', 'on', true))
      update audit_entry set before = null, after = null from permitted
      where workspace_id = ${ctx.workspaceId}
        and (lower(coalesce(before::text, '') || coalesce(after::text, '')) like any (${facts}::text[])
          or coalesce(before::text, '') || coalesce(after::text, '') ~ any (${phones.map(buildPhonePattern)}::text[]))
    `.execute(ctx.db);
    await sql`select set_config('daybook.may_change_audit', '', true)`.execute(ctx.db);
  },
};
