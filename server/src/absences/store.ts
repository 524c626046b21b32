import { sql, type RawBuilder } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { matchAny } from '../platform/db/match-any.ts';
import type { HostTimeZones } from '../platform/zones.ts';
import type { AbsenceTimes } from './rules.ts';

export interface AbsenceRow extends AbsenceTimes, HostTimeZones {
  readonly id: string;
  readonly memberId: string;
  readonly email: string;
  readonly kind: string;
  readonly note: string | null;
  readonly message: string | null;
  readonly replacementId: string | null;
  readonly replacement: { readonly email: string; readonly name: string; readonly isActive: boolean } | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Of the user's default schedule. */
const whereabouts = sql`coalesce(s.timezone, m.timezone) as timezone, coalesce(s.travel, '[]') as travel`;

const times = sql`a.starts_on::text, a.ends_on::text, a.starts_at, a.ends_at`;

const fromAbsences = sql`
  from absence a
  join member m on m.workspace_id = a.workspace_id and m.id = a.member_id
  left join schedule s on s.workspace_id = a.workspace_id and s.member_id = a.member_id and s.is_default`;

const columns = sql`
  a.id, a.member_id as "memberId", m.email, a.kind, ${times}, a.note, a.message, a.replacement_id as "replacementId",
  (select json_build_object('email', r.email, 'name', r.first_name || ' ' || r.last_name, 'isActive', r.is_active)
    from member r where r.workspace_id = a.workspace_id and r.id = a.replacement_id) as replacement,
  ${whereabouts}, a.created_at as "createdAt", a.updated_at as "updatedAt"`;

export async function findAbsence(ctx: Ctx, id: string): Promise<AbsenceRow | undefined> {
  const { rows } = await sql<AbsenceRow>`
    select ${columns} ${fromAbsences}
    where a.workspace_id = ${ctx.workspaceId} and a.id = ${id}`.execute(ctx.db);
  return rows[0];
}

export async function listById(ctx: Ctx, ids: readonly string[]): Promise<AbsenceRow[]> {
  const { rows } = await sql<AbsenceRow>`
    select ${columns} ${fromAbsences}
    where a.workspace_id = ${ctx.workspaceId} and a.id = ${matchAny(ids, 'uuid')}`.execute(ctx.db);
  return rows;
}

/** By what surely lies around it: near its end an absence may be counted as one that is not over. */
function isPast(ctx: Ctx, past: boolean): RawBuilder<unknown> {
  return past ? sql`a.reaches_to <= ${ctx.now}` : sql`a.reaches_to > ${ctx.now}`;
}

export async function listAbsences(
  ctx: Ctx,
  memberId: string,
  { past, limit, offset }: { readonly past: boolean; readonly limit: number; readonly offset: number },
): Promise<AbsenceRow[]> {
  const order = past ? sql`a.reaches_to desc, a.id` : sql`a.reaches_from, a.id`;
  const { rows } = await sql<AbsenceRow>`
    select ${columns} ${fromAbsences}
    where a.workspace_id = ${ctx.workspaceId} and a.member_id = ${memberId} and ${isPast(ctx, past)}
    order by ${order} limit ${limit} offset ${offset}`.execute(ctx.db);
  return rows;
}

export async function countAbsences(ctx: Ctx, memberId: string, past: boolean): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from absence a
    where a.workspace_id = ${ctx.workspaceId} and a.member_id = ${memberId} and ${isPast(ctx, past)}`.execute(
    ctx.db,
  );
  return rows[0]?.total ?? 0;
}

export type HostAbsence = AbsenceTimes &
  Pick<AbsenceRow, 'memberId' | 'timezone' | 'travel' | 'kind' | 'note'>;

/** All that may overlap the time; whether it does depends on the zone. */
export async function listNear(
  ctx: Ctx,
  memberIds: readonly string[],
  { start, end }: { readonly start: string; readonly end: string },
): Promise<HostAbsence[]> {
  const { rows } = await sql<HostAbsence>`
    select a.member_id as "memberId", a.kind, a.note, ${times}, ${whereabouts}
    ${fromAbsences}
    where a.workspace_id = ${ctx.workspaceId} and a.member_id = ${matchAny(memberIds, 'text')}
      and a.reaches_to > ${start} and a.reaches_from < ${end}
    order by a.reaches_from, a.id`.execute(ctx.db);
  return rows;
}

export interface AnnouncedRow extends AbsenceTimes, HostTimeZones {
  readonly message: string | null;
  /** Only somebody who is active. */
  readonly replacement: {
    readonly id: string;
    readonly slug: string;
    readonly name: string;
    readonly pageSlug: string | null;
    readonly hasPages: boolean;
  } | null;
}

const maxAnnounced = 20;

/** Absences of a host, found by slug, that name a replacement or have a message, and are not over. */
export async function listAnnounced(ctx: Ctx, hostSlug: string, pageSlug: string): Promise<AnnouncedRow[]> {
  const publicPages = sql`from event_type p where p.workspace_id = a.workspace_id and p.owner_id = r.id and p.is_active
    and not p.is_secret and p.deleted_at is null`;
  const { rows } = await sql<AnnouncedRow>`
    select ${times}, ${whereabouts}, a.message,
      (select json_build_object('id', r.id, 'slug', r.slug, 'name', r.first_name || ' ' || r.last_name,
          'pageSlug', (select p.slug ${publicPages} and p.slug = ${pageSlug}), 'hasPages', exists (select ${publicPages}))
        from member r where r.workspace_id = a.workspace_id and r.id = a.replacement_id and r.is_active) as replacement
    ${fromAbsences}
    where a.workspace_id = ${ctx.workspaceId} and m.slug = ${hostSlug} and a.reaches_to > ${ctx.now}
      and (a.message is not null or a.replacement_id is not null)
    order by a.reaches_from, a.id limit ${maxAnnounced}`.execute(ctx.db);
  return rows;
}

/**
 * Bookings take a lighter lock on their hosts and look for absences after it. So of a booking and an absence at the same moment,
 * one sees the other.
 */
export async function lockMember(ctx: Ctx, memberId: string): Promise<void> {
  await sql`select from member where workspace_id = ${ctx.workspaceId} and id = ${memberId} for update`.execute(
    ctx.db,
  );
}

export interface AbsenceFields extends AbsenceTimes {
  readonly kind: string;
  readonly note: string | null;
  readonly message: string | null;
  readonly replacement_id: string | null;
}

export async function insertAbsence(
  ctx: Ctx,
  row: AbsenceFields & { readonly id: string; readonly member_id: string },
): Promise<void> {
  await ctx.db
    .insertInto('absence')
    .values({ ...row, workspace_id: ctx.workspaceId })
    .execute();
}

export async function updateAbsence(ctx: Ctx, id: string, fields: AbsenceFields): Promise<void> {
  await ctx.db
    .updateTable('absence')
    .set(fields)
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}

export async function deleteAbsence(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .deleteFrom('absence')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}

export interface ConflictRow {
  readonly uuid: string;
  readonly title: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly invitees: string[];
}

const maxConflicts = 100;

/** Confirmed bookings of a user that lie in a time and are not over. */
export async function listConflicts(
  ctx: Ctx,
  memberId: string,
  { start, end }: { readonly start: string; readonly end: string },
): Promise<ConflictRow[]> {
  const { rows } = await sql<ConflictRow>`
    select e.id as uuid, e.title, e.starts_at as "startTime", e.ends_at as "endTime",
      array(select i.full_name from invitee i
        where i.workspace_id = e.workspace_id and i.event_id = e.id and i.cancelled_at is null
        order by i.created_at, i.id limit 3) as invitees
    from event_host h
    join scheduled_event e on e.workspace_id = h.workspace_id and e.id = h.event_id
    where h.workspace_id = ${ctx.workspaceId} and h.host_id = ${memberId} and h.blocking and h.hold_id is null
      and e.starts_at < ${end} and e.ends_at > ${start} and e.ends_at > ${ctx.now}
    order by e.starts_at, e.id limit ${maxConflicts}`.execute(ctx.db);
  return rows;
}
