import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { matchAny } from '../platform/db/match-any.ts';
import type { Person, PersonalData } from '../platform/personal-data.ts';
import { buildContainsPattern } from '../platform/text.ts';

interface Submission {
  readonly id: string;
  readonly form_id: string;
  readonly answers: unknown;
  readonly utm: unknown;
  readonly ad_attribution: unknown;
  readonly created_at: string;
}

/** Submissions with one of their addresses among the answers. */
export const submissionsOfPerson: PersonalData = {
  async export(ctx, person) {
    const submissions = await findSubmissions(ctx, person);
    return submissions.map(({ form_id, answers, utm, ad_attribution, created_at }) => ({
      form: form_id,
      answers,
      utm,
      adAttribution: ad_attribution,
      createdAt: created_at,
    }));
  },
  async erase(ctx, person) {
    const ids = (await findSubmissions(ctx, person)).map(({ id }) => id);
    await sql`
      delete from routing_submission where workspace_id = ${ctx.workspaceId} and id = ${matchAny(ids, 'uuid')}
    `.execute(ctx.db);
  },
};

async function findSubmissions(ctx: Ctx, { emails }: Person): Promise<Submission[]> {
  const result = await sql<Submission>`
    select id, form_id, answers, utm, ad_attribution, created_at from routing_submission
    where workspace_id = ${ctx.workspaceId} and lower(answers::text) like any (${emails.map(buildContainsPattern)}::text[])
    order by created_at, id
  `.execute(ctx.db);
  return result.rows;
}
