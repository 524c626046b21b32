import { sql, type RawBuilder } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { Fact } from './filter.rules.ts';

/** The facts of people's meetings. They depend on the time, so they are computed when they are read. */

type Expression = RawBuilder<unknown>;

/** First, last and next meeting, meetings in the last 90 days, and no-shows, which do not count as meetings. */
function meetingFacts(ctx: Ctx): Expression {
  const now = sql`${ctx.now.toISOString()}::timestamptz`;
  const past = sql`not is_cancelled and not is_no_show and starts_at <= ${now}`;
  return sql`select person_id,
      min(starts_at) filter (where ${past}) as first_at,
      max(starts_at) filter (where ${past}) as last_at,
      min(starts_at) filter (where not is_cancelled and starts_at > ${now}) as next_at,
      count(*) filter (where ${past} and starts_at > ${now} - interval '90 days') as recent,
      count(*) filter (where is_no_show and not is_cancelled) as no_shows
    from crm_meeting where workspace_id = ${ctx.workspaceId}`;
}

export interface FactsRow {
  readonly first_at: string | null;
  readonly last_at: string | null;
  readonly next_at: string | null;
  readonly recent: number;
  readonly no_shows: number;
}

/** The facts of those people together whose meetings a condition selects. */
export async function findFacts(ctx: Ctx, isOf: Expression): Promise<FactsRow | undefined> {
  const result = await sql<FactsRow>`
    select min(first_at) as first_at, max(last_at) as last_at, min(next_at) as next_at,
      coalesce(sum(recent), 0)::int as recent, coalesce(sum(no_shows), 0)::int as no_shows
    from (${meetingFacts(ctx)} and ${isOf} group by person_id) people
  `.execute(ctx.db);
  return result.rows[0];
}

/** Records `r` are joined with their facts `f`, records `r1` with `f1`. */
const factsAlias = (alias: string): string => alias.replace('r', 'f');

export function getFactExpression(fact: Fact, alias: string): Expression {
  const column = (name: string) => sql.ref(`${factsAlias(alias)}.${name}`);
  switch (fact) {
    case 'firstMeetingAt':
      return column('first_at');
    case 'lastMeetingAt':
      return column('last_at');
    case 'nextMeetingAt':
      return column('next_at');
    case 'meetingsLast90Days':
      return sql`coalesce(${column('recent')}, 0)::float8`;
    case 'noShows':
      return sql`coalesce(${column('no_shows')}, 0)::float8`;
  }
}

/** The facts of all people in one pass. */
export function buildFactsJoin(ctx: Ctx, alias: string): Expression {
  const facts = factsAlias(alias);
  return sql`left join (${meetingFacts(ctx)} group by person_id) ${sql.ref(facts)}
    on ${sql.ref(`${facts}.person_id`)} = ${sql.ref(`${alias}.id`)}`;
}
