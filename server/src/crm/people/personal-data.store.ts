import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { matchAny } from '../../platform/db/match-any.ts';

/** A person's record, as it is or as it was deleted, with what leads to their data elsewhere. */
export interface KnownPerson {
  readonly objectId: string;
  readonly isDeleted: boolean;
  readonly data: Readonly<Record<string, unknown>>;
  readonly mergedIds: readonly string[];
  readonly formerEmails: readonly string[];
  readonly inviteeIds: readonly string[];
}

/** Addresses that the record had before count as well, unless they are somebody else's by now. */
export async function findPersonById(ctx: Ctx, id: string): Promise<KnownPerson | undefined> {
  const result = await sql<KnownPerson>`
    with record as (
      select object_id, false as deleted, data, '[]'::jsonb as meetings from crm_record
      where workspace_id = ${ctx.workspaceId} and id = ${id}
      union all
      select object_id, true, data, meetings from crm_deleted_record
      where workspace_id = ${ctx.workspaceId} and id = ${id}
    ), merge as (
      select merged_id, merged from crm_merge
      where workspace_id = ${ctx.workspaceId} and survivor_id = ${id} and undone_at is null
    ), former as (
      select email from merge, jsonb_array_elements_text(coalesce(merged -> 'data' -> 'emails', '[]')) email
      union
      select email from crm_change c, jsonb_path_query(c.diff -> 'emails', '$[*][*]') value, lateral (
        select value #>> '{}' as email) text
      where c.workspace_id = ${ctx.workspaceId} and c.record_id = ${id}
    )
    select r.object_id as "objectId", r.deleted as "isDeleted", r.data,
      array(select merged_id::text from merge) as "mergedIds",
      array(select lower(f.email) from former f where f.email is not null and not exists (
        select from crm_unique u join crm_attribute a on a.workspace_id = u.workspace_id and a.id = u.attribute_id
        where u.workspace_id = ${ctx.workspaceId} and a.object_id = r.object_id and a.key = 'emails'
          and u.key_norm = lower(f.email) and u.record_id <> ${id})) as "formerEmails",
      array(select invitee_id from crm_meeting where workspace_id = ${ctx.workspaceId} and person_id = ${id}
        union select m ->> 'invitee_id' from jsonb_array_elements(r.meetings) m) as "inviteeIds"
    from record r
    join crm_object o on o.workspace_id = ${ctx.workspaceId} and o.id = r.object_id and o.slug = 'people'
    limit 1
  `.execute(ctx.db);
  return result.rows[0];
}

/** Notes and history of records, for an export. */
export async function readRecordTrail(
  ctx: Ctx,
  recordIds: readonly string[],
): Promise<{ notes: unknown; history: unknown }> {
  const result = await sql<{ notes: unknown; history: unknown }>`
    select
      (select coalesce(jsonb_agg(jsonb_build_object('note', note, 'createdAt', created_at) order by created_at), '[]')
       from crm_note where workspace_id = ${ctx.workspaceId} and record_id = ${matchAny(recordIds, 'uuid')}) as notes,
      (select coalesce(jsonb_agg(jsonb_build_object('at', happened_at, 'kind', kind, 'changes', diff, 'detail', detail)
         order by happened_at), '[]')
       from crm_change where workspace_id = ${ctx.workspaceId} and record_id = ${matchAny(recordIds, 'uuid')}) as history
  `.execute(ctx.db);
  return result.rows[0] as { notes: unknown; history: unknown };
}

/**
 * The history keeps that something happened, and loses what. Entries on timelines of companies were written in the same
 * transactions, and name the person.
 */
export async function eraseHistory(ctx: Ctx, recordIds: readonly string[]): Promise<void> {
  await sql`
    update crm_change c set detail = jsonb_build_object('personId', c.detail -> 'personId')
    where c.workspace_id = ${ctx.workspaceId} and c.detail ->> 'personId' = ${matchAny(recordIds, 'text')}
      and c.tx = any (array(
        select tx from crm_change where workspace_id = ${ctx.workspaceId} and record_id = ${matchAny(recordIds, 'uuid')}))
  `.execute(ctx.db);
  await sql`
    update crm_change set diff = '{}', detail = '{}'
    where workspace_id = ${ctx.workspaceId} and record_id = ${matchAny(recordIds, 'uuid')}
  `.execute(ctx.db);
}

/** What could bring the record back, what imports said of it, and saved views that name one of its addresses. */
export async function eraseCopies(
  ctx: Ctx,
  recordIds: readonly string[],
  patterns: readonly string[],
): Promise<void> {
  const ids = matchAny(recordIds, 'uuid');
  await sql`delete from crm_deleted_record where workspace_id = ${ctx.workspaceId} and id = ${ids}`.execute(
    ctx.db,
  );
  await sql`
    delete from crm_merge where workspace_id = ${ctx.workspaceId} and (survivor_id = ${ids} or merged_id = ${ids})
  `.execute(ctx.db);
  await sql`
    delete from crm_import_error where workspace_id = ${ctx.workspaceId}
      and lower(message || coalesce(errors::text, '')) like any (${patterns}::text[])
  `.execute(ctx.db);
  await sql`
    delete from crm_view where workspace_id = ${ctx.workspaceId}
      and lower(name || coalesce(filter::text, '')) like any (${patterns}::text[])
  `.execute(ctx.db);
  await sql`
    delete from crm_import_key where workspace_id = ${ctx.workspaceId} and key_norm like any (${patterns}::text[])
  `.execute(ctx.db);
}
