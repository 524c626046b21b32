import { sql, type RawBuilder } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { findFacts, type FactsRow } from '../query/public.ts';

export interface MeetingRow {
  readonly eventUuid: string;
  readonly title: string;
  readonly startAt: string;
  readonly endAt: string;
}

export interface MeetingFactsRow {
  readonly facts: FactsRow | undefined;
  readonly last: MeetingRow | null;
  readonly next: MeetingRow | null;
}

export function findPersonMeetings(ctx: Ctx, personId: string): Promise<MeetingFactsRow> {
  return findMeetings(ctx, sql`person_id = ${personId}`);
}

/** Those of the people who work there now. */
export function findCompanyMeetings(
  ctx: Ctx,
  { companyId, relationId }: { readonly companyId: string; readonly relationId: string },
): Promise<MeetingFactsRow> {
  return findMeetings(
    ctx,
    sql`person_id in (select from_id from crm_link
      where workspace_id = ${ctx.workspaceId} and relation_id = ${relationId} and to_id = ${companyId})`,
  );
}

async function findMeetings(ctx: Ctx, isOf: RawBuilder<unknown>): Promise<MeetingFactsRow> {
  const now = sql`${ctx.now.toISOString()}::timestamptz`;
  return {
    facts: await findFacts(ctx, isOf),
    last: await findOne(ctx, sql`${isOf} and ends_at <= ${now} and not is_no_show`, sql`starts_at desc`),
    next: await findOne(ctx, sql`${isOf} and ends_at > ${now}`, sql`starts_at`),
  };
}

async function findOne(
  ctx: Ctx,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<MeetingRow | null> {
  const { rows } = await sql<MeetingRow>`
    select m.event_id as "eventUuid", e.title, m.starts_at as "startAt", m.ends_at as "endAt"
    from (
      select event_id, starts_at, ends_at from crm_meeting
      where workspace_id = ${ctx.workspaceId} and not is_cancelled and ${condition}
      order by ${order} limit 1) m
    join scheduled_event e on e.workspace_id = ${ctx.workspaceId} and e.id = m.event_id
  `.execute(ctx.db);
  return rows[0] ?? null;
}
